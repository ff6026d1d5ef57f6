"""Fire to come, roughly, for computer players: what a company may do to another as if they were alone on the table."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import ceil, fsum
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Command
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.discs import crosses
from sandtable.rules.combat_captain import book
from sandtable.rules.combat_captain.book import KINDS, TUBE, Kind, Weapon
from sandtable.rules.combat_captain.commands import Fire
from sandtable.rules.combat_captain.field import companies, in_contact, kind, on_table, weapons
from sandtable.rules.combat_captain.firing import fire_dice
from sandtable.rules.combat_captain.hits import cover_against
from sandtable.rules.combat_captain.scenario import table
from sandtable.rules.combat_captain.sighting import IN_FOREST, ground_known
from sandtable.rules.combat_captain.volley import AT_ARMOUR, Firer, able, all_who_can, dice_at, promise
from sandtable.rules.combat_captain.words import Tally

ARMOUR, HALF_TRACK, SOFT = 14.0, 4.0, 0.5
HEAVY = 1.6  # times as much as riflemen, of machine guns and guns
FULL_VOLLEY = book.DICE + 1
LOOKED_AT = 4  # firers of a company: they stand for the others


def heaviness(own: Kind) -> float:
    return HEAVY if own.men < KINDS[book.RIFLES].men else 1.0


class Stand(NamedTuple):
    """Somebody where he stands."""

    unit: UnitId
    kind: str
    weapons: tuple[Weapon, ...]
    point: Point

    @property
    def radius(self) -> float:
        return KINDS[self.kind].radius


Stands = tuple[Stand, ...]


class Threat(NamedTuple):
    """A full volley of one company at the nearest of another: what falls beyond it hits its neighbours."""

    target: UnitId
    firers: Sequence[Firer]
    points: int


def volleys(state: State, side: Side) -> float:
    """What the best volley of every company of a side may cost the enemy."""
    return fsum(best_volley(state, body) for body in companies(state, side))


def best_volley(state: State, body: Unit) -> float:
    known, ranks = table(state).derived(threats_known), state.layout(ranks_of)
    lost, (own, _) = body.tallies[Tally.CHITS], ranks[body.id]
    foes = [ranks[foe.id][1] for foe in companies(state, state.foe(body.side))]
    found = [threat for foe in foes if own and foe and (threat := known(own, foe, lost))]
    return max((cost(state, threat) for threat in found), default=0.0)


def ranks_of(state: State) -> dict[UnitId, tuple[Stands, Stands]]:
    """Of each company those who may fire, and those who may be fired at."""
    bodies = [body.id for side in state.sides for body in companies(state, side)]
    free = {i: [unit for unit in on_table(state, i) if not in_contact(state, unit.id)] for i in bodies}
    return {i: (stands(able(state, i)), stands(units)) for i, units in free.items()}


def stands(units: Sequence[Unit]) -> Stands:
    return tuple(Stand(unit.id, unit.kind, weapons(unit), unit.at.point) for unit in units)


def threats_known(board: FreeTable) -> Callable[[Stands, Stands, int], Threat | None]:
    """Kept for each table: most companies stand where they stood."""
    return lru_cache(maxsize=1 << 14)(partial(reckoned, board))


def reckoned(board: FreeTable, firers: Stands, targets: Stands, lost: int) -> Threat | None:
    """Some of the firers, at whoever is nearest to the middle of them."""
    middle = firers[len(firers) // 2].point
    target = min(targets, key=lambda one: shapes.span_of(one.point, middle))
    asked = firers[:: ceil(len(firers) / LOOKED_AT)]
    shots = [shot for one in asked if (shot := best_aim(board, one, target, (*firers, *targets), lost))]
    points = fsum(promise(shot, target.kind, FULL_VOLLEY, lost) for shot in shots)
    return Threat(target.unit, shots, int(points * len(firers) / len(asked))) if shots else None


def best_aim(board: FreeTable, one: Stand, target: Stand, others: Stands, lost: int) -> Firer | None:
    found = [shot for weapon in one.weapons if (shot := aim(board, one, weapon, target))]
    if not found or is_screened(one, target, others):
        return None
    return max(found, key=lambda shot: promise(shot, target.kind, FULL_VOLLEY, lost))


def aim(board: FreeTable, one: Stand, weapon: Weapon, target: Stand) -> Firer | None:
    """Range and ground; somebody sees for a mortar."""
    if KINDS[target.kind].armoured and weapon.name not in AT_ARMOUR:
        return None
    which = dice_at(board, weapon, one.point, target.point, target.radius)
    reach = IN_FOREST + max(one.radius, target.radius)
    if which is None or (weapon != TUBE and board.derived(ground_known)(one.point, target.point, reach)):
        return None
    return Firer(one.unit, weapon, which)


def is_screened(one: Stand, target: Stand, others: Stands) -> bool:
    """cc.sighting.troops-detail, on level ground."""
    between = [(*other.point, other.radius) for other in others if other.unit not in (one.unit, target.unit)]
    return one.weapons != (TUBE,) and crosses(one.point, target.point, between)


# ---- what it costs


def harm(state: State, order: Command) -> float:
    """What a volley costs those it is fired at, on average."""
    assert isinstance(order, Fire)
    target, lost = state.units[order.target], state.units[order.company].tallies[Tally.CHITS]
    dice = fire_dice(state, order.company, order.dice)
    firers = all_who_can(state, order.company, target, dice)
    points = fsum(promise(one, target.kind, dice, lost) for one in firers)
    return cost(state, Threat(target.id, firers, int(points)))


def cost(state: State, threat: Threat) -> float:
    """To those who are fired at."""
    target = state.units[threat.target]
    escape = 1 - cover_against(state, target, threat.firers) / 6
    if kind(target).armoured:
        return average(threat.points, book.SURE_KILL) / book.SURE_KILL * escape * ARMOUR
    return average(threat.points, book.MOST_HITS) * escape * heaviness(kind(target))


@lru_cache(maxsize=256)
def average(points: int, most: int) -> float:
    """Of a row of the fire chart, as far as it matters."""
    row = book.FIRE_CHART.row(points)
    return fsum(min(cell, most) for cell in row) / len(row)
