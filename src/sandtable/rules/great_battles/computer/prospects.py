"""What there is to be won and how far off it is. For computer players; it decides nothing in the rules."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import Objective, Victory, battle, day_length, piece_named, table
from sandtable.rules.great_battles.battle.victory import AROUND
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.field import (
    formation,
    gap,
    is_active,
    is_suppressed,
    on_table,
    standing,
    stands_of,
)
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.words import FIGHTING, Formation, Kind, Mark, Tally

VALUE = {
    Kind.INFANTRY: 3.0,
    Kind.ARMOUR: 4.0,
    Kind.ANTI_TANK: 2.5,
    Kind.FIELD_GUN: 2.5,
    Kind.HEAVY_WEAPONS: 1.5,
    Kind.HQ: 1.5,
    Kind.HALF_TRACK: 0.5,
}
SUPPRESSED = 0.2  # of its value, that a stand loses until it rallies
PRIZE = 15.0  # what a victory by objectives turns on, all together
HALF_A_STAND = 1.5  # what as many victory points are worth as count for a stand destroyed, where points decide
SPOILT = 0.4  # of an objective, with enemies too near for it to count
ALMOST = 1.0  # inches by which the nearest edge of a base may be nearer than its middle, or soon be
HORIZON = 12.0  # actions to a goal beyond which it does not matter how many
DEPLOYING = 1.0  # actions it takes a column to be ready to fight
PACKING = 0.5  # actions it takes to pack up a weapon
RALLYING = 2.0  # actions it takes a battalion that is all suppressed to be fit again
WAKING = 4.0  # actions it takes to get an inactive battalion going
LOOK = 4.0  # inches from which one is taken to see who is in an objective
CLOSE_BY = 3.0  # inches: where infantry fire begins to tell
COLUMNS = (Formation.MARCH, Formation.ROAD_MARCH)


def goals(state: State) -> list[tuple[Unit, Objective]]:
    """The objectives that the battle turns on, as units and as the scenario has them."""
    named = deciding(battle(state).victory)
    found = [one for one in battle(state).objectives if not named or one.name in named]
    return [(state.units[UnitId(one.name)], one) for one in found]


@lru_cache(maxsize=64)
def deciding(victory: Victory) -> frozenset[str]:
    """The objectives that a victory by objectives speaks of; none where points or a C Ops decide."""
    named = set(victory.hold.objectives) if victory.hold is not None else set()
    return frozenset(named.union(*[(*win.holds, *chain(*win.holds_one), *win.clear_of) for win in victory.wins]))


def has_ground_to_win(state: State, side: Side) -> bool:
    return any(unit.side != side for unit, _ in goals(state))


class Scene:
    """What every judgement of a state needs, read off it once."""

    def __init__(self, state: State) -> None:
        self.state, self.victory = state, battle(state).victory
        self.bodies = {side: on_table(state, side) for side in state.sides}
        everybody = [body for bodies in self.bodies.values() for body in bodies]
        self.stands = {body.id: standing(state, body.id) for body in everybody}
        self.fighters = {body: [s for s in stands if s.kind in FIGHTING] for body, stands in self.stands.items()}
        self.objectives = [(state.units[UnitId(one.name)], one) for one in battle(state).objectives]
        self.goals = goals(state)

    def known_to(self, side: Side) -> list[Unit]:
        """Enemy fighting stands that a side knows of."""
        bodies = self.bodies[self.state.foe(side)]
        return [stand for body in bodies for stand in self.fighters[body.id] if stand.known_by(side)]

    def fit(self, body: Unit) -> float:
        """What a battalion is worth, on the table or off it."""
        stands = self.stands.get(body.id) or stands_of(self.state, body.id)
        return sum([VALUE[s.kind] * (1 - SUPPRESSED * is_suppressed(s)) for s in stands])

    # ---- objectives

    def has_ground_to_win(self, side: Side) -> bool:
        return any(unit.side != side for unit, _ in self.goals)

    @cached_property
    def point(self) -> float:
        """What a victory point is worth."""
        return HALF_A_STAND / charts(self.state).points.stand

    def prize(self, one: Objective) -> float:
        """What it means to hold an objective: all, where the victory turns on it, or so many points."""
        if deciding(self.victory):
            return PRIZE / len(self.goals) if any(one is goal for _, goal in self.goals) else self.point
        return PRIZE / 3 if self.victory.bring is not None else self.point * one.value

    def grip(self, side: Side) -> float:
        """What its objectives mean to a side: less with enemies too near."""
        held = [one for unit, one in self.objectives if unit.side == side]
        return sum([self.prize(one) * (SPOILT if self.intruders(one, side) else 1.0) for one in held])

    def intruders(self, one: Objective, side: Side) -> list[Unit]:
        """Known enemies within the distance that a victory of this side has to be clear of."""
        deeds = [deed for deed in (self.victory.hold, self.victory.bring) if deed is not None and deed.side == side]
        if not deeds or not deeds[0].clear:
            return []
        near = deeds[0].clear + ALMOST
        return [enemy for enemy in self.known_to(side) if inches_from(self.state, one, enemy) <= near]

    def is_open(self, one: Objective, side: Side) -> bool:
        """Whether a side is near enough to an objective to see that nobody is in it."""
        own = [inches_from(self.state, one, s) for body in self.bodies[side] for s in self.fighters[body.id]]
        enemies = self.known_to(side)
        return min(own, default=LOOK) < LOOK and all(inches_from(self.state, one, enemy) > 0 for enemy in enemies)

    # ---- time

    @cached_property
    def elapsed(self) -> float:
        """The share of the battle that is over."""
        scenario, tallies = battle(self.state), self.state.tallies
        turns = day_length(scenario, charts(self.state))
        return min(((tallies[Tally.DAY] - 1) * turns + tallies[Tally.TURN]) / (turns * scenario.days), 1.0)


# ---- how far


def inches_from(state: State, one: Objective, stand: Unit) -> float:
    """From the middle of a stand to the ground of an objective; nothing, inside it."""
    assert stand.place is not None
    return inches_between(table(state), one, stand.place.point)


@lru_cache(maxsize=1 << 14)
def inches_between(board: FreeTable, one: Objective, point: Point) -> float:
    if one.at is not None:
        return max(shapes.span_of(point, one.at) - AROUND, 0.0)
    piece, spot = piece_named(board, one.piece), shapes.limb(point, point, 0.0)
    edges = zip(piece.points, piece.points[1:] + piece.points[:1], strict=True)
    return 0.0 if piece.lies_under(spot) else min(shapes.apart(spot, shapes.limb(a, b, 0.0)) for a, b in edges)


def ways_to_go(scene: Scene, body: Unit) -> dict[str, float]:
    """The actions it takes a battalion to each place that is to be won, and to whoever spoils one that is."""
    state, stands = scene.state, scene.fighters[body.id]
    if not stands or Mark.TO_GROUND in body.marks:
        return {}
    found = {}
    for unit, one in scene.goals:
        if unit.side != body.side:
            found[one.name] = actions_to(state, body, mean([inches_from(state, one, s) for s in stands]))
        else:
            enemies = scene.intruders(one, body.side)
            found |= {e.id: actions_to(state, body, mean([gap(state, s, e) for s in stands])) for e in enemies}
    return found


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def actions_to(state: State, body: Unit, inches: float) -> float:
    """How many actions it takes a battalion to go so far and be ready to fight there: as it is, or in column."""
    rates, column = Rates(state, body), formation(body) in COLUMNS
    as_it_is = inches / rates.good + DEPLOYING * column
    in_column = 1 + DEPLOYING + inches / Rates(state, body, Formation.MARCH).good
    shaken = mean([is_suppressed(stand) for stand in standing(state, body.id)])
    ready = PACKING * rates.pinned * (1 + column) + RALLYING * shaken + WAKING * (not is_active(body))
    return min(as_it_is, in_column) + ready
