"""What lies on the way of a stand, and what that costs it."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import Protocol

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.rules.great_battles.charts import BAD, CLOSED, Ground
from sandtable.rules.great_battles.ground import closes
from sandtable.rules.great_battles.scenario import PATHS


class Pace(Protocol):
    """How many inches an action is."""

    good: float
    bad: float
    on_foot: bool


Crossed = tuple[float, tuple[str, ...]]  # inches, and the kinds of ground they run over


@lru_cache(maxsize=1 << 16)
def crossed(board: FreeTable, a: Point, b: Point) -> tuple[tuple[Crossed, ...], tuple[str, ...]]:
    """A straight leg in stretches, and the borders it crosses: contour lines both ways, streams once."""
    stretches = board.along(Place(*a), Place(*b))
    parts = tuple((part.end - part.start, tuple(piece.kind for piece in part.pieces)) for part in stretches)
    lines: list[str] = []
    for before, after in pairwise(stretches):
        lines += [piece.kind for piece in after.pieces if piece not in before.pieces]
        lines += [piece.kind for piece in before.pieces if piece not in after.pieces and piece.level]
    return parts, tuple(lines)


def price(board: FreeTable, grounds: Mapping[str, Ground], rates: Pace, a: Point, b: Point) -> float:
    """move.mixed-going: the share of an action that a straight leg takes; infinite where it cannot go."""
    parts, lines = crossed(board, a, b)
    total = 0.0
    for inches, kinds in parts:
        here = [grounds[kind] for kind in kinds if kind not in PATHS]
        if here and any(closes(ground, on_foot=rates.on_foot) for ground in here) and not is_bridged(kinds, here):
            return inf
        total += inches / (rates.bad if any(ground.going == BAD for ground in here) else rates.good)
    return total + sum(grounds[kind].line for kind in lines if kind not in PATHS) / rates.bad


def is_open(board: FreeTable, box: shapes.Box) -> bool:
    """Whether there is nothing but open ground and roads in a box."""
    west, south, east, north = box
    return not any(x0 <= east and west <= x1 and y0 <= north and south <= y1 for x0, y0, x1, y1 in ground_boxes(board))


@lru_cache(maxsize=64)
def ground_boxes(board: FreeTable) -> tuple[shapes.Box, ...]:
    return tuple(piece.box for piece in board.terrain if piece.kind not in PATHS)


def is_bridged(kinds: tuple[str, ...], here: list[Ground]) -> bool:
    """A road or bridge leads over water, not through bunkers."""
    return not PATHS.isdisjoint(kinds) and all(ground.going == CLOSED or not ground.foot_only for ground in here)
