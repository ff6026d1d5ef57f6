"""The player turn, where the editions differ."""

from collections.abc import Callable, Iterable, Sequence

from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.edition import ByEdition, nothing


class DayByEdition(ByEdition, frozen=True, kw_only=True):
    needs_fup: bool  # whether reserves cannot come on if their division has no FUP
    mount_together: Callable[[Play, UnitId], bool]  # whether mounting tanks uses the battalion's action
    diggers: Callable[[State, Unit], Sequence[Unit]]  # the battalion, or those of its stands, that may entrench now
    way_home: Callable[[State, Unit], Refusal | None]  # for a withdrawal by day
    transfers: Callable[[State, Side], Iterable[Option]]  # of support stands from battalion to battalion, at night
    transfer: Callable[[Play, Command], bool]  # returns whether it was such an order
    prepare: Callable[[Play, Side], bool]  # before anybody is placed; returns whether the side goes on
    dusk: Callable[[Play, Side], None] = nothing  # the end of a player turn late in the day
    day_clause: Callable[[int], str]  # the rule that ends a day of so many turns
