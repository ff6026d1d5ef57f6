"""What a fact is, and the fact that dice have been thrown."""

from typing import ClassVar, Literal

from msgspec import Struct

from sandtable.kernel.dice import Dicing, Shown
from sandtable.kernel.naming import sides_in, units_in
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.kernel.state import Side, State, Unit, UnitId

Knowers = frozenset[Side] | None  # None: everybody
Fact = Literal["roll", "move", "fire", "loss", "note", "turn", "win"]


class Event(Struct, frozen=True, tag=True, gc=False):
    """A rule set adds its own kinds where a plain one would make a poor sentence."""

    fact: ClassVar[Fact] = "note"  # what kind of line it makes in the log

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The units it is about; the first is the one that acts or suffers."""
        return units_in(self)

    @property
    def tone(self) -> int:
        """How good it is for the first unit it names; below 0: bad."""
        return 0

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides it is about, where it is not about units."""
        return sides_in(self)

    def apply(self, state: State) -> State:
        return state

    def tell(self) -> str:
        """One sentence for the log; empty for bookkeeping."""
        return ""

    def known_to(self, before: State, after: State) -> Knowers:
        """Who may read of it."""
        return None


class UnitEvent(Event, frozen=True):
    """A fact about one unit, known to those who know the unit."""

    unit: UnitId

    def known_to(self, before: State, after: State) -> Knowers:
        unit = after.units[self.unit]
        return None if unit.known_to is None else knowers(unit)


def knowers(unit: Unit) -> Knowers:
    return None if unit.known_to is None else unit.known_to | {unit.side}


# ---- dice


class Throw(Struct, frozen=True, gc=False):
    """What dice are thrown for."""

    kind: str  # what sort of throw: "to hit", "morale"
    words: str
    unit: UnitId | None = None  # who throws
    at: tuple[UnitId, ...] = ()  # at whom
    side: Side | None = None  # who throws, where no unit does
    dreaded: bool = False  # whoever throws hopes that the dice do not make their need

    @property
    def named(self) -> tuple[UnitId, ...]:
        """Who throws, and at whom."""
        return units_in(self)


class Rolled(Event, frozen=True):
    """Dice on the table. `adds` changes what they show, `need` is what they must come to."""

    fact: ClassVar[Fact] = "roll"

    throw: Throw
    reading: Dicing
    shown: Shown
    adds: tuple[Term, ...] = ()
    need: Reckoning | None = None
    by: Knowers = None  # who may see the throw

    @property
    def total(self) -> int:
        return self.reading.total(self.shown)

    @property
    def succeeded(self) -> bool | None:
        """Whether the dice made what was needed; None: nothing was."""
        return None if self.need is None else self.total > 0

    def tell(self) -> str:
        added = ", ".join(map(str, self.adds))
        parts = ["rolls", *map(str, self.shown), added, self.reading.comes_to(self.shown, self.adds)]
        sentence = f"{self.throw.words}: {' '.join(filter(None, parts))}"
        return f"{sentence}; {self.wanted}" if self.need else sentence

    @property
    def wanted(self) -> str:
        """What the dice had to come to, and why."""
        return f"{self.reading.says.format(self.need.total)} ({self.need.reasons})" if self.need else ""

    def known_to(self, before: State, after: State) -> Knowers:
        return self.by
