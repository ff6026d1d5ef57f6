"""Resolving hits: losses and retreats, and what waits in the square a Unit comes to."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.grid import Square
from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Refusal
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Carried, Discarded, Held, Noted, Removed, Unmarked
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.portable_wargame.book import BOOK, MINES, QUALITIES
from sandtable.rules.portable_wargame.commands import LeaveBehind, Resolve, Retreat, Stand, TakeAlong
from sandtable.rules.portable_wargame.events import Put, StrengthLost, Went
from sandtable.rules.portable_wargame.field import field, grid, kind, on_board, passenger, square_of, strength
from sandtable.rules.portable_wargame.stacking import DEEP_RIVER, refuse_river
from sandtable.rules.portable_wargame.words import Mark

PROOF_TANKS = "small-arms-proof-tanks"
ONLY_BACK = Refusal(Clause("pw.hits.retreat-square"), "out of a minefield the only way is back")


class Hit(Struct, frozen=True, gc=False):
    """A hit on a Unit, and what decides how it may be borne."""

    unit: UnitId
    origin: Square | None = None  # the enemy's square; None: no direction limits the retreat
    small_arms: bool = False  # cannot destroy Tank Units
    only_back: bool = False  # a mine: the only way is back to `origin`


def read_quality(quality: str) -> tuple[Reading, Reckoning]:
    """A die is worth 1 when the Unit loses a Strength Point outright, 0 when it may retreat instead."""
    worst = int(str(BOOK.tables["pw.table.hits"].row(quality)[0]).split("-")[1])
    reading = Reading(tuple(int(face <= worst) for face in range(1, 7)), "or less loses 1 SP, more may retreat")
    return reading, Reckoning(BOOK.term(worst, quality, "pw.units.quality"))


HIT_DICE = {quality: read_quality(quality) for quality in QUALITIES}


def quality(unit: Unit) -> str:
    return next(name for name in QUALITIES if name in unit.traits)


# ---- several hits


@rule("pw.hits.each-separately")
def take_hits(play: Play, hits: Sequence[Hit]) -> None:
    """Each hit separately and completely; of several Units their owner says which is first."""
    for side in play.state.sides:
        waiting = [hit for hit in hits if play.state.units[hit.unit].side == side]
        while waiting:
            first = next_to_resolve(play, side, waiting)
            for hit in waiting:
                if hit.unit == first:
                    resolve(play, hit)
            waiting = [hit for hit in waiting if hit.unit != first and on_board(play.state.units[hit.unit])]


def next_to_resolve(play: Play, side: Side, waiting: Sequence[Hit]) -> UnitId:
    units = sorted({hit.unit for hit in waiting})
    if len(units) == 1:
        return units[0]
    clause = Clause("pw.hits.each-separately")
    order = play.ask(side, "Which Unit resolves its hits first?", lambda _: [Option(Resolve(u), clause) for u in units])
    assert isinstance(order, Resolve)
    return order.unit


def resolve(play: Play, hit: Hit) -> None:
    """One hit, borne by the Unit and by whoever is aboard it; then what waits where it has fallen back to."""
    unit = play.state.units[hit.unit]
    if not on_board(unit):
        return  # pw.fire.several-hits: hits on a Unit already destroyed are ignored
    rider, start = passenger(play.state, unit), square_of(play.state, unit)
    suffer(play, hit)
    end = square_of(play.state, play.state.units[unit.id])
    if rider is not None:
        shared_fate(play, hit, rider, carrier_retreated=end != start)
    if strength(play.state.units[unit.id]) == 0:
        destroy(play, hit)
    if end != start:
        meet_hazards(play, end, start, field(play.state).at[end])  # it was empty: whoever is there has just come


# ---- one Unit


@rule("pw.hits.roll")
def suffer(play: Play, hit: Hit) -> None:
    """One unmodified die: the Unit loses a Strength Point, or may retreat instead."""
    unit = play.state.units[hit.unit]
    if hit_die(play, f"{unit.id} is hit", unit):
        lose_point(play, hit)
    else:
        retreat_or_lose(play, hit)


def hit_die(play: Play, purpose: str, unit: Unit) -> int:
    reading, need = HIT_DICE[quality(unit)]
    return play.roll(purpose, reading, need=need)


def protected(state: State, hit: Hit) -> bool:
    return hit.small_arms and kind(state.units[hit.unit]).tank


def lose_point(play: Play, hit: Hit) -> None:
    if not protected(play.state, hit):
        lose(play, hit.unit)
    elif PROOF_TANKS in play.state.variants:
        shrug_off(play, hit.unit)
    else:
        scratch(play, hit.unit)


@rule("pw.units.record-losses")
def lose(play: Play, unit: UnitId, points: int = 1, clause: Clause | None = None) -> None:
    play.emit(StrengthLost(unit, points, strength(play.state.units[unit]) - points), clause)


@rule("pw.fire.small-arms-hit-on-tank")
def scratch(play: Play, unit: UnitId) -> None:
    """Small arms never take a Tank Unit's last Strength Point."""
    if strength(play.state.units[unit]) > 1:
        lose(play, unit, clause=play.clause)
    else:
        spare(play, unit)


