"""Which Units are in which squares. It is worked out once for a state, and every rule uses it."""

from collections.abc import Iterator

from sandtable.board.grid import Square, SquareGrid
from sandtable.board.lazy import lazy
from sandtable.board.place import Place
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.portable_wargame.book import COMMANDER, KINDS, MINES, SHELTER, Kind
from sandtable.rules.portable_wargame.words import Marker, Tally


class Field:
    """The squares of a state with the ids of their Units: a Unit may change while it stays in place."""

    def __init__(self, state: State) -> None:
        self._units = state.units
        self.board = grid(state)
        self.at: dict[Square, list[UnitId]] = {}  # ground Units on the board, without carried ones
        self.planes: dict[Square, UnitId] = {}
        self.clouds: dict[Square, list[UnitId]] = {}
        self.objectives: dict[Square, UnitId] = {}
        self.works: dict[UnitId, UnitId] = {}  # Engineers and the marker of their work
        self.aboard: dict[UnitId, UnitId] = {}  # a carrier and its passenger
        self.boarding: dict[UnitId, UnitId] = {}  # a carrier and the Unit that is being loaded
        self.held: dict[Side, set[Square]] = {side: set() for side in state.sides}
        self._near: dict[Side, set[Square]] = {}
        self.commanders: dict[Side, list[Square]] = {side: [] for side in state.sides}
        for unit in state.units.values():
            if unit.place is not None:
                self._stand(unit, unit.place)
            elif unit.aboard is not None:
                self._ride(unit, unit.aboard)
        for units in self.at.values():
            if len(units) > 1:
                units.sort()

    def after_turn(self, after: State) -> "Field":
        """The same field in a later state, with the new facings."""
        new = object.__new__(Field)
        new.__dict__.update(self.__dict__)
        new.__dict__.pop("fronts", None)
        new._units = after.units
        return new

    def after_work(self, after: State, square: Square) -> "Field":
        """The same field with new ground in one square."""
        new = self.after_turn(after)
        new.board = grid(after)
        if MINES in self.board.grounds[square] ^ new.board.grounds[square]:
            new.__dict__.pop("hazards", None)
            new.__dict__.pop("special", None)
        return new

    def after_move(self, after: State, unit: Unit, to: Square | None) -> "Field":
        """The same field with one `is_plain` Unit in another square, or newly on the board, or gone."""
        side, new = unit.side, self.after_turn(after)
        new.at, held = dict(self.at), set(self.held[side])
        if unit.kind == COMMANDER:
            new.commanders = {**self.commanders, side: [] if to is None else [to]}  # a side has one: pw.setup.forces
        if unit.place is not None:
            start = self.board.square(unit.place)
            if left := [i for i in self.at[start] if i != unit.id]:
                new.at[start] = left
            else:
                del new.at[start]
                held.discard(start)
        if to is not None:
            held.add(to)
            new.at[to] = sorted([*new.at.get(to, ()), unit.id])
        new.held = {**self.held, side: held}
        new._near = {other: near for other, near in self._near.items() if other != side}
        return new

    def is_plain(self, unit: Unit) -> bool:
        """Whether only its square matters: it is no marker and no aircraft, and neither carries nor is carried."""
        kind = KINDS.get(unit.kind)
        if kind is None or kind.air or unit.aboard is not None:
            return False
        return unit.id not in self.aboard and unit.id not in self.boarding

    def _stand(self, unit: Unit, place: Place) -> None:
        square = self.board.square(place)
        kind = KINDS.get(unit.kind)
        if kind is None:
            self._lay(unit, square)
        elif kind.air:
            self.planes[square] = unit.id
        else:
            side = unit.side
            self.at.setdefault(square, []).append(unit.id)
            self.held[side].add(square)
            if unit.kind == COMMANDER:
                self.commanders[side].append(square)
            if unit.aboard is not None:
                self.boarding[unit.aboard] = unit.id

    def _lay(self, unit: Unit, square: Square) -> None:
        if unit.kind == Marker.CLOUD:
            self.clouds.setdefault(square, []).append(unit.id)
        elif unit.kind == Marker.OBJECTIVE:
            self.objectives[square] = unit.id
        elif unit.part_of is not None:
            self.works[unit.part_of] = unit.id

    def _ride(self, unit: Unit, carrier: UnitId) -> None:
        self.aboard[carrier] = unit.id
        place = self._units[carrier].place
        if unit.kind == COMMANDER and place is not None:
            self.commanders[unit.side].append(self.board.square(place))  # pw.transport.passenger-status

    def near(self, side: Side) -> set[Square]:
        """The squares next to a Unit of that side."""
        if side not in self._near:
            self._near[side] = set().union(*[self.board.beside[square] for square in self.held[side]])
        return self._near[side]

    @lazy
    def hazards(self) -> frozenset[Square]:
        """Mines and gas."""
        return self.board.derived(mined_squares).union(self.clouds)

    @lazy
    def special(self) -> frozenset[Square]:
        """Squares that matter to a Unit that passes through them."""
        return self.hazards.union(self.objectives)

    @lazy
    def fronts(self) -> dict[Side, list[tuple[Square, Square]]]:
        """The squares of a side's Units, each with the square it faces."""
        fronts: dict[Side, list[tuple[Square, Square]]] = {side: [] for side in self.held}
        for square, units in self.at.items():
            for unit in [self._units[i] for i in units]:
                front = self.board.ahead(square, facing(unit))
                if front is not None:
                    fronts[unit.side].append((square, front))
        return fronts


