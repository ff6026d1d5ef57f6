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
from sandtable.rules.great_battles.edition import charts, cite, rule
from sandtable.rules.great_battles.frame.by_edition import FrameByEdition
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
    return one.covers(table(state), stand.at.point, AROUND)


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
    ways = FrameByEdition.of(play.state)
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


def check_ground(play: Play) -> None:
    body = play.state.units.get(UnitId(battle(play.state).victory.must_stand))
    if body is not None and Mark.TO_GROUND in body.marks:
        declare(play, play.state.foe(body.side), f"{body.id} has gone to ground")


def check_c_ops(play: Play) -> None:
    bring = battle(play.state).victory.bring
    if bring is None:
        return
    side, one = Side(bring.side), objective_named(play.state, bring.objective)
    slabs, enemies = field(play.state).slabs, fighters(play.state, play.state.foe(side))
    for staff in [post for post in staffs(play.state, side) if in_objective(play.state, one, post)]:
        if all(shapes.apart(slabs[staff.id], slabs[enemy.id]) > bring.clear for enemy in enemies):
            declare(play, side, f"its C Ops is in {one.name}")


def fighters(state: State, side: Side) -> list[Unit]:
    return [stand for stand in all_standing(state, side) if stand.kind in FIGHTING]


def objective_named(state: State, name: str) -> Objective:
    return next(one for one in battle(state).objectives if one.name == name)


# ---- at the end of a turn and of the battle


def check_turn(play: Play) -> None:
    hold = battle(play.state).victory.hold
    if hold is not None and hold.every_turn and holds(play.state, hold, hold.objectives):
        declare_hold(play, hold)


def declare_hold(play: Play, hold: Hold) -> None:
    decisive = hold.decisive and holds(play.state, hold, hold.decisive)
    said = f"it holds {' and '.join(hold.objectives)}{', a decisive victory' if decisive else ''}"
    declare(play, hold.side, said)


def holds(state: State, hold: Hold, names: tuple[str, ...]) -> bool:
    """Whether a side holds all the objectives, with no enemy fighting stand too near."""
    side, clear = Side(hold.side), names if hold.clear else ()
    held = all(is_held(state, side, name, hold.standing) for name in names)
    return held and is_clear(state, side, clear, hold.clear)


def is_clear(state: State, side: Side, names: tuple[str, ...], inches: float) -> bool:
    """Whether no fighting stand of its enemy is so near to these objectives."""
    enemies, found = fighters(state, state.foe(side)), [objective_named(state, name) for name in names]
    return not any(from_objective(state, one, enemy) <= inches for one in found for enemy in enemies)


def is_held(state: State, side: Side, name: str, standing: str = "") -> bool:
    """The last side there holds it; where the scenario wants a stand there, only with one and no enemy."""
    one = objective_named(state, name)
    if not standing:
        return side == next(unit.side for unit, objective in objectives(state) if objective is one)
    kinds = FIGHTING if standing == ANY else {standing}
    own = [s for s in fighters(state, side) if s.kind in kinds and in_objective(state, one, s)]
    return bool(own) and not any(in_objective(state, one, s) for s in fighters(state, state.foe(side)))


def is_met(state: State, win: Win) -> bool:
    side = Side(win.side)
    return (
        all(is_held(state, side, name, win.standing) for name in win.holds)
        and all(any(is_held(state, side, name, win.standing) for name in names) for names in win.holds_one)
        and is_clear(state, side, win.clear_of, win.clear)
        and not (win.enemy_without and in_play(state, state.foe(side), win.enemy_without))
        and (win.lost_at_most is None or share_lost(state, side) <= win.lost_at_most)
    )


def in_play(state: State, side: Side, *kinds: str) -> bool:
    """Whether a side has such a stand on the table or in reserve, replaced ones included."""
    return any(u.kind in kinds and u.side == side and Mark.DESTROYED not in u.marks for u in state.units.values())


def share_lost(state: State, side: Side) -> float:
    return stands_lost(state, side) / sum(u.kind in COMPANIES and u.side == side for u in state.units.values())


def stands_lost(state: State, side: Side) -> int:
    return sum(u.kind in COMPANIES and u.side == side and Mark.DESTROYED in u.marks for u in state.units.values())


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
            declare(play, win.side, ", ".join(reasons(win)))
    if victory.otherwise:
        declare(play, victory.otherwise, "the time is up")
    by_points(play)


@rule("victory.scenario")
def declare(play: Play, winner: str, why: str) -> None:
    play.win(None if winner == DRAW else Side(winner), why)


def reasons(win: Win) -> Iterator[str]:
    if win.holds or win.holds_one:
        yield f"it holds {' and '.join([*win.holds, *(' or '.join(names) for names in win.holds_one)])}"
    if win.clear_of:
        yield f"no enemy is within {win.clear:g} inches of {' or '.join(win.clear_of)}"
    if win.enemy_without:
        yield f"the enemy has no {win.enemy_without.lower()} left"
    if win.lost_at_most is not None:
        yield f"it has lost no more than {win.lost_at_most:.0%} of its stands"


@rule("victory.default-points")
def by_points(play: Play) -> None:
    """Objectives, destroyed enemy stands and overrun enemy C Ops give points; a small lead is a draw."""
    first, second = play.state.sides
    ours, theirs = score(play.state, first), score(play.state, second)
    if abs(ours - theirs) < charts(play.state).points.margin:
        play.win(None, f"{ours} points to {theirs}")
    play.win(first if ours > theirs else second, f"{max(ours, theirs)} points to {min(ours, theirs)}")


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
    return held + points.stand * stands_lost(state, foe) + points.overrun * times_overrun(state, foe)


def times_overrun(state: State, side: Side) -> int:
    """How often the enemy has overrun a C Ops of this side."""
    return sum(division.tallies.get(Tally.OVERRUN, 0) for division in divisions(state, side))


@rule("victory.end")
def concede(play: Play, side: Side) -> None:
    play.win(play.state.foe(side), f"{side} concedes")


def losses(state: State, side: Side) -> Mapping[str, int]:
    return {"stands lost": stands_lost(state, side)}
