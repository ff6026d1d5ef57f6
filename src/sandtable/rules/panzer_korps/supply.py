"""Supply: who can trace a line to his own table edge."""

from collections.abc import Iterator

from sandtable.board import shapes
from sandtable.board.place import Point
from sandtable.kernel.events import Marked, Unmarked
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.mechanics.supply import SupplyLines
from sandtable.rules.panzer_korps.field import RADIUS, enemies, field, formations, is_able, members
from sandtable.rules.panzer_korps.ground import CLOSED, CROSSINGS
from sandtable.rules.panzer_korps.scenario import battle, table
from sandtable.rules.panzer_korps.words import Mark

FREE, OFF = 6.0, 6.0  # inches: pk.logistics.supply
SPOKE = 15  # degrees between the directions in which a line may begin


@rule("pk.logistics.supply")
def trace_supply(play: Play) -> None:
    """A line of any length to the own edge keeps 6 inches off able enemies after its own first 6 inches."""
    state = play.state
    for side in state.sides:
        able = [field(state).slabs[enemy.id] for enemy in enemies(state, side) if is_able(state, enemy)]
        lines = SupplyLines(table(state), able, OFF, CLOSED, CROSSINGS)
        edges = battle(state).edge(side), *battle(state).army(side).supply
        for unit in formations(state, side):
            supplied = any(lines.lead_to_edge(beginnings(state, unit), edge) for edge in edges)
            play.emit_if_new((Unmarked if supplied else Marked)(unit.id, Mark.OUT_OF_SUPPLY))


def beginnings(state: State, unit: Unit) -> Iterator[Point]:
    """Where a line may be when the enemy begins to matter: at the formation, or 6 inches from it."""
    board, here = table(state), unit.at.point
    yield here
    closed = [piece for piece in board.terrain if piece.kind in CLOSED]
    for turn in range(0, 360, SPOKE):
        point = shapes.ahead(here, turn, RADIUS + FREE)
        if shapes.on_table(point, board.width, board.depth) and not any(piece.spans(here, point) for piece in closed):
            yield point


def is_out_of_supply(state: State, group: UnitId) -> bool:
    """Half or more of the Force Group."""
    cut_off = [Mark.OUT_OF_SUPPLY in unit.marks for unit in members(state, group)]
    return bool(cut_off) and 2 * sum(cut_off) >= len(cut_off)


def is_surrounded(state: State, group: UnitId) -> bool:
    """All of the Force Group."""
    cut_off = [Mark.OUT_OF_SUPPLY in unit.marks for unit in members(state, group)]
    return bool(cut_off) and all(cut_off)
