"""A number with its reasons: what the log prints and the umpire checks."""

from typing import NewType

from msgspec import Struct

Clause = NewType("Clause", str)


class Term(Struct, frozen=True, gc=False):
    """One number of a sum, what it is for, and the clause that says so."""

    value: int
    label: str
    clause: Clause

    def __str__(self) -> str:
        return f"{self.value:+d} {self.label} [{self.clause}]"


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
