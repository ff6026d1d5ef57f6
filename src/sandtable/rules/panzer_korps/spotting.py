"""Spotting: who has been seen, who is looked for, who is lost from sight again."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.book.charts import Grid
from sandtable.book.modifiers import Modifier, Modifiers
from sandtable.book.reasons import Reasons
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.dice import at_most
from sandtable.kernel.events import Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Reckoning
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.legs import points_near
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.book import BOOK, VETERAN, at_least, cite
from sandtable.rules.panzer_korps.commands import Spot, SpotNearest, SpotNoMore
from sandtable.rules.panzer_korps.facts import LookedAround, LostFromSight, Spotted, Surprised
from sandtable.rules.panzer_korps.field import PAST, enemies, entry, field, formations, is_deployed, is_known, standing
from sandtable.rules.panzer_korps.sighting import in_cover, is_entrenched, refuse_sight, sees
from sandtable.rules.panzer_korps.words import GUNS, Did, Mark, Trait, Type

LOOKS = 0.5  # inches between two places where somebody is seen on his way
SPOTTERS = Grid(BOOK.table("spotting"))
STEP, ROW, STATUS = map(cite, ("pk.spotting.step", "pk.spotting.recce-row", "pk.spotting.status"))
KNOWN = Refusal(STEP, "that formation is spotted")


# ---- at once


def spot_contacts(play: Play) -> None:
    """Whoever comes into contact with an enemy, or within 2 inches and in sight of one, is spotted at once."""
    state = play.state
    for i, near in field(state).neighbours.items():
        unit, touches = state.units[i], i in field(state).contacts
        if not is_known(unit) and (touches or any(sees(state, unit, state.units[foe]) for foe in near)):
            play.emit(Spotted(i), STATUS)


@rule("pk.spotting.status")
def spot_on_way(play: Play, unit_id: UnitId, *way: Point) -> None:
    """Whoever passes within 2 inches and in sight of an enemy is spotted at once, and so is he."""
    for foe in enemies(play.state, play.state.units[unit_id].side):
        pair = unit, _ = play.state.units[unit_id], foe
        if is_known(unit) and is_known(foe):
            continue
        passing = (replace(unit, place=shapes.place_at(at)) for at in points_near(way, foe.at.point, PAST, LOOKS))
        if any(sees(play.state, there, foe) for there in passing):
            for one in (one for one in pair if not is_known(one)):
                play.emit(Spotted(one.id))


@rule("pk.spotting.surprise")
def surprise(play: Play, unit_id: UnitId) -> None:
    """A formation is surprised for the rest of the turn: an unspotted enemy fires at it or moves into contact."""
    if Did.SURPRISED not in play.state.units[unit_id].spent:
        play.emit(Surprised(unit_id))


@rule("pk.spotting.status")
def lose_sight(play: Play) -> None:
    """When a turn begins, a formation that no enemy sees is unspotted again. Its last place is remembered."""
    for unit in standing(play.state):
        if is_known(unit) and not any(sees(play.state, unit, one) for one in enemies(play.state, unit.side)):
            play.emit(LostFromSight(unit.id))


# ---- the spotting step


@rule("pk.spotting.step")
def spotting(play: Play, step: steps.Spotting) -> bool:
    """Each formation looks once. Those with one enemy to look for do so; for the others their owner chooses."""
    for unit in formations(play.state, step.side):
        found = candidates(play.state, unit)
        if len(found) == 1:
            look_for(play, Spot(unit.id, found[0].id))
            return True
    if any(pairs(play.state, step.side)):
        topic = Topic("spotting", "Who looks for whom?")
        order = play.ask(step.side, topic, lambda view: options(view, step.side), why_not=why_not)
        if isinstance(order, Spot):
            look_for(play, order)
            return True
        if isinstance(order, SpotNearest):
            look_for_nearest(play, step.side)
    play.emit(LookedAround(step.side))
    return False


def look_for_nearest(play: Play, side: Side) -> None:
    """All who have not looked yet look for the enemy nearest to them."""
    for one in formations(play.state, side):
        found = field(play.state).nearest(one.id, [foe.id for foe in candidates(play.state, one)])
        if found is not None:
            look_for(play, Spot(one.id, found[1]))
            play.meet()


def options(view: State, side: Side) -> Iterator[Option]:
    yield Option(SpotNearest(side), STEP)
    for unit, target in pairs(view, side):
        yield Option(Spot(unit.id, target.id), ROW)
    yield Option(SpotNoMore(side), STEP)


def pairs(state: State, side: Side) -> Iterator[tuple[Unit, Unit]]:
    return ((unit, target) for unit in formations(state, side) for target in candidates(state, unit))


def candidates(state: State, unit: Unit) -> list[Unit]:
    """The enemies that it may look for."""
    if refuse_spotter(unit):
        return []
    return [one for one in enemies(state, unit.side) if not is_known(one) and sees(state, unit, one)]


refuse_spotter: Reasons[[Unit]] = Reasons(
    BOOK,
    (ROW, "wagons and formations in Transit Column do not spot",
     lambda unit: unit.kind == Type.WAGONS or not is_deployed(unit)),
    (STEP, "a Panicked formation does not spot", lambda unit: Mark.PANICKED in unit.marks),
    (STEP, "it has looked for an enemy already", lambda unit: Did.SPOTTED in unit.spent),
)  # fmt: skip


def why_not(view: State, command: Command) -> Refusal | None:
    if not isinstance(command, Spot) or not {command.unit, command.target} <= field(view).slabs.keys():
        return None
    unit, target = view.units[command.unit], view.units[command.target]
    return refuse_spotter(unit) or (KNOWN if is_known(target) else None) or refuse_sight(view, unit, target)


# ---- an attempt


class Look:
    """What decides whether one formation spots another."""

    def __init__(self, state: State, unit: Unit, target: Unit) -> None:
        self.unit, self.target, self.quality = unit, target, entry(state, unit).quality
        self.covered = in_cover(state, target, unit)


MOD = "pk.spotting.modifiers"
MODIFIERS: Modifiers[Look] = Modifiers(BOOK, "spotting-modifiers", [
    Modifier("target moved", "target moved", MOD, lambda look: Did.MOVED in look.target.spent),
    Modifier("target fired", "target fired", MOD, lambda look: Mark.HAS_FIRED in look.target.marks),
    Modifier("spotting unit moved", "moved", MOD, lambda look: Did.MOVED in look.unit.spent),
    Modifier("target entrenched", "entrenched", MOD, lambda look: is_entrenched(look.target)),
    Modifier("target in open", "in the open", MOD, lambda look: not look.covered),
    Modifier("target in cover", "in cover", MOD, lambda look: look.covered),
    Modifier("spotter is Veteran or higher", "Veteran or better", MOD, lambda look: at_least(look.quality, VETERAN)),
])  # fmt: skip


@rule("pk.spotting.roll")
def look_for(play: Play, order: Spot) -> None:
    """A d6 with its modifiers spots on the number of the spotter's kind or less."""
    unit, target = play.state.units[order.unit], play.state.units[order.target]
    kind = "AFV" if unit.kind == Type.AFV else "deployed guns" if unit.kind in GUNS else "infantry"
    row = "recce" if Trait.RECCE in unit.traits else kind  # pk.spotting.recce-row
    need = Reckoning(BOOK.term(SPOTTERS.number(row), row, "pk.spotting.roll"))
    adds = MODIFIERS.that_apply(Look(play.state, unit, target))
    play.emit(Spent(unit.id, Did.SPOTTED), STEP)
    throw = Throw("spotting", f"{unit.id} looks for {target.id}", unit.id, (target.id,))
    if play.roll(throw, at_most(need.total - sum(term.value for term in adds), 6), adds=adds, need=need):
        play.emit(Spotted(target.id))
