"""What can happen. Each chapter adds its own here."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Removed
from sandtable.kernel.facts import Fact, UnitEvent
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie


def added(unit: Unit, tally: str, by: int) -> Unit:
    tallies: Mapping[str, int] = {**unit.tallies, tally: unit.tallies.get(tally, 0) + by}
    return replace(unit, tallies=tallies)


def told(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


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
