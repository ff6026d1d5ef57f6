"""The cover of a formation: by the ground it stands in, or by a wall between it and its attacker."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.sightlines import End
from sandtable.rules.panzer_korps.field import DISC
from sandtable.rules.panzer_korps.ground import COVERS, KINDS, Cover
from sandtable.rules.panzer_korps.scenario import table
from sandtable.rules.panzer_korps.sighting import point_of
from sandtable.rules.panzer_korps.words import Mark

BESIDE = 1.0  # inch from its edge to a wall that covers it: pk.terrain.in-cover


def cover_of(state: State, unit: Unit, against: End | None = None) -> Cover:
    """pk.terrain.in-cover: the best of the areas it stands in and, against an attacker, the walls between them."""
    board = table(state)
    found = [piece for piece in board.under(unit.at) if not KINDS[piece.kind].line]
    if against is not None:
        found += walls_between(board, unit, against)
    return better(*(KINDS[piece.kind].cover for piece in found))


def in_cover(state: State, unit: Unit, against: End | None = None) -> bool:
    return cover_of(state, unit, against) != COVERS[0]


def better(*covers: Cover) -> Cover:
    """The best of several covers: they never add."""
    return max(covers, key=COVERS.index, default=COVERS[0])


def is_entrenched(unit: Unit) -> bool:
    return Mark.ENTRENCHED in unit.marks


def walls_between(board: FreeTable, unit: Unit, against: End) -> Iterator[Piece]:
    """The linear features close to it that the attacker's line crosses."""
    slab, here, there = shapes.footprint(unit.at, DISC), point_of(unit), point_of(against)
    for piece in board.derived(walls):
        if shapes.within(piece.inches_from(slab), BESIDE) and piece.spans(there, here):
            yield piece


def walls(board: FreeTable) -> list[Piece]:
    return [piece for piece in board.terrain if KINDS[piece.kind].line]
