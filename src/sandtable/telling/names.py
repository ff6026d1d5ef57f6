"""Short names for units: they fit on the map and are quick to type."""

from collections.abc import Iterator, Sequence
from itertools import chain
from string import ascii_uppercase, digits

from sandtable.board.board import Board
from sandtable.board.grid import SquareGrid, square_name
from sandtable.board.place import Place
from sandtable.kernel.state import Side, Unit, UnitId

Tags = dict[UnitId, str]


def numbered(names: Sequence[str]) -> list[str]:
    """4 × infantry, HQ."""
    return [f"{names.count(name)} × {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


def short_name(unit: Unit) -> str:
    """The name without its side."""
    return unit.id.removeprefix(f"{unit.side} ")


def name_within(unit: Unit) -> str:
    """The name without its body: 2 infantry, for A1/2 infantry."""
    within = unit.id.removeprefix(f"{unit.part_of}/")
    return within if within != unit.id else short_name(unit)


def where(board: Board, place: Place) -> str:
    return square_name(place) if isinstance(board, SquareGrid) else f"{place.x:g}, {place.y:g}"


def tags_for(sides: Sequence[Side], units: Sequence[Unit]) -> Tags:
    """Two characters for each unit: capitals for the first side, small letters for the other."""
    found: Tags = {}
    for number, side in enumerate(sides):
        own: Tags = {}
        for unit in (unit for unit in units if unit.side == side):
            own[unit.id] = next(tag for tag in candidates(short_name(unit)) if tag not in own.values())
        found |= {name: tag.lower() if number else tag for name, tag in own.items()}
    return found


def candidates(name: str) -> Iterator[str]:
    """Uhlans 4: U4. Machine Guns: MG. Commanders: CO. Then anything that is free."""
    *words, last = name.upper().split()
    if len(name) == 2:
        yield name.upper()
    letters = [letter for letter in name.upper() if letter in ascii_uppercase] or ["X"]
    if len(last) == 1 and last in digits and words:
        yield from (f"{letter}{last}" for letter in letters)
    elif words:
        yield f"{words[0][0]}{last[0]}"
    yield from chain((a + b for a in letters[:1] for b in letters[1:]), (a + b for a in letters for b in digits))
    yield from (a + b for a in ascii_uppercase for b in ascii_uppercase + digits)
