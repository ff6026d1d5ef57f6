"""Morale, rally and retreat, where the editions differ."""

from collections.abc import Callable, Iterable

from sandtable.kernel.play import Play
from sandtable.kernel.state import Unit, UnitId
from sandtable.rules.great_battles.edition import ByEdition, Terms, nothing


class NerveByEdition(ByEdition, frozen=True, kw_only=True):
    rally_sum: Callable[[Play, UnitId, Terms], Terms]  # the modifiers when a battalion rallies
    near_staff: Callable[[Iterable[bool]], bool]  # from whether each stand is near the C Ops
    retreat_scattered: Callable[[Play, UnitId, Unit | None, float], bool]
    after_retreat: Callable[[Play, UnitId], None] = nothing
    after_losses: Callable[[Play, Unit], None] = nothing  # attachments leave a battalion that has lost its own stands
