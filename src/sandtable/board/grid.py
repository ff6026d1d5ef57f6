"""A square grid: a place is a file and a rank, and a range counts steps through the sides of squares."""

import random
from collections.abc import Container, Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.board import CLEAR, POINT, Base, Sight, region_words
from sandtable.board.lazy import Derives, lazy
from sandtable.board.place import Place, Point

FACINGS: Final = (0, 90, 180, 270)  # north, east, south, west
AHEAD: Final = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}
COMPASS: Final = {0: "N", 90: "E", 180: "S", 270: "W"}

Square = int  # counted rank by rank from the south-west corner
Crossing = tuple[tuple[Square, ...], tuple[tuple[Square, Square], ...]]


class SquareGrid(Struct, Derives, frozen=True, dict=True):
    """Squares with ground and level. Constant geometry is worked out once."""

    files: int
    ranks: int
    grounds: tuple[frozenset[str], ...]
    levels: tuple[int, ...]
    opaque: frozenset[str] = frozenset()

    # ---- squares, places and their names

    def square(self, at: Place) -> Square:
        return int(at.y * self.files + at.x)

    def place(self, square: Square, facing: int = 0) -> Place:
        rank, file = divmod(square, self.files)
        return Place(file, rank, facing)

    def has(self, at: Place) -> bool:
        """Whether the place is the middle of a square of the board and faces one of its edges."""
        x, y = at.x, at.y
        return 0 <= x < self.files and 0 <= y < self.ranks and x == int(x) and y == int(y) and at.facing in FACINGS

    def named(self, name: str) -> Square:
        """The square called d4; ValueError if the board has none of that name."""
        file, rank = ord(name[:1] or "?") - ord("a"), int(name[1:]) - 1 if name[1:].isdecimal() else -1
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            raise ValueError(f"no square {name!r} on a board of {self.files} columns and {self.ranks} rows")
        return rank * self.files + file

    @lazy
    def names(self) -> tuple[str, ...]:
        return _names(self.files, self.ranks)

    # ---- neighbours and distances

    @lazy
    def beside(self) -> tuple[tuple[Square, ...], ...]:
        """The squares that share a side with each square."""
        return _beside(self.files, self.ranks)

    def ahead(self, square: Square, facing: int) -> Square | None:
        """The neighbour in that direction, or None past the edge."""
        return self._ahead[facing][square]

    @lazy
    def _ahead(self) -> dict[int, tuple[Square | None, ...]]:
        return _neighbours(self.files, self.ranks)

    def squares_apart(self, a: Square, b: Square) -> int:
        return _apart_from(self.files, self.ranks, a)[b]

    def apart_from(self, square: Square) -> tuple[int, ...]:
        """How far each square is from this one."""
        return _apart_from(self.files, self.ranks, square)

    def facing_to(self, start: Square, end: Square) -> int:
        """The direction of a neighbour."""
        return next(facing for facing in FACINGS if self.ahead(start, facing) == end)

    def in_arc(self, start: Square, facing: int, target: Square) -> bool:
        """Whether the target lies between the two forward diagonals or on them."""
        rank, file = divmod(start, self.files)
        rank_t, file_t = divmod(target, self.files)
        fx, fy = AHEAD[facing]
        dx, dy = file_t - file, rank_t - rank
        forward, across = dx * fx + dy * fy, dx * fy - dy * fx
        return forward >= 1 and abs(across) <= forward

    # ---- sight

    def crossed(self, a: Square, b: Square) -> Crossing:
        """The squares on a line between centres, and the pairs of squares that it touches only at a corner."""
        return _crossed(self.files, a, b)

    def sight_line(self, a: Square, b: Square, standing: Container[Square] = ()) -> Sight:
        """Sight from centre to centre. Higher ground, opaque ground and units in the way block it."""
        squares, corners = self.crossed(a, b)
        low, high = sorted((self.levels[a], self.levels[b]))
        for square in squares:
            if self._obstructs(square, low, high, standing):
                return self._blocked(square, standing)
        for one, other in corners:
            if self._obstructs(one, low, high, standing) and self._obstructs(other, low, high, standing):
                return self._blocked(one, standing)
        return CLEAR

    def _obstructs(self, square: Square, low: int, high: int, standing: Container[Square]) -> bool:
        level = self.levels[square]
        return level >= high and (level > low or not self.opaque.isdisjoint(self.grounds[square]) or square in standing)

    def _blocked(self, square: Square, standing: Container[Square]) -> Sight:
        features = sorted(self.grounds[square] & self.opaque)
        what = features[0] if features else "unit" if square in standing else "hill"
        return Sight(False, f"{what} on {self.names[square]}", self.place(square).point)

    # ---- what every board can do

    def distance(self, a: Place, b: Place, base_a: Base = POINT, base_b: Base = POINT) -> float:
        return abs(a.x - b.x) + abs(a.y - b.y)

    def ground(self, at: Place, base: Base = POINT) -> frozenset[str]:
        return self.grounds[self.square(at)]

    def with_ground(self, square: Square, ground: frozenset[str]) -> "SquareGrid":
        return replace(self, grounds=(*self.grounds[:square], ground, *self.grounds[square + 1 :]))


