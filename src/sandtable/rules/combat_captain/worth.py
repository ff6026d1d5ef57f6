"""How well a side stands: what a computer player goes by. It decides nothing in the rules."""

from collections.abc import Iterable, Sequence
from heapq import nlargest
from itertools import chain
from math import fsum, inf

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import Landmarked
from sandtable.board.place import Place, Point
from sandtable.kernel.decision import Command, Option, Question
from sandtable.kernel.motive import OUTCOME, Motive, victory
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.arrangement import LINE
from sandtable.mechanics.legs import StraightLeg
from sandtable.rules.combat_captain import commands as said
from sandtable.rules.combat_captain.air import men_crossed, planes_left
from sandtable.rules.combat_captain.book import Which, reading
from sandtable.rules.combat_captain.close_combat import Melee, in_the_fight, melees
from sandtable.rules.combat_captain.control import anchor_of, chits
from sandtable.rules.combat_captain.field import companies, field, kind, members, place_of
from sandtable.rules.combat_captain.marching import AS_THEY_STAND
from sandtable.rules.combat_captain.scenario import battle
from sandtable.rules.combat_captain.sequence import CloseCombat
from sandtable.rules.combat_captain.support import NoLuck, TryLuck
from sandtable.rules.combat_captain.threats import ARMOUR, HALF_TRACK, SOFT, best_volley, harm, heaviness, volleys
from sandtable.rules.combat_captain.victory import CONTROL, share_lost
from sandtable.rules.combat_captain.words import Tally

MAN, SUB_UNIT = 1.0, 1.0  # a man, and a foot sub-unit beyond its men
CHIT = 3.0
BREAKING = 30.0  # for the share of losses on the way to a collapse
OBJECTIVE = 12.0  # to hold what wins, at the end of the battle
THERE = 0.5  # of that, for whoever stands at an objective beside the enemy
ALONE = 0.9  # and for whoever is the only one there
PULL = 0.8  # for each inch that the nearest sub-unit is nearer to what must be taken
TRAIN = 0.5  # and for each inch of any company that moves
WATCH = 8.0  # inches: companies so near guard what their side holds
LATE, A_TURN = 2.5, 4.0  # for each inch beyond what may be covered in the turns that are left, at so many a turn
FIRE_TO_COME = 0.9  # of what the enemy's volleys may cost
FIRE_TO_GIVE = 0.15  # of what one's own may
RUN = 8.0  # for a close combat that is won: the loser runs and takes chits
DIG = 0.01  # for a level of cover as such
DIE = 0.8  # that is left: something will come of it
SHOTS = 2  # of a company with so many dice that are thought about


def worth(state: State, side: Side) -> float:
    """Men, vehicles, objectives, fights and fire to come of one side against the other."""
    if not state.agenda and state.tallies[Tally.TURN]:
        return victory(state, side)
    time = DIE * sum(body.tallies[Tally.DICE] for body in companies(state, side))
    return fsum([*(motive.worth(state, side) for motive in MOTIVES), time])


# ---- what there is


def strength(state: State, side: Side) -> float:
    found = []
    for body in companies(state, side):
        found += [value(unit) for unit in members(state, body.id)]
        found.append(-CHIT * body.tallies[Tally.CHITS])
    return fsum([*found, -BREAKING * float(share_lost(state, side)) ** 2])


def value(unit: Unit) -> float:
    own = kind(unit)
    if own.foot:
        return (SUB_UNIT + MAN * unit.tallies[Tally.MEN]) * heaviness(own) + DIG * unit.tallies[Tally.COVER]
    return (ARMOUR if own.armoured else SOFT if own.soft else HALF_TRACK) + DIG * unit.tallies[Tally.COVER]


# ---- what is to be had


def aims(state: State, side: Side) -> float:
    """Objectives that a side holds, and the way of its companies to those that it has to take."""
    wanted = goals(state, side)
    ours, theirs = spots(state, side), spots(state, state.foe(side))
    if not wanted or not ours:
        return 0.0
    near, far = list(chain(*ours.values())), list(chain(*theirs.values()))
    prizes = fsum(prize(state, one, side, near, far) for one in wanted)
    return prizes - TRAIN * fsum(march(state, side, body, points) for body, points in ours.items())


