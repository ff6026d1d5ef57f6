"""Objectives, the end of the battle, and who has won."""

from collections.abc import Iterator, Mapping

from sandtable.board import shapes
from sandtable.kernel.events import Held, Noted
from sandtable.kernel.play import Over, Play
from sandtable.kernel.position import Path
from sandtable.kernel.seat import NoDice
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.kernel.view import known
from sandtable.mechanics.objectives import taker
from sandtable.rules.great_battles.battle.scenario import ANY, DRAW, Hold, Objective, Win, battle, table
from sandtable.rules.great_battles.edition import charts, cite, procedures, rule
from sandtable.rules.great_battles.table.divisions import division_of, divisions, staffs
from sandtable.rules.great_battles.table.field import all_standing, field
from sandtable.rules.great_battles.words import COMPANIES, FIGHTING, Kind, Mark, Tally

AROUND = 1.0  # inches round a point objective: victory.hold


# ---- objectives


def objectives(state: State) -> list[tuple[Unit, Objective]]:
    by_name = {one.name: one for one in battle(state).objectives}
    return [(unit, by_name[unit.id]) for unit in state.units.values() if unit.kind == Kind.OBJECTIVE]


def in_objective(state: State, one: Objective, stand: Unit) -> bool:
    """data.terrain: the middle of the base decides."""
    assert stand.place is not None
    return one.covers(table(state), stand.place.point, AROUND)


def from_objective(state: State, one: Objective, stand: Unit) -> float:
    """The inches from a stand to the ground of the objective."""
    return one.inches_from(table(state), field(state).slabs[stand.id], AROUND)


@rule("victory.hold")
def take_objectives(play: Play) -> None:
    """The last side with a fighting stand in it, and no enemy fighting stand there, holds an objective."""
    for marker, one, stands in play.state.layout(stands_inside):
        units = play.state.units
        inside = [units[stand] for stand in stands if Mark.DESTROYED not in units[stand].marks]
        if winner := taker(inside, units[marker].side):
            take(play, units[marker], one, winner)


def stands_inside(state: State) -> list[tuple[UnitId, Objective, list[UnitId]]]:
    """Every objective and the fighting stands in it, destroyed ones included."""
    fighters = [stand for i in field(state).slabs if (stand := state.units[i]).kind in FIGHTING]
    return [(unit.id, one, [s.id for s in fighters if in_objective(state, one, s)]) for unit, one in objectives(state)]


def take(play: Play, unit: Unit, one: Objective, taker: Unit) -> None:
    ways = procedures(play.state)
    if rule := ways.holding(play.state, one, taker.side):
        play.emit(Held(unit.id, taker.side), cite(play.state, rule))
        ways.after_taking(play, one, division_of(play.state, taker))


# ---- winning at once


def check_at_once(play: Play) -> None:
    """Conditions that end the battle at once."""
    check_annihilation(play)
    check_ground(play)
    check_c_ops(play)


@rule("victory.end")
def check_annihilation(play: Play) -> None:
    """A side without infantry and armour, on the table or in reserve, has lost."""
    for side in play.state.sides:
        if not in_play(play.state, side, Kind.INFANTRY, Kind.ARMOUR):
            play.win(play.state.foe(side), f"{side} has no infantry and no armour left")


@rule("victory.scenario")
def check_ground(play: Play) -> None:
    name = battle(play.state).victory.must_stand
    body = play.state.units.get(UnitId(name))
    if body is not None and Mark.TO_GROUND in body.marks:
        play.win(play.state.foe(body.side), f"{name} has gone to ground")


@rule("victory.scenario")
def check_c_ops(play: Play) -> None:
    bring = battle(play.state).victory.bring
    if bring is None:
        return
    side, one = Side(bring.side), objective_named(play.state, bring.objective)
    slabs = field(play.state).slabs
    enemies = [s for s in all_standing(play.state, play.state.foe(side)) if s.kind in FIGHTING]
    for staff in [post for post in staffs(play.state, side) if in_objective(play.state, one, post)]:
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
    """Whether a side holds all the objectives, with no enemy fighting stand too near."""
    enemies = [s for s in all_standing(state, state.foe(Side(hold.side))) if s.kind in FIGHTING]
    for name in names:
        one = objective_named(state, name)
        if not is_held(state, Side(hold.side), name, hold.standing):
            return False
        if hold.clear and any(from_objective(state, one, enemy) <= hold.clear for enemy in enemies):
            return False
    return True


def is_held(state: State, side: Side, name: str, standing: str = "") -> bool:
    """The last side there holds it; where the scenario wants a stand there, only with one and no enemy."""
    one = objective_named(state, name)
    if not standing:
        return side == next(unit.side for unit, objective in objectives(state) if objective is one)
    kinds = FIGHTING if standing == ANY else {standing}
    enemies = [s for s in all_standing(state, state.foe(side)) if s.kind in FIGHTING and in_objective(state, one, s)]
    own = [s for s in all_standing(state, side) if s.kind in kinds and in_objective(state, one, s)]
    return bool(own) and not enemies


