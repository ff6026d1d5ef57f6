"""Battles at random: they end by a rule, cite the book, and keep to what every table must show."""

from itertools import combinations

import pytest

from sandtable.board import shapes
from sandtable.cli.coverage import exercises
from sandtable.rules.panzer_korps import RULES
from sandtable.rules.panzer_korps.field import entry, field, formations, is_able, status
from sandtable.rules.panzer_korps.going import CLOSED, TOLLS
from sandtable.rules.panzer_korps.ground import CROSSINGS
from sandtable.rules.panzer_korps.scenario import table
from sandtable.rules.panzer_korps.words import Mark, Tally
from sandtable.testing import check_cites, check_ends_by_a_rule, check_facts_rebuild, random_game

ROUNDING = 0.03  # inches
BATTLES = {one.id: one for one in (*RULES.scenarios().values(), *exercises(RULES))}
OPTIONS = frozenset(), RULES.every_option
IMPASSABLE = {kind for kind, toll in TOLLS.items() if toll.inches == float("inf")}


def check_table(state):
    """Nobody stands on another, off the table or in a river; whoever is on the table is not dispersed."""
    layout, board = field(state), table(state)
    assert all(board.carries(slab) for slab in layout.slabs.values())
    for (one, a), (other, b) in combinations(layout.slabs.items(), 2):
        assert shapes.apart(a, b) > -ROUNDING, f"{one} stands on {other}"
    for side in state.sides:
        for unit in formations(state, side):
            assert 0 <= unit.tallies[Tally.DISORDER] < 3 * entry(state, unit).companies
            assert status(state, unit) != "dispersed" and Mark.LOST not in unit.marks
            assert is_able(state, unit) or status(state, unit) == "Fragmented" or Mark.PANICKED in unit.marks
            ground = board.ground(unit.place)
            assert not ground & IMPASSABLE or ground & CROSSINGS, f"{unit.id} stands on {ground}"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", BATTLES)
def test_a_random_battle_ends_by_a_rule_and_the_table_stays_in_order(name, seed):
    for game in random_game(RULES, BATTLES[name], OPTIONS[seed % 2], f"random {seed}"):
        check_table(game.state)
    check_ends_by_a_rule(game)
    check_cites(game)
    check_facts_rebuild(game)


def test_impassable_ground_is_named_once():
    assert CLOSED.clause == "pk.terrain.impassable"
    assert {"major river", "water", "cliff", "chasm"} == IMPASSABLE
