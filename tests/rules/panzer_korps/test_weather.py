"""Wind, smoke, weather and visibility."""

from math import inf

import pytest
from msgspec.structs import replace
from pk_day import asks, does, labels, run, scenario_with, sums, table

from sandtable.kernel.state import UnitId
from sandtable.rules.panzer_korps.air import refuse_flying
from sandtable.rules.panzer_korps.scenario import Squadron, Weather
from sandtable.rules.panzer_korps.segments import roll_turns
from sandtable.rules.panzer_korps.sighting import refuse_sight
from sandtable.rules.panzer_korps.steps import TacticalTurn, TurnEnd
from sandtable.rules.panzer_korps.weather import (
    WINDS,
    bearing_of,
    conditions,
    drift_smoke,
    is_night,
    lay_smoke,
    roll_wind,
    smokes,
    tell_visibility,
    visibility,
)
from sandtable.rules.panzer_korps.words import Tally

# ---- wind


def wind(state):
    return WINDS[state.tallies[Tally.WIND]]


def blows(season, *dice):
    after = does(table(season=season), roll_wind, dice=dice)
    return after, wind(after.state)


@pytest.mark.case("pk.weather.wind", 1)
def test_in_summer_the_wind_is_weaker_by_two():
    after, velocity = blows("summer", 3, 1)
    assert sums(after)[0] == 1 and velocity == "no wind"


@pytest.mark.case("pk.weather.wind", 2)
def test_in_fall_a_six_is_heavy_wind_and_a_nine_leaves_the_direction():
    state = table(season="fall").change(tallies={**table().tallies, Tally.DIRECTION: 90})
    after = does(state, roll_wind, dice=[6, 9])
    assert (sums(after)[0], wind(after.state), after.state.tallies[Tally.DIRECTION]) == (
        7,
        "heavy wind",
        90,
    )


@pytest.mark.clause("pk.weather.wind")
@pytest.mark.parametrize(
    ("die", "velocity"),
    [(1, "no wind"), (2, "no wind"), (3, "light breeze"), (4, "light wind"), (5, "medium wind"), (6, "heavy wind")],
)
def test_one_die_says_how_strong_the_wind_is(die, velocity):
    after, found = blows("winter", die, 1)
    assert found == velocity and not after.rolls[0].adds


@pytest.mark.clause("pk.weather.wind")
def test_the_season_does_not_change_the_direction():
    after, _ = blows("late summer", 3, 1)
    assert labels(after, 0) == ["late summer"] and not after.rolls[1].adds


@pytest.mark.clause("pk.weather.wind")
@pytest.mark.parametrize(
    ("die", "degrees"), [(1, 0), (2, 45), (3, 90), (4, 135), (5, 180), (6, 225), (7, 270), (8, 315)]
)
def test_another_die_says_where_the_wind_comes_from(die, degrees):
    after, _ = blows("spring", 3, die)
    assert after.state.tallies[Tally.DIRECTION] == degrees


@pytest.mark.clause("pk.weather.wind")
@pytest.mark.parametrize("die", [9, 10])
def test_without_an_earlier_wind_no_change_means_west(die):
    after, _ = blows("spring", 3, die)
    assert after.state.tallies[Tally.DIRECTION] == 270


@pytest.mark.clause("pk.setup.table")
def test_north_is_from_the_first_sides_edge_to_the_other():
    state = table()
    turned = scenario_with(
        state, side=tuple(replace(a, edge=e) for a, e in zip(state.scenario.side, ("west", "east"), strict=True))
    )
    assert (bearing_of(state, "north"), bearing_of(turned, "north"), bearing_of(turned, "east")) == (0, 90, 180)


# ---- smoke


def smoky(blow="light wind", turn=2, direction=270):
    """Smoke of the first turn at 20,20; the wind blows from the west."""
    state = does(table(turn=1), lay_smoke, (20.0, 20.0)).state
    winds = ["no wind", "light breeze", "light wind", "medium wind", "heavy wind"]
    tallies = {**state.tallies, Tally.WIND: winds.index(blow), Tally.DIRECTION: direction, Tally.TURN: turn}
    return state.change(tallies=tallies)


def places(state):
    return [one.place.point for one in smokes(state)]


@pytest.mark.case("pk.weather.smoke", 1)
@pytest.mark.parametrize(
    ("blow", "x"), [("no wind", 20), ("light breeze", 21), ("light wind", 22), ("medium wind", 23)]
)
def test_smoke_drifts_downwind(blow, x):
    assert places(does(smoky(blow), drift_smoke).state) == [(x, 20)]


@pytest.mark.clause("pk.weather.smoke")
def test_heavy_wind_disperses_smoke_at_once():
    after = does(smoky("heavy wind"), drift_smoke)
    assert not places(after.state) and "pk.weather.smoke" in after.cited


