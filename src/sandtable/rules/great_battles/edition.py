"""The differences between the editions: one value that every rule reads and none compares."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, ClassVar, ParamSpec, Self, TypeVar

from msgspec import Struct

from sandtable.book.book import Book
from sandtable.book.modifiers import Case, Modifiers
from sandtable.kernel import decision
from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.dice import Reading
from sandtable.kernel.facts import Knowers, Throw
from sandtable.kernel.play import Play, Rule, rule_by
from sandtable.kernel.reckoning import Clause, Reckoning, Term, term_of
from sandtable.kernel.state import SideStep, State
from sandtable.rules.great_battles.book.charts import Charts
from sandtable.rules.great_battles.steps import RoundStep

P = ParamSpec("P")
K = TypeVar("K")
R = TypeVar("R")
Terms = tuple[Term, ...]
Worth = Callable[[int, int], int]  # the result of a die from its bare and its modified face


@lru_cache(maxsize=256)
def read_with(plus: int, worth: Worth, sides: int, says: str) -> Reading:
    """The result of each face with this modifier."""
    return Reading(tuple(worth(face, face + plus) for face in range(1, sides + 1)), says)


@lru_cache(maxsize=64)
def delays_by(chart: Charts, quality: str) -> Worth:
    """The turns until something comes; one value for each quality, so that the faces are read once."""
    return lambda _face, total: chart.delay(quality, total)


class Dice(ABC):
    """How an edition rolls against a score, and which way modifiers count: a plus always helps the roller."""

    says: ClassVar[str]  # the meaning of a score, with {} for the number: "{} or more"
    natural_says: ClassVar[str]  # which faces always hit

    def __init__(self, sides: int) -> None:
        self.sides = sides

    @abstractmethod
    def makes(self, face: int, score: int) -> bool:
        """Whether a bare face is good enough."""

    @abstractmethod
    def is_natural(self, face: int) -> bool:
        """Whether a face always hits."""

    @abstractmethod
    def reading(self, score: Term, modifiers: Terms, *, natural: bool) -> Reading:
        """Whether each face succeeds; with `natural` some always do."""

    @abstractmethod
    def test(
        self, play: Play, throw: Throw, score: Term, modifiers: Terms = (), *, natural: bool = False, by: Knowers = None
    ) -> bool:
        """Whether the throw succeeds."""

    @abstractmethod
    def read(
        self, play: Play, throw: Throw, worth: Worth, modifiers: Terms = (), *, score: Term | None = None,
        by: Knowers = None,
    ) -> int:  # fmt: skip
        """The result of a throw; `score`: the best result, for the log."""

    def chance(self, score: Term, modifiers: Terms = (), *, natural: bool = False) -> float:
        return sum(self.reading(score, modifiers, natural=natural).worth) / self.sides

    def count(self, play: Play, throw: Throw, score: Term, dice: int) -> int:
        """How many of these dice succeed."""
        return play.roll(throw, self.reading(score, (), natural=False), dice, need=Reckoning(score))


class Rolls(Struct, frozen=True, kw_only=True):
    """The dice of an edition."""

    die: Reading  # worth what it shows
    dice: Dice
    percent: Dice  # where a book has percentage dice


class LookedUp(dict[K, R]):
    """Values that are each looked up on first use."""

    def __init__(self, look_up: Callable[[K], R]) -> None:
        self._look_up = look_up

    def __missing__(self, key: K) -> R:
        found = self[key] = self._look_up(key)
        return found


class Words(Struct, frozen=True, kw_only=True):
    """The book's names for things that the editions share."""

    called: Mapping[str, frozenset[str]] = {}  # the book's options, any of them, for an option of the code
    standing: frozenset[str] = frozenset()  # options of other books that are normal rules in this one
    alternatives: tuple[tuple[str, str], ...] = ()  # options that exclude each other; the first is the usual one
    implied: Mapping[str, frozenset[str]] = {}  # options that come with another
    options_rule: str = ""  # the clause on which options go together


class PlayerTurnOrder(Struct, frozen=True, kw_only=True):
    """The steps of a player turn."""

    before: tuple[type[SideStep], ...]
    rounds: tuple[type[RoundStep], ...]  # twice over
    after: tuple[type[SideStep], ...]


class ByEdition(Struct, frozen=True, kw_only=True):
    """What differs between the editions in one chapter of the book."""

    @classmethod
    def of(cls, state: State) -> Self:
        """As the book in play has it."""
        return cls.within(EDITIONS[state.rules])

    @classmethod
    def within(cls, edition: "Edition") -> Self:
        found: Self = edition.chapters[cls]
        return found


def nothing(*_: object) -> None:
    """A procedure that only another edition has."""


class Edition(Struct, frozen=True, kw_only=True, dict=True):
    """A book with its charts, dice and words, and what differs in its chapters."""

    book: Book
    read: Callable[[frozenset[str]], Charts]
    rolls: Rolls
    words: Words
    turn: PlayerTurnOrder
    parts: tuple[ByEdition, ...]  # one for each chapter

    @cached_property
    def chapters(self) -> dict[type[ByEdition], Any]:
        return {type(part): part for part in self.parts}

    @cached_property
    def charts_under(self) -> LookedUp[frozenset[str], Charts]:
        return LookedUp(self.read)

    @cached_property
    def clauses(self) -> LookedUp[str, Clause]:
        """The book's clause for each rule: "fire.to-hit"."""
        return LookedUp(self.book.cite)

    @property
    def charts(self) -> Charts:
        """The charts as printed, for values that no option changes."""
        return self.charts_under[frozenset()]

    def plays(self, option: str, variants: frozenset[str]) -> bool:
        """Whether an option is in force, by its name in the code."""
        words = self.words
        called = words.called.get(option)
        return option in words.standing or (option in variants if called is None else not called.isdisjoint(variants))


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
    return EDITIONS[state.rules].clauses[rule]


def plays(state: State, option: str) -> bool:
    """Whether an option is in force, whatever the book that is being played calls it."""
    return EDITIONS[state.rules].plays(option, state.variants)


def refuse(state: State, rule: str, why: str) -> Refusal:
    return Refusal(cite(state, rule), why)


def judged(state: State, command: Command, rule: str, why: Refusal | None) -> Option:
    """A command by its rule, or barred for a reason."""
    return decision.judged(command, cite(state, rule), why)


def term(state: State, value: int, label: str, rule: str) -> Term:
    return term_of(value, label, cite(state, rule))


def earned(state: State, tables: Mapping[str, Modifiers[Case]], case: Case) -> Terms:
    """The modifiers of a case by the book in play."""
    return tables[state.rules].that_apply(case)


def under(play: Play, name: str, do: Callable[[], R]) -> R:
    """Do something under the clause of another rule."""
    outer, play.clause = play.clause, cite(play.state, name)
    try:
        return do()
    finally:
        play.clause = outer


def rule(name: str) -> Callable[[Rule[P, R]], Rule[P, R]]:
    """The function carries out this rule of the book in play; its facts cite it."""
    return rule_by(LookedUp(lambda rules: EDITIONS[rules].clauses[name]))
