"""Where a thing stands, on any board."""

from msgspec import Struct

Point = tuple[float, float]
EDGES = {"north": 0, "east": 90, "south": 180, "west": 270}  # of any board, and the facing towards each


class Place(Struct, frozen=True, gc=False, array_like=True):
    """Inches and degrees on a free table; file, rank and degrees on a grid. Facing 0 is up the board."""

    x: int | float  # int on a grid, and so it stays when saved and loaded
    y: int | float
    facing: int = 0

    @property
    def point(self) -> Point:
        return self.x, self.y
