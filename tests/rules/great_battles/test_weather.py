"""Weather."""

import pytest
from gbday import plays, with_scenario
from gbtable import BLUE, INFANTRY, RED, Body, table
from msgspec.structs import replace

from sandtable.kernel.facts import Rolled
from sandtable.kernel.scenario import ScenarioError
from sandtable.rules.great_battles import sequence
from sandtable.rules.great_battles.commands.day import Pass
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.frame.weather import dawn_weather, set_sight, weather
from sandtable.rules.great_battles.nerve.morale import morale_modifiers
from sandtable.rules.great_battles.sequence import turn
from sandtable.rules.great_battles.steps import PassOrProceed, Turn, Weather
from sandtable.rules.great_battles.words import Tally
from sandtable.scripted import act

TWO = (Body("R1", (20, 10), stands=(INFANTRY,)), Body("B1", (20, 30), 180, side=BLUE, stands=(INFANTRY,)))


def under(sky="clear", *, weather="", skies=(), changes=False, number=5):
    """A table whose scenario says this of the weather."""
    state = table(*TWO, weather=weather, turn=number)
    return replace(state, scenario=replace(state.scenario, weather=sky, skies=skies, changes=changes))


def dawns(state, *dice):
    return act(state, dawn_weather, dice)


def rolled(after):
    return any(isinstance(entry.event, Rolled) for entry in after.entries)


@pytest.mark.clause("gb20.weather.roll")
@pytest.mark.parametrize(("die", "sky"), [(10, "clear"), (11, "heat"), (20, "heat")])
def test_the_weather_is_rolled_by_the_scenarios_table(die, sky):
    after = dawns(under("roll", skies=((10, "clear"), (20, "heat"))), die)
    assert weather(after.state) == {sky}
    assert after.told == [
        f"the weather: rolls {die} [gb20.weather.roll]", f"the weather: {sky} [gb20.weather.roll]"
    ]  # fmt: skip


@pytest.mark.case("gb20.weather.once-a-day", 1)
def test_drizzle_at_dawn_is_drizzle_all_day():
    after = act(under("roll", weather="drizzle"), lambda play: turn(play, Turn(5)))
    assert not rolled(after)
    assert weather(after.state) == {"drizzle"}


@pytest.mark.clause("gb20.weather.once-a-day")
def test_the_weather_changes_by_day_only_if_the_scenario_says_so():
    after = act(under("roll", weather="drizzle", changes=True), lambda play: turn(play, Turn(5)), dice=[13])
    assert weather(after.state) == {"overcast"}


@pytest.mark.clause("gb20.weather.once-a-day", "gb20.dawn.pass-uses-turn")
@pytest.mark.parametrize(("changes", "dice"), [(True, [20]), (False, [])])
def test_weather_that_changes_does_so_in_a_turn_that_is_passed_at_dawn_too(changes, dice):
    state = under("roll", weather="drizzle", changes=changes, number=4)
    after = plays(state, PassOrProceed(), picks=[Pass(), Pass()], dice=dice, steps=2)
    assert weather(after.state) == ({"fog"} if changes else {"drizzle"})
    assert (after.state.tallies[Tally.SIGHT] == 6) == changes


@pytest.mark.clause("gb20.sighting.dawn-visibility")
@pytest.mark.parametrize(("number", "inches"), [(1, 3), (3, 6), (4, 12)])
def test_a_dawn_at_a_later_turn_does_not_foretell_the_die_of_the_third(number, inches):
    assert (
        act(under(number=number), lambda play: sequence.weather(play, Weather())).state.tallies[Tally.SIGHT] == inches
    )


@pytest.mark.clause("gb20.weather.once-a-day")
def test_weather_that_the_scenario_fixes_is_not_rolled_for():
    after = dawns(under("rain"))
    assert after.told == ["the weather: rain [gb20.weather.once-a-day]"]


@pytest.mark.clause("gb20.weather.default-table")
@pytest.mark.parametrize(
    ("die", "sky"),
    [(1, "clear"), (12, "clear"), (13, "overcast"), (16, "overcast"), (17, "drizzle"), (18, "drizzle"), (20, "fog")],
)
def test_the_books_own_table(die, sky):
    after = dawns(under("roll"), die)
    assert after.told[-1] == f"the weather: {sky} [gb20.weather.default-table]"


@pytest.mark.clause("gb20.weather.default-table")
def test_a_scenario_that_does_not_mention_weather_has_a_clear_day():
    after = dawns(table(*TWO))
    assert weather(after.state) == {"clear"}
    assert not rolled(after)


@pytest.mark.clause("gb20.weather.effects")
def test_cold_and_rain_together_count_as_the_worse_of_the_two():
    state = dawns(under("cold and rain")).state
    assert weather(state) == {"cold", "rain"}
    terms = [term for term in morale_modifiers(state, state.units["R1"]) if term.clause == "gb20.weather.effects"]
    assert [(term.value, term.label) for term in terms] == [(-4, "rain")]


@pytest.mark.clause("gb20.weather.visibility")
@pytest.mark.parametrize(
    ("sky", "number", "inches"),
    [("fog", 5, 6), ("fog", 1, 3), ("rain", 5, 9), ("rain", 2, 6), ("drizzle", 5, 12), ("heat", 5, 12)],
)
def test_fog_and_rain_shorten_sight(sky, number, inches):
    after = act(under(weather=sky, number=number), lambda play: set_sight(play, RED))
    assert after.state.tallies[Tally.SIGHT] == inches
    if sky in ("fog", "rain") and number == 5:
        assert after.told == [f"troops see {inches} inches [gb20.weather.visibility]"]


@pytest.mark.clause("gb20.weather.visibility")
def test_a_scenario_may_set_other_limits():
    thick = with_scenario(under(weather="drizzle", number=5), sight={"drizzle": 4})
    after = act(thick, lambda play: set_sight(play, RED))
    assert after.told == ["troops see 4 inches [gb20.weather.visibility]"]
    thin = with_scenario(under(weather="fog", number=5), sight={"fog": 10})
    assert act(thin, lambda play: set_sight(play, RED)).state.tallies[Tally.SIGHT] == 10


@pytest.mark.clause("gb20.weather.visibility")
@pytest.mark.parametrize(
    ("sight", "fault"), [({"hail": 4}, "weather: 'hail' is not one of"), ({"fog": 0}, "sight: fog: sight is at least")]
)
def test_limits_of_sight_must_make_sense(sight, fault):
    with pytest.raises(ScenarioError, match=fault):
        check(with_scenario(under("clear"), sight=sight).scenario)


@pytest.mark.clause("gb20.weather.roll")
@pytest.mark.parametrize(
    ("sky", "skies", "fault"),
    [
        ("fogg", (), "weather: 'fogg' is not one of"),
        ("roll", ((10, "clear"),), "skies: the last line must go to 20"),
    ],
)
def test_a_scenario_with_impossible_weather_is_refused(sky, skies, fault):
    with pytest.raises(ScenarioError, match=fault):
        check(under(sky, skies=skies).scenario)
