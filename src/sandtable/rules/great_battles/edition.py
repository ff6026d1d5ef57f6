"""The differences between the editions: one value that every rule reads and none compares."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.book.book import Book
from sandtable.book.modifiers import Case, Modifiers
from sandtable.kernel import decision
from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.dice import Reading
from sandtable.kernel.facts import Knowers, Throw
from sandtable.kernel.play import Play, Rule, rule_by
from sandtable.kernel.reckoning import Clause, Reckoning, Term, term_of
from sandtable.kernel.state import Side, SideStep, State, Unit, UnitId
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


class CombatTerms(Protocol):
    """The modifiers of a battalion in close combat against another."""

    def __call__(self, state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms: ...


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


class Parameters(Struct, frozen=True, kw_only=True):
    """Kinds, marks and figures that differ between the editions, for rules that are otherwise the same."""

    targets: frozenset[str]  # kinds that may be fired at
    feared: frozenset[str]  # kinds that an inactive battalion keeps away from
    overrunners: frozenset[str]  # kinds that overrun a C Ops
    while_locked: frozenset[str]  # what stands can do in close combat
    while_scattered: frozenset[str]  # what stands can do while their battalion is scattered
    links: float  # links of 2 inches from stand to stand that reach the rendezvous
    bars_shift: frozenset[str]  # marks of a stand that cannot give its hits to others or take theirs
    may_not_leave: frozenset[str]  # marks of a battalion that cannot move off the table
    bars_stopping: frozenset[str]  # enemy markers on which nobody may stop
    lingering: frozenset[str]  # transport that may stay on the table without its load
    pinned_rows: frozenset[str]  # of the movement table, for a battalion with weapons set up
    serve_templates: frozenset[str]  # kinds that cannot fire directly while they fire a template
    column_alone: bool  # whether a single stand that is aligned with a road is in column
    falls_short: bool  # whether a stand that cannot reach its place in a formation goes as far as it can
    rates_transport: bool  # whether the book gives trucks and tractors classes
    needs_fup: bool  # whether reserves cannot come on if their division has no FUP
    contact_by_stand: bool  # whether a forbidden enemy stand leaves the rest of its battalion open to contact
    line_into_cover: bool  # whether a hidden stand in cover is seen, from an inch, only along a line of sight
    most_armour: int  # armour stands attached to an infantry battalion
    air_quality: str  # the quality for the delay of aircraft; empty: that of the artillery


def nothing(*_: object) -> None:
    """A procedure that only another edition has."""


class Procedures(Struct, frozen=True, kw_only=True):
    """Procedures that each edition carries out in its own way."""

    debtors: Callable[[UnitId, Sequence[UnitId]], Sequence[UnitId]]  # units that are marked when stands act out of turn
    aiming: Callable[[UnitId, Sequence[UnitId]], tuple[UnitId, Sequence[UnitId]]]  # units that share a drop point
    infiltrations: Callable[[int], int]  # rolls for going through so many enemy lines
    mount_together: Callable[[Play, UnitId], bool]  # whether mounting tanks uses the battalion's action
    diggers: Callable[[State, Unit], Sequence[Unit]]  # the battalion, or those of its stands, that may entrench now
    facing_after: Callable[[Place, Place], int | None] = nothing  # the facing after a move; None: the owner chooses
    drill_shapes: Callable[[str, str], tuple[str, ...]]  # a change of formation has the best rate of these formations
    retreat_scattered: Callable[[Play, UnitId, Unit | None, float], bool]
    after_retreat: Callable[[Play, UnitId], None] = nothing
    sight_line: Callable[[Slab, Slab], tuple[Point, Point]]  # between two bases
    comes_out: Callable[[State, Unit], Sequence[Unit]]  # stands that are revealed with one
    combat_terms: CombatTerms
    may_close: Callable[[frozenset[str]], bool]  # whether a battalion of these kinds may move into contact
    overwhelm: Callable[[Play, Side, tuple[UnitId, UnitId], UnitId], None]  # without infantry and armour it loses
    loser_terms: Callable[[State, State, UnitId], Terms]  # from the states before and after a retreat from close combat
    advance_bearings: Callable[[Unit], Sequence[int]]  # other bearings for the winner's advance
    rally_sum: Callable[[Play, UnitId, Terms], Terms]  # the modifiers when a battalion rallies
    near_staff: Callable[[Iterable[bool]], bool]  # from whether each stand is near the C Ops
    situation: Callable[[float, float, bool], str]  # by the straight inches and the line to the C Ops; True: no limit
    way_home: Callable[[State, Unit], Refusal | None]  # for a withdrawal by day
    staff_moves: Callable[[Play, Side], None]  # before the battalions do
    roams: Callable[[State, Side], Iterable[Option]]  # moves of a C Ops between theirs
    finds_road_closed: Callable[[Play, UnitId, Place, Refusal], None]  # a hidden enemy has closed the road of a C Ops
    after_losses: Callable[[Play, Unit], None] = nothing  # attachments leave a battalion that has lost its own stands
    refuse_battery: Callable[[State, Unit], Refusal | None] = nothing  # why a field gun cannot fire a barrage
    must_prefer: Callable[[Unit, Unit], bool]  # whether a firer must prefer such a target
    wasted_shot: Callable[[Play, UnitId], None] = nothing
    day_clause: Callable[[int], str]  # the rule that ends a day of so many turns
    # what house rules may add
    prepare: Callable[[Play, Side], bool]  # before anybody is placed; returns whether the side goes on
    open_accounts: Callable[[Play], None] = nothing  # of activation points, when the battle begins
    refuse_saving: Callable[[State], Refusal | None] = nothing  # of activation points, which the divisions still share
    keeps_points: Callable[[State, Side], Term]  # the score that keeps a point overnight
    after_placing: Callable[[Play, UnitId], None] = nothing
    after_landing: Callable[[Play, UnitId], None] = nothing
    holding: Callable[[State, Any, Side], str]  # the rule by which a side takes an objective; empty: not yet
    after_taking: Callable[[Play, Any, Unit], None] = nothing  # an objective, by a stand of this division
    dusk: Callable[[Play, Side], None] = nothing  # the end of a player turn late in the day
    transfers: Callable[[State, Side], Iterable[Option]]  # of support stands from battalion to battalion, at night
    transfer: Callable[[Play, Command], bool]  # returns whether it was such an order
    passes: Callable[[Play, Any, float], None] = nothing  # a battalion has gone this share of a way
    refuse_planning: Callable[[State, Unit], Refusal | None] = nothing  # why a mission can only be on call
    air_call: Callable[[State, Side], tuple[int, str]]  # the score for an aircraft that is asked for, and its rule
    after_air_call: Callable[[Play, Side], None] = nothing


class Edition(Struct, frozen=True, kw_only=True, dict=True):
    """A book with its charts, dice, words, parameters and procedures."""

    book: Book
    read: Callable[[frozenset[str]], Charts]
    rolls: Rolls
    words: Words
    turn: PlayerTurnOrder
    parameters: Parameters
    procedures: Procedures

    @cached_property
    def charts_under(self) -> LookedUp[frozenset[str], Charts]:
        return LookedUp(self.read)

    @cached_property
    def _clauses(self) -> LookedUp[str, Clause]:
        return LookedUp(self.book.cite)

    @property
    def charts(self) -> Charts:
        """The charts as printed, for values that no option changes."""
        return self.charts_under[frozenset()]

    def clause(self, rule: str) -> Clause:
        """The book's clause for a rule: "fire.to-hit"."""
        return self._clauses[rule]

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
    return rule_by(LookedUp(lambda rules: EDITIONS[rules].clause(name)))
