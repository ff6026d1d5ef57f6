"""A clause of the book as a card: text, source, tables, worked cases."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sandtable.book.book import Book, Cell, ClauseEntry, Table
from sandtable.cli.screen import DIM, headed

STANDING = {
    "stated": "stated by the book",
    "reconstructed": "reconstructed from the book",
    "external": "from another source",
    "ruling": "our ruling",
}


def clause_card(book: Book, clause: ClauseEntry) -> Group:
    parts: list[RenderableType] = [Text.assemble((clause.title, "bold"), "  ", (clause.id, DIM))]
    parts.append(indented(Text(clause.text)))
    parts.append(indented(Text(standing(clause), DIM)))
    if clause.note:
        parts.append(indented(Text(f"Note: {clause.note}", "italic")))
    parts += [Padding(chart(book.tables[table]), (1, 0, 0, 2), expand=False) for table in clause.tables]
    for case in (one for one in book.cases if one.clause == clause.id):
        parts.append(indented(Text.assemble(("Case: ", "bold"), case.given, (" → ", "bold"), case.expect)))
    return Group(*parts)


def indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 2), expand=False)


def standing(clause: ClauseEntry) -> str:
    words = [clause.kind, STANDING[clause.status]]
    words += [f"option {clause.variant}"] if clause.variant else []
    words += [f"source {clause.source}"] if clause.source else []
    return " · ".join(words)


def chart(table: Table) -> Group:
    """A table as in the book."""
    drawn = headed()
    for name in table.key:
        drawn.add_column(name, style="bold")
    for number, name in enumerate(table.columns, len(table.key)):
        numeric = all(type(row[number]) is int for row in table.rows)
        drawn.add_column(name, justify="right" if numeric else "left")
    for row in table.rows:
        drawn.add_row(*(cell(one) for one in row))
    head = Text.assemble((table.title, "bold"), "  ", (table.id, DIM))
    note = [Text(table.note, "italic dim")] if table.note else []
    return Group(head, drawn, *note)


def cell(value: Cell) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
