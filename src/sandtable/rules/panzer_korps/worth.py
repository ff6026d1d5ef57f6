"""How well a side stands: what a computer player goes by. It decides nothing in the rules."""

from collections.abc import Iterable
from functools import lru_cache
from math import fsum

from sandtable.board import shapes
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.motive import OUTCOME, Motive, victory
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.pairs import Pairs
from sandtable.rules.panzer_korps.book import QUALITIES, SEGMENTS
from sandtable.rules.panzer_korps.close_assault import MARKERS, PANIC, TABLE, shifts_of
from sandtable.rules.panzer_korps.commands import Bombard, FlyPatrol, FlyStrike, GiveOrder, SpotNearest
from sandtable.rules.panzer_korps.field import (
    FORMATIONS,
    enemies,
    entry,
    fatal,
    field,
    formations,
    groups,
    is_able,
    is_deployed,
    is_known,
    order_of,
    status_at,
)
from sandtable.rules.panzer_korps.fire import refuse_reach
from sandtable.rules.panzer_korps.gunnery import EFFECT, Shot, cover_against_fire, fire_die
from sandtable.rules.panzer_korps.scenario import Formation, battle, entries
from sandtable.rules.panzer_korps.sighting import sees
from sandtable.rules.panzer_korps.victory import CONTROL, captured, lost, objectives
from sandtable.rules.panzer_korps.weather import visibility
from sandtable.rules.panzer_korps.words import Did, Mark, Order, Tally, Type

COMPANY = 3.0  # of Regular infantry
TYPES = {Type.AFV: 1.6, Type.ARTILLERY: 1.2, Type.WAGONS: 0.4}  # times as much
BETTER = 0.1  # more or less for each step of quality from Regular
DISORDER = 0.55  # of its value, that is lost by the last marker
SHAKEN = {"formed": 0.0, "Suppressed": 0.1, "Fragmented": 0.3, "dispersed": 1.0}  # and by its status
PANICKED = 0.15
REST = 0.4  # for each marker that a formation at rest is about to remove
MOVED, IN_COLUMN = 0.15, 0.5  # off: it moves for nothing, or stands about in column
TO_COME = 0.7  # of a formation that is still on its way
BREAKING = 40.0  # for the share of losses on the way to a broken army
EQUIPMENT = 3.0
OBJECTIVE, DECISIVE = 9.0, 20.0  # for holding one, and the one that decides
PULL = 0.55  # for each inch that the nearest formation is nearer to what must be taken
WATCH = 0.15  # to what must be kept
TRAIN = 0.12  # and for each inch of some others
TRAILERS = 4
FIRE_TO_GIVE, FIRE_TO_COME = 0.5, 0.4  # of what fire may cost
UNSEEN = 0.5  # of it, at an unspotted target
HURRIED = 0.5  # of it, by those who cannot fire this turn
SAFE = 6.0  # inches of friends from where one's own shells fall
BLOW, WIN = 0.5, 3.0  # for each marker more in close assault, and for winning it


def worth(state: State, side: Side) -> float:
    """Formations, objectives and fire to come of one side against the other."""
    if not state.agenda and state.tallies[Tally.TURN]:
        return victory(state, side)
    return fsum(motive.worth(state, side) for motive in MOTIVES)


# ---- what there is


def strength(state: State, side: Side) -> float:
    own = [unit for unit in state.units.values() if unit.side == side and unit.kind in FORMATIONS]
    force = state.units[UnitId(side)]
    share = len(lost(state, side)) / max(force.tallies[Tally.HAD], 1)
    return fsum([*(value(state, unit) for unit in own), EQUIPMENT * captured(state, side), -BREAKING * share**2])


def value(state: State, unit: Unit) -> float:
    """A formation as it is now."""
    if unit.marks & {Mark.LOST, Mark.WITHDRAWN, Mark.OFF_TABLE}:
        return 0.0
    one = entry(state, unit)
    if unit.place is None:
        return TO_COME * full_value(one)
    markers = unit.tallies[Tally.DISORDER]
    harm = DISORDER * markers / fatal(one) + SHAKEN[status_at(one.companies, markers)]
    harm += PANICKED * (Mark.PANICKED in unit.marks)
    rest = REST if markers and Did.MOVED not in unit.spent else 0.0
    unrest = MOVED * (Did.MOVED in unit.spent) + IN_COLUMN * (not is_deployed(unit))
    return full_value(one) * (1 - harm) + rest - unrest


@lru_cache(maxsize=1024)
def full_value(one: Formation) -> float:
    steps = QUALITIES.index("Regular") - QUALITIES.index(one.quality)
    return COMPANY * one.companies * TYPES.get(one.type, 1.0) * (1 + BETTER * steps)


# ---- what is to be had


def aims(state: State, side: Side) -> float:
    """Objectives that a side holds or comes near to."""
    own = [unit.at.point for unit in formations(state, side) if is_able(state, unit)]
    return fsum(aim(state, side, one, own) for one in objectives(state)) if own else 0.0


def aim(state: State, side: Side, one: Unit, own: Iterable[tuple[float, float]]) -> float:
    """Whoever is nearest counts most; towards the end of the battle it presses."""
    spans = sorted(max(shapes.span_of(point, one.at.point) - CONTROL, 0.0) for point in own)
    decides = battle(state).decides == one.id
    prize = (DECISIVE if decides else OBJECTIVE) * pressing(state)
    if one.side == side:
        return prize - WATCH * spans[0]
    return -PULL * spans[0] - TRAIN * fsum(spans[1 : 1 + TRAILERS])


def pressing(state: State) -> float:
    scenario, now = battle(state), state.tallies[Tally.SEGMENT]
    first, last = SEGMENTS.index(scenario.start), SEGMENTS.index(scenario.last)
    return 1.0 + (now - first) / max(last - first, 1)


