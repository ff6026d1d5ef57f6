"""The figures on the cards are those of the lab, and fit the scenarios of today."""

import json

import msgspec
import pytest

from sandtable.rules import rule_sets
from sandtable.server.figures import figures_for, kept
from sandtable.server.library import home_text

BATTLES = [(rules, one) for rules in rule_sets().values() for one in rules.scenarios().values()]


def test_every_kept_figure_belongs_to_a_scenario():
    assert set(kept("balance.json")) <= {f"{rules.id}/{one.id}" for rules, one in BATTLES}


@pytest.mark.parametrize(("rules", "scenario"), [battle for battle in BATTLES if figures_for(*battle)])
def test_every_battle_was_won_by_somebody_or_drawn(rules, scenario):
    found = figures_for(rules, scenario)
    assert set(found.wins) == set(rules.setup(scenario, frozenset(scenario.options)).sides)
    assert sum(one.count for one in found.wins.values()) + found.draws.count == found.games > 0


def test_every_battle_for_beginners_has_figures_and_comes_first():
    cards = json.loads(home_text())["scenarios"]
    learning = [card for card in cards if card["learning"]]
    assert cards[: len(learning)] == learning and all(card["balance"] and card["minutes"] for card in learning)


def test_figures_of_older_rules_are_not_shown():
    rules, scenario = next(battle for battle in BATTLES if figures_for(*battle))
    assert figures_for(msgspec.structs.replace(rules, version="before"), scenario) is None


def test_a_card_without_figures_says_nothing():
    cards = json.loads(home_text())["scenarios"]
    bare = [card for card in cards if f"{card['rules']}/{card['id']}" not in kept("balance.json")]
    assert all(card["balance"] is None and card["minutes"] == 0 for card in bare)
