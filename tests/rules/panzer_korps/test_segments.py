"""Day Segments: early start, number of turns, the end of segments and days, midnight."""

from fractions import Fraction

import pytest
from msgspec.structs import replace
from pk_day import (
    FRENCH,
    GERMAN,
    army_with,
    does,
    labels,
    marked,
    run,
    scenario_with,
    step,
    sums,
    table,
    tallied,
    unit,
    verdict,
)

from sandtable.rules.panzer_korps.arrival import stay_or_leave
from sandtable.rules.panzer_korps.book import SEGMENTS
from sandtable.rules.panzer_korps.commands import ForceStart, WaitForMorning
from sandtable.rules.panzer_korps.scenario import Squadron
from sandtable.rules.panzer_korps.segments import FIXED, begin_day, co_average, roll_turns, rounded
from sandtable.rules.panzer_korps.steps import (
    Arrivals,
    Day,
    EarlyStart,
    Fieldworks,
    Initiative,
    Segment,
    SegmentEnd,
    TacticalTurn,
    TurnEnd,
)
from sandtable.rules.panzer_korps.victory import lose_captured, points
from sandtable.rules.panzer_korps.words import Did, Mark, Tally

TURNS = "pk.day-segments.turns"


def led(*ratings, **said):
    """A German group for each rating but the last, which is French."""
    own = [f"German {n} at {10 + 5 * n},5: 3 infantry; group G{n}, led by {r}" for n, r in enumerate(ratings[:-1])]
    return table(*own, f"French A at 36,43 facing S: 3 infantry; led by {ratings[-1]}", **said)


def turns(state, die):
    after = does(state, roll_turns, dice=[die])
    return sums(after)[0], after.state.tallies[Tally.TURNS]


# ---- how many turns


@pytest.mark.case("pk.day-segments.turns", 1)
def test_an_average_of_two_and_a_half_is_rounded_up():
    assert turns(led("A", "D"), 3) == (6, 3)


@pytest.mark.case("pk.day-segments.turns", 2)
def test_poor_leaders_in_snow_get_no_turn_at_all():
    assert turns(led("G", "H", weather=["snow"]), 1) == (-3, 0)


@pytest.mark.case("pk.day-segments.modifiers", 1)
def test_rain_and_fog_both_count_and_air_superiority_helps():
    assert turns(led("E", "E", weather=["rain", "fog"], air_superiority={"German": True}), 5) == (3, 2)


@pytest.mark.clause("pk.day-segments.turns")
@pytest.mark.parametrize(
    ("ratings", "die", "number"),
    [("AA", 3, 4), ("EE", 6, 3), ("EE", 5, 3), ("EE", 4, 2), ("EE", 3, 2), ("EE", 2, 1), ("FF", 1, 1), ("GG", 1, 0)],
)
def test_the_modified_die_says_how_many_turns_the_segment_has(ratings, die, number):
    assert turns(led(*ratings), die)[1] == number


@pytest.mark.clause("pk.day-segments.turns")
def test_the_player_with_the_initiative_rolls():
    assert does(led("D", "D"), roll_turns, dice=[3]).rolls[0].throw.side == GERMAN


@pytest.mark.case("pk.day-segments.co-average", 1)
def test_all_leaders_of_both_sides_are_averaged():
    assert co_average(led("C", "C", "E")) == 1


@pytest.mark.clause("pk.day-segments.co-average")
def test_a_leader_with_nobody_on_the_table_does_not_count():
    state = led("A", "E", "E")
    assert co_average(state) == 1
    assert co_average(state.put(replace(state.units["0"], place=None))) == 0


@pytest.mark.clause("pk.day-segments.co-average")
def test_if_nobody_is_on_the_table_the_two_cincs_count():
    state = table(cinc={"German": "A", "French": "C"})
    for name in ("I", "A"):
        state = state.put(replace(state.units[name], place=None))
    assert co_average(state) == 3


