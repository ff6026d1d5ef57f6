"""Troops from the air: on their way down, scattered, and cut off."""

from functools import partial

from gbtable import BLUE, GB10, GB20, INFANTRY, RED, Body, asks, carried_out, fate, marked, moved, sid, stand, table
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.play import Play
from sandtable.kernel.state import State, UnitId
from sandtable.rules.great_battles.airborne.drop import land_next
from sandtable.rules.great_battles.battle.scenario import Drop
from sandtable.rules.great_battles.commands.airborne import ComeIn, Consolidate, DropOver, Meet
from sandtable.rules.great_battles.commands.day import Pick
from sandtable.rules.great_battles.day.actions import move_next
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import Acted

A1, STAFF = UnitId("A1"), UnitId("Red C Ops")
SAFE = 10  # no flak hits, and no bone breaks
ROAD = {"kind": "road", "name": "the road", "course": [[40, 0], [40, 48]]}
AREA = [[20, 21], [30, 21], [30, 30], [20, 30]]
RIVER = {"kind": "river", "name": "the river", "corners": AREA}
ROUGH = {"kind": "rough", "name": "the scree", "corners": AREA}
WOODS = {"kind": "woods", "name": "the wood", "corners": AREA}


# ---- the way down


def land_all(play: Play) -> None:
    while land_next(play, RED):
        pass


def lands(state: State, dice=(), picks=()) -> Acted:
    """Everything that is to land does."""
    return carried_out(state, land_all, dice=dice, picks=picks)


def staff_lands(*picks: Command, at: tuple[float, float], dice=(1, 1), pieces=(ROAD,), **said) -> Acted:
    """The C Ops comes down, if the dice for its drift are 1 right where it is dropped."""
    state = table(Body("A1", (10, 10)), drop=Drop(c_ops=5), pieces=pieces, **said)
    return lands(state, dice, [ComeIn(STAFF, "normal"), DropOver(STAFF, Place(*at)), *picks])


landed = partial(fate, name="A1/1")


def spot(after: Acted, name: str = "A1/1") -> tuple[float, float] | None:
    place = stand(after.state, name).place
    return place and place.point


# ---- coming together


def scattered(*spots, others=(), stands=(), number_of_actions: int = 2, rules: str = GB20, on=None, **more) -> State:
    """A1, landed at these points and facing north; `on`: what else the table is to have."""
    body = Body("A1", (20, 20), stands=stands or (INFANTRY,) * len(spots), formation=Formation.DEFENSIVE, **more)
    state = marked(table(body, *others, rules=rules, **(on or {})), "A1", Mark.SCATTERED)
    for number, (x, y) in enumerate(spots, 1):
        state = moved(state, f"A1/{number}", x, y)
    unit = state.units["A1"]
    return state.put(replace(unit, tallies={**unit.tallies, Tally.ACTIONS: number_of_actions}))


def lined_up(*rows: float, meet: float = 20.0, to: float = 26.2, **more) -> State:
    """The second stand's way to the first leads between two enemy stands 1.5 inches apart, for each of these x."""
    pairs = [
        Body(f"B{n}", (x, 20), side=BLUE, stands=(INFANTRY,) * 2, suppressed=(1, 2)) for n, x in enumerate(rows, 1)
    ]
    state = scattered((meet, 20), (to, 20), others=pairs, **more)
    for n, x in enumerate(rows, 1):
        state = moved(moved(state, f"B{n}/1", x, 21.5, 90), f"B{n}/2", x, 18.5, 90)
    return state


def moves(state: State, *picks: Command, dice=(), number: int = 1) -> Acted:
    return carried_out(state, move_next, RED, number, dice=dice, picks=[Pick(A1), *picks])


def consolidates(state: State, *picks: Command, dice=(), meet: str = "A1/1") -> Acted:
    return moves(state, Meet(sid(state, meet)), Consolidate(A1), *picks, dice=dice)


def choice(state: State, *picks: Command, number: int = 1) -> Question:
    return asks(state, lambda play: move_next(play, RED, number), picks=[Pick(A1), *picks])


# ---- supply


def cut(drop: Drop | None = None, c_ops: tuple[float, float] | None = None, others=(), **said) -> State:
    """A battalion from the air that has lost a stand, by the road."""
    body = Body("A1", (40, 30), stands=(INFANTRY,) * 3, destroyed=(3,), airborne="parachute")
    staff = {RED: c_ops} if c_ops else {}
    return table(body, *others, drop=drop or Drop(), c_ops=staff, pieces=(ROAD,), **said)


# ---- by the d10 charts


staff_lands10, cut10 = partial(staff_lands, rules=GB10), partial(cut, rules=GB10)
scattered10, lined_up10 = partial(scattered, rules=GB10), partial(lined_up, rules=GB10)
