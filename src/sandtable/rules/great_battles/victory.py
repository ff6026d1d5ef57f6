"""Objectives, the end of the battle, and who has won."""

from collections.abc import Mapping
from functools import lru_cache

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.kernel.events import Held, Noted
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.great_battles.edition import charts, cite, rule
from sandtable.rules.great_battles.field import all_standing, battalions, c_ops, field, force, stands_of
from sandtable.rules.great_battles.scenario import Hold, Objective, battle, day_length, piece_named, table
from sandtable.rules.great_battles.words import COMPANIES, FIGHTING, Kind, Mark, Tally

AROUND = 1.0  # inches round a point objective: victory.hold


# ---- objectives


def objectives(state: State) -> list[tuple[Unit, Objective]]:
    by_name = {one.name: one for one in battle(state).objectives}
    return [(unit, by_name[unit.id]) for unit in state.units.values() if unit.kind == Kind.OBJECTIVE]


def in_objective(state: State, one: Objective, stand: Unit) -> bool:
    """data.terrain: by the middle of its base, as everything else on the ground."""
    assert stand.place is not None
    point = stand.place.point
    if one.at is not None:
        return shapes.within(shapes.span_of(point, one.at), AROUND)
    return is_in(table(state), one.piece, point)


@lru_cache(maxsize=1 << 14)
def is_in(board: FreeTable, piece: str, point: Point) -> bool:
    return piece_named(board, piece).covers(point)


def from_objective(state: State, one: Objective, stand: Unit) -> float:
    """Inches from a stand to the objective's ground."""
    slab = field(state).slabs[stand.id]
    if one.at is not None:
        return max(shapes.apart(slab, shapes.limb(one.at, one.at, 0.0)) - AROUND, 0.0)
    piece = piece_named(table(state), one.piece)
    edges = zip(piece.points, piece.points[1:] + piece.points[:1], strict=True)
    return 0.0 if piece.lies_under(slab) else min(shapes.apart(slab, shapes.limb(a, b, 0.0)) for a, b in edges)


@rule("victory.hold")
def take_objectives(play: Play) -> None:
    """Held by the last side to have had a fighting stand in it with no enemy fighting stand there."""
    for unit, one in objectives(play.state):
        inside = {
            side
            for side in play.state.sides
            if any(s.kind in FIGHTING and in_objective(play.state, one, s) for s in all_standing(play.state, side))
        }
        if len(inside) == 1 and unit.side not in inside:
            play.emit(Held(unit.id, inside.pop()))


# ---- winning at once


def check_at_once(play: Play) -> None:
    """Conditions that end the battle when they are met."""
    check_annihilation(play)
    check_ground(play)
    check_c_ops(play)


@rule("victory.end")
def check_annihilation(play: Play) -> None:
    """A side without infantry and armour, on the table or in reserve, has lost."""
    for side in play.state.sides:
        stands = [stand for body in battalions(play.state, side) for stand in stands_of(play.state, body.id)]
        if not any(stand.kind in (Kind.INFANTRY, Kind.ARMOUR) for stand in stands):
            play.win(play.state.foe(side), f"{side} has no infantry and no armour left")


@rule("victory.scenario")
def check_ground(play: Play) -> None:
    name = battle(play.state).victory.must_stand
    body = next((u for u in play.state.units.values() if u.id == name), None)
    if body is not None and Mark.TO_GROUND in body.marks:
        play.win(play.state.foe(body.side), f"{name} has gone to ground")


@rule("victory.scenario")
def check_c_ops(play: Play) -> None:
    bring = battle(play.state).victory.bring
    if bring is None:
        return
    side, one = Side(bring.side), objective_named(play.state, bring.objective)
    staff = c_ops(play.state, side)
    if staff is None or staff.place is None or not in_objective(play.state, one, staff):
        return
    slabs = field(play.state).slabs
    enemies = [s for s in all_standing(play.state, play.state.foe(side)) if s.kind in FIGHTING]
    if all(shapes.apart(slabs[staff.id], slabs[enemy.id]) > bring.clear for enemy in enemies):
        play.win(side, f"its C Ops is in {one.name}")


