"""Places of a free table in words: what is there, and how far and which way from what a reader can see."""

from collections.abc import Iterable
from functools import lru_cache

from sandtable.board import shapes
from sandtable.board.place import Place, Point, direction
from sandtable.board.shapes import bearing, span_of
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Piece
from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.facts import Event
from sandtable.kernel.state import State, UnitId
from sandtable.kernel.whereabouts import NUMBERS, InNumbers

EDGE = 1.0  # inches; so near to its border is "the edge of" a piece of ground
WIDE = 3.0  # inches across; smaller ground has no edges worth a word
BROAD = 1.5  # inches; a broader strip is ground to be in, like an area
NEAR = 10.0  # inches from ground that is near


def told(event: Event, before: State) -> str:
    """The sentence of a fact for a reader who sees the table. `before`: his view of it right before."""
    return event.tell_with(InWords(before) if isinstance(before.board, FreeTable) else NUMBERS)


def told_command(command: Command, view: State) -> str:
    if isinstance(command, Placing) and isinstance(view.board, FreeTable):
        return command.tell_with(InWords(view))
    return command.tell()


class InWords(InNumbers):
    """Places on the table as they are before a fact."""

    def __init__(self, before: State) -> None:
        assert isinstance(before.board, FreeTable)
        self._board, self._units = before.board, before.units

    def at(self, place: Place) -> str:
        return place_words(self._board, place.point)

    def goal(self, unit: UnitId, place: Place) -> str:
        return self.at(place) + self._stride(unit, place.point)

    def facing(self, place: Place) -> str:
        return direction(place.facing)

    def _stride(self, unit: UnitId, goal: Point) -> str:
        """How far a unit goes, and which way."""
        start = self._units[unit].place if unit in self._units else None
        if start is None or span_of(start.point, goal) < shapes.to_lattice(0.1):
            return ""
        return f" ({inches(span_of(start.point, goal))} {direction(bearing(start.point, goal))})"


@lru_cache(maxsize=1 << 12)
def place_words(board: FreeTable, point: Point) -> str:
    """The ground at a point, or a point near the nearest ground."""
    under = [piece for piece in board.terrain if piece.covers(point)]
    ground = min((piece for piece in under if is_ground(piece)), key=rank, default=None)
    if ground is not None:
        return edge_of(ground, point) if is_wide(ground) and ground.depth_at(point) < EDGE else article(ground.name)
    what = article(min(under, key=rank).name) if under else ""
    near = nearest([piece for piece in board.terrain if piece not in under], point)
    if near is None:
        return what or from_the_border(board, point)
    if not what and is_wide(near) and apart(near, point) < EDGE:
        return edge_of(near, point)
    way = direction(bearing(foot(near, point), point))
    return f"{what or 'a point'} {inches(apart(near, point))} {way} of {article(near.name)}"


def nearest(pieces: Iterable[Piece], point: Point) -> Piece | None:
    """What a place is told by: ground if some is near, since a road is everywhere along it."""
    ranked = sorted([(apart(piece, point), piece) for piece in pieces], key=lambda one: (one[0], one[1].name))
    near = (piece for far, piece in ranked if is_ground(piece) and far <= NEAR)
    return next(near, ranked[0][1] if ranked else None)


def from_the_border(board: FreeTable, point: Point) -> str:
    """On a table without anything: how far from its nearest edge."""
    x, y = point
    gaps = {"western": x, "eastern": board.width - x, "southern": y, "northern": board.depth - y}
    side = min(gaps, key=gaps.__getitem__)
    return f"a point {inches(gaps[side])} from the {side} edge of the table"


# ---- pieces of terrain


def is_ground(piece: Piece) -> bool:
    """Whether somebody can be in it; a road or a hedge only leads past."""
    return isinstance(piece, Area) or piece.width > BROAD


def is_wide(piece: Piece) -> bool:
    west, south, east, north = piece.box
    return is_ground(piece) and min(east - west, north - south) > WIDE


def rank(piece: Piece) -> tuple[bool, float]:
    """What says most about a place: a house before the wood round it, and either before the hill they stand on."""
    west, south, east, north = piece.box
    return bool(piece.level), (east - west) * (north - south)


def edge_of(piece: Piece, point: Point) -> str:
    """The side of a piece whose border is near."""
    rim = foot(piece, point)
    outward = bearing(point, rim) if piece.covers(point) else bearing(rim, point)
    return f"the {direction(outward)} edge of {article(piece.name)}"


def apart(piece: Piece, point: Point) -> float:
    return piece.inches_from(shapes.limb(point, point, 0.0))


def foot(piece: Piece, point: Point) -> Point:
    """The nearest point of its border, or of the course of a strip."""
    ends = piece.points if isinstance(piece, Area) else piece.points[:-1] or piece.points
    courses = zip(ends, piece.points[1:] + piece.points[:1], strict=False)
    feet = [shapes.along(a, b, shapes.foot(a, b, point)) for a, b in courses]
    return min(feet, key=lambda one: span_of(one, point))


# ---- words


def article(name: str) -> str:
    """the west wood, the Caen road, Stonne, Point 102."""
    last = name.rsplit(maxsplit=1)[-1]
    return name if name.startswith("the ") or last[0].isupper() or last[-1].isdecimal() else f"the {name}"


def inches(distance: float) -> str:
    """Half inches; nobody sees more on a table."""
    return f'{max(round(distance * 2) / 2, 0.5):g}"'
