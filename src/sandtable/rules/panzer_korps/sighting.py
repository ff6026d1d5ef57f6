"""Line of sight, from centre to centre past woods and houses, smoke and hills; and cover."""

from math import inf
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.board import Sight
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable, Stretch
from sandtable.board.terrain import Piece
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.sightlines import Blocked, End, shown
from sandtable.rules.panzer_korps.book import cite
from sandtable.rules.panzer_korps.field import FORMATIONS, RADIUS, SMOKE, field
from sandtable.rules.panzer_korps.ground import COVERS, KINDS, Cover
from sandtable.rules.panzer_korps.scenario import table
from sandtable.rules.panzer_korps.weather import visibility
from sandtable.rules.panzer_korps.words import Mark

WITHIN_WOOD = 6.0  # inches, for two in the same area: pk.terrain.line-of-sight
BEHIND = 3.0  # inches behind a feature that are hidden from above: pk.terrain.line-of-sight
LINE, SMOKED = cite("pk.terrain.line-of-sight"), cite("pk.weather.smoke")
TOO_DIM = cite("pk.weather.visibility")


def sight(state: State, a: End, b: End) -> Sight:
    return shown(refuse_sight(state, a, b))


def refuse_sight(state: State, a: End, b: End) -> Blocked | None:
    """Why one does not see the other. Sight is mutual and all round."""
    return refuse_air(state, a, b) or refuse_ground(state, a, b)


def sees(state: State, a: End, b: End) -> bool:
    return refuse_sight(state, a, b) is None


class Eye(NamedTuple):
    """An end of a line of sight: its middle, and the radius about it."""

    point: Point
    rim: float = 0.0


def eye(end: End) -> Eye:
    """A place has no extent."""
    return Eye(end.point) if isinstance(end, Place) else Eye(end.at.point, RADIUS if end.kind in FORMATIONS else 0.0)


def apart(a: Eye, b: Eye) -> float:
    """From edge to edge."""
    return shapes.to_lattice(max(shapes.span_of(a.point, b.point) - (a.rim + b.rim), 0.0))


def refuse_air(state: State, a: End, b: End) -> Blocked | None:
    """Fog, dusk or night, or a smoke disc that the line touches. Blind fire is possible through it."""
    far, smokes = visibility(state), field(state).smokes
    if far == inf and not smokes:
        return None
    (here, _), (there, _) = ends = eye(a), eye(b)
    if far < inf and not shapes.within(apart(*ends), far):
        return Blocked(TOO_DIM, "it cannot see so far now", "the dark or the fog", shapes.midway(here, there))
    for middle in smokes:
        nearest = shapes.along(here, there, shapes.foot(here, there, middle))
        if shapes.within(shapes.span_of(nearest, middle), SMOKE.width / 2):
            return blocked("the smoke", middle, SMOKED)
    return None


# ---- the ground between them


def refuse_ground(state: State, a: End, b: End) -> Blocked | None:
    """The same line over the same ground is looked along once in a battle."""
    if isinstance(a, Unit) and isinstance(b, Unit) and b.id < a.id:
        a, b = b, a
    return table(state).recall(look, eye(a), eye(b))


def look(board: FreeTable, a: Eye, b: Eye) -> Blocked | None:
    """Ground that is higher than both ends, then each feature that blocks sight."""
    (here, _), (there, _) = a, b
    parts = board.looked_over(here, there)
    if not parts:
        return None
    top = max(board.level_at(here), board.level_at(there))
    for part in parts:
        if part.level > top:
            return blocked("the hill", shapes.along(here, there, part.start))
    screens = dict.fromkeys(piece for part in parts for piece in part.pieces if piece.opaque)
    found = (refuse_piece(board, piece, [p for p in parts if piece in p.pieces], a, b) for piece in screens)
    return next(filter(None, found), None)


def refuse_piece(board: FreeTable, piece: Piece, parts: list[Stretch], a: Eye, b: Eye) -> Blocked | None:
    """One sight-blocking feature: with both ends in it, with one, or with none."""
    (here, _), (there, _) = a, b
    inside = piece.covers(here) + piece.covers(there)
    if inside == 2:
        too_far = not shapes.within(apart(a, b), WITHIN_WOOD)
        return blocked(f"the {piece.kind}", shapes.midway(here, there)) if too_far else None
    if inside == 1 or sees_over(board, parts, a, b):
        return None
    return blocked(f"the {piece.kind}", shapes.along(here, there, parts[0].start))


def sees_over(board: FreeTable, parts: list[Stretch], a: Eye, b: Eye) -> bool:
    """From a hill over a lower feature, but not at what is close behind it."""
    levels = board.level_at(a.point), board.level_at(b.point)
    if max(levels) <= max(min(levels), *(part.level for part in parts)):
        return False
    low, length = (a, b)[levels[0] > levels[1]], shapes.span_of(a.point, b.point)
    behind = parts[0].start if low is a else length - parts[-1].end
    return not shapes.within(behind - low.rim, BEHIND)


def blocked(past: str, at: Point, clause: str = LINE) -> Blocked:
    return Blocked(cite(clause), f"it cannot see past {past}", past, at)


# ---- cover: by the ground that a formation stands in, or by a wall between it and its attacker

BESIDE = 1.0  # inch from its edge to a wall that covers it: pk.terrain.in-cover


def cover_of(state: State, unit: Unit, against: End | None = None) -> Cover:
    """pk.terrain.in-cover: the best of the areas it stands in and, against an attacker, the walls between them."""
    here, there = unit.at.point, eye(against).point if against else None
    areas, walls = table(state).recall(shelters, here)
    return better(*areas, *(KINDS[wall.kind].cover for wall in walls if there and wall.spans(there, here)))


def in_cover(state: State, unit: Unit, against: End | None = None) -> bool:
    return cover_of(state, unit, against) != COVERS[0]


def better(*covers: Cover) -> Cover:
    """The best of several covers: they never add."""
    return max(covers, key=COVERS.index, default=COVERS[0])


def is_entrenched(unit: Unit) -> bool:
    return Mark.ENTRENCHED in unit.marks


def shelters(board: FreeTable, at: Point) -> tuple[list[Cover], list[Piece]]:
    """What covers a formation at a point: the areas there, and linear features close to its edge."""
    slab = shapes.limb(at, at, 2 * RADIUS)
    areas = [KINDS[piece.kind].cover for piece in board.under(Place(*at)) if not KINDS[piece.kind].line]
    walls = (piece for piece in board.terrain if KINDS[piece.kind].line)
    return areas, [wall for wall in walls if wall.is_near(slab, BESIDE)]
