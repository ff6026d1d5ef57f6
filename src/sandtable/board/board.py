"""What every board and every region can do."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from sandtable.board.place import Place, Point

Picker = Random  # picks random places; only boards and players have one


class Base(Struct, frozen=True, gc=False):
    """The footprint of a model: a rectangle, or a disc as wide as `width`."""

    width: float = 0.0
    depth: float = 0.0
    disc: bool = False


POINT = Base()


class Sight(Struct, frozen=True, gc=False):
    """Whether a line of sight is clear; if not, what blocks it and where."""

    clear: bool
    past: str = ""
    at: Point | None = None


CLEAR = Sight(True)


class Facings(Struct, frozen=True, gc=False):
    """The facings allowed at a place."""

    first: int | None = None  # the facing to start with; None: the unit's own
    choice: tuple[int, ...] | None = None  # None: any; with fewer than two there is nothing to choose


GIVEN = Facings(choice=())  # the facing has no meaning there, or follows from the place


@runtime_checkable
class Region(Protocol):
    """The places that one command allows."""

    def contains(self, place: Place) -> bool:
        """This is the exact rule."""

    def sample(self, rng: Picker) -> Place:
        """A random place of the region."""

    def places(self) -> Sequence[Place] | None:
        """All places, if they can be counted."""

    def outline(self) -> list[list[Point]]:
        """Polygons to draw. They may overlap and be coarse. A line is a polygon of two corners."""

    def __str__(self) -> str:
        return region_words(self)


def region_words(region: Region) -> str:
    counted, like = region.places(), region.sample(Picker(0))
    many = "any of many places" if counted is None else f"{len(counted)} places"
    return f"{many}, like {like.x:g}, {like.y:g}"


@runtime_checkable
class Landmarked(Region, Protocol):
    """A region that knows its most interesting places."""

    def notable(self) -> Iterator[Place]:
        """Places of the region that matter to a player."""


@runtime_checkable
class Drawn(Region, Protocol):
    """A region of a body that knows the place of each of its models."""

    def laid_out(self, place: Place) -> Mapping[Any, Place]:
        """The places by model; empty if the body does not fit there."""


@runtime_checkable
class Lined(Region, Protocol):
    """A region along lines, such as roads. No hand can point at them to the hundredth of an inch."""

    def nearest(self, place: Place) -> Place:
        """The place on a line that a player means, allowed or not."""


@runtime_checkable
class Faced(Region, Protocol):
    """A region that limits the facing. In other regions any facing is allowed."""

    def faced(self) -> Facings: ...


class Board(Protocol):
    """What programs for all rule sets may use of a board."""

    def distance(self, a: Place, b: Place, base_a: Base = POINT, base_b: Base = POINT) -> float: ...
    def ground(self, at: Place, base: Base = POINT) -> frozenset[str]: ...
