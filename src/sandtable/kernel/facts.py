"""The base class of facts, and the fact of a throw."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from msgspec import Struct

from sandtable.board.place import Point
from sandtable.kernel.dice import Dicing, Shown
from sandtable.kernel.naming import sides_in, units_in
from sandtable.kernel.reckoning import Reckoning, Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.kernel.whereabouts import NUMBERS, Whereabouts

Knowers = frozenset[Side] | None  # None: everybody
Fact = Literal["roll", "move", "fire", "loss", "note", "turn", "win"]


class Event(Struct, frozen=True, tag=True, gc=False):
    """A fact. A rule set adds its own kinds if a plain one would make a poor sentence."""

    fact: ClassVar[Fact] = "note"  # the kind of its line in the log
    mood: ClassVar[int] = 0  # how good it is for the first unit; below 0: bad
    words: ClassVar[str] = ""  # its sentence, with its fields in braces: "{0.unit} stands down"

    @property
    def units(self) -> tuple[UnitId, ...]:
        """The units it is about. The first one acts or suffers."""
        return units_in(self)

    @property
    def via(self) -> tuple[Point, ...]:
        """The points through which its first unit goes, if it does not go straight."""
        return ()

    @property
    def tone(self) -> int:
        """Its mood, where a fact of this kind is not always as good or bad."""
        return self.mood

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides it is about, if it is not about units."""
        return sides_in(self)

    def apply(self, state: State) -> State:
        return state

    def tell(self) -> str:
        """One sentence for the log; empty for bookkeeping."""
        return self.words.format(self)

    def tell_with(self, where: Whereabouts) -> str:
        """The same sentence, with its places told so."""
        return self.tell()

    def plus(self, later: "Event") -> "Event | None":
        """The two as one fact, if one sentence can tell both: two losses of a unit are a greater loss."""
        return None

    def known_to(self, before: State, after: State) -> Knowers:
        """The sides that may read it."""
        return None


def gathered(facts: Iterable[Event]) -> tuple[Event, ...]:
    """The facts in order. Those that one sentence can tell are one fact."""
    found: list[Event] = []
    open_to_more: list[int] = []
    for fact in facts:
        for number in open_to_more:
            if both := found[number].plus(fact):
                found[number] = both
                break
        else:
            if type(fact).plus is not Event.plus:
                open_to_more.append(len(found))
            found.append(fact)
    return tuple(found)


class UnitEvent(Event, frozen=True):
    """A fact about one unit. The sides that know the unit may read it."""

    unit: UnitId

    def change(self, unit: Unit) -> Unit:
        """The unit afterwards, if nothing else changes."""
        return unit

    def apply(self, state: State) -> State:
        return state.put(self.change(state.units[self.unit]))

    def known_to(self, before: State, after: State) -> Knowers:
        return knowers(after.units[self.unit])


class Placed(Event, frozen=True):
    """A fact that speaks of a place. `tell_with` says how; in the plain sentence the place stands in numbers."""

    def tell(self) -> str:
        return self.tell_with(NUMBERS)


def knowers(unit: Unit) -> Knowers:
    return None if unit.known_to is None else unit.known_to | {unit.side}


# ---- dice


class Throw(Struct, frozen=True, gc=False):
    """The purpose of a throw."""

    kind: str  # the sort of throw: "to hit", "morale"
    words: str
    unit: UnitId | None = None  # the unit that throws
    at: tuple[UnitId, ...] = ()  # its targets
    side: Side | None = None  # the side that throws, if no unit does
    dreaded: bool = False  # the thrower hopes to miss the need

    @property
    def named(self) -> tuple[UnitId, ...]:
        """The unit that throws, and its targets."""
        return units_in(self)


class Rolled(Event, frozen=True):
    """Dice were thrown. `adds` modifies them, `need` is the score that they must make."""

    fact = "roll"

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
        """Whether the dice made their need; None if there was none."""
        return None if self.need is None else self.total > 0

    def tell(self) -> str:
        added = ", ".join(map(str, self.adds))
        parts = ["rolls", *map(str, self.shown), added, self.reading.comes_to(self.shown, self.adds)]
        sentence = f"{self.throw.words}: {' '.join(filter(None, parts))}"
        return f"{sentence}; {self.wanted}" if self.need else sentence

    @property
    def wanted(self) -> str:
        """The score that the dice had to make, and why."""
        return f"{self.reading.says.format(self.need.total)} ({self.need.reasons})" if self.need else ""

    def known_to(self, before: State, after: State) -> Knowers:
        return self.by
