"""Disengaging: leaving a fire fight."""

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.book.charts import Grid
from sandtable.kernel.dice import at_most
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.panzer_korps.book import BOOK, D10, cite
from sandtable.rules.panzer_korps.field import enemies, entry, field, is_able
from sandtable.rules.panzer_korps.move_facts import HeldUp
from sandtable.rules.panzer_korps.sighting import sees
from sandtable.rules.panzer_korps.words import Tie

FACTORS = Grid(BOOK.table("disengage"))
REACH = 12.0  # inches: pk.disengage.when


def fire_fights(state: State, unit: Unit) -> list[Unit]:
    """pk.disengage.when: enemies that it exchanged fire with, near, in sight and fit to fight."""
    return [
        foe
        for foe in enemies(state, unit.side)
        if unit.is_linked(Tie.FIRED_AT, foe.id) or foe.is_linked(Tie.FIRED_AT, unit.id)
        if field(state).gap(unit.id, foe.id) <= REACH and is_able(state, foe) and sees(state, unit, foe)
    ]


def leaves(state: State, unit: Unit, to: Point | None) -> list[UnitId]:
    """The fire fights that a move ends farther from; None: off the table."""
    here = unit.at.point
    return [
        foe.id
        for foe in fire_fights(state, unit)
        if to is None or shapes.less(shapes.span_of(here, foe.at.point), shapes.span_of(to, foe.at.point))
    ]


@rule("pk.disengage.roll")
def disengages(play: Play, unit_id: UnitId, to: Point | None) -> bool:
    """A d10 not above its factor. A formation that fails stays, and one of the group's moves is used up."""
    unit = play.state.units[unit_id]
    foes = leaves(play.state, unit, to)
    if not foes:
        return True
    quality = entry(play.state, unit).quality
    need = Reckoning(BOOK.term(FACTORS.number(quality), quality, "pk.disengage.roll"))
    throw = Throw("disengage", f"{unit_id} leaves the fire fight", unit_id, tuple(foes))
    if play.roll(throw, at_most(need.total, D10.sides), need=need):
        return True
    play.emit(HeldUp(unit_id), cite("pk.disengage.when"))
    return False
