"""Missions, where the editions differ."""

from collections.abc import Callable

from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.edition import ByEdition, nothing


class EffectsByEdition(ByEdition, frozen=True, kw_only=True):
    refuse_battery: Callable[[State, Unit], Refusal | None] = nothing  # why a field gun cannot fire a barrage
