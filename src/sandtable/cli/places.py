"""Reads places as people write them: d5 N on a grid; 12.5 8 90 or 10 20 to 40 30 on a free table."""

import re
from collections.abc import Sequence

from sandtable.board import shapes
from sandtable.board.board import Board, Faced, Picker, Region
from sandtable.board.grid import COMPASS, FACINGS, Square, SquareGrid, square_name
from sandtable.board.place import Place
from sandtable.cli.errors import Unclear

NUMBER = r"-?\d+(?:\.\d+)?"
WIND = r"n|ne|e|se|s|sw|w|nw|north|northeast|east|southeast|south|southwest|west|northwest"
SQUARE = re.compile(r"(?:^|\s)([a-z])(\d{1,2})(?:[\s,]*(?:facing\s+)?(n|e|s|w|north|east|south|west))?$", re.IGNORECASE)
POINT = re.compile(rf"(?:^|\s)({NUMBER})[\s,]+({NUMBER})(?:[\s,]+(?:facing\s+)?(\d{{1,3}}|{WIND}))?$", re.IGNORECASE)
TWO_POINTS = re.compile(rf"(?:^|\s)({NUMBER})[\s,]+({NUMBER})[\s,]+to\s+({NUMBER})[\s,]+({NUMBER})$", re.IGNORECASE)
WINDS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
SHORT = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
EIGHT = tuple(range(0, 360, 45))
TURNS = dict(zip(WINDS, EIGHT, strict=True)) | dict(zip(map(str.lower, SHORT), EIGHT, strict=True))


class Spot:
    """A written place, maybe without a facing, and the words before it. `begins`: it is the start of a tape."""

    def __init__(self, before: str, x: float, y: float, facing: int | None, *, begins: bool = False) -> None:
        self.before, self.x, self.y, self.facing, self.begins = before, x, y, facing, begins


def read_spot(board: Board, text: str) -> Spot | None:
    """The place at the end of the text, if there is one."""
    grid = isinstance(board, SquareGrid)
    if not grid and (found := TWO_POINTS.search(text)):
        a, b = ((float(x), float(y)) for x, y in (found.groups()[:2], found.groups()[2:]))
        return Spot(text[: found.start()].strip(), *a, shapes.bearing(a, b), begins=True)
    found = (SQUARE if grid else POINT).search(text)
    if found is None:
        return None
    before, (x, y, facing) = text[: found.start()].strip(), found.groups()
    if grid:
        return Spot(before, ord(x.lower()) - ord("a"), int(y) - 1, TURNS[facing[0].lower()] if facing else None)
    return Spot(before, round(float(x), 2), round(float(y), 2), degrees(facing) if facing else None)


def degrees(words: str) -> int:
    """A facing in degrees or by the compass."""
    return int(words) % 360 if words.isdecimal() else TURNS[words.lower()]


def compass(facing: int) -> str:
    """N, NE, or degrees if the direction has no name."""
    return SHORT[facing // 45] if facing % 45 == 0 else f"{facing}°"


def which_way(name: str, facings: Sequence[int]) -> Unclear:
    """The error if several facings are allowed and the player must choose."""
    choices = " or ".join(compass(facing) for facing in facings)
    return Unclear(f"{name}: facing {choices}? For example: {name} {compass(facings[0]).rstrip('°')}")


def facings_at(board: Board, region: Region, spot: Spot) -> list[int]:
    """The facings that the region allows there."""
    facings = FACINGS if isinstance(board, SquareGrid) else EIGHT
    return [facing for facing in facings if region.contains(Place(spot.x, spot.y, facing))]


def squares_in(board: SquareGrid, region: Region) -> frozenset[Square]:
    squares = range(board.files * board.ranks)
    return frozenset(s for s in squares if any(region.contains(board.place(s, facing)) for facing in FACINGS))


def only_turns(region: Region) -> bool:
    """Whether only the facing is open, not the place."""
    outlines = region.outline()
    return bool(outlines) and all(len(outline) == 1 for outline in outlines)


def example(board: Board, region: Region) -> str:
    """An allowed place, as a player would type it."""
    if not isinstance(board, SquareGrid):
        place = region.sample(Picker(0))
        near = Place(round(place.x * 2) / 2, round(place.y * 2) / 2, place.facing)  # half inches, if that is allowed
        place = near if region.contains(near) else place
        if only_turns(region):
            return f"face {turn(place)}"
        given = isinstance(region, Faced) and region.faced().choice == ()  # there is no choice of facing
        return f"{place.x:g} {place.y:g}" if given else f"{place.x:g} {place.y:g} {turn(place)}"
    places = (board.place(s, facing) for s in sorted(squares_in(board, region)) for facing in FACINGS)
    place = next(place for place in places if region.contains(place))
    return f"{square_name(place)} {COMPASS[place.facing]}"


def turn(place: Place) -> str:
    return compass(place.facing).removesuffix("°")
