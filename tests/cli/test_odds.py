"""Odds at the end of a save."""

import json
import re
from fractions import Fraction

import pytest

import sandtable as st


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


def test_what_cannot_be_counted_is_tried_and_said_to_be(run, a_save, monkeypatch):
    monkeypatch.setattr("sandtable.cli.odds.ON_REQUEST", 1)
    shown = run("odds", a_save, "1").stdout
    assert "about: 100 tries, ± the standard error, up to the next choice" in shown
    assert re.search(r"\d+% +±[2-6] no effect", shown)
    assert json.loads(run("odds", a_save, "1", "--json").stdout)["tries"] == 100


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
