"""Battles that are no scenario of a book: made by its charts, or staged from plain terms beside other books."""

from functools import lru_cache

import msgspec
from msgspec import Struct

from sandtable.kernel.engagement import Engagement
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.rules import rule_sets
from sandtable.rules.engagements import engagements
from sandtable.server.figures import Figures, staged_figures
from sandtable.server.library import Made, ScenarioInfo, scenario_info
from sandtable.server.refused import Refused
from sandtable.telling.scenario_file import as_toml

SEED = 60  # characters


# ---- which scenario a game is begun with


def scenario_of(rules: RuleSet, id: str, made: Made | None) -> Scenario:
    """A scenario of the book, one that its charts make, or a battle in plain terms under it."""
    if made is not None:
        return make(rules, made)
    if id in rules.scenarios():
        return rules.scenarios()[id]
    if id in engagements() and rules.stage:
        return rules.stage(engagements()[id])
    raise Refused(f"{rules.id} has no scenario {id!r}")


def make(rules: RuleSet, made: Made) -> Scenario:
    if rules.generator is None:
        raise Refused(f"{rules.id} has no charts to make a battle with")
    if not (0 < len(made.seed) <= SEED and made.seed.isprintable()):
        raise Refused(f"a seed has 1 to {SEED} letters and figures")
    for name, value in made.choices.items():
        if value not in rules.generator.choices.get(name, ()):
            raise Refused(f"{name}: there is no {value!r}")
    try:
        return rules.generator.make(made.seed, made.choices)
    except ScenarioError as fault:
        raise Refused(str(fault)) from None


def rules_called(name: str) -> RuleSet:
    if name not in rule_sets():
        raise Refused(f"there is no rule set {name!r}")
    return rule_sets()[name]


def made_info(name: str, made: Made) -> ScenarioInfo:
    rules = rules_called(name)
    return scenario_info(rules, make(rules, made), made)


def made_file(name: str, made: Made) -> tuple[str, str]:
    """Its name and its text."""
    scenario = make(rules_called(name), made)
    return f"{scenario.id}.toml", as_toml(scenario)


def choices_of(text: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str]) if text else {}
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Refused(f"choices: {fault}") from None


# ---- one battle under several books


class Ending(Struct, frozen=True):
    """How many battles ended by a clause."""

    clause: str
    title: str
    count: int


class StagedInfo(Struct, frozen=True):
    """The battle under one book."""

    title: str
    scenario: ScenarioInfo
    figures: Figures | None
    endings: tuple[Ending, ...]  # the most frequent first


class BattleInfo(Struct, frozen=True):
    id: str
    title: str
    setting: str
    books: tuple[StagedInfo, ...] = ()


def battle_heads() -> tuple[BattleInfo, ...]:
    return tuple(BattleInfo(one.id, one.title, one.setting) for one in engagements().values())


@lru_cache(maxsize=16)
def battle_text(id: str) -> bytes:
    if id not in engagements():
        raise Refused(f"there is no battle {id!r}")
    return msgspec.json.encode(battle_info(engagements()[id]))


def battle_info(battle: Engagement) -> BattleInfo:
    figures = staged_figures(battle.id)
    books = [
        staged_info(rules, rules.stage(battle), figures.get(rules.id)) for rules in rule_sets().values() if rules.stage
    ]
    return BattleInfo(battle.id, battle.title, battle.setting, tuple(books))


def staged_info(rules: RuleSet, scenario: Scenario, figures: Figures | None) -> StagedInfo:
    return StagedInfo(rules.short, scenario_info(rules, scenario), figures, endings(rules, figures))


def endings(rules: RuleSet, figures: Figures | None) -> tuple[Ending, ...]:
    ended = figures.ended_by if figures else {}
    often = sorted(ended, key=lambda clause: (-ended[clause], clause))
    return tuple(Ending(clause, rules.book.clauses[Clause(clause)].title, ended[clause]) for clause in often)
