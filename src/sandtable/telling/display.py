"""One view of a table, with the rule set's look of each unit."""

from collections.abc import Callable

from sandtable.board.lazy import lazy
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.showing import Look
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.telling.names import Tags, tags_for

SINGLE, OWNERS = ("piece", "template"), ("piece", "group")


class Display:
    """`tags`: existing short names; by default they are made from this view."""

    def __init__(self, rules: RuleSet, state: State, tags: Tags | None = None) -> None:
        self.rules, self.state = rules, state
        self._tags, self._looks = tags, dict[UnitId, Look]()

    @property
    def tags(self) -> Tags:
        if self._tags is None:
            self._tags = tags_for(self.state.sides, self.units)
        return self._tags

    def look(self, unit: Unit) -> Look:
        if unit.id not in self._looks:
            self._looks[unit.id] = self.rules.showing.look(self.state, unit)
        return self._looks[unit.id]

    def kind(self, unit: Unit) -> str:
        return self.look(unit).kind or unit.kind

    def name(self, unit: Unit) -> str:
        """The name of such units."""
        return self.look(unit).name or self.kind(unit)

    def marks(self, unit: Unit) -> list[str]:
        return [badge.word for badge in self.look(unit).marks]

    def done(self, unit: Unit) -> list[str]:
        return [badge.word for badge in self.look(unit).done]

    @lazy
    def units(self) -> list[Unit]:
        return proper(self.state, self.look)

    @lazy
    def groups(self) -> list[Unit]:
        return self.of_role("group")

    def of_role(self, *roles: str) -> list[Unit]:
        return [unit for unit in self.state.units.values() if self.look(unit).role in roles]

    def models(self, unit: Unit) -> list[Unit]:
        """The models of a group, on or off the table; for anything else the unit itself."""
        if self.look(unit).role != "group":
            return [unit]
        return [one for one in self.of_role("piece") if one.part_of == unit.id]

    def standing(self, unit: Unit) -> list[Unit]:
        """Its models that are on the table and not lost."""
        return [model for model in self.models(unit) if model.place is not None and not self.look(model).lost]


def proper(state: State, look: Callable[[Unit], Look]) -> list[Unit]:
    """What a player calls a unit: groups, then models and templates that belong to a side but to no group."""
    roles = {unit.id: look(unit).role for unit in state.units.values()}
    groups = [unit for unit in state.units.values() if roles[unit.id] == "group"]
    own = [unit for unit in state.units.values() if unit.side in state.sides and roles[unit.id] in SINGLE]
    return groups + [unit for unit in own if not unit.part_of or roles.get(unit.part_of) not in OWNERS]
