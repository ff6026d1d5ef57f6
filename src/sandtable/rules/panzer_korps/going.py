"""Going: how far a formation moves, and what the ground takes off its move."""

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Literal, NamedTuple

from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable, Stretch
from sandtable.book.charts import Grid
from sandtable.kernel.decision import Refusal
from sandtable.rules.panzer_korps.book import BOOK, PARTISAN, cite
from sandtable.rules.panzer_korps.ground import CROSSINGS, HILLS, IMPASSABLE, KINDS, LARGE_RIVER
from sandtable.rules.panzer_korps.scenario import Formation
from sandtable.rules.panzer_korps.words import GUNS, Type

How = Literal[
    "", "at the double quick", "deploying first", "deploying at the end", "forming column first", "forming column last"
]
NORMAL: How = ""
DOUBLE: How = "at the double quick"
DEPLOY_FIRST: How = "deploying first"
DEPLOY_LAST: How = "deploying at the end"
COLUMN_FIRST: How = "forming column first"
COLUMN_LAST: How = "forming column last"
OUT_OF_COLUMN, INTO_COLUMN = (DEPLOY_FIRST, DEPLOY_LAST), (COLUMN_FIRST, COLUMN_LAST)

MOVES, QUALITY = Grid(BOOK.table("movement")), Grid(BOOK.table("quality-movement"))
GROUND = BOOK.table("terrain-movement")
HAIR = 0.01  # inches that a formation stays away from an edge of the ground
LEAST = 1.0  # inch that a formation always moves: pk.move.allowance
SAND, LEVEL, STEEP = "sand (except camels)", "hill, each level", "steep hill, one level"
CLOSED = Refusal(cite("pk.terrain.impassable"), "that ground is impassable")


# ---- rates


def rate(row: str) -> float:
    return float(MOVES.figure(row) or 0)


@lru_cache(maxsize=1024)
def basic(one: Formation, *, column: bool) -> float:
    """pk.move.formation-rate: the rate of its base companies."""
    match one.type:
        case Type.AFV:
            return of_tanks(one)
        case Type.CAVALRY:
            return rate("cavalry in column" if column else "cavalry in line")
        case Type.WAGONS:
            return rate(DRAWN_BY.get(one.ride, "horse-drawn wagons"))
        case Type.ARTILLERY if not column:
            return 0.0
        case kind:
            on_foot = "AT and infantry guns, prolong" if kind in GUNS else "infantry"
            return rate(DRAWN_BY.get(one.ride, on_foot) if column else on_foot)


DRAWN_BY = {
    "motorised": "wheeled vehicles", "mechanised": "tracked vehicles", "horse-drawn": "horse-drawn wagons",
    "camels": "horse-drawn wagons",
}  # fmt: skip


def of_tanks(one: Formation) -> float:
    """pk.move.rates"""
    if one.ride == "wheeled":
        return rate("wheeled vehicles")
    weight = f"{one.weight} tracked vehicles"
    return rate("tracked vehicles") + (rate(weight) if weight in MOVES.table.headings else 0.0)


@lru_cache(maxsize=1024)
def bonus(one: Formation) -> float:
    """pk.move.quality, and what Partisans add."""
    own = sum(QUALITY.figure(word) or 0 for word in (one.quality, *one.traits) if word in QUALITY.table.headings)
    return own + (rate("partisan units") if one.quality == PARTISAN else 0.0)


class Allowance(NamedTuple):
    """The inches of a move before the ground takes any."""

    inches: float
    price: float = 0.0  # of a change of state
    limit: float = inf  # while Deployed
    road: float = 0.0  # more, if all of the way is road

    def at(self, *, road: bool, doubled: bool) -> float:
        """pk.move.allowance: all is added and doubled before the ground counts."""
        times = 2 if doubled else 1
        return min((self.inches + (self.road if road else 0.0)) * times - self.price, self.limit * times)


@lru_cache(maxsize=4096)
def allowance(one: Formation, how: How, *, column: bool, charge: bool = False) -> Allowance:
    """pk.move.allowance, pk.organisation.states; `column`: its state before the move."""
    more = bonus(one) + (rate("cavalry charge") if charge and one.type == Type.CAVALRY else 0.0)
    deployed = basic(one, column=False) + more if basic(one, column=False) else 0.0
    marching = basic(one, column=True)
    match how:
        case "":
            return Allowance(marching + more, road=rate("road bonus")) if column else Allowance(deployed)
        case "at the double quick":
            return Allowance(rate("infantry at the double quick") + more, road=rate("road bonus") if column else 0.0)
        case "deploying first" | "forming column last":
            return Allowance(marching + more, marching / 2, deployed)
        case "deploying at the end" | "forming column first":
            return Allowance(marching + more, marching / 2)


