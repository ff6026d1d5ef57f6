"""Any book on one core: random choices a second, greedy battles and odds, beside Catanatron."""

from collections.abc import Sequence
from itertools import count
from statistics import median

import sandtable as st
from bench import peers
from bench.timing import side_by_side
from sandtable.kernel.ruleset import RuleSet
from sandtable.lab import Trial, simulate

ROUNDS = count(1)


def choices(rules: RuleSet, scenario: str, games: int) -> int:
    """Random battles in the lab, one process: questions answered, those with one answer too.

    Every round has other battles, because a board remembers what was looked at in the same ones.
    """
    battle = rules.scenarios()[scenario]
    trial = Trial(rules, battle, frozenset(battle.options), ("random", "random"), f"bench {next(ROUNDS)}")
    return sum(fought.choices for fought in simulate(trial, games))


def show_choices(rules: RuleSet, scenarios: Sequence[str], games: int) -> None:
    works = [peers.catanatron_choices, *(lambda name=name: choices(rules, name, games) for name in scenarios)]
    rates = side_by_side(*works)
    print(f"{rules.short}: random choices a second")
    for name, rate in zip(["catanatron", *scenarios], rates, strict=True):
        print(f"  {name:22} {rate:10,.0f}   {rate / rates[0]:5.2f} of catanatron")
    print()


def asked(rules: RuleSet, scenario: str, battles: int) -> float:
    """How many decisions one side is asked in a greedy battle, median."""
    found: list[int] = []
    for seed in range(battles):
        game = st.new_game(rules.id, scenario, seed=f"asked {seed}")
        players = {side: st.GreedyPlayer(f"{seed} {side}") for side in game.state.sides}
        number = dict.fromkeys(game.state.sides, 0)
        while (decision := game.decision) is not None:
            number[decision.side] += 1
            game.play(players[decision.side].choose(game.seat()))
        found += number.values()
    return median(found)


def show_asked(rules: RuleSet, scenarios: Sequence[str], battles: int = 3) -> None:
    for name in scenarios:
        print(f"  {name:22} decisions asked of one side, median: {asked(rules, name, battles):.0f}")
    print()


def run_all() -> None:
    for rules in (st.rule_sets()[name] for name in ("combat-captain", "panzer-korps")):
        show_choices(rules, list(rules.scenarios()), 10)
        show_asked(rules, list(rules.scenarios())[:1])