@rule("pw.fire.small-arms-cannot-destroy-tanks")
def spare(play: Play, unit: UnitId) -> None:
    play.emit(Noted(f"{unit} cannot be destroyed by small arms: no loss"))


@rule("pw.fire.small-arms-proof-tanks")
def shrug_off(play: Play, unit: UnitId) -> None:
    play.emit(Noted(f"{unit} is proof against small arms: no loss"))


@rule("pw.units.destroyed")
def destroy(play: Play, hit: Hit) -> None:
    """At no Strength Points it is taken off; a Tank Unit's riders die with it, others are left behind."""
    wreck = play.state.units[hit.unit]
    rider = passenger(play.state, wreck)
    drop_work(play, wreck.id)
    play.emit(Removed(wreck.id, "destroyed"))
    if rider is not None and wreck.place is not None:
        if kind(wreck).tank:
            die_with_tank(play, rider)
        else:
            left_behind(play, replace(hit, unit=rider.id), wreck.place)


@rule("pw.tank-riders.destroyed")
def die_with_tank(play: Play, rider: Unit) -> None:
    if left := strength(play.state.units[rider.id]):
        lose(play, rider.id, left)
    play.emit(Removed(rider.id, "destroyed"))


# ---- retreat


@rule("pw.hits.stand-or-retreat")
def retreat_or_lose(play: Play, hit: Hit) -> None:
    """The owner chooses a square to fall back to, or the loss."""
    unit = play.state.units[hit.unit]
    must = protected(play.state, hit) and PROOF_TANKS in play.state.variants
    answer = play.ask(
        unit.side,
        f"{unit.id} is hit: retreat or lose 1 SP?",
        lambda view: ways_out(view, hit, must_retreat=must),
        lambda view: no_ways_out(view, hit),
    )
    if isinstance(answer, Retreat):
        retreat(play, hit.unit, grid(play.state).square(answer.at))
    else:
        lose_point(play, hit)


def ways_out(view: State, hit: Hit, *, must_retreat: bool = False) -> Iterator[Option]:
    board, unit = grid(view), view.units[hit.unit]
    squares = [s for s in board.beside[square_of(view, unit)] if refuse_retreat(view, unit, s, hit) is None]
    for square in squares:
        yield Option(Retreat(unit.id, board.place(square)), Clause("pw.definitions.retreat"))
    if not squares or not must_retreat:
        yield Option(Stand(unit.id), Clause("pw.hits.stand-or-retreat"))


