"""Where a ground Unit can go, and by which way: the squares of pw.move and pw.terrain."""

from collections.abc import Collection, Sequence, Set
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.board import Picker, Region
from sandtable.board.grid import FACINGS, Square, SquareGrid, square_outlines
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.kernel.state import State, Unit
from sandtable.rules.portable_wargame.book import GUNS, ROAD, THROUGH_WIRE, TRENCH, WIRE, WOOD
from sandtable.rules.portable_wargame.field import Field, field, force, grid, kind, passenger, square_of
from sandtable.rules.portable_wargame.stacking import in_river, is_deep, is_wet, refuse_beside_tank, refuse_stack
from sandtable.rules.portable_wargame.words import Did, Mark


class Leg(Struct, frozen=True, gc=False):
    """The present state of a move. `square` is None for a Unit that is still off the board."""

    square: Square | None
    origin: Square | None = None  # where the move began
    used: int = 0  # squares entered so far
    by_road: bool = True  # the first square and every square entered so far have a road


# The meaning of a square's ground for a moving Unit, as bits.
ON_ROAD, IN_WOOD, SLOW, WIRED, DEEP = 1, 2, 4, 8, 16  # slow: trench or ford; deep: river with neither ford nor bridge

# How a node was reached: from which node, and after how many squares. A node is four times the square, plus 2 if the
# move ends there and 1 if it was by road all the way: there may be different ways to one square.
Tree = dict[int, tuple[int, int]]
Opening = list[tuple[int, tuple[int, int]]]
Limits = tuple[tuple[int, ...], Set[Square], Set[Square], int]
BY_ROAD, STOP = 1, 2
NONE: frozenset[Square] = frozenset()
NOWHERE = -1
WANDERLUST = 0.75  # the chance that a random walk goes on


