"""Resolves hits: losses, retreats, and hazards in the square that a Unit enters."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.board.grid import Square
from sandtable.board.place import Place
from sandtable.kernel.decision import Option, Topic
from sandtable.kernel.events import Carried, Noted, Removed
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, Unit, UnitId
from sandtable.rules.portable_wargame.book import MINES
from sandtable.rules.portable_wargame.commands import LeaveBehind, Resolve, Retreat, TakeAlong
from sandtable.rules.portable_wargame.entering import arrive, drop_work, stepped
from sandtable.rules.portable_wargame.events import Put
from sandtable.rules.portable_wargame.field import field, grid, kind, on_board, passenger, square_of, strength
from sandtable.rules.portable_wargame.losses import (
    Hit,
    cannot_lose,
    hit_die,
    lose,
    lose_point,
    no_ways_out,
    refuges,
    ways_out,
    why_no_retreat,
)

# ---- several hits


@rule("pw.hits.each-separately")
def take_hits(play: Play, hits: Sequence[Hit]) -> None:
    """Resolve each hit completely before the next. If several Units are hit, their owner chooses the order."""
    for side in play.state.sides:
        waiting = [hit for hit in hits if play.state.units[hit.unit].side == side]
        while waiting:
            first = next_to_resolve(play, side, waiting)
            rider = passenger(play.state, play.state.units[first])
            for hit in [hit for hit in waiting if hit.unit == first]:
                gone = not on_board(play.state.units[first])  # pw.transport.hit: its passenger takes the other hits
                play.part(resolve, replace(hit, unit=rider.id) if rider and gone else hit)
            waiting = [hit for hit in waiting if hit.unit != first and on_board(play.state.units[hit.unit])]


def next_to_resolve(play: Play, side: Side, waiting: Sequence[Hit]) -> UnitId:
    units = sorted({hit.unit for hit in waiting})
    if len(units) == 1:
        return units[0]
    clause = Clause("pw.hits.each-separately")
    order = play.ask(
        side,
        Topic("hits", "Which Unit resolves its hits first?", tuple(units), tone=-1),
        lambda _: [Option(Resolve(u), clause) for u in units],
    )
    assert isinstance(order, Resolve)
    return order.unit


def resolve(play: Play, hit: Hit) -> None:
    """One hit on a Unit and on its passenger; then the hazards of the square where it has retreated."""
    unit = play.state.units[hit.unit]
    if not on_board(unit):
        return  # pw.fire.several-hits: hits on a destroyed Unit are ignored
    rider, start = passenger(play.state, unit), square_of(play.state, unit)
    suffer(play, hit)
    end = square_of(play.state, play.state.units[unit.id])
    if rider is not None:
        shared_fate(play, hit, rider, carrier_retreated=end != start)
    if strength(play.state.units[unit.id]) == 0:
        destroy(play, hit)
    if end != start:
        meet_hazards(play, end, start, field(play.state).at[end])  # it was empty, so all Units there have just arrived


# ---- one Unit


@rule("pw.hits.roll")
def suffer(play: Play, hit: Hit) -> None:
    """Throw one unmodified die: the Unit loses a Strength Point, or may retreat instead."""
    unit = play.state.units[hit.unit]
    if hit_die(play, f"{unit.id} is hit", unit):
        lose_point(play, hit)
    else:
        retreat_or_lose(play, hit)


@rule("pw.units.destroyed")
def destroy(play: Play, hit: Hit) -> None:
    """A Unit without Strength Points is removed. Tank riders are lost with it; other passengers are left behind."""
    wreck = play.state.units[hit.unit]
    rider = passenger(play.state, wreck)
    drop_work(play, wreck.id)
    play.emit(Removed(wreck.id, "destroyed"))
    if rider is not None and wreck.place is not None:
        if kind(wreck).tank:
            if left := strength(play.state.units[rider.id]):
                lose(play, rider.id, left)
            play.emit(Removed(rider.id, "destroyed"), Clause("pw.tank-riders.destroyed"))
        else:
            left_behind(play, replace(hit, unit=rider.id), wreck.place)


# ---- retreat


@rule("pw.hits.stand-or-retreat")
def retreat_or_lose(play: Play, hit: Hit) -> None:
    """The owner chooses a retreat square or the loss. A Unit that cannot lose a point must retreat if it can."""
    unit = play.state.units[hit.unit]
    must = cannot_lose(play.state, hit)
    choice = "where does it retreat to" if must else "retreat or lose 1 SP"
    answer = play.ask(
        unit.side,
        Topic("hit", f"{unit.id} is hit: {choice}?", (unit.id,), tone=-1),
        lambda view: ways_out(view, hit, must_retreat=must),
        lambda view: no_ways_out(view, hit, must_retreat=must),
    )
    if isinstance(answer, Retreat):
        retreat(play, hit.unit, grid(play.state).square(answer.at))
        return
    if why := why_no_retreat(play.state, hit):
        play.emit(Noted(f"{unit.id} cannot retreat: {why}", about=(unit.id,)), Clause("pw.hits.retreat-square"))
    lose_point(play, hit)


@rule("pw.hits.retreat-effects")
def retreat(play: Play, unit_id: UnitId, square: Square) -> None:
    """The Unit keeps its facing. A retreat is not a move. Friends that may share its square may come along."""
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
        Topic("bring-along", f"Does {friend} go along?", (friend,)),
        lambda _: [Option(TakeAlong(friend), clause), Option(LeaveBehind(friend), clause)],
    )
    if isinstance(choice, TakeAlong):
        arrive(play, friend, stepped(play.state, play.state.units[friend], square), "retreats to")


# ---- hazards of a square


def meet_hazards(play: Play, square: Square, came_from: Square | None, units: Sequence[UnitId]) -> None:
    """Mines and gas hit the Units that have just entered the square."""
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
        play.emit(Noted(f"{hit.unit} sets off mines", about=(hit.unit,)))
    take_hits(play, hits)


@rule("pw.gas.hit")
def breathe_gas(play: Play, hits: Sequence[Hit], clause: Clause | None = None) -> None:
    for hit in hits:
        play.emit(Noted(f"{hit.unit} is caught in gas", about=(hit.unit,)), clause)
    take_hits(play, hits)


# ---- passengers


def shared_fate(play: Play, hit: Hit, rider: Unit, *, carrier_retreated: bool) -> None:
    """A hit on the carrier is a hit on its passenger, on Transport and on tanks."""
    carrier = play.state.units[hit.unit]
    if kind(carrier).tank:
        if strength(carrier) > 0:
            hit_rider(play, rider, carrier_retreated=carrier_retreated)
    else:
        hit_passenger(play, rider, carrier_retreated=carrier_retreated)


def bear_aboard(play: Play, rider: Unit, *, carrier_retreated: bool) -> None:
    if hit_die(play, f"{rider.id} is hit aboard", rider):
        lose(play, rider.id)
    else:
        carried_off(play, rider, carrier_retreated=carrier_retreated)
    if strength(play.state.units[rider.id]) == 0:
        destroy(play, Hit(rider.id))


# the same for riders on a tank and for passengers, under different clauses
hit_rider, hit_passenger = rule("pw.tank-riders.hit")(bear_aboard), rule("pw.transport.hit")(bear_aboard)


@rule("pw.transport.passenger-retreat")
def carried_off(play: Play, rider: Unit, *, carrier_retreated: bool) -> None:
    """If the carrier retreats, that counts as the rider's retreat. Otherwise the rider loses a Strength Point."""
    if carrier_retreated:
        play.emit(Noted(f"{rider.id} retreats with its carrier and loses nothing", about=(rider.id,)))
    else:
        play.emit(Noted(f"{rider.id} cannot retreat: it is aboard and its carrier stays", about=(rider.id,)))
        lose(play, rider.id)


@rule("pw.transport.destroyed")
def left_behind(play: Play, hit: Hit, wreck: Place) -> None:
    """A survivor stands in its Transport's square, or next to it if another combat Unit is there."""
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
    answer = play.ask(
        unit.side, Topic("step-aside", f"Where does {unit.id} go?", (unit.id,)), lambda view: refuges(view, hit)
    )
    if isinstance(answer, Retreat):
        square, start = board.square(answer.at), square_of(play.state, unit)
        arrive(play, unit.id, stepped(play.state, unit, square), "escapes to")
        meet_hazards(play, square, start, [unit.id])
    else:
        lose(play, unit.id, strength(unit))
        play.emit(Removed(unit.id, "destroyed: there is no room for it"))
