"""What can happen in the air. Squadrons are never on the table: their marks, tallies and links tell everything."""

from typing import ClassVar

from msgspec.structs import replace

from sandtable.kernel.events import Remarked
from sandtable.kernel.facts import Fact, UnitEvent
from sandtable.kernel.state import State, UnitId
from sandtable.rules.panzer_korps.facts import added, told
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie


class MissionFlown(UnitEvent, frozen=True):
    """A squadron takes off: on patrol, or to strike a formation."""

    fact: ClassVar[Fact] = "move"

    mission: str
    target: UnitId | None = None

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        unit = unit.link(Tie.STRIKES, self.target) if self.target else unit
        return state.put(replace(unit, marks=unit.marks | {self.mission}))

    def tell(self) -> str:
        return f"{self.unit} will strike {self.target}" if self.target else f"{self.unit} will patrol"


class Met(UnitEvent, frozen=True):
    """Two squadrons begin a dogfight."""

    words = "{0.unit} and {0.enemy} meet"

    enemy: UnitId

    def apply(self, state: State) -> State:
        one, other = state.units[self.unit], state.units[self.enemy]
        return state.put(one.link(Tie.DOGFIGHTS, other.id)).put(other.link(Tie.DOGFIGHTS, one.id))


class AirDamaged(UnitEvent, frozen=True):
    """AIR DAMAGE markers on a squadron."""

    fact: ClassVar[Fact] = "loss"

    markers: int

    def apply(self, state: State) -> State:
        return state.put(added(state.units[self.unit], Tally.DAMAGE, self.markers))

    def tell(self) -> str:
        return f"{told(self.markers, 'AIR DAMAGE marker')} on {self.unit}"

    @property
    def tone(self) -> int:
        return -self.markers


class SquadronDestroyed(Remarked, frozen=True):
    fact: ClassVar[Fact] = "loss"
    words = "that destroys {0.unit}"
    mood = -3
    puts = (Mark.LOST,)


class WentHome(Remarked, frozen=True):
    """A squadron leaves the sky before its mission is done."""

    words = "{0.unit} {0.how} and return to base"
    mood = -1
    puts = (Mark.ABORTED,)

    how: str


class SquadronLanded(UnitEvent, frozen=True):
    """The phase is over; a squadron flies once in a Day Segment."""

    def apply(self, state: State) -> State:
        unit = state.units[self.unit].unlink(Tie.STRIKES, Tie.DOGFIGHTS)
        marks = unit.marks - {Mark.PATROL, Mark.STRIKE, Mark.ABORTED} | {Mark.FLOWN}
        return state.put(replace(unit, marks=marks, spent=unit.spent - {Did.UNDER_AA}))


class SquadronRested(UnitEvent, frozen=True):
    """A squadron recovers and may fly again."""

    markers: int

    def apply(self, state: State) -> State:
        unit = added(state.units[self.unit], Tally.DAMAGE, -self.markers)
        return state.put(replace(unit, marks=unit.marks - {Mark.FLOWN}))

    def tell(self) -> str:
        return f"{told(self.markers, 'AIR DAMAGE marker')} off {self.unit}" if self.markers else ""


class MissileLaunched(UnitEvent, frozen=True):
    """`unit` is the force."""

    fact: ClassVar[Fact] = "fire"
    words = "{0.unit} launches a missile"

    def apply(self, state: State) -> State:
        force = added(state.units[self.unit], Tally.MISSILES, -1)
        return state.put(replace(force, marks=force.marks | {Mark.LAUNCHED}))