def objective_named(state: State, name: str) -> Objective:
    return next(one for one in battle(state).objectives if one.name == name)


# ---- at the end of a turn and of the battle


def check_turn(play: Play) -> None:
    hold = battle(play.state).victory.hold
    if hold is not None and hold.every_turn and holds(play.state, hold, hold.objectives):
        declare_hold(play, hold)


@rule("victory.scenario")
def declare_hold(play: Play, hold: Hold) -> None:
    places = " and ".join(hold.objectives)
    decisive = hold.decisive and holds(play.state, hold, hold.decisive)
    play.win(Side(hold.side), f"it holds {places}{', a decisive victory' if decisive else ''}")


def holds(state: State, hold: Hold, names: tuple[str, ...]) -> bool:
    """All of the objectives, with no enemy fighting stand too near."""
    enemies = [s for s in all_standing(state, state.foe(Side(hold.side))) if s.kind in FIGHTING]
    for name in names:
        one = objective_named(state, name)
        holder = next(unit.side for unit, objective in objectives(state) if objective is one)
        if holder != hold.side:
            return False
        if hold.clear and any(from_objective(state, one, enemy) <= hold.clear for enemy in enemies):
            return False
    return True


def is_last_turn(state: State) -> bool:
    return state.tallies[Tally.TURN] >= day_length(battle(state), charts(state)) and is_last_day(state)


def is_last_day(state: State) -> bool:
    return state.tallies[Tally.DAY] >= battle(state).days


def end_battle(play: Play) -> None:
    """After the last player turn of the last day."""
    play.emit(Noted("the battle is over"), cite(play.state, "victory.turn-limit"))
    victory = battle(play.state).victory
    if victory.hold is not None and holds(play.state, victory.hold, victory.hold.objectives):
        declare_hold(play, victory.hold)
    if victory.otherwise:
        time_is_up(play, Side(victory.otherwise))
    by_points(play)


@rule("victory.scenario")
def time_is_up(play: Play, side: Side) -> None:
    play.win(side, "the time is up")


@rule("victory.default-points")
def by_points(play: Play) -> None:
    """Points for objectives held, enemy stands destroyed and enemy C Ops overrun; too few apart is a draw."""
    ours, theirs = (score(play.state, side) for side in play.state.sides)
    winner = ahead(play.state)
    play.win(winner, f"{max(ours, theirs) if winner else ours} points to {min(ours, theirs) if winner else theirs}")


def ahead(state: State) -> Side | None:
    """Who has enough points more than the other."""
    first, second = state.sides
    lead = score(state, first) - score(state, second)
    if abs(lead) < charts(state).points.margin:
        return None
    return first if lead > 0 else second


def leader(state: State) -> Side | None:
    """Who has won if the battle ends now."""
    victory = battle(state).victory
    if victory.hold is not None and holds(state, victory.hold, victory.hold.objectives):
        return Side(victory.hold.side)
    return Side(victory.otherwise) if victory.otherwise else ahead(state)


def score(state: State, side: Side) -> int:
    foe, points = state.foe(side), charts(state).points
    held = sum(one.value for unit, one in objectives(state) if unit.side == side)
    lost = sum(u.kind in COMPANIES and u.side == foe and Mark.DESTROYED in u.marks for u in state.units.values())
    return held + points.stand * lost + points.overrun * force(state, foe).tallies.get(Tally.OVERRUN, 0)


@rule("victory.end")
def concede(play: Play, side: Side) -> None:
    play.win(play.state.foe(side), f"{side} concedes")


def losses(state: State, side: Side) -> Mapping[str, int]:
    lost = sum(u.kind in COMPANIES and u.side == side and Mark.DESTROYED in u.marks for u in state.units.values())
    return {"stands lost": lost}
