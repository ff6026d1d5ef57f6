"""Places as people write them: d5 N on a grid, 12.5 8 90 on a free table."""

import re

from sandtable.board.board import Board, Region
from sandtable.board.grid import COMPASS, FACINGS, Square, SquareGrid, square_name
from sandtable.board.place import Place

SQUARE = re.compile(r"(?:^|\s)([a-z])(\d{1,2})(?:[\s,]*(?:facing\s+)?(n|e|s|w|north|east|south|west))?$", re.IGNORECASE)
POINT = re.compile(r"(?:^|\s)(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)(?:[\s,]+(\d{1,3}))?$")
TURNS = {letter.lower(): facing for facing, letter in COMPASS.items()}


class Spot:
    """A place somebody wrote, perhaps without a facing, and the words before it."""

    def __init__(self, before: str, x: float, y: float, facing: int | None) -> None:
        self.before, self.x, self.y, self.facing = before, x, y, facing


def read_spot(board: Board, text: str) -> Spot | None:
    """The place the text ends with, if it does."""
    grid = isinstance(board, SquareGrid)
    found = (SQUARE if grid else POINT).search(text)
    if found is None:
        return None
    before, (x, y, facing) = text[: found.start()].strip(), found.groups()
    if grid:
        return Spot(before, ord(x.lower()) - ord("a"), int(y) - 1, TURNS[facing[0].lower()] if facing else None)
    return Spot(before, float(x), float(y), int(facing) if facing else None)


def facings_at(region: Region, spot: Spot) -> list[int]:
    """Which of the four facings the region allows there."""
    return [facing for facing in FACINGS if region.contains(Place(spot.x, spot.y, facing))]


def squares_in(board: SquareGrid, region: Region) -> frozenset[Square]:
    squares = range(board.files * board.ranks)
    return frozenset(s for s in squares if any(region.contains(board.place(s, facing)) for facing in FACINGS))


def example(board: Board, region: Region) -> str:
    """A place the region allows, as one would write it."""
    if not isinstance(board, SquareGrid):
        return "12.5 8 90"
    places = (board.place(s, facing) for s in sorted(squares_in(board, region)) for facing in FACINGS)
    place = next(place for place in places if region.contains(place))
    return f"{square_name(place)} {COMPASS[place.facing]}"


def where(board: Board, place: Place) -> str:
    return square_name(place) if isinstance(board, SquareGrid) else f"{place.x:g}, {place.y:g}"
