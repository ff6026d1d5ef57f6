"""Kinds of terrain: their cover, what they cost a move, and whether they block sight."""

from typing import Literal

from msgspec import Struct

from sandtable.board.tablemap import Ground
from sandtable.book.charts import NONE
from sandtable.rules.panzer_korps.book import BOOK

Cover = Literal["open", "light", "medium", "heavy", "super heavy"]
COVERS: tuple[Cover, ...] = ("open", "light", "medium", "heavy", "super heavy")
CROSSINGS = frozenset({"road", "bridge", "ford"})  # a path along them ignores what lies under them
HILLS = {"rolling hill": "rolling hill (one level)", "two-level hill": "two-level hill", "steep hill": "steep hill"}
IMPASSABLE = "impassable"
LARGE_RIVER = "large river"
ROAD, LINE = 1.0, 0.2  # widths in inches
LINES = ("wall", "hedge", "fence", "gully", "chasm", "cliff")
UNKNOWN = "unknown woods"  # pk.terrain-generator.unknown


class Terrain(Struct, frozen=True, gc=False):
    """A row of the terrain effects table, as a map names it."""

    cover: Cover
    entry: str  # its row in the table of deductions; empty: none
    blocks_sight: bool
    line: bool = False  # a linear feature: wall, bank of a gully or stream


def terrain(feature: str, *, line: bool = False) -> Terrain:
    cover, entry, blocks = BOOK.table("terrain-effects").row(feature)
    known: Cover = "open" if cover == NONE else cover  # type: ignore[assignment]
    return Terrain(known, "" if entry in (NONE, "road bonus") else str(entry), bool(blocks), line)


# The rows of the table under the names that maps have for them.
BORDERS = frozenset({"stream", "gully", "wall", "hedge", "fence"})  # linear features that give cover behind them
OTHERS = {
    "stream": "stream, fordable", "wall": "wall, hedge, fence", "hedge": "wall, hedge, fence",
    "fence": "wall, hedge, fence",
    "bridge": "ford or bridge", "ford": "ford or bridge", "water": "cliff or chasm", "cliff": "cliff or chasm",
    "chasm": "cliff or chasm", "depression": "large depression", "tall brush": "tall brush or hedgerow",
    "vineyard": "heavy growth or vineyard", "town": "town section", "city": "city section",
    "rubble": "rubble, breached city wall", "marsh": "marsh, mud", "sand": "sand, dunes",
    UNKNOWN: "light woods",  # its nature is not known; it hides what is in it all the same
    **HILLS,
}  # fmt: skip
SAME = (
    "road", "light woods", "medium woods", "heavy woods", "jungle", "minor river", "major river", "beach",
    "broken ground", "brush", "farm", "village", "snow bank", "gully",
)  # fmt: skip
KINDS = {kind: terrain(row, line=kind in BORDERS) for kind, row in ({kind: kind for kind in SAME} | OTHERS).items()}
CLOSED = frozenset(kind for kind, of in KINDS.items() if of.entry in (IMPASSABLE, LARGE_RIVER))
WIDTHS = {"road": ROAD, "bridge": ROAD, "ford": ROAD, "stream": 1.0, "minor river": 1.0, "major river": 1.0}
DRAWN = {
    kind: Ground(opaque=of.blocks_sight, width=WIDTHS.get(kind, LINE if kind in LINES else None))
    for kind, of in KINDS.items()
}
BUILT_UP = frozenset({"farm", "village", "town", "city"})
