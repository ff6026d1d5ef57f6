"""The set-up and victory, where the editions differ."""

from collections.abc import Callable
from typing import Any

from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.edition import ByEdition, nothing


class FrameByEdition(ByEdition, frozen=True, kw_only=True):
    after_placing: Callable[[Play, UnitId], None] = nothing
    holding: Callable[[State, Any, Side], str]  # the rule by which a side takes an objective; empty: not yet
    after_taking: Callable[[Play, Any, Unit], None] = nothing  # an objective, by a stand of this division
