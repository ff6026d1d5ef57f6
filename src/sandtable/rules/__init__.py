"""Published games, one folder each. They never import each other. Each is registered as an entry point."""

from functools import cache
from importlib.metadata import entry_points

from sandtable.kernel.ruleset import RuleSet


@cache
def rule_sets() -> dict[str, RuleSet]:
    """All installed rule sets by id, ours and other people's."""
    found = [point.load() for point in entry_points(group="sandtable.rules")]
    return {rules.id: rules for rules in sorted(found, key=lambda rules: rules.id) if isinstance(rules, RuleSet)}
