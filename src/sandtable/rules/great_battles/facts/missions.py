"""Facts about barrages and aircraft."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Linked
from sandtable.kernel.facts import UnitEvent
from sandtable.kernel.state import Side, State
from sandtable.rules.great_battles.words import Mark, Tally, Tie


class Planned(UnitEvent, frozen=True):
    """A mission is assigned for the day, in secret; its earlier assignment is over."""

    mission: str
    day: int
    at: Place | None = None
    turn: int = 0  # of a pre-planned one

    def apply(self, state: State) -> State:
        tallies = {Tally.DAY: self.day} | ({Tally.DUE: self.turn} if self.turn else {})
        marks, nobody = frozenset({self.mission}), frozenset[Side]()
        return state.put(replace(state.units[self.unit], place=self.at, marks=marks, tallies=tallies, known_to=nobody))

    def tell(self) -> str:
        where = f" at {self.at.x:g}, {self.at.y:g}" if self.at else ""
        return f"{self.unit} is {self.mission}{where}{f' for turn {self.turn}' * bool(self.turn)}"


class Called(UnitEvent, frozen=True):
    """A mission is on its way to a fixed point."""

    at: Place
    due: int  # the turn

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        tallies = {**unit.tallies, Tally.DUE: self.due}
        return state.put(replace(unit, place=self.at, marks=unit.marks | {Mark.CALLED}, tallies=tallies))

    def tell(self) -> str:
        return f"{self.unit} will come to {self.at.x:g}, {self.at.y:g} on turn {self.due}"


class Fell(UnitEvent, frozen=True):
    """A mission has come, and everybody sees it."""

    at: Place

    def apply(self, state: State) -> State:
        marks = frozenset({Mark.FALLING})
        return state.put(replace(state.units[self.unit], place=self.at, marks=marks, known_to=None))

    def tell(self) -> str:
        return f"{self.unit} comes to {self.at.x:g}, {self.at.y:g}"


class UsedUp(UnitEvent, frozen=True):
    """A mission is over, or fails; nobody is under it any more."""

    why: str
    for_good: bool = False  # it was for this day only

    def apply(self, state: State) -> State:
        units = {i: u.unlink(Tie.UNDER, to=self.unit) if u.links else u for i, u in state.units.items()}
        units[self.unit] = replace(units[self.unit], place=None, marks=frozenset({Mark.USED}), links=())
        return replace(state, units=units)

    def tell(self) -> str:
        return f"{self.unit} {self.why}: it is out of use{'' if self.for_good else ' until the next dawn'}"


class Picked(Linked, frozen=True):
    """An aircraft has picked its target."""

    def tell(self) -> str:
        return f"{self.unit} picks {self.to}"
