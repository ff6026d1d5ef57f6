"""Ending the battle: objectives, broken armies, victory points, withdrawal."""

from collections.abc import Callable

from sandtable.kernel.counting import told
from sandtable.kernel.events import Held, Noted, Tallied
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.objectives import taker
from sandtable.rules.panzer_korps.book import cite
from sandtable.rules.panzer_korps.field import absent, field, formations, groups, is_able, is_afv
from sandtable.rules.panzer_korps.scenario import battle
from sandtable.rules.panzer_korps.segments import is_last
from sandtable.rules.panzer_korps.words import TYPES, ZONES, Mark, Tally

CONTROL = 3.0  # inches: pk.victory.objective
OBJECTIVE, FORMATION, AFV, EQUIPMENT = 3, 1, 2, 1  # pk.victory.points
CLEAR_LEAD = 3  # pk.victory.points: from here on it is more than a marginal win
TAKEN = cite("pk.victory.objective")
FEWEST = 2  # losses that break a side: pk.victory.broken


# ---- losses and points


def lost(state: State, side: Side) -> list[Unit]:
    """Its formations that are dispersed or have retired."""
    own = (unit for unit in state.units.values() if unit.side == side and unit.kind in TYPES)
    return [unit for unit in own if Mark.LOST in unit.marks]


def captured(state: State, side: Side) -> int:
    """pk.victory.captured: the equipment that a side has captured and still holds."""
    return sum(unit.tallies.get(Tally.CAPTURED, 0) for unit in state.units.values() if unit.side == side)


def losses(state: State, side: Side) -> dict[str, int]:
    return {"formations": len(lost(state, side)), "captured": captured(state, state.foe(side))}


def objectives(state: State) -> list[Unit]:
    return [state.units[UnitId(one.name)] for one in battle(state).objectives]


def points(state: State, side: Side) -> int:
    """pk.victory.points"""
    held = sum(one.side == side for one in objectives(state))
    enemies = sum(AFV if is_afv(unit) else FORMATION for unit in lost(state, state.foe(side)))
    return OBJECTIVE * held + enemies + EQUIPMENT * captured(state, side)


# ---- objectives and equipment


def take_objectives(play: Play) -> None:
    """A formation that is neither Fragmented nor Panicked takes what no such enemy is near."""
    state = play.state
    for one, near in state.layout(near_objectives).items():
        able = [unit for unit in (state.units[i] for i in near) if is_able(state, unit)]
        if who := taker(able, state.units[one].side):
            play.emit(Held(one, who.side), TAKEN)


def near_objectives(state: State) -> dict[UnitId, list[UnitId]]:
    """The formations near each objective, as far as there are any."""
    touched = {one.id: field(state).touched(one.at.point, CONTROL) for one in objectives(state)}
    return {one: [i for i, _ in near] for one, near in touched.items() if near}


@rule("pk.day-segments.night")
def lose_captured(play: Play, unit: Unit) -> None:
    """A formation that withdraws at night leaves behind whatever it has captured."""
    if unit.tallies.get(Tally.CAPTURED):
        play.emit(Noted(f"{unit.id} leaves the captured equipment behind", about=(unit.id,)))
        play.emit(Tallied(unit.id, Tally.CAPTURED, None))


# ---- the end


def is_broken(state: State, side: Side) -> bool:
    return len(lost(state, side)) >= breaking_point(state.units[UnitId(side)].tallies[Tally.HAD])


def breaking_point(had: int) -> int:
    """Half of the formations that a side has had, and at least two."""
    return max(FEWEST, (had + 1) // 2)


def is_gone(state: State, side: Side) -> bool:
    """Nobody is on the table and nobody is still to come."""
    return not formations(state, side) and not any(to_come(state, group) for group in groups(state, side))


def to_come(state: State, group: Unit) -> bool:
    """Whether a Force Group may still come: it has arrived, or there is a Day Segment or, if delayed, a day for it."""
    ends = state.tallies[Tally.DAY] == battle(state).days if Mark.DELAYED in group.marks else is_last(state)
    return bool(absent(state, group.id)) and (not ends or not group.marks.isdisjoint(ZONES))


def check_victory(play: Play) -> None:
    """At the end of every Tactical Turn."""
    take_objectives(play)
    check_withdrawn(play)
    check_broken(play)


@rule("pk.victory.broken")
def check_broken(play: Play) -> None:
    """Half of the formations that a side has had, and at least two, are lost: the other side wins."""
    beaten(play, is_broken, "{} is broken", "both sides are broken")


@rule("pk.victory.withdrawal")
def check_withdrawn(play: Play) -> None:
    """A side with nobody on the table and nobody to come has lost."""
    beaten(play, is_gone, "{} has nobody left on the field", "both sides have left the field")


def beaten(play: Play, is_beaten: Callable[[State, Side], bool], one: str, both: str) -> None:
    """The other side wins; if both are beaten, the points decide."""
    found = [side for side in play.state.sides if is_beaten(play.state, side)]
    if len(found) == 2:
        win_by_points(play, both)
    elif found:
        play.win(play.state.foe(found[0]), one.format(found[0]))


@rule("pk.victory.points")
def time_is_up(play: Play) -> None:
    """The last Day Segment is over: victory points, or the objective that decides."""
    take_objectives(play)
    decides = battle(play.state).decides
    if not decides:
        win_by_points(play, "the last Day Segment is over")
    holder = play.state.units[UnitId(decides)].side
    play.win(holder if holder in play.state.sides else None, f"the last Day Segment is over; {decides} decides")


def win_by_points(play: Play, why: str) -> None:
    one, other = play.state.sides
    first, second = points(play.state, one), points(play.state, other)
    lead = abs(first - second)
    if not lead:
        play.win(None, f"{why}; both have {told(first, 'victory point')}")
    score = f"{max(first, second)} to {told(min(first, second), 'victory point')}"
    play.win(one if first > second else other, f"{why}; a {'clear' if lead >= CLEAR_LEAD else 'marginal'} win, {score}")


@rule("pk.victory.broken")
def concede(play: Play, side: Side) -> None:
    play.win(play.state.foe(side), f"{side} concedes")
