"""How well a side stands, counted in stands, for a computer player. It decides nothing in the rules."""

from collections.abc import Mapping
from functools import partial
from math import prod

from sandtable.kernel.motive import victory
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import Objective
from sandtable.rules.great_battles.computer.aims import placing
from sandtable.rules.great_battles.computer.prospects import HORIZON, PRIZE, SPOILT, Scene
from sandtable.rules.great_battles.computer.threats import Volley, added, chance_to_break
from sandtable.rules.great_battles.computer.troops import SUPPRESSED, VALUE, Recall, troop
from sandtable.rules.great_battles.edition import charts, rolls
from sandtable.rules.great_battles.frame.victory import times_overrun
from sandtable.rules.great_battles.melee.close_combat import modifiers_for
from sandtable.rules.great_battles.table.divisions import points, purses
from sandtable.rules.great_battles.table.field import battalions, companies, is_suppressed
from sandtable.rules.great_battles.words import Mark

TO_GROUND = 0.4  # of what the battalion is worth: it does nothing more today
GIVING_WAY = 1.0  # for a retreat after a close combat
DRIVEN_OFF = 0.7  # of an objective, if its battalion is driven off: it may come back
SOON = 0.75  # factor for an empty objective, for every action it takes to get there
MUST_STAND = 1.3  # of the prize, for the battalion whose morale decides the battle: it is lost at once
BOLD = 0.6  # share of future losses that counts for a side with ground to win; half as much in the end
KEPT = 0.35  # an activation point that is not spent,
THRIFT = 2.0  # so many times more for every day that the points must last
RESERVE = 1.0  # a battalion that waits in reserve


def worth(state: State, side: Side) -> float:
    """Stands, objectives and position of one side against the other."""
    if not state.agenda and state.winner is not None:
        return victory(state, side)
    scene, foe = Scene(state), state.foe(side)
    total = strength(scene, side) - strength(scene, foe)
    fear = BOLD * (1 - scene.elapsed / 2) if scene.has_ground_to_win(side) else 1.0
    total += outlook(scene, side, DRIVEN_OFF) - fear * outlook(scene, foe)  # nobody runs where enemies may hide
    return total + melees(scene, side) + placing(scene, side)


# ---- strength


def strength(scene: Scene, side: Side) -> float:
    """What a side has: its stands, its objectives, its freedom to act."""
    total = scene.grip(side) + KEPT * (1 + THRIFT * scene.days_to_pay) * sum(map(points, purses(scene.state, side)))
    total -= scene.point * charts(scene.state).points.overrun * times_overrun(scene.state, side)
    for body in battalions(scene.state, side):
        total += scene.fit(body) - RESERVE * (Mark.RESERVE in body.marks)
        total -= to_ground(scene, body) if Mark.TO_GROUND in body.marks else 0.0
    return total


def to_ground(scene: Scene, body: Unit) -> float:
    """The loss when a battalion goes to ground; if the battle depends on it, less as time runs out."""
    if scene.victory.must_stand == body.id:
        return PRIZE * (MUST_STAND - scene.elapsed)
    return TO_GROUND * scene.fit(body)


def ground_lost(scene: Scene, body: Unit) -> float:
    """The loss with the place of a beaten battalion: an objective it holds, or denies to the enemy."""
    total, foe = 0.0, scene.state.foe(body.side)
    for holder, one in scene.goals:
        if holder != foe:
            total += scene.prize(one) * (body.id in scene.inside(one, body.side))
        elif body.id in spoilers(scene, one, foe):
            total += scene.prize(one) * (1 - SPOILT)
    return DRIVEN_OFF * total


def spoilers(scene: Scene, one: Objective, side: Side) -> set[UnitId]:
    """Enemy battalions that are too near an objective of this side."""
    return {enemy.part_of for enemy in scene.intruders(one, side) if enemy.part_of is not None}


# ---- expected fire and close combat


