"""A battle written for one edition, as the other would fight it."""

import pytest
from gbday import with_scenario
from gbtable import FOE, TANK, Body, table, table10
from msgspec.structs import replace

from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.rulesets import D10, D20
from sandtable.testing import random_game

OURS = Body("A1", (20, 10))


def to_d20(scenario):
    return D10.counterparts[D20.id](scenario)


def to_d10(scenario):
    return D20.counterparts[D10.id](scenario)


def written(options=(), **fields):
    return with_scenario(table10(OURS, FOE), options=options, **fields).scenario


@pytest.mark.parametrize("name", ["crossroads", "armour-at-st-aignan", "road-to-agira"])
def test_a_battle_of_these_charts_is_fought_by_the_other_book_and_comes_back_as_it_was(name):
    scenario = D10.scenarios()[name]
    other = to_d20(scenario)
    assert (other.rules, other.map, other.victory) == (D20.id, scenario.map, scenario.victory)
    assert to_d10(other) == scenario


def test_what_is_translated_can_be_fought():
    *_, game = random_game(D20, to_d20(D10.scenarios()["crossroads"]), frozenset(), "translated")
    assert game.state.agenda == ()
    assert {entry.clause.partition(".")[0] for entry in game.log() if entry.clause} == {"gb20"}


@pytest.mark.parametrize(
    ("d10", "d20"),
    [
        (("c-ops-activation", "reactive-fire"), ("cops-activation", "sequential-fire")),
        (("initiative-roll", "like-against-like"), ("reactivation-roll", "nearest-target")),
        (("ammo-low", "day-withdrawal", "tank-riders"), ("ammo-low", "day-withdrawal", "tank-riders")),
    ],
)
def test_options_go_by_the_name_of_the_other_book(d10, d20):
    assert to_d20(written(d10)).options == d20
    assert to_d10(to_d20(written(d10))).options == d10


def test_an_option_that_is_a_plain_rule_of_the_other_book_is_left_out():
    state = with_scenario(table(OURS, FOE), options=("light-gun-no-infantry",))
    assert to_d10(state.scenario).options == ()


@pytest.mark.parametrize("option", ["malta", "smoke", "ammo-low-quality", "simple-drift", "reactivation-night-only"])
def test_an_option_that_the_other_book_does_not_have_is_refused(option):
    with pytest.raises(ScenarioError, match=f"no option like {option}"):
        to_d20(written((option,)))


@pytest.mark.parametrize("option", ["entrenching", "heavy-weapons-plus-two"])
def test_the_other_way_too(option):
    with pytest.raises(ScenarioError, match=f"no option like {option}"):
        to_d10(with_scenario(table(OURS, FOE), options=(option,)).scenario)


def test_ground_weather_and_aircraft_that_the_other_book_does_not_know_are_refused():
    sea = table10(OURS, FOE, pieces=({"kind": "ocean", "name": "sea", "at": (50, 40), "size": (4, 4)},))
    with pytest.raises(ScenarioError, match="its map has ocean"):
        to_d20(sea.scenario)
    with pytest.raises(ScenarioError, match="its weather may be heat"):
        to_d10(with_scenario(table(OURS, FOE), weather="heat").scenario)
    red, blue = written().side
    with pytest.raises(ScenarioError, match="Red may ask for aircraft"):
        to_d20(replace(written(), side=(replace(red, air_calls=3), blue)))


def test_a_table_of_weathers_is_read_for_the_other_die():
    even = with_scenario(table(OURS, FOE), weather="roll", skies=((12, "clear"), (20, "rain"))).scenario
    assert to_d10(even).skies == ((6, "clear"), (10, "rain"))
    odd = with_scenario(table(OURS, FOE), weather="roll", skies=((13, "clear"), (20, "rain"))).scenario
    with pytest.raises(ScenarioError, match="for a die of 20"):
        to_d10(odd)


def test_forces_that_the_other_book_does_not_allow_are_refused():
    with pytest.raises(ScenarioError, match="A1: attached: it has at most one armour stand"):
        to_d20(table10(Body("A1", (20, 10), attached=(TANK, TANK)), FOE).scenario)


def test_scores_of_one_die_are_left_to_the_book():
    red, blue = written().side
    scenario = replace(written(), side=(replace(red, keeps_points=8, keeps_by_day=-1), blue))
    assert (to_d20(scenario).side[0].keeps_points, to_d20(scenario).side[0].keeps_by_day) == (0, 0)
