"""Line of sight: from centre to centre, past ground and troops."""

from collections.abc import Callable
from functools import lru_cache, partial

from sandtable.board import shapes
from sandtable.board.board import Sight
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable, Stretch
from sandtable.board.terrain import Piece
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.sightlines import Blocked, End, looked, shown
from sandtable.rules.combat_captain.book import KINDS, cite
from sandtable.rules.combat_captain.field import field
from sandtable.rules.combat_captain.scenario import GOING, table

EDGE_DEPTH = 2.0  # inches from the boundary within which a sub-unit is at the edge: cc.sighting.forest-edge-depth
EDGE_LINE = 4.0  # inches of the line that may lie inside: cc.sighting.forest-edge-depth
IN_FOREST = 8.0  # inches: cc.sighting.in-forest

TOO_DEEP = "cc.sighting.forest-edge"


def sight(state: State, a: End, b: End) -> Sight:
    """cc.sighting.line"""
    return shown(refuse_sight(state, a, b))


def refuse_sight(state: State, a: End, b: End) -> Blocked | None:
    """Why one does not see the other; cc.sighting.line: sight is mutual and all round."""
    return looked(state, field(state).asked.sights, a, b, look)


def look(state: State, a: End, b: End) -> Blocked | None:
    here, there = point_of(state, a), point_of(state, b)
    board = table(state)
    past = board.derived(ground_known)(here, there, IN_FOREST + max(size_of(a), size_of(b)))
    return past or troops_between(state, here, there, {end.aboard or end.id for end in (a, b) if isinstance(end, Unit)})


def point_of(state: State, end: End) -> Point:
    if isinstance(end, Place):
        return end.point
    return (state.units[end.aboard] if end.aboard else end).at.point


def size_of(end: End) -> float:
    """cc.sighting.same-forest: in a forest sight is measured like a range, to the nearer rim of either."""
    return KINDS[end.kind].radius if isinstance(end, Unit) and end.kind in KINDS else 0.0


# ---- ground


def ground_known(board: FreeTable) -> Callable[[Point, Point, float], Blocked | None]:
    """What the ground blocks, kept for each table: it does not change when troops move."""
    return lru_cache(maxsize=1 << 16)(partial(ground_between, board))


def ground_between(board: FreeTable, a: Point, b: Point, in_forest: float) -> Blocked | None:
    parts = board.looked_over(a, b)
    if not parts:
        return None
    level = max(board.level_at(a), board.level_at(b))
    for part in parts:
        if part.level > level:
            return blocked("cc.sighting.hills", "the hill", shapes.along(a, b, part.start))
        for piece in part.pieces:
            if GOING[piece.kind] == "building" and not (piece.covers(a) or piece.covers(b)):
                return blocked("cc.sighting.houses", f"the {piece.kind}", shapes.along(a, b, part.start))
    return forests_between(parts, a, b, in_forest)


def forests_between(parts: list[Stretch], a: Point, b: Point, in_forest: float) -> Blocked | None:
    """Each forest that the line runs through, and how much of the line lies in it."""
    inside: dict[Piece, float] = {}
    for part in parts:
        for piece in part.pieces:
            if GOING[piece.kind] == "forest":
                inside[piece] = inside.get(piece, 0.0) + part.end - part.start
    found = (refuse_forest(piece, inches, a, b, in_forest) for piece, inches in inside.items())
    refusal = next(filter(None, found), None)
    if refusal and refusal.clause == TOO_DEEP and all(any(piece.covers(end) for piece in inside) for end in (a, b)):
        return blocked("cc.sighting.same-forest", refusal.past, refusal.at)
    return refusal


def refuse_forest(piece: Piece, inches: float, a: Point, b: Point, in_forest: float) -> Blocked | None:
    """cc.sighting.forest-edge, cc.sighting.in-forest"""
    ends = [end for end in (a, b) if piece.covers(end)]
    here = shapes.midway(a, b)
    if len(ends) == 2:
        far = not shapes.within(shapes.span_of(a, b), in_forest)
        return blocked("cc.sighting.in-forest", "the trees", here) if far else None
    if not ends:
        return blocked("cc.sighting.blockers", "the forest", here)
    if not (shapes.within(piece.depth_at(ends[0]), EDGE_DEPTH) and shapes.within(inches, EDGE_LINE)):
        return blocked(TOO_DEEP, "the edge of the forest", ends[0])
    return None


def blocked(clause: str, past: str, at: Point | None) -> Blocked:
    return Blocked(cite(clause), f"it cannot see past {past}", past, at)


def shared_forest(board: FreeTable, a: Point, b: Point) -> bool:
    """cc.sighting.forest-fire: whether both are inside the same forest."""
    around = board.derived(forests_known)
    return any(piece in around(b) for piece in around(a))


def forests_known(board: FreeTable) -> Callable[[Point], list[Piece]]:
    """The forests about a point."""
    woods = [piece for piece in board.terrain if GOING[piece.kind] == "forest"]
    return lru_cache(maxsize=1 << 14)(lambda point: [piece for piece in woods if piece.covers(point)])


# ---- troops


def troops_between(state: State, a: Point, b: Point, ends: set[UnitId]) -> Blocked | None:
    """cc.sighting.troops-detail: any disc in the line that does not stand lower than either end."""
    board, layout = table(state), field(state)
    for i in layout.in_way(a, b):
        slab = layout.slabs[i]
        if i in ends or shapes.clip_disc((slab.x, slab.y), slab.rim, a, b) is None:
            continue
        if board.level_at((slab.x, slab.y)) >= max(board.level_at(a), board.level_at(b)):
            return blocked("cc.sighting.troops-detail", i, (slab.x, slab.y))
    return None
