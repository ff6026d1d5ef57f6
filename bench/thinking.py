"""The computer player: greedy battles a second, and how long a decision takes."""

from time import process_time

import sandtable as st
from sandtable.kernel.garbage import rare_collection
from sandtable.kernel.ruleset import RuleSet

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


def run() -> None:
    print(f"Greedy against greedy, {BATTLES} battles each: battles a second on one core, and how long a decision takes")
    for rules, scenario in SCENARIOS:
        show(st.rule_sets()[rules], scenario)
    print()
