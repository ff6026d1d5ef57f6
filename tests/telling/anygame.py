"""A game on a free table that no program knows, and how screens show it."""

from msgspec.structs import replace

import sandtable as st
from sandtable.board.board import POINT, Base
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Badge, Count, Look, Showing, badges, signs
from sandtable.kernel.state import Side, Unit
from sandtable.telling.display import Display

RED, BLUE = Side("Red"), Side("Blue")
WIDE = Base(1.5, 0.5)
ROLES = {"Infantry": "piece", "Staff": "piece", "Battalion": "group", "Objective": "objective", "Template": "template"}
SIGNS = signs(Badge("pinned", stops=True))


def stand(name: str, side: str, x: float, y: float, facing: int = 0, **rest) -> Unit:
    return Unit(name, "Infantry", side, st.Place(x, y, facing), **rest)


def any_table() -> st.State:
    """The unknown game: a battalion of two on each side, a wood, a hill and a road."""
    board = FreeTable(24.0, 24.0, (
        Area("wood", "wood", ((2.0, 14.0), (8.0, 14.0), (8.0, 18.0), (2.0, 18.0)), opaque=True),
        Area("long hill", "hill", ((14.0, 14.0), (22.0, 14.0), (22.0, 18.0), (14.0, 18.0)), level=1),
        Strip("road", "road", ((0.0, 12.0), (24.0, 12.0)), 0.5),
    ))  # fmt: skip
    units = [
        Unit("Red", "Force", RED), Unit("Blue", "Force", BLUE),
        Unit("R1", "Battalion", RED, part_of="Red", tallies={"deeds": 1}),
        stand("R1/1", RED, 6.0, 6.0, part_of="R1"),
        stand("R1/2", RED, 9.0, 6.0, part_of="R1", marks=frozenset({"pinned"})),
        Unit("B1", "Battalion", BLUE, part_of="Blue"),
        stand("B1/1", BLUE, 6.0, 20.0, 180, part_of="B1"),
        Unit("Blue staff", "Staff", BLUE, st.Place(20.0, 22.0, 180), part_of="Blue"),
        Unit("crossroads", "Objective", BLUE, st.Place(12.0, 12.0)),
        Unit("Red shells", "Template", RED, st.Place(18.0, 8.0), part_of="Red"),
    ]  # fmt: skip
    scenario = Scenario(id="x", rules="x", title="X", setting="", size="")
    return st.State("x", scenario, board, (RED, BLUE), {unit.id: unit for unit in units})


def look(state: st.State, unit: Unit) -> Look:
    """The words belong to this game. No program knows them."""
    return Look(
        role=ROLES.get(unit.kind, "none"),
        formation="wedge" if unit.kind == "Battalion" else None,
        actions=(unit.tallies["deeds"], 2) if "deeds" in unit.tallies else None,
        drawing="burst" if unit.kind == "Template" else "",
        marks=badges(unit.marks - {"gone"}, SIGNS),
        lost="gone" in unit.marks,
    )


def tally(state: st.State) -> tuple[Count, ...]:
    return Count("Wind", "north"), Count(RED, "3 chits", RED), Count("Blue guns", "2 shells", BLUE)


def displayed(state: st.State) -> Display:
    rules = st.rule_sets()["portable-wargame"]
    return Display(replace(rules, base=base_of, sight=None, showing=Showing(look=look, tally=tally)), state)


def base_of(state: st.State, unit: Unit) -> Base:
    return {"Infantry": WIDE, "Template": Base(1.0, 1.0, disc=True)}.get(unit.kind, POINT)
