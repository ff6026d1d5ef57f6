"""The allowed place nearest to a place that is not allowed."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import cos, hypot, radians, sin

from sandtable.board.board import Faced, Landmarked, Lined, Picker, Region
from sandtable.board.place import Place

RINGS = (0.1, 0.25, 0.5, 1.0)  # inches from the place, tried from near to far
STRIDES = (2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02)  # inches of the steps by which a search comes nearer
ROUND = 16  # directions of a step
STEPS = 12  # with one stride, at most
KNOWN = 16  # landmarks, and as many random places, from which a search may begin
BEGINNINGS = 3  # the nearest of them
TURNS = tuple(range(0, 360, 5))  # facings to try if the region allows any


def nearest(region: Region, wanted: Place, start: Place | None = None) -> Place | None:
    """The nearest place that the region has, as far as a search of bounded length finds it.

    `start`: where the unit stands now; the region may have that place too.
    """
    everywhere = region.places()
    if everywhere is not None:
        return min(everywhere, key=lambda place: (apart(place, wanted), turn(place, wanted)), default=None)
    if region.contains(wanted):
        return wanted
    return turned(region, wanted) or closest(region, wanted, start)


def turned(region: Region, wanted: Place) -> Place | None:
    """The same point with the nearest allowed facing."""
    facings = sorted(facings_of(region), key=lambda facing: turn(Place(0, 0, facing), wanted))
    return next(filter(region.contains, (Place(*wanted.point, facing) for facing in facings)), None)


def facings_of(region: Region) -> Sequence[int]:
    faced = region.faced() if isinstance(region, Faced) else None
    if faced is None or faced.choice is None:
        return TURNS
    return faced.choice or (0,)


def closest(region: Region, wanted: Place, start: Place | None) -> Place | None:
    """The end of the best of a few searches that come nearer step by step."""
    beginnings = sorted(known(region, wanted, start), key=lambda place: apart(place, wanted))[:BEGINNINGS]
    ends = [nearer(region, place, wanted) for place in beginnings]
    return min(ends, key=lambda place: (apart(place, wanted), turn(place, wanted)), default=None)


def known(region: Region, wanted: Place, start: Place | None) -> Iterator[Place]:
    """Places of the region: round the wanted one, its landmarks, some at random, and the start."""
    around = (stepped(region, wanted, inches, step) for inches in RINGS for step in range(ROUND))
    yield from islice(filter(region.contains, around), 1)
    if isinstance(region, Landmarked):
        yield from islice(region.notable(), KNOWN)
    yield from filter(region.contains, (region.sample(Picker(number)) for number in range(KNOWN)))
    if start is not None and region.contains(start):
        yield start


def nearer(region: Region, found: Place, wanted: Place) -> Place:
    """From a place of the region by smaller and smaller steps towards another place."""
    facing_too = Place(*found.point, wanted.facing)
    found = facing_too if region.contains(facing_too) else found
    for stride in STRIDES:
        for _ in range(STEPS):
            steps = (stepped(region, found, stride, step) for step in range(ROUND))
            better = [place for place in steps if apart(place, wanted) < apart(found, wanted) - stride / 20]
            better.sort(key=lambda place: apart(place, wanted))
            next_one = next(filter(region.contains, better), None)
            if next_one is None:
                break
            found = next_one
    return found


def stepped(region: Region, place: Place, inches: float, step: int) -> Place:
    """A place so far away in one of the directions; in a region along lines, the place on a line there."""
    way = radians(360 * step / ROUND)
    there = Place(round(place.x + inches * sin(way), 2), round(place.y + inches * cos(way), 2), place.facing)
    return region.nearest(there) if isinstance(region, Lined) else there


def apart(one: Place, other: Place) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def turn(one: Place, other: Place) -> int:
    """Degrees between two facings."""
    return abs((one.facing - other.facing + 180) % 360 - 180)