@pytest.mark.clause("pk.weather.smoke")
def test_drifting_smoke_follows_a_new_wind():
    assert places(does(smoky(direction=180), drift_smoke).state) == [(20, 22)]


@pytest.mark.clause("pk.weather.smoke")
@pytest.mark.parametrize(("turn", "left"), [(1, 1), (2, 0)])
def test_smoke_is_gone_at_the_end_of_the_turn_after_its_own(turn, left):
    assert len(places(run(smoky(turn=turn), TurnEnd()).state)) == left


@pytest.mark.clause("pk.weather.smoke", "pk.logistics.phase")
def test_smoke_drifts_when_a_turn_begins():
    question = asks(smoky(), TacticalTurn(2, 3))
    assert places(question.state) == [(22, 20)]


@pytest.mark.clause("pk.weather.smoke")
def test_nobody_sees_through_smoke():
    state = table("German I at 20,10: 3 infantry", "French A at 20,30: 3 infantry")
    assert refuse_sight(state, state.units["I"], state.units["A"]) is None
    after = does(state, lay_smoke, (21.0, 20.0)).state
    assert refuse_sight(after, after.units["I"], after.units["A"]).clause == "pk.weather.smoke"


# ---- weather and visibility


@pytest.mark.clause("pk.weather.conditions")
def test_several_kinds_of_weather_may_be_true_and_act_where_a_chart_names_them():
    state = table(weather=["rain", "fog"])
    assert conditions(state) == {"rain", "fog"}
    assert labels(does(state, roll_turns, dice=[3]))[1:] == ["rain, sand or mud", "snow, fog, ice or marsh"]


@pytest.mark.clause("pk.weather.conditions")
@pytest.mark.parametrize(
    ("segment", "day", "fog"), [("Morning", 1, True), ("Late Morning", 1, False), ("Morning", 2, False)]
)
def test_the_scenario_may_end_a_weather_with_a_day_segment(segment, day, fog):
    state = scenario_with(table(segment=segment, day=day), weather=(Weather("fog", until="Morning"),))
    assert ("fog" in conditions(state)) == fog


@pytest.mark.clause(
    "pk.weather.visibility", "pk.day-segments.dusk", "pk.day-segments.night", "pk.day-segments.midnight"
)
@pytest.mark.parametrize(
    ("segment", "weather", "inches"),
    [
        ("Morning", [], inf),
        ("Morning", ["fog"], 12),
        ("Early Morning", [], 12),
        ("Dusk", [], 20),
        ("Dusk", ["fog"], 12),
        ("Night", ["fog"], 6),
        ("Midnight", [], 6),
        ("Evening", ["rain", "snow"], inf),
    ],
)
def test_the_shortest_visibility_counts(segment, weather, inches):
    assert visibility(table(segment=segment, weather=weather)) == inches


@pytest.mark.case("pk.weather.visibility", 1)
@pytest.mark.parametrize(
    ("segment", "inches", "clause"), [("Early Morning", 15, "pk.weather.visibility"), ("Dusk", 18, "")]
)
def test_a_target_beyond_the_visibility_is_not_seen(segment, inches, clause):
    units = "German Pak at 36,5 facing N: 3 AT 88", f"French A at 36,{5 + inches + 2} facing S: 3 AFV 75"
    state = table(*units, segment=segment)
    refusal = refuse_sight(state, state.units["Pak"], state.units["A"])
    assert (refusal.clause if refusal else "") == clause


@pytest.mark.clause("pk.day-segments.dusk", "pk.day-segments.night", "pk.day-segments.midnight")
@pytest.mark.parametrize(
    ("segment", "clause"),
    [("Dusk", "pk.day-segments.dusk"), ("Night", "pk.day-segments.night"), ("Midnight", "pk.day-segments.midnight")],
)
def test_the_log_says_how_far_one_sees(segment, clause):
    assert does(table(segment=segment), tell_visibility).cited == {clause}
    assert not does(table(), tell_visibility).told


@pytest.mark.case("pk.weather.night", 1)
@pytest.mark.clause("pk.weather.night", "pk.day-segments.midnight")
@pytest.mark.parametrize("segment", ["Night", "Midnight"])
def test_only_night_aircraft_fly_at_night(segment):
    squadrons = {"German": [Squadron("Jabos", "fighter"), Squadron("Owls", "fighter", night=True)]}
    state = table(segment=segment, squadrons=squadrons)
    assert is_night(state)
    assert refuse_flying(state, state.units[UnitId("Jabos")]).clause == "pk.weather.night"
    assert refuse_flying(state, state.units[UnitId("Owls")]) is None
