"""Where a ground Unit can get to, and by which way: the squares of pw.move and pw.terrain."""

from functools import cached_property

from msgspec import Struct

from sandtable.board.board import Picker
from sandtable.board.grid import FACINGS, Square, SquareGrid, square_outlines
from sandtable.board.place import Place, Point
from sandtable.kernel.state import State, Unit
from sandtable.rules.portable_wargame.book import GUNS, MINES, ROAD, THROUGH_WIRE, TRENCH, WIRE, WOOD
from sandtable.rules.portable_wargame.field import Field, field, force, grid, kind, square_of
from sandtable.rules.portable_wargame.stacking import in_river, refuse_river, refuse_stack
from sandtable.rules.portable_wargame.words import Did, Mark


class Leg(Struct, frozen=True, gc=False):
    """How far a move has got. `square` is None for a Unit that is still off the board."""

    square: Square | None
    origin: Square | None = None  # where the move began
    used: int = 0  # squares entered so far
    by_road: bool = True  # the starting square and every square entered so far have road


class Came(Struct, frozen=True, gc=False):
    """How a square was come to."""

    before: tuple[Square, bool] | None
    used: int
    stop: bool  # the move ends there


Tree = dict[tuple[Square, bool], Came]  # by square, and whether by road all the way


class Routes:
    """Every square the rest of a move can end in, and the way there. A Region of the table."""

    def __init__(self, state: State, unit: Unit, leg: Leg, entries: tuple[Square, ...] = ()) -> None:
        self.state, self.unit, self.leg, self._entries = state, unit, leg, entries
        self.board: SquareGrid = grid(state)
        self._field: Field = field(state)
        foe = state.foe(unit.side)
        self._enemies, self._near, self._fronts = self._field.held[foe], self._field.near[foe], self._field.fronts[foe]
        self.exhausted = Mark.EXHAUSTED in force(state, unit.side).marks
        self.allowance = allowance(unit)

    # ---- the region

    def contains(self, place: Place) -> bool:
        return self.board.has(place) and place.facing in self.facings(self.board.square(place))

    def sample(self, rng: Picker) -> Place:
        square = rng.choice(self.squares)
        return self.board.place(square, rng.choice(self.facings(square)))

    def outline(self) -> list[list[Point]]:
        return square_outlines(self.board.place(square) for square in self.squares)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Routes) and self.leg == other.leg and self.squares == other.squares

    def __hash__(self) -> int:
        return hash((self.unit.id, self.leg))

    @cached_property
    def squares(self) -> list[Square]:
        """Where the move may end; with its own square, in which it may turn, if it has not begun."""
        here = self.leg.square
        own = [] if here is None or self.leg.used else [here]
        return own + [square for square in sorted(self._reached) if square != here and self.may_end(square)]

    def facings(self, square: Square) -> tuple[int, ...]:
        """pw.move.turning; next to enemies it faces one of them: pw.move.stop-adjacent."""
        if square not in self.squares:
            return ()
        if square == self.leg.square:
            return tuple(facing for facing in FACINGS if self.unit.place and facing != self.unit.place.facing)
        return self.toward_enemies(square) or FACINGS

    def toward_enemies(self, square: Square) -> tuple[int, ...]:
        return tuple(f for f in FACINGS if self.board.ahead(square, f) in self._enemies)

    def may_end(self, square: Square) -> bool:
        if square in self._field.at and refuse_stack(self.state, self.unit, square):
            return False
        return not self.exhausted or self._nearest(square) >= self._nearest(self._judged_from(square))

    def _nearest(self, square: Square) -> int:
        return min((self.board.squares_apart(square, enemy) for enemy in self._enemies), default=0)

    def _judged_from(self, end: Square) -> Square:
        """pw.exhaustion.aggressive-action: where the move began, or came onto the board."""
        return self.leg.origin if self.leg.origin is not None else self.way(end)[0]

    # ---- the ways

    def way(self, end: Square) -> list[Square]:
        """Squares entered one after another, clear of mines and gas if that can be."""
        tree, node = self._reached[end]
        squares: list[Square] = []
        while node is not None and (tree[node].before is not None or self.leg.square is None):
            squares.append(node[0])
            node = tree[node].before  # type: ignore[assignment]
        return squares[::-1]

    def leg_to(self, end: Square) -> Leg:
        """How far the move has got when it gets there."""
        tree, node = self._reached[end]
        origin = self.leg.origin if self.leg.origin is not None else self.way(end)[0]
        return Leg(end, origin, tree[node].used, node[1])

    def stops_at(self, end: Square) -> bool:
        tree, node = self._reached[end]
        return tree[node].stop

    def passes_friends(self, end: Square) -> bool:
        return any(square in self._field.at for square in self.way(end)[:-1])

    def fords(self, end: Square) -> bool:
        return in_river(self.board, end) or (self.leg.square is not None and in_river(self.board, self.leg.square))

    @property
    def ground_left(self) -> frozenset[str]:
        """What the square has that this part of the move starts from."""
        return frozenset() if self.leg.square is None else self.board.grounds[self.leg.square]

    @property
    def tows(self) -> bool:
        rider = self._field.aboard.get(self.unit.id)
        return rider is not None and self.state.units[rider].kind in GUNS

    def next_squares(self) -> list[Square]:
        """Squares one step away in which it may also end."""
        return [s for s in self.squares if s != self.leg.square and self.leg_to(s).used == self.leg.used + 1]

    def way_off(self, edge: int) -> Square | None:
        """The square to leave the board from over that edge, if the move allows one more step from it."""
        for square in sorted(self._reached, key=lambda s: (self.leg_to(s).used, s)):
            tree, node = self._reached[square]
            went = tree[node]
            fresh = square == self.leg.square
            at_edge = self.board.ahead(square, edge) is None
            if at_edge and (fresh or not went.stop) and went.used < self.allowance + node[1]:
                return square
        return None

    @cached_property
    def way_matters(self) -> bool:
        """Whether mines, gas or an objective lie where the choice of way could tell."""
        special = self._hazards | self._field.objectives.keys()
        return any(square in special for square in self._reached if square != self.leg.square)

    # ---- the search

    @cached_property
    def _reached(self) -> dict[Square, tuple[Tree, tuple[Square, bool]]]:
        """The best way to each square: clear of hazards, then short, then by road."""
        trees = [self._search(self._hazards)] + ([self._search(frozenset())] if self._hazards else [])
        best: dict[Square, tuple[Tree, tuple[Square, bool]]] = {}
        for tree in trees:
            reached = {square for square, _ in tree}
            for square in reached - best.keys():
                nodes = [node for node in ((square, True), (square, False)) if node in tree]
                best[square] = tree, min(nodes, key=lambda node: tree[node].used)
        return best

    @cached_property
    def _hazards(self) -> frozenset[Square]:
        mined = self.state.layout(mined_squares)
        return mined | self._field.clouds.keys() if self._field.clouds else mined

    def _search(self, avoid: frozenset[Square]) -> Tree:
        """Fewest squares first; what is to be avoided is entered only as the last square."""
        tree: Tree = {}
        front: list[tuple[Square, bool]] = []
        for node, came in self._openings():
            tree[node] = came
            front.append(node)
        beside = self.board.beside
        for node in front:
            square, by_road = node
            came = tree[node]
            if came.stop or (square in avoid and square != self.leg.square):
                continue
            for there in beside[square]:
                entered = self._enter(square, there, came.used, by_road)
                if entered is not None and (there, entered[0]) not in tree:
                    tree[(there, entered[0])] = Came(node, came.used + 1, entered[1])
                    front.append((there, entered[0]))
        return tree

    def _openings(self) -> list[tuple[tuple[Square, bool], Came]]:
        if self.leg.square is not None:
            return [((self.leg.square, self.leg.by_road), Came(None, self.leg.used, False))]
        return [
            ((square, ROAD in self.board.grounds[square]), Came(None, 1, self._stops(square, on_road=False)))
            for square in self._entries
            if self._may_come_on(square)
        ]

    def _may_come_on(self, square: Square) -> bool:
        """pw.move.pass-through-friends holds here too: no entry where it would have to stop and may not."""
        if not self._open(square):
            return False
        return not self._stops(square, on_road=False) or refuse_stack(self.state, self.unit, square) is None

    def _enter(self, here: Square, there: Square, used: int, by_road: bool) -> tuple[bool, bool] | None:
        """None if the step cannot be taken; else whether it is still by road all the way, and whether it must stop."""
        grounds = self.board.grounds
        road = ROAD in grounds[there]
        along = by_road and road
        if used >= self.allowance + along or not self._open(there):
            return None
        on_road = road and ROAD in grounds[here]
        slow = bool(grounds[here]) and self._clings(here, on_road=on_road)
        if slow and used > 0:
            return None  # out of wood, ford or trench only as the first step, and that is the whole move
        stop = slow or self._stops(there, on_road=on_road)
        if stop and there in self._field.at and refuse_stack(self.state, self.unit, there):
            return None
        return along, stop

    def _open(self, square: Square) -> bool:
        """Nothing forbids entering it."""
        if square in self._enemies or square in self.shunned or (self.exhausted and square in self._near):
            return False
        return not self.board.grounds[square] or refuse_river(self.board, square) is None

    def _clings(self, here: Square, *, on_road: bool) -> bool:
        """pw.terrain.woods-rate, rivers-ford, trenches-cross: one square a turn when starting in it."""
        ground = self.board.grounds[here]
        return (WOOD in ground and not on_road) or TRENCH in ground or in_river(self.board, here)

    def _stops(self, square: Square, *, on_road: bool) -> bool:
        """Whether entering ends the move."""
        if square in self._near:
            return True
        ground = self.board.grounds[square]
        if not ground:
            return False
        if WIRE in ground and self.unit.kind not in THROUGH_WIRE:
            return True
        return self._clings(square, on_road=on_road)

    @cached_property
    def shunned(self) -> frozenset[Square]:
        """pw.move.withdraw: squares that a Unit which moves away from an enemy facing it may not enter."""
        facing_it = {square for square, front in self._fronts if front == self.leg.origin}
        if not facing_it:
            return frozenset()
        others = {front for square, front in self._fronts if square not in facing_it}
        return frozenset(others.union(*(self.board.beside[square] for square in facing_it)))


def allowance(unit: Unit) -> int:
    """pw.move.allowance, less 1 for Self-propelled Artillery that has fired: pw.move.fire-penalty."""
    return kind(unit).squares - (Did.FIRED in unit.spent)


def routes(state: State, unit: Unit, leg: Leg, entries: tuple[Square, ...] = ()) -> Routes:
    """Worked out once while nothing moves."""
    kept = state.layout(kept_routes)
    key = (unit.id, leg, entries, Did.FIRED in unit.spent, Mark.EXHAUSTED in force(state, unit.side).marks)
    if key not in kept:
        kept[key] = Routes(state, unit, leg, entries)
    return kept[key]


def kept_routes(state: State) -> dict[object, Routes]:
    return {}


def mined_squares(state: State) -> frozenset[Square]:
    return frozenset(square for square, ground in enumerate(grid(state).grounds) if MINES in ground)


def fresh_leg(state: State, unit: Unit) -> Leg:
    """A move that has not begun."""
    if unit.place is None:
        return Leg(None)
    square = square_of(state, unit)
    return Leg(square, square, 0, ROAD in grid(state).grounds[square])
