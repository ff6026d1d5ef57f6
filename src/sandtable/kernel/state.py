"""What a photograph of the table would show, plus what is still to be done."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NewType, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from sandtable.board.board import Board
from sandtable.board.place import Place
from sandtable.kernel.scenario import Scenario

Side = NewType("Side", str)
UnitId = NewType("UnitId", str)  # a name people can read: "Polish Cavalry 2"
NOBODY = Side("")  # whose the markers are: gas clouds, works in progress

T = TypeVar("T")
NOTHING: frozenset[str] = frozenset()


class Link(Struct, frozen=True, gc=False):
    """What one unit has to do with another: it attacks it, aims at it, lies under it."""

    kind: str
    to: UnitId


class Unit(Struct, frozen=True, gc=False):
    """A model, a marker, or a body of them: battalions, companies and whole forces are units without a place."""

    id: UnitId
    kind: str  # row of the rule set's unit chart
    side: Side
    place: Place | None = None  # None: off the table
    part_of: UnitId | None = None  # its battalion, company or force
    aboard: UnitId | None = None  # what carries or tows it
    traits: frozenset[str] = NOTHING  # what it is for the whole battle: elite, field artillery
    marks: frozenset[str] = NOTHING  # markers beside the model: suppressed, dug in
    spent: frozenset[str] = NOTHING  # what it has done or suffered this turn
    tallies: Mapping[str, int] = {}  # strength, ammunition
    known_to: frozenset[Side] | None = None  # who knows of it beside its owner; None: everybody
    links: tuple[Link, ...] = ()  # each once

    def linked(self, kind: str) -> list[UnitId]:
        """Those it has such a link to, by name."""
        return sorted([link.to for link in self.links if link.kind == kind])

    def is_linked(self, kind: str, to: UnitId) -> bool:
        return Link(kind, to) in self.links

    def link(self, kind: str, to: UnitId) -> "Unit":
        """With that link too."""
        return self if self.is_linked(kind, to) else replace(self, links=(*self.links, Link(kind, to)))

    def unlink(self, *kinds: str, to: UnitId | None = None) -> "Unit":
        """Without its links of these kinds, or of these only those to one unit."""
        kept = tuple([one for one in self.links if one.kind not in kinds or (to is not None and one.to != to)])
        return self if kept == self.links else replace(self, links=kept)

    def known_by(self, side: Side) -> bool:
        return self.known_to is None or side == self.side or side in self.known_to


class Pile(Struct, frozen=True, gc=False):
    """Cards, chits or written orders; those who may not read them still see how many there are."""

    cards: tuple[str, ...] = ()
    known_to: frozenset[Side] | None = None  # None: everybody


class Step(Struct, frozen=True, tag=True, gc=False):
    """A part of the sequence of play that is still to come. It names nothing that is hidden."""

    sets_up: ClassVar[bool] = False  # a side sets up its units in it


class Layout:
    """Room for what has been read off where things lie. No part of a state: it is neither compared nor saved."""

    __slots__ = ("_layout",)
    _layout: dict[Any, Any]


class State(Struct, Layout, frozen=True):
    """The whole game at one moment. Never mutated; facts make the next one."""

    rules: str
    scenario: Scenario
    board: Board
    sides: tuple[Side, ...]
    units: Mapping[UnitId, Unit]  # in the order of the lists
    agenda: tuple[Step, ...] = ()  # first one next
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
        """With this unit as it is now."""
        before = self.units.get(unit.id)
        units = dict(self.units)
        units[unit.id] = unit
        return self.change(units=units) if before and lies_alike(before, unit) else replace(self, units=units)

    def change(self, **fields: Any) -> "State":
        """Another state in which everything still lies where it lay."""
        after = replace(self, **fields)
        force_setattr(after, "_layout", self._known())  # what is read off one is known of both
        return after

    def keep(self, work_out: Callable[["State"], T], value: T) -> "State":
        """Put by what a fact already knows of the new layout, so that it need not be worked out again."""
        force_setattr(self, "_layout", {work_out: value})
        return self

    def layout(self, work_out: Callable[["State"], T]) -> T:
        """What a rule set reads off where things lie, worked out once and kept until something moves."""
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
    """Nothing that a layout may be read from has changed."""
    if before.place is not after.place or before.aboard != after.aboard:
        return False
    return before.side == after.side and before.part_of == after.part_of