def mined_squares(board: SquareGrid) -> frozenset[Square]:
    return frozenset([square for square, ground in enumerate(board.grounds) if MINES in ground])


def field(state: State) -> Field:
    return state.layout(Field)


def grid(state: State) -> SquareGrid:
    """The board of this game is always a grid. An assertion here would be slow."""
    return state.board  # type: ignore[return-value]


def kind(unit: Unit) -> Kind:
    return KINDS[unit.kind]


def square_of(state: State, unit: Unit) -> Square:
    """The square of a Unit, or of its carrier."""
    if unit.place is not None:
        return state.board.square(unit.place)  # type: ignore[attr-defined, no-any-return]  # a `grid`
    assert unit.aboard is not None, f"{unit.id} is off the board"
    return square_of(state, state.units[unit.aboard])


def facing(unit: Unit) -> int:
    assert unit.place is not None
    return unit.place.facing


def strength(unit: Unit) -> int:
    return unit.tallies[Tally.SP]


def turn(state: State) -> int:
    return state.tallies[Tally.TURN]


def units_at(state: State, square: Square) -> list[Unit]:
    return [state.units[i] for i in field(state).at.get(square, ())]


def enemies_at(state: State, side: Side, square: Square) -> list[Unit]:
    return [unit for unit in units_at(state, square) if unit.side != side]


def on_board(unit: Unit) -> bool:
    return unit.place is not None or unit.aboard is not None


def ground_units(state: State, side: Side) -> Iterator[Unit]:
    """The side's ground Units on the board, also those aboard others."""
    for unit in state.units.values():
        if unit.side == side and on_board(unit) and unit.kind in KINDS and not KINDS[unit.kind].air:
            yield unit


def in_shelter(board: SquareGrid, square: Square) -> bool:
    """pw.definitions.cover and pw.definitions.fortifications: the Unit's own square decides."""
    return not SHELTER.isdisjoint(board.grounds[square])


def commander_with_or_next_to(state: State, side: Side, square: Square) -> bool:
    board = grid(state)
    return any(c == square or c in board.beside[square] for c in field(state).commanders[side])


def force(state: State, side: Side) -> Unit:
    return state.units[UnitId(side)]


def passenger(state: State, carrier: Unit) -> Unit | None:
    rider = field(state).aboard.get(carrier.id)
    return state.units[rider] if rider is not None else None