def no_ways_out(view: State, hit: Hit) -> Iterator[Option]:
    board, unit = grid(view), view.units[hit.unit]
    for square in board.beside[square_of(view, unit)]:
        if refusal := refuse_retreat(view, unit, square, hit):
            yield Option(Retreat(unit.id, board.place(square)), refusal.clause, refusal=refusal)


def refuse_retreat(state: State, unit: Unit, square: Square, hit: Hit) -> Refusal | None:
    """Empty, passable, not next to an enemy, and no nearer to where the hit came from."""
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
        return Refusal(Clause("pw.hits.retreat-square"), "it is nearer to the enemy who caused the hit")
    return None


@rule("pw.hits.retreat-effects")
def retreat(play: Play, unit_id: UnitId, square: Square) -> None:
    """Keeps its facing; is not a move. Friends that share squares may come along."""
    unit = play.state.units[unit_id]
    start = square_of(play.state, unit)
    companions = [i for i in field(play.state).at[start] if i != unit_id and kind(play.state.units[i]).sharing]
    arrive(play, unit_id, stepped(play.state, unit, square), "retreats to")
    if kind(unit).combat:
        for friend in companions:
            bring_along(play, friend, square)


@rule("pw.hits.companions")
def bring_along(play: Play, friend: UnitId, square: Square) -> None:
    clause = Clause("pw.hits.companions")
    choice = play.ask(
        play.state.units[friend].side,
        f"Does {friend} go along?",
        lambda _: [Option(TakeAlong(friend), clause), Option(LeaveBehind(friend), clause)],
    )
    if isinstance(choice, TakeAlong):
        arrive(play, friend, stepped(play.state, play.state.units[friend], square), "retreats to")


# ---- coming into a square


def arrive(play: Play, unit_id: UnitId, to: Place, how: str, by: tuple[str, ...] = (), clause: str = "") -> None:
    """However a Unit comes into a square: what it was doing is given up, and an objective there is its side's."""
    unit = play.state.units[unit_id]
    drop_work(play, unit_id)
    play.emit(Went(unit_id, to, how, by), Clause(clause) if clause else None)
    take_objective(play, unit.side, grid(play.state).square(to))


def stepped(state: State, unit: Unit, square: Square) -> Place:
    """In another square with the same facing."""
    assert unit.place is not None
    return grid(state).place(square, unit.place.facing)


def drop_work(play: Play, unit_id: UnitId) -> None:
    """Leaving the square abandons loading, wire and minefield work: pw.hits.retreat-effects, pw.engineers.work."""
    unit, here = play.state.units[unit_id], field(play.state)
    for mark in sorted(unit.marks & {Mark.LAYING_WIRE, Mark.CLEARING_WIRE}):
        play.emit(Unmarked(unit_id, mark))
    if unit_id in here.works:
        play.emit(Discarded(here.works[unit_id]))
    for other in (unit_id, here.boarding.get(unit_id), here.aboard.get(unit_id)):
        if other is not None:
            abandon_loading(play, play.state.units[other])


def abandon_loading(play: Play, passenger: Unit) -> None:
    if Mark.LOADING in passenger.marks:
        play.emit(Unmarked(passenger.id, Mark.LOADING))
        play.emit(Carried(passenger.id, None))
    if Mark.UNLOADING in passenger.marks:
        play.emit(Unmarked(passenger.id, Mark.UNLOADING))


@rule("pw.victory.objectives")
def take_objective(play: Play, side: Side, square: Square) -> None:
    objective = field(play.state).objectives.get(square)
    if objective is not None and play.state.units[objective].side != side:
        play.emit(Held(objective, side))


def meet_hazards(play: Play, square: Square, came_from: Square | None, units: Sequence[UnitId]) -> None:
    """Mines and gas hit whoever has just come into the square."""
    mined = MINES in grid(play.state).grounds[square]
    clouds = len(field(play.state).clouds.get(square, ()))
    if mined:
        set_off_mines(play, [Hit(i, came_from, only_back=True) for i in units])
    for _ in range(clouds):
        still = [i for i in units if on_board(play.state.units[i])]
        hits = [Hit(i) for i in still if square_of(play.state, play.state.units[i]) == square]
        breathe_gas(play, hits, Clause("pw.gas.when-hit"))


