"""Great Battles on the free table, one core, beside Catanatron and a plain shapely sight."""

import random
import tracemalloc
from collections.abc import Callable
from functools import partial
from statistics import geometric_mean

from msgspec.structs import replace
from shapely import LineString, Point, Polygon, prepare

import sandtable as st
from bench import peers
from bench.timing import rate, side_by_side
from sandtable.board.board import Region
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Question
from sandtable.kernel.game import Game
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario
from sandtable.lab import Trial, simulate, translated
from sandtable.rules.great_battles.battle.scenario import GreatBattle
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.sighting import past_terrain
from sandtable.testing import random_game

RULES, D10 = (st.rule_sets()[f"great-battles-{die}"] for die in ("d20", "d10"))
OTHER = {RULES.id: D10, D10.id: RULES}
BOTH = [(RULES, "first-orders", 40), (D10, "crossroads", 40), (RULES, "le-mesnil-patry", 20), (D10, "road-to-agira", 4)]
LOOKS = 2000
BATTLES = 10  # of each scenario


def choices(scenario: str, games: int) -> int:
    return fought(trial_of(RULES, scenario), games)


def trial_of(rules: RuleSet, scenario: str) -> Trial:
    battle = rules.scenarios()[scenario]
    return Trial(rules, battle, frozenset(battle.options), ("random", "random"), "bench")


def fought(trial: Trial, games: int) -> int:
    """Random battles in the lab, one process: questions answered, those with one answer too."""
    return sum(battle.choices for battle in simulate(trial, games))


def run_all() -> None:
    print("Great Battles, d20 charts, one core, interpreted\n")
    show_choices()
    show_editions()
    show_decision()
    show_outlines()
    show_sight()
    show_memory()


def show_choices() -> None:
    names = ["first-orders", "nissoria", "le-mesnil-patry", "agira"]
    works: list[Callable[[], int]] = [peers.catanatron_choices, *(partial(choices, name, BATTLES) for name in names)]
    catan, *rates = side_by_side(*works)
    print(f"random choices a second\n  {'catanatron':16} {catan:10,.0f}")
    for name, mine in zip(names, rates, strict=True):
        print(f"  {name:16} {mine:10,.0f}   {mine / catan:5.2f} of catanatron")
    print()


def show_editions() -> None:
    """The same battles by both books, as `sandtable compare` fights them."""
    print("random choices a second by the d10 charts, and of those by the d20 charts on the same map")
    ratios = []
    for rules, scenario, games in BOTH:
        own = trial_of(rules, scenario)
        d20, d10 = sorted((own, translated(own, OTHER[rules.id])), key=lambda trial: trial.rules.id, reverse=True)
        by_20, by_10 = side_by_side(lambda: fought(d20, games), lambda: fought(d10, games))  # noqa: B023
        ratios.append(by_10 / by_20)
        print(f"  {scenario:16} {by_10:10,.0f}   {ratios[-1]:5.2f} of d20")
    print(f"  {'all four':16} {'':10}   {geometric_mean(ratios):5.2f} of d20\n")


