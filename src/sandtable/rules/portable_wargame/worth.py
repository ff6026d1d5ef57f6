"""How well a side stands, in Strength Points, for computer players. Nothing here changes the rules."""

from functools import lru_cache
from math import fsum, inf

from sandtable.board.grid import Square, SquareGrid
from sandtable.kernel.motive import OUTCOME, Motive, victory
from sandtable.kernel.state import Side, State, Unit
from sandtable.kernel.view import UNREAD
from sandtable.rules.portable_wargame import artillery
from sandtable.rules.portable_wargame.antiaircraft import aircraft_over, flak_reading
from sandtable.rules.portable_wargame.book import KINDS, RANGES
from sandtable.rules.portable_wargame.commands import Bombard, Flak
from sandtable.rules.portable_wargame.field import (
    field,
    force,
    grid,
    in_shelter,
    on_board,
    square_of,
    turn,
    units_at,
)
from sandtable.rules.portable_wargame.scenario import battle
from sandtable.rules.portable_wargame.sequence import Activating
from sandtable.rules.portable_wargame.victory import exhaustion_point, is_waiting
from sandtable.rules.portable_wargame.words import Did, Mark, Tally

ALIVE = 0.5  # a Unit has a value besides its Strength Points: it counts for dice
EXHAUSTED = 6.0
WEARINESS = 0.15  # for each point lost before that
OBJECTIVE = 3.0
UNGUARDED = 1.0  # an objective that it holds, empty and with enemies close to it
CLOSING = 0.12  # for each square nearer to a goal
DASHING = 0.4  # for each square that the foremost Unit of a dash is nearer
FLANKED = 0.2  # an enemy stands on its flank or in its rear
PULL = 0.04  # for each square that any Unit is nearer to a goal
CLOSE = 4  # squares
IDLE = 0.02  # laying wire in its own square, which hinders only itself
HIT = 0.6  # a possible hit of artillery
SPARE = 0.001  # an activation that is left and may still be useful

# How well a Unit deals with the enemies of the start: near ones count more, destroyed ones most.
REGARD = 3.0
BLIND = 0.7  # factor for an enemy that is not ahead
COVERED = 1.4  # factor for a close enemy, from shelter
DEALT_WITH = COVERED / 2  # an enemy next to it and ahead, from shelter

# Guns and Units that do not fight
FACING = 0.08  # the enemy is ahead
AIMED = 0.12  # has a target
OUT_OF_PLACE = 0.05  # for each square too far from the enemy, or too close
FAR_OUT = 6  # at most so many squares count


def worth(state: State, side: Side) -> float:
    """The difference of strength and objectives, and how well its Units are placed."""
    if won := victory(state, side):
        return won
    return fsum([motive.worth(state, side) for motive in MOTIVES]) + SPARE * to_activate(state, side)


def strength(state: State, side: Side) -> float:
    """The points that are left, less for exhaustion."""
    own = force(state, side)
    alive = sum([u.tallies[Tally.SP] > 0 for u in state.units.values() if u.side == side and Tally.SP in u.tallies])
    lost, initial = own.tallies[Tally.LOST], own.tallies[Tally.INITIAL]
    worn = EXHAUSTED if lost >= exhaustion_point(initial) else WEARINESS * lost
    return initial - lost + ALIVE * alive - worn - doomed(state, side) - departed(state, side)


def departed(state: State, side: Side) -> float:
    """Ground Units that left over an exit edge. They are not lost, but they no longer fight."""
    if not battle(state).army(side).exit or not turn(state):
        return 0.0
    own = [u for u in state.units.values() if u.side == side and u.kind in KINDS and not KINDS[u.kind].air]
    return fsum(
        [u.tallies[Tally.SP] + ALIVE for u in own if u.tallies[Tally.SP] and not on_board(u) and not is_waiting(u)]
    )


def doomed(state: State, side: Side) -> float:
    """Aircraft that will have no activation: pw.air-move.crash."""
    head = state.agenda[0] if state.agenda else None
    if not field(state).planes or not isinstance(head, Activating) or head.side != side:
        return 0.0
    waiting = [u for u in aircraft_over(state, side) if Did.ACTIVATED not in u.spent]
    crashing = max(len(waiting) - state.tallies[Tally.ACTIVATIONS], 0)
    return fsum(sorted([u.tallies[Tally.SP] + ALIVE for u in waiting])[:crashing])


def to_activate(state: State, side: Side) -> int:
    """The activations that are left to a side during its activation."""
    head = state.agenda[0] if state.agenda else None
    return state.tallies[Tally.ACTIVATIONS] if isinstance(head, Activating) and head.side == side else 0


