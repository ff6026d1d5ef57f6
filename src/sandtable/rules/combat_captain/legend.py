"""What each kind of ground does, for the legend."""

from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Row, Terrain
from sandtable.rules.combat_captain.book import GOING as CHART
from sandtable.rules.combat_captain.book import cite
from sandtable.rules.combat_captain.scenario import DRAWN, GOING

LINE, SHUT = "obstacle line", "impassable"


def terrain(scenario: Scenario) -> tuple[Terrain, ...]:
    return tuple(Terrain(kind, tuple(rows(kind)), cite("cc.move.terrain")) for kind in GOING)


def rows(kind: str) -> list[Row]:
    """Which dice count for each kind of mover, and whether the ground blocks sight."""
    going = GOING[kind]
    sight = [("sight", "blocked")] * DRAWN[kind].opaque
    if going == SHUT:
        return [("movement", "closed to all"), *sight]
    cells = CHART.table.column(going)
    return [*((mover, told(str(cell), line=going == LINE)) for mover, cell in cells.items()), *sight]


def told(cell: str, *, line: bool) -> str:
    if line:
        return "may cross; it ends the leg" if cell != "no" else "may not cross"
    return "may not enter" if cell == "-" else f"{cell} dice count"
