"""Facts of this game."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Removed
from sandtable.kernel.facts import Event, Fact, UnitEvent
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.combat_captain.book import DICE
from sandtable.rules.combat_captain.words import Did, Die, Mark, Tally, Tie
from sandtable.rules.combat_captain.words import Kind as Body

Places = tuple[tuple[UnitId, Place], ...]
UPROOTED = {Tally.COVER: 0, Tally.STILL: 0}  # of whoever leaves the place where it stood


def told(number: int, what: str) -> str:
    """1 die, 2 dice; 1 man, 2 men."""
    plurals = {"die": "dice", "man": "men"}
    return f"{number} {what if number == 1 else plurals.get(what, f'{what}s')}"


def tallied(unit: Unit, changes: Mapping[str, int]) -> Unit:
    return replace(unit, tallies={**unit.tallies, **changes})


def added(unit: Unit, tally: str, number: int) -> Unit:
    return tallied(unit, {tally: unit.tallies[tally] + number})


# ---- setting up


class Deployed(UnitEvent, frozen=True):
    """A company stands on the table."""

    fact: ClassVar[Fact] = "move"

    placed: Places
    aboard: tuple[tuple[UnitId, UnitId], ...] = ()  # who starts aboard whom

    def apply(self, state: State) -> State:
        units, carriers = dict(state.units), dict(self.aboard)
        for sub_unit, place in self.placed:
            carrier, unit = carriers.get(sub_unit), units[sub_unit]
            unit = tallied(unit, UPROOTED) if carrier or unit.aboard else unit
            units[sub_unit] = replace(unit, place=None if carrier else place, aboard=carrier)
        body = units[self.unit]
        units[self.unit] = replace(body, marks=body.marks | {Mark.PLACED})
        return replace(state, units=units)

    def tell(self) -> str:
        return f"{self.unit} takes up its position"


class LeaderNamed(UnitEvent, frozen=True):
    """`unit` is the company."""

    leader: UnitId

    def apply(self, state: State) -> State:
        body = state.units[self.unit].unlink(Tie.LEADER)
        return state.put(body.link(Tie.LEADER, self.leader))

    def tell(self) -> str:
        return f"{self.leader} leads {self.unit}"


# ---- the turn


class DiceGiven(Event, frozen=True):
    """Every company of a side has its dice for this player turn."""

    side: Side

    def apply(self, state: State) -> State:
        units = dict(state.units)
        for unit in state.units.values():
            if unit.side == self.side and unit.kind == Body.COMPANY:
                units[unit.id] = tallied(unit, {Tally.DICE: DICE, Tally.FIRE_DICE: 0})
        return state.change(units=units)


class DiceSpent(UnitEvent, frozen=True):
    what: str
    dice: int

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        fired = self.dice if self.what == Die.FIRE else 0
        return state.put(added(added(unit, Tally.DICE, -self.dice), Tally.FIRE_DICE, fired))

    def tell(self) -> str:
        if self.what == Die.PASS:
            return f"{self.unit} gives up {told(self.dice, 'die')}"
        return f"{self.unit} spends {told(self.dice, 'die')}: {self.what}"


class Rested(Event, frozen=True):
    """cc.fire.stationary-count: those of a side that did not move have stood still for one more turn."""

    side: Side

    def apply(self, state: State) -> State:
        units = dict(state.units)
        for unit in state.units.values():
            if unit.side == self.side and Tally.STILL in unit.tallies and Did.MOVED not in unit.spent:
                units[unit.id] = added(unit, Tally.STILL, 1)
        return state.change(units=units)


# ---- moving


class CompanyMoved(UnitEvent, frozen=True):
    """Sub-units of a company have moved. They leave their cover and have not stood still."""

    fact: ClassVar[Fact] = "move"

    moved: Places
    inches: float
    how: str = "moves"

    def apply(self, state: State) -> State:
        units = dict(state.units)
        for sub_unit, place in self.moved:
            units[sub_unit] = gone(units[sub_unit], place)
        return replace(state, units=units)

    def tell(self) -> str:
        who = self.unit if len(self.moved) > 1 else self.moved[0][0]
        return f"{who} {self.how} {self.inches:g} inches"

    @property
    def units(self) -> tuple[UnitId, ...]:
        return self.unit, *(sub_unit for sub_unit, _ in self.moved)


def gone(unit: Unit, place: Place | None, aboard: UnitId | None = None) -> Unit:
    """At another place, or aboard: cc.cover.lost, cc.fire.stationary-count."""
    unit = tallied(unit, UPROOTED)
    return replace(unit, place=place, aboard=aboard, spent=unit.spent | {Did.MOVED})


class Covered(UnitEvent, frozen=True):
    """Sub-units of a company have taken cover, one level more than they had. `unit` is the company."""

    taken: Places  # with the way each of them faces

    def apply(self, state: State) -> State:
        units = dict(state.units)
        for sub_unit, place in self.taken:
            units[sub_unit] = replace(added(units[sub_unit], Tally.COVER, 1), place=place)
        return replace(state, units=units)

    def tell(self) -> str:
        who = self.unit if len(self.taken) > 1 else self.taken[0][0]
        return f"{who} seeks cover"

    @property
    def tone(self) -> int:
        return 1


class Mounted(UnitEvent, frozen=True):
    carrier: UnitId

    def apply(self, state: State) -> State:
        return state.put(gone(state.units[self.unit], None, self.carrier))

    def tell(self) -> str:
        return f"{self.unit} mounts {self.carrier}"


class Dismounted(UnitEvent, frozen=True):
    fact: ClassVar[Fact] = "move"

    to: Place

    def apply(self, state: State) -> State:
        return state.put(gone(state.units[self.unit], self.to))

    def tell(self) -> str:
        return f"{self.unit} dismounts"


# ---- losses and morale


class MenLost(UnitEvent, frozen=True):
    fact: ClassVar[Fact] = "loss"

    men: int

    def apply(self, state: State) -> State:
        return state.put(added(state.units[self.unit], Tally.MEN, -self.men))

    def tell(self) -> str:
        return f"{self.unit} loses {told(self.men, 'man')}"

    @property
    def tone(self) -> int:
        return -self.men


class MenGiven(UnitEvent, frozen=True):
    """Casualties are consolidated: men go from one sub-unit to another."""

    to: UnitId
    men: int

    def apply(self, state: State) -> State:
        state = state.put(added(state.units[self.unit], Tally.MEN, -self.men))
        return state.put(added(state.units[self.to], Tally.MEN, self.men))

    def tell(self) -> str:
        return f"{self.unit} gives {told(self.men, 'man')} to {self.to}"


class Eliminated(Removed, frozen=True):
    """Off the table for good."""

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        unit = tallied(unit, {Tally.MEN: 0} if Tally.MEN in unit.tallies else {})
        return state.put(replace(unit, place=None, aboard=None, marks=unit.marks | {Mark.LOST}))


class LossFelt(UnitEvent, frozen=True):
    """A company has lost sub-units in the event that is under way. `unit` is the company."""

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, marks=unit.marks | {Mark.BEREFT}))


class LossOver(UnitEvent, frozen=True):
    """The event is over."""

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, marks=unit.marks - {Mark.BEREFT}))


class ChitTaken(UnitEvent, frozen=True):
    why: str

    def apply(self, state: State) -> State:
        return state.put(added(state.units[self.unit], Tally.CHITS, 1))

    def tell(self) -> str:
        return f"{self.unit} takes a morale chit: {self.why}"

    @property
    def tone(self) -> int:
        return -2


class Rallied(UnitEvent, frozen=True):
    """One chit less."""

    def apply(self, state: State) -> State:
        return state.put(added(state.units[self.unit], Tally.CHITS, -1))

    def tell(self) -> str:
        return f"{self.unit} rallies and removes a morale chit"

    @property
    def tone(self) -> int:
        return 2


class PlaneLost(UnitEvent, frozen=True):
    """`unit` is the force whose plane it was."""

    fact: ClassVar[Fact] = "loss"

    def apply(self, state: State) -> State:
        return state.put(added(state.units[self.unit], Tally.PLANES, -1))

    def tell(self) -> str:
        return f"{self.unit} loses a plane"

    @property
    def tone(self) -> int:
        return -2
