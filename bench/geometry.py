"""Lines of sight a second on a free table: sandtable's plain Python beside shapely, interleaved in one run."""

import random
from collections.abc import Callable
from math import cos, hypot, pi, sin
from time import perf_counter

from shapely import LineString, Point, Polygon, STRtree, box, prepare

from sandtable.board.board import Base
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area

ROUNDS = 5
PAIRS = 2000
STAND = Base(1.0, 1.0)

Pair = tuple[Place, Place]
Look = Callable[[Place, Place], bool]


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


def with_shapely(table: FreeTable, stands: list[Place]) -> Look:
    """The same rule in shapely, with an index built beforehand; models that move would cost it a new one."""
    woods = [Polygon(piece.points) for piece in table.terrain]
    models = [box(at.x - 0.5, at.y - 0.5, at.x + 0.5, at.y + 0.5) for at in stands]
    shapes = woods + models
    prepare(shapes)
    tree = STRtree(shapes)

    def look(a: Place, b: Place) -> bool:
        met = tree.query(LineString([a.point, b.point]), predicate="intersects")
        ends = Point(a.point), Point(b.point)
        return all(any(shapes[i].contains(end) for end in ends) for i in met)

    return look


def rate(look: Look, pairs: list[Pair]) -> float:
    start = perf_counter()
    for a, b in pairs:
        look(a, b)
    return len(pairs) / (perf_counter() - start)


def compare(title: str, pieces: int, stands: int) -> None:
    rng = random.Random(1)
    table = wooded(rng, pieces)
    models = [Place(round(rng.uniform(1, 71), 2), round(rng.uniform(1, 47), 2)) for _ in range(stands)]
    standing = [(at, STAND) for at in models]
    theirs = with_shapely(table, models)

    def ours(a: Place, b: Place) -> bool:
        return table.sight(a, b, standing).clear

    best, peer, again, alike = 0.0, 0.0, 0.0, 0
    for _ in range(ROUNDS):
        pairs = some_pairs(rng)
        peer = max(peer, rate(theirs, pairs))
        best = max(best, rate(ours, pairs))
        again = max(again, rate(ours, pairs))
        peer = max(peer, rate(theirs, pairs))
        alike += sum(ours(a, b) == theirs(a, b) for a, b in pairs)
    print(
        f"{title:<28}{best:>10,.0f}/s{again:>12,.0f}/s{peer:>10,.0f}/s{best / peer:>8.1f}{alike / ROUNDS / PAIRS:>9.2%}"
    )


def run() -> None:
    print(f"{'lines of sight':<28}{'sandtable':>12}{'asked again':>14}{'shapely':>12}{'ratio':>8}{'agree':>9}")
    compare("12 woods", 12, 0)
    compare("40 woods", 40, 0)
    compare("40 woods, 80 models", 40, 80)


if __name__ == "__main__":
    run()