@pytest.mark.case("pk.setup.rounding", 1)
def test_an_exact_half_is_rounded_up():
    assert [rounded(one) for one in (Fraction(5, 2), Fraction(4, 3), Fraction(-1, 2))] == [3, 1, 0]


@pytest.mark.clause("pk.day-segments.modifiers")
def test_each_list_of_weather_counts_once():
    state = led("E", "E", weather=["rain", "sand", "mud", "snow", "fog", "ice", "marsh"])
    assert labels(does(state, roll_turns, dice=[3])) == ["rain, sand or mud", "snow, fog, ice or marsh"]


@pytest.mark.clause("pk.day-segments.modifiers", "pk.logistics.out-of-supply")
@pytest.mark.parametrize(("cut_off", "counts"), [(1, True), (0, False)])
def test_half_of_the_rolling_sides_formations_out_of_supply_count(cut_off, counts):
    units = [
        "German I at 10,5: 3 infantry; led by E",
        "German II at 20,5: 3 infantry",
        "French A at 36,43: 3 infantry; led by E, out of supply",
    ]
    if cut_off:
        units[0] += ", out of supply"
    assert ("out of supply" in labels(does(table(*units), roll_turns, dice=[3]))) == counts


@pytest.mark.clause("pk.day-segments.modifiers")
@pytest.mark.parametrize(("poor", "counts"), [(3, True), (2, False)])
def test_sixty_percent_of_reservists_or_worse_count(poor, counts):
    qualities = ["Reservist", "Recruit", "Partisan"][:poor] + ["Regular"] * (5 - poor)
    units = [f"German {n} at {10 + 5 * n},5: 3 infantry; led by E, {q}" for n, q in enumerate(qualities)]
    state = table(*units, "French A at 36,43: 3 infantry; led by E, Militia")
    assert ("mostly Reservists or worse" in labels(does(state, roll_turns, dice=[3]))) == counts


@pytest.mark.clause("pk.day-segments.modifiers")
def test_later_days_are_slower():
    assert labels(does(led("E", "E", day=2), roll_turns, dice=[3])) == ["not the first day"]


@pytest.mark.clause("pk.day-segments.modifiers")
@pytest.mark.parametrize(("fought", "fresh"), [(False, True), (True, False)])
def test_a_side_that_came_yesterday_and_has_not_fought_is_fresh(fought, fresh):
    state = led("E", "E", agenda=(TurnEnd(),))
    if fought:
        one = state.units["0"]
        state = state.put(replace(one, spent=frozenset({Did.FIRED})))
    state = does(run(state, TurnEnd()).state, begin_day, 2).state
    assert (Mark.FRESH in unit(state, "German").marks) == fresh
    assert ("arrived the day before" in labels(does(state, roll_turns, dice=[3]))) == fresh


@pytest.mark.clause("pk.day-segments.modifiers")
def test_the_scenario_may_say_that_a_side_arrived_the_day_before():
    state = army_with(led("E", "E"), "German", arrived_yesterday=True)
    day_one = does(state, begin_day, 1).state
    assert Mark.FRESH in unit(day_one, "German").marks
    fought = marked(day_one, "German", Mark.HAS_FOUGHT)
    assert Mark.FRESH not in unit(does(fought, begin_day, 2).state, "German").marks


@pytest.mark.clause("pk.day-segments.turns")
def test_the_scenario_may_fix_the_number_of_turns():
    after = does(scenario_with(table(), turns=3), roll_turns)
    assert after.state.tallies[Tally.TURNS] == 3 and not after.rolls


# ---- the segments of a day


@pytest.mark.case("pk.day-segments.list", 1)
def test_a_day_has_nine_segments_and_midnight_has_exactly_one_turn():
    assert len(SEGMENTS) == 9 and FIXED == {"Midnight": 1}
    after = does(table(segment="Midnight"), roll_turns)
    assert after.state.tallies[Tally.TURNS] == 1 and not after.rolls


