"""A game that no program knows, on a free table."""

import sandtable as st
from sandtable.board.board import POINT, Base
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, Unit

RED, BLUE = Side("Red"), Side("Blue")
WIDE = Base(1.5, 0.5)


def stand(name: str, side: str, x: float, y: float, facing: int = 0, **rest) -> Unit:
    return Unit(name, "Infantry", side, st.Place(x, y, facing), **rest)


def any_table() -> st.State:
    """A game nobody knows: a battalion of two on either side, a wood, a hill and a road."""
    board = FreeTable(24.0, 24.0, (
        Area("wood", "wood", ((2.0, 14.0), (8.0, 14.0), (8.0, 18.0), (2.0, 18.0)), opaque=True),
        Area("long hill", "hill", ((14.0, 14.0), (22.0, 14.0), (22.0, 18.0), (14.0, 18.0)), level=1),
        Strip("road", "road", ((0.0, 12.0), (24.0, 12.0)), 0.5),
    ))  # fmt: skip
    units = [
        Unit("Red", "Force", RED), Unit("Blue", "Force", BLUE),
        Unit("R1", "Battalion", RED, part_of="Red", marks=frozenset({"assault"}), tallies={"actions": 2}),
        stand("R1/1", RED, 6.0, 6.0, part_of="R1"),
        stand("R1/2", RED, 9.0, 6.0, part_of="R1", marks=frozenset({"suppressed"})),
        Unit("B1", "Battalion", BLUE, part_of="Blue"),
        stand("B1/1", BLUE, 6.0, 20.0, 180, part_of="B1"),
        Unit("Blue staff", "Staff", BLUE, st.Place(20.0, 22.0, 180), part_of="Blue"),
        Unit("crossroads", "Objective", BLUE, st.Place(12.0, 12.0)),
        Unit("Red shells", "Template", RED, st.Place(18.0, 8.0), part_of="Red"),
    ]  # fmt: skip
    scenario = Scenario(id="x", rules="x", title="X", setting="", size="")
    return st.State("x", scenario, board, (RED, BLUE), {unit.id: unit for unit in units})


def base_of(state: st.State, unit: Unit) -> Base:
    return {"Infantry": WIDE, "Template": Base(1.0, 1.0, disc=True)}.get(unit.kind, POINT)
