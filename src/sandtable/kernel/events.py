"""Facts, the only way a state changes. Each applies itself and can be told in one sentence."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.dice import Reading, Shown
from sandtable.kernel.naming import sides_in, units_in
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.state import Pile, Side, State, Step, Unit, UnitId

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
    reading: Reading
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
        sentence = f"{self.throw.words}: rolls {' '.join(map(str, self.shown))}"
        if self.adds:
            sentence += f" {', '.join(map(str, self.adds))}"
            if len(self.shown) == 1:
                sentence += f" = {self.shown[0] + sum(term.value for term in self.adds)}"
        if self.need is None:
            return sentence
        return f"{sentence}; {self.wanted}"

    @property
    def wanted(self) -> str:
        """What the dice had to come to, and why."""
        return f"{self.reading.says.format(self.need.total)} ({self.need.reasons})" if self.need else ""

    def known_to(self, before: State, after: State) -> Knowers:
        return self.by


# ---- models


class Moved(UnitEvent, frozen=True):
    fact: ClassVar[Fact] = "move"

    to: Place

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], place=self.to))

    def tell(self) -> str:
        return f"{self.unit} moves to {self.to.x:g}, {self.to.y:g}"


class Removed(UnitEvent, frozen=True):
    fact: ClassVar[Fact] = "loss"

    why: str = "removed"

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], place=None, aboard=None))

    def tell(self) -> str:
        return f"{self.unit} is {self.why}"

    @property
    def tone(self) -> int:
        return -3


class Added(Event, frozen=True):
    """A new marker or model."""

    unit: Unit

    def apply(self, state: State) -> State:
        return state.put(self.unit)

    def known_to(self, before: State, after: State) -> Knowers:
        return knowers(self.unit)


class Discarded(UnitEvent, frozen=True):
    """A marker that is of no further use is taken away for good."""

    def apply(self, state: State) -> State:
        return replace(state, units={i: unit for i, unit in state.units.items() if i != self.unit})

    def known_to(self, before: State, after: State) -> Knowers:
        return knowers(before.units[self.unit])


class Joined(UnitEvent, frozen=True):
    """Part of another body from now on, or of none."""

    body: UnitId | None

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], part_of=self.body))


class Held(UnitEvent, frozen=True):
    """An objective changes hands."""

    fact: ClassVar[Fact] = "move"

    side: Side

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], side=self.side))

    def tell(self) -> str:
        named = self.unit[0].isupper() or self.unit.startswith("the ")
        return f"{self.side} takes {'' if named else 'the '}{self.unit}"


class Boarded(UnitEvent, frozen=True):
    """Aboard, and where its carrier is from now on."""

    carrier: UnitId

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], aboard=self.carrier, place=None))

    def tell(self) -> str:
        return f"{self.unit} is aboard {self.carrier}"


class Carried(UnitEvent, frozen=True):
    """Aboard something from now on, or aboard nothing; where it stands does not change."""

    carrier: UnitId | None

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], aboard=self.carrier))


class Marked(UnitEvent, frozen=True):
    mark: str

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, marks=unit.marks | {self.mark}))

    def tell(self) -> str:
        return f"{self.unit} is {self.mark}"


class Unmarked(UnitEvent, frozen=True):
    mark: str

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, marks=unit.marks - {self.mark}))

    def tell(self) -> str:
        return f"{self.unit} is no longer {self.mark}"


class Linked(UnitEvent, frozen=True):
    """It has something to do with another unit from now on."""

    kind: str
    to: UnitId

    def apply(self, state: State) -> State:
        return state.put(state.units[self.unit].link(self.kind, self.to))

    def tell(self) -> str:
        return f"{self.unit} is {self.kind} {self.to}"


class Unlinked(UnitEvent, frozen=True):
    kind: str
    to: UnitId

    def apply(self, state: State) -> State:
        return state.put(state.units[self.unit].unlink(self.kind, to=self.to))

    def tell(self) -> str:
        return f"{self.unit} is no longer {self.kind} {self.to}"


class Spent(UnitEvent, frozen=True):
    """It has done this, this turn."""

    action: str

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, spent=unit.spent | {self.action}))


class Refreshed(Event, frozen=True):
    """A new turn: nobody has done anything yet."""

    def apply(self, state: State) -> State:
        fresh = {i: replace(u, spent=frozenset()) if u.spent else u for i, u in state.units.items()}
        return state.change(units=fresh)


class Tallied(UnitEvent, frozen=True):
    tally: str
    value: int | None  # None: taken off

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        return state.put(replace(unit, tallies=counted(unit.tallies, self.tally, self.value)))


def counted(tallies: Mapping[str, int], tally: str, value: int | None) -> Mapping[str, int]:
    if value is not None:
        return {**tallies, tally: value}
    return {name: count for name, count in tallies.items() if name != tally}


class Revealed(UnitEvent, frozen=True):
    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], known_to=None))

    def tell(self) -> str:
        return f"{self.unit} is revealed"


class Hidden(UnitEvent, frozen=True):
    """Out of the enemy's knowledge."""

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], known_to=frozenset()))

    def known_to(self, before: State, after: State) -> Knowers:
        return frozenset({after.units[self.unit].side})


