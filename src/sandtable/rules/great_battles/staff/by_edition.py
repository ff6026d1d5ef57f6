"""The C Ops, its points and supply, where the editions differ."""

from collections.abc import Callable, Iterable

from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Refusal
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, UnitId
from sandtable.rules.great_battles.edition import ByEdition, nothing


class StaffByEdition(ByEdition, frozen=True, kw_only=True):
    overrunners: frozenset[str]  # kinds that overrun a C Ops
    situation: Callable[[float, float, bool], str]  # by the straight inches and the line to the C Ops; True: no limit
    staff_moves: Callable[[Play, Side], None]  # before the battalions do
    roams: Callable[[State, Side], Iterable[Option]]  # moves of a C Ops between theirs
    finds_road_closed: Callable[[Play, UnitId, Place, Refusal], None]  # a hidden enemy has closed the road of a C Ops
    open_accounts: Callable[[Play], None] = nothing  # of activation points, when the battle begins
    refuse_saving: Callable[[State], Refusal | None] = nothing  # of activation points, which the divisions still share
    keeps_points: Callable[[State, Side], Term]  # the score that keeps a point overnight