@rule("pw.terrain.minefields")
def set_off_mines(play: Play, hits: Sequence[Hit]) -> None:
    for hit in hits:
        play.emit(Noted(f"{hit.unit} sets off mines"))
    take_hits(play, hits)


@rule("pw.gas.hit")
def breathe_gas(play: Play, hits: Sequence[Hit], clause: Clause | None = None) -> None:
    for hit in hits:
        play.emit(Noted(f"{hit.unit} is caught in gas"), clause)
    take_hits(play, hits)


# ---- whoever is aboard


def shared_fate(play: Play, hit: Hit, rider: Unit, *, carrier_retreated: bool) -> None:
    """A hit on what carries it is a hit on it: Transport and tank riders alike."""
    carrier = play.state.units[hit.unit]
    if kind(carrier).tank:
        if strength(carrier) > 0:
            hit_rider(play, rider, carrier_retreated=carrier_retreated)
    else:
        hit_passenger(play, rider, carrier_retreated=carrier_retreated)


@rule("pw.tank-riders.hit")
def hit_rider(play: Play, rider: Unit, *, carrier_retreated: bool) -> None:
    bear_aboard(play, rider, carrier_retreated=carrier_retreated)


@rule("pw.transport.hit")
def hit_passenger(play: Play, rider: Unit, *, carrier_retreated: bool) -> None:
    bear_aboard(play, rider, carrier_retreated=carrier_retreated)


def bear_aboard(play: Play, rider: Unit, *, carrier_retreated: bool) -> None:
    if hit_die(play, f"{rider.id}, aboard, is hit", rider):
        lose(play, rider.id)
    else:
        carried_off(play, rider, carrier_retreated=carrier_retreated)
    if strength(play.state.units[rider.id]) == 0:
        destroy(play, Hit(rider.id))


@rule("pw.transport.passenger-retreat")
def carried_off(play: Play, rider: Unit, *, carrier_retreated: bool) -> None:
    """Going back with its carrier satisfies the result; if that stays, the rider loses a Strength Point."""
    if carrier_retreated:
        play.emit(Noted(f"{rider.id} is carried off and loses nothing"))
    else:
        lose(play, rider.id)


@rule("pw.transport.destroyed")
def left_behind(play: Play, hit: Hit, wreck: Place) -> None:
    """A survivor stands where its Transport was, or next to it if another combat Unit is there."""
    unit = play.state.units[hit.unit]
    if strength(unit) == 0:
        return
    play.emit(Carried(unit.id, None))
    play.emit(Put(unit.id, wreck, "is left on"))
    others = [play.state.units[i] for i in field(play.state).at[grid(play.state).square(wreck)] if i != unit.id]
    if kind(unit).combat and any(kind(other).combat for other in others):
        step_aside(play, hit)


def step_aside(play: Play, hit: Hit) -> None:
    unit, board = play.state.units[hit.unit], grid(play.state)
    answer = play.ask(unit.side, f"Where does {unit.id} go?", lambda view: refuges(view, hit))
    if isinstance(answer, Retreat):
        square, start = board.square(answer.at), square_of(play.state, unit)
        arrive(play, unit.id, stepped(play.state, unit, square), "escapes to")
        meet_hazards(play, square, start, [unit.id])
    else:
        lose(play, unit.id, strength(unit))
        play.emit(Removed(unit.id, "destroyed, there being no room for it"))


def refuges(view: State, hit: Hit) -> list[Option]:
    ways = [option for option in ways_out(view, hit) if isinstance(option.command, Retreat)]
    return ways or [Option(Stand(hit.unit), Clause("pw.transport.destroyed"))]
