"""Ways of reading a table."""

import re
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from sandtable.book.book import Book, BookError, Table
from sandtable.kernel.reckoning import Term

Case = TypeVar("Case")
Condition = Callable[[Case], bool]


class Bands:
    """A table whose columns are distances: read the first that is not less."""

    def __init__(self, table: Table) -> None:
        self._upto = [float(column.removesuffix(" in")) for column in table.columns]
        self._rows = {str(row[0]): tuple(c if isinstance(c, int) else None for c in row[1:]) for row in table.rows}

    def at(self, row: str, distance: float) -> int | None:
        """The figure for that distance; None past the last band, and where the book prints a dash."""
        column = next((i for i, upto in enumerate(self._upto) if distance <= upto), None)
        return None if column is None else self._rows[row][column]


class Modifiers(Generic[Case]):
    """A table of modifiers. Each row is tied to the condition that earns it and to its own clause, one to one."""

    def __init__(self, book: Book, table: str, rows: Mapping[str, tuple[str, str, Condition[Case]]]) -> None:
        printed = {str(row[0]): row[1] for row in book.tables[table].rows}
        if odd := printed.keys() ^ rows.keys():
            raise BookError(f"{book.file}: {table}: rows and conditions differ: {'; '.join(sorted(odd))}")
        self._rows = [
            (book.term(whole(table, printed[row]), label, clause), holds)
            for row, (label, clause, holds) in rows.items()
        ]

    def that_apply(self, case: Case) -> tuple[Term, ...]:
        return tuple([term for term, holds in self._rows if holds(case)])


class Ladder:
    """A table read by a score: rows "0 or less", "1", "2-4", "5 or more"."""

    def __init__(self, table: Table) -> None:
        self._rungs = [(*bounds(table.id, str(row[0])), str(row[1])) for row in table.rows]

    def at(self, score: int) -> str:
        return next(result for low, high, result in self._rungs if low <= score <= high)


def bounds(table: str, text: str) -> tuple[int, int]:
    """The scores a row stands for."""
    if match := re.fullmatch(r"(-?\d+)(?:-(\d+)| or (less|more))?", text):
        first, last, open_end = match.groups()
        low = -(10**9) if open_end == "less" else int(first)
        high = 10**9 if open_end == "more" else int(last or first)
        return low, high
    raise BookError(f"{table}: cannot read the row {text!r} as a score")


def whole(table: str, cell: object) -> int:
    if isinstance(cell, bool) or not isinstance(cell, int):
        raise BookError(f"{table}: {cell!r} should be a whole number")
    return cell