def show_decision() -> None:
    """Every decision of a random battle of Agira, about 40 stands a side, laid out with its options."""
    battle = crowded(RULES.scenarios()["agira"])
    games = random_game(RULES, battle, frozenset(battle.options), "bench")
    asked = (game.position.question for game in games)
    took = sorted(1000 / rate(partial(lay_out, question)) for question in asked if question)
    mean, slow = sum(took) / len(took), took[len(took) * 95 // 100]
    print(f"a decision with 40 stands a side laid out: {mean:.2f} ms on average, 95% of {len(took)} under {slow:.2f}\n")


def show_outlines() -> None:
    """The outline of every region that a random battle of Nissoria offers, as a screen draws it."""
    battle, took = RULES.scenarios()["nissoria"], list[float]()
    for game in random_game(RULES, battle, frozenset(battle.options), "bench"):
        options = game.position.question.options if game.position.question else []
        regions = [option.region for option in options if option.region]
        took += [1000 / rate(partial(draw, region)) for region in regions[:3]]
    took.sort()
    print(f"region outlines: p50 {took[len(took) // 2]:.2f} ms, p95 {took[len(took) * 95 // 100]:.2f} of {len(took)}\n")


def crowded(battle: Scenario) -> GreatBattle:
    """With the German regiment three times over: there are as many Germans as Canadians then."""
    assert isinstance(battle, GreatBattle)
    canadian, german = battle.side
    regiment = [one for one in german.battalions if one.group == "E"]
    more = [replace(one, id=group + one.id[1:], group=group) for group in ("H", "I") for one in regiment]
    return replace(battle, side=(canadian, replace(german, battalions=(*german.battalions, *more))))


def lay_out(question: Question) -> int:
    """What may be done, worked out anew."""
    list(question._options(question.view))
    return 1


def draw(region: Region) -> int:
    region.outline()
    return 1


def show_sight() -> None:
    """The same rule, more than an inch of woods or houses or ground too high, in plain Python and in shapely."""
    scenario = RULES.scenarios()["agira"]
    assert isinstance(scenario, GreatBattle)
    board, brow = scenario.table(), charts(RULES.setup(scenario, frozenset())).brow
    rng = random.Random(1)
    pairs = [looking(board, rng) for _ in range(LOOKS)]
    theirs = with_shapely(board)

    def ours() -> int:
        past_terrain.cache_clear()
        for a, b in pairs:
            past_terrain(board, a, b, (a, b), brow)
        return len(pairs)

    def shapely() -> int:
        for a, b in pairs:
            theirs(a, b)
        return len(pairs)

    alike = sum(past_terrain(board, a, b, (a, b), brow).sight.clear == theirs(a, b) for a, b in pairs)
    mine, other = side_by_side(ours, shapely)
    print(f"lines of sight a second: sandtable {mine:,.0f}, shapely {other:,.0f}, ratio {mine / other:.1f},")
    print(f"  agreeing on {alike / len(pairs):.1%} of {len(pairs)}\n")


Spot = tuple[float, float]


def looking(board: FreeTable, rng: random.Random) -> tuple[Spot, Spot]:
    while True:
        a, b = ((round(rng.uniform(0, board.width), 2), round(rng.uniform(0, board.depth), 2)) for _ in range(2))
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) <= 12:
            return min(a, b), max(a, b)


def with_shapely(board: FreeTable) -> Callable[[Spot, Spot], bool]:
    """The rule as one would write it down: each piece, prepared beforehand, in turn."""
    pieces = [p for p in board.terrain if p.opaque or p.level]
    drawn = [
        Polygon(p.points) if p.kind in ("town", "woods", "village") else LineString(p.points).buffer(p.width / 2)  # type: ignore[union-attr]
        for p in pieces
    ]
    prepare(drawn)

    def level(point: Point) -> int:
        held = (piece.level for piece, shape in zip(pieces, drawn, strict=True) if shape.contains(point))
        return max(held, default=0)

    def look(a: Spot, b: Spot) -> bool:
        line = LineString([a, b])
        ends = level(Point(a)), level(Point(b))
        high, thick, flat = max(ends), 0.0, 0.0
        for piece, shape in zip(pieces, drawn, strict=True):
            inches = shape.intersection(line).length if shape.intersects(line) else 0.0
            if piece.level > high and inches > 0:
                return False
            thick += inches * piece.opaque
            flat += inches * (piece.level == high > 0 and ends[0] != ends[1])
        return thick <= 1 and flat <= 1

    return look


def show_memory() -> None:
    """A whole random battle of four days, every position kept for undo."""
    tracemalloc.start()
    battle = RULES.scenarios()["agira"]
    game: Game | None = None
    for game in random_game(RULES, battle, frozenset(battle.options), "long"):  # noqa: B007
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert game is not None
    print(f"memory of a battle of {len(game.stages)} commands, all of it kept: {most / 1e6:.0f} MB at most\n")
