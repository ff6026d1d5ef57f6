"""Facts of this game, for which a plain fact would make a poor sentence."""

from msgspec.structs import replace

from sandtable.board.grid import COMPASS, Square, SquareGrid, square_name, square_point
from sandtable.board.place import Place, Point
from sandtable.kernel.facts import Event, UnitEvent
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.portable_wargame.field import Field, field, grid
from sandtable.rules.portable_wargame.words import Did, Tally


def settled(state: State, before: Unit, now: Unit) -> State:
    """The state with a Unit in another square. The field is kept too, if it follows from the old one."""
    after, here = state.put(now), field(state)
    if now.place is None or not here.is_plain(before):
        return after
    return after.keep(Field, here.after_move(after, before, grid(state).square(now.place)))


class Put(UnitEvent, frozen=True):
    """A Unit is put somewhere without a ground move: it is deployed, set down, or it flies."""

    fact = "move"

    to: Place
    how: str  # "starts on", "flies to"

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return settled(state, unit, replace(unit, place=self.to))

    def tell(self) -> str:
        return f"{self.unit} {self.how} {square_name(self.to)}, facing {COMPASS[self.to.facing]}"


class Activated(UnitEvent, frozen=True):
    left: int

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        units = {**state.units, unit.id: replace(unit, spent=unit.spent | {Did.ACTIVATED})}
        return state.change(units=units, tallies={**state.tallies, Tally.ACTIVATIONS: self.left})


class Went(UnitEvent, frozen=True):
    """A Unit entered a square."""

    fact = "move"

    to: Place
    how: str  # "moves to", "retreats to"
    by: tuple[str, ...] = ()  # squares on the way

    @property
    def via(self) -> tuple[Point, ...]:
        return tuple(map(square_point, self.by))

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return settled(state, unit, replace(unit, place=self.to, spent=unit.spent | {Did.ENTERED}))

    def tell(self) -> str:
        way = f" by {'-'.join(self.by)}" if self.by else ""
        return f"{self.unit} {self.how} {square_name(self.to)}{way}, facing {COMPASS[self.to.facing]}"


class Turned(UnitEvent, frozen=True):
    fact = "move"

    facing: int

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        assert unit.place is not None
        after = state.put(replace(unit, place=replace(unit.place, facing=self.facing)))
        return after.keep(Field, field(state).after_turn(after))

    def tell(self) -> str:
        return f"{self.unit} turns to face {COMPASS[self.facing]}"


class StrengthLost(UnitEvent, frozen=True):
    """A Unit's loss is its side's loss too."""

    fact = "loss"
    words = "{0.unit} loses {0.points} SP, {0.left} left"

    points: int
    left: int

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        force = state.units[UnitId(unit.side)]
        lost = {**force.tallies, Tally.LOST: force.tallies[Tally.LOST] + self.points}
        hurt = state.put(replace(unit, tallies={**unit.tallies, Tally.SP: self.left}))
        return hurt.put(replace(force, tallies=lost))

    @property
    def tone(self) -> int:
        return -2 * self.points


class Drifted(UnitEvent, frozen=True):
    """A gas cloud moves to another square or vanishes."""

    to: Place | None

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], place=self.to))

    def tell(self) -> str:
        return f"the {self.unit} drifts to {square_name(self.to)}" if self.to else f"the {self.unit} is gone"


class GroundWorked(Event, frozen=True):
    """Mines or wire were laid or cleared."""

    words = "{0.what}"

    square: Square
    ground: frozenset[str]
    what: str

    def apply(self, state: State) -> State:
        board = state.board
        assert isinstance(board, SquareGrid)
        after = replace(state, board=board.with_ground(self.square, self.ground))
        return after.keep(Field, field(state).after_work(after, self.square))
