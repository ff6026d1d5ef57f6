"""What differs between the editions of the game: one value that every rule reads and none compares."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import ParamSpec, Protocol, TypeVar

from msgspec import Struct

from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.book.book import Book
from sandtable.book.modifiers import Case, Modifiers
from sandtable.kernel.decision import Option, Refusal
from sandtable.kernel.dice import Reading
from sandtable.kernel.facts import Knowers, Throw
from sandtable.kernel.play import Play, Rule, rule_by
from sandtable.kernel.reckoning import Clause, Term, term_of
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.book.charts import Charts
from sandtable.rules.great_battles.steps import RoundStep, SideStep

P = ParamSpec("P")
R = TypeVar("R")
Terms = tuple[Term, ...]
Worth = Callable[[int, int], int]  # of a die as it lies, and with its modifiers


@lru_cache(maxsize=256)
def read_with(plus: int, worth: Worth, sides: int, says: str) -> Reading:
    """What each face is worth when so much is added to it."""
    return Reading(tuple(worth(face, face + plus) for face in range(1, sides + 1)), says)


class CombatTerms(Protocol):
    """What a battalion adds to its die in close combat against another."""

    def __call__(self, state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms: ...


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
        self, play: Play, throw: Throw, score: Term, modifiers: Terms = (), *, natural: bool = False, by: Knowers = None
    ) -> bool:
        """Whether the throw succeeds; with `natural` some faces do whatever the modifiers."""

    def chance(self, score: Term, modifiers: Terms = (), *, natural: bool = False) -> float: ...

    def read(
        self, play: Play, throw: Throw, worth: Worth, modifiers: Terms = (), *, score: Term | None = None,
        by: Knowers = None,
    ) -> int:  # fmt: skip
        """What a throw comes to; `score`: the best result, for the log."""

    def count(self, play: Play, throw: Throw, score: Term, dice: int) -> int:
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

    called: Mapping[str, frozenset[str]] = {}  # its options for one that the code names otherwise, any of them
    standing: frozenset[str] = frozenset()  # options of other books that are plain rules of this one
    alternatives: tuple[tuple[str, str], ...] = ()  # options that exclude each other; the first is the usual one
    implied: Mapping[str, frozenset[str]] = {}  # options that come with another
    options_rule: str = ""  # on which options go together
    repeats: Mapping[str, str] = {}  # clauses that only say again, or are contained in, what another says


class PlayerTurnOrder(Struct, frozen=True, kw_only=True):
    """The steps of a player turn."""

    before: tuple[type[SideStep], ...]
    rounds: tuple[type[RoundStep], ...]  # twice over
    after: tuple[type[SideStep], ...]


class Parameters(Struct, frozen=True, kw_only=True):
    """Who and what counts for a rule that is otherwise the same."""

    targets: frozenset[str]  # kinds that may be fired at
    feared: frozenset[str]  # kinds that a battalion which is not activated keeps off from
    overrunners: frozenset[str]  # kinds that overrun a C Ops
    while_locked: frozenset[str]  # what stands do in close combat
    while_scattered: frozenset[str]  # and of a battalion that has not come together
    links: float  # of 2 inches each, from stand to stand, by which one is in at the rendezvous
    bars_shift: frozenset[str]  # marks of a stand whose hits nobody else takes, and that takes none
    may_not_leave: frozenset[str]  # marks of a battalion that does not move off the table
    bars_stopping: frozenset[str]  # enemy markers that nobody ends on
    lingering: frozenset[str]  # transport that may stay on the table without its load
    pinned_rows: frozenset[str]  # of the movement table, for a battalion with weapons set up
    serve_templates: frozenset[str]  # kinds that do not also fire directly while they fire a template
    column_alone: bool  # whether a single stand that is aligned with a road is in column
    falls_short: bool  # whether a stand that cannot reach its place in a formation goes as far as it can
    rates_transport: bool  # whether the book gives trucks and tractors classes
    needs_fup: bool  # whether nobody comes on from reserve in a battle that has no FUP for its division
    contact_by_stand: bool  # whether an enemy stand that may not be touched leaves the rest of its battalion open to it
    line_into_cover: bool  # whether a hidden stand in cover is seen, from an inch, only along a line of sight
    most_armour: int  # stands of it attached to an infantry battalion
    air_quality: str  # whose column is read for the delay of aircraft; empty: that of the artillery


class Procedures(Struct, frozen=True, kw_only=True):
    """Procedures that editions carry out each in a way of its own."""

    debtors: Callable[[UnitId, Sequence[UnitId]], Sequence[UnitId]]  # who is marked for an action taken by stands
    aiming: Callable[[UnitId, Sequence[UnitId]], tuple[UnitId, Sequence[UnitId]]]  # who shares a point to drop over
    infiltrations: Callable[[int], int]  # rolls of a stand that goes through so many lines of the enemy
    mount_together: Callable[[Play, UnitId], bool]  # whether getting up on tanks uses the action of a battalion
    diggers: Callable[[State, Unit], Sequence[Unit]]  # of a battalion: it, or stands of it, that may entrench now
    facing_after: Callable[[Place, Place], int | None]  # a move from a place to another; None: as its owner likes
    drill_shapes: Callable[[str, str], tuple[str, ...]]  # whose best rate a change from one to another is made at
    retreat_scattered: Callable[[Play, UnitId, Unit | None, float], bool]
    after_retreat: Callable[[Play, UnitId], None]
    sight_line: Callable[[Slab, Slab], tuple[Point, Point]]  # between two bases
    comes_out: Callable[[State, Unit], Sequence[Unit]]  # with a stand that is seen
    combat_terms: CombatTerms
    may_close: Callable[[frozenset[str]], bool]  # kinds of a battalion that may move into contact
    overwhelm: Callable[[Play, Side, tuple[UnitId, UnitId], UnitId], None]  # who has nobody to fight with
    loser_terms: Callable[[State, State, UnitId], Terms]  # by the table before and after a retreat from close combat
    advance_bearings: Callable[[Unit], Sequence[int]]  # that a winner may go on beside the one the loser took
    rally_sum: Callable[[Play, UnitId, Terms], Terms]  # what counts when a battalion rallies
    near_staff: Callable[[Iterable[bool]], bool]  # of which stands are near the C Ops
    situation: Callable[[float, float, bool], str]  # by inches straight and by line to the C Ops; the last: no limit
    way_home: Callable[[State, Unit], Refusal | None]  # for a withdrawal by day
    staff_moves: Callable[[Play, Side], None]  # before the battalions do
    roams: Callable[[State, Side], Iterable[Option]]  # moves of a C Ops between theirs
    finds_unsafe: Callable[[Play, UnitId, Place, Refusal], None]  # a C Ops whose road somebody unseen has closed
    part_with: Callable[[Play, Unit], None]  # a battalion that has had losses
    refuse_battery: Callable[[State, Unit], Refusal | None]  # a field gun that is to fire a barrage
    is_its_sort: Callable[[Unit, Unit], bool]  # whether a firer has to prefer such a target
    wasted_shot: Callable[[Play, UnitId], None]
    day_clause: Callable[[int], str]  # which rule ends a day of so many turns


class Edition(Struct, frozen=True, kw_only=True, dict=True):
    """A book, its charts and its dice; what it calls things, and where it has ways of its own."""

    book: Book
    read: Callable[[frozenset[str]], Charts]
    rolls: Rolls
    words: Words
    turn: PlayerTurnOrder
    parameters: Parameters
    procedures: Procedures

    @cached_property
    def charts_under(self) -> ChartsUnder:
        return ChartsUnder(self.read)

    @cached_property
    def _clauses(self) -> dict[str, Clause]:
        return {}

    @property
    def charts(self) -> Charts:
        """As printed, for what no option amends."""
        return self.charts_under[frozenset()]

    def clause(self, rule: str) -> Clause:
        """This book's clause for a rule: "fire.to-hit"."""
        try:
            return self._clauses[rule]
        except KeyError:
            return self._clauses.setdefault(rule, self.book.cite(rule))

    def plays(self, option: str, variants: frozenset[str]) -> bool:
        """Whether an option is in force, by the name the code gives it."""
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
    return EDITIONS[state.rules].clause(rule)


