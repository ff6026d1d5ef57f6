"""How much of a move a stand sees: the visible stretches of a straight leg, measured exactly.

Sight only changes where the line of sight passes a corner of something, or where one of its ends comes onto other
ground. Between two such points the line is tried at both ends. If the results differ, the inches of cover on it have
passed the limit in between, and that point is searched for.
"""

from collections.abc import Hashable, Iterator
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.lazy import Remembered
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Box, Slab
from sandtable.board.sightline import Fan, Line, changes, closest, over, straight_parts
from sandtable.board.sweep import while_within
from sandtable.board.terrain import OCTAGON, OCTAGON_SIZE, Piece, Strip
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.edition import charts, plays
from sandtable.rules.great_battles.table.by_edition import TableByEdition
from sandtable.rules.great_battles.table.field import base_of, field
from sandtable.rules.great_battles.table.ground import crossing, legs, ridges
from sandtable.rules.great_battles.table.sighting import (
    Based,
    Outlook,
    between_middles,
    falling,
    is_below,
    outlook_past,
    screens_near,
    sight_limit,
)

FINE = 0.001  # inches to which the ends of a stretch are found
SHORT = shapes.TWO_STEPS  # inches: a shorter stretch between two equal points is ignored
ASIDE = FINE / 4  # the line is tried so far beside the points of change
MEMORY = 1 << 10  # legs remembered

Stretch = tuple[float, float, bool]  # from, to, in inches, and whether it is in sight


class Obstacles(NamedTuple):
    """Everything near enough to a line of sight, wherever it lies on the leg."""

    pieces: list[Piece]
    stands: list[Based]
    barrages: list[Slab]
    ridges: list[Strip]


_known: dict[Hashable, Remembered[Stretch]] = {}  # legs that were measured before, in any line of thought


class Look:
    """One stand looks at another that goes straight from one place to another."""

    def __init__(self, state: State, eye: Unit, mover: Unit, a: Place, b: Place) -> None:
        self.state, self.eye, self.mover = state, eye, mover
        self.from_, self.start = field(state).slabs[eye.id], shapes.footprint(a, base_of(state, mover))
        self.by, self.inches = (b.x - a.x, b.y - a.y), shapes.span_of(a.point, b.point)
        self.sight_line, self.rim = (
            TableByEdition.of(state).sight_line,
            max(map(shapes.size_of, (self.from_, self.start))),
        )

    def within(self, far: float) -> tuple[float, float]:
        """The part of the leg that is so near."""
        return while_within(self.start, self.by, self.from_, far + shapes.HALF_STEP) or (0.0, 0.0)

    def stretches(self, low: float, high: float) -> Iterator[Stretch]:
        """A part of the leg, cut into visible and invisible stretches; worked out as far as needed."""
        near, far = self.within(sight_limit(self.state))
        near, far = max(near, low), min(far, high)
        if not shapes.less(near, far):
            yield low, high, False
            return
        if low < near:
            yield low, near, False
        yield from self._in_range(near, far)
        if far < high:
            yield far, high, False

    def _in_range(self, low: float, high: float) -> Iterator[Stretch]:
        """The same for a part within the sighting distance."""
        self.near = self.obstacles(low, high)
        if not any(self.near):
            yield low, high, True
            return
        asked = self._past_what, self.from_, self.start, self.by, low, high
        if asked not in _known:
            if len(_known) >= MEMORY:
                _known.clear()
            _known[asked] = Remembered(self._measured(low, high))
        yield from _known[asked]

    @property
    def _past_what(self) -> Hashable:
        """Everything that the stretches of a leg depend on, beside the leg."""
        state, near = self.state, self.near
        stands = tuple([(is_below(state, stand, self.eye), slab) for stand, slab in near.stands])
        return state.board, state.rules, state.variants, stands, tuple(near.barrages)

    def _measured(self, low: float, high: float) -> Iterator[Stretch]:
        for start, end in pairwise(self.cuts(low, high)):
            yield from self._alike(start, self.seen(start + ASIDE), end, self.seen(end - ASIDE))

    def _alike(self, low: float, at_low: Outlook, high: float, at_high: Outlook) -> Iterator[Stretch]:
        same = at_low.sight.clear == at_high.sight.clear
        if high - low <= (SHORT if same else FINE) or (same and is_steady(at_low, at_high)):
            yield low, high, at_low.sight.clear
        else:
            middle = (low + high) / 2
            there = self.seen(middle)
            yield from self._alike(low, at_low, middle, there)
            yield from self._alike(middle, there, high, at_high)

    def seen(self, inches: float) -> Outlook:
        at = self.slab(inches)
        return outlook_past(self.state, self.eye, (self.from_, at), self.sight_line(self.from_, at), self.near.stands)

    def slab(self, inches: float) -> Slab:
        """The mover's base at that point."""
        return shapes.moved_slab(self.start, self.by, inches / self.inches)

    # ---- where something may change

    def cuts(self, low: float, high: float) -> list[float]:
        """Both ends of a part of the leg, and every point between them at which something may change."""
        cuts = [low]
        for at in sorted(at for at in self._changes(self.near, low, high) if low < at < high):
            if at - cuts[-1] > FINE and high - at > FINE:
                cuts.append(at)
        return [*cuts, high]

    def obstacles(self, low: float, high: float) -> Obstacles:
        """What may come into the line of sight on a part of the leg."""
        state, eye, a, b = self.state, self.from_, self.slab(low), self.slab(high)
        points = [(slab.x, slab.y) for slab in (eye, a, b)]
        box, fan = shapes.box_of(points, self.rim), Fan(points[0], (points[1], points[2]), self.rim)
        stands = screens_near(state, self.eye, (self.mover.part_of,), points)
        barrages = [field(state).slabs[template.id] for template in falling(state)]
        crests = ridges(table(state)) if plays(state, "ridge-crest") else ()
        return Obstacles(
            [piece for piece in table(state).looked_over_near(box) if not fan.misses(*middle_and_half(piece.box))],
            [(stand, slab) for stand, slab in stands if not fan.misses(slab.x, slab.y, *shapes.spread(slab))],
            barrages,
            list(crests),
        )

    def _changes(self, near: Obstacles, low: float, high: float) -> Iterator[float]:
        corners, middles = corners_of(near), middles_of(near)
        for start, end, first, last in self.lines(low, high):
            shares = over(first, last, corners) + closest(first, last, middles)
            shares += [share for path in zip(first, last, strict=True) for share in ground_changes(near, path)]
            yield start
            yield from (start + (end - start) * share for share in shares)
        a, b = (self.slab(inches) for inches in (low, high))
        path = (a.x, a.y), (b.x, b.y)
        hills = [piece for piece in near.pieces if piece.level]
        yield from (low + inches for piece in hills for span in piece.spans(*path) for inches in span[:2])
        crest = charts(self.state).crest + shapes.HALF_STEP
        lines = [shapes.limb(*leg, 0.0) for ridge in near.ridges for leg in legs(ridge)]
        for slab, inches in (*((disc, 0.0) for disc in near.barrages), *((line, crest) for line in lines)):
            yield from while_within(self.start, self.by, slab, inches) or ()

    def lines(self, low: float, high: float) -> list[tuple[float, float, Line, Line]]:
        """The line of sight as it moves, in parts on which both its ends move straight."""
        cuts = [low, high]
        if self.sight_line is not between_middles:
            found = [share * self.inches for share in changes(self.from_, self.start, self.by)]
            cuts = sorted({low, high, *(inches for inches in found if low < inches < high)})
        return straight_parts(cuts, [self.sight_line(self.from_, self.slab(inches)) for inches in cuts])


