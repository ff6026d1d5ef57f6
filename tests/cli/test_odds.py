"""Odds at the end of a save."""

import json
from fractions import Fraction

import pytest

import sandtable as st
from sandtable.cli.chances import Chances, Oracle, chances
from sandtable.cli.chances_view import in_short
from tests.cli.keyboard import deployed, guns_of


@pytest.mark.parametrize("words", ["1", "fires at d4", "mg fires", "Polish Machine Guns fires at d4"])
def test_a_command_is_named_by_number_or_by_words(run, a_save, words):
    shown = run("odds", a_save, words).stdout
    assert shown.startswith("Polish Machine Guns fires at d4\n")
    assert "12%  1/8 no effect" in shown


def test_json_sums_to_one(run, a_save):
    found = json.loads(run("odds", a_save, "1", "--json").stdout)
    assert found["command"] == "Polish Machine Guns fires at d4"
    assert sum(Fraction(outcome["chance"]) for outcome in found["outcomes"]) == 1
    assert list(found) == sorted(found)


def test_what_matches_nothing_lists_the_options(run, a_save):
    result = run("odds", a_save, "charge")
    assert result.exit_code == 1
    assert "1 Polish Machine Guns fires at d4; 2 Polish Machine Guns holds its fire" in result.stderr


def test_what_the_rules_forbid_says_why(run, a_save):
    result = run("odds", a_save, "fires at a2")
    assert result.exit_code == 1
    assert "out of range [pw.fire.range]" in result.stderr


def test_a_battle_that_is_over_has_no_odds(run, a_save):
    game = st.load_game(a_save)
    game.play(st.Resign("Polish"))
    st.save_game(game, "over.jsonl")
    assert "the battle is over" in run("odds", "over.jsonl", "1").stderr


# ---- the oracle


def test_a_question_is_an_effect():
    game = deployed("0")
    odds = st.Odds((("no effect", Fraction(1, 2)), ("Which Unit resolves its hits first?", Fraction(1, 2))))
    assert in_short(Chances(odds, odds), game.state).plain == "effect 50%: 50% Which Unit resolves its hits first?"


def test_names_are_left_out_where_one_would_only_repeat_the_same():
    game = deployed("0")
    odds = st.Odds((("no effect", Fraction(2, 3)), ("German Infantry 1 loses 1 SP", Fraction(1, 3))))
    assert in_short(Chances(odds, odds), game.state).plain == "effect 33%: 33% loses 1 SP"


def test_what_is_certain_is_left_out():
    game = deployed("0")
    odds = st.Odds((("he shoots", Fraction(2, 3)), ("he shoots; German Infantry 1 is destroyed", Fraction(1, 3))))
    assert in_short(Chances(odds, odds), game.state).plain == "effect 33%: 33% is destroyed"


def test_remarks_are_no_effect(a_save):
    game = guns_of()
    found = Oracle().ask(game, game.decision.options[0].command)
    assert "the fire lands on" in str(found.odds)
    assert "the fire lands on" not in str(found.brief)


def test_past_the_budget_it_says_so(run, a_save):
    game = st.load_game(a_save)
    found = chances(game.rules, game.position, game.decision.options[0].command, budget=3)
    assert found.too_many
    assert in_short(found, game.state).plain == "too many outcomes to count"


def test_an_artillery_order_has_the_odds_of_its_landing():
    game, oracle = guns_of(), Oracle()
    orders = [option.command for option in game.decision.options[:-1]]
    for order in orders:
        found = oracle.ask(game, order)
        assert found.assumed == "others holding"
        assert sum(chance for _, chance in found.odds.chances) == 1
    assert oracle.ask(game, game.decision.options[-1].command).odds is None


def test_the_odds_do_not_know_the_enemys_orders():
    """Whatever the side that orders first has ordered, the second is told the same odds."""
    tables = []
    for choice in (0, -1):
        game = guns_of()
        first = game.decision.side
        while game.decision.side == first:
            game.play(game.decision.options[choice].command)
        oracle = Oracle()
        tables.append([oracle.ask(game, option.command) for option in game.decision.options])
    assert tables[0] == tables[1]
