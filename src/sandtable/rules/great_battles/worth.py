"""How well a side stands, in stands: what a computer player goes by. It decides nothing in the rules."""

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.actions import aim_of
from sandtable.rules.great_battles.charts import COVERS
from sandtable.rules.great_battles.close_combat import modifiers_for
from sandtable.rules.great_battles.contact import pairs
from sandtable.rules.great_battles.field import (
    all_standing,
    battalions,
    c_ops,
    field,
    force,
    is_active,
    is_suppressed,
    on_table,
    standing,
    stands_of,
)
from sandtable.rules.great_battles.ground import cover
from sandtable.rules.great_battles.orders import chance_to_hit
from sandtable.rules.great_battles.scenario import battle
from sandtable.rules.great_battles.shot import aim, refuse_shot
from sandtable.rules.great_battles.victory import from_objective, objective_named, objectives
from sandtable.rules.great_battles.words import FIGHTING, Formation, Kind, Mark, Tally

VICTORY = 1000.0
VALUE = {
    Kind.INFANTRY: 3.0,
    Kind.ARMOUR: 4.0,
    Kind.ANTI_TANK: 2.5,
    Kind.FIELD_GUN: 2.5,
    Kind.HEAVY_WEAPONS: 1.5,
    Kind.HQ: 1.5,
}
SUPPRESSED = 0.35  # of a stand's value
TO_GROUND = 2.5
ACTIVE = 1.2
POINT = 0.35  # an activation point kept
OBJECTIVE = 0.8  # of its value in points
CLOSING = 0.2  # an inch nearer to an objective that is not one's own
STAFF = 0.5  # an inch nearer to where the C Ops must be brought
COVERED = 0.15  # a step of cover, with enemies about
RESERVE = 1.0  # a battalion that waits in reserve
AIMED = 1.0  # a shot declared, for each point of what it can be expected to do
IN_RANGE = 0.25  # of what the best shot from here would do
COLUMN = 0.6  # a battalion in column with enemies about
ABOUT = 12.0  # inches
MELEE = 0.25  # a point by which a side leads in a close combat
SHELLED = 0.6  # a stand under a barrage that is on its way
RIM = 0.5  # inches
READY = {Formation.ASSAULT: 0.5, Formation.DEFENSIVE: 0.4}  # drawn up to fight, wherever the enemy is


def worth(state: State, side: Side) -> float:
    """Stands, objectives and position of one side against the other."""
    if not state.agenda and state.winner is not None:
        return VICTORY if state.winner == side else -VICTORY
    return strength(state, side) - strength(state, state.foe(side)) + placing(state, side)


def strength(state: State, side: Side) -> float:
    """What a side has: its stands, its objectives, its freedom to act."""
    total = POINT * force(state, side).tallies[Tally.POINTS]
    for body in battalions(state, side):
        for stand in stands_of(state, body.id):
            total += VALUE[stand.kind] * (1 - SUPPRESSED * is_suppressed(stand))
        total += ACTIVE * is_active(body) - TO_GROUND * (Mark.TO_GROUND in body.marks)
        total -= RESERVE * (Mark.RESERVE in body.marks)
    total += sum(OBJECTIVE * one.value for unit, one in objectives(state) if unit.side == side)
    return total


def placing(state: State, side: Side) -> float:
    """How near its battalions are to what they want, how safe, and what they aim at."""
    enemies = [e for e in all_standing(state, state.foe(side)) if e.known_to is None and e.kind in FIGHTING]
    total = staff_gain(state, side)
    for body in on_table(state, side):
        stands = [stand for stand in standing(state, body.id) if stand.kind in FIGHTING]
        if stands:
            total += sum(value for shape, value in READY.items() if shape in body.marks)
            total += goal_gain(state, side, stands) + cover_gain(state, body, stands, enemies)
    total += sum(aims(state, stand) for stand in all_standing(state, side))
    return total + melees(state, side) + barrages(state, side, enemies)


def melees(state: State, side: Side) -> float:
    """Close combats under way, by who is likelier to win."""
    total = 0.0
    for attacker, defender in pairs(state):
        one, other = state.units[attacker], state.units[defender]
        added = sum(term.value for term in modifiers_for(state, one, other, attacking=True))
        resisted = sum(term.value for term in modifiers_for(state, other, one, attacking=False))
        lead = added - resisted if one.side == side else resisted - added
        total += MELEE * lead
    return total


def barrages(state: State, side: Side, enemies: list[Unit]) -> float:
    """Missions on their way: good over the enemy, bad over one's own."""
    total = 0.0
    for mission in state.units.values():
        on_its_way = mission.kind == Kind.TEMPLATE and mission.marks & {Mark.CALLED, Mark.FALLING, Mark.PRE_PLANNED}
        if on_its_way and mission.side == side and mission.place is not None:
            total += SHELLED * sum(near_point(state, enemy, mission.place.point, RIM) for enemy in enemies)
            total -= SHELLED * sum(
                near_point(state, own, mission.place.point, RIM * 3) for own in all_standing(state, side)
            )
    return total


def near_point(state: State, stand: Unit, point: Point, inches: float) -> bool:
    return shapes.apart(field(state).slabs[stand.id], shapes.limb(point, point, 0.0)) <= inches


def goal_gain(state: State, side: Side, stands: list[Unit]) -> float:
    """Closing in on objectives of the enemy, or standing by one's own."""
    found = [from_objective(state, one, stands[0]) for unit, one in objectives(state) if unit.side != side]
    found = found or [from_objective(state, one, stands[0]) for _, one in objectives(state)]
    return -CLOSING * min(found, default=0.0)


def cover_gain(state: State, body: Unit, stands: list[Unit], enemies: list[Unit]) -> float:
    slabs = field(state).slabs
    near = [e for e in enemies if shapes.apart(slabs[stands[0].id], slabs[e.id]) <= ABOUT]
    if not near:
        return 0.0
    total = sum(COVERED * COVERS.index(cover(state, stand)) for stand in stands)
    if body.marks & {Formation.MARCH, Formation.ROAD_MARCH}:
        total -= COLUMN
    return total + IN_RANGE * sum(best_shot(state, stand, near) for stand in stands)


def best_shot(state: State, stand: Unit, enemies: list[Unit]) -> float:
    shots = [aim(state, stand, enemy) for enemy in enemies]
    return max((chance_to_hit(state, shot) for shot in shots if refuse_shot(state, shot) is None), default=0.0)


def aims(state: State, stand: Unit) -> float:
    """What a declared shot can be expected to do."""
    order = aim_of(stand)
    if order is None:
        return 0.0
    target = state.units[UnitId(order.target)]
    shot = aim(state, stand, target, indirect=order.indirect)
    fresh = 1.0 if not is_suppressed(target) else 0.4
    return AIMED * chance_to_hit(state, shot) * fresh * VALUE.get(target.kind, 1.0) * 0.5


def staff_gain(state: State, side: Side) -> float:
    """A C Ops that must be brought somewhere."""
    bring, staff = battle(state).victory.bring, c_ops(state, side)
    if bring is None or bring.side != side or staff is None or staff.place is None:
        return 0.0
    return -STAFF * from_objective(state, objective_named(state, bring.objective), staff)
