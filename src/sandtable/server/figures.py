"""What many battles between equal computer players have shown. Commands make these files; nothing is fought here."""

from functools import lru_cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario


class Rate(Struct, frozen=True):
    """How often, and the interval in which the truth lies 95 times of 100."""

    count: int
    of: int
    rate: float
    low: float
    high: float


class Figures(Struct, frozen=True):
    """What `sandtable lab` or `sandtable compare` found."""

    rules: str  # the rule set and its version
    seed: str
    games: int
    wins: dict[str, Rate]
    draws: Rate
    ended_by: dict[str, int]
    mean_turns: float
    mean_choices: float
    mean_dice: float
    mean_losses: dict[str, dict[str, float]]


def staged_figures(id: str) -> dict[str, Figures]:
    """Kept beside the battle: sandtable compare ID --games 200 --json. None of them if there is no such file."""
    return kept(f"engagements/{id}.json")


def figures_for(rules: RuleSet, scenario: Scenario) -> Figures | None:
    """Those of a scenario, made by scripts/balance.py, if they were found under the present version of its rules."""
    found = kept("balance.json").get(f"{rules.id}/{scenario.id}")
    return found if found and found.rules == f"{rules.id} {rules.version}" else None


@lru_cache(maxsize=64)
def kept(name: str) -> dict[str, Figures]:
    file = files("sandtable.rules").joinpath(name)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Figures]) if file.is_file() else {}
