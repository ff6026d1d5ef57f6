"""Lines of sight over the ground of a free table."""

from sandtable.board import shapes
from sandtable.board.board import CLEAR, Sight
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal


class Blocked(Refusal, frozen=True):
    """What stands in the line, and where."""

    past: str = ""
    at: Point | None = None


def as_sight(blocked: Blocked | None) -> Sight:
    """As a screen asks for it."""
    return CLEAR if blocked is None else Sight(clear=False, past=blocked.past, at=blocked.at)


def seen_through(board: FreeTable, a: Point, b: Point, most: float = 0.0) -> Sight:
    """Whether the line from a to b runs through no more than so many inches of opaque ground, all pieces together."""
    inches = 0.0
    for part in board.looked_over(a, b):
        screens = [piece.name for piece in part.pieces if piece.opaque]
        inches += part.end - part.start if screens else 0.0
        if shapes.less(most, inches):
            return Sight(False, screens[0], shapes.place_at(shapes.along(a, b, part.end - (inches - most))).point)
    return CLEAR
