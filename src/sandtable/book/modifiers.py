"""Tables of modifiers: each row with its label, its clause and its condition."""

from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from sandtable.book.book import Book, BookError, Heading
from sandtable.book.charts import Grid
from sandtable.kernel.reckoning import Figure, Term, term_of

Case = TypeVar("Case")


class Modifier(Struct, Generic[Case], frozen=True):
    """One row of a table. It adds the printed figure times its count.

    A label with {} shows the count: "{} suppressed".
    """

    row: Heading | int  # the printed heading; or the figure itself, if only the clause has it
    label: str | Callable[[Case], str]
    clause: str | Callable[[Case], str]
    counts: Callable[[Case], int]  # True: once


def named(row: str, clause: str, counts: Callable[[Case], int]) -> Modifier[Case]:
    """A row whose heading is its label too."""
    return Modifier(row, row, clause, counts)


class Modifiers(Generic[Case]):
    """A table of modifiers. Each row has exactly one condition; anything else is an error at import."""

    def __init__(
        self, book: Book, table: str, rows: Sequence[Modifier[Case]], *, column: str = "", factor: int = 1,
        elsewhere: Collection[Heading] = (),
    ) -> None:  # fmt: skip
        """`table`: empty if only clauses have the figures; `factor`: -1 changes the sign of a table that subtracts;
        `elsewhere`: rows that another rule reads.
        """
        self.book, self.rows = book, tuple(rows)
        self._factor, self._column = factor, column or None
        self._grid = Grid(book.table(table)) if table else None
        self._check([row.row for row in rows if not isinstance(row.row, int)], elsewhere)
        self._lines = [(row.counts, self._fixed(row), row) for row in rows]

    def that_apply(self, case: Case) -> tuple[Term, ...]:
        """A term for each row that applies to the case, in the order of the rows."""
        found = []
        for counts, fixed, row in self._lines:
            if count := counts(case):
                found.append(fixed if fixed is not None and count == 1 else self._term(row, case, count))
        return tuple(found)

    def _term(self, row: Modifier[Case], case: Case, count: int) -> Term:
        label = row.label(case) if callable(row.label) else row.label.format(count)
        clause = row.clause(case) if callable(row.clause) else row.clause
        figure = self._figure(row)
        return Term(count * figure, label, self.book.cite(clause), figure.printed)

    def _fixed(self, row: Modifier[Case]) -> Term | None:
        """Its term for a count of one, if that is always the same."""
        figure = self._figure(row)
        clause = None if callable(row.clause) else self.book.cite(row.clause)
        if clause is None or callable(row.label) or "{}" in row.label:
            return None
        return term_of(figure, row.label, clause)

    def _figure(self, row: Modifier[Case]) -> Figure:
        if isinstance(row.row, int):
            return Figure(row.row)
        figure = self._grid.figure(row.row, self._column) if self._grid else None
        if figure is None:
            raise BookError(f"{self.book.file}: the row {row.row!r} has no figure")
        return Figure(self._factor * figure, figure.printed)

    def _check(self, tied: Sequence[Heading], elsewhere: Collection[Heading]) -> None:
        """Each row of the table must have one condition or be read elsewhere, and no other row may exist."""
        table = self._grid.table if self._grid else None
        printed, known = table.headings if table else [], [*tied, *elsewhere]
        faults = [
            *(f"no condition for the row {row!r}" for row in printed if row not in known),
            *(f"no row {row!r}" for row in known if row not in printed),
            *(f"two conditions for the row {row!r}" for row in dict.fromkeys(known) if known.count(row) > 1),
        ]
        if faults:
            raise BookError(f"{self.book.file}: {table.id if table else 'no table'}: {'; '.join(faults)}")