# ---- fire and close assault to come


class Volleys(Pairs[float]):
    """Shots of one formation at another."""


def volleys(state: State, side: Side) -> float:
    """What the best shot of each formation of a side may cost the enemy."""
    foes, known, touched = enemies(state, side), state.layout(Volleys), field(state).contacts
    sky = state.board, field(state).smokes, visibility(state)

    def of(unit: Unit, foe: Unit) -> float:
        return known.get(unit, foe, (touched.get(unit.id), touched.get(foe.id), sky), lambda: shot(state, unit, foe))

    return fsum(max((of(unit, foe) for foe in foes), default=0.0) for unit in formations(state, side))


def shot(state: State, unit: Unit, target: Unit) -> float:
    die = fire_die(state, unit)
    if die is None or not is_deployed(unit) or Mark.PANICKED in unit.marks:
        return 0.0
    if refuse_reach(state, unit, target) or not sees(state, unit, target):
        return 0.0
    plus = sum(term.value for term in Shot(state, unit, target).terms)
    markers = expected(die, plus, cover_against_fire(state, target, unit).sides)
    share = (1.0 if is_known(target) else UNSEEN) * (HURRIED if Did.DOUBLED in unit.spent else 1.0)
    one = entry(state, target)
    return markers * share * (full_value(one) / fatal(one))


@lru_cache(maxsize=4096)
def expected(die: int, plus: int, cover: int) -> float:
    """The average number of markers of a FIRE DIE against a COVER DIE."""
    faces = [EFFECT.let_through(face + plus, cover).worth for face in range(1, die + 1)]
    return sum(map(sum, faces)) / (die * cover)


def melee(state: State, side: Side) -> float:
    """What the close assaults to come promise."""
    contacts = field(state).contacts
    ours = [state.units[i] for i in contacts if state.units[i].side == side and Did.FOUGHT not in state.units[i].spent]
    pairs = [(unit, state.units[contacts[unit.id][0]]) for unit in ours]
    leads = [blow(state, unit, foe) - blow(state, foe, unit) for unit, foe in pairs]
    return fsum(BLOW * lead + (WIN if lead > 0 else -WIN) for lead in leads)


def blow(state: State, striker: Unit, struck: Unit) -> int:
    if Mark.PANICKED in striker.marks:
        return 0
    left = sum(term.value for term in shifts_of(state, striker.id, struck.id, led_worse=False))
    column = PANIC if Mark.PANICKED in struck.marks else entry(state, struck).quality
    return MARKERS.figure(TABLE.text(entry(state, striker).quality, column, -left)) or 0


# ---- answers without thought

ALIKE = ("group", "initiative", "combat", "new leader", "morale", "fieldworks", "flak", "pairing", "intercept")


def reflex(question: Question) -> Command | None:
    """What is answered at once: secrets, whose worth no state shows, and the order of equal things."""
    match question.topic.kind:
        case "orders":
            return new_order(question)
        case "missions":
            return mission(question)
        case "bombardment":
            return barrage(question)
        case "spotting":
            return next(one.command for one in question.options if isinstance(one.command, SpotNearest))
        case "early start" | "break off":
            return question.quiet.command
        case kind if kind in ALIKE:
            return question.first.command
    return None


def new_order(question: Question) -> Command:
    """Who has something to take advances; who holds everything from the start digs in."""
    state, side = question.view, question.side
    goals = objectives(state)
    if not goals or any(one.side != side for one in goals):
        wanted = Order.ADVANCE
    elif not state.tallies[Tally.TURN]:
        wanted = Order.HOLD
    else:
        return question.quiet.command
    changes = [GiveOrder(group.id, wanted) for group in groups(state, side) if order_of(group) != wanted]
    offered = [option.command for option in question.options]
    return next((change for change in changes if change in offered), question.quiet.command)


def mission(question: Question) -> Command:
    """Fighters patrol; all others strike the most valuable target."""
    squadrons = entries(question.view).squadrons
    commands = [option.command for option in question.options]
    patrols = [one for one in commands if isinstance(one, FlyPatrol) and squadrons[one.unit].role == "fighter"]
    strikes = [one for one in commands if isinstance(one, FlyStrike) and squadrons[one.unit].role != "fighter"]
    if patrols:
        return patrols[0]
    view = question.view
    return max(strikes, key=lambda one: value(view, view.units[one.target]), default=question.quiet.command)


def barrage(question: Question) -> Command:
    """At the most valuable target that is not near a friend."""
    state = question.view
    shots = [option.command for option in question.options if isinstance(option.command, Bombard)]
    gap, friends = field(state).gap, formations(state, question.side)
    safe = [one for one in shots if all(gap(one.target, friend.id) >= SAFE for friend in friends)]
    return max(safe, key=lambda one: value(state, state.units[one.target]), default=question.quiet.command)


def habit(question: Question) -> Command | None:
    """How questions are taken to be answered while somebody thinks ahead."""
    match question.topic.kind:
        case "rally" | "strike":
            return question.first.command
        case "way":
            return question.quiet.command
    return reflex(question)


MOTIVES = (
    OUTCOME,
    Motive("It wears the enemy down", "The enemy recovers", strength, ours=0, theirs=-1),
    Motive("It keeps our formations in order", "It may cost us order", strength),
    Motive("It brings us nearer to an objective", "It takes us away from an objective", aims, theirs=-1),
    Motive("Our fire can do more", "Our fire can do less", volleys, FIRE_TO_GIVE),
    Motive("It keeps us safer from enemy fire", "It exposes us to enemy fire", volleys, ours=0, theirs=-FIRE_TO_COME),
    Motive("We stand well in close assault", "We stand badly in close assault", melee),
)
