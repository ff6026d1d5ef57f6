"""The ground of a battle, in the form of the wire."""

from typing import Literal

from msgspec import Struct, field

from sandtable.board.place import Point

Shape = Literal["area", "strip"]
AREA: Shape = "area"
STRIP: Shape = "strip"


class Feature(Struct, frozen=True):
    id: str
    kind: str
    shape: Shape
    points: tuple[Point, ...]
    width: float | None
    level: int
    name: str


class PlaceName(Struct, frozen=True):
    """A name on the map of a grid. It belongs to the ground of that square."""

    x: int
    y: int
    text: str


class Ground(Struct, frozen=True, omit_defaults=True):
    kind: Literal["grid", "free"] = field()
    width: float = field()
    height: float = field()
    climate: str = field()
    features: tuple[Feature, ...] = field()
    squares: tuple[tuple[str, ...], ...] | None = None  # rank by rank from the south-west corner
    levels: tuple[int, ...] | None = None
    names: tuple[PlaceName, ...] = ()