def parameters(state: State) -> Parameters:
    return EDITIONS[state.rules].parameters


def procedures(state: State) -> Procedures:
    return EDITIONS[state.rules].procedures


def plays(state: State, option: str) -> bool:
    """Whether an option is in force, whatever the book that is being played calls it."""
    return EDITIONS[state.rules].plays(option, state.variants)


def refuse(state: State, rule: str, why: str) -> Refusal:
    return Refusal(cite(state, rule), why)


def term(state: State, value: int, label: str, rule: str) -> Term:
    return term_of(value, label, cite(state, rule))


def earned(state: State, tables: Mapping[str, Modifiers[Case]], case: Case) -> Terms:
    """The modifiers that a case earns by the book that is being played."""
    return tables[state.rules].that_apply(case)


class ClausesOf(dict[str, Clause]):
    """What each book calls a rule, by rule-set id; looked up when it is first cited."""

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def __missing__(self, rules: str) -> Clause:
        found = self[rules] = EDITIONS[rules].clause(self._rule)
        return found


def under(play: Play, name: str, do: Callable[[], R]) -> R:
    """Do something as another rule says."""
    outer, play.clause = play.clause, cite(play.state, name)
    try:
        return do()
    finally:
        play.clause = outer


def rule(name: str) -> Callable[[Rule[P, R]], Rule[P, R]]:
    """The function carries out this rule of whichever book is being played; what it emits cites it."""
    return rule_by(ClausesOf(name))
