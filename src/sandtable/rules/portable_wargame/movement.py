"""Movement: the choice of a way, the move along it, and what stops it."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from sandtable.board.grid import FACINGS, Square, Squares
from sandtable.board.place import EDGES
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Removed, Spent, Tallied
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.portable_wargame.book import MINES, RIVER, ROAD, TRENCH, WIRE, WOOD
from sandtable.rules.portable_wargame.commands import Face, Leave, Move, Stay, Step
from sandtable.rules.portable_wargame.entering import arrive, drop_work
from sandtable.rules.portable_wargame.events import Turned
from sandtable.rules.portable_wargame.field import field, grid, kind, on_board, passenger, square_of
from sandtable.rules.portable_wargame.hits import meet_hazards
from sandtable.rules.portable_wargame.routes import Leg, Routes, routes
from sandtable.rules.portable_wargame.scenario import battle
from sandtable.rules.portable_wargame.stacking import in_river, refuse_beside_tank, refuse_river, refuse_stack
from sandtable.rules.portable_wargame.victory import check_departure
from sandtable.rules.portable_wargame.words import Did, Tally

GUN_FIRED = Refusal(Clause("pw.artillery.no-move-after-firing"), "it has fired and is not Self-propelled")
ALLOWANCE, ORDER = Clause("pw.move.allowance"), Clause("pw.turn.activation-order")
TURNING, MOVED = Clause("pw.move.turning"), Clause("pw.move.moved-meaning")
AWAY = Refusal(Clause("pw.move.withdraw"), "it withdraws from an enemy that faces it, and another faces that square")
NOT_ROUND = Refusal(Clause("pw.move.withdraw-not-round"), "the square is next to the enemy from which it withdraws")
FACES_SO = Refusal(Clause("pw.move.turn-in-place"), "it already faces that way")
NO_NEARER = Refusal(Clause("pw.exhaustion.aggressive-action"), "an exhausted side goes no nearer to the enemy")
ENTERS = "enters "
Going = Move | Step | Leave  # orders to move
BRIDGED = {WOOD, RIVER}  # ground that a road leads through or over


def entries(state: State, unit: Unit) -> tuple[Square, ...]:
    """The squares where a reinforcement may enter."""
    return tuple(map(grid(state).named, entry_names(unit.traits)))


@lru_cache(maxsize=1024)
def entry_names(traits: frozenset[str]) -> tuple[str, ...]:
    return tuple(trait.removeprefix(ENTERS) for trait in sorted(traits) if ENTERS in trait)


def refuse_move(unit: Unit) -> Refusal | None:
    """A gun that has fired neither moves nor turns."""
    return GUN_FIRED if unit.kind == "Artillery" and Did.FIRED in unit.spent else None


# ---- options


def moves(view: State, unit: Unit, leg: Leg) -> Iterator[Option]:
    """The rest of a move: to a place, by single steps if the way matters, off the board, or no further."""
    if refuse_move(unit) is None:
        ways = routes(view, unit, leg, entries(view, unit) if leg.square is None else ())
        if (leg.square is None or ways.turns) or ways.squares:
            yield Option(Move(unit.id), ALLOWANCE, ways)
        steps = [s for s in ways.next_squares() if not ways.stops_at(s)] if ways.way_matters else []
        if steps:
            here = Squares(tuple(grid(view).place(square) for square in steps))
            yield Option(Step(unit.id), Clause("pw.move.orthogonal"), here)
        if exit_square(view, unit, ways) is not None:
            yield Option(Leave(unit.id), Clause("pw.move.board-edge"))
        if leg.used:
            yield from halts(unit, leg, ways)
    if leg.square is not None and not leg.used and refuse_stack(view, unit, leg.square) is None:
        yield Option(Stay(unit.id), ORDER)


def halts(unit: Unit, leg: Leg, ways: Routes) -> Iterator[Option]:
    """End the move in the present square with any facing."""
    assert leg.square is not None and unit.place is not None
    if ways.may_end(leg.square):
        yield Option(Stay(unit.id), ORDER)
        for facing in FACINGS:
            if facing != unit.place.facing:
                yield Option(Face(unit.id, facing), TURNING)


def exit_square(view: State, unit: Unit, ways: Routes) -> Square | None:
    edge = battle(view).army(unit.side).exit
    return ways.way_off(EDGES[edge]) if edge else None


def why_not_move(view: State, command: Command, active: UnitId, leg: Leg) -> Refusal | None:
    """Why the Unit cannot reach the place."""
    if not isinstance(command, Move | Step) or command.to is None or command.unit != active:
        return None
    unit, board = view.units[active], grid(view)
    if refusal := refuse_move(unit):
        return refusal
    if not board.has(command.to):
        return Refusal(Clause("pw.move.board-edge"), "the place must be a square of the board with a facing to an edge")
    ways = routes(view, unit, leg, entries(view, unit) if leg.square is None else ())
    return why_not_there(view, unit, board.square(command.to), ways)


def why_not_there(view: State, unit: Unit, square: Square, ways: Routes) -> Refusal:
    if refusal := refuse_stack(view, unit, square):
        return refusal
    if refusal := refuse_river(ways.board, square):
        return refusal
    if square == ways.leg.square:
        return refuse_beside_tank(view, unit) or FACES_SO
    if square in ways.squares:
        return Refusal(Clause("pw.move.stop-adjacent"), "it must face one of the enemies next to it")
    if square in ways.shunned:
        facing_it = [s for s, front in field(view).fronts[view.foe(unit.side)] if front == ways.leg.origin]
        return NOT_ROUND if any(square in ways.board.beside[s] for s in facing_it) else AWAY
    if ways.exhausted and nearer(view, unit, square, ways.leg.origin):
        return NO_NEARER
    return slowed(ways) or Refusal(ALLOWANCE, f"the square is more than {ways.allowance} squares away by any open way")


def nearer(view: State, unit: Unit, square: Square, origin: Square | None) -> bool:
    """Whether a move to the square brings it nearer to the nearest enemy, or next to one."""
    apart, enemies = grid(view).squares_apart, field(view).held[view.foe(unit.side)]
    start = square if origin is None else origin
    there, here = (min((apart(s, enemy) for enemy in enemies), default=0) for s in (square, start))
    return there < here or there == 1


def slowed(ways: Routes) -> Refusal | None:
    """The refusal if the ground at its start slows it down."""
    here = ways.leg.square
    if here is None or ways.leg.used:
        return None
    ground = ways.board.grounds[here]
    if TRENCH in ground:
        return Refusal(Clause("pw.terrain.trenches-cross"), "out of a trench it moves 1 square")
    if in_river(ways.board, here):
        return Refusal(Clause("pw.terrain.rivers-ford"), "out of a ford it moves 1 square")
    if WOOD in ground:
        return Refusal(Clause("pw.terrain.woods-rate"), "in a wood it moves 1 square, except by road")
    return None


# ---- the move


def march(play: Play, unit_id: UnitId, command: Command, leg: Leg) -> Leg | None:
    """Carry out an order to move and the orders that follow; None if that ends the activation."""
    while isinstance(command, Going):
        going = carry_out(play, unit_id, command, leg)
        if going is None or going[1]:
            return going and going[0]
        leg = going[0]
        command = go_on(play, unit_id, leg)
    if isinstance(command, Face):
        play.emit(Turned(unit_id, command.facing), TURNING)
    return leg


@rule("pw.terrain.minefields-timing")
def go_on(play: Play, unit_id: UnitId, leg: Leg) -> Command:
    """A Unit that was hit and did not retreat may go on by any way, or stop."""
    return play.ask(
        play.state.units[unit_id].side,
        Topic("go-on", f"{unit_id}: how does the move go on?", (unit_id,)),
        lambda view: moves(view, view.units[unit_id], leg),
        why_not=lambda view, command: why_not_move(view, command, unit_id, leg),
    )


def carry_out(play: Play, unit_id: UnitId, command: Going, leg: Leg) -> tuple[Leg, bool] | None:
    """One order. Returns the leg so far and whether the move is over; None if the Unit is gone or has retreated."""
    unit = play.state.units[unit_id]
    ways = routes(play.state, unit, leg, entries(play.state, unit) if leg.square is None else ())
    if Did.MOVED not in unit.spent:
        play.emit(Spent(unit_id, Did.MOVED), MOVED)
    if isinstance(command, Leave):
        return leave(play, unit, ways)
    assert command.to is not None
    end = ways.board.square(command.to)
    if end == leg.square:
        play.emit(Turned(unit_id, command.to.facing), FACES_SO.clause)
        return leg, True
    facing = command.to.facing if isinstance(command, Move) else None
    reached = follow(play, unit, ways, end, facing)
    if reached is None:
        return None
    stopped = ways.stops_at(end) if reached.square == end and facing is None else reached.square == end
    return reached, stopped


@rule("pw.move.board-edge")
def leave(play: Play, unit: Unit, ways: Routes) -> tuple[Leg, bool] | None:
    """Leave over an exit edge with its passenger. Their Strength Points are not lost."""
    square = exit_square(play.state, unit, ways)
    assert square is not None
    reached = ways.leg if square == ways.leg.square else follow(play, unit, ways, square, None)
    if reached is None or reached.square != square:
        return (reached, False) if reached else None  # hit on the way: the owner chooses the rest of the move again
    gone = passenger(play.state, unit)
    for one in (unit, gone) if gone else (unit,):
        drop_work(play, one.id)
        play.emit(Removed(one.id, "off the board"))
    check_departure(play, unit.side)
    return None


def follow(play: Play, unit: Unit, ways: Routes, end: Square, facing: int | None) -> Leg | None:
    """Enter square after square, and halt after a hit by mines or gas. None if the Unit is gone or has retreated."""
    before, leg = ways.leg.square, ways.leg
    passed: list[str] = []
    for square in ways.way(end):
        leg = leg_on(ways, leg, square)
        if square == end or notable(play.state, square):
            heading = facing if square == end and facing is not None else heading_for(ways, before, square)
            enter(play, unit.id, ways, leg, heading, tuple(passed))
            harmed = dangerous(play.state, square)
            meet_hazards(play, square, before, [unit.id])
            if not is_in(play.state, unit.id, square):
                return None
            if harmed and square != end:
                return leg
            passed = []
        else:
            passed.append(ways.board.names[square])
        before = square
    return leg


def leg_on(ways: Routes, leg: Leg, square: Square) -> Leg:
    road = ROAD in ways.board.grounds[square]
    origin = leg.origin if leg.origin is not None else square
    return Leg(square, origin, leg.used + 1, leg.by_road and road)


def heading_for(ways: Routes, before: Square | None, square: Square) -> int:
    """The facing of a step. A Unit that enters the board faces away from its own edge."""
    if before is None:
        return (EDGES[battle(ways.state).army(ways.unit.side).edge] + 180) % 360
    return ways.board.facing_to(before, square)


def enter(play: Play, unit_id: UnitId, ways: Routes, leg: Leg, facing: int, passed: tuple[str, ...]) -> None:
    assert leg.square is not None
    coming_on = play.state.units[unit_id].place is None
    how, clause = ("comes on at", "pw.setup.reinforcements") if coming_on else ("moves to", governs(ways, leg))
    arrive(play, unit_id, ways.board.place(leg.square, facing), how, passed, clause)
    if coming_on:
        play.emit(Tallied(unit_id, Tally.ARRIVES, 0))


def governs(ways: Routes, leg: Leg) -> str:
    """The clause that says most about a move to this square."""
    assert leg.square is not None
    square, ground = leg.square, ways.board.grounds[leg.square]
    return next(clause for clause, holds in GOVERNING.items() if holds(ways, leg, square, ground))


Holds = Callable[[Routes, Leg, Square, frozenset[str]], bool]
GOVERNING: Mapping[str, Holds] = {
    "pw.move.withdraw-not-round": lambda ways, leg, square, ground: bool(ways.shunned and ways.toward_enemies(square)),
    "pw.move.withdraw": lambda ways, leg, square, ground: bool(ways.shunned),
    "pw.move.stop-adjacent": lambda ways, leg, square, ground: bool(ways.toward_enemies(square)),
    "pw.exhaustion.effect": lambda ways, leg, square, ground: ways.exhausted,
    "pw.terrain.wire-move": lambda ways, leg, square, ground: WIRE in ground,
    "pw.terrain.trenches-cross": lambda ways, leg, square, ground: TRENCH in ground or TRENCH in ways.ground_left,
    "pw.terrain.rivers-ford": lambda ways, leg, square, ground: ways.fords(square),
    "pw.terrain.roads": lambda ways, leg, square, ground: leg.by_road and leg.used > ways.allowance,
    "pw.terrain.roads-whole-move": lambda ways, leg, square, ground: leg.by_road and not ground.isdisjoint(BRIDGED),
    "pw.terrain.woods-stop": lambda ways, leg, square, ground: WOOD in ground,
    "pw.terrain.woods-rate": lambda ways, leg, square, ground: WOOD in ways.ground_left,
    "pw.transport.towing-speed": lambda ways, leg, square, ground: ways.tows,
    "pw.tank-riders.freedom": lambda ways, leg, square, ground: kind(ways.unit).tank and ways.rider is not None,
    "pw.move.fire-penalty": lambda ways, leg, square, ground: Did.FIRED in ways.unit.spent,
    "pw.move.pass-through-friends": lambda ways, leg, square, ground: ways.passes_friends(square),
    "pw.move.stack-limit": lambda ways, leg, square, ground: square in field(ways.state).at,
    "pw.cyclists.unit": lambda ways, leg, square, ground: ways.unit.kind == "Cyclists",
    "pw.move.turning": lambda ways, leg, square, ground: leg.used > 1,
    "pw.move.allowance": lambda ways, leg, square, ground: True,
}


def notable(state: State, square: Square) -> bool:
    """Whether something in the square concerns a Unit that only passes through."""
    return dangerous(state, square) or square in field(state).objectives


def dangerous(state: State, square: Square) -> bool:
    return MINES in grid(state).grounds[square] or square in field(state).clouds


def is_in(state: State, unit_id: UnitId, square: Square) -> bool:
    unit = state.units[unit_id]
    return on_board(unit) and square_of(state, unit) == square
