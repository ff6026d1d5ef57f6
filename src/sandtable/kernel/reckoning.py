"""Numbers with their reasons, as the log prints them."""

from typing import NewType

from msgspec import Struct

Clause = NewType("Clause", str)


class Printed(Struct, frozen=True, gc=False):
    """The cell of a table that holds a number, counted from 0."""

    table: str
    row: int
    column: int  # the column of row names counts too


class Figure(int):
    """A whole number from a book. It knows its cell."""

    printed: Printed | None

    def __new__(cls, value: int, printed: Printed | None = None) -> "Figure":
        figure = super().__new__(cls, value)
        figure.printed = printed
        return figure


class Term(Struct, frozen=True, gc=False):
    """One number of a sum, its reason, and its clause."""

    value: int
    label: str
    clause: Clause
    printed: Printed | None = None  # its cell, if it comes from a table

    def __str__(self) -> str:
        return f"{self.value:+d} {self.label} [{self.clause}]"


def term_of(value: int, label: str, clause: Clause) -> Term:
    """A term that keeps the cell of a figure."""
    return Term(int(value), label, clause, value.printed if isinstance(value, Figure) else None)


def counting(*terms: Term) -> tuple[Term, ...]:
    """Those that are not 0."""
    return tuple(term for term in terms if term.value)


class Reckoning(Struct, frozen=True, gc=False):
    """A base figure and its modifiers."""

    base: Term
    modifiers: tuple[Term, ...] = ()

    @property
    def total(self) -> int:
        return self.base.value + sum(term.value for term in self.modifiers)

    @property
    def reasons(self) -> str:
        return ", ".join((f"{self.base.value} {self.base.label} [{self.base.clause}]", *map(str, self.modifiers)))