class Routes(Region):
    """A Region: every square in which the rest of a move can end, and the way there."""

    def __init__(self, state: State, unit: Unit, leg: Leg, entries: tuple[Square, ...] = ()) -> None:
        self.state, self.unit, self.leg, self._entries = state, unit, leg, entries
        self.board: SquareGrid = grid(state)
        self._field: Field = field(state)
        self.exhausted = Mark.EXHAUSTED in force(state, unit.side).marks
        self.allowance = allowance(unit)

    @lazy
    def turns(self) -> bool:
        """Whether it may turn in place instead of moving."""
        return self.leg.square is not None and not self.leg.used and not refuse_beside_tank(self.state, self.unit)

    @lazy
    def _enemies(self) -> set[Square]:
        return self._field.held[self.state.foe(self.unit.side)]

    @lazy
    def _near(self) -> set[Square]:
        return self._field.near(self.state.foe(self.unit.side))

    # ---- the region

    def contains(self, place: Place) -> bool:
        return self.board.has(place) and place.facing in self.facings(self.board.square(place))

    def sample(self, rng: Picker) -> Place:
        """The end of a random walk, if the move may end there. This does not need all squares."""
        square = self._wander(rng)
        facings = () if square == self.leg.square else self.facings(square)
        if not facings:
            square = rng.choice(self.squares)
            facings = self.facings(square)
        return self.board.place(square, rng.choice(facings))

    def _wander(self, rng: Picker) -> Square:
        node, (_, used) = rng.choice(self.openings())
        while not node & STOP and rng.random() < WANDERLUST:
            entered = self.enter(node, used, (rng.choice(self.board.beside[node >> 2]),))
            if not entered:
                break
            node, used = entered[0], used + 1
        return node >> 2

    def places(self) -> list[Place]:
        return [self.board.place(square, facing) for square in self.squares for facing in self.facings(square)]

    def outline(self) -> list[list[Point]]:
        return square_outlines(self.board.place(square) for square in self.squares)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Routes) and self.leg == other.leg and self.squares == other.squares

    def __hash__(self) -> int:
        return hash((self.unit.id, self.leg))

    @lazy
    def squares(self) -> list[Square]:
        """Squares where the move may end, and its own square if it may turn there."""
        here = self.leg.square
        own = [here] if here is not None and self.turns else []
        return own + [s for s in sorted(self._all_reached()) if s != here and self.may_end(s)]

    def facings(self, square: Square) -> tuple[int, ...]:
        """pw.move.turning: any facing. Next to enemies it must face one of them: pw.move.stop-adjacent."""
        if square == self.leg.square:
            here = self.unit.place.facing if self.unit.place else None
            return tuple(facing for facing in FACINGS if facing != here) if self.turns else ()
        if self._route(square) is None or not self.may_end(square):
            return ()
        return self.toward_enemies(square) or FACINGS

    def toward_enemies(self, square: Square) -> tuple[int, ...]:
        if square not in self._near:
            return ()
        return tuple(f for f in FACINGS if self.board.ahead(square, f) in self._enemies)

    def may_end(self, square: Square) -> bool:
        if square in self._field.at and refuse_stack(self.state, self.unit, square):
            return False
        return not self.exhausted or self.leg.origin is None or self._far_enough(square, self.leg.origin)

    def _far_enough(self, end: Square, start: Square) -> bool:
        """pw.exhaustion.aggressive-action: not nearer to the enemy than the start of the move or the entry square."""
        return not self.exhausted or self._nearest(end) >= self._nearest(start)

    def _nearest(self, square: Square) -> int:
        return min((self.board.squares_apart(square, enemy) for enemy in self._enemies), default=0)

    @lazy
    def open_ended(self) -> bool:
        """Whether the move can end anywhere."""
        first = (node >> 2 for node, _ in self.openings())
        return any(self.may_end(square) for square in first if not self.exhausted) or bool(self.squares)

    # ---- the ways

    def way(self, end: Square) -> list[Square]:
        """The squares of the way in order, without mines and gas if possible."""
        tree, node = self._way_to(end)
        squares: list[Square] = []
        while node != NOWHERE:
            squares.append(node >> 2)
            node = tree[node][0]
        return squares[::-1] if self.leg.square is None else squares[-2::-1]

    def leg_to(self, end: Square) -> Leg:
        """The state of the move at its end there."""
        tree, node = self._way_to(end)
        origin = self.leg.origin if self.leg.origin is not None else self.way(end)[0]
        return Leg(end, origin, tree[node][1], bool(node & BY_ROAD))

    def stops_at(self, end: Square) -> bool:
        return bool(self._way_to(end)[1] & STOP)

    def passes_friends(self, end: Square) -> bool:
        return any(square in self._field.at for square in self.way(end)[:-1])

    def fords(self, end: Square) -> bool:
        return in_river(self.board, end) or (self.leg.square is not None and in_river(self.board, self.leg.square))

    @property
    def ground_left(self) -> frozenset[str]:
        """The ground of the square where this part of the move starts."""
        return frozenset() if self.leg.square is None else self.board.grounds[self.leg.square]

    @property
    def rider(self) -> Unit | None:
        return passenger(self.state, self.unit)

    @property
    def tows(self) -> bool:
        return self.rider is not None and self.rider.kind in GUNS

    def next_squares(self) -> list[Square]:
        """Squares one step away in which the move may end."""
        near = self._entries if self.leg.square is None else self.board.beside[self.leg.square]
        return [s for s in self.squares if s in near and self.leg_to(s).used == self.leg.used + 1]

    def way_off(self, edge: int) -> Square | None:
        """The square from which it can leave the board over that edge with one more step."""
        for square in sorted(self._all_reached(), key=lambda s: (self.leg_to(s).used, s)):
            leg = self.leg_to(square)
            held_up = self.stops_at(square) and square != self.leg.square
            if self.board.ahead(square, edge) is None and not held_up and leg.used < self.allowance + leg.by_road:
                return square
        return None

    @lazy
    def way_matters(self) -> bool:
        """Whether mines, gas or an objective make the choice of way important."""
        special: Collection[Square] = self._field.special
        if special and self.leg.square is not None:
            apart, near = self.board.apart_from(self.leg.square), self.allowance + 1 - self.leg.used
            special = [s for s in special if 0 < apart[s] <= near]
        return any(self._route(square, careful=False) is not None for square in special)

    # ---- the search

    def _way_to(self, end: Square) -> tuple[Tree, int]:
        route = self._route(end)
        assert route is not None, f"{self.unit.id} cannot get to {self.board.names[end]}"
        return route

    def _route(self, end: Square, *, careful: bool = True) -> tuple[Tree, int] | None:
        """The best way to a square: without hazards if `careful`, then short, then by road."""
        for spread in self._spreads if careful else self._careless:
            spread.grow(self, end)
            node = spread.best(end)
            if node is not None and (spread.entry is None or self._far_enough(end, spread.entry)):
                return spread.tree, node
        return None

    def _all_reached(self) -> set[Square]:
        for spread in self._careless:
            spread.grow(self, None)
        squares = {node >> 2 for spread in self._careless for node in spread.tree}
        if self.leg.square is not None:
            return squares
        return {square for square in squares if self._route(square, careful=False) is not None}

    @lazy
    def _careless(self) -> list["Spread"]:
        """The search that avoids nothing. It reaches every square that others reach."""
        return [spread for spread in self._spreads if not spread.avoid]

    @lazy
    def _spreads(self) -> list["Spread"]:
        """The search without hazards first. A reinforcement of an exhausted side has one for each entry square."""
        starts = self.openings()
        groups = [[start] for start in starts] if self.exhausted and self.leg.square is None else [starts]
        hazards = self._field.hazards
        avoided = (hazards, NONE) if hazards else (NONE,)
        coming_on = self.leg.square is None
        return [
            Spread(group, avoid, group[0][0] >> 2 if coming_on and group else None)
            for avoid in avoided
            for group in groups
        ]

    def openings(self) -> Opening:
        """The start of the search: the Unit's square, or the squares where it may enter."""
        if self.leg.square is not None:
            return [(self.leg.square * 4 + self.leg.by_road, (NOWHERE, self.leg.used))]
        return [(node, (NOWHERE, 1)) for node in self.enter(NOWHERE, 0, self._entries)]

    def enter(self, node: int, used: int, squares: tuple[Square, ...]) -> list[int]:
        """The nodes after steps to these neighbours. Forbidden steps give none."""
        going, closed, near, halting = self._limits
        allowance, standing, entered = self.allowance, self._field.at, []
        # pw.terrain.roads-whole-move: to enter the board by road counts as a start on it
        before = ON_ROAD if node == NOWHERE else going[node >> 2]
        for there in squares:
            ground = going[there]
            along = node & ground & ON_ROAD
            if used >= allowance + along or ground & DEEP or there in closed:
                continue
            road = before & ground & ON_ROAD
            # pw.terrain.woods-rate, rivers-ford, trenches-cross
            slow = before & SLOW or (before & IN_WOOD and not road)
            if slow and used:
                continue  # allowed only as the first step, which is the whole move
            # enemies, wire, wood off the road, trench or ford
            stop = STOP if slow or there in near or ground & halting or (ground & IN_WOOD and not road) else 0
            if not (stop and there in standing and refuse_stack(self.state, self.unit, there)):
                entered.append(there * 4 + stop + along)  # pw.move.pass-through-friends
        return entered

    @lazy
    def _limits(self) -> Limits:
        """The values that decide whether a step is allowed, and whether it is the last."""
        halting = SLOW if self.unit.kind in THROUGH_WIRE else SLOW | WIRED
        return self.board.derived(going), self._closed, self._near, halting

    @property
    def _closed(self) -> set[Square] | frozenset[Square]:
        """Squares that no step may enter: enemies, and squares forbidden by withdrawal or exhaustion."""
        closed = self._enemies | self.shunned if self.shunned else self._enemies
        return closed | self._near if self.exhausted else closed

    @lazy
    def shunned(self) -> frozenset[Square]:
        """pw.move.withdraw: squares that a Unit may not enter when it moves away from an enemy who faces it."""
        if self.leg.origin not in self._near:
            return NONE
        fronts = self._field.fronts[self.state.foe(self.unit.side)]
        facing_it = {square for square, front in fronts if front == self.leg.origin}
        if not facing_it:
            return NONE
        others = {front for square, front in fronts if square not in facing_it}
        return frozenset(others.union(*(self.board.beside[square] for square in facing_it)))


