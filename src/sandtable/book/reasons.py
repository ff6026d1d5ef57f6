"""Lists of reasons why something may not be done: each with its clause, its words and its condition."""

from collections.abc import Callable
from typing import Generic, ParamSpec

from sandtable.book.book import Book
from sandtable.kernel.decision import Refusal

P = ParamSpec("P")


class Reasons(Generic[P]):
    """The first reason that applies says why not. They stand in the order in which a player wants to hear them."""

    def __init__(self, book: Book, *rows: tuple[str, str, Callable[P, object]]) -> None:
        self._rows = [(Refusal(book.cite(clause), why), applies) for clause, why, applies in rows]

    def __call__(self, *case: P.args, **more: P.kwargs) -> Refusal | None:
        for refusal, applies in self._rows:
            if applies(*case, **more):
                return refusal
        return None
