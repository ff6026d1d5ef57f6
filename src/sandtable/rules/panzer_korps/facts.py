"""What can happen. Each chapter adds its own here."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.counting import added, told
from sandtable.kernel.events import GroundChanged, Remarked, Removed, counted
from sandtable.kernel.facts import Event, Placed, UnitEvent
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.kernel.whereabouts import Whereabouts
from sandtable.rules.panzer_korps.book import SEGMENTS
from sandtable.rules.panzer_korps.words import ORDERS, Did, Mark, Tally, Tie

# ---- setting up, orders, the day


class FeatureLaid(GroundChanged, frozen=True):
    """A feature of the battlefield; a town has several pieces."""

    name: str = ""


class SetUp(UnitEvent, Placed, frozen=True):
    """A formation comes to the table. The first time, its side has had one formation more."""

    fact = "move"

    to: Place
    column: bool = False

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.unit} sets up {'in Transit Column' if self.column else 'deployed'} at {where.at(self.to)}"

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        force = state.units[UnitId(unit.side)]
        had = added(force, Tally.HAD, int(Mark.PLACED not in unit.marks))
        marks = unit.marks - {Mark.COLUMN} | ({Mark.PLACED, Mark.COLUMN} if self.column else {Mark.PLACED})
        return state.put(replace(unit, place=self.to, marks=marks)).put(had)


class OrderGiven(UnitEvent, frozen=True):
    """A Force Group has another order."""

    words = "{0.unit} is on {0.order}"
    mood = 1

    order: str

    def change(self, unit: Unit) -> Unit:
        return replace(unit, marks=unit.marks.difference(ORDERS) | {self.order})


class LeaderAttached(UnitEvent, frozen=True):
    words = "{0.unit} joins {0.formation}"

    formation: UnitId

    def change(self, unit: Unit) -> Unit:
        return replace(unit, aboard=self.formation)


# ---- Disorder


class Disordered(Remarked, frozen=True):
    """Disorder markers on a formation."""

    fact = "loss"
    did = (Did.DISORDERED,)

    markers: int

    def change(self, unit: Unit) -> Unit:
        return added(super().change(unit), Tally.DISORDER, self.markers)

    def tell(self) -> str:
        return f"{self.unit} takes {told(self.markers, 'Disorder marker')}"

    @property
    def tone(self) -> int:
        return -self.markers


class Recovered(UnitEvent, frozen=True):
    """Disorder markers come off."""

    markers: int
    because: tuple[Term, ...] = ()

    def change(self, unit: Unit) -> Unit:
        return added(unit, Tally.DISORDER, -self.markers)

    def tell(self) -> str:
        why = f" ({', '.join(f'{one.value:+d} {one.label}' for one in self.because)})" if self.because else ""
        return f"{self.unit} removes {told(self.markers, 'Disorder marker')}{why}"

    @property
    def tone(self) -> int:
        return self.markers


class Dispersed(Removed, frozen=True):
    """A formation is lost for good, dispersed or forced to retire."""

    puts = (Mark.LOST,)

    why: str = "dispersed"


class LeaderLost(UnitEvent, frozen=True):
    """A leader leaves the battle with his formation."""

    fact = "loss"
    words = "{0.unit} is lost with {0.formation}"
    mood = -2

    formation: UnitId

    def change(self, unit: Unit) -> Unit:
        return replace(unit, aboard=None, marks=unit.marks | {Mark.LOST})


class Captured(Remarked, frozen=True):
    """The equipment of a formation that was lost in a close assault."""

    words = "{0.unit} captures the equipment of {0.formation}"
    mood = 1
    adds = ((Tally.CAPTURED, 1),)

    formation: UnitId


# ---- spotting and fire


class Spotted(UnitEvent, frozen=True):
    """A formation becomes known to the other side."""

    words = "{0.unit} is spotted"
    mood = -1

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        tallies = {**unit.tallies, Tally.SPOTTED: segments_so_far(state)}
        marks, spent = unit.marks | {Mark.SPOTTED}, unit.spent | {Did.FOUND}
        return state.put(replace(unit, marks=marks, spent=spent, tallies=tallies))


def segments_so_far(state: State) -> int:
    """A number for each Day Segment of the battle."""
    return state.tallies[Tally.DAY] * len(SEGMENTS) + state.tallies[Tally.SEGMENT]


class Surprised(Remarked, frozen=True):
    """For the rest of the turn."""

    words = "{0.unit} is surprised"
    mood = -1
    did = (Did.SURPRISED,)


class LostFromSight(Remarked, frozen=True):
    """No enemy sees a formation any more, but they know where it was."""

    words = "{0.unit} is lost from sight"
    mood = 1
    puts = (Mark.WAS_SPOTTED,)
    takes = (Mark.SPOTTED,)


class Shelled(UnitEvent, frozen=True):
    """A formation is under artillery fire."""

    fact = "fire"
    words = "{0.unit} is under the fire of {0.by}"

    by: UnitId

    def apply(self, state: State) -> State:
        unit, battery = state.units[self.unit], state.units[self.by].link(Tie.BOMBARDED, self.unit)
        return state.put(battery).put(replace(unit, spent=unit.spent | {Did.SHELLED}))


class Bombarded(Remarked, frozen=True):
    """A battery fires. The enemy may notice it until his next spotting step."""

    fact = "fire"
    puts = (Mark.HAS_FIRED,)
    did = (Did.BOMBARDED,)


class LookedAround(Event, frozen=True):
    """A side has looked for the enemy: it forgets who has fired so far, and begins its own fire."""

    side: Side

    def apply(self, state: State) -> State:
        units = dict(state.units)
        for i, unit in units.items():
            if unit.side == self.side and unit.links:
                units[i] = unit.unlink(Tie.FIRED_AT)
            elif unit.side != self.side and Mark.HAS_FIRED in unit.marks:
                units[i] = replace(unit, marks=unit.marks - {Mark.HAS_FIRED})
        return state.change(units=units)


class Fired(Remarked, frozen=True):
    """A formation fires at another. The enemy may notice it until his next spotting step."""

    fact = "fire"
    puts = (Mark.HAS_FIRED,)
    did = (Did.FIRED,)

    target: UnitId

    def change(self, unit: Unit) -> Unit:
        return super().change(unit).link(Tie.FIRED_AT, self.target)


# ---- close assault and morale


class SawFlight(UnitEvent, frozen=True):
    """A formation has seen an enemy panic or fall back."""

    enemy: UnitId

    def change(self, unit: Unit) -> Unit:
        return unit.link(Tie.SAW, self.enemy)


class Fought(Event, frozen=True):
    """Formations fight a close assault: they deploy, and what they were digging is lost."""

    formations: tuple[UnitId, ...]

    def apply(self, state: State) -> State:
        for unit in map(state.units.__getitem__, self.formations):
            tallies = counted(unit.tallies, Tally.DIGGING, None)
            state = state.put(replace(unit, marks=unit.marks - {Mark.COLUMN}, tallies=tallies))
        return state


class CombatOver(Event, frozen=True):
    """A combat of the Close Combat phase has been fought."""

    formations: tuple[UnitId, ...]

    def apply(self, state: State) -> State:
        for unit in map(state.units.__getitem__, self.formations):
            state = state.put(replace(unit.unlink(Tie.FIGHTS), spent=unit.spent | {Did.FOUGHT}))
        return state


class Beaten(Remarked, frozen=True):
    """A formation has lost a close assault."""

    fact = "loss"
    words = "{0.unit} is beaten"
    mood = -2
    did = (Did.BEATEN,)


class Panicked(Remarked, frozen=True):
    """A formation panics until the end of the next turn, and gets a red marker."""

    fact = "loss"
    words = "{0.unit} panics"
    mood = -3
    puts = (Mark.PANICKED,)
    did = (Did.FLED,)
    adds = ((Tally.PANICS, 1),)
