"""Aircraft: strafing runs along a tape, and bombs."""

from collections.abc import Sequence
from itertools import pairwise
from math import floor

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.counting import told
from sandtable.kernel.decision import Command, Option, Refusal, Topic, refusing
from sandtable.kernel.events import Added, Discarded, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import NOBODY, Side, State, Unit, UnitId
from sandtable.mechanics.regions import Tapes, tape_ends
from sandtable.rules.combat_captain.artillery import enemy_spots
from sandtable.rules.combat_captain.book import BOMBING, D6, PLANES_BY_DIE, RETURN_SHOT, STRAFING, cite
from sandtable.rules.combat_captain.casualties import eliminate, lose_men, saved, settle
from sandtable.rules.combat_captain.commands import Bomb, BreakOff, LayTape, Strafe, StrafeOne
from sandtable.rules.combat_captain.facts import PlaneLost
from sandtable.rules.combat_captain.field import TAPE_LENGTH, enemies, field, kind
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.teams import ask
from sandtable.rules.combat_captain.words import Body, Tally

TAPE = UnitId("tape")
NO_ENEMY = Refusal(cite("cc.air.bomb-target"), "only an enemy sub-unit can be bombed")
MISSES = Refusal(cite("cc.air.tape-per-plane"), "no part of the tape would lie on the table")


def planes_left(state: State, side: Side) -> int:
    return state.units[UnitId(side)].tallies[Tally.PLANES]


@rule("cc.air.planes")
def throw_planes(play: Play, side: Side) -> int:
    """One to three, but no more than are left."""
    number = PLANES_BY_DIE[play.roll(Throw("planes", f"{side} calls its aircraft", side=side), D6)]
    left = planes_left(play.state, side)
    if number > left:
        play.emit(Noted(f"only {told(left, 'plane')} left", side=side), cite("cc.air.maximum"))
    play.emit(Noted(f"{side} aircraft: {told(min(number, left), 'plane')}", side=side))
    return min(number, left)


def sky(state: State, side: Side) -> Tapes:
    """Where a tape may lie; to those who think, over two neighbours."""
    pairs = [pair for points in enemy_spots(state, side) for pair in pairwise(points)]
    return Tapes(table(state), TAPE_LENGTH, pairs, MISSES)


@rule("cc.air.strafing-tape")
def strafing_run(play: Play, side: Side) -> None:
    """One plane: its tape, and a die for every man under it."""
    topic, lay = Topic("tape", "Where do you lay the tape?"), LayTape(UnitId(f"{side} tape"))
    order = ask(play, side, topic, lambda view: [Option(lay, MISSES.clause, sky(view, side))])
    assert isinstance(order, LayTape) and order.to is not None
    play.emit(Added(Unit(TAPE, Body.TAPE, NOBODY, order.to)))
    crossed = men_crossed(play.state, order.to)
    men = ", ".join(f"{told(men, 'man')} of {i}" for i, men in crossed) or "nobody"
    about = tuple(i for i, _ in crossed)
    play.emit(Noted(f"{side} lays a tape, which crosses {men}", about=about), cite("cc.air.crossed-men"))
    fly(play, side, crossed)
    play.emit(Discarded(TAPE))
    settle(play)


def men_crossed(state: State, tape: Place) -> list[tuple[UnitId, int]]:
    """cc.air.crossed-men: foot sub-units in order along the tape, and how many men of each."""
    found = []
    for i, slab in field(state).slabs.items():
        part = shapes.clip_disc((slab.x, slab.y), slab.rim, *tape_ends(tape, TAPE_LENGTH))
        unit = state.units[i]
        if part is not None and kind(unit).foot:
            share = (part[1] - part[0]) / (2 * slab.rim)
            men = max(floor(unit.tallies[Tally.MEN] * share + 0.5 + 1e-9), 1)
            found.append((part[0], i, min(men, unit.tallies[Tally.MEN])))
    return [(i, men) for _, i, men in sorted(found)]


def fly(play: Play, side: Side, crossed: Sequence[tuple[UnitId, int]]) -> None:
    """Man by man; its player may break off between any two."""
    order: Command | None = None
    for unit in (unit for unit, men in crossed for _ in range(men)):
        if not isinstance(order, Strafe):
            order = ask_on(play, side, unit)
        if isinstance(order, BreakOff):
            play.emit(Noted("the plane breaks off its run", side=side), cite("cc.air.break-off"))
            return
        if not strafe(play, side, unit):
            return
    play.emit(Noted("the plane flies away", side=side), cite("cc.air.leave"))


def ask_on(play: Play, side: Side, unit: UnitId) -> Command:
    """People usually strafe enemies; where their own men lie under the tape, they must say so."""
    on, off = cite("cc.air.strafing-hits"), cite("cc.air.break-off")
    ways = [Option(Strafe(side), on), Option(StrafeOne(side, unit), on), Option(BreakOff(side), off)]
    rare = play.state.units[unit].side != side
    topic = Topic("run", "Does the plane go on?", (unit,), rare=rare, usual=StrafeOne(side, unit))
    return ask(play, side, topic, lambda view: ways)


@rule("cc.air.strafing-hits")
def strafe(play: Play, side: Side, unit: UnitId) -> bool:
    """One man; gives whether the plane flies on."""
    one = play.state.units[unit]
    face = play.roll(Throw("strafing", f"a man of {unit} is strafed", side=side, at=(unit,)), D6)
    match STRAFING[face]:
        case "casualty" if not saved(play, one, one.tallies[Tally.COVER], 1, 1):
            lose_men(play, unit, 1)
        case "return shot" if one.side != side:
            return return_shot(play, side, unit)
        case "return shot":
            play.emit(Noted("friends do not shoot back", about=(unit,)), cite("cc.air.friendly-return"))
    return True


@rule("cc.air.return-shot")
def return_shot(play: Play, side: Side, unit: UnitId) -> bool:
    """Whether the plane flies on."""
    match RETURN_SHOT[play.roll(Throw("return shot", f"a man of {unit} shoots back", unit), D6)]:
        case "no effect":
            return True
        case "breaks off":
            play.emit(Noted("the plane breaks off its run", side=side))
        case _:
            play.emit(PlaneLost(UnitId(side)))
    return False


@rule("cc.air.bombing")
def bombing_run(play: Play, side: Side) -> None:
    """One plane, one bomb, one target."""
    if not enemies(play.state, side):
        return
    order = ask(
        play,
        side,
        Topic("bomb", "What does the plane bomb?"),
        lambda view: [Option(Bomb(side, unit.id), cite("cc.air.bomb-target")) for unit in enemies(view, side)],
        why_not=refusing(NO_ENEMY, Bomb),
    )
    assert isinstance(order, Bomb)
    throw = Throw("bomb", f"a plane bombs {order.target}", side=side, at=(order.target,))
    match BOMBING[play.roll(throw, D6)]:
        case "hits":
            eliminate(play, order.target, "destroyed by a bomb")
        case "misses":
            play.emit(Noted("the bomb misses", about=(order.target,)))
        case _:
            play.emit(Noted("the bomb misses and the plane is shot down", about=(order.target,)))
            play.emit(PlaneLost(UnitId(side)))
    settle(play)
