"""The cost of a hit: the die, the loss, the protection of tanks, and the retreat instead of a loss."""

from collections.abc import Iterator

from msgspec import Struct

from sandtable.board.grid import Square
from sandtable.book.charts import Grid
from sandtable.kernel.decision import Option, Refusal
from sandtable.kernel.dice import Reading, at_least
from sandtable.kernel.events import Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.portable_wargame.book import BOOK, D6, QUALITIES
from sandtable.rules.portable_wargame.commands import Retreat, Stand
from sandtable.rules.portable_wargame.events import StrengthLost
from sandtable.rules.portable_wargame.field import field, grid, kind, square_of, strength
from sandtable.rules.portable_wargame.stacking import DEEP_RIVER, refuse_river

HITS = Grid(BOOK.table("hits"), reads=lambda cell: int(str(cell).split("-")[1]))
PROOF_TANKS = "small-arms-proof-tanks"
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


# ---- the loss


def to_reach(need: Reckoning, adds: tuple[Term, ...] = ()) -> Reading:
    """A die that must reach the need with its modifiers."""
    return at_least(need.total - sum(term.value for term in adds), D6)


def read_quality(quality: str) -> tuple[Reading, Reckoning]:
    """A die is worth 1 if the Unit must lose a Strength Point, 0 if it may retreat instead."""
    worst = HITS.figure(quality) or 0
    reading = Reading(
        tuple(int(face <= worst) for face in range(1, 7)), "{} or less loses 1 SP, more may retreat instead"
    )
    return reading, Reckoning(BOOK.term(worst, quality, "pw.units.quality"))


HIT_DICE = {quality: read_quality(quality) for quality in QUALITIES}


def quality(unit: Unit) -> str:
    return next(name for name in QUALITIES if name in unit.traits)


def hit_die(play: Play, words: str, unit: Unit) -> int:
    reading, need = HIT_DICE[quality(unit)]
    return play.roll(Throw("hit", words, unit.id, dreaded=True), reading, need=need)


def protected(state: State, hit: Hit) -> bool:
    return hit.small_arms and kind(state.units[hit.unit]).tank


def cannot_lose(state: State, hit: Hit) -> bool:
    """Small arms cost a protected Tank Unit nothing, and never its last Strength Point."""
    return protected(state, hit) and (PROOF_TANKS in state.variants or strength(state.units[hit.unit]) == 1)


def lose_point(play: Play, hit: Hit) -> None:
    if not protected(play.state, hit):
        lose(play, hit.unit)
    elif PROOF_TANKS in play.state.variants:
        spared = Noted(f"{hit.unit} loses nothing: it is safe from small arms", about=(hit.unit,))
        play.emit(spared, Clause("pw.fire.small-arms-proof-tanks"))
    else:
        scratch(play, hit.unit)


@rule("pw.units.record-losses")
def lose(play: Play, unit: UnitId, points: int = 1, clause: Clause | None = None) -> None:
    play.emit(StrengthLost(unit, points, strength(play.state.units[unit]) - points), clause)


@rule("pw.fire.small-arms-hit-on-tank")
def scratch(play: Play, unit: UnitId) -> None:
    """Small arms never cost a Tank Unit its last Strength Point."""
    if strength(play.state.units[unit]) > 1:
        lose(play, unit, clause=play.clause)
    else:
        spared = Noted(f"{unit} loses nothing: small arms cannot destroy it", about=(unit,))
        play.emit(spared, Clause("pw.fire.small-arms-cannot-destroy-tanks"))