class Squares(Struct, frozen=True, dict=True):
    """A region of a grid: squares and the facings allowed in each."""

    listed: tuple[Place, ...]

    def places(self) -> tuple[Place, ...]:
        return self.listed

    def __str__(self) -> str:
        return region_words(self)

    def contains(self, place: Place) -> bool:
        return place in self._lookup

    def sample(self, rng: random.Random) -> Place:
        return rng.choice(self.listed)

    def outline(self) -> list[list[Point]]:
        return square_outlines(self.listed)

    @lazy
    def _lookup(self) -> frozenset[Place]:
        return frozenset(self.listed)


def square_outlines(places: Iterable[Place]) -> list[list[Point]]:
    """The unit square around each place, once."""
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return [[(x + dx, y + dy) for dx, dy in corners] for x, y in sorted({place.point for place in places})]


def square_place(name: str) -> Place:
    """The square called d4, even beyond the edge of the board."""
    return Place(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def square_name(at: Place) -> str:
    return f"{chr(ord('a') + int(at.x))}{int(at.y) + 1}"


def square_point(name: str) -> Point:
    """The file and the rank of the square called d4."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


# Boards of one size share these, because every change of ground makes a new board.


@lru_cache(maxsize=64)
def _names(files: int, ranks: int) -> tuple[str, ...]:
    return tuple(square_name(Place(file, rank)) for rank in range(ranks) for file in range(files))


@lru_cache(maxsize=64)
def _neighbours(files: int, ranks: int) -> dict[int, tuple[Square | None, ...]]:
    def step(square: Square, dx: int, dy: int) -> Square | None:
        rank, file = divmod(square, files)
        on_board = 0 <= file + dx < files and 0 <= rank + dy < ranks
        return square + dy * files + dx if on_board else None

    return {facing: tuple(step(s, *ahead) for s in range(files * ranks)) for facing, ahead in AHEAD.items()}


@lru_cache(maxsize=64)
def _beside(files: int, ranks: int) -> tuple[tuple[Square, ...], ...]:
    ahead = _neighbours(files, ranks)
    around = [[ahead[facing][square] for facing in FACINGS] for square in range(files * ranks)]
    return tuple(tuple(n for n in near if n is not None) for near in around)


@lru_cache(maxsize=4096)
def _apart_from(files: int, ranks: int, square: Square) -> tuple[int, ...]:
    rank, file = divmod(square, files)
    return tuple(abs(rank - r) + abs(file - f) for r in range(ranks) for f in range(files))


@lru_cache(maxsize=1 << 16)
def _crossed(files: int, a: Square, b: Square) -> Crossing:
    """Exact: on a lattice of half squares every centre has odd coordinates and every corner even ones."""
    (rank_a, file_a), (rank_b, file_b) = divmod(a, files), divmod(b, files)
    dx, dy = file_b - file_a, rank_b - rank_a
    step_x, step_y = (1 if dx >= 0 else -1), (1 if dy >= 0 else -1)
    run, rise = abs(dx), abs(dy)
    squares: list[Square] = []
    corners: list[tuple[Square, Square]] = []
    file, rank, x, y = file_a, rank_a, 0, 0  # x and y count the sides that were crossed
    while x < run or y < rise:
        to_side, to_top = (2 * x + 1) * rise, (2 * y + 1) * run
        if to_side == to_top:
            corners.append((rank * files + file + step_x, (rank + step_y) * files + file))
        if to_side <= to_top:
            x, file = x + 1, file + step_x
        if to_top <= to_side:
            y, rank = y + 1, rank + step_y
        squares.append(rank * files + file)
    return tuple(squares[:-1]), tuple(corners)
