"""Where the anchor of a battalion may go: the region of a move, and the places in it that matter."""

from math import pi

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import GIVEN, Facings, Picker
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.kernel.decision import Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.landmarks import Landmarks
from sandtable.mechanics.layout import Places
from sandtable.mechanics.legs import NEARER, TRIES, StraightLeg
from sandtable.mechanics.regions import is_on_lattice
from sandtable.rules.great_battles.edition import cite, refuse
from sandtable.rules.great_battles.move.approach import KeepingOff
from sandtable.rules.great_battles.move.by_edition import MoveByEdition
from sandtable.rules.great_battles.move.movement import Way, refuse_end, refuse_passage, refuse_rate, way_facing, way_to
from sandtable.rules.great_battles.table.arms import arm_of, weapon
from sandtable.rules.great_battles.table.field import enemies_touched, standing
from sandtable.rules.great_battles.table.formation import Array, array_of
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.table.landmarks import (
    enemies_by_distance,
    objectives_by_distance,
    shelters_by_distance,
)
from sandtable.rules.great_battles.words import Kind

EDGE = 0.3  # inches from the middle of a base to its edge, or a little more


class Moves(StraightLeg):
    """Where the anchor of a battalion may go with what is left of its action. A Region."""

    def __init__(self, state: State, body: Unit, left: float = 1.0, began: Places | None = None) -> None:
        """`began`: where its stands stood when the move began."""
        self.rates = Rates(state, body)
        super().__init__(body.at, min(self.rates.good * left, self.rates.inches_left))
        self.state, self.body, self.left, self.began = state, body, left, began
        self.keeping_off = KeepingOff(state, body, began)

    @property
    def clause(self) -> Clause:
        return cite(self.state, "move.action")

    def contains(self, place: Place) -> bool:
        """The most frequent obstacles come first: nobody asks for the reason."""
        way = self.way(place)
        if way.to != self.start and self.keeping_off.bound and self.keeping_off.ends_too_near(way.after):
            return False
        return is_on_lattice(place) and self._refuse(way) is None

    def refuse(self, place: Place) -> Refusal | None:
        return self._refuse(self.way(place))

    def _refuse(self, way: Way) -> Refusal | None:
        if way.to != self.start and enemies_touched(self.state, self.body, way.after):
            return refuse(self.state, "move.contact", "that would be contact: order a move into contact instead")
        return self.refuse_way(way)

    def way(self, place: Place) -> Way:
        return way_to(self.state, self.body, place, self.array)

    def rest(self, place: Place) -> Way:
        """The rest of an interrupted way: the facing at its end stays, however far it has wheeled."""
        return way_facing(self.state, self.body, place, self.array)

    @lazy
    def array(self) -> Array:
        return array_of(self.state, self.body)

    def refuse_way(self, way: Way) -> Refusal | None:
        """Why it cannot go that way with the rest of its action. It may always stay."""
        if way.to == self.start:
            return None
        return (
            refuse_rate(self.state, way, self.rates, self.left)
            or self.keeping_off.refuse(way)
            or refuse_end(self.state, self.body, way.after)
            or refuse_passage(self.state, way)
        )

    @property
    def _may_turn(self) -> bool:
        return MoveByEdition.of(self.state).facing_after(self.start, self.start) is None

    def turned(self, place: Place) -> Place:
        """The place with its facing there: the owner's choice, or the book's."""
        facing = MoveByEdition.of(self.state).facing_after(self.start, place)
        return place if facing is None else replace(place, facing=facing)

    def somewhere(self, rng: Picker, miss: int) -> Place:
        """Where it must face the way it goes, directions without a long wheel come first."""
        early = miss < TRIES // 2
        if self._may_turn:
            wheel = turn = rng.choice((0, 0, 0, -30, 30, 90, 180)) if early else 0
        else:
            turn = rng.choice((0, 0, -30, -10, 10, 30, 90, 180, 270) if early else (0, 90, 180, 270))
            wheel = turn if abs(turn) < 90 else 0
        inches = max(self.far - abs(wheel) * pi / 180, 0.0) * rng.random() ** 0.5 * NEARER**miss
        if not self._may_turn:
            return self.ahead(self.start.facing + turn, inches)
        there = shapes.ahead(self.start.point, rng.randrange(360), inches)
        return shapes.place_at(there, (self.start.facing + turn) % 360)

    def landmarks(self) -> Landmarks:
        state, here = self.state, self.start.point
        goals, enemies = objectives_by_distance(state, here), enemies_by_distance(state, self.body, here)
        armed = [stand for stand in standing(state, self.body.id) if weapon(stand)]
        on_foot = [stand for stand in armed if stand.kind == Kind.INFANTRY]
        limits = [limit for stand in (on_foot or armed)[:1] for limit in arm_of(state, stand).limits]
        # distances at which its weapons hit better, measured from the middle of its front
        reaches = [limit + EDGE for limit in (limits[:-1] if on_foot else limits)]
        return Landmarks(goals, enemies, shelters_by_distance(state, here), reaches)

    def laid_out(self, place: Place) -> Places:
        return self.way(place).after

    def faced(self) -> Facings:
        """The owner chooses the facing, or the way decides it."""
        return Facings() if self._may_turn else GIVEN

    @property
    def key(self) -> tuple[object, ...]:
        began = tuple((self.began or {}).items())
        return self.body.id, self.body, self.left, self.rates.good, self.rates.bad, self.rates.inches_left, began
