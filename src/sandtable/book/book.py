"""A rulebook as data: clauses, tables, worked cases and decisions, in our own words."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sandtable.book.parsed import Content, parsed
from sandtable.kernel.reckoning import Clause, Term, term_of

Cell = bool | int | float | str
Heading = str | tuple[str, ...]  # the name of a row; several words if a table has several keys


class BookError(ValueError):
    """A catalogue cannot be read. The message names the file and the entry."""


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """The author and the source of the rules."""

    id: str
    prefix: str
    name: str
    author: str
    source: str
    board: str
    dice: tuple[str, ...]
    scale: str
    summary: str


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str


class ClauseEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, and where we know it from."""

    id: Clause
    title: str
    kind: Literal["definition", "limit", "mechanic", "modifier", "sequence", "table", "variant", "victory"]
    text: str
    source: str
    status: Literal["stated", "reconstructed", "external", "ruling"]
    variant: str = ""  # the option that it belongs to
    tables: tuple[str, ...] = ()
    note: str = ""
    repeats: Clause = Clause("")  # the clause that it only repeats part of, if any

    @property
    def stands_for(self) -> Clause:
        """The clause that shows it in play."""
        return self.repeats or self.id

    @property
    def section(self) -> str:
        return self.id.split(".")[1]


SILENT = (False, "", "-", "no", "none")  # cells without an effect


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    source: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    key: tuple[str, ...]
    status: str = ""
    note: str = ""

    @property
    def headings(self) -> list[Heading]:
        """The names of its rows."""
        width = len(self.key)
        return [str(row[0]) if width == 1 else tuple(map(str, row[:width])) for row in self.rows]

    def row(self, key: str) -> tuple[Cell, ...]:
        """The cells of the row with that name, without the name."""
        for row in self.rows:
            if row[0] == key:
                return row[len(self.key) :]
        raise KeyError(f"{self.id} has no row {key!r}")

    def says(self, key: str) -> tuple[tuple[str, str], ...]:
        """The cells of a row that say more than no, each with its heading."""
        cells = zip(self.columns, self.row(key), strict=True)
        return tuple((name, "yes" if cell is True else str(cell)) for name, cell in cells if cell not in SILENT)

    def column(self, name: str) -> dict[str, Cell]:
        """One column, by row name."""
        at = len(self.key) + self.columns.index(name)
        return {str(row[0]): row[at] for row in self.rows}


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example."""

    clause: Clause
    given: str
    expect: str


class DecisionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a player decides, and the clauses that limit it."""

    id: str
    who: str
    when: str
    options: str
    limits: tuple[Clause, ...]


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: About
    section: tuple[Section, ...]
    clause: tuple[ClauseEntry, ...]
    table: tuple[Table, ...] = ()
    case: tuple[Case, ...] = ()
    decision: tuple[DecisionEntry, ...] = ()
    scenario: tuple[dict[str, Any], ...] = ()


PROSE = {"clause": ("text", "note"), "case": ("given", "expect")}


def with_prose_unfolded(catalogue: Content) -> Content:
    """What has the wrong type stays as it is: whoever reads the entries says so."""
    for kind, names in PROSE.items():
        with suppress(AttributeError, TypeError):
            for entry in catalogue.get(kind, ()):
                entry.update({name: unfolded(entry[name]) for name in names if name in entry})
    return catalogue


def unfolded(text: str) -> str:
    """The text with one line per paragraph. Line ends of the file have no meaning."""
    return "\n".join(" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))


class Book:
    """A catalogue from a package, with its entries by id."""

    def __init__(self, package: str, file: str, names: Mapping[str, str] = {}) -> None:
        """`names`: the clause ids for names that the code uses."""
        self.package, self.file, self._names = package, file, names
        catalogue = self._read()
        self.about, self.sections = catalogue.ruleset, catalogue.section
        self.decisions, self.cases = catalogue.decision, catalogue.case
        self.clauses: Mapping[Clause, ClauseEntry] = self._by_id("clause", catalogue.clause)
        self.tables: Mapping[str, Table] = self._by_id("table", catalogue.table)
        self._check_references()

    @cached_property
    def variants(self) -> tuple[str, ...]:
        """The options that some clause belongs to."""
        return tuple(sorted({clause.variant for clause in self.clauses.values() if clause.variant}))

    def variant_text(self, variant: str) -> str:
        """The title of an option: that of its first clause."""
        return next(clause.title for clause in self.clauses.values() if clause.variant == variant)

    def cite(self, clause: str) -> Clause:
        """The clause by its id or by the name that the code uses: "pw.fire.hit", "fire.hit"."""
        if clause in self.clauses:
            return Clause(clause)
        named = f"{self.about.prefix}.{self._names.get(clause, clause)}"
        if named not in self.clauses:
            raise BookError(f"{self.file}: no clause {clause!r}")
        return Clause(named)

    def table(self, name: str) -> Table:
        """One of its tables by its own name."""
        return self.tables[f"{self.about.prefix}.table.{name}"]

    def term(self, value: int, label: str, clause: str) -> Term:
        return term_of(value, label, self.cite(clause))

    def _read(self) -> Catalogue:
        try:
            return msgspec.convert(parsed(self.package, self.file, with_prose_unfolded), Catalogue)
        except ValueError as fault:  # not TOML, or not a catalogue
            raise BookError(f"{self.file}: {fault}") from None

    def _by_id(self, what: str, entries: tuple[Any, ...]) -> dict[Any, Any]:
        by_id = {entry.id: entry for entry in entries}
        if len(by_id) < len(entries):
            twice = sorted({entry.id for entry in entries if sum(e.id == entry.id for e in entries) > 1})
            raise BookError(f"{self.file}: {what} given twice: {', '.join(twice)}")
        return by_id

    def _check_references(self) -> None:
        sections = {section.id for section in self.sections}
        for clause in self.clauses.values():
            if clause.section not in sections:
                raise BookError(f"{self.file}: clause {clause.id}: no section {clause.section!r}")
            if clause.stands_for not in self.clauses:
                raise BookError(f"{self.file}: clause {clause.id}: no clause {clause.repeats!r} to repeat")
            for table in clause.tables:
                if table not in self.tables:
                    raise BookError(f"{self.file}: clause {clause.id}: no table {table!r}")
        for case in self.cases:
            if case.clause not in self.clauses:
                raise BookError(f"{self.file}: case of {case.clause}: no such clause")
        for decision in self.decisions:
            if missing := [limit for limit in decision.limits if limit not in self.clauses]:
                raise BookError(f"{self.file}: decision {decision.id}: no clause {missing[0]!r}")
