"""The same bytes on every Python: `sum` adds floats in another way since 3.12, so it adds whole numbers only."""

import builtins
import sys
from pathlib import Path

import pytest

import sandtable as st
from sandtable.rules import rule_sets

SOURCE = Path(st.__file__).parent
LEARNING = "learning"
COMMANDS = {st.GreedyPlayer: 25, st.RandomPlayer: 120}


@pytest.fixture
def offenders(monkeypatch):
    """Places in the package that add floats by `sum`. math.fsum adds them exactly in any order."""
    found = set[str]()
    add = builtins.sum

    def watched(values, start=0):
        values = list(values)
        caller = sys._getframe(1)
        file = Path(caller.f_code.co_filename)
        if file.is_relative_to(SOURCE) and any(isinstance(value, float) for value in (*values, start)):
            found.add(f"{file.relative_to(SOURCE)}:{caller.f_lineno} adds floats by sum; use math.fsum")
        return add(values, start)

    monkeypatch.setattr(builtins, "sum", watched)
    return found


@pytest.mark.parametrize("player", COMMANDS, ids=lambda player: player.__name__)
@pytest.mark.parametrize("rules", rule_sets().values(), ids=lambda rules: rules.id)
def test_floats_are_added_exactly(rules, player, offenders):
    for scenario in rules.scenarios().values():
        game, seat = st.Game(rules, scenario, "sums", rules.every_option), player(1)
        for _ in range(COMMANDS[player]):
            if game.position.question is None:
                break
            game.play(seat.choose(game.seat()))
    assert not offenders, "\n" + "\n".join(sorted(offenders))