# ---- artillery


def promised(state: State, side: Side) -> float:
    """The expected value of its guns' open orders, as far as they are known."""
    orders = state.piles.get(artillery.pile(side))
    if orders is None or not orders.cards or UNREAD in orders.cards:
        return 0.0
    return fsum([promise(state, order) for order in artillery.read_orders(state, side)])


def promise(state: State, order: artillery.Order) -> float:
    match order:
        case Flak(gun, _):
            chances = flak_reading(state, state.units[gun])[0].worth
            return fsum(chances) / len(chances)
        case Bombard(gun, at):
            one, target = state.units[gun], grid(state).square(at)
            faces = artillery.landing_reading(artillery.landing_adds(state, one, target)).worth
            lands = [artillery.where(state, one, target, artillery.RESULTS[face]) for face in faces]
            return HIT * sum([hits_on(state, one, square) for square in lands]) / len(lands)
    return 0.0


def hits_on(state: State, gun: Unit, square: Square | None) -> int:
    """The number of enemies minus friends that fire on the square would hit."""
    if square is None or square == square_of(state, gun):
        return 0
    return sum([1 if unit.side != gun.side else -1 for unit in units_at(state, square)])


# ---- objectives


def goals_near(state: State, side: Side) -> float:
    """The value of held objectives, of nearness to others, and of a dash or its defence."""
    here, board = field(state), grid(state)
    if not here.held[side]:
        return 0.0
    total = fsum([holding(state, side, square) for square, o in here.objectives.items() if state.units[o].side == side])
    near = nearest(board.files, board.ranks, frozenset(here.held[side]))
    total -= CLOSING * fsum(near[goal][0] for goal in here.objectives)
    dash = battle(state).victory.dash
    if dash is None:
        return total
    goal = board.named(dash.square)
    if side != dash.side:
        return total - CLOSING * near[goal][0]
    runners = [
        board.square(u.place) for u in state.units.values() if u.side == side and u.place and u.kind in dash.types
    ]
    return total - DASHING * min([board.squares_apart(runner, goal) for runner in runners], default=board.ranks)


def holding(state: State, side: Side, square: Square) -> float:
    """The value of an own objective. It is less if the square is empty and an enemy could enter it before the end."""
    here, board = field(state), grid(state)
    if square in here.held[side]:
        return OBJECTIVE
    apart = min([board.squares_apart(square, enemy) for enemy in here.held[state.foe(side)]], default=inf)
    at_risk = apart <= CLOSE or (turn(state) >= battle(state).turns and apart < inf)
    return OBJECTIVE - UNGUARDED * at_risk


# ---- placing


def placing(state: State, side: Side) -> float:
    """The value of the places of the side's Units."""
    here, board, foe = field(state), grid(state), state.foe(side)
    enemies = frozenset(here.held[foe] or awaited(state, foe))
    seen, goals = outlook(board.files, board.ranks, enemies), goals_of(state, side)
    way = nearest(board.files, board.ranks, goals) if goals else None
    gone, most = losses_among(state, side, foe)
    total = 0.0
    for square, units in here.at.items():
        for unit in [state.units[i] for i in units if state.units[i].side == side]:
            assert unit.place is not None
            total -= IDLE * (Mark.LAYING_WIRE in unit.marks)
            if not KINDS[unit.kind].combat:
                total += FACING * seen.ahead(square, unit.place.facing)
            elif KINDS[unit.kind].gun:
                total += emplaced(state, unit, square, seen)
            else:
                close = seen.regard(square, unit.place.facing, in_shelter(board, square))
                total += REGARD * (close + DEALT_WITH * gone) / most
            if way and KINDS[unit.kind].combat and not KINDS[unit.kind].gun:
                total -= PULL * way[square][0]
    return total


def losses_among(state: State, side: Side, foe: Side) -> tuple[int, int]:
    """The number of destroyed enemy ground Units, and the number of Units of the larger side at the start."""
    counts, gone = dict.fromkeys(state.sides, 0), 0
    for unit in state.units.values():
        if unit.kind in KINDS and not KINDS[unit.kind].air:
            counts[unit.side] += 1
            gone += unit.side == foe and not unit.tallies[Tally.SP]
    return gone, max(counts.values())


def awaited(state: State, foe: Side) -> set[Square]:
    """Squares where an enemy who has not deployed yet may stand; none during the battle."""
    if turn(state):
        return set()
    board = grid(state)
    first, last = battle(state).army(foe).rows(board.ranks)
    return set(range((first - 1) * board.files, last * board.files))


