"""Going: which dice count on which ground, and how far a sub-unit gets on a straight line."""

from functools import lru_cache
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable, Stretch
from sandtable.board.terrain import Piece
from sandtable.book.charts import NONE
from sandtable.kernel.decision import Refusal
from sandtable.rules.combat_captain.book import GOING as CHART
from sandtable.rules.combat_captain.book import Kind, Which, cite, counts
from sandtable.rules.combat_captain.scenario import GOING, Going

EDGE = 0.05  # inches: who stands so near to other ground on his way stands at its edge
HAIR = 0.01  # inches that one stays on this side of an edge
NO_MORE_INCHES = Refusal(cite("cc.move.dice"), "it has not so many inches")
STOPS_AT_EDGE = Refusal(cite("cc.move.legs"), "the die does not count on that ground")
IMPASSABLE = Refusal(cite("cc.move.obstacles"), "nobody enters impassable ground")
CLOSED = Refusal(cite("cc.move.terrain"), "it may not enter that ground")
NO_CROSSING = Refusal(cite("cc.move.obstacles"), "it cannot cross that obstacle")
LEG_ENDS = Refusal(cite("cc.move.obstacles"), "to cross the obstacle ends its leg just beyond it")
JUST_BEYOND = 0.5  # inches from an obstacle, which no hand measures more exactly


class Leg(NamedTuple):
    """One movement die: its face, and the inches it is still worth."""

    face: int
    inches: float


Legs = tuple[Leg, ...]


class Walk(NamedTuple):
    """How far somebody gets, what is left of his legs, and why he gets no farther."""

    inches: float
    legs: Legs
    why: Refusal | None


@lru_cache(maxsize=256)
def dice_on(mover: str, ground: Going) -> Which:
    """cc.move.terrain"""
    if ground == "impassable":
        return NONE  # type: ignore[return-value]
    return CHART.text(mover, ground)  # type: ignore[return-value]


@lru_cache(maxsize=1 << 12)
def ground_of(mover: str, kinds: tuple[str, ...]) -> Going:
    """cc.setup.terrain: a road counts before all else; of other pieces the one that is worst for the mover."""
    grounds = {GOING[kind] for kind in kinds} - {"obstacle line"}
    if "road" in grounds:
        return "road"
    return max(grounds, key=lambda ground: WORST.index(dice_on(mover, ground)), default="open")


WORST = ("all", "even", "odd", NONE)


def ground_at(board: FreeTable, kind: Kind, place: Place) -> Going:
    """cc.move.legs: a disc is on the ground that its centre is on."""
    return ground_of(kind.mover, tuple(piece.kind for piece in board.under(place)))


def is_closed(board: FreeTable, kind: Kind, place: Place) -> bool:
    """cc.move.terrain: whether nobody of this kind may stand there."""
    return dice_on(kind.mover, ground_at(board, kind, place)) == NONE


def walk(board: FreeTable, kind: Kind, legs: Legs, a: Point, b: Point) -> Walk:
    """Go straight from a towards b, leg by leg, as far as the dice and the ground allow."""
    parts = board.along(Place(*a), Place(*b))
    if len(parts) == 1 and not parts[0].pieces and len(legs) == 1 and dice_on(kind.mover, "open") == "all":
        (leg,), inches = legs, parts[0].end  # in the open every foot soldier's die counts; most walks are so
        enough = leg.inches + shapes.SLACK >= inches
        left = (Leg(leg.face, leg.inches - inches),)
        return Walk(inches, left, None) if enough else Walk(leg.inches, (), NO_MORE_INCHES)
    return Walking(board, kind, legs, a, b, parts).result()


class Walking:
    """One straight walk over several grounds."""

    def __init__(self, board: FreeTable, kind: Kind, legs: Legs, a: Point, b: Point, parts: list[Stretch]) -> None:
        self.board, self.kind, self.a, self.b, self.parts = board, kind, a, b, parts
        self.legs, self.gone = list(legs), 0.0
        self.why: Refusal | None = None
        self.short = NO_MORE_INCHES  # why it gets no farther when its legs are used up

    def result(self) -> Walk:
        for part in self.parts:
            if self.why or not self.cross(part):
                break
        back = 0.0 if self.why in (None, NO_MORE_INCHES) else HAIR
        return Walk(max(self.gone - back, 0.0), tuple(self.legs), self.why)

    def cross(self, part: Stretch) -> bool:
        """Whether it gets to the end of a stretch."""
        if part.end <= self.gone + shapes.SLACK:
            return True  # beyond an obstacle already
        line = next((piece for piece in part.pieces if GOING[piece.kind] == "obstacle line"), None)
        if line is not None and self.ground(part) != "road":
            return self.cross_line(part, line)
        if part.start == 0.0 and part.end <= EDGE and len(self.parts) > 1:
            self.gone = part.end  # at the edge of what comes next, whatever counts here
            self.legs[:1] = [Leg(leg.face, max(leg.inches - part.end, 0.0)) for leg in self.legs[:1]]
            return True
        if self.ground(part) == "impassable":
            return self.stop(IMPASSABLE)
        which = self.which(part)
        return self.stop(CLOSED) if which == NONE else self.spend(part.end, which)

    def ground(self, part: Stretch) -> Going:
        return ground_of(self.kind.mover, tuple(piece.kind for piece in part.pieces))

    def which(self, part: Stretch) -> Which:
        return dice_on(self.kind.mover, self.ground(part))

    def spend(self, end: float, which: Which) -> bool:
        """Inches of one ground. A leg whose die does not count there ends at its edge."""
        while self.legs:
            face, left = self.legs[0]
            if not counts(which, face):
                self.short = STOPS_AT_EDGE
            elif self.gone + left + shapes.SLACK >= end:
                self.legs[0] = Leg(face, left - (end - self.gone))
                self.gone = end
                return True
            else:
                self.short = NO_MORE_INCHES
                self.gone += left
            self.legs.pop(0)
        return self.stop(self.short)

    def cross_line(self, part: Stretch, line: Piece) -> bool:
        """cc.move.obstacles: the leg ends with the disc just beyond the line. Short legs only lead up to it."""
        if CHART.text(self.kind.mover, "obstacle line") == "no":
            return self.stop(NO_CROSSING)
        beyond = self.clear_of(line, part.end)
        if beyond is None:
            return self.stop(LEG_ENDS)
        met = [self.which(one) for one in self.parts if part.start <= one.start < beyond - shapes.SLACK]
        while self.legs:
            face, left = self.legs.pop(0)
            if not all(counts(which, face) for which in met):
                self.short = STOPS_AT_EDGE
            elif self.gone + left + shapes.SLACK >= beyond:
                self.short = LEG_ENDS
                edges = [one.start for one in self.parts if one.start >= beyond and not counts(self.which(one), face)]
                self.gone = min(beyond + JUST_BEYOND, self.gone + left, self.parts[-1].end, *edges)
                return True
        return self.stop(self.short)

    def clear_of(self, line: Piece, start: float) -> float | None:
        """Where on the way the disc no longer lies on the line; None: not before the end of the way."""
        inches = start + self.kind.radius
        while inches <= self.parts[-1].end + shapes.SLACK:
            point = shapes.along(self.a, self.b, inches)
            if not line.lies_under(shapes.limb(point, point, 2 * self.kind.radius)):
                return inches
            inches += 0.25
        return None

    def stop(self, why: Refusal) -> bool:
        self.why = why
        return False
