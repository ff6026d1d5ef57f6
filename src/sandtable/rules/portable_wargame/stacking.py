"""Which Units may share a square."""

from sandtable.board.grid import Square, SquareGrid
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit
from sandtable.rules.portable_wargame.book import FORD, KINDS, RIDERS, RIVER, ROAD, TANKS
from sandtable.rules.portable_wargame.field import field

WITH_ENEMY = Refusal(Clause("pw.move.no-stack-enemies"), "an enemy Unit is there")
WITH_FRIEND = Refusal(Clause("pw.move.stack-friends"), "a friendly Unit is there, and the two may not share a square")
WITH_TANK = Refusal(Clause("pw.move.stack-limit"), "the square already holds one combat Unit")
BESIDE_TANK = Refusal(Clause("pw.tank-riders.stacking"), "in the square of a Tank Unit it can only mount or move off")
DEEP_RIVER = Refusal(Clause("pw.terrain.rivers-impassable"), "the river has neither ford nor bridge there")


def refuse_stack(state: State, unit: Unit, square: Square) -> Refusal | None:
    """Whether a Unit may be in a square with the other Units there, outside a move."""
    others = [state.units[i] for i in field(state).at.get(square, ()) if i != unit.id]
    if not others:
        return None
    if others[0].side != unit.side:
        return WITH_ENEMY
    if not KINDS[unit.kind].combat:
        return None
    combat = [other for other in others if KINDS[other.kind].combat]
    if not combat:
        return None
    if "tank-riders" not in state.variants:
        return WITH_FRIEND
    return None if len(combat) == 1 and may_mount(state, unit, combat[0]) else WITH_TANK


def may_mount(state: State, one: Unit, other: Unit) -> bool:
    """pw.tank-riders.stacking: Infantry in the square of a Tank Unit that carries no other Unit."""
    tank, foot = (one, other) if one.kind in TANKS else (other, one)
    return tank.kind in TANKS and foot.kind in RIDERS and field(state).aboard.get(tank.id) in (None, foot.id)


def refuse_beside_tank(state: State, unit: Unit) -> Refusal | None:
    """pw.tank-riders.stacking: Infantry may share a Tank Unit's square to mount or to leave, but cannot act there."""
    if "tank-riders" not in state.variants or unit.kind not in RIDERS or unit.place is None:
        return None
    others = [state.units[i] for i in field(state).at[field(state).board.square(unit.place)]]
    return BESIDE_TANK if any(other.kind in TANKS for other in others) else None


def refuse_river(board: SquareGrid, square: Square) -> Refusal | None:
    return DEEP_RIVER if is_deep(board.grounds[square]) else None


def in_river(board: SquareGrid, square: Square) -> bool:
    return is_wet(board.grounds[square])


def is_wet(ground: frozenset[str]) -> bool:
    """A Unit on a bridge is not in the river: pw.terrain.roads-whole-move."""
    return RIVER in ground and ROAD not in ground


def is_deep(ground: frozenset[str]) -> bool:
    return is_wet(ground) and FORD not in ground
