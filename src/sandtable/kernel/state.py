"""The state of a game: everything that a photograph of the table shows, and the steps still to come."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NewType, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from sandtable.board.board import Board
from sandtable.board.place import Place
from sandtable.kernel.scenario import Scenario

Side = NewType("Side", str)
UnitId = NewType("UnitId", str)  # a readable name: "Polish Cavalry 2"
NOBODY = Side("")  # the owner of markers: gas clouds, works in progress

T = TypeVar("T")
NOTHING: frozenset[str] = frozenset()


class Link(Struct, frozen=True, gc=False):
    """A relation of one unit to another: it attacks it, aims at it, lies under it."""

    kind: str
    to: UnitId


class Unit(Struct, frozen=True, gc=False):
    """A model, a marker, or a body of them. Battalions, companies and forces are units without a place."""

    id: UnitId
    kind: str  # its row in the rule set's chart of units
    side: Side
    place: Place | None = None  # None: off the table
    part_of: UnitId | None = None  # its battalion, company or force
    aboard: UnitId | None = None  # the unit that carries or tows it
    traits: frozenset[str] = NOTHING  # these last the whole battle: elite, field artillery
    marks: frozenset[str] = NOTHING  # markers beside the model: suppressed, dug in
    spent: frozenset[str] = NOTHING  # things done or suffered this turn
    tallies: Mapping[str, int] = {}  # strength, ammunition
    known_to: frozenset[Side] | None = None  # sides that know of it besides its owner; None: everybody
    links: tuple[Link, ...] = ()  # each once

    @property
    def at(self) -> Place:
        """Its place, for a unit on the table."""
        assert self.place is not None, f"{self.id} is off the table"
        return self.place

    def linked(self, kind: str) -> list[UnitId]:
        """The units that it has such links to, in order of name."""
        return sorted([link.to for link in self.links if link.kind == kind])

    def is_linked(self, kind: str, to: UnitId) -> bool:
        return Link(kind, to) in self.links

    def link(self, kind: str, to: UnitId) -> "Unit":
        """The unit with one more link."""
        return self if self.is_linked(kind, to) else replace(self, links=(*self.links, Link(kind, to)))

    def unlink(self, *kinds: str, to: UnitId | None = None) -> "Unit":
        """The unit without its links of these kinds, or only without those to one unit."""
        kept = tuple([one for one in self.links if one.kind not in kinds or (to is not None and one.to != to)])
        return self if kept == self.links else replace(self, links=kept)

    def known_by(self, side: Side) -> bool:
        return self.known_to is None or side == self.side or side in self.known_to


class Pile(Struct, frozen=True, gc=False):
    """Cards, chits or written orders. Every side sees how many there are."""

    cards: tuple[str, ...] = ()
    known_to: frozenset[Side] | None = None  # None: everybody

    def known_by(self, side: Side) -> bool:
        return self.known_to is None or side in self.known_to


class Step(Struct, frozen=True, tag=True, gc=False):
    """A part of the sequence of play that is still to come. It names nothing hidden."""

    sets_up: ClassVar[bool] = False  # in this step a side sets up its units


class LayoutCache:
    """A cache of values that depend on where things lie. It is neither compared nor saved."""

    __slots__ = ("_layout",)
    _layout: dict[Any, Any]


class State(Struct, LayoutCache, frozen=True):
    """The whole game at one moment. Never mutated; facts make the next one."""

    rules: str
    scenario: Scenario
    board: Board
    sides: tuple[Side, ...]
    units: Mapping[UnitId, Unit]  # in the order of the lists
    agenda: tuple[Step, ...] = ()  # the next step first
    tallies: Mapping[str, int] = {}  # turn, activations left
    piles: Mapping[str, Pile] = {}
    winner: Side | None = None
    variants: frozenset[str] = frozenset()  # options in force

    def foe(self, side: Side) -> Side:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def standing(self, side: Side) -> list[Unit]:
        """Units of a side that are on the table."""
        return [unit for unit in self.units.values() if unit.side == side and unit.place is not None]

    def put(self, unit: Unit) -> "State":
        """The state with this unit added or replaced."""
        before = self.units.get(unit.id)
        units = dict(self.units)
        units[unit.id] = unit
        return self.change(units=units) if before and lies_alike(before, unit) else replace(self, units=units)

    def put_all(self, units: Iterable[Unit]) -> "State":
        """The state with all these units added or replaced."""
        changed = {unit.id: unit for unit in units}
        alike = all(i in self.units and lies_alike(self.units[i], unit) for i, unit in changed.items())
        after = {**self.units, **changed}
        return self.change(units=after) if alike else replace(self, units=after)

    def change(self, **fields: Any) -> "State":
        """A state with other fields, in which everything lies at the same places."""
        after = replace(self, **fields)
        force_setattr(after, "_layout", self._known())  # both share one cache
        return after

    def keep(self, work_out: Callable[["State"], T], value: T) -> "State":
        """Keep a value of the new layout that a fact has already worked out."""
        force_setattr(self, "_layout", {work_out: value})
        return self

    def layout(self, work_out: Callable[["State"], T]) -> T:
        """A value that depends on where things lie. It is worked out once and kept until something moves."""
        try:
            value: T = self._layout[work_out]
        except (AttributeError, KeyError):
            value = self._known()[work_out] = work_out(self)
        return value

    def _known(self) -> dict[Any, Any]:
        try:
            return self._layout
        except AttributeError:
            force_setattr(self, "_layout", {})
            return self._layout


def lies_alike(before: Unit, after: Unit) -> bool:
    """Whether nothing has changed that a layout may depend on."""
    if before.place is not after.place or before.aboard != after.aboard:
        return False
    return before.side == after.side and before.part_of == after.part_of
