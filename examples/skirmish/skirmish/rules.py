"""The rules, in the order of the book: the turn, moving, fire, winning."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Facings, Sight
from sandtable.board.place import Place
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Command, Option, Placing, Refusal, Topic
from sandtable.kernel.dice import at_least
from sandtable.kernel.events import Heading, Moved, Refreshed, Removed, Spent, TurnBegun
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.ending import Ending
from sandtable.mechanics.landmarks import Landmarks, nearest_first, shelters
from sandtable.mechanics.legs import StraightLeg
from sandtable.mechanics.looking import seen_through
from skirmish.battle import BASE, BOOK, COVER, INCHES, OBJECTIVE, Acting, Judging, Turn, bases, figure, place, table

# ---- what a player may order


class Move(Placing, frozen=True):
    """A team goes to a place."""


class Fire(Command, frozen=True):
    attack = True

    unit: UnitId
    target: UnitId

    def tell(self) -> str:
        return f"{self.unit} fires at {self.target}"


class EndTurn(Command, frozen=True):
    quiet = ends = True


# ---- 1. the turn


@rule("sk.turn.sequence")
def turn(play: Play, step: Turn) -> None:
    """In each turn the first side acts, then the second."""
    play.emit(Refreshed())
    play.emit(TurnBegun("turn", step.number))
    play.emit(Heading(f"Turn {step.number}"))
    play.queue(*map(Acting, play.state.sides))


@rule("sk.turn.orders")
def act(play: Play, step: Acting) -> bool:
    """A side gives one order after another, until it ends its turn."""
    order = play.ask(
        step.side,
        Topic("order", f"What does {step.side} do?"),
        lambda view: (option for option in orders(view, step.side) if option.refusal is None),
        lambda view: (option for option in orders(view, step.side) if option.refusal),
    )
    match order:
        case Move(unit, Place() as to):
            move(play, unit, to)
        case Fire(unit, target):
            fire(play, play.state.units[unit], play.state.units[target])
    return not isinstance(order, EndTurn)


def orders(view: State, side: Side) -> Iterator[Option]:
    """Every order there is, and what is against it."""
    for team in view.standing(side):
        yield Option(Move(team.id), Clause("sk.move.inches"), Reach(view, team), refuse_move(team))
        for enemy in view.standing(view.foe(side)):
            yield Option(Fire(team.id, enemy.id), Clause("sk.fire.dice"), refusal=refuse_fire(view, team, enemy))
    yield Option(EndTurn(), Clause("sk.turn.orders"))


# ---- 2. moving


def refuse_move(team: Unit) -> Refusal | None:
    return Refusal(Clause("sk.move.once"), "it has moved or fired this turn") if team.spent else None


class Reach(StraightLeg):
    """Where a team may go."""

    clause = Clause("sk.move.inches")

    def __init__(self, state: State, team: Unit) -> None:
        super().__init__(place(team), figure(team, "inches"))
        self.state, self.team = state, team

    def refuse(self, to: Place) -> Refusal | None:
        """Why it may not go there."""
        if not shapes.within(shapes.span_of(self.start.point, to.point), self.far):
            return Refusal(self.clause, f"it moves no more than {self.far} inches")
        end = Ending(table(self.state), self.state.layout(bases), {self.team.id: to}, lambda _: BASE, BASE.width)
        if end.leaves_table() or end.lands_on(lambda other: other not in (self.team.id, OBJECTIVE)):
            return Refusal(Clause("sk.move.room"), "there is no room for its base")
        return None

    def faced(self) -> Facings:
        """A round base faces nowhere."""
        return GIVEN

    def landmarks(self) -> Landmarks:
        """Where a computer player may want to go: the objective, enemies, cover."""
        state, here = self.state, self.start.point
        enemies = [place(enemy).point for enemy in state.standing(state.foe(self.team.side))]
        goal = place(state.units[OBJECTIVE]).point
        return Landmarks([goal], nearest_first(here, enemies), shelters(table(state), COVER, here))


@rule("sk.move.inches")
def move(play: Play, team: UnitId, to: Place) -> None:
    """A team moves in a straight line, no further than the table of teams says."""
    play.emit(Moved(team, to))
    play.emit(Spent(team, "moved"))


# ---- 3. fire


def refuse_fire(state: State, team: Unit, enemy: Unit) -> Refusal | None:
    if "fired" in team.spent:
        return Refusal(Clause("sk.fire.once"), "it has fired this turn")
    if state.layout(bases).gap(team.id, enemy.id) > figure(team, "range"):
        return Refusal(Clause("sk.fire.range"), "out of range")
    line = sight(state, team, enemy)
    return None if line.clear else Refusal(Clause("sk.fire.sight"), f"it does not see past the {line.past}")


def sight(state: State, a: Unit | Place, b: Unit | Place) -> Sight:
    """From middle to middle, through no more than 2 inches of woods or houses."""
    here, there = (place(end) if isinstance(end, Unit) else end for end in (a, b))
    return seen_through(table(state), here.point, there.point, INCHES["seen through"])


class Shot(NamedTuple):
    """What decides the modifiers."""

    covered: bool
    moved: bool


MODIFIERS: Modifiers[Shot] = Modifiers(
    BOOK,
    "fire-modifiers",
    [
        Modifier("target in cover", "in cover", "sk.fire.cover", lambda shot: shot.covered),
        Modifier("firer has moved", "moved", "sk.fire.moved", lambda shot: shot.moved),
    ],
)


@rule("sk.fire.dice")
def fire(play: Play, team: Unit, enemy: Unit) -> None:
    """Each die that reaches its score is a hit."""
    covered = bool(table(play.state).ground(place(enemy), BASE))
    adds = MODIFIERS.that_apply(Shot(covered, "moved" in team.spent))
    need = Reckoning(BOOK.term(figure(team, "hits on"), "to hit", "sk.fire.dice"))
    reading = at_least(need.total - sum(term.value for term in adds), sides=6)
    throw = Throw("to hit", f"{team.id} fires at {enemy.id}", team.id, (enemy.id,))
    play.emit(Spent(team.id, "fired"))
    if play.roll(throw, reading, figure(team, "dice"), adds=adds, need=need):
        take_off(play, enemy)


@rule("sk.fire.hit")
def take_off(play: Play, team: Unit) -> None:
    """A team that is hit is taken off the table."""
    play.emit(Removed(team.id, "lost"))
    if not play.state.standing(team.side):
        lose(play, team.side, f"{team.side} has no team left")


# ---- 4. winning


@rule("sk.win.last-turn")
def judge(play: Play, step: Judging) -> None:
    """The first side wins if it alone has teams at the objective. Otherwise the second side wins."""
    state, (first, second) = play.state, play.state.sides
    gap, near = state.layout(bases).gap, INCHES["at the objective"]
    there = {team.side for side in state.sides for team in state.standing(side) if gap(team.id, OBJECTIVE) <= near}
    if there == {first}:
        play.win(first, "it alone is at the objective")
    play.win(second, f"{first} is not alone at the objective")


@rule("sk.win.no-team")
def lose(play: Play, side: Side, why: str = "the enemy gives up") -> None:
    """A side that has no team left, or that gives up, loses at once."""
    play.win(play.state.foe(side), why)
