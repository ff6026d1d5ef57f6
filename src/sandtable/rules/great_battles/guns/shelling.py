"""The effect of shells on a stand."""

from sandtable.board import shapes
from sandtable.kernel.events import Linked, Noted
from sandtable.kernel.facts import Throw, knowers
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER, NONE, SOFT_COVER
from sandtable.rules.great_battles.edition import charts, cite, dice, rule, term, under
from sandtable.rules.great_battles.effects.hits import suppress
from sandtable.rules.great_battles.table.field import body_of, field, is_active, is_suppressed, riders_on
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.table.sighting import is_hidden
from sandtable.rules.great_battles.words import COMMAND, SUPPORT, Mark, Tie

IMMUNE = SUPPORT | COMMAND
IN_OPEN, HALF_SAFE, IN_HARD, IN_BUNKER = range(4)  # columns of the barrage table
COLUMNS = {
    NONE: (HALF_SAFE, "not activated"),
    SOFT_COVER: (HALF_SAFE, "in soft cover"),
    HARD_COVER: (IN_HARD, "in hard cover"),
    BUNKER: (IN_BUNKER, "in a bunker"),
}


def is_under(state: State, template: Unit, stand: Unit) -> bool:
    """barrage.placement: any part of the base counts."""
    slabs = field(state).slabs
    return shapes.overlap(slabs[template.id], slabs[stand.id])


def suppression_score(state: State, stand: Unit) -> Term:
    """barrage.column-choice: the rightmost column that fits."""
    found, chart = cover(state, stand), charts(state)
    if found == NONE and is_active(body_of(state, stand)):
        return term(state, chart.barrage(IN_OPEN), "activated in the open", "barrage.suppress")
    column, label = COLUMNS[found]
    return term(state, chart.barrage(column), label, "barrage.column-choice")


def bombard(play: Play, template: Unit, stand: UnitId) -> None:
    """A stand is under the template and rolls if that can matter. A hidden stand rolls in secret."""
    unit = play.state.units[stand]
    if not unit.is_linked(Tie.UNDER, template.id):
        play.emit(Linked(stand, Tie.UNDER, template.id), cite(play.state, "barrage.placement"))
    exempt = "barrage.exempt-command" if unit.kind in COMMAND else "barrage.immune" if unit.kind in SUPPORT else ""
    if why := exempt or ("barrage.no-destroy" if is_suppressed(unit) else ""):
        note = f"{stand} is under {template.id} without effect"
        play.emit(Noted(note, knowers(unit), about=(stand, template.id)), cite(play.state, why))
    elif is_hidden(unit):
        under(play, "barrage.hidden-targets", lambda: roll(play, template, stand))
    else:
        roll(play, template, stand)


def roll(play: Play, template: Unit, stand: UnitId) -> None:
    unit = play.state.units[stand]
    score = suppression_score(play.state, unit)
    throw = Throw("barrage", f"{stand} is under {template.id}", template.id, (stand,))
    if dice(play.state).test(play, throw, score, by=knowers(unit)):
        pin = pin_with_load if Mark.LOADED in unit.marks or riders_on(play.state, stand) else suppress
        pin(play, stand, template.id)


@rule("barrage.loaded-transport")
def pin_with_load(play: Play, stand: UnitId, by: str) -> None:
    """One roll for a vehicle and its load."""
    for one in [stand, *riders_on(play.state, stand)]:
        suppress(play, one, by)
