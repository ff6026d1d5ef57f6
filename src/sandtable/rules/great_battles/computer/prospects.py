"""What there is to be won and how far off it is. For computer players; it decides nothing in the rules."""

from functools import lru_cache
from itertools import chain
from math import fsum

from sandtable.board.lazy import lazy
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import Objective, Victory, battle, day_length
from sandtable.rules.great_battles.computer.troops import fitness, inches_from, mean, troop
from sandtable.rules.great_battles.edition import charts, plays
from sandtable.rules.great_battles.table.field import gap, on_table, stands_of
from sandtable.rules.great_battles.words import Mark, Tally

PRIZE = 15.0  # what a victory by objectives turns on, all together
HALF_A_STAND = 1.5  # what as many victory points are worth as count for a stand destroyed, where points decide
SPOILT = 0.4  # of an objective, with enemies too near for it to count
ALMOST = 1.0  # inches by which the nearest edge of a base may be nearer than its middle, or soon be
HORIZON = 12.0  # actions to a goal beyond which it does not matter how many
LOOK = 4.0  # inches from which one is taken to see who is in an objective
CLOSE_BY = 3.0  # inches: where infantry fire begins to tell


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
        self.troops = {body.id: troop(state, body) for bodies in self.bodies.values() for body in bodies}
        self.objectives = [(state.units[UnitId(one.name)], one) for one in battle(state).objectives]
        self.goals = goals(state)
        self._known: dict[Side, list[Unit]] = {}
        self._intruders: dict[tuple[str, Side], list[Unit]] = {}

    def known_to(self, side: Side) -> list[Unit]:
        """Enemy fighting stands that a side knows of."""
        if side not in self._known:
            enemies = [stand for body in self.bodies[self.state.foe(side)] for stand in self.troops[body.id].fighters]
            self._known[side] = [stand for stand in enemies if stand.known_by(side)]
        return self._known[side]

    def fit(self, body: Unit) -> float:
        """What a battalion is worth, on the table or off it."""
        here = self.troops.get(body.id)
        return fitness(stands_of(self.state, body.id)) if here is None else here.fit

    def inches_to(self, one: Objective, body: Unit) -> list[float]:
        """From the fighting stands that a battalion has on the table to the ground of an objective."""
        here = self.troops.get(body.id)
        return [] if here is None else here.inches_to(one)

    # ---- objectives

    def has_ground_to_win(self, side: Side) -> bool:
        return any(unit.side != side for unit, _ in self.goals)

    @lazy
    def point(self) -> float:
        """What a victory point is worth."""
        return HALF_A_STAND / charts(self.state).points.stand

    def prize(self, one: Objective) -> float:
        """What it means to hold an objective: all, where the victory turns on it, or so many points."""
        return self._prizes[one.name]

    @lazy
    def _prizes(self) -> dict[str, float]:
        everything = [one for _, one in self.objectives]
        if deciding(self.victory):
            share, turned_on = PRIZE / len(self.goals), {one.name for _, one in self.goals}
            return {one.name: share if one.name in turned_on else self.point for one in everything}
        brought = self.victory.bring is not None
        return {one.name: PRIZE / 3 if brought else self.point * one.value for one in everything}

    def grip(self, side: Side) -> float:
        """What its objectives mean to a side: less with enemies too near."""
        held = [one for unit, one in self.objectives if unit.side == side]
        return fsum([self.prize(one) * (SPOILT if self.intruders(one, side) else 1.0) for one in held])

    def intruders(self, one: Objective, side: Side) -> list[Unit]:
        """Known enemies within the distance that a victory of this side has to be clear of."""
        if (one.name, side) not in self._intruders:
            clear = self._clear_for(side)
            enemies = self.known_to(side) if clear else []
            near = [enemy for enemy in enemies if inches_from(self.state, one, enemy) <= clear + ALMOST]
            self._intruders[one.name, side] = near
        return self._intruders[one.name, side]

    def _clear_for(self, side: Side) -> float:
        """So far off no enemy may be, where a victory of this side asks for that."""
        deeds = [deed for deed in (self.victory.hold, self.victory.bring) if deed is not None and deed.side == side]
        return deeds[0].clear if deeds else 0.0

    def is_open(self, one: Objective, side: Side) -> bool:
        """Whether a side is near enough to an objective to see that nobody is in it."""
        own = [inches for body in self.bodies[side] for inches in self.inches_to(one, body)]
        enemies = self.known_to(side)
        return min(own, default=LOOK) < LOOK and all(inches_from(self.state, one, enemy) > 0 for enemy in enemies)

    # ---- time

    @lazy
    def wins_points(self) -> bool:
        """Whether activation points that are spent can be won anew."""
        return plays(self.state, "cops-activation")

    @lazy
    def elapsed(self) -> float:
        """The share that is over of the battle; or of the day, if who is activated today will hardly be so tomorrow."""
        scenario, tallies = battle(self.state), self.state.tallies
        turns = day_length(scenario, charts(self.state))
        before, days = (tallies[Tally.DAY] - 1, scenario.days) if self.wins_points else (0, 1)
        return min((before * turns + tallies[Tally.TURN]) / (turns * days), 1.0)

    @property
    def days_to_pay(self) -> int:
        """Those after today that points have to last for."""
        return 0 if self.wins_points else battle(self.state).days - self.state.tallies[Tally.DAY]


# ---- how far


def ways_to_go(scene: Scene, body: Unit) -> dict[str, float]:
    """The actions it takes a battalion to each place that is to be won, and to whoever spoils one that is."""
    own, state = scene.troops[body.id], scene.state
    if not own.fighters or Mark.TO_GROUND in body.marks:
        return {}
    found = {}
    for unit, one in scene.goals:
        if unit.side != body.side:
            found[one.name] = own.actions_to(mean(own.inches_to(one)))
        else:
            enemies = scene.intruders(one, body.side)
            found |= {e.id: own.actions_to(mean([gap(state, s, e) for s in own.fighters])) for e in enemies}
    return found
