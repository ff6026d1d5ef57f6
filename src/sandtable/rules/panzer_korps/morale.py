"""Morale: who tests, what a test does, and panic."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.book.charts import Grid, Scores
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.kernel.decision import Command, Option, Refusal, Topic, refusing
from sandtable.kernel.events import Noted, Spent, Unmarked
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.sightlines import End
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.bombardment import origin
from sandtable.rules.panzer_korps.book import BOOK, DICE, HARDENED, PARTISAN, cite, scored
from sandtable.rules.panzer_korps.commands import TakeTest, TakeTests
from sandtable.rules.panzer_korps.disorder import disorder, is_lost, leave, seen_to_break, seen_to_flee
from sandtable.rules.panzer_korps.facts import Panicked
from sandtable.rules.panzer_korps.field import decorated_with, entry, field, formations, is_worse, led_by, standing
from sandtable.rules.panzer_korps.forced import fall_back, flee
from sandtable.rules.panzer_korps.sighting import in_cover, is_entrenched
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie, Trait

MOST_SEEN = 3  # enemies that flee: pk.morale.modifiers
DIE = Grid(BOOK.table("morale-die"))
RESULTS = Grid(BOOK.table("morale-results"), rows=Scores)
_, _, _, FALL_BACK, PANIC = (row[1] for row in BOOK.table("morale-results").rows)
WHEN = cite("pk.morale.when")
NO_TEST = Refusal(WHEN, "it has no reason to test, or others test before it")


class Nerve:
    """What decides the modifiers of a morale test."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.formation = unit, entry(state, unit)
        self.decorated = decorated_with(state, unit)
        self.covered = any(in_cover(state, unit, one) for one in (None, *attackers(state, unit)))
        self.rating = led_by(state, unit)


def attackers(state: State, unit: Unit) -> Iterator[End]:
    """Enemies that have attacked it in this turn: linear cover counts if it faces one of them."""
    contacts = field(state).contacts.get(unit.id, ())
    foes = (one for one in state.units.values() if one.side != unit.side)
    for one in foes:
        if one.is_linked(Tie.BOMBARDED, unit.id):
            yield shapes.place_at(origin(state, one))
        elif one.id in contacts or (one.place and Did.FIRED in one.spent and one.is_linked(Tie.FIRED_AT, unit.id)):
            yield one


MOD, DRAG = "pk.morale.modifiers", "pk.command.morale-drag"
MODIFIERS: Modifiers[Nerve] = Modifiers(BOOK, "morale-modifiers", [
    Modifier("Decorated leader", "{} Decorated leader", MOD, lambda nerve: nerve.decorated),
    Modifier("enemy formation seen to panic or fall back within 20 inches", "{} seen to flee", MOD,
             lambda nerve: min(len(nerve.unit.linked(Tie.SAW)), MOST_SEEN)),
    Modifier("formation in cover", "in cover", MOD, lambda nerve: nerve.covered),
    Modifier("formation in entrenchments", "entrenched", MOD, lambda nerve: is_entrenched(nerve.unit)),
    Modifier("Disorder marker", "{} Disorder", MOD, lambda nerve: nerve.unit.tallies[Tally.DISORDER]),
    Modifier("under artillery fire", "under artillery fire", MOD, lambda nerve: Did.SHELLED in nerve.unit.spent),
    Modifier("Partisans", "Partisans", MOD, lambda nerve: nerve.formation.quality == PARTISAN),
    Modifier("SS", "SS", MOD, lambda nerve: Trait.SS in nerve.formation.traits),
    Modifier("Fanatics", "Fanatics", MOD, lambda nerve: Trait.FANATIC in nerve.formation.traits),
    Modifier("Hardened", "Hardened", MOD, lambda nerve: nerve.formation.quality == HARDENED),
    Modifier("group leader G", "Oppressive leader", DRAG, lambda nerve: nerve.rating == "G"),
    Modifier("group leader H", "Unreliable leader", DRAG, lambda nerve: nerve.rating == "H"),
], column="modifier")  # fmt: skip


@rule("pk.morale.test")
def test(play: Play, unit_id: UnitId) -> None:
    """The die of its quality with modifiers: no effect, Disorder, falling back or Panic."""
    unit = play.state.units[unit_id]
    adds, die = MODIFIERS.that_apply(Nerve(play.state, unit)), DIE.sides(entry(play.state, unit).quality)
    score = scored(play, Throw("morale", f"{unit_id} tests its morale", unit_id), DICE[die], adds)
    result, markers = RESULTS.cell(score), RESULTS.figure(score, "Disorder markers added") or 0
    play.meet(result, markers)
    if not markers:
        play.emit(Noted(f"{unit_id} stands firm", about=(unit_id,)))
    suffer(play, unit_id, result, markers)


@rule("pk.morale.dispersal-by-morale")
def suffer(play: Play, unit_id: UnitId, result: object, markers: int) -> None:
    """It moves first; then the markers are added, which count like any others."""
    if result == FALL_BACK:
        fall_back(play, unit_id, play.clause)
    elif result == PANIC:
        panic(play, unit_id)
    disorder(play, unit_id, markers)


@rule("pk.morale.panic-recovery")
def panic(play: Play, unit_id: UnitId) -> None:
    """It flees with a red marker; with more of them than its quality allows it is forced to retire."""
    seen_to_break(play, unit_id)
    seen_to_flee(play, unit_id)
    play.emit(Panicked(unit_id), cite("pk.morale.panic-state"))
    unit = play.state.units[unit_id]
    allowed = DIE.figure(entry(play.state, unit).quality, "Panic Recovery") or 0
    if unit.tallies[Tally.PANICS] > allowed:
        leave(play, unit_id, "forced to retire: it has panicked once too often")
    else:
        flee(play, unit_id, play.clause)


# ---- the Morale phase


@rule("pk.morale.when")
def morale_phase(play: Play, step: steps.Morale) -> bool:
    """Whose status is worse or who was beaten tests first, then who has seen a friend break, until nobody is left."""
    due = testers(play.state, step.side)
    if not due:
        return False
    order = TakeTests(step.side) if len(due) == 1 else ask_next(play, step.side)
    for unit_id in [order.unit] if isinstance(order, TakeTest) else due:
        if not is_lost(play, unit_id):
            play.emit(Spent(unit_id, Did.TESTED))
            test(play, unit_id)
        play.meet()
    return True


def ask_next(play: Play, side: Side) -> Command:
    return play.ask(
        side,
        Topic("morale", "Who tests morale next?", rare=True),
        lambda view: [Option(one, WHEN) for one in (TakeTests(side), *map(TakeTest, testers(view, side)))],
        why_not=refusing(NO_TEST, TakeTest),
    )


def testers(state: State, side: Side) -> list[UnitId]:
    """Those who test now."""
    untested = [unit for unit in formations(state, side) if Did.TESTED not in unit.spent]
    first = [unit.id for unit in untested if Did.BEATEN in unit.spent or is_worse(state, unit)]
    return first or [unit.id for unit in untested if Did.SAW_BREAK in unit.spent]


@rule("pk.morale.panic-state")
def end_panics(play: Play) -> None:
    """Whoever panicked in an earlier turn has come to its senses."""
    for unit in standing(play.state):
        if Mark.PANICKED in unit.marks and Did.FLED not in unit.spent:
            play.emit(Unmarked(unit.id, Mark.PANICKED))
