"""Where a Unit that is hit may retreat to."""

from collections.abc import Iterator

from msgspec import Struct

from sandtable.board.grid import Square
from sandtable.kernel.decision import Option, Refusal
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.portable_wargame.commands import Retreat, Stand
from sandtable.rules.portable_wargame.field import field, grid, square_of
from sandtable.rules.portable_wargame.stacking import DEEP_RIVER, refuse_river

MUST_GO = Refusal(Clause("pw.hits.stand-or-retreat"), "it cannot lose a Strength Point, so it must retreat")
ONLY_BACK = Refusal(Clause("pw.hits.retreat-square"), "it can leave a minefield only by the way it came")


class Hit(Struct, frozen=True, gc=False):
    """A hit on a Unit, and its conditions."""

    unit: UnitId
    origin: Square | None = None  # the enemy's square; None: no direction limits the retreat
    small_arms: bool = False  # they cannot destroy Tank Units
    only_back: bool = False  # a mine: the Unit may retreat only to `origin`


def ways_out(view: State, hit: Hit, *, must_retreat: bool = False) -> Iterator[Option]:
    board, unit = grid(view), view.units[hit.unit]
    squares = [square for square, refusal in around(view, hit) if refusal is None]
    for square in squares:
        yield Option(Retreat(unit.id, board.place(square)), Clause("pw.definitions.retreat"))
    if not squares or not must_retreat:
        yield Option(Stand(unit.id), Clause("pw.hits.stand-or-retreat"))


def no_ways_out(view: State, hit: Hit, *, must_retreat: bool = False) -> Iterator[Option]:
    board, unit = grid(view), view.units[hit.unit]
    if must_retreat and not why_no_retreat(view, hit):
        yield Option(Stand(unit.id), MUST_GO.clause, refusal=MUST_GO)
    for square, refusal in around(view, hit):
        if refusal:
            yield Option(Retreat(unit.id, board.place(square)), refusal.clause, refusal=refusal)


def why_no_retreat(state: State, hit: Hit) -> str:
    """Why every square next to a Unit is closed to it; empty if one is open."""
    bars: dict[str, list[str]] = {}
    for square, refusal in around(state, hit):
        if refusal is None:
            return ""
        bars.setdefault(refusal.why, []).append(grid(state).names[square])
    return "; ".join(f"{', '.join(squares)}: {why}" for why, squares in bars.items())


def around(state: State, hit: Hit) -> list[tuple[Square, Refusal | None]]:
    """The squares next to a Unit, and why it may not retreat to them."""
    unit = state.units[hit.unit]
    return [(s, refuse_retreat(state, unit, s, hit)) for s in grid(state).beside[square_of(state, unit)]]


def refuse_retreat(state: State, unit: Unit, square: Square, hit: Hit) -> Refusal | None:
    """The square must be empty, passable, not next to an enemy, and not nearer to the source of the hit."""
    board, ground = grid(state), field(state)
    if square in ground.at:
        return Refusal(Clause("pw.hits.retreat-square"), "the square is not empty")
    if square in ground.near(state.foe(unit.side)):
        return Refusal(Clause("pw.definitions.retreat"), "an enemy Unit is next to it")
    if refuse_river(board, square):
        return DEEP_RIVER
    if hit.only_back:
        return None if square == hit.origin else ONLY_BACK
    here = square_of(state, unit)
    if hit.origin is not None and board.squares_apart(square, hit.origin) < board.squares_apart(here, hit.origin):
        return Refusal(Clause("pw.hits.retreat-square"), "the square is nearer to the enemy who caused the hit")
    return None


def refuges(view: State, hit: Hit) -> list[Option]:
    ways = [option for option in ways_out(view, hit) if isinstance(option.command, Retreat)]
    return ways or [Option(Stand(hit.unit), Clause("pw.transport.destroyed"))]