# ---- the table


class Counted(Event, frozen=True):
    """A tally of the whole battle: the turn, activations left."""

    tally: str
    value: int | None  # None: taken off

    def apply(self, state: State) -> State:
        return state.change(tallies=counted(state.tallies, self.tally, self.value))


class TurnBegun(Counted, frozen=True):
    """The turn marker goes to this turn; it may be there already."""


class Stacked(Event, frozen=True):
    """A pile as it lies from now on."""

    pile: str
    now: Pile

    def apply(self, state: State) -> State:
        return state.change(piles={**state.piles, self.pile: self.now})

    def known_to(self, before: State, after: State) -> Knowers:
        return self.now.known_to


class Noted(Event, frozen=True):
    """Nothing changes, but it should be said."""

    what: str
    by: Knowers = None  # who may read it
    about: tuple[UnitId, ...] = ()
    side: Side | None = None  # whose affair it is, where it is no unit's

    def tell(self) -> str:
        return self.what

    def known_to(self, before: State, after: State) -> Knowers:
        return self.by


class Heading(Noted, frozen=True):
    """A turn, a day or a night begins."""

    fact: ClassVar[Fact] = "turn"


class Verdict(Noted, frozen=True):
    """How a fight or a test has ended for the unit that it names first."""

    good: bool | None = None  # for that unit; None: neither good nor bad

    @property
    def tone(self) -> int:
        return 0 if self.good is None else 10 if self.good else -10


class ReadAs(Noted, frozen=True):
    """What the face that lies there comes to: odds leave it out with the die itself."""


# ---- the sequence of play


class Queued(Event, frozen=True):
    """Steps that come next, first one first: behind the one that is under way."""

    steps: tuple[Step, ...]

    def apply(self, state: State) -> State:
        return state.change(agenda=state.agenda[:1] + self.steps + state.agenda[1:])


class Finished(Event, frozen=True):
    """The step at the head of the agenda is over and will not come again."""

    def apply(self, state: State) -> State:
        return state.change(agenda=state.agenda[1:])


class Won(Event, frozen=True):
    fact: ClassVar[Fact] = "win"

    side: Side | None  # None: drawn
    why: str

    def apply(self, state: State) -> State:
        return replace(state, winner=self.side, agenda=())

    def tell(self) -> str:
        return f"{self.side} wins: {self.why}" if self.side else f"A draw: {self.why}"


class Entry(Struct, frozen=True, gc=False):
    """A fact, the clause it follows from, and who may read it: one line of the log."""

    event: Event
    clause: Clause
    known_to: Knowers = None

    def __str__(self) -> str:
        return f"{self.event.tell()} [{self.clause}]"
