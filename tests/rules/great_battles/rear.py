"""Behind the lines: the staff on its road, battalions in reserve, and battalions that have lost stands."""

from typing import Any

from gbtable import BLUE, INFANTRY, RED, Body, Piece, asks, carried_out, sid, stand, table

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.state import State, UnitId
from sandtable.rules.great_battles.commands.day import PlaceUnit, Take
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.day.replacements import replace_losses
from sandtable.rules.great_battles.table.field import is_suppressed, standing
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import Acted

A1, A2, B1 = UnitId("A1"), UnitId("A2"), UnitId("B1")
STAFF, STAGING = UnitId("Red C Ops"), UnitId("Red FUP")
MAIN_ROAD = {"kind": "road", "name": "main road", "course": [[30, 0], [30, 48]]}
LANE = {"kind": "road", "name": "lane", "course": [[30, 20], [50, 20]]}
RESERVE = Body("A1", stands=(INFANTRY,) * 4)


def rear(*bodies: Body, staff=None, fup=None, pieces: tuple[Piece, ...] = (MAIN_ROAD,), **said: Any) -> State:
    """Red's C Ops and its FUP, as far as it has them."""
    return table(*bodies, pieces=pieces, c_ops={RED: staff} if staff else None, fup={RED: fup} if fup else None, **said)


def enemy(x: float, y: float, name: str = "B1", **more: Any) -> Body:
    """A lone Blue stand that faces south, its front edge at that height."""
    return Body(name, (x, y), 180, side=BLUE, stands=(INFANTRY,), **more)


def enemy_at(x: float, y: float, **more: Any) -> Body:
    """A lone Blue stand that faces south, the middle of its base there."""
    return enemy(x, y - 0.25, **more)


def wall(y: float, *xs: float) -> list[Body]:
    return [enemy(x, y, f"B{n}") for n, x in enumerate(xs)]


def ring_round(x: float, y: float) -> list[Body]:
    """Enemies between which nobody passes."""
    spots = [(x + dx, y + dy) for dx in (-5, 0, 5) for dy in (-4, 0, 4) if (dx, dy) != (0, 0)]
    return [enemy(*spot, f"B{n}") for n, spot in enumerate(spots)]


def does(state: State, step, *picks: Command, dice=()) -> Acted:
    """What comes of a step of the night for Red."""
    return carried_out(state, step, RED, dice=dice, picks=picks)


def asked(state: State, step, *picks: Command) -> Question:
    return asks(state, lambda play: step(play, RED), picks=picks)


# ---- reserves come on


def put(x, y, facing: int = 0, formation=Formation.DEFENSIVE, *, mounted=False, set_up=False, unit=A1) -> PlaceUnit:
    return PlaceUnit(unit, Place(x, y, facing), formation, mounted, set_up)


def deploying(state: State, *picks: Command, dawn: bool = True) -> Question:
    return asks(state, lambda play: deploy_next(play, RED, dawn=dawn), picks=picks)


def takes(state: State, *numbers: int) -> list[Take]:
    """Red says which stands suffer."""
    return [Take(sid(state, f"A1/{number}")) for number in numbers]


def who_suffers(state: State) -> list[str]:
    return [one.id.partition(" ")[0] for one in standing(state, A1) if is_suppressed(one)]


# ---- losses are made up


def in_line(y: float, *lost: int, x: float = 30.0, **more: Any) -> Body:
    """Four infantry stands in line, the middle of its front so far up the table."""
    return Body("A1", (x, y), stands=(INFANTRY,) * 4, destroyed=lost, formation=Formation.DEFENSIVE, **more)


def made_up(state: State, dice=(), picks=()) -> Acted:
    """The replacements of a night."""
    return does(state, replace_losses, *picks, dice=dice)


def in_play(state: State, *numbers: int) -> list[bool]:
    return [Mark.DESTROYED not in stand(state, f"A1/{number}").marks for number in numbers]
