"""Published games, one folder each. They never import each other; each names itself as an entry point."""

from functools import cache
from importlib.metadata import entry_points

from sandtable.kernel.ruleset import RuleSet


@cache
def rule_sets() -> dict[str, RuleSet]:
    """Every rule set that is installed, ours and other people's, by id."""
    found = [point.load() for point in entry_points(group="sandtable.rules")]
    return {rules.id: rules for rules in sorted(found, key=lambda rules: rules.id) if isinstance(rules, RuleSet)}
