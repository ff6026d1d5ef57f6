"""The contract of sandtable.testing, held by every rule set, scenario and set of options."""

import os
import subprocess
import sys
from enum import Enum
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
    setting = battle(rules_id, name, every_option=every_option)
    pace = pauses_between_saves(*setting[:2])
    for number, game in enumerate(random_game(*setting, seed="contract")):
        check_rerun(game)
        if number % pace == 0:
            check_save(game, tmp_path / "battle.jsonl", check=number % 25 == 0)
        if number % 25 == 0:
            check_hides(game)
    check_ends_by_a_rule(game)
    check_cites(game)
    check_facts_rebuild(game)
    check_log_hides(game)
    check_save(game, tmp_path / "battle.jsonl")
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


def pauses_between_saves(rules, scenario):
    """A save at every pause; in the large battles of the free table, whose replay takes a second, at every 25th."""
    small = len(rules.setup(scenario, frozenset()).units) < 40
    return 1 if small or rules.id == "portable-wargame" else 25


@pytest.mark.parametrize(("rules_id", "name"), SCENARIOS)
def test_the_odds_of_everything_on_offer_sum_to_one(rules_id, name):
    weighed, rng = 0, Random(1)
    for game in random_game(*battle(rules_id, name, every_option=True), seed="odds"):
        question = game.position.question
        if question is not None and rng.random() < 0.1:
            for option in rng.sample(question.options, min(2, len(question.options))):
                check_odds(game.rules, game.position, option.complete(rng))
                weighed += 1
    assert weighed


@pytest.mark.parametrize(("rules_id", "name"), SCENARIOS)
def test_what_is_not_offered_is_refused_with_a_clause(rules_id, name):
    refused, rng = 0, Random(2)
    for battle_number in range(9):
        for game in random_game(*battle(rules_id, name, every_option=True), seed=f"illegal {battle_number}"):
            if refused > (5_000 if rules_id == "portable-wargame" else 1_500):  # of each scenario: 40,000 in all
                return
            if game.position.question is not None:
                refused += check_refuses(game, [any_command(game, rng) for _ in range(60)])
    pytest.fail(f"only {refused} commands were refused")


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


@pytest.mark.parametrize(("rules_id", "name"), SCENARIOS)
def test_what_a_side_may_not_read_changes_nothing_for_it(rules_id, name):
    for game in random_game(*battle(rules_id, name, every_option=True), seed="secret"):
        check_view_decides(game, shuffle_secrets)


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


PLAY_ONE = """
import sys
from sandtable.rules import rule_sets
from sandtable.testing import random_game
rules = rule_sets()[sys.argv[1]]
for game in random_game(rules, rules.scenarios()[sys.argv[2]], rules.every_option, "hash"):
    pass
print("\\n".join(map(str, game.log())))
"""


@pytest.mark.parametrize(("rules_id", "name"), SCENARIOS)
def test_the_battle_is_the_same_under_three_hash_seeds(rules_id, name):
    logs = {
        subprocess.run(
            [sys.executable, "-c", PLAY_ONE, rules_id, name],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(logs) == 1 and logs.pop().count("\n") > 100
