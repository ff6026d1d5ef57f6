"""How well a side stands: what a computer player goes by. It decides nothing in the rules."""

from math import fsum

from sandtable.board import shapes
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.combat_captain.book import MACHINE_GUN
from sandtable.rules.combat_captain.commands import Ready
from sandtable.rules.combat_captain.field import companies, field, kind, members, place_of
from sandtable.rules.combat_captain.words import Kind as Body
from sandtable.rules.combat_captain.words import Tally

VICTORY = 1000.0
MAN = 1.0
SUB_UNIT = 1.5  # beyond its men
ARMOUR = 12.0
HALF_TRACK = 4.0
SOFT = 1.0
CHIT = 1.5
COVER = 0.35  # for each level of each sub-unit that an enemy could reach
OBJECTIVE = 8.0
CLOSING = 0.06  # for each inch that a sub-unit is nearer to a goal
REACH = 30.0  # inches within which cover is worth having


def worth(state: State, side: Side) -> float:
    """Men, vehicles, cover and objectives of one side against the other."""
    if not state.agenda and (state.winner is not None or state.tallies[Tally.TURN]):
        return 0.0 if state.winner is None else VICTORY if state.winner == side else -VICTORY
    return standing(state, side) - standing(state, state.foe(side))


def standing(state: State, side: Side) -> float:
    own = [unit for body in companies(state, side) for unit in members(state, body.id)]
    chits = sum(body.tallies[Tally.CHITS] for body in companies(state, side))
    return fsum(
        [
            *(value(unit) for unit in own),
            -CHIT * chits,
            held(state, side),
            nearness(state, side, own),
            shelter(state, side, own),
        ]
    )


def value(unit: Unit) -> float:
    own = kind(unit)
    if own.foot:
        gun = 2.0 if own.gun or own.name == MACHINE_GUN else 1.0
        return (SUB_UNIT + MAN * unit.tallies[Tally.MEN]) * gun
    return ARMOUR if own.armoured else SOFT if own.soft else HALF_TRACK


def held(state: State, side: Side) -> float:
    return OBJECTIVE * sum(unit.kind == Body.OBJECTIVE and unit.side == side for unit in state.units.values())


def nearness(state: State, side: Side, own: list[Unit]) -> float:
    goals = [unit.place.point for unit in state.units.values() if unit.kind == Body.OBJECTIVE and unit.place]
    if not goals:
        return 0.0
    places = [place.point for unit in own if (place := place_of(state, unit))]
    return -CLOSING * fsum(min(shapes.span_of(point, goal) for goal in goals) for point in places)


def shelter(state: State, side: Side, own: list[Unit]) -> float:
    layout = field(state)
    foes = [(slab.x, slab.y) for i, slab in layout.slabs.items() if layout.side_of[i] != side]
    total = 0.0
    for unit in own:
        level = unit.tallies.get(Tally.COVER, 0)
        if level and unit.place and any(shapes.span_of(unit.place.point, foe) < REACH for foe in foes):
            total += COVER * level
    return total


def reflex(question: Question) -> Command | None:
    """What is answered at once."""
    match question.topic.kind:
        case "consolidate" | "next hit" | "withdrawal" | "run":
            return question.options[0].command
        case "ready":
            return next(one.command for one in question.options if isinstance(one.command, Ready))
    return None


def habit(question: Question) -> Command | None:
    """How questions are taken to be answered while somebody thinks ahead."""
    at_once = reflex(question)
    if at_once is not None:
        return at_once
    if question.topic.kind == "hits":
        return question.options[0].command
    return None
