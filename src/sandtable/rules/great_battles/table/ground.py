"""The effect of the ground on a stand: cover, height, going."""

from functools import lru_cache
from itertools import pairwise
from typing import TypeGuard

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import POINT, Base
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Piece, Strip
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.battle.scenario import PATHS, battle, table
from sandtable.rules.great_battles.book.charts import BUNKER, COVERS, HARD_COVER, NONE, SOFT_COVER
from sandtable.rules.great_battles.edition import charts, plays
from sandtable.rules.great_battles.table.field import base_of
from sandtable.rules.great_battles.words import Kind, Mark


def cover(state: State, stand: Unit) -> str:
    """data.terrain: the centre of the base decides; the better of two kinds counts."""
    place, grounds = stand.place, battle(state).grounds
    assert place is not None  # not by `at`: this is asked all the time
    found = [grounds[kind].cover for kind in kinds_at(table(state), place.point)]
    found += [HARD_COVER] if Mark.DUG_IN in stand.marks else []
    return max(found, key=COVERS.index, default=NONE)


@lru_cache(maxsize=1 << 14)
def kinds_at(board: FreeTable, point: Point) -> tuple[str, ...]:
    """Kinds of ground under a point, without roads and bridges."""
    return tuple(piece.kind for piece in at(board, point) if piece.kind not in PATHS)


def at(board: FreeTable, point: Point) -> list[Piece]:
    return board.under(Place(*point), POINT)


def on_crest(state: State, stand: Unit) -> bool:
    """data.crest: on the high side of a contour line and near it."""
    board, base, crest = table(state), base_of(state, stand), charts(state).crest
    if not plays(state, "ridge-crest"):
        return near_contour(board, stand.at, base, crest)
    slab = shapes.footprint(stand.at, base)
    on_ridge = any(is_on_line(ridge, slab, crest) for ridge in ridges(board))
    return on_ridge or near_contour(levelled(board), stand.at, base, crest)


@lru_cache(maxsize=1 << 14)
def near_contour(board: FreeTable, place: Place, base: Base, crest: float) -> bool:
    slab = shapes.footprint(place, base)
    for piece in at(board, place.point):
        if piece.level and piece.level == board.level(place):
            if isinstance(piece, Area):
                if any(shapes.apart(slab, edge) <= crest for edge in piece.edges):
                    return True
            elif not is_deep_inside(piece, piece.width / 2 - crest, slab):
                return True
    return False


def is_deep_inside(ridge: Strip, inner: float, slab: Slab) -> bool:
    """Whether a base lies within so many inches of the middle of a limb of a ridge, away from its edge."""
    corners = [shapes.limb(corner, corner, 0.0) for corner in shapes.corners_of(slab)]
    limbs = [shapes.limb(a, b, 0.0) for a, b in legs(ridge)]
    return inner > 0 and any(all(shapes.apart(corner, limb) < inner for corner in corners) for limb in limbs)


def covered_or_crest(state: State, stand: Unit) -> str:
    """Cover for morale and rally, where a crest line counts as soft."""
    found = cover(state, stand)
    return SOFT_COVER if found == NONE and on_crest(state, stand) else found


def in_bunker(state: State, stand: Unit) -> bool:
    return cover(state, stand) == BUNKER


def on_foot(stand: Unit) -> bool:
    """Dismounted: infantry and support that are not carried, guns that are not towed."""
    return stand.kind not in (Kind.ARMOUR, Kind.HALF_TRACK) and Mark.LOADED not in stand.marks


# ---- ridges


Leg = tuple[Point, Point]


@lru_cache(maxsize=64)
def ridges(board: FreeTable) -> tuple[Strip, ...]:
    """Map pieces with a course and a height; hills that are areas keep their contour lines."""
    return tuple(piece for piece in board.terrain if is_ridge(piece))


def is_ridge(piece: Piece) -> TypeGuard[Strip]:
    return isinstance(piece, Strip) and piece.level > 0


@lru_cache(maxsize=64)
def levelled(board: FreeTable) -> FreeTable:
    """The same without the heights of ridges."""
    pieces = tuple(replace(piece, level=0) if is_ridge(piece) else piece for piece in board.terrain)
    return FreeTable(board.width, board.depth, pieces)


def legs(ridge: Strip) -> list[Leg]:
    return list(pairwise(ridge.points)) or [(ridge.points[0], ridge.points[0])]


def is_on_line(ridge: Strip, slab: Slab, crest: float) -> bool:
    """sighting.ridge-zones: a base that touches its line or is so near."""
    return any(shapes.come_within(slab, shapes.limb(a, b, 0.0), crest) for a, b in legs(ridge))


def ridge_between(board: FreeTable, ends: tuple[Slab, Slab], line: Leg, crest: float) -> tuple[float, str] | None:
    """sighting.ridge-crest: the distance to a ridge line between two stands that are both off its crest."""
    for ridge in ridges(board):
        met = [inches for leg in legs(ridge) if (inches := crossing(line, leg)) is not None]
        if met and not any(is_on_line(ridge, end, crest) for end in ends):
            return min(met), ridge.name
    return None


def crossing(line: Leg, leg: Leg) -> float | None:
    """How far along a line it meets a leg; None if it does not."""
    (a, b), (p, q) = line, leg
    if shapes.side(a, b, p) * shapes.side(a, b, q) > 0 or shapes.side(p, q, a) * shapes.side(p, q, b) >= 0:
        return None
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    share = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / (dx * ey - dy * ex)
    return shapes.span_of(a, b) * share
