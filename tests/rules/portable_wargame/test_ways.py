"""Where a Unit can get to, found by trying every way square by square, on random ground.

The clauses of movement and terrain are read here a second time, as plainly as they are written, and the
search of routes.py must agree with this reading.
"""

from collections.abc import Iterator
from random import Random

import pytest
from tabletop import BLUE, RED, activated, ends, exhausted, table, unit

FILES, RANKS = 6, 6
AHEAD = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ALLOWANCE = {
    "Infantry": 2,
    "Mounted Cavalry": 3,
    "Tanks": 3,
    "Trucks": 4,
    "Commanders": 3,
    "Self-propelled Artillery": 3,
}
SHARING = {"Trucks", "Commanders"}
GROUNDS = [
    "road", "road", "wood", "wood, road", "wood, road", "river", "river, ford", "river, road", "barbed wire", "trench",
    "minefield", "road, minefield", "barbed wire, road", "trench, road", "built-up area", "level 1",
]  # fmt: skip


def name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


SQUARES = [name(x, y) for x in range(FILES) for y in range(RANKS)]


def ahead(square: str, facing: str) -> str | None:
    x, y = ord(square[0]) - ord("a") + AHEAD[facing][0], int(square[1:]) - 1 + AHEAD[facing][1]
    return name(x, y) if 0 <= x < FILES and 0 <= y < RANKS else None


def beside(square: str) -> list[str]:
    return [there for facing in AHEAD if (there := ahead(square, facing))]


def apart(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:]))


class Battle:
    """A Unit about to move among friends and enemies on some ground."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        often = rng.choice((0.0, 0.3, 0.6, 0.9))
        self.ground = {square: rng.choice(GROUNDS) for square in SQUARES if rng.random() < often}
        squares = rng.sample(SQUARES, len(SQUARES))
        self.kind, self.start, self.facing = rng.choice(list(ALLOWANCE)), squares.pop(), rng.choice("NESW")
        self.enemies = {squares.pop(): rng.choice("NESW") for _ in range(rng.randrange(4))}
        self.friends = {squares.pop(): rng.choice(("Infantry", "Trucks")) for _ in range(rng.randrange(4))}
        self.exhausted = rng.random() < 0.25
        self.fired = self.kind == "Self-propelled Artillery" and rng.random() < 0.5
        self.facing_it = [square for square, facing in self.enemies.items() if ahead(square, facing) == self.start]

    def state(self):
        mover = unit(self.kind, self.start, self.facing, name="mover", spent=("fired",) if self.fired else ())
        enemies = [unit("Infantry", square, facing, side=BLUE, name=square) for square, facing in self.enemies.items()]
        friends = [unit(kind, square, name=f"friend {square}") for square, kind in self.friends.items()]
        state = table(mover, *enemies, *friends, ground=self.ground, size=(FILES, RANKS))
        return exhausted(state, RED) if self.exhausted else state

    # ---- the clauses, one by one

    def has(self, feature: str, square: str) -> bool:
        return feature in self.ground.get(square, "").split(", ")

    def in_river(self, square: str) -> bool:
        return self.has("river", square) and not self.has("road", square)

    def near(self, square: str) -> bool:
        return any(there in self.enemies for there in beside(square))

    def may_enter(self, square: str) -> bool:
        if square in self.enemies or (self.in_river(square) and not self.has("ford", square)):
            return False
        if self.exhausted and self.near(square):
            return False
        fronts = [ahead(s, facing) for s, facing in self.enemies.items() if s not in self.facing_it]
        round_it = any(square in beside(enemy) for enemy in self.facing_it)
        return not self.facing_it or (square not in fronts and not round_it)

    def slow(self, square: str, *, by_road: bool) -> bool:
        """1 square a turn, in and out: trench, ford, and wood but from road square to road square."""
        return self.has("trench", square) or self.in_river(square) or (self.has("wood", square) and not by_road)

    def must_stop(self, square: str, *, by_road: bool) -> bool:
        through_wire = self.kind in ("Tanks", "Self-propelled Artillery")
        wire = self.has("barbed wire", square) and not through_wire
        return wire or self.near(square) or self.slow(square, by_road=by_road)

    def may_share(self, square: str) -> bool:
        return self.kind in SHARING or self.friends.get(square, "Trucks") in SHARING

    def may_end(self, square: str) -> bool:
        here, there = (min((apart(s, enemy) for enemy in self.enemies), default=0) for s in (self.start, square))
        return self.may_share(square) and (not self.exhausted or there >= here)

    def ways(self, way: tuple[str, ...]) -> Iterator[str]:
        """The squares that a move which has come so far may end in."""
        for square in beside(way[-1]):
            onward = (*way, square)
            all_road = all(self.has("road", s) for s in onward)
            if len(way) > ALLOWANCE[self.kind] - self.fired + all_road or not self.may_enter(square):
                continue
            by_road = self.has("road", way[-1]) and self.has("road", square)
            slow = self.slow(way[-1], by_road=by_road)
            over = slow or self.must_stop(square, by_road=by_road)
            if (slow and len(way) > 1) or (over and not self.may_share(square)):
                continue
            yield square
            if not over:
                yield from self.ways(onward)

    def facings(self, square: str) -> str:
        return "".join(f for f in AHEAD if ahead(square, f) in self.enemies) or "NESW"


@pytest.mark.clause(
    "pw.move.allowance", "pw.move.orthogonal", "pw.move.turning", "pw.move.stack-limit", "pw.move.no-stack-enemies",
    "pw.move.pass-through-friends", "pw.move.stop-adjacent", "pw.move.withdraw", "pw.move.withdraw-not-round",
    "pw.terrain.roads", "pw.terrain.roads-whole-move", "pw.terrain.woods-stop", "pw.terrain.woods-rate",
    "pw.terrain.rivers-ford", "pw.terrain.rivers-impassable", "pw.terrain.wire-move", "pw.terrain.trenches-cross",
    "pw.exhaustion.aggressive-action",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(0, 400, 50))
def test_a_unit_gets_where_some_way_leads_and_nowhere_else(seed):
    for number in range(seed, seed + 50):
        battle = Battle(number)
        reached = {square for square in battle.ways((battle.start,)) if battle.may_end(square)} - {battle.start}
        question = activated(battle.state(), "mover")
        expected = {square: battle.facings(square) for square in sorted(reached)}
        offered = {square: ends(question, square) for square in sorted(SQUARES) if square != battle.start}
        assert {square: facings for square, facings in offered.items() if facings} == expected, f"position {number}"