def march(state: State, side: Side, body: UnitId, points: list[Point]) -> float:
    """How far a company has to go; who guards what his side holds need not stand on it."""
    one = errand(state, side, body)
    return max(inches_to(points, one) - (WATCH if one.side == side else 0.0), 0.0) if one else 0.0


def errand(state: State, side: Side, body: UnitId) -> Unit | None:
    """What a company makes for: foot for the nearest objective that is to be taken, vehicles for the farthest."""
    wanted = goals(state, side)
    to_take = [one for one in wanted if one.side != side] or wanted
    anchor = anchor_of(state, body)
    if anchor.place is None or not to_take:
        return None
    here, pick = anchor.place.point, min if kind(anchor).foot else max
    return pick(to_take, key=lambda one: shapes.span_of(here, one.at.point))


def goals(state: State, side: Side) -> list[Unit]:
    """What the scenario has it control."""
    return [state.units[i] for i in battle(state).victory.goals(side)]


def spots(state: State, side: Side) -> dict[UnitId, list[Point]]:
    """Where the sub-units of each company are that may take objectives."""
    found: dict[UnitId, list[Point]] = {}
    for body in companies(state, side):
        places = (place_of(state, unit) for unit in members(state, body.id) if not kind(unit).soft)
        if points := [place.point for place in places if place]:
            found[body.id] = points
    return found


def inches_to(points: Iterable[Point], one: Unit) -> float:
    """From the nearest of some sub-units to where it controls an objective."""
    return max(min(shapes.span_of(point, one.at.point) for point in points) - CONTROL, 0.0)


def prize(state: State, one: Unit, side: Side, ours: list[Point], theirs: list[Point]) -> float:
    """An objective that is held, unless the enemy is nearer; or the way to it, which grows urgent."""
    near, enemy = inches_to(ours, one), inches_to(theirs, one) if theirs else inf
    left = battle(state).turns - state.tallies[Tally.TURN]
    full = OBJECTIVE * (1.0 + 2.0 / (left + 1.0))
    if one.side == side:
        return full - PULL * max(near - enemy, 0.0)
    if not near:
        return full * (ALONE if enemy else THERE)
    return -PULL * near - LATE * max(near - A_TURN * left, 0.0)


# ---- close combat to come


def fights(state: State, side: Side) -> float:
    """What the close combats of this player turn may bring."""
    attacker = next((step.side for step in state.agenda if isinstance(step, CloseCombat)), None)
    if attacker is None or not field(state).contacts:
        return 0.0
    gain = fsum(fight(state, one) for one in melees(state, attacker))
    return gain if side == attacker else -gain


def fight(state: State, melee: Melee) -> float:
    """For the attacker: losses on both sides, and who runs."""
    ours, theirs = Band(state, melee.attackers), Band(state, melee.defenders)
    level = theirs.cover / len(theirs.units)
    struck = min(ours.throw("even") * (1 - level / 6) / theirs.hits, 1.0)
    suffered = min(theirs.throw("odd") / ours.hits, 1.0)
    press, hold = ours.throw("odd") * (1 - suffered), (theirs.throw("even") + theirs.cover) * (1 - struck)
    won = (press - hold) / max(press + hold, 1.0)
    return theirs.value * struck - ours.value * suffered + RUN * max(min(2 * won, 1.0), -1.0)


class Band:
    """One side of a close combat."""

    def __init__(self, state: State, bodies: Sequence[UnitId]) -> None:
        self.state, self.bodies = state, bodies
        self.units = [state.units[i] for i in in_the_fight(state, bodies)]
        self.cover = sum(unit.tallies[Tally.COVER] for unit in self.units)
        self.value = fsum(map(value, self.units))
        self.hits = sum(unit.tallies[Tally.MEN] if kind(unit).foot else kind(unit).in_combat for unit in self.units)

    def throw(self, which: Which) -> float:
        """What all dice come to on average."""
        return fsum(kind(unit).dice * sum(reading(which, chits(self.state, unit)).worth) / 6 for unit in self.units)


# ---- what is tried


