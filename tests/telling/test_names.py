"""Short names for units, and which units there are."""

import pytest

import sandtable as st
from sandtable.telling.names import battalions, candidates, fighters, tags
from tests.telling.anygame import any_table


@pytest.mark.parametrize("scenario", ["krojanty", "sedan", "slim-river", "summa"])
def test_every_unit_has_two_characters_of_its_own_and_the_sides_differ_in_case(scenario):
    state = st.new_game("portable-wargame", scenario, options=["air", "gas", "cyclists"]).state
    found = tags(state)
    assert len(set(found.values())) == len(found)
    assert all(len(tag) == 2 for tag in found.values())
    for name, tag in found.items():
        assert tag == (tag.upper() if state.units[name].side == state.sides[0] else tag.lower())


@pytest.mark.parametrize(
    ("name", "tag"), [("Uhlans 4", "U4"), ("Machine Guns", "MG"), ("Commanders", "CO"), ("X", "X0")]
)
def test_tags_are_what_one_would_guess(name, tag):
    assert next(candidates(name)) == tag


def test_there_is_always_another_tag():
    assert len(set(candidates("Infantry 12"))) > 900


def test_battalions_are_the_units_and_their_models_are_not():
    table = any_table()
    assert [unit.id for unit in battalions(table)] == ["R1", "B1"]
    assert [unit.id for unit in fighters(table)] == ["R1", "B1", "Blue staff", "Red shells"]
    assert tags(table)["R1"] == "R1"
    assert tags(table)["B1"] == "b1"
