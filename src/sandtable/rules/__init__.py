"""Published games, one folder each. They never import each other. Each is registered as an entry point."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files

import msgspec

from sandtable.kernel.engagement import Engagement
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import ScenarioError


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
