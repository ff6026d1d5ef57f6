"""Where bases may end. A book asks what they would end on, in the order of its clauses, and says why not."""

from collections.abc import Callable, Iterable

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.board.table import FreeTable
from sandtable.kernel.state import UnitId
from sandtable.mechanics.layout import Layout, Places, box_round, collides, touches

BaseOf = Callable[[UnitId], Base]


class Ending:
    """Bases at the places where they would end, at least one. What is not near is not looked at."""

    def __init__(self, board: FreeTable, layout: Layout, places: Places, base_of: BaseOf, largest: float) -> None:
        """`largest`: no point of a base is further from its middle."""
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
        """One of those in the way on which a base would lie; to touch is not to lie on."""
        for other in filter(is_in_the_way, self.near):
            there = self._layout.slabs[other]
            if any(collides(slab, there) for slab in self.slabs):
                return other
        return None

    def is_shut_out(self, is_closed: Callable[[UnitId, Place], bool]) -> bool:
        """Whether somebody would stand on ground that is closed to him."""
        return any(is_closed(i, place) for i, place in self.places.items())


def is_clear(slab: Slab, others: Iterable[Slab], enemies: Iterable[Slab]) -> bool:
    """Whether a base that is put down there would lie on nobody and touch no enemy."""
    return not any(collides(slab, other) for other in others) and not any(touches(slab, enemy) for enemy in enemies)
