"""The Midnight segment: who stays on the field."""

from sandtable.kernel.events import Noted
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Unit
from sandtable.rules.panzer_korps.day_facts import Awaited, LeftField
from sandtable.rules.panzer_korps.field import groups, members
from sandtable.rules.panzer_korps.initiative import in_order
from sandtable.rules.panzer_korps.orders import activate
from sandtable.rules.panzer_korps.supply import is_surrounded, trace_supply
from sandtable.rules.panzer_korps.victory import lose_captured
from sandtable.rules.panzer_korps.words import Mark

NEXT_DAY = 1  # Day Segments to wait: this one, before the next day's first


@rule("pk.day-segments.midnight-removal")
def stay_or_leave(play: Play) -> None:
    """Each leader makes an Intrinsic Command Roll; if it fails, his Force Group leaves unless it is surrounded."""
    trace_supply(play)
    for group in [group for side in in_order(play.state) for group in groups(play.state, side)]:
        if members(play.state, group.id) and not activate(play, group, "tries to stay on the field at midnight"):
            leave(play, group)


def leave(play: Play, group: Unit) -> None:
    if is_surrounded(play.state, group.id):
        play.emit(Noted(f"{group.id} is surrounded and stays", about=(group.id,)))
        return
    for unit in members(play.state, group.id):
        lose_captured(play, unit)
        play.emit(LeftField(unit.id))
    play.emit(Awaited(group.id, Mark.WAITING, NEXT_DAY))
