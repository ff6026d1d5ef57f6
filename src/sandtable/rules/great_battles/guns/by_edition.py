"""Artillery and aircraft, where the editions differ."""

from collections.abc import Callable

from sandtable.kernel.decision import Refusal
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.great_battles.edition import ByEdition, nothing


class GunsByEdition(ByEdition, frozen=True, kw_only=True):
    air_quality: str  # the quality for the delay of aircraft; empty: that of the artillery
    air_call: Callable[[State, Side], tuple[int, str]]  # the score for an aircraft that is asked for, and its rule
    after_air_call: Callable[[Play, Side], None] = nothing
    refuse_planning: Callable[[State, Unit], Refusal | None] = nothing  # why a mission can only be on call