class Spread:
    """A breadth-first search that grows only as far as needed."""

    def __init__(self, starts: Opening, avoid: frozenset[Square], entry: Square | None) -> None:
        self.avoid = avoid  # squares that it enters only as the last
        self.entry = entry
        self.tree: Tree = dict(starts)
        self._front = list(self.tree)
        self._next = 0

    def best(self, square: Square) -> int | None:
        """The node that reaches the square first. It prefers one without a stop, then one by road."""
        found: int | None = None
        for node in (square * 4 + 1, square * 4, square * 4 + 3, square * 4 + 2):
            if node in self.tree and (found is None or self.tree[node][1] < self.tree[found][1]):
                found = node
        return found

    def grow(self, routes: Routes, end: Square | None) -> None:
        """Grow until no better way to the end is possible; without an end, to every square."""
        tree, front = self.tree, self._front
        known = None if end is None else self.best(end)
        while self._next < len(front):
            node = front[self._next]
            used = tree[node][1]
            if known is not None and tree[known][1] <= used:
                return
            self._next += 1
            for entered in self._steps(routes, node, used):
                if entered not in tree:
                    tree[entered] = (node, used + 1)
                    front.append(entered)
                    if entered >> 2 == end:
                        known = self.best(end)

    def _steps(self, routes: Routes, node: int, used: int) -> Sequence[int]:
        """The nodes one step further."""
        square = node >> 2
        if node & STOP or used >= routes.allowance + (node & BY_ROAD):
            return ()
        if square in self.avoid and square != routes.leg.square:
            return ()
        return routes.enter(node, used, routes.board.beside[square])


