"""Random tables and bases for the tests of the free table, and turns and mirrors that keep the lattice."""

import random
from collections.abc import Callable
from math import cos, pi, sin

from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, affinity

from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Piece, Strip, tangled

SIZE = 48.0  # square, so that a table turned by a right angle is a table of the same size

Corners = tuple[tuple[float, float], ...]
Move = Callable[[Place], Place]


def inches(low: float = 0.0, high: float = SIZE) -> st.SearchStrategy[float]:
    """Whole inches as often as hundredths, so that points often lie exactly on borders and corners."""
    whole = st.integers(int(low), int(high)).map(float)
    return whole | st.integers(int(low * 100), int(high * 100)).map(lambda n: n / 100)


places = st.builds(Place, inches(), inches(), st.integers(0, 359))
bases = st.builds(Base, inches(0, 4), inches(0, 4), st.booleans())


def some_inches(rng: random.Random, low: float = 0.0, high: float = SIZE) -> float:
    return (
        float(rng.randint(int(low), int(high)))
        if rng.random() < 0.5
        else rng.randint(int(low * 100), int(high * 100)) / 100
    )


def some_place(rng: random.Random, low: float = 0.0, high: float = SIZE) -> Place:
    facing = rng.choice((0, 45, 90, 180, 270, rng.randrange(360)))
    return Place(some_inches(rng, low, high), some_inches(rng, low, high), facing)


def some_base(rng: random.Random) -> Base:
    return Base(rng.choice((0.0, 0.5, 0.75, 1.0, 2.0, 3.0)), rng.choice((0.0, 0.5, 0.75, 1.0, 2.0)), rng.random() < 0.3)


def some_corners(rng: random.Random, low: float = 0.0, high: float = SIZE) -> Corners:
    """A simple polygon, often concave, on the lattice; half of them on whole inches."""
    while True:
        x, y = rng.uniform(low + 6, high - 6), rng.uniform(low + 6, high - 6)
        turns = sorted(rng.uniform(0, 2 * pi) for _ in range(rng.randint(3, 8)))
        digits = rng.choice((0, 2))
        out = [rng.uniform(1, 6) for _ in turns]
        corners = tuple(
            (round(x + r * cos(t), digits), round(y + r * sin(t), digits)) for t, r in zip(turns, out, strict=True)
        )
        if tangled(corners) is None:
            return corners


def some_piece(rng: random.Random, name: str) -> Piece:
    level, opaque = rng.choice(((0, True), (0, True), (1, False), (2, False), (1, True), (0, False)))
    if rng.random() < 0.7:
        return Area(name, "woods", some_corners(rng), level, opaque)
    course = tuple(some_place(rng).point for _ in range(rng.randint(1, 3)))
    return Strip(name, "hedge", course, rng.choice((0.5, 2.0)), level, opaque)


def some_table(rng: random.Random, pieces: int) -> FreeTable:
    return FreeTable(SIZE, SIZE, tuple(some_piece(rng, f"piece {n}") for n in range(pieces)))


def shape_of(at: Place, base: Base) -> Polygon | Point:
    """A base as a shapely shape; a disc only as its centre."""
    if base.disc:
        return Point(at.x, at.y)
    w, d = base.width / 2, base.depth / 2
    upright = Polygon([(at.x - w, at.y - d), (at.x + w, at.y - d), (at.x + w, at.y + d), (at.x - w, at.y + d)])
    return affinity.rotate(upright, -at.facing, origin=(at.x, at.y))


def rim_of(base: Base) -> float:
    return base.width / 2 if base.disc else 0.0


def line_of(a: Place, b: Place) -> LineString:
    return LineString([a.point, b.point])


def hundredths(x: float) -> float:
    return round(x, 2)


def turn(at: Place) -> Place:
    """A quarter turn of the whole table, clockwise."""
    return Place(at.y, hundredths(SIZE - at.x), (at.facing + 90) % 360)


def mirror(at: Place) -> Place:
    return Place(hundredths(SIZE - at.x), at.y, -at.facing % 360)


def shift(at: Place) -> Place:
    return Place(hundredths(at.x + 3.17), hundredths(at.y + 0.59), at.facing)


MOVES: tuple[Move, ...] = (turn, mirror, shift)


def moved(table: FreeTable, move: Move) -> FreeTable:
    """The same terrain, moved. After a shift it needs a wider table."""
    grow = 4.0 if move is shift else 0.0
    return FreeTable(table.width + grow, table.depth + grow, tuple(_moved(piece, move) for piece in table.terrain))


def _moved(piece: Piece, move: Move) -> Piece:
    points = tuple(move(Place(x, y)).point for x, y in piece.points)
    if isinstance(piece, Area):
        return Area(piece.name, piece.kind, points, piece.level, piece.opaque)
    return Strip(piece.name, piece.kind, points, piece.width, piece.level, piece.opaque)
