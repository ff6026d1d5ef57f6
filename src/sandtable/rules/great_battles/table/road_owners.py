"""The owner of each inch of road: the last side there, and the nearer side now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, inf
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.offs import inches_from, nearer
from sandtable.board.place import Point
from sandtable.board.shapes import Box, Part, Slab
from sandtable.board.table import FreeTable
from sandtable.kernel.events import Stacked
from sandtable.kernel.play import Play
from sandtable.kernel.state import Pile, Side, State, Unit
from sandtable.mechanics.supply import edge_line
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.edition import charts, rule
from sandtable.rules.great_battles.table.field import all_standing, field, fighting
from sandtable.rules.great_battles.table.roadnet import ClearRoads, Parts, Spot, half_of, lies_in, road_tracks, spots_at

PILE = "roads"  # a card for every inch of road: the last side there
NOBODY = ""


class Inch(NamedTuple):
    """One inch of a road."""

    track: int  # of the net
    number: int
    middle: Point
    half: float  # of the road's width


@lru_cache(maxsize=64)
def inches(board: FreeTable) -> tuple[Inch, ...]:
    """Every inch of every road."""
    return tuple(
        Inch(number, inch, track.course.at(inch + 0.5), track.half)
        for number, track in enumerate(road_tracks(board), 1)
        for inch in range(ceil(track.course.length - shapes.SLACK))
    )


@lru_cache(maxsize=64)
def numbers(board: FreeTable) -> dict[tuple[int, int], int]:
    """The place of each inch among them all, by its track and its number there."""
    return {(inch.track, inch.number): at for at, inch in enumerate(inches(board))}


@lru_cache(maxsize=64)
def boxed(board: FreeTable) -> list[tuple[Box, int]]:
    """The box of each inch, with its number."""
    return [(shapes.box_of([inch.middle], inch.half), at) for at, inch in enumerate(inches(board))]


# ---- distances


@lru_cache(maxsize=1 << 12)
def distances_of(board: FreeTable, slab: Slab) -> list[float]:
    """The distance of a base from the middle of every inch. Few bases move at a time."""
    return inches_from(slab, [inch.middle for inch in inches(board)])


def nearest_distances(state: State, stands: Iterable[Unit]) -> list[float]:
    """The distance of the nearest of some stands from every inch."""
    slabs = field(state).slabs
    return nearest_of(table(state), tuple([slabs[stand.id] for stand in stands]))


@lru_cache(maxsize=256)
def nearest_of(board: FreeTable, slabs: tuple[Slab, ...]) -> list[float]:
    """The same by the ground that they cover: many turns pass without a move."""
    far = [inf] * len(inches(board))
    return list(map(min, far, *(distances_of(board, slab) for slab in slabs))) if slabs else far


# ---- who has been there


@rule("setup.whose-road")
def pass_along(play: Play, side: Side, ground: Sequence[Slab]) -> None:
    """Fighting stands of a side have passed over this ground, and everybody saw it."""
    lay_markers(play, dict.fromkeys(passed(play.state, ground), side))


def passed(state: State, ground: Sequence[Slab]) -> Iterator[int]:
    """The inches of road so near to this ground that an enemy there would close them."""
    if not ground:
        return
    board, reach, rim = table(state), charts(state).road_clear, max(slab.rim for slab in ground)
    box = shapes.box_of([corner for slab in ground for corner in shapes.corners_of(slab)], rim + reach)
    for at in shapes.near(boxed(board), box):
        inch = inches(board)[at]
        if any(shapes.within(inches_from(slab, (inch.middle,))[0], reach + inch.half) for slab in ground):
            yield at


@rule("setup.whose-road")
def stand_along(play: Play) -> None:
    """At the start of a player turn the nearer side owns a road that its infantry could fire at."""
    far, (one, other) = charts(play.state).small_arms(smg=False).limits[-1], play.state.sides
    ours, theirs = (nearest_distances(play.state, posts(play.state, side)) for side in (one, other))
    by = dict.fromkeys(nearer(ours, theirs, far), one) | dict.fromkeys(nearer(theirs, ours, far), other)
    lay_markers(play, by)


def posts(state: State, side: Side) -> list[Unit]:
    """A side's visible fighting stands: only the owner knows the hidden ones."""
    return [stand for stand in fighting(all_standing(state, side)) if stand.known_to is None]