def goals_of(state: State, side: Side) -> frozenset[Square]:
    """Goals: objectives that it does not hold, and the end of a dash; if it has all, those that it must keep."""
    here, dash = field(state).objectives, battle(state).victory.dash
    wanted = [square for square, objective in here.items() if state.units[objective].side != side]
    if dash is not None:
        wanted.append(grid(state).named(dash.square))
    return frozenset(wanted or here)


def emplaced(state: State, gun: Unit, square: Square, seen: "Outlook") -> float:
    """A gun should have a target, and the enemy should be in range but not close."""
    assert gun.place is not None
    if not seen.enemies:
        return 0.0
    apart, reach = seen.apart(square), RANGES[artillery.gun_class(gun)]
    total = FACING * seen.ahead(square, gun.place.facing)
    total -= OUT_OF_PLACE * min(max(apart - reach, CLOSE - apart, 0), FAR_OUT)
    return total + AIMED * any(artillery.refuse_bombard(state, gun, target) is None for target in seen.enemies)


def flanks_open(state: State, side: Side) -> float:
    """The cost of enemies next to a Unit but not ahead of it. It is at most half of the Unit's value."""
    here, board = field(state), grid(state)
    enemies, total = here.held[state.foe(side)], 0.0
    for square in here.held[side] & here.near(state.foe(side)):
        for unit in units_at(state, square):
            assert unit.place is not None
            front = board.ahead(square, unit.place.facing)
            beset = sum([n in enemies and n != front for n in board.beside[square]])
            total += min(FLANKED * beset, (unit.tallies[Tally.SP] + ALIVE) / 2)
    return total


class Outlook:
    """The value of enemies in certain squares as seen from every square. It is kept, because enemies move seldom."""

    def __init__(self, board: SquareGrid, enemies: frozenset[Square]) -> None:
        self.board, self.enemies = board, enemies
        self._regards: dict[tuple[Square, int, bool], float] = {}
        self._aheads: dict[tuple[Square, int], float] = {}

    def regard(self, square: Square, facing: int, sheltered: bool) -> float:
        """The sum over all enemies. Near ones count more, also those ahead, and close ones from shelter."""
        key = square, facing, sheltered
        if key not in self._regards:
            self._regards[key] = fsum([self._of(enemy, *key) for enemy in self.enemies])
        return self._regards[key]

    def _of(self, enemy: Square, square: Square, facing: int, sheltered: bool) -> float:
        apart = self.board.squares_apart(square, enemy)
        seen = 1.0 if self.board.in_arc(square, facing, enemy) else BLIND
        return seen * (COVERED if sheltered and apart <= CLOSE else 1.0) / (apart + 1)

    def ahead(self, square: Square, facing: int) -> float:
        """The share of the enemy that is ahead. Near ones count more."""
        key = square, facing
        if key not in self._aheads:
            weights = {enemy: 1 / (self.board.squares_apart(square, enemy) + 1) for enemy in self.enemies}
            front = [weight for e, weight in weights.items() if self.board.in_arc(square, facing, e)]
            self._aheads[key] = fsum(front) / fsum(weights.values()) if weights else 1.0
        return self._aheads[key]

    def apart(self, square: Square) -> int:
        return nearest(self.board.files, self.board.ranks, self.enemies)[square][0]


@lru_cache(maxsize=1024)
def outlook(files: int, ranks: int, enemies: frozenset[Square]) -> Outlook:
    return Outlook(SquareGrid(files, ranks, (), ()), enemies)


@lru_cache(maxsize=4096)
def nearest(files: int, ranks: int, squares: frozenset[Square]) -> tuple[tuple[int, Square], ...]:
    """For every square of a board the distance of the nearest of these squares, and that square."""
    board = SquareGrid(files, ranks, (), ())
    found = {square: (0, square) for square in sorted(squares)}
    front = list(found)
    for square in front:
        apart, source = found[square]
        for n in board.beside[square]:
            if n not in found:
                found[n] = (apart + 1, source)
                front.append(n)
    return tuple(found[square] for square in range(files * ranks))


# ---- the parts, in words


MOTIVES = (
    OUTCOME,
    Motive("It wears the enemy down", "The enemy recovers", strength, ours=0, theirs=-1),
    Motive("It keeps our strength", "It may cost us strength", strength),
    Motive("It takes or guards an objective", "It leaves an objective", goals_near, theirs=-1),
    Motive("It takes the enemy in flank or rear", "The enemy gets out of a trap", flanks_open, ours=0, theirs=1),
    Motive("It covers a flank", "It opens a flank to the enemy", flanks_open, ours=-1),
    Motive("The guns have a good target", "The guns have no good target", promised, theirs=-1),
    Motive("It brings the Unit to a better place", "It takes the Unit to a worse place", placing),
)
