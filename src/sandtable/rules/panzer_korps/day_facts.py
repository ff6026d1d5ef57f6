"""What can happen to Force Groups, to the clock, and in the air."""

from msgspec.structs import replace

from sandtable.kernel.counting import added, told
from sandtable.kernel.events import Remarked, counted
from sandtable.kernel.facts import Event, UnitEvent
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.panzer_korps.words import Did, Kind, Mark, Tally, Tie


class Awaited(UnitEvent, frozen=True):
    """When a Force Group comes: a mark, and Day Segments to wait before it may roll."""

    mark: str
    waits: int
    how: str = ""
    tries: int = 0  # arrival rolls so far

    def change(self, unit: Unit) -> Unit:
        marks = unit.marks - {Mark.WAITING, Mark.DELAYED, Mark.KEEPS_OFF} | ({self.mark} if self.mark else set())
        return replace(unit, marks=marks, tallies={**unit.tallies, Tally.WAITS: self.waits, Tally.TRIES: self.tries})

    def tell(self) -> str:
        return f"{self.unit}: {self.how}" if self.how else ""


class Arrived(UnitEvent, frozen=True):
    """A Force Group is at the edge of the table and marches on in the next Tactical Turn."""

    zone: str

    def change(self, unit: Unit) -> Unit:
        return replace(unit, marks=unit.marks - {Mark.WAITING} | {self.zone})

    def tell(self) -> str:
        where = f"on the {self.zone} of the enemy" if self.zone.endswith("flank") else f"in the {self.zone} zone"
        return f"{self.unit} arrives and will enter {where}"


class LeftField(Remarked, frozen=True):
    """A formation goes off the table at night; it may come back with its Force Group."""

    fact = "loss"
    words = "{0.unit} leaves the field"
    takes = (Mark.SPOTTED, Mark.ENTRENCHED, Mark.OUT_OF_SUPPLY, Mark.PANICKED, Mark.GIVES_WAY)

    def change(self, unit: Unit) -> Unit:
        return replace(super().change(unit), place=None, tallies=counted(unit.tallies, Tally.DIGGING, None))


class InitiativeTaken(Event, frozen=True):
    """A side goes first in every turn of this Day Segment."""

    words = "{0.side} has the initiative"

    side: Side

    def apply(self, state: State) -> State:
        for side in state.sides:
            state = state.put(state.units[UnitId(side)].unlink(Tie.INITIATIVE))
        return state.put(state.units[UnitId(self.side)].link(Tie.INITIATIVE, UnitId(self.side)))


class TurnOver(Event, frozen=True):
    """What a Tactical Turn remembered is cleared: what formations did and saw, last known places, bursts."""

    def apply(self, state: State) -> State:
        bursts = [i for i, unit in state.units.items() if unit.kind == Kind.BURST]
        units = {i: fresh(unit) for i, unit in state.units.items() if i not in bursts}
        return state.relaid(bursts, units=units) if bursts else state.change(units=units)


def fresh(unit: Unit) -> Unit:
    unit = unit.unlink(Tie.SAW, Tie.BOMBARDED) if unit.links else unit
    if not unit.spent and Mark.WAS_SPOTTED not in unit.marks:
        return unit
    return replace(unit, spent=frozenset(), marks=unit.marks - {Mark.WAS_SPOTTED})


# ---- squadrons: never on the table; their marks, tallies and links tell everything


class MissionFlown(UnitEvent, frozen=True):
    """A squadron takes off: on patrol, or to strike a formation."""

    fact = "move"

    mission: str
    target: UnitId | None = None

    def change(self, unit: Unit) -> Unit:
        unit = unit.link(Tie.STRIKES, self.target) if self.target else unit
        return replace(unit, marks=unit.marks | {self.mission})

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

    fact = "loss"

    markers: int

    def change(self, unit: Unit) -> Unit:
        return added(unit, Tally.DAMAGE, self.markers)

    def tell(self) -> str:
        return f"{told(self.markers, 'AIR DAMAGE marker')} on {self.unit}"

    @property
    def tone(self) -> int:
        return -self.markers


class SquadronDestroyed(Remarked, frozen=True):
    fact = "loss"
    words = "that destroys {0.unit}"
    mood = -3
    puts = (Mark.LOST,)


class WentHome(Remarked, frozen=True):
    """A squadron leaves the sky before its mission is done."""

    words = "{0.unit} {0.how} and return to base"
    mood = -1
    puts = (Mark.ABORTED,)

    how: str


class SquadronLanded(Remarked, frozen=True):
    """The phase is over; a squadron flies once in a Day Segment."""

    puts = (Mark.FLOWN,)
    takes = (Mark.PATROL, Mark.STRIKE, Mark.ABORTED)

    def change(self, unit: Unit) -> Unit:
        unit = super().change(unit.unlink(Tie.STRIKES, Tie.DOGFIGHTS))
        return replace(unit, spent=unit.spent - {Did.UNDER_AA})


class SquadronRested(Remarked, frozen=True):
    """A squadron recovers and may fly again."""

    takes = (Mark.FLOWN,)

    markers: int

    def change(self, unit: Unit) -> Unit:
        return added(super().change(unit), Tally.DAMAGE, -self.markers)

    def tell(self) -> str:
        return f"{told(self.markers, 'AIR DAMAGE marker')} off {self.unit}" if self.markers else ""


class MissileLaunched(Remarked, frozen=True):
    """`unit` is the force."""

    fact = "fire"
    words = "{0.unit} launches a missile"
    puts = (Mark.LAUNCHED,)
    adds = ((Tally.MISSILES, -1),)
