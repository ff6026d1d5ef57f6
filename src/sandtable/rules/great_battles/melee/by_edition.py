"""Close combat, where the editions differ."""

from collections.abc import Callable, Sequence
from typing import Protocol

from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.edition import ByEdition, Terms


class CombatTerms(Protocol):
    """The modifiers of a battalion in close combat against another."""

    def __call__(self, state: State, body: Unit, enemy: Unit, *, attacking: bool) -> Terms: ...


class MeleeByEdition(ByEdition, frozen=True, kw_only=True):
    combat_terms: CombatTerms
    overwhelm: Callable[[Play, Side, tuple[UnitId, UnitId], UnitId], None]  # without infantry and armour it loses
    loser_terms: Callable[[State, State, UnitId], Terms]  # from the states before and after a retreat from close combat
    advance_bearings: Callable[[Unit], Sequence[int]]  # other bearings for the winner's advance
