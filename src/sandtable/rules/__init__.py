"""Published games, one folder each. They never import each other. Each is registered as an entry point."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points

from sandtable.kernel.ruleset import RuleSet


class RuleSets(Mapping[str, RuleSet]):
    """Rule sets by id. A rule set is imported when somebody first asks for it."""

    def __init__(self, imports: dict[str, Callable[[], RuleSet]]) -> None:
        self.imports = imports

    def __getitem__(self, name: str) -> RuleSet:
        rules = self.imports[name]()
        if not isinstance(rules, RuleSet) or rules.id != name:
            raise TypeError(f"the entry point {name!r} of sandtable.rules is no rule set of that id")
        return rules

    def __iter__(self) -> Iterator[str]:
        return iter(self.imports)

    def __len__(self) -> int:
        return len(self.imports)


@cache
def rule_sets() -> RuleSets:
    """All installed rule sets, ours and other people's."""
    return RuleSets({point.name: point.load for point in sorted(entry_points(group="sandtable.rules"))})
