"""Facts about barrages and aircraft."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Linked
from sandtable.kernel.facts import Placed, UnitEvent
from sandtable.kernel.state import State, Unit
from sandtable.kernel.whereabouts import Whereabouts
from sandtable.rules.great_battles.words import Mark, Tally, Tie


class Planned(UnitEvent, Placed, frozen=True):
    """A mission is assigned for the day, in secret; its earlier assignment is over."""

    mission: str
    day: int
    at: Place | None = None
    turn: int = 0  # of a pre-planned one

    def change(self, unit: Unit) -> Unit:
        tallies = {Tally.DAY: self.day} | ({Tally.DUE: self.turn} if self.turn else {})
        return replace(unit, place=self.at, marks=frozenset({self.mission}), tallies=tallies, known_to=frozenset())

    def tell_with(self, where: Whereabouts) -> str:
        at = f" at {where.at(self.at)}" if self.at else ""
        return f"{self.unit} is {self.mission}{at}{f' for turn {self.turn}' * bool(self.turn)}"


class Called(UnitEvent, Placed, frozen=True):
    """A mission is on its way to a fixed point."""

    at: Place
    due: int  # the turn

    def change(self, unit: Unit) -> Unit:
        tallies = {**unit.tallies, Tally.DUE: self.due}
        return replace(unit, place=self.at, marks=unit.marks | {Mark.CALLED}, tallies=tallies)

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.unit} will come to {where.at(self.at)} on turn {self.due}"


class Fell(UnitEvent, Placed, frozen=True):
    """A mission has come, and everybody sees it."""

    at: Place

    def change(self, unit: Unit) -> Unit:
        return replace(unit, place=self.at, marks=frozenset({Mark.FALLING}), known_to=None)

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.unit} comes to {where.at(self.at)}"


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
