"""Movement, where the editions differ."""

from collections.abc import Callable

from sandtable.board.place import Place
from sandtable.rules.great_battles.edition import ByEdition, nothing


class MoveByEdition(ByEdition, frozen=True, kw_only=True):
    facing_after: Callable[[Place, Place], int | None] = nothing  # the facing after a move; None: the owner chooses
    drill_shapes: Callable[[str, str], tuple[str, ...]]  # a change of formation has the best rate of these formations
    falls_short: bool  # whether a stand that cannot reach its place in a formation goes as far as it can
    may_close: Callable[[frozenset[str]], bool]  # whether a battalion of these kinds may move into contact
    contact_by_stand: bool  # whether a forbidden enemy stand leaves the rest of its battalion open to contact
    bars_stopping: frozenset[str]  # enemy markers on which nobody may stop
    while_locked: frozenset[str]  # what stands can do in close combat
