"""The effects of hits on stands, from any source."""

from collections.abc import Callable, Sequence

from sandtable.board import shapes
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Carried, Linked, Marked, Noted
from sandtable.kernel.facts import Throw, knowers
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.book.charts import BUNKER, HARD_COVER, NONE, SOFT_COVER
from sandtable.rules.great_battles.commands.day import Take
from sandtable.rules.great_battles.edition import charts, cite, dice, rule, term, under
from sandtable.rules.great_battles.effects.missions import silence
from sandtable.rules.great_battles.facts.day import Destroyed, Suppressed
from sandtable.rules.great_battles.table.field import body_of, field, is_active, is_suppressed, riders_on, stands_of
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.table.sighting import is_hidden
from sandtable.rules.great_battles.words import COMMAND, ITS_TRACK, SUPPORT, Kind, Mark, Tally, Tie


def suppress(play: Play, stand: UnitId, by: str = "") -> bool:
    """rally.suppression-effects: a second suppression has no effect. Returns whether this one had."""
    unit = play.state.units[stand]
    if is_suppressed(unit) or Mark.DESTROYED in unit.marks:
        return False
    play.emit(Suppressed(stand, by))
    share_fate(play, stand, suppress)
    return True


def destroy(play: Play, stand: UnitId, by: str = "") -> None:
    """A lost gun loses its template, a lost HQ its bonuses; a lost passenger no longer rides, if its tank survives."""
    if Mark.DESTROYED in play.state.units[stand].marks:
        return
    play.emit(Destroyed(stand, by, play.state.tallies[Tally.DAY]))
    silence(play, play.state.units[stand])
    share_fate(play, stand, destroy)
    unit = play.state.units[stand]
    if unit.aboard is not None:
        play.emit(Carried(stand, None), cite(play.state, "variants.tank-riders"))
    if unit.kind == Kind.HQ and unit.part_of is not None:
        note = Noted(f"{unit.part_of} loses the bonuses of its HQ", knowers(unit), about=(unit.part_of,))
        play.emit(note, cite(play.state, "command.hq-lost"))
    if unit.kind == Kind.HALF_TRACK:  # infantry that got out of it does not get it back
        carried = UnitId(stand.removesuffix(ITS_TRACK))
        play.emit(Marked(carried, Mark.NO_TRANSPORT), cite(play.state, "transport.reload"))


@rule("variants.tank-riders")
def share_fate(play: Play, tank: UnitId, suffer: Callable[[Play, UnitId], object]) -> None:
    """Passengers suffer the same as their tank."""
    for rider in riders_on(play.state, tank):
        suffer(play, rider)


def lose_stand(play: Play, body: UnitId, by: str) -> None:
    """The owner chooses one stand of the battalion, and it is destroyed."""
    lose_one_of(play, stands_of(play.state, body), by)


@rule("setup.casualty-choice")
def lose_one_of(play: Play, stands: Sequence[Unit], by: str) -> None:
    """The owner chooses one of these stands, and it is destroyed."""
    if victim := pick_stand(play, "Which stand is lost?", stands):
        destroy(play, victim, by)


@rule("setup.casualty-choice")
def suppress_one_of(play: Play, stands: Sequence[Unit], by: str) -> None:
    """One of these stands is suppressed, an unsuppressed one if there is one."""
    if victim := pick_stand(play, "Which stand is suppressed?", [one for one in stands if not is_suppressed(one)]):
        suppress(play, victim, by)


def pick_stand(play: Play, question: str, stands: Sequence[Unit]) -> UnitId | None:
    if not stands:
        return None
    side, body, clause = stands[0].side, stands[0].part_of, cite(play.state, "setup.casualty-choice")
    order = play.ask(
        side,
        Topic("loss", f"{body}: {question}", (body,) if body else (), tone=-1),
        lambda _view: [Option(Take(one.id), clause) for one in stands],
    )
    assert isinstance(order, Take)
    return order.unit


# ---- shells


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
