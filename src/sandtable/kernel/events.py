"""Facts, the only way a state changes. Each applies itself and can be told in one sentence."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece
from sandtable.kernel.counting import added
from sandtable.kernel.facts import Event, Knowers, Placed, UnitEvent, knowers
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Pile, Side, State, Step, Unit, UnitId
from sandtable.kernel.whereabouts import Whereabouts

# ---- models


class Moved(UnitEvent, Placed, frozen=True):
    fact = "move"

    to: Place

    def change(self, unit: Unit) -> Unit:
        return replace(unit, place=self.to)

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.unit} moves to {where.goal(self.unit, self.to)}"


class Remarked(UnitEvent, frozen=True):
    """Marks that come beside a unit, marks that go, what it has done, and tallies. A kind of this fact names them."""

    puts: ClassVar[tuple[str, ...]] = ()
    takes: ClassVar[tuple[str, ...]] = ()
    did: ClassVar[tuple[str, ...]] = ()
    adds: ClassVar[tuple[tuple[str, int], ...]] = ()

    def change(self, unit: Unit) -> Unit:
        marks = unit.marks.difference(self.takes).union(self.puts)
        for tally, by in self.adds:
            unit = added(unit, tally, by)
        return replace(unit, marks=marks, spent=unit.spent.union(self.did))


class Removed(Remarked, frozen=True):
    fact = "loss"
    mood = -3
    words = "{0.unit} is {0.why}"

    why: str = "removed"

    def change(self, unit: Unit) -> Unit:
        return replace(super().change(unit), place=None, aboard=None)


class Added(Event, frozen=True):
    """A new marker or model."""

    unit: Unit

    def apply(self, state: State) -> State:
        return state.put(self.unit)

    def known_to(self, before: State, after: State) -> Knowers:
        return knowers(self.unit)


class Discarded(UnitEvent, frozen=True):
    """A marker is taken away for good."""

    def apply(self, state: State) -> State:
        return state.relaid((self.unit,), units={i: unit for i, unit in state.units.items() if i != self.unit})

    def known_to(self, before: State, after: State) -> Knowers:
        return knowers(before.units[self.unit])


class Joined(UnitEvent, frozen=True):
    """A unit becomes part of another body, or of none."""

    body: UnitId | None

    def change(self, unit: Unit) -> Unit:
        return replace(unit, part_of=self.body)


class Held(UnitEvent, frozen=True):
    """An objective changes hands."""

    fact = "move"

    side: Side

    def change(self, unit: Unit) -> Unit:
        return replace(unit, side=self.side)

    def tell(self) -> str:
        named = self.unit[0].isupper() or self.unit.startswith("the ")
        return f"{self.side} takes {'' if named else 'the '}{self.unit}"


class Boarded(UnitEvent, frozen=True):
    """A unit goes aboard and leaves the table."""

    words = "{0.unit} is aboard {0.carrier}"

    carrier: UnitId

    def change(self, unit: Unit) -> Unit:
        return replace(unit, aboard=self.carrier, place=None)


class Carried(UnitEvent, frozen=True):
    """A unit goes aboard something or leaves it. Its place does not change."""

    carrier: UnitId | None

    def change(self, unit: Unit) -> Unit:
        return replace(unit, aboard=self.carrier)


class Marked(UnitEvent, frozen=True):
    words = "{0.unit} is {0.mark}"

    mark: str

    def change(self, unit: Unit) -> Unit:
        return replace(unit, marks=unit.marks | {self.mark})


class Unmarked(UnitEvent, frozen=True):
    words = "{0.unit} is no longer {0.mark}"

    mark: str

    def change(self, unit: Unit) -> Unit:
        return replace(unit, marks=unit.marks - {self.mark})


class Linked(UnitEvent, frozen=True):
    """A unit gets a link to another unit."""

    words = "{0.unit} is {0.kind} {0.to}"

    kind: str
    to: UnitId

    def change(self, unit: Unit) -> Unit:
        return unit.link(self.kind, self.to)


class Unlinked(UnitEvent, frozen=True):
    words = "{0.unit} is no longer {0.kind} {0.to}"

    kind: str
    to: UnitId

    def change(self, unit: Unit) -> Unit:
        return unit.unlink(self.kind, to=self.to)


class Spent(UnitEvent, frozen=True):
    """A unit has done this in this turn."""

    action: str

    def change(self, unit: Unit) -> Unit:
        return replace(unit, spent=unit.spent | {self.action})


class Refreshed(Event, frozen=True):
    """A new turn begins: no unit has done anything yet."""

    def apply(self, state: State) -> State:
        fresh = {i: replace(u, spent=frozenset()) if u.spent else u for i, u in state.units.items()}
        return state.change(units=fresh)


class Tallied(UnitEvent, frozen=True):
    tally: str
    value: int | None  # None: taken off

    def change(self, unit: Unit) -> Unit:
        return replace(unit, tallies=counted(unit.tallies, self.tally, self.value))


def counted(tallies: Mapping[str, int], tally: str, value: int | None) -> Mapping[str, int]:
    if value is not None:
        return {**tallies, tally: value}
    return {name: count for name, count in tallies.items() if name != tally}


class Revealed(UnitEvent, frozen=True):
    words = "{0.unit} is revealed"

    def change(self, unit: Unit) -> Unit:
        return replace(unit, known_to=None)


class Hidden(UnitEvent, frozen=True):
    """The enemy no longer knows of the unit."""

    def change(self, unit: Unit) -> Unit:
        return replace(unit, known_to=frozenset())

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
    """The turn marker goes to this turn. It may be there already."""


class Stacked(Event, frozen=True):
    """A pile of cards changes."""

    pile: str
    now: Pile

    def apply(self, state: State) -> State:
        return state.change(piles={**state.piles, self.pile: self.now})

    def known_to(self, before: State, after: State) -> Knowers:
        return self.now.known_to


class GroundChanged(Event, frozen=True):
    """Terrain of a free table appears or vanishes: a wood turns out to be a marsh, a bridge breaks."""

    words = "{0.what}"

    what: str
    laid: tuple[Piece, ...] = ()  # each replaces the piece with its name, if there is one
    gone: tuple[str, ...] = ()  # by their names
    by: UnitId | None = None  # the unit that causes or discovers it

    def apply(self, state: State) -> State:
        assert isinstance(state.board, FreeTable)
        return replace(state, board=state.board.relaid(self.laid, self.gone))


class Noted(Event, frozen=True):
    """A sentence for the log. Nothing changes."""

    words = "{0.what}"

    what: str
    by: Knowers = None  # who may read it
    about: tuple[UnitId, ...] = ()
    side: Side | None = None  # the side concerned, if no unit is

    def known_to(self, before: State, after: State) -> Knowers:
        return self.by


class NotedAt(Noted, Placed, frozen=True):
    """Something at a place, with which the sentence ends."""

    at: Place = Place(0, 0)

    def tell_with(self, where: Whereabouts) -> str:
        return f"{self.what} {where.at(self.at)}"


class Heading(Noted, frozen=True):
    """A turn, a day or a night begins."""

    fact = "turn"


class Verdict(Noted, frozen=True):
    """The result of a fight or a test for the first unit that it names."""

    good: bool | None = None  # for that unit; None: neither good nor bad

    @property
    def tone(self) -> int:
        return 0 if self.good is None else 10 if self.good else -10


class ReadAs(Noted, frozen=True):
    """The meaning of a thrown face. Odds leave it out, like the die itself."""


# ---- the sequence of play


class Queued(Event, frozen=True):
    """Steps that come next, right behind the present one."""

    steps: tuple[Step, ...]

    def apply(self, state: State) -> State:
        return state.change(agenda=state.agenda[:1] + self.steps + state.agenda[1:])


class Finished(Event, frozen=True):
    """The first step of the agenda is over."""

    def apply(self, state: State) -> State:
        return state.change(agenda=state.agenda[1:])


class Won(Event, frozen=True):
    fact = "win"

    side: Side | None  # None: drawn
    why: str

    def apply(self, state: State) -> State:
        return replace(state, winner=self.side, agenda=())

    def tell(self) -> str:
        return f"{self.side} wins: {self.why}" if self.side else f"A draw: {self.why}"


class Entry(Struct, frozen=True, gc=False):
    """One line of the log: a fact, its clause, and who may read it."""

    event: Event
    clause: Clause
    known_to: Knowers = None

    def known_by(self, side: Side) -> bool:
        return self.known_to is None or side in self.known_to

    def __str__(self) -> str:
        return f"{self.event.tell()} [{self.clause}]"
