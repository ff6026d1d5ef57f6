"""Lists to play and read from: rule sets, scenarios, clauses."""

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec
from msgspec import Struct

from sandtable.book.book import Book, Cell, ClauseEntry
from sandtable.book.book import Table as BookTable
from sandtable.kernel.guide import Term
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Feel
from sandtable.kernel.state import Side
from sandtable.players import LEVELS
from sandtable.players.arranging import set_out
from sandtable.rules import rule_sets
from sandtable.server import scene
from sandtable.server.battle import EVERYBODY
from sandtable.server.drawing import Drawing, ground
from sandtable.server.figures import Figures, figures_for
from sandtable.server.landscape import Ground
from sandtable.server.refused import Refused

FOUND = 50  # clauses of a search
FIRST_WORDS = 160  # characters
A_DECISION = 12  # seconds that a person needs, about
ASKED = 300  # characters of a search


# ---- what can be played


class OptionInfo(Struct, frozen=True):
    id: str
    title: str
    text: str
    clause: str


class LevelInfo(Struct, frozen=True):
    id: str
    title: str
    words: str


class Made(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle that a book's charts make by a seed and some choices."""

    seed: str
    choices: dict[str, str] = {}


class LessonInfo(Struct, frozen=True):
    """A first lesson."""

    minutes: int
    scenario: str
    side: str


class RulesInfo(Struct, frozen=True):
    id: str
    title: str
    short: str
    feel: Feel  # what it is like to play
    author: str
    source: str
    options: tuple[OptionInfo, ...]
    excludes: tuple[tuple[str, str], ...]
    lesson: LessonInfo | None
    levels: tuple[LevelInfo, ...]  # of the computer, from the weakest to the strongest
    makes: dict[str, tuple[str, ...]]  # the choices of its charts that make battles; none: it has no such charts


class Kind(Struct, frozen=True):
    """So many pieces with one symbol."""

    symbol: str
    count: int


class Balance(Struct, frozen=True):
    """How battles between equal computer players ended."""

    games: int
    wins: tuple[int, ...]  # by side
    draws: int


class ScenarioInfo(Struct, frozen=True):
    id: str
    rules: str
    title: str
    setting: str
    size: str
    length: str
    sides: tuple[str, ...]
    winning: tuple[str, ...]
    options: tuple[str, ...]
    learning: bool
    preview: Ground
    pieces: tuple[scene.Piece, ...]
    objectives: tuple[scene.Objective, ...]
    forces: tuple[tuple[Kind, ...], ...]  # of each side, as far as everybody may know
    units: int  # pieces of both sides
    minutes: int  # about; 0 if nobody has measured it
    large: bool  # it takes hours
    hidden: bool  # a side does not see everything
    balance: Balance | None
    made: Made | None


class Home(Struct, frozen=True):
    rulesets: tuple[RulesInfo, ...]
    scenarios: tuple[ScenarioInfo, ...]


@cache
def home_text() -> bytes:
    """The list of the first page, encoded once: it never changes while the server runs.

    What a newcomer should play comes first: battles for beginners, and books that are easy to learn.
    """
    found = sorted(rule_sets().values(), key=lambda one: one.showing.feel.steep)
    battles = [scenario_info(rules, one) for rules in found for one in rules.scenarios().values()]
    steep = {rules.id: rules.showing.feel.steep for rules in found}
    ordered = sorted(battles, key=lambda one: (not one.learning, steep[one.rules], one.rules, one.units))
    return msgspec.json.encode(Home(tuple(map(rules_info, found)), tuple(ordered)))


def rules_info(rules: RuleSet) -> RulesInfo:
    book = book_of(rules)
    first = {one.variant: one for one in [*book.clauses.values()][::-1]}  # the first clause of each option
    options = tuple(
        OptionInfo(name, rules.variants[name], first[name].text.strip(), first[name].id)
        for name in sorted(rules.variants)
    )
    about, feel, lesson = book.about, rules.showing.feel, rules.guide().lesson
    return RulesInfo(rules.id, rules.title, rules.short, feel, about.author, about.source, options, rules.alternatives,
                     LessonInfo(lesson.minutes, lesson.scenario, lesson.side) if lesson else None, levels(),
                     dict(rules.generator.choices) if rules.generator else {})  # fmt: skip


def levels() -> tuple[LevelInfo, ...]:
    return tuple(LevelInfo(id, level.title, level.words) for id, level in LEVELS.items())


def scenario_info(rules: RuleSet, scenario: Scenario, made: Made | None = None) -> ScenarioInfo:
    opening = rules.setup(scenario, frozenset(scenario.options))
    view, showing = rules.view(opening, EVERYBODY), rules.showing
    seen = set_out(rules, opening) if view is opening else view
    drawing = Drawing(rules, seen, EVERYBODY)
    pieces = drawing.pieces()
    winning, figures = showing.winning(scenario), figures_for(rules, scenario)
    return ScenarioInfo(
        id=scenario.id,
        rules=rules.id,
        title=scenario.title,
        setting=scenario.setting.strip(),
        size=scenario.size,
        length=showing.length(scenario),
        sides=opening.sides,
        winning=tuple(winning.get(side, "") for side in opening.sides),
        options=tuple(sorted(scenario.options)),
        learning=scenario.learning,
        preview=ground(opening.board, scenario, showing),
        pieces=tuple(piece for piece in pieces if piece.x is not None),
        objectives=drawing.objectives(),
        forces=tuple(forces(pieces, number) for number in range(len(opening.sides))),
        units=len(Drawing(rules, opening, EVERYBODY).pieces()),
        minutes=minutes(figures) if figures else 0,
        large=scenario.large,
        hidden=view is not opening,
        balance=balance(figures, opening.sides) if figures else None,
        made=made,
    )


def forces(pieces: Iterable[scene.Piece], side: int) -> tuple[Kind, ...]:
    """The kinds of pieces of a side, the most frequent first."""
    return tuple(Kind(*one) for one in Counter(one.symbol for one in pieces if one.side == side).most_common())


def minutes(figures: Figures) -> int:
    """Of one side's decisions, in steps of five minutes."""
    return max(5, 5 * round(figures.mean_choices / 2 * A_DECISION / 60 / 5))


def balance(figures: Figures, sides: tuple[Side, ...]) -> Balance:
    return Balance(figures.games, tuple(figures.wins[side].count for side in sides), figures.draws.count)


# ---- what can be read


class ClauseHead(Struct, frozen=True):
    id: str
    title: str
    words: str = ""


class Chapter(Struct, frozen=True):
    id: str
    title: str
    clauses: tuple[ClauseHead, ...]


class Chart(Struct, frozen=True):
    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str


class ClauseText(Struct, frozen=True):
    id: str
    title: str
    chapter: str
    text: str
    status: str
    note: str
    tables: tuple[Chart, ...]
    cases: tuple[str, ...]
    rulings: tuple[str, ...]
    variant: str  # title of the option that it belongs to; empty if it always applies


class Part(Struct, frozen=True):
    """A chapter of a book, or all charts, rulings or options."""

    title: str
    clauses: tuple[ClauseText, ...] = ()
    charts: tuple[Chart, ...] = ()


def terms(name: str) -> tuple[Term, ...]:
    """Words of a game, explained for newcomers."""
    book_called(name)
    return rule_sets()[name].guide().term


def book_called(name: str) -> Book:
    if name not in rule_sets():
        raise Refused(f"there is no rule set {name!r}")
    return book_of(rule_sets()[name])


def book_of(rules: RuleSet) -> Book:
    if not isinstance(rules.book, Book):
        raise Refused(f"rule set {rules.id!r} has no book that can be shown")
    return rules.book


@lru_cache(maxsize=64)
def chapters_text(name: str) -> bytes:
    book = book_called(name)
    heads = {one.id: [head(c) for c in book.clauses.values() if c.section == one.id] for one in book.sections}
    return msgspec.json.encode([Chapter(one.id, one.title, tuple(heads[one.id])) for one in book.sections])


@lru_cache(maxsize=256)
def part_text(name: str, id: str) -> bytes:
    return msgspec.json.encode(part(name, id))


def head(clause: ClauseEntry, words: str = "") -> ClauseHead:
    return ClauseHead(clause.id, clause.title, words)


def clause(name: str, id: str, table: str = "") -> ClauseText:
    """`table`: a table to show with the clause, even if the clause does not name it."""
    book = book_called(name)
    found = book.clauses.get(Clause(id))
    if found is None:
        raise Refused(f"there is no clause {id!r}")
    if table and table not in book.tables:
        raise Refused(f"there is no table {table!r}")
    return in_full(rule_sets()[name], book, found, table)


def in_full(rules: RuleSet, book: Book, found: ClauseEntry, table: str = "") -> ClauseText:
    tables = dict.fromkeys([*found.tables, *([table] if table else [])])
    chapter = next(section.title for section in book.sections if section.id == found.section)
    return ClauseText(
        id=found.id,
        title=found.title,
        chapter=chapter,
        text=found.text.strip(),
        status=found.status,
        note=found.note,
        tables=tuple(chart(book.tables[one]) for one in tables),
        cases=tuple(f"{case.given} → {case.expect}" for case in book.cases if case.clause == found.id),
        rulings=(found.note,) if found.status == "ruling" and found.note else (),
        variant=rules.variants.get(found.variant, found.variant),
    )


def chart(table: BookTable) -> Chart:
    return Chart(table.id, table.title, (*table.key, *table.columns), table.rows, table.note)


CHARTS, RULINGS, VARIANTS = "charts", "rulings", "variants"


def part(name: str, id: str) -> Part:
    """One page of the rules: a chapter, all charts, all rulings or all options."""
    book, rules = book_called(name), rule_sets().get(name)
    assert rules is not None
    if id == CHARTS:
        return Part("Charts", charts=tuple(map(chart, book.tables.values())))
    every = book.clauses.values()
    chapter = next((section.title for section in book.sections if section.id == id), "")
    kinds = {
        RULINGS: ("Rulings", [one for one in every if one.status == "ruling"]),
        VARIANTS: ("Options", [one for one in every if one.variant]),
    }
    title, clauses = kinds.get(id, (chapter, [one for one in every if one.section == id]))
    if not title:
        raise Refused(f"there is no chapter {id!r}")
    return Part(title, tuple(in_full(rules, book, one) for one in clauses))


def find(name: str, words: str) -> tuple[ClauseHead, ...]:
    """Clauses that contain every word. Those with the words in the title come first."""
    if len(words) > ASKED:
        raise Refused(f"the search has {len(words)} characters; at most {ASKED} are allowed")
    wanted = words.lower().split()
    clauses = book_called(name).clauses.values()
    fits = [one for one in clauses if all(word in f"{one.id} {one.title} {one.text}".lower() for word in wanted)]
    ranked = sorted(fits, key=lambda one: not all(word in one.title.lower() for word in wanted))
    return tuple(head(one, one.text.strip()[:FIRST_WORDS]) for one in ranked[:FOUND] if wanted)
