"""Who stands where: read off the table once and kept while nothing else moves."""

import pytest

from sandtable.rules import rule_sets
from sandtable.rules.great_battles.table.field import Field, field
from sandtable.testing import random_game

RULES = rule_sets()["great-battles-d20"]


@pytest.mark.parametrize("scenario", ["close-quarters", "manoeuvres"])
def test_what_is_kept_after_a_move_is_what_a_fresh_look_shows(scenario):
    """In whole battles, with stands that fall, hide, ride and land; on the table and in both views of it."""
    battle = RULES.scenarios()[scenario]
    for game in random_game(RULES, battle, RULES.every_option, "survey"):
        for state in (game.state, *(game.view(side) for side in game.state.sides)):
            kept, fresh = field(state), Field(state)
            assert (kept.bodies, kept.stands) == (fresh.bodies, fresh.stands)
            assert list(kept.slabs.items()) == list(fresh.slabs.items())
