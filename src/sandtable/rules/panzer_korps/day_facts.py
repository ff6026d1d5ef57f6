"""What can happen to Force Groups and to the clock."""

from typing import ClassVar

from msgspec.structs import replace

from sandtable.kernel.facts import Event, Fact, UnitEvent
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.words import Kind, Mark, Tally, Tie


class Awaited(UnitEvent, frozen=True):
    """When a Force Group comes: a mark, and Day Segments to wait before it may roll."""

    mark: str
    waits: int
    how: str = ""
    tries: int = 0  # arrival rolls so far

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        marks = unit.marks - {Mark.WAITING, Mark.DELAYED, Mark.KEEPS_OFF} | ({self.mark} if self.mark else set())
        tallies = {**unit.tallies, Tally.WAITS: self.waits, Tally.TRIES: self.tries}
        return state.put(replace(unit, marks=marks, tallies=tallies))

    def tell(self) -> str:
        return f"{self.unit}: {self.how}" if self.how else ""


class Arrived(UnitEvent, frozen=True):
    """A Force Group is at the edge of the table and marches on in the next Tactical Turn."""

    zone: str

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, marks=unit.marks - {Mark.WAITING} | {self.zone}))

    def tell(self) -> str:
        where = f"on the {self.zone} of the enemy" if self.zone.endswith("flank") else f"in the {self.zone} zone"
        return f"{self.unit} arrives and will enter {where}"


class LeftField(UnitEvent, frozen=True):
    """A formation goes off the table at night; it may come back with its Force Group."""

    fact: ClassVar[Fact] = "loss"
    words = "{0.unit} leaves the field"

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        marks = unit.marks - {Mark.SPOTTED, Mark.ENTRENCHED, Mark.OUT_OF_SUPPLY}
        tallies = {name: count for name, count in unit.tallies.items() if name != Tally.DIGGING}
        return state.put(replace(unit, place=None, marks=marks, tallies=tallies))


class InitiativeTaken(Event, frozen=True):
    """A side goes first in every turn of this Day Segment."""

    words = "{0.side} has the initiative"

    side: Side

    def apply(self, state: State) -> State:
        for side in state.sides:
            state = state.put(state.units[UnitId(side)].unlink(Tie.INITIATIVE))
        return state.put(state.units[UnitId(self.side)].link(Tie.INITIATIVE, UnitId(self.side)))


class SegmentBegun(Event, frozen=True):
    """The clock goes to a Day Segment of a day."""

    day: int
    number: int

    def apply(self, state: State) -> State:
        return state.change(tallies={**state.tallies, Tally.DAY: self.day, Tally.SEGMENT: self.number})


class TurnOver(Event, frozen=True):
    """What a Tactical Turn remembered is cleared: what formations did and saw, last known places, bursts."""

    def apply(self, state: State) -> State:
        kept = {i: unit for i, unit in state.units.items() if unit.kind != Kind.BURST}
        return replace(state, units={i: fresh(unit) for i, unit in kept.items()})


def fresh(unit: Unit) -> Unit:
    unit = unit.unlink(Tie.SAW, Tie.BOMBARDED) if unit.links else unit
    if not unit.spent and Mark.WAS_SPOTTED not in unit.marks:
        return unit
    return replace(unit, spent=frozenset(), marks=unit.marks - {Mark.WAS_SPOTTED})
