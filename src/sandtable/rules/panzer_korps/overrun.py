"""Overruns: AFV and cavalry ride down disordered troops in the open."""

from sandtable.book.reasons import Reasons
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Unit, UnitId
from sandtable.rules.panzer_korps.book import BOOK
from sandtable.rules.panzer_korps.close_assault import Combat, beat, drive_back, exchange, take_equipment
from sandtable.rules.panzer_korps.cover import in_cover, is_entrenched
from sandtable.rules.panzer_korps.field import field, is_afv, is_deployed, status
from sandtable.rules.panzer_korps.moving import Mover
from sandtable.rules.panzer_korps.words import Did, Mark, Type

CLAUSE = "pk.overrun.procedure"
refuse_overrun: Reasons[[Mover, Unit]] = Reasons(
    BOOK,
    (CLAUSE, "only AFV and cavalry overrun", lambda mover, foe: mover.unit.kind not in (Type.AFV, Type.CAVALRY)),
    (CLAUSE, "a formation makes one overrun a turn", lambda mover, foe: Did.OVERRAN in mover.unit.spent),
    (CLAUSE, "an AFV formation cannot be overrun", lambda mover, foe: is_afv(foe)),
    (CLAUSE, "only a formation in the open and not entrenched can be overrun",
     lambda mover, foe: is_entrenched(foe) or in_cover(mover.state, foe, mover.here)),
    (CLAUSE, "it is neither disordered nor in Transit Column", lambda mover, foe: not is_shaken(mover, foe)),
)  # fmt: skip


def is_shaken(mover: Mover, foe: Unit) -> bool:
    return status(mover.state, foe) != "formed" or Mark.PANICKED in foe.marks or not is_deployed(foe)


@rule("pk.overrun.procedure")
def wins_overrun(play: Play, attacker: UnitId, target: UnitId) -> bool:
    """One round of close assault at once. True: the enemy has given way, and the move goes on."""
    combat = Combat((attacker,), (target,))
    won = exchange(play, combat, {attacker: target, target: attacker})
    beat(play, combat.defenders if won else combat.attackers)
    if won:
        drive_back(play, combat.defenders)
    take_equipment(play, combat)
    return won and play.state.units[attacker].place is not None and attacker not in field(play.state).contacts