def is_steady(one: Outlook, other: Outlook) -> bool:
    """Whether the inches of cover on a line cannot have passed the limit in between.

    The edges of cover on it are straight, so none of the crossing points has moved farther.
    """
    spare = one.spare + other.spare
    if len(one.edges) != len(other.edges):
        return False
    return fsum([shapes.span_of(a, b) for a, b in zip(one.edges, other.edges, strict=True)]) < spare


def middle_and_half(box: Box) -> Box:
    """The middle of a box, and half its size."""
    west, south, east, north = box
    return (west + east) / 2, (south + north) / 2, (east - west) / 2, (north - south) / 2


def corners_of(near: Obstacles) -> list[Point]:
    """Corners that a line of sight may pass."""
    corners = [corner for piece in near.pieces for corner in piece.turns]
    corners += [corner for _, slab in near.stands for corner in shapes.corners_of(slab)]
    for disc in near.barrages:  # points close round it
        out = disc.rim * OCTAGON_SIZE
        corners += [(disc.x + x * out, disc.y + y * out) for x, y in OCTAGON]
    return corners + middles_of(near)


def middles_of(near: Obstacles) -> list[Point]:
    """The middles of round things."""
    strips = [piece for piece in (*near.pieces, *near.ridges) if isinstance(piece, Strip)]
    return [point for strip in strips for point in strip.points] + [(disc.x, disc.y) for disc in near.barrages]


def ground_changes(near: Obstacles, path: Line) -> Iterator[float]:
    """The shares of a path of one end of the line at which it enters or leaves something."""
    length = shapes.span_of(*path)
    if length <= shapes.SLACK:
        return
    for piece in near.pieces:
        yield from (inches / length for span in piece.spans(*path) for inches in span[:2])
    for slab in (*(slab for _, slab in near.stands), *near.barrages):
        yield from (inches / length for inches in shapes.clip(slab, *path) or ())
    for ridge in near.ridges:
        yield from (inches / length for leg in legs(ridge) if (inches := crossing(path, leg)) is not None)
