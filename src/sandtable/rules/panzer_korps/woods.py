"""Woods of unknown density: what they are when somebody comes near."""

from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece
from sandtable.kernel.events import GroundChanged
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.rules.panzer_korps.book import BOOK, D6
from sandtable.rules.panzer_korps.field import field
from sandtable.rules.panzer_korps.ground import UNKNOWN
from sandtable.rules.panzer_korps.scenario import table

NEAR = 6.0  # inches: pk.terrain-generator.unknown
WOODS = tuple(str(cell) for cell in BOOK.table("terrain-features").column("woods").values())
HEAVY = 5  # on the chart, and the last result here: a 6 is heavy too


@rule("pk.terrain-generator.unknown")
def reveal_woods(play: Play) -> None:
    """A formation in an unknown wood or within 6 inches of it finds out what it is."""
    for piece in table(play.state).derived(unknown):
        slabs = field(play.state).slabs
        near = [unit for unit, slab in slabs.items() if shapes.within(piece.inches_from(slab), NEAR)]
        if near:
            throw = Throw("woods", f"{near[0]} looks at {piece.name}", near[0])
            kind = f"{WOODS[min(play.roll(throw, D6), HEAVY) - 1]} woods"
            play.emit(GroundChanged(f"{piece.name} is {kind}", (replace(piece, kind=kind),), by=near[0]))


def unknown(board: FreeTable) -> list[Piece]:
    return [piece for piece in board.terrain if piece.kind == UNKNOWN]
