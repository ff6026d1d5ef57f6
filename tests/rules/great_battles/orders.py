"""Battalions that are activated and take actions."""

from functools import partial
from typing import Any

from gbtable import BLUE, FOE, GB10, RED, Body, carried_out, table

from sandtable.kernel.state import State
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.table.field import is_active
from sandtable.scripted import Acted

NAMES = ("A1", "A2", "C1", "C2", "D1")
CLOSE = Body("B1", (20, 12), 180, side=BLUE)  # 2 inches in front of the battalion


def battalion(quality: str = "average", *attached: str, **more: Any) -> Body:
    return Body("A1", (20, 10), quality=quality, attached=attached, **more)


def brigade(**said: Any) -> State:
    """Two battalions each of battlegroups A and C, one of D; only A1 and C1 are on the table, nobody is activated."""
    bodies = [Body(name, (10 + 8 * n, 10) if name[1] == "1" else None, active=False) for n, name in enumerate(NAMES)]
    return table(*bodies, FOE, **said)


brigade10 = partial(brigade, rules=GB10)


def activates(state: State, picks, *, dawn: bool = False, dice=()) -> Acted:
    return carried_out(state, lambda play: activate_next(play, RED, dawn=dawn), dice=dice, picks=picks)


def active(state: State) -> list[str]:
    return [name for name in NAMES if name in state.units and is_active(state.units[name])]