def allowance(unit: Unit) -> int:
    """pw.move.allowance, less 1 for Self-propelled Artillery that has fired: pw.move.fire-penalty."""
    return kind(unit).squares - (Did.FIRED in unit.spent)


def routes(state: State, unit: Unit, leg: Leg, entries: tuple[Square, ...] = ()) -> Routes:
    """The routes of a Unit, worked out once while nothing moves."""
    kept = state.layout(kept_routes)
    key = (unit.id, leg, entries, Did.FIRED in unit.spent, Mark.EXHAUSTED in force(state, unit.side).marks)
    known = kept.get(key)
    if known is None:  # from a copy: a state and Routes that refer to each other would need the garbage collector
        known = kept[key] = Routes(replace(state).keep(Field, field(state)), unit, leg, entries)
    return known


def kept_routes(state: State) -> dict[object, Routes]:
    return {}


def going(board: SquareGrid) -> tuple[int, ...]:
    return tuple(map(going_of, board.grounds))


@lru_cache(maxsize=1024)
def going_of(ground: frozenset[str]) -> int:
    slow = TRENCH in ground or is_wet(ground)
    bits = (ROAD in ground, WOOD in ground, slow, WIRE in ground, is_deep(ground))
    return sum(bit << place for place, bit in enumerate(bits))


def fresh_leg(state: State, unit: Unit) -> Leg:
    """A move that has not begun."""
    if unit.place is None:
        return Leg(None)
    square = square_of(state, unit)
    return Leg(square, square, 0, ROAD in grid(state).grounds[square])
