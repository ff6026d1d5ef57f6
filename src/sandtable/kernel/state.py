"""The state of a game: everything that a photograph of the table shows, and the steps still to come."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, ClassVar, NewType, Self, TypeVar

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


class SideStep(Step, frozen=True):
    """A step of one side."""

    side: Side


class LayoutCache:
    """A cache of values that depend on where things lie. It is neither compared nor saved."""

    __slots__ = ("_layout",)
    _layout: dict[Any, Any]


class Following:
    """A value of a layout that follows a change, so that it need not be worked out anew."""

    def after(self, state: "State", changed: Collection[UnitId]) -> Self:
        """The value for a state in which only these units lie elsewhere, have come or have gone."""
        raise NotImplementedError


EARLIER = "earlier"  # in a new layout: the layout that it came from, and the units that have changed since


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
        return self.change(units=units) if before and lies_alike(before, unit) else self.relaid((unit.id,), units=units)

    def put_all(self, units: Iterable[Unit]) -> "State":
        """The state with all these units added or replaced."""
        before, put = self.units, {unit.id: unit for unit in units}
        after = {**before, **put}
        moved = [i for i, unit in put.items() if i not in before or not lies_alike(before[i], unit)]
        return self.relaid(moved, units=after) if moved else self.change(units=after)

    def change(self, **fields: Any) -> "State":
        """A state with other fields, in which everything lies at the same places."""
        after = replace(self, **fields)
        force_setattr(after, "_layout", self._known())  # both share one cache
        return after

    def relaid(self, changed: Iterable[UnitId], **fields: Any) -> "State":
        """A state with other fields, in which these units lie elsewhere, have come or have gone."""
        after, known = replace(self, **fields), self._known()
        origin, before = known.get(EARLIER, (known, ()))
        force_setattr(after, "_layout", {EARLIER: (origin, (*before, *changed))})
        return after

    def without(self, hidden: tuple[UnitId, ...], **fields: Any) -> "State":
        """The state as somebody sees it who does not know these units. States that lie alike share one such layout."""
        seen, known = replace(self, **fields), self._known()
        if hidden not in known:
            self._follow(known)
            known[hidden] = {EARLIER: (known, hidden)}
        force_setattr(seen, "_layout", known[hidden])
        return seen

    def keep(self, work_out: Callable[["State"], T], value: T) -> "State":
        """Keep a value of the new layout that a fact has already worked out."""
        force_setattr(self, "_layout", {work_out: value})
        return self

    def layout(self, work_out: Callable[["State"], T]) -> T:
        """A value that depends on where things lie. It is worked out once and kept until something moves."""
        try:
            value: T = self._layout[work_out]
        except (AttributeError, KeyError):
            known = self._known()
            self._follow(known)
            if work_out not in known:
                known[work_out] = work_out(self)
            value = known[work_out]
        return value

    def _follow(self, known: dict[Any, Any]) -> None:
        """Fill a new layout with the values of the earlier one that follow the change."""
        if EARLIER in known:
            origin, changed = known.pop(EARLIER)
            following = [(what, value) for what, value in origin.items() if isinstance(value, Following)]
            known.update((what, value.after(self, changed)) for what, value in following)

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
