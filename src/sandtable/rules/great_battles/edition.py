"""What differs between the editions of the game: one value that every rule reads and none compares."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from sandtable.book.book import Book
from sandtable.kernel.decision import Refusal
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Knowers
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause, Term
from sandtable.kernel.state import State
from sandtable.rules.great_battles.charts import Charts

P = ParamSpec("P")
R = TypeVar("R")
Rule = Callable[Concatenate[Play, P], R]
Terms = tuple[Term, ...]
Worth = Callable[[int, int], int]  # of a die as it lies, and with its modifiers


class Dice(Protocol):
    """How an edition throws against a score, and which way modifiers count: a plus always helps who throws."""

    sides: int
    says: str  # what a score means, with {} for the number: "{} or more"
    natural_says: str  # which faces always hit

    def makes(self, face: int, score: int) -> bool:
        """Whether a bare face is good enough."""

    def is_natural(self, face: int) -> bool:
        """Whether a face always hits."""

    def test(
        self, play: Play, purpose: str, score: Term, modifiers: Terms = (), *, natural: bool = False, by: Knowers = None
    ) -> bool:
        """Whether the throw succeeds; with `natural` some faces do whatever the modifiers."""

    def chance(self, score: Term, modifiers: Terms = (), *, natural: bool = False) -> float: ...

    def read(
        self, play: Play, purpose: str, worth: Worth, modifiers: Terms = (), *, score: Term | None = None,
        by: Knowers = None,
    ) -> int:  # fmt: skip
        """What a throw comes to; `score`: the best result, for the log."""

    def count(self, play: Play, purpose: str, score: Term, dice: int) -> int:
        """How many of these dice succeed."""


class Rolls(Struct, frozen=True, kw_only=True):
    """The dice of an edition."""

    die: Reading  # worth what it shows
    dice: Dice
    percent: Dice  # where a book has percentage dice


class ChartsUnder(dict[frozenset[str], Charts]):
    """The charts as sets of options amend them, read when they are first asked for."""

    def __init__(self, read: Callable[[frozenset[str]], Charts]) -> None:
        self._read = read

    def __missing__(self, variants: frozenset[str]) -> Charts:
        found = self[variants] = self._read(variants)
        return found


class Words(Struct, frozen=True, kw_only=True):
    """What a book calls the things that editions share."""

    names: Mapping[str, str]  # its clause for a rule that the code names otherwise
    called: Mapping[str, str] = {}  # its option for one that the code names otherwise
    standing: frozenset[str] = frozenset()  # options of other books that are plain rules of this one


class Edition:
    """A book, its charts, its dice and its words."""

    def __init__(self, book: Book, read: Callable[[frozenset[str]], Charts], rolls: Rolls, words: Words) -> None:
        self.book, self.rolls, self.words = book, rolls, words
        self.charts_under = ChartsUnder(read)
        self._clauses: dict[str, Clause] = {}

    @property
    def charts(self) -> Charts:
        """As printed, for what no option amends."""
        return self.charts_under[frozenset()]

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
    return EDITIONS[state.rules].charts_under[state.variants]


def dice(state: State) -> Dice:
    return EDITIONS[state.rules].rolls.dice


def rolls(state: State) -> Rolls:
    return EDITIONS[state.rules].rolls


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
