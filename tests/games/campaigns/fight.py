"""Fights the kept campaigns again after a change of rules, in some minutes: python tests/games/campaigns/fight.py"""

from pathlib import Path

from msgspec.structs import replace

import sandtable as st
from sandtable.kernel.game import Game
from sandtable.rules import rule_sets

HERE = Path(__file__).parent
RULES = "great-battles-d10"
CAMPAIGNS = {"road-to-agira": 2, "malta": 3}  # days of each campaign


def campaign(scenario: str, days: int, seed: str) -> Game:
    """Two greedy computer players, each with its own seat."""
    battle = rule_sets()[RULES].scenarios()[scenario]
    game = st.new_game(RULES, replace(battle, days=days), seed, frozenset(battle.options))
    players = {side: st.GreedyPlayer(f"{seed}/{side}") for side in game.state.sides}
    while game.position.question:
        game.play(players[game.position.question.side].choose(game.seat()))
    return game


def main() -> None:
    for scenario, days in CAMPAIGNS.items():
        number = 1
        while (game := campaign(scenario, days, f"campaign {number}")).state.tallies["day"] < days:
            print(f"{scenario}: decided on day {game.state.tallies['day']}; once more")
            number += 1
        st.save_game(game, HERE / f"{scenario}.jsonl")
        print(f"{scenario}: {game.state.winner or 'nobody'} wins on day {days}")


if __name__ == "__main__":
    main()
