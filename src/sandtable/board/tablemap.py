"""Maps of a free table as people write them: its size, and a line for each piece of terrain."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.gridmap import MapError
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Polygon
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Piece, Strip

FORMS = ("at", "corners", "course")
LONGEST = 144.0  # inches, of a table's sides
PART_OF = {"size": "at", "turn": "at", "width": "course"}


class Ground(Struct, frozen=True, gc=False):
    """The defaults of a kind of terrain. If `width` is None, each course must give one."""

    opaque: bool = False
    width: float | None = None


class Laid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of terrain: a rectangle round a point, an outline, or a strip along a course."""

    kind: str
    name: str = ""
    at: Point | None = None
    size: Point | None = None
    turn: int = 0  # degrees, clockwise
    corners: Polygon | None = None
    course: Polygon | None = None
    width: float | None = None
    level: int = 0


class TableMap(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of a table in inches, and its terrain."""

    size: Point
    pieces: tuple[Laid, ...] = ()


def read_table(map: TableMap, kinds: Mapping[str, Ground]) -> FreeTable:
    """Make the table. Corners go on the lattice. A MapError names the piece."""
    width, depth = map.size
    if not (shapes.less(0.0, width) and shapes.less(0.0, depth)):
        raise MapError(f"a table cannot have {width:g} by {depth:g} inches")
    if max(width, depth) > LONGEST:
        raise MapError(f"a table of {width:g} by {depth:g} inches is too large; at most {LONGEST:g} are allowed")
    names = _names(map.pieces)
    pieces: list[Piece] = []
    for number, (name, laid) in enumerate(zip(names, map.pieces, strict=True), 1):
        try:
            pieces.append(_lay(name, laid, kinds))
            FreeTable(width, depth, (pieces[-1],))  # refuses a piece that is off the table
        except ValueError as fault:
            raise MapError(f"piece {number}, {fault}") from None
        if name in names[: number - 1]:
            raise MapError(f"piece {number}, {name}: piece {names.index(name) + 1} has the same name")
    return FreeTable(width, depth, tuple(pieces))


def map_of(table: FreeTable) -> TableMap:
    """The table as a map that a person can edit."""
    pieces = [
        Laid(piece.kind, piece.name, course=piece.points, width=piece.width, level=piece.level)
        if isinstance(piece, Strip)
        else Laid(piece.kind, piece.name, corners=piece.points, level=piece.level)
        for piece in table.terrain
    ]
    return TableMap((table.width, table.depth), tuple(pieces))


def _names(pieces: Sequence[Laid]) -> list[str]:
    """Pieces without a name get a number for each kind."""
    count: Counter[str] = Counter()
    names = []
    for laid in pieces:
        count[laid.kind] += not laid.name
        names.append(laid.name or f"{laid.kind} {count[laid.kind]}")
    return names


def _lay(name: str, laid: Laid, kinds: Mapping[str, Ground]) -> Piece:
    if laid.kind not in kinds:
        raise ValueError(f"{name}: unknown kind {laid.kind!r}, not one of {', '.join(sorted(kinds))}")
    forms = [form for form in FORMS if getattr(laid, form) is not None]
    if len(forms) != 1:
        raise ValueError(f"{name}: give one of {', '.join(FORMS)}, not {' and '.join(forms) or 'none'}")
    for part, form in PART_OF.items():
        if getattr(laid, part) and form not in forms:
            raise ValueError(f"{name}: {part} goes with {form}, not with {forms[0]}")
    ground = kinds[laid.kind]
    if laid.course is None:
        return Area(name, laid.kind, _on_lattice(_outline(name, laid)), laid.level, ground.opaque)
    width = ground.width if laid.width is None else laid.width
    if width is None:
        raise ValueError(f"{name}: give the width of the course")
    return Strip(name, laid.kind, _on_lattice(laid.course), width, laid.level, ground.opaque)


def _outline(name: str, laid: Laid) -> Polygon:
    if laid.at is None:
        return laid.corners or ()
    if laid.size is None:
        raise ValueError(f"{name}: give the size")
    return shapes.corners_of(shapes.footprint(Place(*laid.at, laid.turn), Base(*laid.size)))


def _on_lattice(points: Polygon) -> Polygon:
    return tuple((shapes.to_lattice(x), shapes.to_lattice(y)) for x, y in points)
