"""Finds in a chart what an item of a sum was read from. Where that is not certain nothing is marked."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from sandtable.book.book import Cell, Table

WORDS = re.compile(r"[a-z]{3,}")
INCHES = re.compile(r'(?<![\d.])(\d+(?:\.\d+)?)"')
FIGURE = re.compile(r"-?\d+(?=\+?$)")  # 17, -2, 16+


class Found(Struct, frozen=True):
    """A row and a column of a table; either alone where several cells would fit."""

    row: int | None = None
    column: int | None = None


NOWHERE = Found()


def find(table: Table, label: str, value: int) -> Found:
    """The cell that holds the value and whose headings share most with the label.

    A sum of what a die must show counts what is added to the die against it, so the sign may be the other.
    """
    cells = [*holding(table, value), *(holding(table, -value) if value else ())]
    return common(likeliest(table, cells, label)) if cells else NOWHERE


def holding(table: Table, value: int) -> Iterator[tuple[int, int]]:
    """Where the value stands, the names of the rows left out."""
    for row, cells in enumerate(table.rows):
        for column in range(len(table.key), len(cells)):
            if figure(cells[column]) == value:
                yield row, column


def figure(cell: Cell) -> int | None:
    if isinstance(cell, bool | float):
        return None
    found = FIGURE.match(cell) if isinstance(cell, str) else None
    return cell if isinstance(cell, int) else int(found[0]) if found else None


def likeliest(table: Table, cells: list[tuple[int, int]], label: str) -> list[tuple[int, int]]:
    """Those whose headings share most words with the label; a distance is in the first column that reaches so far."""
    said, band = words([label]), column_at(table, label)

    def shared(cell: tuple[int, int]) -> int:
        row, column = cell
        names = table.rows[row][: len(table.key)]
        return len(said & words([*map(str, names), table.columns[column - len(table.key)]])) + (column == band)

    most = max(map(shared, cells))
    return [cell for cell in cells if shared(cell) == most]


def column_at(table: Table, label: str) -> int | None:
    """Of a chart by distance, the column that a label like 'at 5.2"' is in."""
    inches = INCHES.search(label)
    if inches is None or not all(name.isdecimal() for name in table.columns):
        return None
    far = float(inches[1])
    return next((n for n, name in enumerate(table.columns, len(table.key)) if far <= int(name)), None)


def words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in WORDS.findall(text.lower())}


def common(cells: list[tuple[int, int]]) -> Found:
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    return Found(rows.pop() if len(rows) == 1 else None, columns.pop() if len(columns) == 1 else None)
