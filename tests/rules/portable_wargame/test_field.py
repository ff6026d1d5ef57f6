"""The field that moves keep up to date is the field that would be read off afresh."""

import pytest

from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.field import Field, field
from sandtable.testing import random_game

READ = ("at", "planes", "clouds", "objectives", "works", "aboard", "boarding", "held", "commanders")


@pytest.mark.parametrize("name", ["krojanty", "slim-river", "proving-ground"])
def test_a_field_kept_through_moves_is_true(name):
    for game in random_game(RULES, RULES.scenarios()[name], frozenset(RULES.variants), "field"):
        kept, fresh = field(game.state), Field(game.state)
        assert {part: getattr(kept, part) for part in READ} == {part: getattr(fresh, part) for part in READ}
        for side in game.state.sides:
            assert kept.near(side) == fresh.near(side)
            assert sorted(kept.fronts[side]) == sorted(fresh.fronts[side])
