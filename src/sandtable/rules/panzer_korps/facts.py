"""What can happen. Each chapter adds its own here."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Removed
from sandtable.kernel.facts import Event, Fact, UnitEvent
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.words import ORDERS, Did, Mark, Tally, Tie


def added(unit: Unit, tally: str, by: int) -> Unit:
    tallies: Mapping[str, int] = {**unit.tallies, tally: unit.tallies.get(tally, 0) + by}
    return replace(unit, tallies=tallies)


def told(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# ---- setting up, orders, the day


class SetUp(UnitEvent, frozen=True):
    """A formation comes to the table. The first time, its side has had one formation more."""

    fact: ClassVar[Fact] = "move"

    to: Place
    column: bool = False

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        force = state.units[UnitId(unit.side)]
        had = added(force, Tally.HAD, int(Mark.PLACED not in unit.marks))
        marks = unit.marks - {Mark.COLUMN} | ({Mark.PLACED, Mark.COLUMN} if self.column else {Mark.PLACED})
        return state.put(replace(unit, place=self.to, marks=marks)).put(had)

    def tell(self) -> str:
        return f"{self.unit} sets up at {self.to.x:g}, {self.to.y:g}{' in Transit Column' if self.column else ''}"


class Entered(SetUp, frozen=True):
    """A formation marches on over a table edge."""

    def tell(self) -> str:
        return f"{self.unit} enters and moves to {self.to.x:g}, {self.to.y:g}"


class OrderGiven(UnitEvent, frozen=True):
    """A Force Group has another order."""

    order: str

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, marks=unit.marks.difference(ORDERS) | {self.order}))

    def tell(self) -> str:
        return f"{self.unit} is on {self.order}"


class LeaderAttached(UnitEvent, frozen=True):
    formation: UnitId

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], aboard=self.formation))

    def tell(self) -> str:
        return f"{self.unit} joins {self.formation}"


class InitiativeTaken(Event, frozen=True):
    """A side goes first in every turn of this Day Segment."""

    side: Side

    def apply(self, state: State) -> State:
        for side in state.sides:
            state = state.put(state.units[UnitId(side)].unlink(Tie.INITIATIVE))
        return state.put(state.units[UnitId(self.side)].link(Tie.INITIATIVE, UnitId(self.side)))

    def tell(self) -> str:
        return f"{self.side} has the initiative"


class SegmentBegun(Event, frozen=True):
    """The clock goes to a Day Segment of a day."""

    day: int
    number: int

    def apply(self, state: State) -> State:
        return state.change(tallies={**state.tallies, Tally.DAY: self.day, Tally.SEGMENT: self.number})


# ---- Disorder


class Disordered(UnitEvent, frozen=True):
    """Disorder markers on a formation."""

    fact: ClassVar[Fact] = "loss"

    markers: int

    def apply(self, state: State) -> State:
        unit = added(state.units[self.unit], Tally.DISORDER, self.markers)
        return state.put(replace(unit, spent=unit.spent | {Did.DISORDERED}))

    def tell(self) -> str:
        return f"{self.unit} takes {told(self.markers, 'Disorder marker')}"

    @property
    def tone(self) -> int:
        return -self.markers


class Recovered(UnitEvent, frozen=True):
    """Disorder markers come off."""

    markers: int

    def apply(self, state: State) -> State:
        return state.put(added(state.units[self.unit], Tally.DISORDER, -self.markers))

    def tell(self) -> str:
        return f"{self.unit} removes {told(self.markers, 'Disorder marker')}"

    @property
    def tone(self) -> int:
        return self.markers


class Dispersed(Removed, frozen=True):
    """A formation is lost for good, dispersed or forced to retire."""

    why: str = "dispersed"

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, place=None, marks=unit.marks | {Mark.LOST}))


class LeaderLost(UnitEvent, frozen=True):
    """A leader leaves the battle with his formation."""

    fact: ClassVar[Fact] = "loss"

    formation: UnitId

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, aboard=None, marks=unit.marks | {Mark.LOST}))

    def tell(self) -> str:
        return f"{self.unit} is lost with {self.formation}"

    @property
    def tone(self) -> int:
        return -2


class Captured(UnitEvent, frozen=True):
    """The equipment of a formation that was lost in a close assault."""

    formation: UnitId

    def apply(self, state: State) -> State:
        return state.put(added(state.units[self.unit], Tally.CAPTURED, 1))

    def tell(self) -> str:
        return f"{self.unit} captures the equipment of {self.formation}"

    @property
    def tone(self) -> int:
        return 1


# ---- spotting and fire


class Fired(UnitEvent, frozen=True):
    """A formation fires at another. The enemy may notice it until his next spotting step."""

    fact: ClassVar[Fact] = "fire"

    target: UnitId

    def apply(self, state: State) -> State:
        unit = state.units[self.unit].link(Tie.FIRED_AT, self.target)
        return state.put(replace(unit, spent=unit.spent | {Did.FIRED}, marks=unit.marks | {Mark.HAS_FIRED}))


# ---- moves


class Moved(UnitEvent, frozen=True):
    """A formation goes to a place, or turns where it stands."""

    fact: ClassVar[Fact] = "move"

    to: Place

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, place=self.to, spent=unit.spent | {Did.MOVED}))

    def tell(self) -> str:
        return f"{self.unit} moves to {self.to.x:g}, {self.to.y:g}"
