"""What differs between the editions of the game: one value that every rule reads and none compares."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from sandtable.book.book import Book
from sandtable.kernel.decision import Refusal
from sandtable.kernel.events import Knowers
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause, Term
from sandtable.kernel.state import State
from sandtable.rules.great_battles.charts import Charts

P = ParamSpec("P")
R = TypeVar("R")
Rule = Callable[Concatenate[Play, P], R]
Terms = tuple[Term, ...]


class Dice(Protocol):
    """How an edition throws against a score, and which way modifiers count."""

    def test(
        self, play: Play, purpose: str, score: Term, modifiers: Terms = (), *, always: int = 0, by: Knowers = None
    ) -> bool:
        """Whether the throw succeeds; faces as good as `always` do whatever the modifiers."""

    def chance(self, score: Term, modifiers: Terms = (), *, always: int = 0) -> float: ...


class Words(Struct, frozen=True, kw_only=True):
    """What a book calls the things that editions share."""

    names: Mapping[str, str]  # its clause for a rule that the code names otherwise
    called: Mapping[str, str] = {}  # its option for one that the code names otherwise
    standing: frozenset[str] = frozenset()  # options of other books that are plain rules of this one


class Edition:
    """A book, its charts, its dice and its words."""

    def __init__(self, book: Book, charts: Charts, dice: Dice, words: Words) -> None:
        self.book, self.charts, self.dice, self.words = book, charts, dice, words
        self._clauses: dict[str, Clause] = {}

    def clause(self, rule: str) -> Clause:
        """This book's clause for a rule: "fire.to-hit"."""
        try:
            return self._clauses[rule]
        except KeyError:
            name = f"{self.book.about.prefix}.{self.words.names.get(rule, rule)}"
            return self._clauses.setdefault(rule, self.book.cite(name))

    def plays(self, option: str, variants: frozenset[str]) -> bool:
        """Whether an option is in force, by the name the code gives it."""
        return option in self.words.standing or self.words.called.get(option, option) in variants


EDITIONS: dict[str, Edition] = {}  # by rule-set id; each edition enters itself


def edition(state: State) -> Edition:
    return EDITIONS[state.rules]


def charts(state: State) -> Charts:
    return EDITIONS[state.rules].charts


def cite(state: State, rule: str) -> Clause:
    return EDITIONS[state.rules].clause(rule)


def plays(state: State, option: str) -> bool:
    """Whether an option is in force, whatever the book that is being played calls it."""
    return EDITIONS[state.rules].plays(option, state.variants)


def refuse(state: State, rule: str, why: str) -> Refusal:
    return Refusal(cite(state, rule), why)


def term(state: State, value: int, label: str, rule: str) -> Term:
    return Term(value, label, cite(state, rule))


def under(play: Play, name: str, do: Callable[[], R]) -> R:
    """Do something as another rule says."""
    outer, play.clause = play.clause, cite(play.state, name)
    try:
        return do()
    finally:
        play.clause = outer


def rule(name: str) -> Callable[[Rule[P, R]], Rule[P, R]]:
    """The function carries out this rule of whichever book is being played; what it emits cites it."""

    def cited(carry_out: Rule[P, R]) -> Rule[P, R]:
        @wraps(carry_out)
        def under_clause(play: Play, /, *args: P.args, **kwargs: P.kwargs) -> R:
            outer, play.clause = play.clause, EDITIONS[play.state.rules].clause(name)
            try:
                return carry_out(play, *args, **kwargs)
            finally:
                play.clause = outer

        return under_clause

    return cited
