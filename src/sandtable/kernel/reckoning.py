"""A number with its reasons: what the log prints and the umpire checks."""

from typing import NewType

from msgspec import Struct

Clause = NewType("Clause", str)


class Printed(Struct, frozen=True, gc=False):
    """Where a number is printed: a cell of a table, counted from 0."""

    table: str
    row: int
    column: int  # with the names of the rows


class Figure(int):
    """A whole number of a book that knows where it is printed."""

    printed: Printed | None

    def __new__(cls, value: int, printed: Printed | None = None) -> "Figure":
        figure = super().__new__(cls, value)
        figure.printed = printed
        return figure


class Term(Struct, frozen=True, gc=False):
    """One number of a sum, what it is for, and the clause that says so."""

    value: int
    label: str
    clause: Clause
    printed: Printed | None = None  # if a table has it

    def __str__(self) -> str:
        return f"{self.value:+d} {self.label} [{self.clause}]"


def term_of(value: int, label: str, clause: Clause) -> Term:
    """With the place of a figure."""
    return Term(int(value), label, clause, value.printed if isinstance(value, Figure) else None)


class Reckoning(Struct, frozen=True, gc=False):
    """A base figure and what changes it."""

    base: Term
    modifiers: tuple[Term, ...] = ()

    @property
    def total(self) -> int:
        return self.base.value + sum(term.value for term in self.modifiers)

    @property
    def reasons(self) -> str:
        return ", ".join((f"{self.base.value} {self.base.label} [{self.base.clause}]", *map(str, self.modifiers)))