def is_met(state: State, win: Win) -> bool:
    side = Side(win.side)
    foes = [s for s in all_standing(state, state.foe(side)) if s.kind in FIGHTING]
    clear = [objective_named(state, name) for name in win.clear_of]
    return (
        all(is_held(state, side, name, win.standing) for name in win.holds)
        and all(any(is_held(state, side, name, win.standing) for name in names) for names in win.holds_one)
        and not any(from_objective(state, one, foe) <= win.clear for one in clear for foe in foes)
        and not (win.enemy_without and in_play(state, state.foe(side), win.enemy_without))
        and (win.lost_at_most is None or share_lost(state, side) <= win.lost_at_most)
    )


def in_play(state: State, side: Side, *kinds: str) -> bool:
    """Whether a side has such a stand on the table or in reserve, replaced ones included."""
    return any(u.kind in kinds and u.side == side and Mark.DESTROYED not in u.marks for u in state.units.values())


def share_lost(state: State, side: Side) -> float:
    stands = [u for u in state.units.values() if u.kind in COMPANIES and u.side == side]
    return sum(Mark.DESTROYED in u.marks for u in stands) / len(stands)


def is_last_day(state: State) -> bool:
    return state.tallies[Tally.DAY] >= battle(state).days


def end_battle(play: Play) -> None:
    """The battle ends after the last player turn of the last day."""
    play.emit(Noted("the battle is over"), cite(play.state, "victory.turn-limit"))
    victory = battle(play.state).victory
    if victory.hold is not None and holds(play.state, victory.hold, victory.hold.objectives):
        declare_hold(play, victory.hold)
    for win in victory.wins:
        if is_met(play.state, win):
            declare_win(play, win)
    if victory.otherwise:
        time_is_up(play, victory.otherwise)
    by_points(play)


@rule("victory.scenario")
def declare_win(play: Play, win: Win) -> None:
    play.win(Side(win.side), ", ".join(reasons(win)))


def reasons(win: Win) -> Iterator[str]:
    if win.holds or win.holds_one:
        yield f"it holds {' and '.join([*win.holds, *(' or '.join(names) for names in win.holds_one)])}"
    if win.clear_of:
        yield f"no enemy is within {win.clear:g} inches of {' or '.join(win.clear_of)}"
    if win.enemy_without:
        yield f"the enemy has no {win.enemy_without.lower()} left"
    if win.lost_at_most is not None:
        yield f"it has lost no more than {win.lost_at_most:.0%} of its stands"


@rule("victory.scenario")
def time_is_up(play: Play, winner: str) -> None:
    play.win(None if winner == DRAW else Side(winner), "the time is up")


@rule("victory.default-points")
def by_points(play: Play) -> None:
    """Objectives, destroyed enemy stands and overrun enemy C Ops give points; a small lead is a draw."""
    ours, theirs = (score(play.state, side) for side in play.state.sides)
    winner = ahead(play.state)
    play.win(winner, f"{max(ours, theirs) if winner else ours} points to {min(ours, theirs) if winner else theirs}")


def ahead(state: State) -> Side | None:
    """The side that leads by enough points."""
    first, second = state.sides
    lead = score(state, first) - score(state, second)
    if abs(lead) < charts(state).points.margin:
        return None
    return first if lead > 0 else second


def leader(state: State) -> Side | None:
    """The winner if the battle ends now; this tries the rule itself."""
    play = Play(state, Path(state, (), NoDice()), known)
    try:
        end_battle(play)
    except Over:
        pass
    return play.state.winner


def score(state: State, side: Side) -> int:
    foe, points = state.foe(side), charts(state).points
    held = sum(one.value for unit, one in objectives(state) if unit.side == side)
    lost = sum(u.kind in COMPANIES and u.side == foe and Mark.DESTROYED in u.marks for u in state.units.values())
    return held + points.stand * lost + points.overrun * times_overrun(state, foe)


def times_overrun(state: State, side: Side) -> int:
    """How often the enemy has overrun a C Ops of this side."""
    return sum(division.tallies.get(Tally.OVERRUN, 0) for division in divisions(state, side))


@rule("victory.end")
def concede(play: Play, side: Side) -> None:
    play.win(play.state.foe(side), f"{side} concedes")


def losses(state: State, side: Side) -> Mapping[str, int]:
    lost = sum(u.kind in COMPANIES and u.side == side and Mark.DESTROYED in u.marks for u in state.units.values())
    return {"stands lost": lost}
