"""Where bases may end. A book asks these questions in the order of its clauses, and says why not."""

from collections.abc import Callable, Iterable

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.kernel.state import UnitId
from sandtable.mechanics.layout import Layout, Places, box_round, collides, may_meet, touches

BaseOf = Callable[[UnitId], Base]


class Ending:
    """One or more bases at the places where they would end. Only units near them are checked."""

    def __init__(self, board: FreeTable, layout: Layout, places: Places, base_of: BaseOf, largest: float) -> None:
        """`largest`: the greatest distance of a point of a base from its middle."""
        self.board, self.places, self._layout, self._base_of = board, places, layout, base_of
        self.middles = box_round(places)
        self.box = shapes.grown(self.middles, largest)
        self.near = layout.near(self.box)

    @lazy
    def slabs(self) -> list[Slab]:
        return [shapes.footprint(place, self._base_of(i)) for i, place in self.places.items()]

    def leaves_table(self) -> bool:
        return not self.board.encloses(self.box) and not all(map(self.board.carries, self.slabs))

    def lands_on(self, is_in_the_way: Callable[[UnitId], bool]) -> UnitId | None:
        """A unit in the way that a base would overlap. A base may touch it."""
        for other in filter(is_in_the_way, self.near):
            there = self._layout.slabs[other]
            if any(collides(slab, there) for slab in may_meet(self.slabs, there)):
                return other
        return None

    def is_shut_out(self, is_closed: Callable[[UnitId, Place], bool]) -> bool:
        """Whether a unit would stand on ground that is closed to it."""
        return any(is_closed(i, place) for i, place in self.places.items())


def is_clear(slab: Slab, others: Iterable[Slab], enemies: Iterable[Slab]) -> bool:
    """Whether a base there would overlap nobody and touch no enemy."""
    return not any(collides(slab, other) for other in others) and not any(touches(slab, enemy) for enemy in enemies)
