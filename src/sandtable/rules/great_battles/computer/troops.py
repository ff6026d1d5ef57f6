"""One battalion by itself: what a computer player can tell of it without the rest of the table."""

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import lru_cache
from math import fsum
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.lazy import lazy
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.kernel.state import NOTHING, Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import Objective, table
from sandtable.rules.great_battles.book.charts import COVERS
from sandtable.rules.great_battles.commands.day import Fire
from sandtable.rules.great_battles.day.actions import aim_of
from sandtable.rules.great_battles.edition import charts, dice
from sandtable.rules.great_battles.frame.victory import AROUND
from sandtable.rules.great_battles.move.transport import half_track_of, is_fetched
from sandtable.rules.great_battles.nerve.rally import rally_modifiers, score_to_rally, to_rally
from sandtable.rules.great_battles.table.field import field, formation, is_active, is_suppressed, standing
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.ground import cover
from sandtable.rules.great_battles.words import FIGHTING, Formation, Kind, Mark

T = TypeVar("T")
MOST = 1 << 14  # answers remembered; a server meets many battles
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
COVERED = 0.04  # a step of cover, beside what it does for morale
HIDDEN = 0.05  # a stand that the enemy has not seen
RIDING = 0.02  # a stand that is carried or towed: by day transport comes back only at a cost
DEPLOYING = 1.0  # actions it takes a column to be ready to fight
PACKING = 0.5  # actions it takes to pack up a weapon
RALLYING = 2.0  # actions that a wholly suppressed battalion needs to be fit again
WAKING = 4.0  # actions that an inactive battalion needs to get going
COLUMNS = (Formation.MARCH, Formation.ROAD_MARCH)


class Recall(Generic[T]):
    """The last answer to each question, valid while its inputs stay the same: most of the table does."""

    def __init__(self) -> None:
        self._last: dict[Hashable, tuple[tuple[object, ...], T]] = {}

    def __call__(self, question: Hashable, read_from: tuple[object, ...], work_out: Callable[[], T]) -> T:
        known = self._last.get(question)
        if known is not None and known[0] == read_from:
            return known[1]
        found = work_out()
        if len(self._last) >= MOST:
            self._last.clear()
        self._last[question] = read_from, found
        return found


class Shown(NamedTuple):
    """What a side knows of a battalion: it, and its stands that may be fired at, with their points."""

    body: Unit
    stands: tuple[Unit, ...]
    points: tuple[Point, ...]


