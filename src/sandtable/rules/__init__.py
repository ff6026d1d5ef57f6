"""Published games, one folder each. They never import each other. Other packages register theirs as entry points."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from sandtable.kernel.garbage import rare_collection
from sandtable.kernel.ruleset import RuleSet
from sandtable.mechanics.checks import files_in

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


OWN = {
    "combat-captain": "combat_captain:RULES",
    "great-battles-d10": "great_battles.rulesets:D10",
    "great-battles-d20": "great_battles.rulesets:D20",
    "panzer-korps": "panzer_korps:RULES",
    "portable-wargame": "portable_wargame:RULES",
}


class RuleSets(Mapping[str, RuleSet]):
    """Rule sets by id. A rule set is imported when somebody first asks for it."""

    def __init__(self) -> None:
        self._loaded: dict[str, RuleSet] = {}

    def __getitem__(self, name: str) -> RuleSet:
        if name not in self._loaded:
            with rare_collection():
                self._loaded[name] = load(name)
        return self._loaded[name]

    def having(self, scenario: str) -> list[RuleSet]:
        """Those with a scenario of that name. Ours are found by their files, so that no other is imported."""
        folders = {home.partition(":")[0].partition(".")[0] for home in OWN.values()}
        files = [says for folder in folders for says in files_in(__name__, f"{folder}/scenarios").values()]
        ours = [self[says["rules"]] for says in files if says["id"] == scenario]
        others = [self[name] for name in installed().keys() - OWN.keys()]
        return [*ours, *(rules for rules in others if scenario in rules.scenarios())]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*OWN, *installed()}))

    def __len__(self) -> int:
        return len({*OWN, *installed()})


def load(name: str) -> RuleSet:
    if name in OWN:
        module, _, called = OWN[name].partition(":")
        rules = getattr(import_module(f"{__name__}.{module}"), called)
    else:
        rules = installed()[name].load()
    if not isinstance(rules, RuleSet) or rules.id != name:
        raise TypeError(f"the entry point {name!r} of sandtable.rules is no rule set of that id")
    return rules


@cache
def installed() -> dict[str, "EntryPoint"]:
    """The rule sets of other packages."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # it takes a fifth of a start, and most need only ours

    return {point.name: point for point in entry_points(group="sandtable.rules")}


@cache
def rule_sets() -> RuleSets:
    """All installed rule sets, ours and other people's."""
    return RuleSets()
