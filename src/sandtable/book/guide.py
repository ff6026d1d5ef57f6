"""Reads the help for newcomers of a book."""

from collections.abc import Callable
from functools import lru_cache, partial

import msgspec
from msgspec.structs import replace

from sandtable.book.book import Book, BookError
from sandtable.book.parsed import parsed
from sandtable.kernel.guide import Guide


@lru_cache(maxsize=32)
def read_guide(book: Book, *names: str) -> Guide:
    """The guide from these files of the book's package. Clauses may have the names that the code uses."""
    guides = [_read(book, name) for name in names]
    lesson = next((one.lesson for one in guides if one.lesson), None)
    return Guide(tuple(term for one in guides for term in one.term), lesson)


def guide_of(book: Book, *names: str) -> Callable[[], Guide]:
    """The same, read when somebody first needs it."""
    return partial(read_guide, book, *names)


def _read(book: Book, name: str) -> Guide:
    try:
        found = msgspec.convert(parsed(book.package, name), Guide)
        terms = tuple(replace(term, clause=book.cite(term.clause)) for term in found.term)
        lesson = found.lesson
        if lesson is not None:
            lesson = replace(lesson, idea=tuple(replace(idea, clause=book.cite(idea.clause)) for idea in lesson.idea))
    except ValueError as fault:  # not TOML, not a guide, or an unknown clause
        raise BookError(f"{name}: {fault}") from None
    return Guide(terms, lesson)
