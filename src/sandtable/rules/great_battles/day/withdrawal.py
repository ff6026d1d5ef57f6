"""Withdrawing into reserve by day: an option of the game."""

from collections.abc import Iterator
from math import inf

from sandtable.kernel.decision import Option, Refusal
from sandtable.kernel.events import Noted, Spent
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.commands.night import Withdraw
from sandtable.rules.great_battles.edition import judged, plays, procedures, refuse, rule
from sandtable.rules.great_battles.facts.day import Withdrawn
from sandtable.rules.great_battles.staff.supply import inches_between, lines_for
from sandtable.rules.great_battles.table.divisions import c_ops, division_of, fup
from sandtable.rules.great_battles.table.field import field, is_locked, on_table, standing
from sandtable.rules.great_battles.words import Did


def by_day_options(view: State, side: Side) -> Iterator[Option]:
    for body in on_table(view, side) if plays(view, "day-withdrawal") else ():
        yield judged(view, Withdraw(body.id), "variants.day-withdrawal", refuse_by_day(view, body))


def refuse_by_day(state: State, body: Unit) -> Refusal | None:
    if is_locked(state, body):
        return refuse(state, "move.locked", f"{body.id} is in close combat")
    if Did.KEPT in body.spent:
        return refuse(state, "variants.day-withdrawal", f"{body.id} has found itself surrounded")
    return procedures(state).way_home(state, body)


def way_to_staff(state: State, body: Unit) -> Refusal | None:
    """Every stand must have a route to the C Ops."""
    staff = c_ops(state, division_of(state, body))
    if staff is None or staff.place is None:
        return refuse(state, "variants.day-withdrawal", "it has no C Ops to fall back on")
    if any(inches_between(state, stand, staff) == inf for stand in standing(state, body.id)):
        return refuse(state, "variants.day-withdrawal", "a stand is surrounded by the enemy")
    return None


def way_off_or_to_fup(state: State, body: Unit) -> Refusal | None:
    """Every stand must have a way to the friendly edge or to the FUP."""
    staging, edge = fup(state, division_of(state, body)), battle(state).army(body.side).edge
    slabs, lines = field(state).slabs, lines_for(state, body.side)
    for stand in standing(state, body.id):
        to_fup = inches_between(state, stand, staging) if staging and staging.place else inf
        if to_fup == inf and lines.inches_to_edge(slabs[stand.id], edge) == inf:
            return refuse(state, "variants.day-withdrawal", "a stand is surrounded by the enemy")
    return None


@rule("variants.day-withdrawal")
def withdraw_by_day(play: Play, body: UnitId) -> None:
    """Hidden enemies surround a stand as well as visible ones: then the battalion stays.

    A battalion that withdraws does not come on again in the same player turn.
    """
    unit = play.state.units[body]
    if refuse_by_day(play.state, unit):
        play.emit(Noted(f"{body} finds no way out", frozenset({unit.side}), about=(body,)))
    else:
        play.emit(Withdrawn(body))
    play.emit(Spent(body, Did.KEPT))
