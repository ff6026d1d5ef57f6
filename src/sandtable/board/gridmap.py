"""Maps of a grid as people draw them: one letter per square, north at the top."""

from collections.abc import Mapping

from sandtable.board.grid import SquareGrid

Legend = Mapping[str, tuple[frozenset[str], int]]  # ground and level of each letter


WIDEST, DEEPEST = 26, 40  # squares; columns are named a to z


class MapError(ValueError):
    """The map cannot be read. The message names the row and column, or the piece."""


def read_map(text: str, legend: Legend, opaque: frozenset[str]) -> SquareGrid:
    rows = [line.replace(" ", "") for line in text.strip("\n").splitlines()]
    if not rows or not rows[0]:
        raise MapError("the map is empty")
    files = len(rows[0])
    if files > WIDEST or len(rows) > DEEPEST:
        told = f"{files} columns and {len(rows)} rows"
        raise MapError(f"a map of {told} is too large; at most {WIDEST} and {DEEPEST} are allowed")
    grounds: list[frozenset[str]] = []
    levels: list[int] = []
    for number, row in zip(range(1, len(rows) + 1), reversed(rows), strict=True):
        if len(row) != files:
            raise MapError(f"row {number} has {len(row)} squares, row {len(rows)} has {files}")
        for column, letter in enumerate(row):
            if letter not in legend:
                raise MapError(f"square {chr(ord('a') + column)}{number}: the legend does not have {letter!r}")
            ground, level = legend[letter]
            grounds.append(ground)
            levels.append(level)
    return SquareGrid(files, len(rows), tuple(grounds), tuple(levels), opaque)
