"""A C Ops that moves once in its player turn, at any time between the moves of battalions."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.events import Spent
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.victory import check_c_ops
from sandtable.rules.great_battles.commands.airborne import TravelNow
from sandtable.rules.great_battles.commands.night import MoveStaff
from sandtable.rules.great_battles.edition import cite, plays, rule
from sandtable.rules.great_battles.staff.command import Drive, drive, stays_put, why_not_drive
from sandtable.rules.great_battles.staff.staff_drop import go_to_road, is_off_road, lurking, stop_short
from sandtable.rules.great_battles.table.divisions import staffs
from sandtable.rules.great_battles.table.roadnet import Spot
from sandtable.rules.great_battles.view import view as seen_by
from sandtable.rules.great_battles.words import Did

STEP = 0.25  # inches between its checks


def roaming(state: State, side: Side) -> list[Unit]:
    """Each C Ops of a side that may still move in this player turn."""
    bound = plays(state, "cops-activation")
    return [] if bound else [staff for staff in staffs(state, side) if Did.MOVED not in staff.spent]


def roam_options(view: State, side: Side) -> Iterator[Option]:
    clause = cite(view, "command.cops-move-when")
    for staff in roaming(view, side):
        if is_off_road(staff):
            yield Option(TravelNow(staff.id), clause)
        elif (region := Drive(view, staff)).starts:
            yield Option(MoveStaff(staff.id), clause, region)


def why_not_roam(view: State, side: Side, command: Command) -> Refusal | None:
    return next(filter(None, (why_not_drive(view, staff, command) for staff in roaming(view, side))), None)


@rule("command.c-ops-move")
def roam(play: Play, order: MoveStaff | TravelNow) -> None:
    """It moves once, without an action."""
    play.emit(Spent(order.unit, Did.MOVED))
    if isinstance(order, TravelNow):
        go_to_road(play, order.unit)
    elif order.to is not None:
        drive(play, order.unit, order.to)
    check_c_ops(play)


# ---- a road that a hidden enemy has closed


@rule("setup.friendly-road")
def press_on(play: Play, staff: UnitId, to: Place, why: Refusal) -> None:
    """It goes on until a hidden enemy is near, stops short and reveals him; if there is none on its way it stays."""
    unit, last = play.state.units[staff], None
    known = Drive(seen_by(play.state, unit.side), unit)
    for spot in spots_on_way(known, to):
        track = known.roads.net.tracks[spot[0]]
        point = track.course.at(spot[1])
        if found := lurking(play.state, unit, shapes.limb(point, point, 2 * track.half)):
            stop_short(play, unit, last, found)
            return
        last = place if known.contains(place := known.place_at(spot)) else last
    stays_put(play, staff, to, why)


def spots_on_way(known: Drive, to: Place) -> Iterator[Spot]:
    """The points on the way that its owner believes to be the shortest."""
    ways = (known.roads.way(known.starts, spot) for spot in known.spots_at(to))
    for (number, here), (other, there) in pairwise(next(filter(None, ways), [])):
        steps = ceil(abs(there - here) / STEP) if number == other else 0
        yield from ((number, here + (there - here) * n / steps) for n in range(1, steps + 1))
