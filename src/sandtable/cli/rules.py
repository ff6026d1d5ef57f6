"""Shows a rule set: its chapters, clauses, tables, rulings and options."""

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.book.book import Book, ClauseEntry
from sandtable.cli.clause_view import chart, clause_card
from sandtable.cli.errors import unknown
from sandtable.cli.find import book_of, rules_called
from sandtable.cli.screen import DIM, headed, open_console
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.ruleset import RuleSet
from sandtable.rules import rule_sets


def list_rule_sets() -> None:
    table = headed()
    for name in ("rules", "title", "author", "clauses", "scenarios"):
        table.add_column(name, justify="right" if name == "clauses" else "left", no_wrap=name == "rules")
    for rules in rule_sets().values():
        book = book_of(rules)
        scenarios = ", ".join(rules.scenarios())
        table.add_row(Text(rules.id, "bold"), book.about.name, book.about.author, str(len(book.clauses)), scenarios)
    open_console().print(table)


def show(name: str, part: str | None) -> None:
    """Show a rule set, or a section, clause or table of it."""
    rules, console = rules_called(name), open_console()
    book = book_of(rules)
    if part is None:
        contents(console, rules, book)
    elif part in {section.id for section in book.sections}:
        section(console, book, part)
    else:
        entry(console, book, part)


# ---- the whole book


def contents(console: Console, rules: RuleSet, book: Book) -> None:
    about = book.about
    console.print(Text.assemble((about.name, "bold"), "  ", (f"{rules.id} {rules.version}", DIM)))
    console.print(f"Rules by {about.author}, here in our own words. Source: {about.source}")
    console.print(Padding(about.summary, (1, 0)))
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column()
    table.add_column(justify="right")
    for one in book.sections:
        count = sum(clause.section == one.id for clause in book.clauses.values())
        table.add_row(one.id, one.title, f"{count} clauses" if count != 1 else "1 clause")
    console.print(table)
    console.print(Text(f"{len(book.clauses)} clauses, {len(book.tables)} tables, {len(book.cases)} worked cases.", DIM))


def section(console: Console, book: Book, name: str) -> None:
    title = next(one.title for one in book.sections if one.id == name)
    console.print(Text(title, "bold underline"))
    one_after_another(console, book, (clause for clause in book.clauses.values() if clause.section == name))


def one_after_another(console: Console, book: Book, clauses: Iterable[ClauseEntry]) -> None:
    for clause in clauses:
        console.print(Padding(clause_card(book, clause), (1, 0, 0, 0), expand=False))


# ---- one thing


def entry(console: Console, book: Book, part: str) -> None:
    """A clause or a table, by its id or by a unique ending of it."""
    found = [one for one in (*book.clauses, *book.tables) if part in (one, one.partition(".")[2])]
    found = found or [one for one in (*book.clauses, *book.tables) if one.endswith(f".{part}")]
    if not found:
        names = [*(one.id for one in book.sections), *book.clauses, *book.tables]
        short = [name.partition(".")[2] for name in names if "." in name]
        raise unknown("section, clause or table", part, [*names, *short])
    for one in found:
        console.print(chart(book.tables[one]) if one in book.tables else clause_card(book, book.clauses[Clause(one)]))


# ---- across the book


def charts(name: str) -> None:
    """Show every table as in the book."""
    console = open_console()
    for table in book_of(rules_called(name)).tables.values():
        console.print(Padding(chart(table), (0, 0, 1, 0)))


def rulings(name: str) -> None:
    """Show what we decided where the book is silent or unclear."""
    book = book_of(rules_called(name))
    one_after_another(open_console(), book, (one for one in book.clauses.values() if one.status == "ruling"))


def variants(name: str) -> None:
    """Show the options and their clauses."""
    rules, console = rules_called(name), open_console()
    book = book_of(rules)
    for option, title in rules.variants.items():
        console.print(Text.assemble((option, "bold"), f"  {title}"))
        for clause in book.clauses.values():
            if clause.variant == option:
                console.print(Text.assemble("  ", (clause.id, DIM), f"  {clause.title}"))
