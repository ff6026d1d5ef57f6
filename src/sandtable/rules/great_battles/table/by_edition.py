"""Sight, formations and going, where the editions differ."""

from collections.abc import Callable, Sequence

from sandtable.board.place import Point
from sandtable.board.shapes import Slab
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.edition import ByEdition


class TableByEdition(ByEdition, frozen=True, kw_only=True):
    sight_line: Callable[[Slab, Slab], tuple[Point, Point]]  # between two bases
    comes_out: Callable[[State, Unit], Sequence[Unit]]  # stands that are revealed with one
    line_into_cover: bool  # whether a hidden stand in cover is seen, from an inch, only along a line of sight
    feared: frozenset[str]  # kinds that an inactive battalion keeps away from
    column_alone: bool  # whether a single stand that is aligned with a road is in column
    pinned_rows: frozenset[str]  # of the movement table, for a battalion with weapons set up
