"""Drops and the rendezvous, where the editions differ."""

from collections.abc import Callable, Sequence

from sandtable.kernel.play import Play
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.edition import ByEdition, nothing


class AirborneByEdition(ByEdition, frozen=True, kw_only=True):
    links: float  # links of 2 inches from stand to stand that reach the rendezvous
    aiming: Callable[[UnitId, Sequence[UnitId]], tuple[UnitId, Sequence[UnitId]]]  # units that share a drop point
    infiltrations: Callable[[int], int]  # rolls for going through so many enemy lines
    while_scattered: frozenset[str]  # what stands can do while their battalion is scattered
    after_landing: Callable[[Play, UnitId], None] = nothing
