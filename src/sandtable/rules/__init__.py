"""Published games, one folder each. They never import each other. Each is registered as an entry point."""

import tomllib
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files

import msgspec

from sandtable.kernel.engagement import Engagement
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import ScenarioError


@cache
def rule_sets() -> dict[str, RuleSet]:
    """All installed rule sets by id, ours and other people's."""
    found = [point.load() for point in entry_points(group="sandtable.rules")]
    return {rules.id: rules for rules in sorted(found, key=lambda rules: rules.id) if isinstance(rules, RuleSet)}


@cache
def engagements() -> dict[str, Engagement]:
    """The battles in plain terms that come with the program, by id. Every book can stage them."""
    folder = files("sandtable.rules").joinpath("engagements")
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    found = [read_engagement(texts[name], name) for name in sorted(texts)]
    return {one.id: one for one in found}


def read_engagement(text: str, where: str) -> Engagement:
    try:
        found = msgspec.convert(tomllib.loads(text), Engagement)
        found.check()
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ScenarioError) as fault:
        raise ScenarioError(f"{where}: {fault}") from None
    return found
