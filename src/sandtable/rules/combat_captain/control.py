"""Control: who leads a company, how far he controls it, and who is out of his reach."""

from collections.abc import Sequence

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics import arrangement
from sandtable.rules.combat_captain.book import QUALITIES, RADIUS
from sandtable.rules.combat_captain.field import EXACTLY, company_of, field, in_contact, kind, members, place_of
from sandtable.rules.combat_captain.words import Tally, Tie


def leader_of(state: State, company: UnitId) -> Unit:
    return state.units[next(link.to for link in state.units[company].links if link.kind == Tie.LEADER)]


def anchor_of(state: State, company: UnitId) -> Unit:
    """The leader, or what carries him: the others stand and move about it."""
    leader = leader_of(state, company)
    return state.units[leader.aboard] if leader.aboard else leader


def radius_of(body: Unit) -> int:
    """cc.cohesion.radius"""
    return RADIUS[quality(body)]


def quality(body: Unit) -> str:
    return next(word for word in QUALITIES if word in body.traits)


def slots(units: Sequence[Unit], anchor: Unit, shape: str, radius: float) -> arrangement.Slots:
    """cc.cohesion.length: an arrangement about the anchor, a line no longer than control allows."""
    return arrangement.slots({unit.id: kind(unit).radius for unit in units}, anchor.id, shape, radius)


def is_controlled(place: Place, leader: Place, radius: float) -> bool:
    return shapes.span_of(place.point, leader.point) <= radius + EXACTLY + shapes.HALF_STEP


def in_control(state: State, company: UnitId, place: Place) -> bool:
    """Whether its leader, or what carries him, controls a place."""
    leader = anchor_of(state, company).place
    return leader is not None and is_controlled(place, leader, radius_of(state.units[company]))


def isolated(state: State, company: UnitId) -> frozenset[UnitId]:
    """cc.cohesion.isolated: sub-units outside the control radius of the leader."""
    leader, known = leader_of(state, company), field(state).asked.alone
    if leader.id not in known:
        lead, radius = place_of(state, leader), radius_of(state.units[company])
        placed = [(unit.id, place_of(state, unit)) for unit in members(state, company) if lead]
        known[leader.id] = frozenset(i for i, at in placed if at and lead and not is_controlled(at, lead, radius))
    return known[leader.id]


def fighters(state: State, company: UnitId) -> list[Unit]:
    """cc.close-combat.all-in, cc.close-combat.isolated: who of a company is in a close combat, or would be."""
    alone, all_left = isolated(state, company), members(state, company)
    touching = {unit.id for unit in all_left if in_contact(state, unit.aboard or unit.id)}
    if touching and touching <= alone:
        return [unit for unit in all_left if unit.id in touching]
    return [unit for unit in all_left if unit.id not in alone or unit.id in touching]


def chits(state: State, unit: Unit) -> int:
    """cc.morale.on-unit: those of its company."""
    return company_of(state, unit).tallies[Tally.CHITS]
