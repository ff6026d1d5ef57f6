"""Aircraft that a C Ops buys with activation points, where it earns them."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.events import Noted, Spent, Tallied
from sandtable.kernel.facts import Event, Knowers, Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.commands.artillery import AskForAircraft
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.edition import cite, dice, plays, refuse, rule, term, under
from sandtable.rules.great_battles.guns.air import refuse_flying
from sandtable.rules.great_battles.guns.mission import missions
from sandtable.rules.great_battles.malta import house as malta
from sandtable.rules.great_battles.table.divisions import force, points, purses, told
from sandtable.rules.great_battles.words import Did, Kind, Mark, Tally, Trait

CLAUSE = "variants.cops-air"
PRICE = 1  # activation point


class Granted(Event, frozen=True):
    """An aircraft is on call for the rest of the day, and only its side knows."""

    unit: UnitId
    side: Side
    day: int
    rockets: bool

    def apply(self, state: State) -> State:
        traits = frozenset({Trait.ASKED_FOR, *([Trait.ROCKETS] if self.rockets else [])})
        marks, tallies = frozenset({Mark.ON_CALL}), {Tally.DAY: self.day}
        aircraft = Unit(self.unit, Kind.AIR_MISSION, self.side, part_of=UnitId(self.side), traits=traits, marks=marks,
                        tallies=tallies, known_to=frozenset())  # fmt: skip
        return replace(state, units={**state.units, self.unit: aircraft})

    def tell(self) -> str:
        return f"{self.unit} is on call"

    def known_to(self, before: State, after: State) -> Knowers:
        return frozenset({self.side})


def are_played(state: State, side: Side) -> bool:
    options = plays(state, "cops-activation") and plays(state, "air-attack")
    return options and chance(state, side) > 0


def chance(state: State, side: Side) -> int:
    """The score for an answer: the scenario's, or the one of Malta."""
    return malta.house(state, side).air if malta.is_played(state) else battle(state).army(side).air_calls


def clause_of(state: State) -> str:
    return "variants.malta-air" if malta.is_played(state) else CLAUSE


@rule(CLAUSE)
def ask_for_aircraft(play: Play, side: Side) -> bool:
    """Each call costs a point, and the scenario gives the score for an answer; returns whether there was a call."""
    if not are_played(play.state, side) or refuse_asking(play.state, side):
        return False
    order = play.ask(
        side,
        Topic("aircraft", f"{points_left(play.state, side)}: do you ask for an aircraft?"),
        lambda view: asking_options(view, side),
    )
    if isinstance(order, AskForAircraft):
        under(play, clause_of(play.state), lambda: call_aircraft(play, play.state.units[order.unit]))
        return True
    play.emit(Spent(UnitId(side), Did.ASKED))
    return False


def points_left(state: State, side: Side) -> str:
    return ", ".join(f"{account.id}, {told(points(account))}" for account in purses(state, side))


def payers(state: State, side: Side) -> list[Unit]:
    """The divisions that have a point to spend."""
    return [account for account in purses(state, side) if points(account) >= PRICE]


def asking_options(view: State, side: Side) -> Iterator[Option]:
    clause = cite(view, clause_of(view))
    yield from (Option(AskForAircraft(account.id), clause) for account in payers(view, side))
    yield Option(Done(), clause)


def refuse_asking(state: State, side: Side) -> Refusal | None:
    if Did.ASKED in force(state, side).spent:
        return refuse(state, CLAUSE, "it can ask for no more this turn")
    if not payers(state, side):
        return refuse(state, CLAUSE, "no activation point is left")
    return refuse_flying(state)


def call_aircraft(play: Play, account: Unit) -> None:
    side, left = account.side, points(account) - PRICE
    army = battle(play.state).army(side)
    play.emit(Tallied(account.id, Tally.POINTS, left))
    play.emit(Noted(f"{account.id} asks for an aircraft and has {told(left)} left", about=(account.id,)))
    if malta.is_played(play.state):
        clause = cite(play.state, "variants.malta-air-limit")
        play.emit(Spent(UnitId(side), Did.ASKED), clause)
        play.emit(Noted(f"{side} can ask for no other aircraft this turn", side=side), clause)
    score = term(play.state, chance(play.state, side), "heard", clause_of(play.state))
    if dice(play.state).test(play, Throw("aircraft", f"{side} asks for an aircraft", side=side), score):
        number = len(missions(play.state, side)) + 1
        rockets = army.air is not None and army.air.rockets
        play.emit(Granted(UnitId(f"{side} sortie {number}"), side, play.state.tallies[Tally.DAY], rockets))
