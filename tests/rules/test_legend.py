"""The legend: what a rule set says of the ground and the marks of its battles, and its counts as bars."""

import pytest

from sandtable.board.grid import SquareGrid
from sandtable.rules import rule_sets
from sandtable.server.battle import EVERYBODY

RULES = sorted(rule_sets())


def kinds_on(board):
    """The words of the ground on a board."""
    if isinstance(board, SquareGrid):
        return set().union(*board.grounds) | ({"hill"} if any(board.levels) else set())
    return {piece.kind for piece in board.terrain}


@pytest.mark.parametrize("name", RULES)
def test_the_legend_explains_every_kind_of_ground_of_every_scenario(name):
    rules = rule_sets()[name]
    for scenario in rules.scenarios().values():
        board = rules.setup(scenario, frozenset(scenario.options)).board
        told = {one.kind: one for one in rules.showing.terrain(scenario)}
        assert kinds_on(board) <= told.keys()
        assert all(one.clause in rules.book.clauses for one in told.values())


@pytest.mark.parametrize("name", RULES)
def test_every_mark_of_the_legend_has_a_sign_or_a_meaning(name):
    marks = rule_sets()[name].showing.marks
    assert marks and all(mark.icon or mark.meaning for mark in marks)


@pytest.mark.parametrize("name", RULES)
def test_every_side_has_a_bar_that_is_not_fuller_than_full(name):
    rules = rule_sets()[name]
    for scenario in rules.scenarios().values():
        view = rules.view(rules.setup(scenario, frozenset(scenario.options)), EVERYBODY)
        rows = [one for one in rules.showing.tally(view) if one.gauge]
        assert {one.side for one in rows} == set(view.sides)
        assert all(0 <= one.gauge.now <= one.gauge.of for one in rows if one.gauge.of)


def test_ground_that_only_a_scenario_has_is_told_by_the_scenario():
    rules = rule_sets()["great-battles-d20"]
    told = {one.kind: dict(one.does) for one in rules.showing.terrain(rules.scenarios()["le-mesnil-patry"])}
    assert told["grain"] == {"cover": "soft"}
    assert told["woods"]["going"] == "bad" and told["road"] == told["bridge"]


def test_the_legend_of_panzer_korps_says_the_inches_that_ground_costs():
    rules = rule_sets()["panzer-korps"]
    told = {one.kind: dict(one.does) for one in rules.showing.terrain(rules.scenarios()["first-shots"])}
    assert told["light woods"] == {"cover": "light", "movement": '-1"', "sight": "blocked beyond it"}
    assert told["cliff"]["movement"] == "impassable"


def test_the_legend_of_combat_captain_says_which_dice_count():
    rules = rule_sets()["combat-captain"]
    told = {one.kind: dict(one.does) for one in rules.showing.terrain(next(iter(rules.scenarios().values())))}
    assert told["forest"]["Foot"] == "odd dice count" and told["forest"]["sight"] == "blocked"
    assert told["wall"]["Foot"] == "may cross; it ends the leg" and told["river"] == {"movement": "closed to all"}
