"""Short names for units, and which units there are."""

import pytest

import sandtable as st
from sandtable.telling.display import Display
from sandtable.telling.names import candidates
from tests.telling.anygame import any_table, displayed


@pytest.mark.parametrize("scenario", ["krojanty", "sedan", "slim-river", "summa"])
def test_every_unit_has_two_characters_of_its_own_and_the_sides_differ_in_case(scenario):
    game = st.new_game("portable-wargame", scenario, options=["air", "gas", "cyclists"])
    state, found = game.state, Display(game.rules, game.state).tags
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


def test_groups_are_the_units_and_their_models_are_not():
    shown = displayed(any_table())
    assert [unit.id for unit in shown.groups] == ["R1", "B1"]
    assert [unit.id for unit in shown.units] == ["R1", "B1", "Blue staff", "Red shells"]
    assert (shown.tags["R1"], shown.tags["B1"]) == ("R1", "b1")


def test_what_a_unit_has_made_is_no_unit():
    """Works in progress belong to their engineers, a cloud to nobody."""
    table = any_table()
    works = st.Unit("digging", "Template", "Blue", st.Place(20.0, 21.0), part_of="Blue staff")
    cloud = st.Unit("cloud", "Template", "", st.Place(3.0, 3.0))
    names = [unit.id for unit in displayed(table.put(works).put(cloud)).units]
    assert "digging" not in names and "cloud" not in names
