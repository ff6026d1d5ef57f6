"""The field that moves keep up to date is the field that would be read off afresh."""

import gc
import weakref

import pytest
from msgspec.structs import replace

from sandtable.rules.portable_wargame import RULES
from sandtable.rules.portable_wargame.field import Field, field
from sandtable.rules.portable_wargame.routes import fresh_leg, routes
from sandtable.testing import random_game

READ = ("board", "at", "planes", "clouds", "objectives", "works", "aboard", "boarding", "held", "commanders")
SEEN = ("hazards", "special")


@pytest.mark.parametrize("name", ["krojanty", "slim-river", "proving-ground"])
def test_a_field_kept_through_moves_is_true(name):
    for game in random_game(RULES, RULES.scenarios()[name], frozenset(RULES.variants), "field"):
        kept, fresh = field(game.state), Field(game.state)
        assert [getattr(kept, part) for part in READ + SEEN] == [getattr(fresh, part) for part in READ + SEEN]
        for side in game.state.sides:
            assert kept.near(side) == fresh.near(side)
            assert sorted(kept.fronts[side]) == sorted(fresh.fronts[side])


def test_what_is_read_off_a_state_goes_with_it_and_does_not_wait_for_the_garbage_collector():
    scenario = RULES.scenarios()["krojanty"]
    *_, game = random_game(RULES, scenario, frozenset(scenario.options), "field")
    state = game.stages[60].leg.position.state
    unit = next(unit for unit in state.standing(state.sides[0]) if unit.kind == "Mounted Cavalry")
    state = state.put(replace(unit, place=replace(unit.place)))  # nobody else has this layout
    ways = routes(state, unit, fresh_leg(state, unit))
    assert ways.squares
    kept = [weakref.ref(ways), weakref.ref(field(state))]
    gc.disable()
    try:
        del state, ways
        assert [one() for one in kept] == [None, None]
    finally:
        gc.enable()
