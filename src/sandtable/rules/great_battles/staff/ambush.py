"""Hidden enemies that a C Ops meets."""

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.board.shapes import Slab
from sandtable.kernel.events import Moved, Noted
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.field import body_of, field
from sandtable.rules.great_battles.table.roadnet import closers
from sandtable.rules.great_battles.table.sighting import is_hidden, reveal, reveal_body
from sandtable.rules.great_battles.words import COMMAND


def lurking(state: State, staff: Unit, spot: Slab) -> Unit | None:
    """A hidden enemy who would be too near."""
    clear, slabs = charts(state).road_clear, field(state).slabs
    enemies = [one for one in closers(state, state.foe(staff.side)) if is_hidden(one)]
    return next((one for one in enemies if shapes.come_within(slabs[one.id], spot, clear)), None)


def stop_short(play: Play, staff: Unit, at: Place | None, enemy: Unit) -> None:
    """It stops at the last place before him, and he is revealed."""
    play.emit(Noted(f"{staff.id} meets an enemy and stops short of him", frozenset({staff.side}), about=(staff.id,)))
    come_to(play, staff, at)
    if enemy.kind in COMMAND:
        reveal(play, enemy)
    else:
        reveal_body(play, body_of(play.state, enemy))


def come_to(play: Play, staff: Unit, at: Place | None) -> None:
    """It comes as far as it got, if it got anywhere."""
    if at is not None:
        reveal(play, staff)
        play.emit_if_new(Moved(staff.id, at))
