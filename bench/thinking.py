"""The computer player: greedy battles a second, how long a decision takes, and how much of it only repeats a step."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any
from unittest.mock import patch

import sandtable as st
from sandtable.kernel.garbage import rare_collection
from sandtable.kernel.position import Path
from sandtable.kernel.ruleset import RuleSet
from sandtable.outcomes import Forking

BATTLES = 10
SCENARIOS = [
    ("portable-wargame", "krojanty"),
    ("great-battles-d10", "crossroads"),
    ("great-battles-d20", "first-orders"),
    ("great-battles-d20", "nissoria"),
    ("combat-captain", "crossroads-house"),
    ("panzer-korps", "first-shots"),
]


def decisions(rules: RuleSet, scenario: str, seed: int) -> list[float]:
    """The seconds of every decision of one greedy battle."""
    game, took = st.new_game(rules.id, scenario, seed=f"bench {seed}"), list[float]()
    players = {side: st.GreedyPlayer(f"{seed} {side}") for side in game.state.sides}
    while (question := game.position.question) is not None:
        begun = process_time()
        command = players[question.side].choose(game.seat())
        took.append(process_time() - begun)
        game.play(command)
    return took


def show(rules: RuleSet, scenario: str) -> None:
    begun, took = process_time(), list[float]()
    with rare_collection():
        for seed in range(BATTLES):
            took += decisions(rules, scenario, seed)
    rate = BATTLES / (process_time() - begun)
    p50, p95, most = (1000 * sorted(took)[int((len(took) - 1) * share)] for share in (0.5, 0.95, 1.0))
    print(f"  {scenario:18} {rate:5.2f} battles a second   p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   most {most:6.0f} ms")


# ---- what is repeated


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """The seconds that runs of a step spend up to their last known answer."""
    spent = [0.0]

    def timed(method: Callable[..., Any], is_known: Callable[[Any], bool]) -> Callable[..., Any]:
        def carried_out(path: Any, *args: Any) -> Any:
            now = process_time()
            spent[0] += now - path.since if is_known(path) else 0.0
            path.since = now
            return method(path, *args)

        return carried_out

    def answered(path: Path) -> bool:
        return path.used < len(path.given)

    with (
        patch.object(Path, "set_out", timed(Path.set_out, lambda path: False)),
        patch.object(Path, "choose", timed(Path.choose, answered)),
        patch.object(Path, "throw", timed(Path.throw, answered)),
        patch.object(Forking, "branch", timed(Forking.branch, lambda path: path._behind < len(path._branches))),
    ):
        yield spent


def show_repeated(rules: RuleSet, scenario: str) -> None:
    begun = process_time()
    with rare_collection(), stopwatch() as spent:
        decisions(rules, scenario, 0)
    share = spent[0] / (process_time() - begun)
    print(f"  {scenario:18} {share:5.1%} of a greedy battle goes into repeating steps up to a new answer")


def run() -> None:
    print(f"Greedy against greedy, {BATTLES} battles each: battles a second on one core, and how long a decision takes")
    for rules, scenario in SCENARIOS:
        show(st.rule_sets()[rules], scenario)
    print()
    for rules, scenario in SCENARIOS:
        show_repeated(st.rule_sets()[rules], scenario)
    print()
