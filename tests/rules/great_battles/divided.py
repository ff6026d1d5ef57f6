"""Red in two divisions: West with the battlegroup A on a road in the west, East with the battlegroup C in the east."""

from typing import Any

from gbtable import BLUE, INFANTRY, Body, Piece, table
from msgspec.structs import replace

from sandtable.kernel.state import State, UnitId
from sandtable.rules.great_battles.battle.scenario import Division
from sandtable.rules.great_battles.words import Tally

WEST, EAST = UnitId("West"), UnitId("East")
WEST_STAFF, EAST_STAFF = UnitId("West C Ops"), UnitId("East C Ops")
ROADS: tuple[Piece, ...] = (
    {"kind": "road", "name": "west road", "course": [[10, 0], [10, 48]]},
    {"kind": "road", "name": "east road", "course": [[50, 0], [50, 48]]},
)
FAR_FOE = Body("B1", (30, 46), 180, side=BLUE)


def two(*bodies: Body, west: int = 5, east: int = 3, common: int = 0, west_said=None, east_said=None, **said: Any):
    """Each with a C Ops and a FUP on its road and its own points; or with points in common."""
    one = Division("West", 0 if common else west, (10, 10), (10, 6))
    other = Division("East", 0 if common else east, (50, 10), (50, 6))
    both = replace(one, **(west_said or {})), replace(other, **(east_said or {}))
    return table(*(bodies or brigades()), points=common, divisions=both, **{"pieces": ROADS, "days": 3, **said})


def brigades(a1=(10, 16), c1=(50, 16), **more: Any) -> tuple[Body, ...]:
    """A1 in the west and C1 in the east, with their comrades in reserve."""
    return (west("A1", a1, **more), east("C1", c1, **more), west("A2", **more), east("C2", **more), FAR_FOE)


def west(name: str, at=None, **more: Any) -> Body:
    return Body(name, at, **{"division": "West", "group": "A", "active": False, "stands": (INFANTRY,) * 4, **more})


def east(name: str, at=None, **more: Any) -> Body:
    return Body(name, at, **{"division": "East", "group": "C", "active": False, "stands": (INFANTRY,) * 4, **more})


def counts(state: State) -> tuple[int | None, ...]:
    """The points of the side, of West and of East; None for who keeps none."""
    return tuple(state.units[UnitId(name)].tallies.get(Tally.POINTS) for name in ("Red", "West", "East"))