def after_segment(**said):
    return step(table(**said), SegmentEnd())


@pytest.mark.clause("pk.day-segments.end")
def test_one_segment_follows_another_and_a_new_day_follows_midnight():
    assert after_segment(segment="Dusk", last="Night").state.agenda == (Segment(SEGMENTS.index("Night")),)
    assert after_segment(segment="Midnight", last="Night").state.agenda == (Day(2),)


@pytest.mark.clause("pk.day-segments.end")
@pytest.mark.parametrize(("day", "over"), [(1, False), (2, True)])
def test_the_battle_ends_with_the_last_segment_of_the_last_day(day, over):
    assert (verdict(after_segment(segment="Dusk", last="Dusk", days=2, day=day)) is not None) == over


@pytest.mark.clause("pk.turn.segment-sequence")
def test_a_segment_goes_from_the_wind_to_its_turns():
    after = step(led("E", "E"), Segment(2), dice=[3, 1, 4])
    assert [roll.throw.kind for roll in after.rolls] == ["wind", "wind", "turns"]
    assert [type(one) for one in after.state.agenda] == [Initiative, Arrivals, TacticalTurn, TacticalTurn, SegmentEnd]
    then = step(after.state, Arrivals())
    assert then.state.agenda == (Fieldworks(GERMAN), Fieldworks(FRENCH))


@pytest.mark.clause("pk.turn.segment-sequence", "pk.day-segments.list")
def test_the_log_names_the_segment_and_its_hours():
    after = step(scenario_with(table(), days=1), Segment(SEGMENTS.index("Dusk")), dice=[1, 1, 1])
    assert "Dusk, 18-20 hours" in str(after)


@pytest.mark.clause("pk.air.superiority")
def test_superiority_is_found_before_the_number_of_turns_is_rolled():
    squadrons = {"German": [Squadron("Jagdstaffel", "fighter")]}
    after = step(led("E", "E", squadrons=squadrons), Segment(2), dice=[3, 1, 4])
    assert "air superiority" in labels(after, 2)


@pytest.mark.clause("pk.day-segments.midnight-removal")
def test_the_rolls_to_stay_are_made_when_midnight_begins():
    after = step(led("D", "D"), Segment(SEGMENTS.index("Midnight")), dice=[10, 1, 3, 1])
    assert unit(after, "0").place is None and unit(after, "A").place is not None


# ---- early morning

TRY, WAIT = ForceStart(GERMAN), WaitForMorning(GERMAN)


def daybreak(german="B", french="D", **said):
    return step(table(cinc={"German": german, "French": french}, **said), Day(1)).state.agenda


@pytest.mark.case("pk.day-segments.early-morning", 1)
def test_a_good_cinc_forces_an_early_start_and_a_poor_one_may_not_try():
    assert daybreak("B", "D") == (EarlyStart((GERMAN,)),)
    after = step(table(cinc={"German": "B"}), EarlyStart((GERMAN,)), dice=[4], picks=[TRY])
    assert after.state.agenda == (Segment(0),)


@pytest.mark.clause("pk.day-segments.early-morning")
def test_if_nobody_succeeds_the_day_begins_with_morning():
    at = table(cinc={"German": "C"}), EarlyStart((GERMAN,))
    failed, waited = step(*at, dice=[3], picks=[TRY]), step(*at, picks=[WAIT])
    assert failed.state.agenda == waited.state.agenda == (EarlyStart(()),)
    assert step(failed.state, EarlyStart(())).state.agenda == (Segment(1),)


@pytest.mark.clause("pk.day-segments.early-morning")
def test_the_initiative_player_tries_first_and_success_spares_the_other_the_try():
    both = EarlyStart((GERMAN, FRENCH))
    assert daybreak("A", "C") == (both,)
    at = table(cinc={"German": "A", "French": "C"})
    assert step(at, both, dice=[6], picks=[TRY]).state.agenda == (Segment(0),)
    assert step(at, both, picks=[WAIT]).state.agenda == (EarlyStart((FRENCH,)),)


