"""The contract of sandtable.testing, held by every rule set, scenario and set of options."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.kernel.events import Entry, Noted
from sandtable.kernel.game import Game
from sandtable.kernel.position import Leg
from sandtable.rules import rule_sets
from sandtable.testing import check_battle, check_log_hides

FEWEST_REFUSED = 400  # commands of a battle that are not on offer, and are refused
SCENARIOS = [(rules.id, name) for rules in rule_sets().values() for name in rules.scenarios()]


def battle(rules_id, name, *, every_option):
    rules = rule_sets()[rules_id]
    scenario = shortened(rules.scenarios()[name])
    return rules, scenario, rules.every_option if every_option else frozenset(scenario.options)


def shortened(scenario):
    """A battle of several days shows in two what it shows in four."""
    return replace(scenario, days=min(scenario.days, 2)) if scenario.large else scenario


@pytest.fixture(params=[False, True], ids=["own options", "every option"])
def every_option(request):
    return request.param


@pytest.mark.parametrize(("rules_id", "name"), SCENARIOS)
def test_a_random_battle_keeps_the_contract(rules_id, name, every_option, tmp_path):
    """One battle serves all checks."""
    checked = check_battle(*battle(rules_id, name, every_option=every_option), seed="contract", folder=tmp_path)
    assert checked.weighed and checked.refused > FEWEST_REFUSED


def test_a_line_that_names_what_is_hidden_is_found():
    """Else a check that nothing ever fails would show nothing."""
    game = Game(*battle("great-battles-d20", "nissoria", every_option=False)[:2], "x", frozenset())
    position = game.position
    (hidden,) = (unit.id for unit in game.state.units.values() if unit.kind == "C Ops" and unit.side == "German")
    told = Entry(Noted(f"{hidden} is somewhere"), "gb20.command.c-ops")
    check_log_hides(game)
    game.stages[-1] = replace(game.stages[-1], leg=Leg(position, (), (told,)))
    with pytest.raises(AssertionError, match=r"Canadian can read .*German C Ops is somewhere"):
        check_log_hides(game)


PLAY_ALL = """
from hashlib import blake2b
from sandtable.testing import random_game
from tests.test_contract import SCENARIOS, battle
for rules_id, name in SCENARIOS:
    for game in random_game(*battle(rules_id, name, every_option=True), "hash"):
        pass
    log = [str(entry) for entry in game.log()]
    print(rules_id, name, len(log), blake2b("\\n".join(log).encode()).hexdigest())
"""


def test_every_battle_is_the_same_under_another_hash_seed():
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PLAY_ALL],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[1],
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    told = [run.communicate()[0].splitlines() for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert told[0] == told[1]
    assert len(told[0]) == len(SCENARIOS) and all(int(line.split()[2]) > 100 for line in told[0])