def travels_in_column(how: How, *, column: bool) -> bool:
    """In which state it covers the distance."""
    return (column and how != DEPLOY_FIRST) or how == COLUMN_FIRST


def ends_in_column(how: How, *, column: bool) -> bool:
    return how in INTO_COLUMN if how in (*INTO_COLUMN, *OUT_OF_COLUMN) else column


def is_vehicles(one: Formation, *, column: bool) -> bool:
    """pk.move.terrain-disorder: AFV; in Transit Column also what rides tracks or wheels."""
    return one.type == Type.AFV or (column and one.ride in ("motorised", "mechanised"))


# ---- the ground


class Toll(NamedTuple):
    """What a kind of ground takes off a move. The inches are infinite if nobody can enter it."""

    inches: float
    rough: bool  # an asterisk: pk.move.terrain-disorder


def toll_of(entry: str) -> Toll:
    """pk.move.terrain"""
    if entry in (IMPASSABLE, LARGE_RIVER):
        return Toll(inf, rough=False)
    inches, rough = GROUND.row(entry) if entry else (0, False)
    return Toll(-float(inches), bool(rough))


TOLLS = {kind: toll_of("" if kind in HILLS else of.entry) for kind, of in KINDS.items()}
SANDY = frozenset(kind for kind, of in KINDS.items() if of.entry == SAND)
CLIMB, STEEP_CLIMB = toll_of(LEVEL).inches, toll_of(STEEP).inches
FREE = Toll(0.0, rough=False)


class Track(NamedTuple):
    """A way so far: its inches, what it has met and what that takes off the move."""

    inches: float = 0.0
    cost: float = 0.0
    rough: bool = False
    road: bool = True  # all of it
    met: frozenset[str] = frozenset()  # pieces that have had their toll
    watched: bool = False  # it came near an enemy: pk.day-segments.midnight


START = Track()


def goes(board: FreeTable, one: Formation, track: Track, a: Point, b: Point) -> Track | None:
    """The way with a straight line from a to b; None if it meets impassable ground."""
    parts = board.along(Place(*a), Place(*b))
    if not parts:
        return track
    if len(parts) == 1 and not parts[0].pieces and not board.level_at(a):
        return Track(track.inches + parts[0].end, track.cost, track.rough, False, track.met, track.watched)
    *_, (_, after) = crossing(board, one, track, a, parts)
    return None if after.cost == inf else after._replace(inches=track.inches + parts[-1].end)


def crossing(
    board: FreeTable, one: Formation, track: Track, a: Point, parts: list[Stretch]
) -> Iterator[tuple[Stretch, Track]]:
    """pk.move.terrain-once: each feature once in a move, each level as it is climbed; along a road nothing."""
    level = board.level_at(a)
    for part in parts:
        kinds = {piece.kind for piece in part.pieces}
        if CROSSINGS.isdisjoint(kinds):
            cost, rough, met = track.cost, track.rough, track.met
            if part.level > level:
                steep = any(piece.kind == "steep hill" and piece.level == part.level for piece in part.pieces)
                cost += (STEEP_CLIMB if steep else CLIMB) * (part.level - level)
            for piece in part.pieces:
                if piece.name not in met:
                    toll = FREE if one.ride == "camels" and piece.kind in SANDY else TOLLS[piece.kind]
                    cost, rough, met = cost + toll.inches, rough or toll.rough, met | {piece.name}
            track = Track(track.inches, cost, rough, False, met, track.watched)
        level = part.level
        yield part, track


def farthest(board: FreeTable, one: Formation, inches: float, a: Point, b: Point) -> tuple[float, float]:
    """How far it gets from a towards b with so many inches, and how far off impassable ground is.

    It stops at the edge of the first ground that takes too much, but it may always go an inch.
    """
    gone, short = 0.0, False
    for part, track in crossing(board, one, START, a, board.along(Place(*a), Place(*b))):
        if track.cost == inf:
            return max(gone, min(LEAST, part.start)), part.start
        if not short:
            left = inches - track.cost
            short = left < part.end
            gone = min(left, part.end) if left >= part.start else part.start - HAIR
    return max(gone, LEAST), inf
