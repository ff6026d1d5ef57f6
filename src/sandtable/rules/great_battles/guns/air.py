"""Air attacks, an option: a mission strikes one stand and is gone."""

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.kernel.decision import Option, Refusal, Topic
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Noted, Spent, Tallied
from sandtable.kernel.facts import Event, Knowers, Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.book.charts import BUNKER
from sandtable.rules.great_battles.commands.artillery import AskForAircraft, Strike
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.edition import charts, cite, dice, plays, refuse, rule, term, under
from sandtable.rules.great_battles.effects.hits import IMMUNE, destroy, suppress, suppression_score
from sandtable.rules.great_battles.effects.missions import is_aircraft, missions, use_up
from sandtable.rules.great_battles.facts.missions import Picked
from sandtable.rules.great_battles.guns.by_edition import GunsByEdition
from sandtable.rules.great_battles.table.divisions import force, points, purses, told
from sandtable.rules.great_battles.table.field import all_standing, field, riders_on, trait
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.table.sighting import is_hidden, sight_limit
from sandtable.rules.great_battles.words import RIDES, Did, Kind, Mark, Tally, Tie, Trait

NOTHING, SUPPRESSED, DESTROYED = range(3)


# ---- when


def is_light(state: State, inches: int) -> bool:
    """Whether troops who see so far have full daylight."""
    return inches >= charts(state).daylight


def refuse_flying(state: State) -> Refusal | None:
    """air.daylight: aircraft only fly in player turns of full daylight."""
    if is_light(state, sight_limit(state)):
        return None
    return refuse(state, "air.daylight", f"troops see only {sight_limit(state)} inches")


def refuse_turn(state: State, mission: Unit, turn: int) -> Refusal | None:
    """Why an aircraft cannot be planned for a turn that is surely dark."""
    second = mission.side != battle(state).first_player
    if not is_aircraft(mission) or is_light(state, charts(state).sight(turn, second, odd=False)):
        return None
    return refuse(state, "air.daylight", f"it is not light enough on turn {turn}")


# ---- the attack


@rule("air.air-target")
def pick_target(play: Play, mission: UnitId) -> None:
    """An aircraft picks one visible enemy stand at its point, or flies home."""
    unit, clause = play.state.units[mission], cite(play.state, "air.single-stand")
    if not strike_targets(play.state, unit):
        use_up(play, unit, "finds no enemy", "air.air-target")
        return
    order = play.ask(
        unit.side,
        Topic("target", f"{mission}: which stand does it attack?", (mission,)),
        lambda view: [Option(Strike(mission, one.id), clause) for one in strike_targets(view, view.units[mission])],
    )
    assert isinstance(order, Strike)
    play.emit(Picked(mission, Tie.STRIKES, order.target))


def strike_targets(view: State, mission: Unit) -> list[Unit]:
    circle = Base(2 * charts(view).strike, 2 * charts(view).strike, disc=True)
    disc, slabs = shapes.footprint(mission.at, circle), field(view).slabs
    enemies = all_standing(view, view.foe(mission.side))
    return [enemy for enemy in enemies if not is_hidden(enemy) and shapes.overlap(disc, slabs[enemy.id])]


@rule("air.single-roll")
def strike(play: Play, mission: Unit, target: UnitId) -> None:
    """One die on the barrage table to suppress; the same die may also destroy. Then the aircraft is gone."""
    stand = play.state.units[target]
    need = destroy_score(play.state, mission, stand)
    throw = Throw("to hit", f"{mission.id} attacks {target}", mission.id, (target,))
    result = play.roll(throw, strike_reading(play.state, stand, need), need=Reckoning(need))
    for one in [target, *riders_on(play.state, target)]:
        if result == DESTROYED:
            destroy(play, one, mission.id)
        elif result == SUPPRESSED:
            suppress(play, one, mission.id)
    use_up(play, mission, "flies home", "air.single-roll")


def destroy_score(state: State, mission: Unit, stand: Unit) -> Term:
    """The score for bombs, for rockets, or for rockets against their best targets: vehicles and bunkers."""
    motor = Mark.LOADED in stand.marks and trait(stand, RIDES) != "horse"
    vehicle = motor or stand.kind in (Kind.ARMOUR, Kind.HALF_TRACK)
    rockets, hard = Trait.ROCKETS in mission.traits, vehicle or cover(state, stand) == BUNKER
    label = "fighter-bomber" if not rockets else "rockets at a vehicle or a bunker" if hard else "rockets"
    return term(state, charts(state).air(rockets=rockets, hard=hard), label, "air.destroy")


def strike_reading(state: State, stand: Unit, need: Term) -> Reading:
    """The effect of each face on the stand."""
    throw = dice(state)
    faces, dead = range(1, throw.sides + 1), f"destroyed by {throw.says}"
    if stand.kind in IMMUNE:
        return Reading(tuple(DESTROYED * throw.makes(face, need.value) for face in faces), dead)
    least = suppression_score(state, stand).value
    worth = [DESTROYED if throw.makes(face, need.value) else SUPPRESSED * throw.makes(face, least) for face in faces]
    return Reading(tuple(worth), f"suppressed by {throw.says.format(least)}, {dead}")


# ---- aircraft that a side asks for


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
        return state.put(aircraft)

    def tell(self) -> str:
        return f"{self.unit} is on call"

    def known_to(self, before: State, after: State) -> Knowers:
        return frozenset({self.side})


def by_scenario(state: State, side: Side) -> tuple[int, str]:
    """The scenario's score for an answer, and the rule."""
    return battle(state).army(side).air_calls, "variants.cops-air"


@rule("variants.cops-air")
def ask_for_aircraft(play: Play, side: Side) -> bool:
    """Each call costs a point, and the scenario gives the score for an answer; returns whether there was a call."""
    state, (score, name) = play.state, GunsByEdition.of(play.state).air_call(play.state, side)
    played = plays(state, "cops-activation") and plays(state, "air-attack") and score > 0
    asked = Did.ASKED in force(state, side).spent
    if not played or asked or not payers(state, side) or refuse_flying(state):
        return False
    clause = cite(state, name)
    left = ", ".join(f"{account.id}, {told(points(account))}" for account in purses(state, side))
    order = play.ask(
        side,
        Topic("aircraft", f"{left}: do you ask for an aircraft?"),
        lambda view: [*(Option(AskForAircraft(one.id), clause) for one in payers(view, side)), Option(Done(), clause)],
    )
    if isinstance(order, AskForAircraft):
        heard = term(state, score, "heard", name)
        under(play, name, lambda: call_aircraft(play, play.state.units[order.unit], heard))
        return True
    play.emit(Spent(UnitId(side), Did.ASKED))
    return False


def payers(state: State, side: Side) -> list[Unit]:
    """The divisions that have a point to spend."""
    return [account for account in purses(state, side) if points(account) >= charts(state).air_price]


def call_aircraft(play: Play, account: Unit, heard: Term) -> None:
    side, left = account.side, points(account) - charts(play.state).air_price
    play.emit(Tallied(account.id, Tally.POINTS, left))
    play.emit(Noted(f"{account.id} asks for an aircraft and has {told(left)} left", about=(account.id,)))
    GunsByEdition.of(play.state).after_air_call(play, side)
    if dice(play.state).test(play, Throw("aircraft", f"{side} asks for an aircraft", side=side), heard):
        number, bought = len(missions(play.state, side)) + 1, battle(play.state).army(side).air
        rockets = bought is not None and bought.rockets
        play.emit(Granted(UnitId(f"{side} sortie {number}"), side, play.state.tallies[Tally.DAY], rockets))
