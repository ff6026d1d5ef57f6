"""Objectives: a piece of terrain or the ground round a point, and the unit that takes it."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import Side, Unit
from sandtable.mechanics.checks import check_pieces, check_point
from sandtable.mechanics.landmarks import middle_of


class Objective(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place to hold: a piece of terrain, or the ground round a point. A book adds its value for each side."""

    name: str
    at: Point | None = None
    piece: str = ""

    def check(self, board: FreeTable) -> None:
        if (self.at is None) == (not self.piece):
            raise ScenarioError(f"objectives: {self.name}: either at or piece is needed")
        check_point(self.at, f"objectives: {self.name}: at", board)
        check_pieces([self.piece] if self.piece else [], f"objectives: {self.name}", board)

    def point(self, board: FreeTable) -> Point:
        """The point of its marker."""
        return self.at or shapes.place_at(middle_of(board.piece(self.piece).points)).point

    def covers(self, board: FreeTable, point: Point, around: float) -> bool:
        """Whether a point is in it; `around`: the radius of an objective that is a point."""
        if self.at is not None:
            return shapes.within(shapes.span_of(point, self.at), around)
        return is_covered(board, self.piece, point)

    def inches_from(self, board: FreeTable, slab: Slab, around: float) -> float:
        """The distance from a base to its ground; 0 if the base lies on it."""
        if self.at is not None:
            return max(shapes.apart(slab, shapes.limb(self.at, self.at, 0.0)) - around, 0.0)
        return board.piece(self.piece).inches_from(slab)


@lru_cache(maxsize=1 << 14)
def is_covered(board: FreeTable, piece: str, point: Point) -> bool:
    return board.piece(piece).covers(point)


def taker(inside: Iterable[Unit], holder: Side) -> Unit | None:
    """The unit that takes an objective: the first inside, if all inside are of one side and another holds it."""
    inside = list(inside)
    alone = len({unit.side for unit in inside}) == 1
    return inside[0] if alone and inside[0].side != holder else None