def lay_markers(play: Play, by: Mapping[int, Side]) -> None:
    """A new card for each inch that changes hands."""
    before = cards(play.state)
    after = tuple(by.get(at, card) for at, card in enumerate(before)) if by else before
    if after != before:
        play.emit(Stacked(PILE, Pile(after)))


def cards(state: State) -> tuple[str, ...]:
    pile = state.piles.get(PILE)
    return pile.cards if pile else (NOBODY,) * len(inches(table(state)))


# ---- friendly roads


class FriendlyRoads(ClearRoads):
    """setup.whose-road: a side's own part of the clear roads, and the way home of one C Ops."""

    def __init__(self, state: State, clear: ClearRoads, staff: Unit) -> None:
        self.net = clear.net
        own = own_parts(state, staff.side, self.net.tracks[0].course.length, len(clear.parts))
        for number, part in way_home(clear, starts_of(state, clear, staff)):
            own[number].append(part)
        self.parts = [overlap(mine, open_) for mine, open_ in zip(own, clear.parts, strict=True)]


def starts_of(state: State, clear: ClearRoads, staff: Unit) -> list[Spot]:
    """The points of clear roads under the base of a C Ops."""
    base, edge, here = charts(state).bases[staff.kind], battle(state).army(staff.side).edge, staff.place
    spots = spots_at(table(state), edge, here.point, half_of(here, base)) if here else ()
    return [spot for spot in spots if clear.holds(spot)]


def was_last_at(state: State, side: Side, clear: ClearRoads, spot: Spot) -> bool:
    """Whether a clear spot lies on an inch where a side was last, or on its edge: surely its own."""
    track, at = spot
    inch = float(floor(at))
    number = numbers(table(state)).get((track, floor(at)))
    if track == 0 or number is None or cards(state)[number] != side:
        return track == 0
    return any(lies_in(part, at) for part in overlap([(inch, inch + 1.0)], clear.parts[track]))


def way_home(clear: ClearRoads, starts: Sequence[Spot]) -> list[tuple[int, Part]]:
    """The shortest clear way from a C Ops to its own edge: it may always go back."""
    distances = clear.distances_from(starts)
    exits = [spot for spot in distances if spot[0] == 0]
    way = clear.way(starts, min(exits, key=distances.__getitem__)) if exits else []
    under = [(start, next((spot for spot in way if spot[0] == start[0]), start)) for start in starts]  # its base
    along = [(here, there) for here, there in [*under, *pairwise(way)] if here[0] == there[0]]
    return [(track, (min(a, b), max(a, b))) for (track, a), (_, b) in along]


def own_parts(state: State, side: Side, edge: float, tracks: int) -> Parts:
    """The whole edge, and the inches of each road to which a side is nearer or where it was last."""
    ours, theirs = (held_by(state, one, side) for one in (side, state.foe(side)))
    found: Parts = [[(0.0, edge)], *([] for _ in range(1, tracks))]
    close = set(nearer(ours, theirs, inf))
    for at, (inch, last) in enumerate(zip(inches(table(state)), cards(state), strict=True)):
        if last == side or at in close:
            lengthen(found[inch.track], float(inch.number))
    return found


def lengthen(parts: list[Part], start: float) -> None:
    """Add the inch that begins there. Most follow one another."""
    low = parts.pop()[0] if parts and parts[-1][1] == start else start
    parts.append((low, start + 1.0))


def held_by(state: State, side: Side, known_by: Side) -> list[float]:
    """The distance of every inch from the edge of a side, with its reserves behind it, and from the nearest of its
    fighting stands that a side knows."""
    board = table(state)
    edge = shapes.limb(*edge_line(board, battle(state).army(side).edge), 0.0)
    stands = [stand for stand in fighting(all_standing(state, side)) if stand.known_by(known_by)]
    return list(map(min, distances_of(board, edge), nearest_distances(state, stands)))


def overlap(own: list[Part], clear: list[Part]) -> list[Part]:
    """The stretches that lie in both."""
    pairs = [(max(a, c), min(b, d)) for a, b in shapes.joined(own) for c, d in clear]
    return [part for part in pairs if shapes.less(*part)]
