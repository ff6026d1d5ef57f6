"""The house rules of Malta, an option: points, ports, guns on call and the end of the day."""

from sandtable.kernel.decision import Refusal
from sandtable.kernel.events import Counted, Noted, Tallied
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules.great_battles.battle.scenario import Objective, battle
from sandtable.rules.great_battles.book.charts import House
from sandtable.rules.great_battles.edition import charts, plays, refuse, rolls, rule, term
from sandtable.rules.great_battles.table.divisions import divisions, force, points, purse, told
from sandtable.rules.great_battles.words import Kind, Tally

LATE = 7  # the first turn that may be the last: variants.malta-day-end


def is_played(state: State) -> bool:
    return plays(state, "malta")


def is_axis(state: State, side: Side) -> bool:
    """The side that the scenario names, or else the attacker."""
    named = [army.name for army in battle(state).side if army.axis]
    return side == (named[0] if named else battle(state).attacker)


def house(state: State, side: Side) -> House:
    axis, allies = charts(state).malta
    return axis if is_axis(state, side) else allies


# ---- activation points


def open_accounts(play: Play) -> None:
    for side in play.state.sides if is_played(play.state) else ():
        open_account(play, side)


@rule("variants.malta-points")
def open_account(play: Play, side: Side) -> None:
    """A side begins with the shared points of the table, whatever else the scenario gives."""
    whole, first = force(play.state, side), house(play.state, side).points
    for division in divisions(play.state, side):
        if division.id != whole.id:
            play.emit(Tallied(division.id, Tally.POINTS, None))
    play.emit(Tallied(whole.id, Tally.POINTS, first))
    play.emit(Noted(f"{side} begins with {told(first)}", side=side))


def is_first_turn(state: State) -> bool:
    """Whether this is the first turn of the first day, when the divisions share their points."""
    return is_played(state) and (state.tallies[Tally.DAY], state.tallies[Tally.TURN]) <= (1, 1)


def refuse_saving(state: State) -> Refusal | None:
    """No C Ops saves a point on the very first turn."""
    if not is_first_turn(state):
        return None
    return refuse(state, "variants.malta-points", "you can save points from the second turn of the first day on")


def carry_over(state: State, side: Side) -> Term:
    """The score that keeps a point overnight: each day it gets worse for the Axis and better for the Allies."""
    figures, day = house(state, side), state.tallies[Tally.DAY]
    return term(state, figures.keeps + figures.keeps_by_day * day, f"after day {day}", "variants.malta-carry-over")


def reward(play: Play, one: Objective, division: Unit) -> None:
    if is_played(play.state) and one.port:
        take_port(play, one, division)


@rule("variants.malta-ports")
def take_port(play: Play, one: Objective, division: Unit) -> None:
    """A port gives points at once."""
    account = purse(play.state, division)
    now = min(points(account) + house(play.state, division.side).port, charts(play.state).most_points)
    play.emit(Tallied(account.id, Tally.POINTS, now))
    play.emit(Noted(f"{account.id} has taken {one.name} and has {told(now)}", about=(account.id,)))


# ---- artillery


def refuse_mode(state: State, mission: Unit) -> Refusal | None:
    """On the first day Axis guns can only be on call."""
    bound = is_played(state) and is_axis(state, mission.side) and state.tallies[Tally.DAY] == 1
    if not bound or mission.kind != Kind.TEMPLATE:
        return None
    return refuse(state, "variants.malta-artillery", "on the first day Axis guns can only be on call")


# ---- the end of the day


@rule("variants.malta-day-end")
def grow_dark(play: Play, side: Side) -> None:
    """Late in the day a die of at least the turn number ends the day after the turn of the Allies."""
    turn = play.state.tallies[Tally.TURN]
    if not is_played(play.state) or is_axis(play.state, side) or turn < LATE:
        return
    if play.roll(Throw("dusk", f"the day ends with turn {turn} on {turn} or more"), rolls(play.state).die) >= turn:
        play.emit(Counted(Tally.DARK, play.state.tallies[Tally.DAY]))
        play.emit(Noted("the day is over"))
