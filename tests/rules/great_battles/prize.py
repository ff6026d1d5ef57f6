"""A battle for a village in the middle of the table."""

from functools import partial
from typing import Any

from gbtable import BLUE, GB10, Body, table

from sandtable.kernel.state import State
from sandtable.rules.great_battles.battle.scenario import Objective

VILLAGE = {"kind": "village", "name": "village", "at": (30, 24), "size": (6, 4)}
TOWN = Objective("the town", piece="village")
AWAY = Body("B1", (50, 44), 180, side=BLUE)  # Blue is nowhere near it


def battle_for(*bodies: Body, objectives: tuple[Objective, ...] = (TOWN,), **said: Any) -> State:
    return table(*bodies, objectives=objectives, pieces=(VILLAGE,), **said)


battle_for10 = partial(battle_for, turn=10, rules=GB10)
