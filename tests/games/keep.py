"""Plays the kept battles again and writes them down, after an intended change of rules: python tests/games/keep.py"""

import json
from hashlib import blake2b
from pathlib import Path

import sandtable as st
from sandtable.kernel.game import Game
from sandtable.rules import rule_sets

HERE = Path(__file__).parent
LOGS = HERE / "logs.json"


def digest(game: Game) -> str:
    """The digest of the whole log, with sums and clauses."""
    return blake2b("\n".join(map(str, game.log())).encode(), digest_size=16).hexdigest()


def battle(rules: str, scenario: str) -> Game:
    """A random battle with every option, and with some undos."""
    game = st.new_game(rules, scenario, f"kept {scenario}", rule_sets()[rules].every_option)
    player = st.RandomPlayer(scenario)
    number = 0
    while game.position.question:
        game.play(player.choose(game.seat()))
        number += 1
        if number % 60 == 0:
            game.undo(consent=True)
    return game


def main() -> None:
    logs = {}
    for rules in rule_sets().values():
        for scenario in rules.scenarios():
            game = battle(rules.id, scenario)
            st.save_game(game, HERE / f"{scenario}.jsonl")
            logs[scenario] = digest(game)
    LOGS.write_text(json.dumps(logs, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