def outlook(scene: Scene, side: Side, least: float = 0.0) -> float:
    """The effect of a side's fire on the other, and the ground gained by it; never more than the enemy can lose,
    so that a real loss counts for more than an expected one."""
    troops = [(body, scene.troops[body.id]) for body in scene.bodies[scene.state.foe(side)]]
    fits = {body.id: max(own.fit, 1.0) for body, own in troops}
    ruin = {body.id: what_breaks(scene, body) for body, _ in troops}
    volley = Volley(scene, side, {i: (ruin[i] + ground_lost(scene, scene.troops[i].body)) / fits[i] for i in fits})
    total, breaks = 0.0, dict[UnitId, float]()
    for body, own in troops:
        chances, harm = volley.effect_on(body.id)
        breaks[body.id] = chance_to_break(scene, own, chances)
        total += harm + breaks[body.id] * ruin[body.id] * (1 - harm / fits[body.id])
    return total + ground_to_gain(scene, side, breaks, least)


def what_breaks(scene: Scene, body: Unit) -> float:
    """The loss if a battalion fails its morale test; nothing if it has gone to ground already."""
    return 0.0 if Mark.TO_GROUND in body.marks else to_ground(scene, body)


def ground_to_gain(scene: Scene, side: Side, breaks: Mapping[UnitId, float], least: float) -> float:
    """Objectives that all enemies are driven from, by the chances. An empty one belongs to the first side to
    get there, the sooner the better. `least`: its lowest value."""
    total, foe = 0.0, scene.state.foe(side)
    for holder, one in scene.goals:
        there = spoilers(scene, one, side) if holder == side else scene.inside(one, foe)
        if there:
            prize = scene.prize(one) * (1 - SPOILT if holder == side else 1.0)
            total += prize * DRIVEN_OFF * prod([breaks[body] for body in there])
        elif holder != side:
            ways = [found[one.name] for body in scene.bodies[side] if (found := scene.actions_to_goals(body))]
            total += scene.prize(one) * max(SOON ** min([HORIZON, *ways]), least)
    return total


_leads: Recall[int] = Recall()


def melees(scene: Scene, side: Side) -> float:
    """Close combats under way: the loser's expected loss."""
    state, total, faces = scene.state, 0.0, rolls(scene.state).die.sides
    for attacker, defender in scene.fights:
        one, other = state.units[attacker], state.units[defender]
        read_from = troop(state, one), troop(state, other)
        lead = _leads((attacker, defender), read_from, partial(lead_of, state, one, other))
        gain = chance_to_win(lead, faces) * defeat(scene, other) - chance_to_win(-lead, faces) * defeat(scene, one)
        total += gain if one.side == side else -gain
    return total


def lead_of(state: State, attacker: Unit, defender: Unit) -> int:
    """The modifiers of one against those of the other."""
    for_it = modifiers_for(state, attacker, defender, attacking=True)
    against = modifiers_for(state, defender, attacker, attacking=False)
    return sum(term.value for term in for_it) - sum(term.value for term in against)


def chance_to_win(lead: int, faces: int) -> float:
    """The chance that one die with its lead beats another die."""
    return sum(min(max(face + lead - 1, 0), faces) for face in range(1, faces + 1)) / faces**2


def defeat(scene: Scene, body: Unit) -> float:
    """The cost of a lost close combat: stands that do not rally are suppressed or destroyed; the place is lost."""
    own = troop(scene.state, body)
    fails = 1 - own.rallies
    harm, chances = 0.0, [1.0]
    for stand in companies(scene.state, body.id):
        down = is_suppressed(stand)
        harm += VALUE[stand.kind] * fails * (1 - SUPPRESSED if down else SUPPRESSED)
        chances = added(chances, fails * (not down), fails * down)
    rout = chance_to_break(scene, own, chances) * to_ground(scene, body)
    return GIVING_WAY + harm + ground_lost(scene, body) + rout
