"""The two books, and the modifiers that both of them have."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from sandtable.book.book import Book, Heading
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.rules.great_battles.book.names import D10_NAMES, D20_NAMES

D20 = Book("sandtable.rules.great_battles", "d20.toml", D20_NAMES)
D10 = Book("sandtable.rules.great_battles", "d10.toml", D10_NAMES)

Case = TypeVar("Case")


class Shared(Struct, Generic[Case], frozen=True):
    """One modifier, with its row in the d20 chart and in the d10 charts; None where a book does not have it."""

    d20: Heading | int | None
    d10: Heading | int | None
    label: str | Callable[[Case], str]
    clause: str | Callable[[Case], str]
    counts: Callable[[Case], int]


def in_d20(rows: Iterable[Shared[Case]]) -> list[Modifier[Case]]:
    return [Modifier(row.d20, row.label, row.clause, row.counts) for row in rows if row.d20 is not None]


def in_d10(rows: Iterable[Shared[Case]]) -> list[Modifier[Case]]:
    return [Modifier(row.d10, row.label, row.clause, row.counts) for row in rows if row.d10 is not None]


def by_rules(*books: Modifiers[Case]) -> dict[str, Modifiers[Case]]:
    """What each book prints, by rule-set id."""
    return {one.book.about.id: one for one in books}
