"""The part of a free table to draw, and its scale: so many columns per inch, and half as many lines."""

from collections.abc import Iterator
from math import hypot

from msgspec import Struct

from sandtable.board.place import Point
from sandtable.board.table import FreeTable

Cell = tuple[int, int]  # line from the top, column from the left

SCALES = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 10.0)  # columns per inch
WIDEST, LEAST_LINES = 100, 34
STEPS = (1, 2, 6, 12, 24)  # inches between figures along the edges
APART = 9  # least columns between such figures


class Frame(Struct, frozen=True):
    """A window on the table. Its lower left corner is at `left`, `bottom`."""

    left: float
    bottom: float
    width: float
    depth: float
    scale: float

    @property
    def columns(self) -> int:
        return round(self.width * self.scale)

    @property
    def lines(self) -> int:
        return round(self.depth * self.scale / 2)

    def middle(self, cell: Cell) -> Point:
        line, column = cell
        return self.left + (column + 0.5) / self.scale, self.bottom + self.depth - (line + 0.5) * 2 / self.scale

    def cell(self, point: Point) -> Cell:
        """The cell of a point. A point on the far edge of the window is still inside."""
        across = (point[0] - self.left) * self.scale
        down = (self.bottom + self.depth - point[1]) * self.scale / 2
        return on_edge(down, self.lines), on_edge(across, self.columns)

    def holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.lines and 0 <= cell[1] < self.columns

    def line(self, a: Point, b: Point) -> Iterator[Cell]:
        """The cells that a straight line runs through."""
        length = hypot((b[0] - a[0]) * self.scale, (b[1] - a[1]) * self.scale / 2)
        count = max(1, round(length * 2))
        shares = (number / count for number in range(count + 1))
        cells = (self.cell((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)) for share in shares)
        return (cell for cell in dict.fromkeys(cells) if self.holds(cell))

    @property
    def step(self) -> int:
        """Inches between the figures along the edges."""
        return next((step for step in STEPS if step * self.scale >= APART), STEPS[-1])


def on_edge(at: float, count: int) -> int:
    return count - 1 if count <= at <= count + 0.01 else int(at // 1)


def whole(board: FreeTable, columns: int, lines: int, least: int = LEAST_LINES) -> Frame:
    """The whole table, as large as possible."""
    fits = [
        scale
        for scale in SCALES
        if board.width * scale <= min(columns, WIDEST) and board.depth * scale / 2 <= max(lines, least)
    ]
    scale = max(fits) if fits else min(columns / board.width, 1.0)
    return Frame(0.0, 0.0, board.width, board.depth, scale)


def part(board: FreeTable, middle: Point, width: float, columns: int, lines: int) -> Frame:
    """So many inches round a point, shifted onto the table."""
    width = min(max(width, 2.0), board.width)
    scale = max(1.0, min(columns, WIDEST) / width)
    scale = scale // 1 if scale >= 2 else scale
    depth = min(width, board.depth, max(lines, LEAST_LINES) * 2 / scale)
    left = min(max(middle[0] - width / 2, 0.0), board.width - width)
    bottom = min(max(middle[1] - depth / 2, 0.0), board.depth - depth)
    return Frame(left, bottom, width, depth, scale)
