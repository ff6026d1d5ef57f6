"""Places on any board."""

from msgspec import Struct

Point = tuple[float, float]
EDGES = {"north": 0, "east": 90, "south": 180, "west": 270}  # the facing towards each edge
DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def direction(facing: float) -> str:
    """The nearest of the eight directions in words."""
    return DIRECTIONS[round(facing / 45) % 8]


class Place(Struct, frozen=True, gc=False, array_like=True):
    """Inches and degrees on a free table; file, rank and degrees on a grid. Facing 0 is up the board."""

    x: int | float  # an int on a grid, also after it is saved and loaded
    y: int | float
    facing: int = 0

    @property
    def point(self) -> Point:
        return self.x, self.y
