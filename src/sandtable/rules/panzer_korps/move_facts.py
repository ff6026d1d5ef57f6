"""What can happen to formations that move."""

from msgspec.structs import replace

from sandtable.board.place import Place, Point
from sandtable.kernel.counting import told
from sandtable.kernel.events import Remarked, Removed, counted
from sandtable.kernel.facts import UnitEvent
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.kernel.whereabouts import Whereabouts
from sandtable.rules.panzer_korps.facts import SetUp
from sandtable.rules.panzer_korps.going import DOUBLE, NORMAL
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie


def gone(unit: Unit, to: Place, *did: str, column: bool) -> Unit:
    """A formation at another place or with another facing: it leaves its entrenchments, and its digging is lost."""
    marks = unit.marks - {Mark.ENTRENCHED, Mark.COLUMN} | ({Mark.COLUMN} if column else frozenset())
    tallies = counted(unit.tallies, Tally.DIGGING, None)
    return replace(unit, place=to, marks=marks, tallies=tallies, spent=unit.spent | {Did.MOVED, *did})


class Moved(UnitEvent, frozen=True):
    """A formation goes to a place by choice, turns where it stands or changes its state."""

    fact = "move"

    to: Place
    column: bool = False  # afterwards
    inches: float = 0.0
    how: str = ""
    via: tuple[Point, ...] = ()
    did: tuple[str, ...] = ()

    def change(self, unit: Unit) -> Unit:
        return gone(unit, self.to, *self.did, column=self.column)

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.tell()}, to {where.at(self.to)}" if self.inches else self.tell()

    def tell(self) -> str:
        if self.inches:
            return f"{self.unit} moves {told(self.inches, 'inch')}{f' {self.how}' if self.how else ''}"
        if self.how in (NORMAL, DOUBLE):
            return f"{self.unit} turns"
        return f"{self.unit} {'forms Transit Column' if self.column else 'deploys'} where it is"


class FellBack(UnitEvent, frozen=True):
    """A forced move."""

    fact = "move"

    to: Place
    inches: float
    flees: bool = False

    def change(self, unit: Unit) -> Unit:
        return gone(unit, self.to, Did.FLED if self.flees else Did.FELL_BACK, column=False)

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.tell()}, to {where.at(self.to)}"

    def tell(self) -> str:
        return f"{self.unit} {'flees' if self.flees else 'falls back'} {told(self.inches, 'inch')}"

    @property
    def tone(self) -> int:
        return -2 if self.flees else -1


class HeldUp(Remarked, frozen=True):
    """A formation has failed to leave a fire fight: it does not move in this turn."""

    words = "{0.unit} cannot disengage and stays"
    mood = -1
    did = (Did.HELD,)


class GroupPanicked(Remarked, frozen=True):
    """pk.decision.panic: a group panics in this turn and the next. `unit` is the group."""

    words = "{0.unit} panics for two turns"
    mood = -3
    puts = (Mark.PANICKING,)

    exposed: tuple[UnitId, ...]  # they fall back

    def apply(self, state: State) -> State:
        state = super().apply(state)
        for unit in map(state.units.__getitem__, self.exposed):
            state = state.put(replace(unit, marks=unit.marks | {Mark.GIVES_WAY}))
        return state


class Engaged(UnitEvent, frozen=True):
    """A formation has moved into contact with an enemy. What began between the two before is over."""

    words = "{0.unit} is in contact with {0.target}"

    target: UnitId

    def apply(self, state: State) -> State:
        unit, foe = state.units[self.unit].unlink(Tie.FIGHTS), state.units[self.target]
        return state.put(unit.link(Tie.FIGHTS, foe.id)).put(foe.unlink(Tie.FIGHTS, to=unit.id))


class Withdrawn(Removed, frozen=True):
    """A formation leaves the table over its own edge, and does not come back."""

    words = "{0.unit} withdraws over its own edge"
    puts = (Mark.WITHDRAWN,)


class Entered(SetUp, frozen=True):
    """A formation marches on over a table edge."""

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.unit} enters and moves to {where.at(self.to)}"

    def apply(self, state: State) -> State:
        state = super().apply(state)
        unit = state.units[self.unit]
        return state.put(replace(unit, spent=unit.spent | {Did.MOVED, Did.MARCHED}))


class GroupEntered(UnitEvent, frozen=True):
    """All of an arriving Force Group is on the table."""

    words = "{0.unit} is on the table"

    zone: str

    def change(self, unit: Unit) -> Unit:
        return replace(unit, marks=unit.marks - {self.zone})
