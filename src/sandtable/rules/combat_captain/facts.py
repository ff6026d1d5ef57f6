"""Facts of this game."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.counting import added, tallied, told
from sandtable.kernel.events import NotedAt, Remarked, Removed
from sandtable.kernel.facts import Event, UnitEvent
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.kernel.whereabouts import Whereabouts
from sandtable.rules.combat_captain.book import DICE
from sandtable.rules.combat_captain.words import Body, Did, Die, Mark, Tally, Tie

Places = tuple[tuple[UnitId, Place], ...]
UPROOTED = {Tally.COVER: 0, Tally.STILL: 0}  # of whoever leaves the place where it stood


class OfCompany(UnitEvent, frozen=True):
    """A fact about sub-units of a company; `unit` is the company. Of one alone it is told by its own name."""

    places: Places

    @property
    def who(self) -> UnitId:
        return self.unit if len(self.places) > 1 else self.places[0][0]


# ---- setting up


class Deployed(OfCompany, frozen=True):
    """A company stands on the table."""

    fact = "move"
    words = "{0.unit} takes up its position"

    aboard: tuple[tuple[UnitId, UnitId], ...] = ()  # who starts aboard whom

    def apply(self, state: State) -> State:
        body, carriers = state.units[self.unit], dict(self.aboard)
        placed = (put_down(state.units[i], place, carriers.get(i)) for i, place in self.places)
        return state.put_all([*placed, replace(body, marks=body.marks | {Mark.PLACED})])


def put_down(unit: Unit, place: Place, carrier: UnitId | None) -> Unit:
    unit = tallied(unit, UPROOTED) if carrier or unit.aboard else unit
    return replace(unit, place=None if carrier else place, aboard=carrier)


class LeaderNamed(UnitEvent, frozen=True):
    """`unit` is the company."""

    words = "{0.leader} leads {0.unit}"

    leader: UnitId

    def change(self, unit: Unit) -> Unit:
        return unit.unlink(Tie.LEADER).link(Tie.LEADER, self.leader)


# ---- the turn


class DiceGiven(Event, frozen=True):
    """Every company of a side has its dice for this player turn."""

    side: Side

    def apply(self, state: State) -> State:
        own = (unit for unit in state.units.values() if unit.side == self.side and unit.kind == Body.COMPANY)
        return state.put_all(tallied(unit, {Tally.DICE: DICE, Tally.FIRE_DICE: 0}) for unit in own)


class DiceSpent(UnitEvent, frozen=True):
    what: str
    dice: int

    def change(self, unit: Unit) -> Unit:
        fired = self.dice if self.what == Die.FIRE else 0
        return added(added(unit, Tally.DICE, -self.dice), Tally.FIRE_DICE, fired)

    def tell(self) -> str:
        if self.what == Die.PASS:
            return f"{self.unit} gives up {told(self.dice, 'die')}"
        return f"{self.unit} spends {told(self.dice, 'die')}: {self.what}"


class Rested(Event, frozen=True):
    """cc.fire.stationary-count: those of a side that did not move have stood still for one more turn."""

    side: Side

    def apply(self, state: State) -> State:
        own = (unit for unit in state.units.values() if unit.side == self.side and Tally.STILL in unit.tallies)
        return state.put_all(added(unit, Tally.STILL, 1) for unit in own if Did.MOVED not in unit.spent)


# ---- moving


class CompanyMoved(OfCompany, frozen=True):
    """They leave their cover and have not stood still."""

    fact = "move"
    inches: float
    how: str = "moves"

    def tell(self) -> str:
        return f"{self.who} {self.how} {told(self.inches, 'inch')}"

    def apply(self, state: State) -> State:
        return state.put_all(gone(state.units[i], place) for i, place in self.places)

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.tell()}, to {where.at(self.places[0][1])}"

    @property
    def units(self) -> tuple[UnitId, ...]:
        return self.unit, *(sub_unit for sub_unit, _ in self.places)


def gone(unit: Unit, place: Place | None, aboard: UnitId | None = None) -> Unit:
    """At another place, or aboard: cc.cover.lost, cc.fire.stationary-count."""
    unit = tallied(unit, UPROOTED)
    return replace(unit, place=place, aboard=aboard, spent=unit.spent | {Did.MOVED})


class Covered(OfCompany, frozen=True):
    """They have one level of cover more than they had, and each faces its own way."""

    words = "{0.who} seeks cover"
    mood = 1

    def apply(self, state: State) -> State:
        return state.put_all(replace(added(state.units[i], Tally.COVER, 1), place=place) for i, place in self.places)


class Mounted(UnitEvent, frozen=True):
    words = "{0.unit} mounts {0.carrier}"

    carrier: UnitId

    def change(self, unit: Unit) -> Unit:
        return gone(unit, None, self.carrier)


class Dismounted(UnitEvent, frozen=True):
    fact = "move"
    words = "{0.unit} dismounts"

    to: Place

    def change(self, unit: Unit) -> Unit:
        return gone(unit, self.to)


# ---- losses and morale


class MenLost(UnitEvent, frozen=True):
    fact = "loss"

    men: int

    def change(self, unit: Unit) -> Unit:
        return added(unit, Tally.MEN, -self.men)

    def tell(self) -> str:
        return f"{self.unit} loses {told(self.men, 'man')}"

    def plus(self, later: Event) -> Event | None:
        if isinstance(later, MenLost) and later.unit == self.unit:
            return MenLost(self.unit, self.men + later.men)
        return None

    @property
    def tone(self) -> int:
        return -self.men


class MenGiven(UnitEvent, frozen=True):
    """Casualties are consolidated: men go from one sub-unit to another."""

    to: UnitId
    men: int

    def apply(self, state: State) -> State:
        giver, taker = state.units[self.unit], state.units[self.to]
        return state.put_all((added(giver, Tally.MEN, -self.men), added(taker, Tally.MEN, self.men)))

    def tell(self) -> str:
        return f"{self.unit} gives {told(self.men, 'man')} to {self.to}"


class Eliminated(Removed, frozen=True):
    """Off the table for good."""

    def change(self, unit: Unit) -> Unit:
        unit = tallied(unit, {Tally.MEN: 0} if Tally.MEN in unit.tallies else {})
        return replace(unit, place=None, aboard=None, marks=unit.marks | {Mark.LOST})


class ChitTaken(Remarked, frozen=True):
    words = "{0.unit} takes a morale chit: {0.why}"
    mood = -2
    adds = ((Tally.CHITS, 1),)

    why: str


class Rallied(Remarked, frozen=True):
    """One chit less."""

    words = "{0.unit} rallies and removes a morale chit"
    mood = 2
    adds = ((Tally.CHITS, -1),)


class ShellFell(NotedAt, frozen=True):
    """What it touches is the rest of the sentence."""

    def tell_with(self, where: Whereabouts) -> str:
        return f"a shell falls at {where.at(self.at)}: {self.what}"


class RunsLow(Remarked, frozen=True):
    """`unit` is the force whose turn it is."""

    words = "{0.unit} is low on ammunition"
    puts = (Mark.LOW_AMMUNITION,)
    takes = (Mark.SHORT_NEXT,)


class PlaneLost(Remarked, frozen=True):
    """`unit` is the force whose plane it was."""

    fact = "loss"
    words = "{0.unit} loses a plane"
    mood = -2
    adds = ((Tally.PLANES, -1),)
