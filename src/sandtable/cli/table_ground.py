"""The ground of a free table in a terminal: areas filled, hills shaded, roads and streams as lines."""

from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Piece, Strip, height
from sandtable.cli.frame import Cell, Frame
from sandtable.cli.ground import HILLS, LOOKS, OPEN, ROAD_INK, GroundLook

WOOD, HOUSES, WATER = LOOKS["wood"], LOOKS["built-up area"], LOOKS["river"]
FIELD, ROUGH = GroundLook(' " " ', '"', "#8A7A2C", "#F0E6B4"), GroundLook(" , , ", ",", "#7D6B4F", "#E6DDC6")
ORCHARD = GroundLook(" o o ", "o", "#4E7A3A", "#D6E4C2")
LAID = LOOKS | {
    "woods": WOOD, "forest": WOOD, "orchard": ORCHARD, "vineyard": GroundLook(" : : ", ":", "#6B5A8A", "#E2DCEA"),
    "village": HOUSES, "town": HOUSES, "buildings": HOUSES, "grain": FIELD, "crops": FIELD, "fields": FIELD,
    "scrub": ROUGH, "rough": ROUGH, "broken": ROUGH, "cliff": GroundLook("#####", "#", "#6B4B2A"),
    "marsh": GroundLook(" ≈ ≈ ", "≈", "#3E7CA3", "#DCE8E0"), "stream": WATER, "lake": WATER, "sea": WATER,
    "entrenchment": LOOKS["trench"], "hedge": GroundLook("♣♣♣♣♣", "♣", "#3F6B35"),
}  # fmt: skip
HEIGHTS = frozenset({"hill", "ridge", "hills"})  # drawn by their level only
STEEP = (*HILLS, GroundLook("^ ^ ^", "^", "#5E3A12", "#B07A44"))
DOTS = 2  # inches between the dots on open ground
LINE = 2.5  # columns; a narrower strip is drawn as a line


class GroundCell(Struct, frozen=True, gc=False):
    """One cell of ground: a character, its ink, and its paper."""

    character: str
    ink: str
    paper: str


@lru_cache(maxsize=16)
def drawn(board: FreeTable, frame: Frame) -> dict[Cell, GroundCell]:
    """Every cell of the window."""
    cells = {
        (line, column): ground_at(board, frame, (line, column))
        for line in range(frame.lines)
        for column in range(frame.columns)
    }
    for piece in board.terrain:
        if isinstance(piece, Strip) and is_line(piece, frame):
            for cell, character in course(piece, frame):
                look = look_of(piece)
                cells[cell] = GroundCell(character, look.ink, cells[cell].paper)
    return cells


def is_line(piece: Piece, frame: Frame) -> bool:
    return isinstance(piece, Strip) and piece.width * frame.scale < LINE


def is_road(piece: Piece) -> bool:
    return "road" in piece.kind or piece.kind in ("bridge", "track", "lane")


def look_of(piece: Piece) -> GroundLook:
    if is_road(piece):
        return GroundLook("░░░░░", "░", "#B89B5A", "#E3D3A8")
    return LAID.get(piece.kind) or GroundLook(f" {piece.kind[:1]}   ", piece.kind[:1], "#20272B")


# ---- areas


def ground_at(board: FreeTable, frame: Frame, cell: Cell) -> GroundCell:
    """The ground from bottom to top: the level, then each area. An area without paper shows the paper below."""
    point = frame.middle(cell)
    pieces = [piece for piece in board.under(Place(*point)) if not is_line(piece, frame)]
    looks = [STEEP[min(height(pieces), 3)]] if height(pieces) else [OPEN]
    looks += [look_of(piece) for piece in pieces if piece.kind not in HEIGHTS]
    top, sheet = looks[-1], [look.paper for look in looks if look.paper][-1]
    if top is OPEN:
        return GroundCell(dot(frame, cell), OPEN.ink, sheet)
    line, column = cell
    return GroundCell(top.pattern[(column + 2 * line) % len(top.pattern)], top.ink, sheet)


def dot(frame: Frame, cell: Cell) -> str:
    """Dots every two inches on open ground, which help to count, and crosses at the figures along the edges."""
    x, y = frame.middle(cell)
    for every, character in ((frame.step, "+"), (min(DOTS, frame.step), "·")):
        near = round(x / every) * every, round(y / every) * every
        if frame.cell(near) == cell:
            return character
    return " "


# ---- lines


def course(piece: Strip, frame: Frame) -> list[tuple[Cell, str]]:
    found: dict[Cell, str] = {}
    for a, b in pairwise(piece.points):
        character = stroke(piece, a, b)
        for cell in frame.line(a, b):
            found.setdefault(cell, character)
    return list(found.items())


def stroke(piece: Strip, a: Point, b: Point) -> str:
    """The character of a line: for a road its direction, otherwise its own sign."""
    if not is_road(piece):
        return look_of(piece).pattern.strip()[:1] or "─"
    across, up = b[0] - a[0], (b[1] - a[1]) / 2  # a cell is twice as high as wide
    if abs(up) < abs(across) / 3:
        return "═"
    if abs(across) < abs(up) / 3:
        return "║"
    return "╱" if across * up > 0 else "╲"


def legend(board: FreeTable) -> list[tuple[str, GroundLook]]:
    """The kinds of ground on this table, and their looks."""
    found: dict[str, GroundLook] = {}
    for piece in board.terrain:
        if piece.level:
            found[f"level {piece.level}"] = STEEP[min(piece.level, 3)]
        if piece.kind not in HEIGHTS:
            found[piece.kind] = GroundLook("═════", "═", ROAD_INK, OPEN.paper) if is_road(piece) else look_of(piece)
    return list(found.items())


def names(board: FreeTable, frame: Frame) -> dict[Cell, tuple[str, str]]:
    """The names of areas with room for them, as characters with ink."""
    found: dict[Cell, tuple[str, str]] = {}
    for piece in board.terrain:
        left, bottom, right, top = piece.box
        if isinstance(piece, Area) and piece.name != piece.kind and (right - left) * frame.scale > len(piece.name):
            line, column = frame.cell(((left + right) / 2, (bottom + top) / 2))
            for number, character in enumerate(piece.name, column - len(piece.name) // 2):
                found[(line, number)] = character, look_of(piece).ink
    return found
