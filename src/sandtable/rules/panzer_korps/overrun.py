"""Overruns: AFV and cavalry ride down disordered troops in the open."""

from sandtable.kernel.decision import Refusal
from sandtable.kernel.play import Play
from sandtable.kernel.state import Unit, UnitId
from sandtable.rules.panzer_korps.book import cite
from sandtable.rules.panzer_korps.close_assault import fight
from sandtable.rules.panzer_korps.cover import in_cover, is_entrenched
from sandtable.rules.panzer_korps.field import field, is_afv, is_deployed, status
from sandtable.rules.panzer_korps.moving import Mover
from sandtable.rules.panzer_korps.words import Did, Mark, Type

CLAUSE = cite("pk.overrun.procedure")


def refuse_overrun(mover: Mover, target: Unit) -> Refusal | None:
    """pk.overrun.procedure"""
    unit, state = mover.unit, mover.state
    if unit.kind not in (Type.AFV, Type.CAVALRY):
        return Refusal(CLAUSE, "only AFV and cavalry overrun")
    if Did.OVERRAN in unit.spent:
        return Refusal(CLAUSE, "a formation makes one overrun a turn")
    if is_afv(target):
        return Refusal(CLAUSE, "an AFV formation cannot be overrun")
    if is_entrenched(target) or in_cover(state, target, mover.here):
        return Refusal(CLAUSE, "only a formation in the open and not entrenched can be overrun")
    shaken = status(state, target) != "formed" or Mark.PANICKED in target.marks or not is_deployed(target)
    return None if shaken else Refusal(CLAUSE, "it is neither disordered nor in Transit Column")


def wins_overrun(play: Play, unit_id: UnitId, target: UnitId) -> bool:
    """One round of close assault at once. True: the enemy has given way, and the move goes on."""
    won = fight(play, unit_id, target)
    return won and play.state.units[unit_id].place is not None and unit_id not in field(play.state).contacts
