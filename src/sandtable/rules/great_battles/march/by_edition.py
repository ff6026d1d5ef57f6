"""Marches, where the editions differ."""

from collections.abc import Callable
from typing import Any

from sandtable.kernel.play import Play
from sandtable.rules.great_battles.edition import ByEdition, nothing


class MarchByEdition(ByEdition, frozen=True, kw_only=True):
    passes: Callable[[Play, Any, float], None] = nothing  # a battalion has gone this share of a way
    may_not_leave: frozenset[str]  # marks of a battalion that cannot move off the table
