"""The verbs every board answers, whatever it is ruled in."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random as Picker  # what a place may be picked with; only boards and players have one
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from sandtable.board.place import Place, Point

__all__ = [
    "CLEAR",
    "GIVEN",
    "POINT",
    "Base",
    "Board",
    "Drawn",
    "Faced",
    "Facings",
    "Landmarked",
    "Lined",
    "Picker",
    "Region",
    "Sight",
]


class Base(Struct, frozen=True, gc=False):
    """The footprint of a model: a rectangle, or a disc as wide as `width`."""

    width: float = 0.0
    depth: float = 0.0
    disc: bool = False


POINT = Base()


class Sight(Struct, frozen=True, gc=False):
    """Whether a line of sight is clear and, if not, what stands in it and where."""

    clear: bool
    past: str = ""
    at: Point | None = None


CLEAR = Sight(True)


class Facings(Struct, frozen=True, gc=False):
    """Which way one may face at a place."""

    first: int | None = None  # to begin with; None: as the unit stands now
    choice: tuple[int, ...] | None = None  # None: any; with less than two there is nothing to choose


GIVEN = Facings(choice=())  # it means nothing there, or follows from the place


@runtime_checkable
class Region(Protocol):
    """The places one command may end at."""

    def contains(self, place: Place) -> bool:
        """Exact: this is the rule."""

    def sample(self, rng: Picker) -> Place:
        """One of the places, at random; always contained."""

    def places(self) -> Sequence[Place] | None:
        """All of them, if they can be counted."""

    def outline(self) -> list[list[Point]]:
        """Polygons to draw, one over another where they overlap; may be coarse. A line is one of two corners."""

    def __str__(self) -> str:
        return region_words(self)


def region_words(region: Region) -> str:
    """A region in a line."""
    counted, like = region.places(), region.sample(Picker(0))
    many = "any of many places" if counted is None else f"{len(counted)} places"
    return f"{many}, like {like.x:g}, {like.y:g}"


@runtime_checkable
class Landmarked(Region, Protocol):
    """A region that can say which of its places are worth a look."""

    def notable(self) -> Iterator[Place]:
        """Places that matter to whoever chooses; always contained."""


@runtime_checkable
class Drawn(Region, Protocol):
    """A region of a body of models that can say where each of them would stand."""

    def laid_out(self, place: Place) -> Mapping[Any, Place]:
        """By the model's name; none if the body cannot be drawn up there."""


@runtime_checkable
class Lined(Region, Protocol):
    """A region along lines, such as roads: no hand points at one of its places to the hundredth of an inch."""

    def nearest(self, place: Place) -> Place:
        """What somebody means who points there, allowed or not."""


@runtime_checkable
class Faced(Region, Protocol):
    """A region that says which way one faces at its places; at those of others as one likes."""

    def faced(self) -> Facings: ...


class Board(Protocol):
    """Programs that serve every rule set use only these verbs."""

    def distance(self, a: Place, b: Place, base_a: Base = POINT, base_b: Base = POINT) -> float: ...
    def ground(self, at: Place, base: Base = POINT) -> frozenset[str]: ...