def shortlist(question: Question) -> Sequence[Option]:
    """Of all shots the most promising ones, and neither other arrangements nor other facings than are usual."""
    found: dict[tuple[UnitId, int], list[Option]] = {}
    for one in question.options:
        if isinstance(order := one.command, said.Fire) and order.dice != 2:
            found.setdefault((order.company, order.dice), []).append(one)
    best = [nlargest(SHOTS, shots, key=lambda one: harm(question.state, one.command)) for shots in found.values()]
    return [*chain(*best), *(one for one in question.options if is_usual(one.command))]


def is_usual(command: Command) -> bool:
    match command:
        case said.Fire():
            return False
        case said.SeekCover(facing=facing):
            return facing is None
        case said.March(arrangement=shape):
            return shape in (AS_THEY_STAND, LINE)
    return True


# ---- answers without thought


def reflex(question: Question) -> Command | None:
    """What is answered at once."""
    match question.topic.kind:
        case "consolidate" | "next hit" | "withdrawal" | "run" | "group" | "adjust":
            return question.options[0].command
        case "activate":
            return marksmen_first(question)
        case "hits":
            return min((one.command for one in question.options), key=lambda order: loss(question.state, order))
        case "survivors":
            return beside_the_wreck(question)
        case "tape":
            return longest_tape(question)
        case "ready":
            return next(one.command for one in question.options if isinstance(one.command, said.Ready))
        case "event":  # good more often than bad, unless the aircraft are gone
            wanted = TryLuck if planes_left(question.state, question.side) else NoLuck
            return next(one.command for one in question.options if isinstance(one.command, wanted))
    return None


def loss(state: State, order: Command) -> float:
    """What a hit on somebody costs his side."""
    assert isinstance(order, said.TakeNext | said.TakeOne)
    unit = state.units[order.unit]
    return value(unit) / (unit.tallies[Tally.MEN] if kind(unit).foot else kind(unit).in_combat)


def beside_the_wreck(question: Question) -> Command | None:
    first = question.first
    return replace(first.command, to=next(first.region.notable())) if isinstance(first.region, Landmarked) else None


def longest_tape(question: Question) -> Command | None:
    """Over as many enemies as may be, and few friends."""
    first, units = question.first, question.state.units

    def men(tape: Place) -> int:
        crossed = men_crossed(question.state, tape)
        return sum(-men if units[i].side == question.side else men for i, men in crossed)

    best = max(first.region.notable(), key=men, default=None) if isinstance(first.region, Landmarked) else None
    return replace(first.command, to=best) if best else None


def marksmen_first(question: Question) -> Command:
    """Whoever can do most harm by fire goes first: others move when the enemy is weaker."""
    state = question.state
    orders = [one.command for one in question.options if isinstance(one.command, said.Activate)]
    return max(orders, key=lambda order: best_volley(state, state.units[order.company]))


def habit(question: Question) -> Command | None:
    """How questions are taken to be answered while somebody thinks ahead."""
    match question.topic.kind:
        case "charge":
            return question.options[0].command
        case "fire on":
            return said.CeaseFire(question.topic.about[0])
        case "opportunity fire":
            return said.HoldFire(question.side)
        case "move":
            return onward(question)
    return reflex(question)


def onward(question: Question) -> Command | None:
    """The company goes as it stands, as near as it gets to what it makes for; without that it stays."""
    first = question.first
    goal = errand(question.state, question.side, question.topic.about[0])
    if not isinstance(first.region, StraightLeg) or goal is None or goal.place is None:
        return question.quiet.command
    place = first.region.towards(goal.place.point)
    return replace(first.command, to=place) if place else question.quiet.command


MOTIVES = (
    OUTCOME,
    Motive("It wears the enemy down", "The enemy recovers", strength, ours=0, theirs=-1),
    Motive("It makes us stronger", "It may cost us men", strength),
    Motive("It brings us nearer to an objective", "It takes us away from an objective", aims, theirs=-1),
    Motive("Our fire can do more", "Our fire can do less", volleys, FIRE_TO_GIVE),
    Motive("It keeps us safer from enemy fire", "It exposes us to enemy fire", volleys, ours=0, theirs=-FIRE_TO_COME),
    Motive("We stand well in close combat", "We stand badly in close combat", fights),
)
