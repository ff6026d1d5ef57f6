"""The contract of sandtable.testing, held by every rule set, scenario and set of options."""

import os
import subprocess
import sys
from enum import Enum
from pathlib import Path
from random import Random
from typing import get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Entry, Noted
from sandtable.kernel.game import Game
from sandtable.kernel.position import Leg
from sandtable.kernel.state import Pile
from sandtable.rules import rule_sets
from sandtable.testing import (
    check_cites,
    check_ends_by_a_rule,
    check_facts_rebuild,
    check_hides,
    check_log_hides,
    check_odds,
    check_refuses,
    check_rerun,
    check_save,
    check_undo,
    check_view_decides,
    random_game,
)

REFUSED, FEWEST_REFUSED = 2_500, 400  # commands of a battle that are not on offer, and are refused
WEIGHED = 0.1  # of the questions: the odds of what they offer are counted
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
    setting = battle(rules_id, name, every_option=every_option)
    rng, weighed, refused, next_save = Random(2), 0, 0, 0
    for number, game in enumerate(random_game(*setting, seed="contract")):
        check_rerun(game)
        check_view_decides(game, shuffle_secrets)
        if number == next_save:  # ever rarer, as each load replays and compares all that went before
            check_save(game, tmp_path / "battle.jsonl", check=False)
            next_save = number * 3 // 2 + 1
        if number % 25 == 0:
            check_hides(game)
        question = game.position.question
        if question is None:
            break
        if refused < REFUSED:
            refused += check_refuses(game, [any_command(game, rng) for _ in range(60)])
        if rng.random() < WEIGHED:
            for option in rng.sample(question.options, min(2, len(question.options))):
                check_odds(game.rules, game.position, option.complete(rng))
                weighed += 1
    assert weighed and refused > FEWEST_REFUSED
    check_ends_by_a_rule(game)
    check_cites(game)
    check_facts_rebuild(game)
    check_log_hides(game)
    for check in (False, True):
        check_save(game, tmp_path / "battle.jsonl", check=check)
    check_undo(game)


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


def any_command(game, rng):
    """Some command about some unit and some place, whether or not it makes sense."""
    kind = rng.choice(game.rules.commands)
    hints = get_type_hints(kind)
    return kind(**{field: any_value(hints[field], game.state, rng) for field in kind.__struct_fields__})


def any_value(hint, state, rng):
    """Something of a type: a unit, a place, a number, a word."""
    if get_origin(hint) is tuple:
        return tuple(any_value(get_args(hint)[0], state, rng) for _ in range(rng.randrange(1, 3)))
    if Place in (hint, *get_args(hint)):
        return Place(rng.randrange(-1, 26), rng.randrange(-1, 26), rng.choice((0, 90, 180, 270, 45)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return rng.choice(list(hint))
    if hint in (int, bool):
        return rng.choice((0, 1, 2, 5, 90, 100)) if hint is int else rng.random() < 0.5
    return rng.choice(sorted(state.units))


def shuffle_secrets(state, side):
    """Other cards in the piles that the side may not read, and other units where it sees none."""
    piles = {
        name: pile if pile.known_to is None or side in pile.known_to else Pile(pile.cards[::-1], pile.known_to)
        for name, pile in state.piles.items()
    }
    units = {name: unit if unit.known_by(side) else disguised(unit) for name, unit in state.units.items()}
    return replace(state, piles=piles, units=units)


def disguised(unit):
    """Somewhere else, of another strength, with other orders."""
    place = unit.place and replace(unit.place, x=unit.place.x + 0.37, y=unit.place.y + 1.13)
    tallies = {name: count + 1 for name, count in unit.tallies.items()}
    return replace(unit, place=place, tallies=tallies, marks=unit.marks ^ {"suppressed", "set up"})


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


def test_every_battle_is_the_same_under_three_hash_seeds():
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", PLAY_ALL],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[1],
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2", "3")
    ]
    told = [run.communicate()[0].splitlines() for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert told[0] == told[1] == told[2]
    assert len(told[0]) == len(SCENARIOS) and all(int(line.split()[2]) > 100 for line in told[0])
