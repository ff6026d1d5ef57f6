"""The scenarios of the d10 charts, held against what the catalogue says of them."""

import pytest

from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.battle.scenario import model, turns_today
from sandtable.rules.great_battles.d10 import EDITION
from sandtable.rules.great_battles.frame.reading import scenarios
from sandtable.rules.great_battles.frame.setup import opening
from sandtable.rules.great_battles.rulesets import D10
from sandtable.rules.great_battles.words import Kind
from sandtable.testing import random_game

MINE = scenarios(EDITION.book.about.id)


def test_the_learning_battle_comes_first():
    assert next(iter(MINE)) == "crossroads" and MINE["crossroads"].learning


@pytest.mark.clause("gb10.setup.scenario-data")
@pytest.mark.parametrize(
    ("name", "size", "days", "points", "stands"),
    [
        ("crossroads", (24, 24), 1, (2, 1), (10, 4)),
        ("road-to-agira", (45, 34), 4, (12, 8), (37, 16)),
        ("armour-at-st-aignan", (36, 24), 1, (6, 4), (8, 8)),
    ],
)
def test_figures_of_the_catalogue(name, size, days, points, stands):
    scenario = MINE[name]
    assert (scenario.map.size, scenario.days) == (size, days)
    assert tuple(army.points for army in scenario.side) == points
    counted = [sum(len(e.stands) + len(e.attached) for e in army.battalions) for army in scenario.side]
    assert tuple(counted) == stands


@pytest.mark.clause("gb10.victory.agira-notes")
def test_the_road_to_agira_is_one_road_and_the_c_ops_must_take_it():
    scenario = MINE["road-to-agira"]
    assert [piece.name for piece in scenario.map.pieces if piece.kind == "road"] == ["highway"]
    assert scenario.victory.bring.side == "Canadian"
    canadian, german = scenario.side
    assert canadian.artillery.templates > german.artillery.templates
    guns = [[model(text).kind for e in army.battalions for text in e.attached] for army in (canadian, german)]
    assert guns[0].count(Kind.ANTI_TANK) < guns[1].count(Kind.ANTI_TANK)


@pytest.mark.parametrize(("name", "turn"), [("crossroads", 4), ("armour-at-st-aignan", 3)])
def test_the_short_battles_begin_with_plans_and_activation_on_a_later_turn(name, turn):
    asked = []
    for game in random_game(D10, MINE[name], frozenset(), "begins"):
        question = game.position.question
        if question is None or "which battalion moves" in question.text:
            break
        asked.append(question.text)
    assert any("what does it do today" in text for text in asked)
    assert any("who is activated" in text for text in asked)
    assert not any("pass, or proceed" in text for text in asked)
    assert f"the day begins with turn {turn} [gb10.dawn.passing-turns]" in map(str, game.log())
    assert turns_today(game.state) == {"crossroads": 11, "armour-at-st-aignan": 10}[name]


def test_one_side_is_seen_from_the_start_and_the_other_not():
    state = opening(MINE["crossroads"], frozenset())
    assert state.units["A1"].known_to is None
    assert state.units["B1"].known_to == frozenset()


def test_ids_are_nobody_elses():
    assert not set(MINE) & set(scenarios("great-battles-d20"))


def test_a_faulty_one_is_named():
    with pytest.raises(ScenarioError, match="options: unknown option 'magic'"):
        opening(MINE["crossroads"], frozenset({"magic"}))
