"""A rule set is a value made of functions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from sandtable.board.board import CLEAR, POINT, Base, Picker, Sight
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Question
from sandtable.kernel.engagement import Engagement
from sandtable.kernel.guide import Guide
from sandtable.kernel.motive import Motive
from sandtable.kernel.play import Play, Procedures
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Showing
from sandtable.kernel.state import Side, State, Unit
from sandtable.kernel.view import View, known


class Rulebook(Protocol):
    """What the kernel needs of a book: its clauses."""

    @property
    def clauses(self) -> Mapping[Clause, Any]: ...


def as_seen(view: State, rng: Picker) -> State:
    """Imagine no hidden units."""
    return view


def as_it_is(state: State, side: Side) -> State:
    """Expect nothing of the other side."""
    return state


def no_habit(question: Question) -> None:
    """No ready answer."""


def whole_list(question: Question) -> Sequence[Option]:
    """Every option."""
    return question.options


def no_extent(state: State, unit: Unit) -> Base:
    """A model is a point: one measures from its middle."""
    return POINT


End = Unit | Place  # of a line of sight


def all_clear(state: State, a: End, b: End) -> Sight:
    """Everybody sees everything."""
    return CLEAR


class Generator(Struct, frozen=True):
    """Makes battles by a book's own charts. The same seed and choices make the same battle."""

    choices: Mapping[str, tuple[str, ...]]  # what a player may choose: "theatre" and its values
    make: Callable[[str, Mapping[str, str]], Scenario]  # by a seed and the choices


class RuleSet(Struct, frozen=True, kw_only=True):
    """Everything that the kernel, the players and the programs know of a game."""

    id: str
    title: str
    version: str
    book: Rulebook
    variants: Mapping[str, str] = {}  # options that players may choose, with their titles
    alternatives: tuple[tuple[str, str], ...] = ()  # options that exclude each other
    scenarios: Callable[[], Mapping[str, Scenario]]  # the scenarios that come with the rules
    scenario: type[Scenario]
    setup: Callable[[Scenario, frozenset[str]], State]
    sequence: Procedures
    commands: tuple[type[Command], ...]  # all kinds of commands
    concede: Callable[[Play, Side], None]
    worth: Callable[[State, Side], float]  # how well a side stands, for computer players
    motives: tuple[Motive, ...] = ()  # the parts of that worth, to say why a command is good
    guide: Callable[[], Guide] = Guide  # help for newcomers
    patience: int = 250  # commands that a computer player tries for one choice, replies included
    reflex: Callable[[Question], Command | None] = no_habit  # its answer without thinking
    habit: Callable[[Question], Command | None] = no_habit  # the answer that it expects when it thinks ahead
    expected: Callable[[State, Side], State] = as_it_is  # the table with what it expects of the enemy all the time
    shortlist: Callable[[Question], Sequence[Option]] = whole_list  # the options that it tries
    losses: Callable[[State, Side], Mapping[str, int]]  # the losses of a side
    counterparts: Mapping[str, Callable[[Scenario], Scenario]] = {}  # converts its scenarios for other books
    stage: Callable[[Engagement], Scenario] | None = None  # a battle in plain terms under this book
    generator: Generator | None = None  # makes battles by the book's own charts
    view: View = known
    imagine: Callable[[State, Picker], State] = as_seen  # guesses what a view hides
    base: Callable[[State, Unit], Base] = no_extent  # the footprint of a model
    sight: Callable[[State, End, End], Sight] = all_clear  # between two models, or places
    tabletop: Callable[..., State] | None = None  # sets up a table by hand; see sandtable.tabletop
    showing: Showing = Showing()  # how it looks on a screen

    @property
    def short(self) -> str:
        """Its usual name."""
        return self.showing.short or self.title

    @property
    def every_option(self) -> frozenset[str]:
        """All options that can be combined; of two alternatives the first."""
        return frozenset(self.variants) - {second for _, second in self.alternatives}
