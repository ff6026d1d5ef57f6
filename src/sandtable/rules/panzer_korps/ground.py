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


# The kinds of terrain that a map may name, each with its row of the table.
KINDS: dict[str, Terrain] = {
    "road": terrain("road"),
    "bridge": terrain("ford or bridge"),
    "ford": terrain("ford or bridge"),
    "light woods": terrain("light woods"),
    "medium woods": terrain("medium woods"),
    "heavy woods": terrain("heavy woods"),
    UNKNOWN: terrain("light woods"),  # its nature is not known; it hides what is in it all the same
    "jungle": terrain("jungle"),
    "stream": terrain("stream, fordable", line=True),
    "minor river": terrain("minor river"),
    "major river": terrain("major river"),
    "water": terrain("cliff or chasm"),
    "beach": terrain("beach"),
    "broken ground": terrain("broken ground"),
    "gully": terrain("gully", line=True),
    "depression": terrain("large depression"),
    "cliff": terrain("cliff or chasm"),
    "chasm": terrain("cliff or chasm"),
    "brush": terrain("brush"),
    "tall brush": terrain("tall brush or hedgerow"),
    "vineyard": terrain("heavy growth or vineyard"),
    "wall": terrain("wall, hedge, fence", line=True),
    "hedge": terrain("wall, hedge, fence", line=True),
    "fence": terrain("wall, hedge, fence", line=True),
    "farm": terrain("farm"),
    "village": terrain("village"),
    "town": terrain("town section"),
    "city": terrain("city section"),
    "rubble": terrain("rubble, breached city wall"),
    "marsh": terrain("marsh, mud"),
    "sand": terrain("sand, dunes"),
    "snow bank": terrain("snow bank"),
    **{kind: terrain(row) for kind, row in HILLS.items()},
}
CLOSED = frozenset(kind for kind, of in KINDS.items() if of.entry in (IMPASSABLE, LARGE_RIVER))
WIDTHS = {"road": ROAD, "bridge": ROAD, "ford": ROAD, "stream": 1.0, "minor river": 1.0, "major river": 1.0}
DRAWN = {
    kind: Ground(opaque=of.blocks_sight, width=WIDTHS.get(kind, LINE if kind in LINES else None))
    for kind, of in KINDS.items()
}
BUILT_UP = frozenset({"farm", "village", "town", "city"})
