"""Facts about barrages and aircraft."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Linked
from sandtable.kernel.facts import UnitEvent
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.words import Mark, Tally, Tie


class Planned(UnitEvent, frozen=True):
    """A mission is assigned for the day, in secret; its earlier assignment is over."""

    mission: str
    day: int
    at: Place | None = None
    turn: int = 0  # of a pre-planned one

    def change(self, unit: Unit) -> Unit:
        tallies = {Tally.DAY: self.day} | ({Tally.DUE: self.turn} if self.turn else {})
        return replace(unit, place=self.at, marks=frozenset({self.mission}), tallies=tallies, known_to=frozenset())

    def tell(self) -> str:
        where = f" at {self.at.x:g}, {self.at.y:g}" if self.at else ""
        return f"{self.unit} is {self.mission}{where}{f' for turn {self.turn}' * bool(self.turn)}"


class Called(UnitEvent, frozen=True):
    """A mission is on its way to a fixed point."""

    words = "{0.unit} will come to {0.at.x:g}, {0.at.y:g} on turn {0.due}"

    at: Place
    due: int  # the turn

    def change(self, unit: Unit) -> Unit:
        tallies = {**unit.tallies, Tally.DUE: self.due}
        return replace(unit, place=self.at, marks=unit.marks | {Mark.CALLED}, tallies=tallies)


class Fell(UnitEvent, frozen=True):
    """A mission has come, and everybody sees it."""

    words = "{0.unit} comes to {0.at.x:g}, {0.at.y:g}"

    at: Place

    def change(self, unit: Unit) -> Unit:
        return replace(unit, place=self.at, marks=frozenset({Mark.FALLING}), known_to=None)


class UsedUp(UnitEvent, frozen=True):
    """A mission is over, or fails; nobody is under it any more."""

    why: str
    for_good: bool = False  # it was for this day only

    def apply(self, state: State) -> State:
        units = {i: u.unlink(Tie.UNDER, to=self.unit) if u.links else u for i, u in state.units.items()}
        units[self.unit] = replace(units[self.unit], place=None, marks=frozenset({Mark.USED}), links=())
        return state.put_all(units.values())

    def tell(self) -> str:
        return f"{self.unit} {self.why}: it is out of use{'' if self.for_good else ' until the next dawn'}"


class Picked(Linked, frozen=True):
    """An aircraft has picked its target."""

    words = "{0.unit} picks {0.to}"
