"""One battalion of Red, A1, drawn up somewhere, and where it may go from there."""

from functools import partial
from typing import Any

from gbday import Day, in_column, plays, with_actions
from gbtable import BLUE, GB10, GB20, INFANTRY, RED, Body, Piece, carried_out, table
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.decision import Command
from sandtable.kernel.state import State
from sandtable.rules.great_battles.commands.day import Pick
from sandtable.rules.great_battles.march.march import drill
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.road import moves_of
from sandtable.rules.great_battles.steps import Moving
from sandtable.rules.great_battles.table.field import standing
from sandtable.rules.great_battles.table.formation import centre_stand, in_order
from sandtable.rules.great_battles.table.going import Rates
from sandtable.rules.great_battles.words import Formation
from sandtable.scripted import Acted

MARCH, ROAD_MARCH, ASSAULT, DEFENSIVE = Formation
FOE = Body("B1", (20, 44), 180, side=BLUE)
ROAD = {"kind": "road", "name": "road", "course": ((30, 0), (30, 48))}
COURSE = ((30.0, 0.0), (30.0, 48.0))


def four(shape: Formation, at=(20, 20), stands: tuple[str, ...] = (INFANTRY,) * 4, **more: Any) -> Body:
    return Body("A1", at, stands=stands, formation=shape, **more)


def body(*stands: str, shape: Formation = ASSAULT, at=(20, 10), **more: Any) -> Body:
    return Body("A1", at, stands=stands or (INFANTRY,) * 3, formation=shape, **more)


def pair(inches: float) -> Body:
    """Two enemy stands in line, so far apart, at the height of 12 inches."""
    return Body("B1", (20, 12), 180, side=BLUE, stands=(INFANTRY,) * 2, formation=DEFENSIVE, interval=int(inches * 100))


def on_road(
    *stands: str, head: float = 24, foe: Body = FOE, pieces: tuple[Piece, ...] = (ROAD,), rules: str = GB20, **more: Any
) -> State:
    """In road march, the middle of the first stand at that height."""
    column = body(*stands, shape=ROAD_MARCH, at=(30, head), **more)
    return in_column(table(column, foe, pieces=pieces, rules=rules), "A1", COURSE, head)


# ---- changing formation


def spots(state: State) -> list[tuple[float, float]]:
    """Where its stands are, in their order."""
    return [one.place.point for one in in_order(standing(state, "A1"))]


def centre(state: State, facing: int = 0) -> Place:
    """The place of its centre stand, facing so."""
    return replace(centre_stand(state, state.units["A1"])[0].place, facing=facing)


def why_not_form(state: State, to: Place, shape: Formation, interval: int = 100) -> str:
    refusal = Forms(state, state.units["A1"], shape, interval).why_not(to)
    return refusal.clause if refusal else ""


def forms(state: State, shape: Formation, facing: int = 0, interval: int = 100, dice=(), picks=()) -> Acted:
    region = Forms(state, state.units["A1"], shape, interval)
    return carried_out(state, drill, "A1", region, centre(state, facing), dice=dice, picks=picks)


# ---- moving


def rates(one: Body, **said: Any) -> Rates:
    state = table(one, FOE, **said)
    return Rates(state, state.units["A1"])


def why_not_go(state: State, x: float, y: float, facing: int = 0, left: float = 1.0) -> str:
    refusal = moves_of(state, state.units["A1"], left).why_not(Place(x, y, facing))
    return refusal.clause if refusal else ""


def goes(state: State, *picks: Command, **how: Any) -> Day:
    """Its first action, as ordered."""
    return plays(with_actions(state, A1=1), Moving(RED, 1), picks=[Pick("A1"), *picks], **how)


# ---- by the d10 charts

on_road10, rates10 = partial(on_road, rules=GB10), partial(rates, rules=GB10)
