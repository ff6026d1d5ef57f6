"""How fast a battalion goes, and the cost of the ground."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import inf

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.battle.scenario import CARRIERS, PATHS
from sandtable.rules.great_battles.book.charts import BAD, CLOSED, FOOT, GOOD, GUN_ROW, HORSE, SPEEDS, Charts, Ground
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.field import is_suppressed, on_tanks, standing, trait
from sandtable.rules.great_battles.table.formation import counts_as
from sandtable.rules.great_battles.table.ground import on_foot
from sandtable.rules.great_battles.words import GUNS, RIDES, SPEED, Did, Formation, Kind, Mark, Tally


def rate_row(stand: Unit) -> str | None:
    """The row of the movement table; None for an HQ, which never slows its battalion."""
    if stand.kind == Kind.HQ:
        return None
    if Mark.LOADED in stand.marks:
        speed = CARRIERS[trait(stand, RIDES)]
        return HORSE if speed == "horse" else SPEEDS[speed]
    if stand.kind == Kind.HALF_TRACK:
        return SPEEDS["H"]
    if stand.kind == Kind.ARMOUR:
        return SPEEDS[trait(stand, SPEED)]
    return GUN_ROW if stand.kind in GUNS else FOOT


class Rates:
    """The cost of an inch for a battalion, or for one stand on its own way, as a share of its action."""

    def __init__(self, state: State, body: Unit, shape: Formation | None = None, alone: Unit | None = None) -> None:
        shape, everybody = shape or counts_as(state, body), standing(state, body.id)
        stands = [alone] if alone else everybody
        rows = {row for stand in stands if (row := rate_row(stand)) is not None} or {FOOT}
        self.pinned = any(Mark.SET_UP in stand.marks for stand in everybody)  # move.set-up
        rows |= TableByEdition.of(state).pinned_rows if self.pinned else frozenset()
        chart, all_rows = charts(state), frozenset(rows)
        bad = slowest(chart, all_rows, shape, BAD)
        if Did.HURRIES in body.spent:
            bad = min(chart.hurried_rate(row, shape) or bad for row in rows)
        slowed = any(map(is_suppressed, (*everybody, *on_tanks(state, body.id))))  # move.suppressed
        self.good = bad if slowed else slowest(chart, all_rows, shape, GOOD)
        self.bad = bad
        self.slowed = slowed
        self.inches_left = chart.pinned - body.tallies.get(Tally.USED_INCHES, 0) / 100 if self.pinned else inf
        self.rows, self._chart, self._shape = all_rows, chart, shape

    def on_road(self, surface: str) -> float:
        """Inches along a road in road march; move.suppressed takes the road rates away."""
        return self.bad if self.slowed else slowest(self._chart, self.rows, self._shape, surface)


@lru_cache(maxsize=1024)
def slowest(chart: Charts, rows: frozenset[str], shape: Formation, going: str) -> float:
    """How far stands with these rows of the movement table go together."""
    return min(chart.rate(row, shape, going) for row in rows)


Crossed = tuple[float, tuple[str, ...]]  # inches, and the kinds of ground they run over


@lru_cache(maxsize=1 << 16)
def crossed(board: FreeTable, a: Point, b: Point) -> tuple[tuple[Crossed, ...], tuple[str, ...]]:
    """A straight leg in stretches, and the borders it crosses: contour lines both ways, streams once."""
    stretches = board.along(Place(*a), Place(*b))
    parts = tuple((part.end - part.start, tuple(piece.kind for piece in part.pieces)) for part in stretches)
    lines: list[str] = []
    for before, after in pairwise(stretches):
        lines += [piece.kind for piece in after.pieces if piece not in before.pieces]
        lines += [piece.kind for piece in before.pieces if piece not in after.pieces and piece.level]
    return parts, tuple(lines)


def price(board: FreeTable, grounds: Mapping[str, Ground], rates: Rates, stand: Unit, a: Point, b: Point) -> float:
    """move.mixed-going: the share of an action that a straight leg takes a stand; infinite where it cannot go."""
    parts, lines = crossed(board, a, b)
    total = 0.0
    for inches, kinds in parts:
        if not kinds:
            total += inches / rates.good
            continue
        here = [grounds[kind] for kind in kinds if kind not in PATHS]
        if here and any(ground.closes(on_foot=on_foot(stand)) for ground in here) and not is_bridged(kinds, here):
            return inf
        total += inches / (rates.bad if any(ground.going == BAD for ground in here) else rates.good)
    return total + sum(grounds[kind].line for kind in lines if kind not in PATHS) / rates.bad


def reach(board: FreeTable, grounds: Mapping[str, Ground], rates: Rates, a: Point, b: Point) -> float | None:
    """The inches of a straight leg for which an action is enough; None where borders on it also cost something."""
    parts, lines = crossed(board, a, b)
    if any(grounds[kind].line for kind in lines if kind not in PATHS):
        return None
    far, left = 0.0, 1.0
    for inches, kinds in parts:
        rough = any(grounds[kind].going == BAD for kind in kinds if kind not in PATHS)
        rate = rates.bad if rough else rates.good
        if inches > left * rate:
            return far + left * rate
        far, left = far + inches, left - inches / rate
    return far


def is_open(board: FreeTable, box: shapes.Box) -> bool:
    """Whether a box has only open ground and roads."""
    return not shapes.near(ground_boxes(board), box)


def lets_in(board: FreeTable, box: shapes.Box, closing: frozenset[str]) -> bool:
    """Whether a box has none of these kinds of ground."""
    return not any(kind in closing for kind in shapes.near(ground_boxes(board), box))


@lru_cache(maxsize=64)
def ground_boxes(board: FreeTable) -> tuple[tuple[shapes.Box, str], ...]:
    return tuple((piece.box, piece.kind) for piece in board.terrain if piece.kind not in PATHS)


def is_bridged(kinds: tuple[str, ...], here: list[Ground]) -> bool:
    """A road or bridge leads over water, not through bunkers."""
    return not PATHS.isdisjoint(kinds) and all(ground.going == CLOSED or not ground.foot_only for ground in here)
