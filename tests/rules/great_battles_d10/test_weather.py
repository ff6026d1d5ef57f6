"""Weather by the d10 charts."""

import pytest
from gbtable import FOE, RED, Body, table10
from msgspec.structs import replace

from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.frame.weather import dawn_weather, set_sight, weather
from sandtable.rules.great_battles.nerve.morale import morale_modifiers, score_to_pass
from sandtable.rules.great_battles.words import Tally
from sandtable.scripted import act


def under(sky, **more):
    state = table10(Body("A1", (20, 10), stands=("Infantry",) * 5), FOE, **more)
    return replace(state, scenario=replace(state.scenario, weather=sky))


@pytest.mark.clause("gb10.weather.roll", "gb10.weather.default-table")
@pytest.mark.parametrize(("die", "sky"), [(6, "clear"), (8, "overcast"), (9, "drizzle"), (10, "fog")])
def test_the_weather_is_rolled_on_a_die_of_ten(die, sky):
    after = act(under("roll"), dawn_weather, [die])
    assert after.told == [
        f"the weather: rolls {die} [gb10.weather.roll]",
        f"the weather: {sky} [gb10.weather.default-table]",
    ]


@pytest.mark.case("gb10.weather.morale", 1)
def test_fog_takes_twenty_off_every_morale_score():
    state = table10(Body("A1", (20, 10), stands=("Infantry",) * 5), FOE, weather="fog", c_ops={RED: (20, 8)})
    body = state.units["A1"]
    assert score_to_pass(state, body, 1).value == 98
    assert [(one.value, one.clause) for one in morale_modifiers(state, body)] == [(-20, "gb10.weather.morale")]


@pytest.mark.case("gb10.weather.sighting", 1)
@pytest.mark.parametrize(("sky", "inches"), [("fog", 6), ("rain", 6), ("drizzle", 12)])
def test_in_fog_and_rain_one_sees_six_inches(sky, inches):
    state = table10(Body("A1", (20, 10)), FOE, weather=sky, turn=6, sight=3)
    after = act(state, lambda play: set_sight(play, RED))
    assert after.state.tallies[Tally.SIGHT] == inches


def test_heat_is_no_weather_of_these_charts():
    state = under("clear")
    with pytest.raises(ScenarioError, match="weather: 'heat' is not one of clear"):
        check(replace(state.scenario, weather="heat"))
    assert weather(state) == frozenset()
