"""Reads tables by row and column."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import inf
from typing import Any, Protocol, TypeVar

from sandtable.book.book import BookError, Cell, Heading, Table
from sandtable.kernel.dice import Reading
from sandtable.kernel.reckoning import Figure, Printed

NONE = "-"  # books print this in an empty cell
ENDLESS = 10**9  # beyond every score
RANGE = re.compile(r"(-?\d+)(?:(?:-| to )(-?\d+)|( or less)|( or more| or greater|\+))?")
T = TypeVar("T")


# ---- the meaning of row and column headings


class Axis(Protocol):
    def __init__(self, table: str, headings: Sequence[Heading]) -> None: ...

    def at(self, key: Any) -> int | None:
        """The number of the row or column; None beyond the last."""


class Names:
    """Headings that are names."""

    def __init__(self, table: str, headings: Sequence[Heading]) -> None:
        self._table, self._numbers = table, {heading: number for number, heading in enumerate(headings)}

    def at(self, key: Heading) -> int:
        try:
            return self._numbers[key]
        except KeyError:
            raise KeyError(f"{self._table} has no {key!r}, only {', '.join(map(str, self._numbers))}") from None


class Scores:
    """Headings that are scores: "0 or less", "1", "2-4", "5 or more". A score beyond the end reads the last row.

    A heading that is no score is read by its name.
    """

    def __init__(self, table: str, headings: Sequence[Heading]) -> None:
        self._names = Names(table, headings)
        found = [(number, bounds(heading)) for number, heading in enumerate(headings)]
        rising = sorted((*scores, number) for number, scores in found if scores)
        for (_, last, _), (first, _, _) in pairwise(rising):
            if first != last + 1:
                raise BookError(f"{table}: the scores {last} and {first} do not follow on each other")
        if not rising:
            raise BookError(f"{table}: no heading is a score: {'; '.join(map(str, headings))}")
        self._firsts, self._numbers = [first for first, _, _ in rising], [number for _, _, number in rising]

    def at(self, key: int | str) -> int:
        if isinstance(key, str):
            return self._names.at(key)
        return self._numbers[max(bisect_right(self._firsts, key) - 1, 0)]


class Bands:
    """Headings that are limits: "3 in", "to 6 in", "over 12 in". The first limit not below the distance is read."""

    def __init__(self, table: str, headings: Sequence[Heading]) -> None:
        self.limits = [limit(table, str(heading)) for heading in headings]

    def at(self, key: float) -> int | None:
        return first_not_below(self.limits, key)


def first_not_below(limits: Iterable[float | None], far: float) -> int | None:
    return next((number for number, upto in enumerate(limits) if upto is not None and far <= upto), None)


# ---- tables


class Grid:
    """A table of rows and columns. A cell with a dash, or beyond the last band, is empty."""

    def __init__(
        self, table: Table, *, rows: type[Axis] = Names, columns: type[Axis] = Names, key: str = "",
        reads: Callable[[Cell], int] | None = None,
    ) -> None:  # fmt: skip
        """`key`: which of several keys names the rows; `reads`: the value of a cell that is not a whole number."""
        self.table, self._width = table, len(table.key)
        headings = [str(row[table.key.index(key)]) for row in table.rows] if key else table.headings
        self._rows, self._columns = rows(table.id, headings), columns(table.id, table.columns)
        self._reads = reads or (lambda cell: whole(table.id, cell))
        self._figures: dict[tuple[int, int], Figure] = {}

    def cell(self, row: Any, column: Any = None, shift: int = 0) -> Cell:
        """The cell. Without a column it is the first; a shift stops at the first and the last column."""
        at = self._find(row, column, shift)
        return NONE if at is None else self.table.rows[at[0]][at[1]]

    def text(self, row: Any, column: Any = None, shift: int = 0) -> str:
        return str(self.cell(row, column, shift))

    def figure(self, row: Any, column: Any = None, shift: int = 0) -> Figure | None:
        """The number in the cell. It knows its cell."""
        at = self._find(row, column, shift)
        if at is None or (cell := self.table.rows[at[0]][at[1]]) == NONE:
            return None
        if at not in self._figures:
            self._figures[at] = Figure(self._reads(cell), Printed(self.table.id, *at))
        return self._figures[at]

    def number(self, row: Any, column: Any = None) -> Figure:
        """The number in a cell that is never empty."""
        found = self.figure(row, column)
        if found is None:
            raise BookError(f"{self.table.id}: the cell of {row!r} is empty")
        return found

    def die(self, row: Any, column: Any = None) -> int | None:
        """The number of sides of the die in the cell: "d8"."""
        cell = self.text(row, column)
        if cell != NONE and not re.fullmatch(r"d\d+", cell):
            raise BookError(f"{self.table.id}: {cell!r} should be a die")
        return None if cell == NONE else int(cell[1:])

    def sides(self, row: Any, column: Any = None) -> int:
        """The number of sides of the die in a cell that is never empty."""
        found = self.die(row, column)
        if found is None:
            raise BookError(f"{self.table.id}: the cell of {row!r} is empty")
        return found

    def band(self, row: Any, far: float) -> str | None:
        """The first column whose figure in this row is not below a distance: "short", "long"."""
        number = first_not_below((self.figure(row, column) for column in self.table.columns), far)
        return None if number is None else self.table.columns[number]

    def _find(self, row: Any, column: Any, shift: int) -> tuple[int, int] | None:
        across, down = 0 if column is None else self._columns.at(column), self._rows.at(row)
        if across is None or down is None:
            return None
        return down, self._width + min(max(across + shift, 0), len(self.table.columns) - 1)


class Opposed:
    """A table of one die against another. Its rows: not above it, above it, at least double, at least triple."""

    def __init__(self, table: Table) -> None:
        self._figures = [Figure(whole(table.id, row[1]), Printed(table.id, n, 1)) for n, row in enumerate(table.rows)]
        self._readings: dict[tuple[int, int], Reading] = {}

    def let_through(self, score: int, sides: int) -> Reading:
        """How to read the other die: each face is worth what it lets through of a score."""
        if (score, sides) not in self._readings:
            faces = range(1, sides + 1)
            self._readings[score, sides] = Reading(tuple(int(self.at(score, face)) for face in faces))
        return self._readings[score, sides]

    def at(self, score: int, against: int) -> Figure:
        """The best row that a score reaches."""
        reached = 0 if score <= against else max(score // against, 1)
        return self._figures[min(reached, len(self._figures) - 1)]


def by_score(table: Table, *effects: T) -> dict[int, T]:
    """What each score of a table brings. Its rows are tied to their effects one to one, in the order of the print."""
    found: dict[int, T] = {}
    for row, effect in zip(table.rows, effects, strict=True):
        first, last = bounds(str(row[0])) or (0, -1)
        found |= dict.fromkeys(range(first, last + 1), effect)
    return found


# ---- reading a cell


def bounds(heading: Heading) -> tuple[int, int] | None:
    """The scores of a heading. Numbers in brackets are more exact: "220 or less (150-220)"."""
    text = str(heading)
    exact = re.search(r"\((.+)\)$", text)
    found = RANGE.fullmatch(exact[1] if exact else text)
    if found is None:
        return None
    first, last, less, more = found.groups()
    return -ENDLESS if less else int(first), ENDLESS if more else int(last or first)


def limit(table: str, text: str) -> float:
    """The figure in a heading: "to 3 in"."""
    found = re.search(r"[\d.]+", text)
    if found is None:
        raise BookError(f"{table}: cannot read {text!r} as a limit")
    return inf if text.startswith("over") else float(found[0])


def whole(table: str, cell: object) -> int:
    if isinstance(cell, bool) or not isinstance(cell, int):
        raise BookError(f"{table}: {cell!r} should be a whole number")
    return cell
