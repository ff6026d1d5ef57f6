"""No program reads our own English: a battle in another language is played, told, weighed and judged just the same."""

from typing import Any

import msgspec
import pytest
from keeping import seen_by
from othertongue import shown_otherwise, spoken

from sandtable.forecast import as_known, odds
from sandtable.kernel.game import Game
from sandtable.players import PLAYERS
from sandtable.rules import rule_sets
from sandtable.server.aftermath import result_of
from sandtable.server.battle import EVERYBODY, Battle

BATTLES = {"portable-wargame": "krojanty", "great-battles-d20": "first-orders", "great-battles-d10": "crossroads"}
WORDS = frozenset(
    {
        "words",
        "label",
        "word",
        "meaning",
        "question",
        "why",
        "value",
        "says",
        "verb",
        "formation",
        "tally",
        "needs",
        "adds",
    }
)
EVERY = 7  # commands, odds are asked for


def fought(rules_id: str, rules) -> tuple[Battle, list[Any]]:
    """Two computer players fight a battle. On the way the odds of their options are worked out."""
    scenario = rules.scenarios()[BATTLES[rules_id]]
    game = Game(rules, scenario, "words", frozenset(scenario.options))
    battle = Battle(game, dict.fromkeys(game.state.sides, "person"))
    players = {side: PLAYERS["greedy"](f"words/{side}") for side in battle.state.sides}
    weighed: list[Any] = []
    while battle.asked is not None:
        seat = battle.game.seat()
        if len(battle.game.stages) % EVERY == 0:
            weighed.append(chances(battle, seat.options[0]))
        battle.play(players[seat.side].choose(seat), seat.side)
    return battle, weighed


def chances(battle: Battle, option) -> Any:
    at = as_known(battle.rules, battle.position)
    if at is None or option.region is not None:
        return None
    found = odds(battle.rules, at, option.command, 200)
    parts = sorted((one.chance, one.tone, len(one.facts)) for one in found.outcomes)
    return parts, found.assumed, found.tries, len(found.throws)


def told(battle: Battle) -> Any:
    """Everything that every viewer sees of the battle, without the words."""
    views = [seen_by(battle, side) for side in (*battle.state.sides, EVERYBODY)]
    log = [msgspec.to_builtins(line) for view in views for line in view.log()]
    moments = [
        msgspec.to_builtins(view.shown(stage)) for view in views for stage in range(0, len(battle.game.stages), 9)
    ]
    result = msgspec.to_builtins(result_of(battle, len(battle.audiences) - 1))
    return wordless([log, moments, result])


def wordless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: wordless(one) for key, one in value.items() if key not in WORDS and not is_label(key, one)}
    return [wordless(one) for one in value] if isinstance(value, list | tuple) else value


def is_label(key: str, value: Any) -> bool:
    return key == "turn" and isinstance(value, str)


@pytest.mark.parametrize("rules_id", BATTLES)
def test_a_battle_in_other_words_is_the_same_battle(rules_id):
    plain, weighed = fought(rules_id, rule_sets()[rules_id])
    expected = told(plain)
    with spoken():
        foreign, weighed_there = fought(rules_id, shown_otherwise(rule_sets()[rules_id]))
        found, said = told(foreign), {entry.event.tell() for entry in foreign.game.log()}
    assert foreign.game.record == plain.game.record
    assert weighed_there == weighed and sum(one is not None and bool(one[0]) for one in weighed) > 1
    assert found == expected
    assert said & {entry.event.tell() for entry in plain.game.log()} == {""}
