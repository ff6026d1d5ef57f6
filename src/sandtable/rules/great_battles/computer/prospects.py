"""What there is to win and how far away it is. For computer players; it decides nothing in the rules."""

from functools import lru_cache, partial
from itertools import chain
from math import fsum

from sandtable.board.lazy import lazy
from sandtable.board.shapes import span_of
from sandtable.kernel.state import NOBODY, Side, State, Step, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import ANY, Objective, Victory, battle, day_length
from sandtable.rules.great_battles.computer.troops import Recall, Troop, fitness, inches_from, mean, troop
from sandtable.rules.great_battles.edition import charts, plays
from sandtable.rules.great_battles.frame.weather import weather
from sandtable.rules.great_battles.move.contact import Pair, pairs
from sandtable.rules.great_battles.steps import Aiming
from sandtable.rules.great_battles.table.divisions import c_ops, division_of
from sandtable.rules.great_battles.table.field import gap, on_table, stands_of
from sandtable.rules.great_battles.words import Did, Mark, Tally

PRIZE = 15.0  # for all objectives that decide a battle, together
HALF_A_STAND = 1.5  # for the victory points of one destroyed stand, where points decide
SPOILT = 0.4  # of an objective that does not count because enemies are too near
ALMOST = 1.0  # inches by which the nearest edge of a base may be nearer than its middle, or soon be
HORIZON = 12.0  # actions to a goal; more make no difference
CLOSE_BY = 3.0  # inches: infantry fire is dangerous within them
STILL_CLOSE = 4.0  # inches: a fire fight that has begun goes on within them
LATE = 0.7  # of the time; then a side with ground to win goes for it
SURELY = 0.95  # weight of what a battalion can still do in this turn
STRIDE = 6.0  # inches that a battalion goes with an action, roughly

Held = tuple[Side, Objective]  # the holder first


@lru_cache(maxsize=64)
def deciding(victory: Victory) -> frozenset[str]:
    """The objectives that decide a battle; none where points or a C Ops decide."""
    named = set(victory.hold.objectives) if victory.hold is not None else set()
    return frozenset(named.union(*[(*win.holds, *chain(*win.holds_one), *win.clear_of) for win in victory.wins]))


@lru_cache(maxsize=256)
def who_must_stand_in(victory: Victory, side: Side, name: str) -> str:
    """The kind of stand a side needs in an objective to hold it; empty: none."""
    deeds = [(one.side, one.objectives, one.standing) for one in (victory.hold,) if one is not None]
    deeds += [(win.side, (*win.holds, *chain(*win.holds_one)), win.standing) for win in victory.wins]
    return next((kind for who, names, kind in deeds if kind and who == side and name in names), "")


