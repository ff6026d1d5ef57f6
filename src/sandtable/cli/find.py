"""Finds rule sets, scenarios, saves, options, players and sides by name."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path

import msgspec

from sandtable.book.book import Book
from sandtable.cli.errors import Trouble, one_line, unknown
from sandtable.kernel.engagement import Engagement
from sandtable.kernel.game import Game
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.savefile import SaveError, load
from sandtable.kernel.scenario import Scenario, ScenarioError, check_limits
from sandtable.kernel.state import Side
from sandtable.players import PLAYERS
from sandtable.rules import rule_sets
from sandtable.rules.engagements import engagements

HUMAN = "human"
FoundBattle = tuple[RuleSet, Scenario]


# ---- rule sets and their books


def rules_called(name: str) -> RuleSet:
    if name not in rule_sets():
        raise unknown("rule set", name, rule_sets())
    return rule_sets()[name]


def book_of(rules: RuleSet) -> Book:
    if not isinstance(rules.book, Book):
        raise Trouble(f"rule set {rules.id!r} has no book that can be shown")
    return rules.book


# ---- scenarios


def all_scenarios() -> dict[str, FoundBattle]:
    """All scenarios by name. If two rule sets use a name, the rule set's name comes before it."""
    battles = [(rules, one) for rules in rule_sets().values() for one in rules.scenarios().values()]
    names = [scenario.id for _, scenario in battles]
    return {
        scenario.id if names.count(scenario.id) == 1 else f"{rules.id}/{scenario.id}": (rules, scenario)
        for rules, scenario in battles
    }


def staged(battle: Engagement) -> dict[str, FoundBattle]:
    """A battle in plain terms under every book that can stage it, named RULES/BATTLE."""
    books = [(rules, rules.stage) for rules in rule_sets().values() if rules.stage]
    return {f"{rules.id}/{battle.id}": (rules, stage(battle)) for rules, stage in books}


def battle_called(name: str, what: str = "scenario", others: Iterable[str] = ()) -> FoundBattle:
    """A scenario from a file, or by its name. `what`, `others`: for an unknown name, what else it could have been."""
    if name.endswith(".toml"):
        return scenario_in(Path(name))
    having = rule_sets().having(name)
    if len(having) == 1:
        return having[0], having[0].scenarios()[name]
    found = all_scenarios()
    for battle in engagements().values():
        if name.endswith(f"/{battle.id}"):
            found |= staged(battle)
    if name in found:
        return found[name]
    if is_file(name):
        return scenario_in(Path(name))
    raise unknown(what, name, [*found, *others])


def is_file(name: str) -> bool:
    """Whether there is such a file. The name may be too long for a file."""
    try:
        return Path(name).is_file()
    except OSError:
        return False


def scenario_in(file: Path) -> FoundBattle:
    """Read a scenario, check it, and set it up once, which makes the remaining checks."""
    content = read_toml(file)
    if "rules" not in content:
        raise Trouble(f"{file}: it does not name its rules (rules = ...)")
    try:
        rules = rules_called(str(content["rules"]))
        scenario = msgspec.convert(content, rules.scenario)
        check_limits(scenario)
        rules.setup(scenario, frozenset(scenario.options))
    except (msgspec.ValidationError, ScenarioError, Trouble) as fault:
        raise Trouble(f"{file}: {one_line(fault)}") from None
    return rules, scenario


def read_toml(file: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"), parse_float=finite)
    except OSError as fault:
        raise Trouble(f"{file}: {fault.strerror or fault}") from None
    except ValueError as fault:  # not TOML, not text, or no number
        raise Trouble(f"{file}: {one_line(fault)}") from None


def finite(written: str) -> float:
    """Refuse inf and nan, which TOML allows."""
    number = float(written)
    if not isfinite(number):
        raise ValueError(f"{written} is not a finite number")
    return number


def options_of(rules: RuleSet, scenario: Scenario, given: Sequence[str], *, none: bool = False) -> frozenset[str]:
    """The given options, none, or by default the scenario's own."""
    names = [name for one in given for name in one.replace(",", " ").split()]
    for name in names:
        if name not in rules.variants:
            raise unknown("option", name, rules.variants)
    if none and names:
        raise Trouble("you cannot use --no-options and --option together")
    return frozenset(names) if names or none else frozenset(scenario.options)


def open_battle(battle: FoundBattle, seed: str, options: frozenset[str]) -> Game:
    rules, scenario = battle
    if not seed.isprintable():
        raise Trouble(f"seed {seed!r}: a seed must be printable letters and figures")
    try:
        return Game(rules, scenario, seed, options)
    except ScenarioError as fault:
        raise Trouble(f"scenario {scenario.id}: {one_line(fault)}") from None


# ---- saves


def is_save(name: str) -> bool:
    """Whether it is a save, by its ending or by its first bytes."""
    if name.endswith(".jsonl") or not is_file(name):
        return name.endswith(".jsonl")
    try:
        with Path(name).open("rb") as file:
            return file.read(1) == b"{"
    except OSError as fault:
        raise Trouble(f"{name}: {fault.strerror or fault}") from None


def open_save(name: str, *, check: bool = False) -> Game:
    try:
        return load(Path(name), rule_sets(), check=check)
    except SaveError as fault:
        raise Trouble(one_line(fault)) from None


# ---- who plays


def check_player(name: str, *, human: bool) -> None:
    known = [HUMAN, *PLAYERS] if human else list(PLAYERS)
    if name not in known:
        raise unknown("player", name, known)


def side_called(name: str, sides: Sequence[Side]) -> Side:
    """A side by its name, in upper or lower case, or by a clear beginning of it."""
    fits = [side for side in sides if side.lower().startswith(name.lower())]
    if len(fits) != 1:
        raise unknown("side", name, sides)
    return fits[0]
