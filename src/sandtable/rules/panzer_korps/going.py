"""Going: how far a formation moves, and what the ground takes off its move."""

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import NamedTuple

from sandtable.book.charts import Grid
from sandtable.kernel.decision import Refusal
from sandtable.mechanics.tolls import FREE, Toll, Tolls
from sandtable.rules.panzer_korps.book import BOOK, PARTISAN, cite
from sandtable.rules.panzer_korps.ground import CROSSINGS, HILLS, IMPASSABLE, KINDS, LARGE_RIVER
from sandtable.rules.panzer_korps.scenario import Formation
from sandtable.rules.panzer_korps.words import GUNS, HOWS, How, Type

NORMAL, DOUBLE, DEPLOY_FIRST, DEPLOY_LAST, COLUMN_FIRST, COLUMN_LAST = HOWS
OUT_OF_COLUMN, INTO_COLUMN = (DEPLOY_FIRST, DEPLOY_LAST), (COLUMN_FIRST, COLUMN_LAST)

MOVES, QUALITY = Grid(BOOK.table("movement")), Grid(BOOK.table("quality-movement"))
GROUND = BOOK.table("terrain-movement")
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


@lru_cache(maxsize=4096)
def farthest(one: Formation, how: How, column: bool, doubled: bool) -> float:
    """The inches of a move over nothing but road."""
    return allowance(one, how, column=column).at(road=True, doubled=doubled)


def travels_in_column(how: How, *, column: bool) -> bool:
    """In which state it covers the distance."""
    return (column and how != DEPLOY_FIRST) or how == COLUMN_FIRST


def ends_in_column(how: How, *, column: bool) -> bool:
    return how in INTO_COLUMN if how in (*INTO_COLUMN, *OUT_OF_COLUMN) else column


def is_vehicles(one: Formation, *, column: bool) -> bool:
    """pk.move.terrain-disorder: AFV; in Transit Column also what rides tracks or wheels."""
    return one.type == Type.AFV or (column and one.ride in ("motorised", "mechanised"))


# ---- the ground


def toll_of(entry: str) -> Toll:
    """pk.move.terrain; an asterisk: pk.move.terrain-disorder."""
    if entry in (IMPASSABLE, LARGE_RIVER):
        return Toll(inf)
    inches, rough = GROUND.row(entry) if entry else (0, False)
    return Toll(-float(inches), bool(rough))


TOLLS = {kind: toll_of("" if kind in HILLS else of.entry) for kind, of in KINDS.items()}
SANDY = {kind: FREE for kind, of in KINDS.items() if of.entry == SAND}


def tolls(kinds: Mapping[str, Toll]) -> Tolls:
    """pk.move.terrain-once: each feature once in a move, each level as it is climbed; along a road nothing."""
    steep = frozenset({"steep hill"})
    return Tolls(kinds, toll_of(LEVEL).inches, steep, toll_of(STEEP).inches, CROSSINGS, LEAST)


USUAL, ON_CAMELS = tolls(TOLLS), tolls({**TOLLS, **SANDY})


def tolls_for(ride: str) -> Tolls:
    return ON_CAMELS if ride == "camels" else USUAL
