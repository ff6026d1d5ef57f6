"""Zones: where a group of units may be set up in a box."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.board import Facings, Picker
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Box
from sandtable.board.table import FreeTable
from sandtable.mechanics.layout import Places
from sandtable.mechanics.regions import Ruled, outline_of

MESH = 1.0  # inches between places that are looked at for room
TRIES = 60  # random places before those in order
ASUNDER, FEW = 8.0, 5  # inches between places that matter, and how many of them


class Zone(Ruled):
    """Where the anchor of a group may stand. A Region; a book says in `why_not` what is against a place."""

    def __init__(self, box: Box, facing: int) -> None:
        """`facing`: which way the group faces to begin with."""
        self.box, self.facing = box, facing

    def laid_out(self, place: Place) -> Places:
        """Where each of the group stands about its anchor."""
        raise NotImplementedError

    def rooms(self) -> Iterator[Place]:
        """Allowed places on a coarse mesh, from the middle of the zone outwards."""
        west, south, east, north = self.box
        spread = [spot.point for spot in self.laid_out(Place(0, 0, self.facing)).values()]
        x0, y0, x1, y1 = shapes.box_of(spread, 1.0)
        low, high = (west - x0, south - y0), (east - x1, north - y1)
        middle = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
        spots = [(x, y) for x in steps(low[0], high[0]) for y in steps(low[1], high[1])]
        spots.sort(key=lambda spot: (shapes.span_of(spot, middle), spot))
        return filter(self.contains, (shapes.place_at(spot, self.facing) for spot in spots))

    @property
    def is_empty(self) -> bool:
        return next(self.rooms(), None) is None

    def notable(self) -> Iterator[Place]:
        """A few that are far from each other."""
        found: list[Place] = []
        for place in self.rooms():
            if all(shapes.span_of(place.point, other.point) > ASUNDER for other in found):
                found.append(place)
                yield place
            if len(found) == FEW:
                return

    def sample(self, rng: Picker) -> Place:
        west, south, east, north = self.box
        for _ in range(TRIES):
            point = west + rng.random() * (east - west), south + rng.random() * (north - south)
            place = shapes.place_at(point, self.facing)
            if self.contains(place):
                return place
        return next(self.rooms())

    def faced(self) -> Facings:
        return Facings(self.facing)

    def outline(self) -> list[list[Point]]:
        return outline_of(self.box)


def steps(low: float, high: float) -> list[float]:
    """From one end to the other, both of them too."""
    if high < low - shapes.SLACK:
        return []
    number = int((high - low) / MESH)
    return [*(low + MESH * step for step in range(number + 1)), high]


def along_edge(board: FreeTable, edge: str, depth: float) -> Box:
    """The strip of a table so deep along one of its edges."""
    return {
        "south": (0.0, 0.0, board.width, depth), "north": (0.0, board.depth - depth, board.width, board.depth),
        "west": (0.0, 0.0, depth, board.depth), "east": (board.width - depth, 0.0, board.width, board.depth),
    }[edge]  # fmt: skip


def is_in(box: Box, point: Point) -> bool:
    west, south, east, north = shapes.grown(box, shapes.SLACK)
    return west <= point[0] <= east and south <= point[1] <= north
