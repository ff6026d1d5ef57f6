"""The effect of shells on a stand."""

from sandtable.board import shapes
from sandtable.kernel.events import Linked, Noted
from sandtable.kernel.facts import Throw, knowers
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER, SOFT_COVER
from sandtable.rules.great_battles.edition import charts, cite, dice, rule, term
from sandtable.rules.great_battles.effects.hits import suppress
from sandtable.rules.great_battles.table.field import body_of, field, is_active, is_suppressed, riders_on
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.table.sighting import is_hidden
from sandtable.rules.great_battles.words import COMMAND, SUPPORT, Mark, Tie

IMMUNE = SUPPORT | COMMAND
IN_OPEN, HALF_SAFE, IN_HARD, IN_BUNKER = range(4)  # columns of the barrage table


def is_under(state: State, template: Unit, stand: Unit) -> bool:
    """barrage.placement: any part of the base counts."""
    slabs = field(state).slabs
    return shapes.overlap(slabs[template.id], slabs[stand.id])


def suppression_score(state: State, stand: Unit) -> Term:
    """barrage.column-choice: the rightmost column that fits."""
    found = cover(state, stand)
    if found == BUNKER:
        return column(state, IN_BUNKER, "in a bunker")
    if found == HARD_COVER:
        return column(state, IN_HARD, "in hard cover")
    if found == SOFT_COVER:
        return column(state, HALF_SAFE, "in soft cover")
    if not is_active(body_of(state, stand)):
        return column(state, HALF_SAFE, "not activated")
    return term(state, charts(state).barrage(IN_OPEN), "activated in the open", "barrage.suppress")


def column(state: State, number: int, label: str) -> Term:
    return term(state, charts(state).barrage(number), label, "barrage.column-choice")


def bombard(play: Play, template: Unit, stand: UnitId) -> None:
    """A stand is under the template and rolls if that can matter. A hidden stand rolls in secret."""
    unit = play.state.units[stand]
    if not unit.is_linked(Tie.UNDER, template.id):
        play.emit(Linked(stand, Tie.UNDER, template.id), cite(play.state, "barrage.placement"))
    if why := spared(unit):
        play.emit(
            Noted(
                f"{stand} is under {template.id} without effect",
                knowers(unit),
                about=(stand, template.id),
            ),
            cite(play.state, why),
        )
    elif is_hidden(unit):
        roll_unseen(play, template, stand)
    else:
        roll(play, template, stand)


def spared(stand: Unit) -> str:
    """The clause by which a barrage cannot affect it."""
    if stand.kind in IMMUNE:
        return "barrage.exempt-command" if stand.kind in COMMAND else "barrage.immune"
    return "barrage.no-destroy" if is_suppressed(stand) else ""


@rule("barrage.hidden-targets")
def roll_unseen(play: Play, template: Unit, stand: UnitId) -> None:
    """Only the owner reads the roll, and the stand stays hidden."""
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