class Scene:
    """Everything that a judgement of a state needs, read once."""

    def __init__(self, state: State) -> None:
        self.state, self.victory = state, battle(state).victory
        self.bodies = {side: on_table(state, side) for side in state.sides}
        self.troops = {body.id: troop(state, body) for bodies in self.bodies.values() for body in bodies}
        self.objectives: list[Held] = [(self._holder(one), one) for one in battle(state).objectives]
        named = deciding(self.victory)
        self.goals = [(side, one) for side, one in self.objectives if not named or one.name in named]
        self._rounds: dict[Side, list[int]] = {}
        self._actions_to_goals: dict[UnitId, dict[str, float]] = {}
        self._known: dict[Side, list[Unit]] = {}
        self._c_ops: dict[UnitId, Unit | None] = {}
        self._intruders: dict[tuple[str, Side], list[Unit]] = {}

    def known_to(self, side: Side) -> list[Unit]:
        """Enemy fighting stands that a side knows of."""
        if side not in self._known:
            enemies = [stand for body in self.bodies[self.state.foe(side)] for stand in self.troops[body.id].fighters]
            self._known[side] = [stand for stand in enemies if stand.known_by(side)]
        return self._known[side]

    @lazy
    def fights(self) -> list[Pair]:
        """The close combats under way."""
        return list(pairs(self.state))

    @lazy
    def weather(self) -> frozenset[str]:
        return weather(self.state)

    def c_ops_of(self, body: Unit) -> Unit | None:
        """The C Ops of its division."""
        division = division_of(self.state, body)
        if division.id not in self._c_ops:
            self._c_ops[division.id] = c_ops(self.state, division)
        return self._c_ops[division.id]

    def fit(self, body: Unit) -> float:
        """The worth of a battalion, on the table or off it."""
        here = self.troops.get(body.id)
        return fitness(stands_of(self.state, body.id)) if here is None else here.fit

    def inches_to(self, one: Objective, body: Unit) -> list[float]:
        """From the fighting stands of a battalion on the table to the ground of an objective."""
        here = self.troops.get(body.id)
        return [] if here is None else here.inches_to(one)

    # ---- objectives

    def _holder(self, one: Objective) -> Side:
        """The holder of an objective; nobody if the last side there had to stay and has gone, or is not alone."""
        side = self.state.units[UnitId(one.name)].side
        kind = who_must_stand_in(self.victory, side, one.name)
        if not kind or (self.inside(one, side, kind) and not self.inside(one, self.state.foe(side))):
            return side
        return NOBODY

    def inside(self, one: Objective, side: Side, kind: str = ANY) -> list[UnitId]:
        """Battalions of a side with a fighting stand, or one of that kind, in an objective."""
        kinds = [(body.id, self.troops[body.id].kinds_in(one)) for body in self.bodies[side]]
        return [body for body, there in kinds if there and (kind == ANY or kind in there)]

    def has_ground_to_win(self, side: Side) -> bool:
        return any(holder != side for holder, _ in self.goals)

    @lazy
    def point(self) -> float:
        """The worth of a victory point."""
        return HALF_A_STAND / charts(self.state).points.stand

    def prize(self, one: Objective) -> float:
        """The worth of an objective: its share of the victory, or its points."""
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
        """The worth of a side's objectives: less if enemies are too near."""
        held = [one for holder, one in self.objectives if holder == side]
        return fsum([self.prize(one) * (SPOILT if self.intruders(one, side) else 1.0) for one in held])

    def intruders(self, one: Objective, side: Side) -> list[Unit]:
        """Known enemies that are too near an objective for a victory of this side."""
        if (one.name, side) not in self._intruders:
            deeds = [deed for deed in (self.victory.hold, self.victory.bring) if deed and deed.side == side]
            clear = deeds[0].clear if deeds else 0.0  # the distance that a victory must keep clear of enemies
            enemies = self.known_to(side) if clear else []
            near = [enemy for enemy in enemies if inches_from(self.state, one, enemy) <= clear + ALMOST]
            self._intruders[one.name, side] = near
        return self._intruders[one.name, side]

    def legs(self, side: Side) -> float:
        """Actions that a side has saved between goals by holding some: taking one must not make the way longer."""
        held = [one.name for holder, one in self.goals if holder == side and not self.intruders(one, side)]
        return fsum([self._next_goal[name] for name in held]) / STRIDE

    @lazy
    def _next_goal(self) -> dict[str, float]:
        """The inches from each goal to the nearest other one."""
        places = {one.name: place for _, one in self.goals if (place := self.state.units[UnitId(one.name)].place)}
        return {
            name: min((span_of(here.point, there.point) for other, there in places.items() if other != name), default=0)
            for name, here in places.items()
        }

    def actions_to_goals(self, body: Unit) -> dict[str, float]:
        """The actions a battalion needs to each place that it can win."""
        found = self._actions_to_goals.get(body.id)
        if found is None:
            enemies = [self.troops[enemy.id] for enemy in self.bodies[self.state.foe(body.side)]]
            read_from = self.troops[body.id], enemies, self.goals, self.elapsed, self.rounds(body.side)
            found = _ways(body.id, read_from, lambda: actions_to_goals(self, body))
            self._actions_to_goals[body.id] = found
        return found

    def is_in_a_fight(self, own: Troop) -> bool:
        """Whether enemies are so near that it keeps its weapons set up; not when time runs out."""
        if self.elapsed > LATE and self.has_ground_to_win(own.body.side):
            return False
        enemies = self.known_to(own.body.side)
        return any(gap(self.state, stand, enemy) <= STILL_CLOSE for stand in own.fighters for enemy in enemies)

    # ---- time

    def rounds(self, side: Side) -> list[int]:
        """The rounds of this player turn in which a side can still fire."""
        if side not in self._rounds:
            agenda = self.state.agenda
            self._rounds[side] = _rounds(side, (agenda,), partial(rounds_in, agenda, side))
        return self._rounds[side]

    def actions_ahead(self, body: Unit) -> int:
        """For how many of these rounds it has an action left."""
        rounds = self.rounds(body.side)
        if Mark.ACTION_TAKEN in body.marks:
            return 0
        actions, busy = body.tallies[Tally.ACTIONS], Did.ACTED in body.spent
        return sum([actions >= number and not (busy and number == rounds[0]) for number in rounds])

    @lazy
    def wins_points(self) -> bool:
        """Whether a side can win activation points back."""
        return plays(self.state, "cops-activation")

    @lazy
    def elapsed(self) -> float:
        """The share of the battle that is over; or of the day, if an activation hardly lasts until tomorrow."""
        scenario, tallies = battle(self.state), self.state.tallies
        turns = day_length(scenario, charts(self.state))
        before, days = (tallies[Tally.DAY] - 1, scenario.days) if self.wins_points else (0, 1)
        return min((before * turns + tallies[Tally.TURN]) / (turns * days), 1.0)

    @property
    def days_to_pay(self) -> int:
        """The days after today for which the points must last."""
        return 0 if self.wins_points else battle(self.state).days - self.state.tallies[Tally.DAY]


_rounds: Recall[list[int]] = Recall()


def rounds_in(agenda: tuple[Step, ...], side: Side) -> list[int]:
    return [step.round for step in agenda if isinstance(step, Aiming) and step.side == side]


# ---- how far


_ways: Recall[dict[str, float]] = Recall()


def actions_to_goals(scene: Scene, body: Unit) -> dict[str, float]:
    """A spoilt objective is as far as the last enemy there: killing an enemy must not make the way longer."""
    own, state = scene.troops[body.id], scene.state
    if not own.fighters or Mark.TO_GROUND in body.marks:
        return {}
    found = {}
    for holder, one in scene.goals:
        if holder != body.side:
            found[one.name] = mean(own.inches_to(one))
        elif enemies := scene.intruders(one, body.side):
            found[one.name] = max([mean([gap(state, stand, enemy) for stand in own.fighters]) for enemy in enemies])
    ready = getting_ready(scene, own) if found else 0.0
    return {name: own.actions_to(inches) + ready for name, inches in found.items()}


def getting_ready(scene: Scene, own: Troop) -> float:
    """Actions until it can go: mostly done if it has one to spare. A fighting battalion need not go."""
    total = own.packing if own.packing and not scene.is_in_a_fight(own) else 0.0
    if scene.actions_ahead(own.body):
        return (1 - SURELY) * total + (1 - SURELY * own.relief) * own.rallying
    return total + own.rallying
