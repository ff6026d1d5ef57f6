"""Lines of sight a second on a free table: sandtable's plain Python beside shapely, by turns in one run."""

import random
from collections.abc import Callable, Iterable
from math import cos, hypot, pi, sin
from time import perf_counter

from shapely import LineString, Point, Polygon, STRtree, box, prepare

from sandtable.board.board import Base, Sight
from sandtable.board.models import Models
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area

ROUNDS = 5
PAIRS = 2000
STAND = Base(1.0, 1.0)

Pair = tuple[Place, Place]
Look = Callable[[Place, Place], Sight | float | None]  # shapely's: how far off the line is blocked, if it is


def wooded(rng: random.Random, pieces: int) -> FreeTable:
    """A table of 6 by 4 feet with woods of about eight corners."""

    def wood(name: str) -> Area:
        x, y = rng.uniform(4, 68), rng.uniform(4, 44)
        ring = [(rng.uniform(1.5, 3.5), turn * pi / 4) for turn in range(8)]
        corners = tuple((round(x + r * cos(t), 2), round(y + r * sin(t), 2)) for r, t in ring)
        return Area(name, "woods", corners, opaque=True)

    return FreeTable(72, 48, tuple(wood(f"wood {n}") for n in range(pieces)))


def some_pairs(rng: random.Random) -> list[Pair]:
    """Places up to 24 inches apart; never the same twice, so that no cache helps."""
    pairs: list[Pair] = []
    while len(pairs) < PAIRS:
        a, b = (Place(round(rng.uniform(0, 72), 2), round(rng.uniform(0, 48), 2)) for _ in range(2))
        if hypot(a.x - b.x, a.y - b.y) <= 24:
            pairs.append((a, b))
    return pairs


def boxes(stands: Iterable[Place]) -> list[Polygon]:
    return [box(at.x - 0.5, at.y - 0.5, at.x + 0.5, at.y + 0.5) for at in stands]


def plain_shapely(table: FreeTable, stands: list[Place], *, moving: bool) -> Callable[[Place, Place], float | None]:
    """The same rule written down in shapely: the line against each prepared shape in turn, then which blocks first.

    Models that move are boxes made for each look, as sandtable is handed their places for each look.
    """
    fixed = [Polygon(piece.points) for piece in table.terrain] + ([] if moving else boxes(stands))
    prepare(fixed)

    def look(a: Place, b: Place) -> float | None:
        shapes = fixed + boxes(stands) if moving else fixed
        line = LineString([a.point, b.point])
        return nearest([shape for shape in shapes if shape.intersects(line)], line, a, b)

    return look


def indexed_shapely(table: FreeTable, stands: list[Place]) -> Callable[[Place, Place], float | None]:
    """The same with all shapes, models too, in an index built beforehand: the best that a still table allows."""
    shapes = [Polygon(piece.points) for piece in table.terrain] + boxes(stands)
    prepare(shapes)
    tree = STRtree(shapes)

    def look(a: Place, b: Place) -> float | None:
        line = LineString([a.point, b.point])
        return nearest([shapes[i] for i in tree.query(line, predicate="intersects")], line, a, b)

    return look


def nearest(met: list[Polygon], line: LineString, a: Place, b: Place) -> float | None:
    """How far off the line is blocked: the nearest shape that holds neither end."""
    if not met:
        return None
    start, end = Point(a.point), Point(b.point)
    blocks = [shape for shape in met if not (shape.contains(start) or shape.contains(end))]
    return min((start.distance(shape.intersection(line)) for shape in blocks), default=None)


def curt_shapely(table: FreeTable, stands: list[Place]) -> Callable[[Place, Place], float | None]:
    """Less than sandtable answers: only whether something blocks, which ends the look; models stand."""
    shapes = [Polygon(piece.points) for piece in table.terrain] + boxes(stands)
    prepare(shapes)

    def look(a: Place, b: Place) -> float | None:
        line = LineString([a.point, b.point])
        met = (shape for shape in shapes if shape.intersects(line))
        blocked = any(not (shape.contains(Point(a.point)) or shape.contains(Point(b.point))) for shape in met)
        return 0.0 if blocked else None

    return look


def rate(look: Look, pairs: list[Pair]) -> float:
    start = perf_counter()
    for a, b in pairs:
        look(a, b)
    return len(pairs) / (perf_counter() - start)


def compare(title: str, pieces: int, stands: int = 0, *, moving: bool = False) -> None:
    """Every look at its best of some rounds; in a round all look along the same new lines."""
    rng = random.Random(title)
    table = wooded(rng, pieces)
    places = [Place(round(rng.uniform(1, 71), 2), round(rng.uniform(1, 47), 2)) for _ in range(stands)]
    listed = [(at, STAND) for at in places]
    standing = listed if moving or not listed else Models(tuple(listed))

    def ours(a: Place, b: Place) -> Sight:
        return table.sight(a, b, standing)

    plain, indexed = plain_shapely(table, places, moving=moving), indexed_shapely(table, places)
    looks = [plain, indexed, curt_shapely(table, places), ours, ours]  # ours again: along lines it has seen before
    best, alike = [0.0] * len(looks), 0
    for _ in range(ROUNDS):
        pairs = some_pairs(rng)
        best = [max(before, rate(look, pairs)) for before, look in zip(best, looks, strict=True)]
        alike += sum(same(ours(a, b), plain(a, b), a) for a, b in pairs)
    *others, first, again = best
    columns = "".join(f"{other:>13,.0f}/s{first / other:>6.1f}" for other in others)
    print(f"{title:<30}{first:>9,.0f}/s{again:>11,.0f}/s{columns}{alike / ROUNDS / PAIRS:>8.2%}")


def same(ours: Sight, theirs: float | None, a: Place) -> bool:
    """Both clear, or blocked at the same distance to 1/100 inch."""
    if not ours.at or theirs is None:
        return ours.clear and theirs is None
    return abs(hypot(ours.at[0] - a.x, ours.at[1] - a.y) - theirs) <= 0.01


HEADER = """\
Lines of sight a second, and how many times as many as three ways to write it with shapely:
  plain      each line against each prepared shape in turn; models that move are boxes made for each look
  index      asks a tree of all shapes that was built beforehand, and would have to be built anew when a model moves
  yes or no  as plain, models standing, but stops at the first that blocks; the others say where the line is blocked
'Again' is sandtable along lines it has seen before; 'agree' is how often it and 'plain' give the same answer.
"""


def run() -> None:
    print(HEADER)
    print(f"{'':<30}{'sandtable':>11}{'again':>13}{'plain':>15}{'index':>21}{'yes or no':>21}{'agree':>14}")
    compare("12 woods", 12)
    compare("40 woods", 40)
    compare("40 woods, 80 models standing", 40, 80)
    compare("40 woods, 80 models moving", 40, 80, moving=True)


if __name__ == "__main__":
    run()
