"""Checks which clauses of a book the code cites, battles show, and tests name."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from sandtable.book.book import Book


class Row(Struct, frozen=True):
    """The coverage of one clause."""

    clause: str
    title: str
    kind: str
    stands_for: str  # the clause that this one repeats, if any
    cited: bool
    played: bool
    tested: bool

    @property
    def gaps(self) -> tuple[str, ...]:
        """What is missing. A definition need not show in the log, because other clauses use it."""
        wanted = [("tested", self.tested)]
        if self.kind != "definition":
            wanted += [("cited", self.cited), ("played", self.played)]
        return tuple(name for name, done in wanted if not done)


class Coverage(Struct, frozen=True):
    rows: tuple[Row, ...]
    cases: int
    missing_cases: tuple[str, ...]
    strangers: tuple[str, ...]  # clauses in code or tests that the book does not have

    @property
    def gaps(self) -> list[Row]:
        return [row for row in self.rows if row.gaps]

    @property
    def complete(self) -> bool:
        return not self.gaps and not self.missing_cases and not self.strangers


def cover(book: Book, code: Path, tests: Path, shown: set[str]) -> Coverage:
    """Compare the book with the code of its rule set, with the tests, and with clauses that battles showed."""
    cited = named_in_code(code, book)
    clauses, cases = named_by_tests(tests)
    rows = []
    for entry in book.clauses.values():
        same, tested = entry.stands_for, entry.id in clauses
        rows.append(Row(entry.id, entry.title, entry.kind, entry.repeats, same in cited, same in shown, tested))
    own = {clause for clause in cited | clauses if clause.startswith(f"{book.about.prefix}.")}
    strangers = own - book.clauses.keys() - book.tables.keys()
    missing = [case for case in worked_cases(book) if case not in cases]
    return Coverage(tuple(rows), len(book.cases), tuple(missing), tuple(sorted(strangers)))


def worked_cases(book: Book) -> Iterator[str]:
    """Each case by its clause and its number among the cases of that clause."""
    seen: Counter[str] = Counter()
    for case in book.cases:
        seen[case.clause] += 1
        yield f"{case.clause} {seen[case.clause]}"


def named_in_code(folder: Path, book: Book) -> set[str]:
    """Clauses that the code has as strings, with the book's prefix or, if editions share the code, without it.

    Comments and docstrings do not count.
    """
    found: set[str] = set()
    prefix = f"{book.about.prefix}."
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                found.add(node.value)
    shared = {prefix + name for name in found if prefix + name in book.clauses}
    return shared | {name for name in found if name.startswith(prefix)}


def named_by_tests(folder: Path) -> tuple[set[str], set[str]]:
    """Clauses in the marks of tests, and the worked cases among them."""
    clauses: set[str] = set()
    cases: set[str] = set()
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="clause"), args=args):
                    clauses |= {str(arg.value) for arg in args if isinstance(arg, ast.Constant)}
                case ast.Call(func=ast.Attribute(attr="case"), args=[ast.Constant(str(clause)), number]):
                    clauses.add(clause)
                    cases.add(f"{clause} {ast.unparse(number)}")
    return clauses, cases
