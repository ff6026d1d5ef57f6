"""How much of a move a stand sees: the visible stretches of a straight leg, measured exactly.

Sight only changes where the line of sight passes a corner of something, or where one of its ends comes onto other
ground. Between two such points the line is tried at both ends. If the results differ, the inches of cover on it have
passed the limit in between, and that point is searched for.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.shapes import Slab
from sandtable.board.sightline import Line, changes, closest, over, straight_parts
from sandtable.board.sweep import while_within
from sandtable.board.terrain import OCTAGON, OCTAGON_SIZE, Piece, Strip
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.edition import charts, plays, procedures
from sandtable.rules.great_battles.table.field import base_of, field
from sandtable.rules.great_battles.table.ground import crossing, legs, ridges
from sandtable.rules.great_battles.table.sighting import Outlook, falling, outlook, screens, sight_limit, stand_slabs

FINE = 0.001  # inches to which the ends of a stretch are found
SHORT = shapes.TWO_STEPS  # inches: a shorter stretch between two equal points is ignored
ASIDE = FINE / 4  # the line is tried so far beside the points of change

Stretch = tuple[float, float, bool]  # from, to, in inches, and whether it is in sight


class Obstacles(NamedTuple):
    """Everything near enough to a line of sight, wherever it lies on the leg."""

    pieces: list[Piece]
    stands: list[Slab]
    barrages: list[Slab]
    ridges: list[Strip]


class Look:
    """One stand looks at another that goes straight from one place to another."""

    def __init__(self, state: State, eye: Unit, mover: Unit, a: Place, b: Place) -> None:
        self.state, self.eye, self.mover = state, eye, mover
        self.from_, self.start = field(state).slabs[eye.id], shapes.footprint(a, base_of(state, mover))
        self.by, self.inches = (b.x - a.x, b.y - a.y), shapes.span_of(a.point, b.point)

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
        for start, end in pairwise(self.cuts(near, far)):
            yield from self._alike(start, self.seen(start + ASIDE), end, self.seen(end - ASIDE))
        if far < high:
            yield far, high, False

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
        return outlook(self.state, self.eye, self.mover, self.slab(inches))

    def slab(self, inches: float) -> Slab:
        """The mover's base at that point."""
        share = inches / self.inches
        return self.start._replace(x=self.start.x + self.by[0] * share, y=self.start.y + self.by[1] * share)

    # ---- where something may change

    def cuts(self, low: float, high: float) -> list[float]:
        """Both ends of a part of the leg, and every point between them at which something may change."""
        near = self.obstacles(low, high)
        found = sorted(at for at in self._changes(near, low, high) if low < at < high) if any(near) else []
        cuts = [low]
        for at in found:
            if at - cuts[-1] > FINE and high - at > FINE:
                cuts.append(at)
        return [*cuts, high]

    def obstacles(self, low: float, high: float) -> Obstacles:
        state, boxes = self.state, [shapes.box_round(slab) for slab in (self.from_, self.slab(low), self.slab(high))]
        wests, souths, easts, norths = zip(*boxes, strict=True)
        west, south, east, north = box = min(wests), min(souths), max(easts), max(norths)
        units, looked_at, reach = state.units, (self.mover.part_of,), charts(state).largest_base
        stands = [
            slab
            for i, slab in state.layout(stand_slabs)
            if west - reach <= slab.x <= east + reach
            and south - reach <= slab.y <= north + reach
            and screens(units[i], self.eye, looked_at)
        ]
        barrages = [field(state).slabs[template.id] for template in falling(state)]
        crests = ridges(table(state)) if plays(state, "ridge-crest") else ()
        return Obstacles(table(state).looked_over_near(box), stands, barrages, list(crests))

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
        found = [share * self.inches for share in changes(self.from_, self.start, self.by)]
        cuts = sorted({low, high, *(inches for inches in found if low < inches < high)})
        sight_line = procedures(self.state).sight_line
        return straight_parts(cuts, [sight_line(self.from_, self.slab(inches)) for inches in cuts])


def is_steady(one: Outlook, other: Outlook) -> bool:
    """Whether the inches of cover on a line cannot have passed the limit in between.

    The edges of cover on it are straight, so none of the crossing points has moved farther.
    """
    spare = one.spare + other.spare
    if len(one.edges) != len(other.edges):
        return False
    return fsum([shapes.span_of(a, b) for a, b in zip(one.edges, other.edges, strict=True)]) < spare


def corners_of(near: Obstacles) -> list[Point]:
    """Corners that a line of sight may pass."""
    corners = [corner for piece in near.pieces for corner in piece.turns]
    corners += [corner for slab in near.stands for corner in shapes.corners_of(slab)]
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
    for slab in (*near.stands, *near.barrages):
        yield from (inches / length for inches in shapes.clip(slab, *path) or ())
    for ridge in near.ridges:
        yield from (inches / length for leg in legs(ridge) if (inches := crossing(path, leg)) is not None)