@pytest.mark.clause("pk.day-segments.end", "pk.day-segments.early-morning")
@pytest.mark.parametrize(
    ("start", "forced", "upcoming"), [("Early Morning", True, Segment(0)), ("Afternoon", False, Segment(4))]
)
def test_the_scenario_names_the_first_segment_of_the_first_day(start, forced, upcoming):
    state = scenario_with(table(cinc={"German": "A"}), start=start, start_forced=forced)
    assert step(state, Day(1)).state.agenda == (upcoming,)


@pytest.mark.clause("pk.day-segments.early-morning")
def test_on_later_days_an_early_start_must_be_forced_again():
    state = scenario_with(table(cinc={"German": "A"}), start="Afternoon")
    assert step(state, Day(2)).state.agenda == (EarlyStart((GERMAN,)),)


# ---- midnight


def midnight(die, leader="D", words="", foes=()):
    units = (
        f"German I at 36,5 facing N: 3 infantry; led by {leader}{words}",
        "French A at 70,43 facing S: 3 infantry; led by A",
    )
    return does(table(*units, *foes, segment="Midnight"), stay_or_leave, dice=[die, 1])


@pytest.mark.case("pk.day-segments.midnight-removal", 1)
def test_a_group_that_fails_its_roll_at_midnight_is_removed():
    after = midnight(6)
    assert sums(after)[0] == 7 and unit(after, "I").place is None
    assert Mark.LOST not in unit(after, "I").marks


@pytest.mark.clause("pk.day-segments.midnight-removal")
def test_a_group_that_makes_its_roll_stays():
    assert unit(midnight(5), "I").place is not None


@pytest.mark.clause("pk.day-segments.midnight-removal", "pk.logistics.supply")
def test_a_surrounded_group_stays_in_any_case():
    ring = [
        f"French {n} at {x},{y}: 3 infantry" for n, (x, y) in enumerate([(26, 5), (46, 5), (30, 14), (42, 14), (36, 1)])
    ]
    after = midnight(9, foes=ring)
    assert unit(after, "I").place is not None and "is surrounded and stays" in str(after)


@pytest.mark.clause("pk.day-segments.midnight-removal")
def test_a_removed_group_rolls_for_arrival_on_the_next_day():
    state = midnight(6).state
    assert Mark.WAITING in unit(state, "German group").marks
    now = run(state, Arrivals()).state  # still the same night: no roll
    after = run(now, Arrivals(), dice=[100])
    assert [roll.throw.kind for roll in after.rolls] == ["arrival"]


@pytest.mark.clause("pk.day-segments.midnight-removal", "pk.victory.captured")
def test_a_removed_group_loses_what_it_has_captured():
    state = tallied(table(segment="Midnight"), "I", Tally.CAPTURED, 1)
    assert points(state, GERMAN) == 1
    assert points(does(state, stay_or_leave, dice=[10, 1]).state, GERMAN) == 0


@pytest.mark.case("pk.day-segments.night", 1)
def test_who_withdraws_at_night_loses_what_it_has_captured():
    state = tallied(table(segment="Night"), "I", Tally.CAPTURED, 1)
    after = does(state, lose_captured, state.units["I"])
    assert points(after.state, GERMAN) == 0 and after.cited == {"pk.day-segments.night"}


@pytest.mark.clause("pk.morale.panic-state", "pk.decision.panic")
def test_who_is_removed_at_midnight_comes_back_without_panic():
    state = marked(table(segment="Midnight"), "I", Mark.PANICKED, Mark.GIVES_WAY)
    after = does(marked(state, "German group", Mark.PANICKING), stay_or_leave, dice=[10, 1])
    assert unit(after, "I").marks.isdisjoint({Mark.PANICKED, Mark.GIVES_WAY})
    assert Mark.PANICKING not in unit(after, "German group").marks
