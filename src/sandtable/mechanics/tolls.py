"""What the ground on a straight way takes off a move: each feature once, each level as it is climbed."""

from collections.abc import Iterator, Mapping
from math import inf
from typing import NamedTuple

from msgspec import Struct

from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable, Stretch

HAIR = 0.01  # inches that a unit stays away from an edge of the ground


class Toll(NamedTuple):
    """What a kind of ground takes off a move. The inches are infinite if nobody can enter it."""

    inches: float
    rough: bool = False  # it may harm whoever crosses it


FREE = Toll(0.0)


class Track(NamedTuple):
    """A way so far: its inches, what it has met and what that takes off the move."""

    inches: float = 0.0
    cost: float = 0.0
    rough: bool = False
    road: bool = True  # all of it
    met: frozenset[str] = frozenset()  # pieces that have had their toll
    watched: bool = False  # it came near an enemy


START = Track()


class Tolls(Struct, frozen=True):
    """The tolls of a book for one sort of units."""

    kinds: Mapping[str, Toll]
    climb: float  # for each level
    steep: frozenset[str]  # kinds of hills that cost more
    steep_climb: float
    crossings: frozenset[str]  # along them nothing counts
    least: float  # inches that a unit always goes

    def goes(self, board: FreeTable, track: Track, a: Point, b: Point) -> Track | None:
        """The way with a straight line from a to b; None if it meets impassable ground."""
        parts = board.along(Place(*a), Place(*b))
        if not parts:
            return track
        if len(parts) == 1 and not parts[0].pieces and not board.level_at(a):
            return Track(track.inches + parts[0].end, track.cost, track.rough, False, track.met, track.watched)
        *_, (_, after) = self.crossing(board, track, a, parts)
        return None if after.cost == inf else after._replace(inches=track.inches + parts[-1].end)

    def crossing(
        self, board: FreeTable, track: Track, a: Point, parts: list[Stretch]
    ) -> Iterator[tuple[Stretch, Track]]:
        """Each stretch of the way, and the track behind it."""
        level = board.level_at(a)
        for part in parts:
            if self.crossings.isdisjoint(piece.kind for piece in part.pieces):
                cost, rough, met = track.cost, track.rough, track.met
                if part.level > level:
                    steep = any(piece.kind in self.steep and piece.level == part.level for piece in part.pieces)
                    cost += (self.steep_climb if steep else self.climb) * (part.level - level)
                for piece in part.pieces:
                    if piece.name not in met:
                        toll = self.kinds[piece.kind]
                        cost, rough, met = cost + toll.inches, rough or toll.rough, met | {piece.name}
                track = Track(track.inches, cost, rough, False, met, track.watched)
            level = part.level
            yield part, track

    def farthest(self, board: FreeTable, inches: float, a: Point, b: Point) -> tuple[float, float]:
        """How far it gets from a towards b with so many inches, and how far off impassable ground is.

        It stops at the edge of the first ground that takes too much, but it may always go the least distance.
        """
        gone, short = 0.0, False
        for part, track in self.crossing(board, START, a, board.along(Place(*a), Place(*b))):
            if track.cost == inf:
                return max(gone, min(self.least, part.start)), part.start
            if not short:
                left = inches - track.cost
                short = left < part.end
                gone = min(left, part.end) if left >= part.start else part.start - HAIR
        return max(gone, self.least), inf
