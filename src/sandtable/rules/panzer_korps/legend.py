"""What each kind of ground does, for the legend."""

from collections.abc import Iterator

from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Row
from sandtable.kernel.showing import Terrain as Told
from sandtable.rules.panzer_korps.book import BOOK, cite
from sandtable.rules.panzer_korps.ground import IMPASSABLE, KINDS, Terrain

TOLLS = BOOK.table("terrain-movement")


def terrain(scenario: Scenario) -> tuple[Told, ...]:
    return tuple(Told(kind, tuple(rows(of)), cite("pk.terrain.in-cover")) for kind, of in KINDS.items())


def rows(of: Terrain) -> Iterator[Row]:
    yield "cover", of.cover if of.cover != "open" else "none"
    if of.entry == IMPASSABLE:
        yield "movement", IMPASSABLE
    elif of.entry:
        inches, disorders = TOLLS.row(of.entry)
        yield "movement", f'{inches:g}"' if isinstance(inches, int | float) else str(inches)
        if disorders:
            yield "vehicles", "may be disordered on entering"
    if of.blocks_sight:
        yield "sight", "blocked beyond it"
