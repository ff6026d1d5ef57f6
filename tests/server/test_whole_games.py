"""The learning battles, from the first command to the end, over real sockets."""

import asyncio

import pytest
from scripted import whole_game

BATTLES = [("portable-wargame", "krojanty", "German"), ("great-battles-d20", "first-orders", "Axis")]


@pytest.mark.parametrize(("rules", "scenario", "second"), BATTLES)
@pytest.mark.parametrize("mode", ["hot-seat", "two seats", "greedy", "random"])
def test_a_learning_battle_is_played_to_its_end(address, rules, scenario, second, mode):
    seats = {second: mode} if mode in ("greedy", "random") else {}
    begin = {"rules": rules, "scenario": scenario, "seats": seats, "hotseat": mode == "hot-seat"}
    ends = asyncio.run(whole_game(address, begin, seed=mode))
    assert len(ends) == (2 if mode == "two seats" else 1)
    result = ends[0]["result"]
    assert all(unnumbered(end["result"]) == unnumbered(result) for end in ends)
    assert result["words"] and result["clause"]
    assert result["winner"] in (-1, 0, 1)


def unnumbered(value):
    """Without the numbers by which each seat knows a command: it counts only what it has noticed."""
    if isinstance(value, list):
        return [unnumbered(one) for one in value]
    return {key: unnumbered(one) for key, one in value.items() if key != "seq"} if isinstance(value, dict) else value


def test_a_battle_with_hidden_units_is_played_on_one_screen(address):
    begin = {"rules": "great-battles-d20", "scenario": "nissoria", "hotseat": True}
    (end,) = asyncio.run(whole_game(address, begin))
    assert end["result"]["words"]
