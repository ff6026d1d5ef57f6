"""A battalion in close combat, with the facts that decide its modifiers."""

from collections.abc import Set

from msgspec import Struct

from sandtable.board.lazy import lazy
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.book.charts import NONE, QUALITIES
from sandtable.rules.great_battles.melee.close_combat import infantry, shelter
from sandtable.rules.great_battles.table.field import companies, is_smg, quality
from sandtable.rules.great_battles.words import Kind


class Fighter(Struct, frozen=True, dict=True):
    state: State
    body: Unit
    enemy: Unit
    attacking: bool

    @lazy
    def stands(self) -> list[Unit]:
        return companies(self.state, self.body.id)

    @lazy
    def kinds(self) -> frozenset[str]:
        return frozenset(stand.kind for stand in self.stands)

    @lazy
    def tanks(self) -> list[Unit]:
        """The tanks it attacks with."""
        return [stand for stand in self.stands if self.attacking and stand.kind == Kind.ARMOUR]

    @lazy
    def on_foot(self) -> list[Unit]:
        return [stand for stand in self.stands if stand.kind == Kind.INFANTRY]

    @lazy
    def enemy_cover(self) -> str:
        return shelter(self.state, companies(self.state, self.enemy.id))

    @lazy
    def steady(self) -> int:
        """Its unsuppressed infantry."""
        return len(infantry(self.state, self.body))

    @property
    def more(self) -> int:
        """By how many unsuppressed infantry stands it outnumbers the enemy."""
        return max(self.steady - len(infantry(self.state, self.enemy)), 0)

    @property
    def has_smg(self) -> bool:
        return is_smg(self.state, self.body)

    @property
    def levels(self) -> int:
        """By how many levels its quality is higher."""
        return max(QUALITIES.index(quality(self.body)) - QUALITIES.index(quality(self.enemy)), 0)

    @property
    def against(self) -> str:
        return f"{quality(self.body)} against {quality(self.enemy)}"

    def resists_with(self, kinds: Set[str]) -> bool:
        return not self.attacking and not kinds.isdisjoint(self.kinds)

    def shelter_of(self, stands: list[Unit]) -> str:
        """The cover in which it is attacked."""
        return NONE if self.attacking else shelter(self.state, stands)