class Troop:
    """A battalion on the table and its stands. This reads nothing of other units."""

    def __init__(self, state: State, body: Unit) -> None:
        self.state, self.body, self.stands = state, body, standing(state, body.id)
        self.fighters = [stand for stand in self.stands if stand.kind in FIGHTING]
        self._inches: dict[str, list[float]] = {}
        self._inside: dict[str, frozenset[str]] = {}
        self._shown: dict[Side, Shown] = {}

    @lazy
    def orders(self) -> dict[UnitId, Fire]:
        """The shots that its stands have declared."""
        return {order.unit: order for order in map(aim_of, self.stands) if order}

    @lazy
    def stands_at_rest(self) -> list[Unit]:
        return list(map(at_rest, self.stands))

    def shown_to(self, side: Side, kinds: Collection[str]) -> Shown:
        """Its stands that a side knows, of the kinds that may be fired at."""
        found = self._shown.get(side)
        if found is None:
            stands = tuple([one for one in self.stands_at_rest if one.kind in kinds and one.known_by(side)])
            found = self._shown[side] = Shown(at_rest(self.body), stands, tuple([one.at.point for one in stands]))
        return found

    # ---- what it is worth

    @lazy
    def fit(self) -> float:
        return fitness(self.stands)

    @lazy
    def shelter(self) -> float:
        """The worth of cover and of being unseen."""
        covered = sum(COVERS.index(cover(self.state, stand)) for stand in self.fighters)
        return COVERED * covered + HIDDEN * sum(stand.known_to is not None for stand in self.fighters)

    @lazy
    def riding(self) -> float:
        """The worth of loaded transport; a half-track counts no less than when it stays beside its stand."""
        loaded = [stand for stand in self.stands if Mark.LOADED in stand.marks]
        tracks = [stand for stand in loaded if half_track_of(self.state, stand.id)]
        return RIDING * len(loaded) + VALUE[Kind.HALF_TRACK] * len(tracks)

    # ---- how far it has to go

    def inches_to(self, one: Objective) -> list[float]:
        """From each of its fighting stands to the ground of an objective."""
        if one.name not in self._inches:
            self._inches[one.name] = [inches_from(self.state, one, stand) for stand in self.fighters]
        return self._inches[one.name]

    def kinds_in(self, one: Objective) -> frozenset[str]:
        """The kinds of its fighting stands that are in an objective."""
        if one.name not in self._inside:
            inches = zip(self.fighters, self.inches_to(one), strict=True)
            self._inside[one.name] = frozenset([stand.kind for stand, far in inches if far <= 0])
        return self._inside[one.name]

    def actions_to(self, inches: float) -> float:
        """The actions it needs to go so far and be ready to fight: as it is, or in column."""
        as_it_is = inches / self.rates.good + DEPLOYING * (formation(self.body) in COLUMNS)
        in_column = 1 + DEPLOYING + inches / self._marching.good
        return min(as_it_is, in_column) + WAKING * (not is_active(self.body))

    @lazy
    def rates(self) -> Rates:
        return Rates(self._packed_up, self.body)

    @lazy
    def _marching(self) -> Rates:
        return Rates(self._packed_up, self.body, Formation.MARCH)

    @lazy
    def _packed_up(self) -> State:
        """The battalion as it marches: with its guns in tow."""
        state = self.state
        for stand in self.set_up:
            hook = {Mark.LOADED} if is_fetched(stand) else set()
            state = state.put(replace(stand, marks=stand.marks - {Mark.SET_UP} | hook))
        return state

    @lazy
    def set_up(self) -> list[Unit]:
        """Weapons that hold it in place."""
        return [stand for stand in self.stands if Mark.SET_UP in stand.marks]

    # ---- getting ready

    @lazy
    def packing(self) -> float:
        """The actions it needs to pack up its weapons."""
        return PACKING * bool(self.set_up) * (1 + (formation(self.body) in COLUMNS))

    @lazy
    def rallying(self) -> float:
        """The actions it needs to recover from its suppressions."""
        return RALLYING * mean([is_suppressed(stand) for stand in self.stands])

    @lazy
    def shaken(self) -> float:
        """Its loss of worth until it rallies."""
        return SUPPRESSED * fsum([VALUE[stand.kind] for stand in self.stands if is_suppressed(stand)])

    @lazy
    def rallies(self) -> float:
        """The chance that a suppressed stand rallies."""
        score, modifiers = score_to_rally(self.state, self.body), rally_modifiers(self.state, self.body)
        return dice(self.state).chance(score, modifiers)

    @lazy
    def relief(self) -> float:
        """The share of its suppressions that a rally should remove."""
        free = len(to_rally(self.state, self.body))
        return self.rallies * min(free / max(sum(map(is_suppressed, self.stands)), 1), 1.0) if free else 0.0


_troops: Recall[Troop] = Recall()


def troop(state: State, body: Unit) -> Troop:
    """The same object until something happens to the battalion."""
    everybody = [state.units[i] for i in field(state).stands.get(body.id, ())]  # destroyed ones count for morale
    read_from = charts(state), state.scenario, state.board, body, everybody
    return _troops(body.id, read_from, lambda: Troop(state, body))


def at_rest(unit: Unit) -> Unit:
    """To the effect of its fire, and of fire at it, it makes no difference what it aims at and has done."""
    return replace(unit, links=(), spent=NOTHING) if unit.links or unit.spent else unit


def fitness(stands: Sequence[Unit]) -> float:
    return fsum([VALUE[stand.kind] * (1 - SUPPRESSED * is_suppressed(stand)) for stand in stands])


def mean(numbers: Sequence[float]) -> float:
    return fsum(numbers) / len(numbers)


def inches_from(state: State, one: Objective, stand: Unit) -> float:
    """From the middle of a stand to the ground of an objective; 0 inside it."""
    assert stand.place is not None
    return inches_between(table(state), one, stand.place.point)


@lru_cache(maxsize=1 << 14)
def inches_between(board: FreeTable, one: Objective, point: Point) -> float:
    return one.inches_from(board, shapes.limb(point, point, 0.0), AROUND)
