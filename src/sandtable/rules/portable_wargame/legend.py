"""What each kind of ground does, for the legend."""

from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Terrain
from sandtable.rules.portable_wargame.book import BOOK, TERRAIN

CLAUSES = {
    "open": "setup.board", "road": "terrain.roads", "hill": "terrain.hills-uphill", "wood": "terrain.woods-stop",
    "built-up area": "terrain.built-up", "river": "terrain.rivers-impassable", "ford": "terrain.rivers-ford",
    "bridge (road across river)": "terrain.roads-whole-move", "minefield": "terrain.minefields",
    "barbed wire": "terrain.wire-move", "trench": "terrain.trenches-crossing-or-occupying",
    "fieldworks": "fire.into-cover", "dugout": "fire.into-cover", "bunker": "fire.into-cover",
}  # fmt: skip


def terrain(scenario: Scenario) -> tuple[Terrain, ...]:
    return tuple(Terrain(kind, TERRAIN.says(kind), BOOK.cite(CLAUSES[kind])) for kind in map(str, TERRAIN.headings))
