"""Morale, its failure, and clearing away the destroyed."""

import pytest
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, offers, sid, stand, table
from msgspec.structs import replace

from sandtable.kernel.events import Tallied, Unmarked
from sandtable.kernel.facts import Rolled
from sandtable.rules.great_battles.commands.day import Pick, Take
from sandtable.rules.great_battles.facts.day import Destroyed, PlayerTurnOver, Suppressed, Withdrawn
from sandtable.rules.great_battles.nerve.morale import clear_destroyed, hit_count, morale_modifiers
from sandtable.rules.great_battles.nerve.morale import test_next as step_seven
from sandtable.rules.great_battles.table.field import battalions, opponents
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Did, Mark, Tally
from sandtable.scripted import act

FOUR = Body("A1", (20, 20), stands=(INFANTRY,) * 4)
STAFF = {RED: (20.0, 12.0), BLUE: (20.0, 44.0)}
FOE = Body("B1", (20, 26), 180, side=BLUE)


def hit(state, *suppressed, destroyed=()):
    """The same table after these stands have been hit in this player turn."""
    for name in suppressed:
        state = Suppressed(sid(state, name)).apply(state)
    for name in destroyed:
        state = Destroyed(sid(state, name), "", 1).apply(state)
    return state


def morale_step(state, dice=(), picks=(), side=RED):
    """One battalion tests."""
    return act(state, lambda play: more.append(step_seven(play, side)), dice, picks, view=view)


more: list[bool] = []


def passes(state, *dice, picks=()):
    return Mark.TO_GROUND not in morale_step(state, dice, picks).state.units["A1"].marks


def near_staff(*bodies, **how):
    return table(*bodies, c_ops=STAFF, **how)


def adds(state, body="A1"):
    return [(term.clause.removeprefix("gb20."), term.value) for term in morale_modifiers(state, state.units[body])]


# ---- who tests


@pytest.mark.clause("gb20.morale.trigger")
def test_every_battalion_hit_in_the_player_turn_tests_once_and_the_active_player_picks_the_order():
    state = hit(near_staff(FOUR, FOE, Body("A2", (40, 20))), "A1/1", "B1/1")
    question = asks(state, lambda play: step_seven(play, BLUE))
    assert question.side == BLUE
    assert offers(question) == [Pick("A1"), Pick("B1")]
    first = morale_step(state, [10], [Pick("B1")], side=BLUE)
    assert more[-1] is True
    second = morale_step(first.state, [10], side=BLUE)
    assert more[-1] is False
    assert [line.split(":")[0] for line in second.told if "rolls" in line] == ["A1 tests morale"]
    assert morale_step(second.state).entries == []


@pytest.mark.clause("gb20.morale.trigger")
def test_a_hit_of_an_earlier_player_turn_causes_no_test():
    assert morale_step(PlayerTurnOver().apply(hit(near_staff(FOUR), "A1/1"))).entries == []


@pytest.mark.clause("gb20.morale.trigger")
def test_a_battalion_that_has_left_the_table_does_not_test():
    assert morale_step(Withdrawn("A1").apply(hit(near_staff(FOUR), "A1/1"))).entries == []


@pytest.mark.clause("gb20.morale.trigger")
def test_a_stand_destroyed_in_place_of_a_retreat_causes_no_further_test():
    state = hit(near_staff(Body("A1", (20, 2)), FOE), "A1/1", "A1/2")
    after = morale_step(state, [1], [Take(sid(state, "A1/3"))])
    assert more[-1] is False
    assert morale_step(after.state).entries == []


@pytest.mark.clause("gb20.morale.trigger")
def test_a_hidden_battalion_tests_in_secret():
    state = hit(near_staff(Body("A1", (20, 20), hidden=True), FOE), "A1/1")
    after = morale_step(state, [20], side=BLUE)
    assert after.asked == []
    assert {entry.known_to for entry in after.entries} == {frozenset({RED})}
    other = hit(near_staff(FOUR, Body("B2", (20, 40), side=BLUE, hidden=True)), "A1/1", "B2/1")
    assert morale_step(other, [20]).asked[0].options[0].command == Pick("A1")
    assert more[-1] is True


@pytest.mark.clause("gb20.morale.trigger")
def test_hits_on_hidden_stands_of_a_battalion_that_has_been_seen_stay_secret():
    state = near_staff(FOUR, FOE)
    hidden = stand(state, "A1/4")
    state = hit(state.put(replace(hidden, known_to=frozenset())), "A1/4")
    after = morale_step(state, [20], side=BLUE)
    assert {entry.known_to for entry in after.entries} == {frozenset({RED})}


@pytest.mark.clause("gb20.morale.c-ops-distance")
def test_a_roll_that_tells_how_far_off_a_hidden_c_ops_is_stays_secret():
    state = hit(near_staff(FOUR, FOE), "A1/1")
    staff = state.units["Red C Ops"]
    for whose, readers in ((None, None), (frozenset(), frozenset({RED}))):
        after = morale_step(state.put(replace(staff, known_to=whose)), [20], side=BLUE)
        assert [entry.known_to for entry in after.entries if isinstance(entry.event, Rolled)] == [readers]


# ---- the hit count and the row


@pytest.mark.case("gb20.morale.hit-count", 1)
@pytest.mark.clause("gb20.morale.hit-count")
def test_a_stand_suppressed_and_then_destroyed_counts_2_and_old_suppressions_nothing():
    state = table(Body("A1", (20, 20), stands=(INFANTRY,) * 4, suppressed=(3,)))
    state = hit(state, "A1/1", "A1/2", destroyed=("A1/1",))
    assert hit_count(state, "A1") == 3
    assert "A1 has a hit count of 3 [gb20.morale.hit-count]" in morale_step(state, [20]).told


@pytest.mark.clause("gb20.morale.hit-count")
def test_a_stand_that_has_rallied_counts_nothing():
    state = hit(table(FOUR), "A1/1", "A1/2")
    assert hit_count(Unmarked(sid(state, "A1/2"), Mark.SUPPRESSED).apply(state), "A1") == 1


@pytest.mark.case("gb20.morale.stands-at-start", 1)
@pytest.mark.clause("gb20.morale.stands-at-start")
def test_the_row_is_that_of_the_stands_at_dawn_with_attachments():
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 4, attached=("Heavy weapons", "HQ"), destroyed=(1, 2))
    after = morale_step(hit(near_staff(body), "A1/3"), [1])
    assert "needs 1 or more (1 6 stands at start, hit count 1 [gb20.morale.stands-at-start])" in after.told[1]
    assert Mark.TO_GROUND not in after.state.units["A1"].marks


@pytest.mark.case("gb20.morale.roll", 1)
@pytest.mark.clause("gb20.morale.roll")
def test_the_die_must_reach_the_entry_of_the_table():
    state = hit(near_staff(FOUR, FOE), "A1/1", "A1/2")
    assert passes(state, 4)
    assert not passes(state, 3)


@pytest.mark.case("gb20.morale.roll", 2)
@pytest.mark.clause("gb20.morale.roll")
def test_two_of_three_stands_destroyed_leave_only_a_20():
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 2, attached=("HQ",))
    state = hit(near_staff(body, FOE), destroyed=("A1/1", "A1/2"))
    assert passes(state, 20)
    assert not passes(state, 19)


@pytest.mark.clause("gb20.morale.roll")
def test_a_dash_is_a_failure_without_a_roll():
    state = hit(near_staff(Body("A1", (20, 20), stands=(INFANTRY,) * 2), FOE), "A1/2", destroyed=("A1/1",))
    state = Tallied("A1", Tally.AT_DAWN, 1).apply(state)
    after = morale_step(state)
    assert "A1 fails without a roll [gb20.morale.roll]" in after.told
    assert Mark.TO_GROUND in after.state.units["A1"].marks


@pytest.mark.clause("gb20.morale.off-table")
def test_more_than_8_stands_use_row_8():
    state = hit(near_staff(FOUR), "A1/1", "A1/2")
    after = morale_step(Tallied("A1", Tally.AT_DAWN, 9).apply(state), [2])
    assert "2 9 stands at start, hit count 2 [gb20.morale.off-table]" in after.told[1]


@pytest.mark.clause("gb20.morale.off-table")
def test_a_hit_count_above_10_fails_without_a_roll():
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 8)
    state = hit(near_staff(body, FOE), *(f"A1/{n}" for n in (1, 2, 3)), destroyed=[f"A1/{n}" for n in (4, 5, 6, 7)])
    assert hit_count(state, "A1") == 11
    assert "A1 fails without a roll [gb20.morale.off-table]" in morale_step(state).told


@pytest.mark.clause("gb20.morale.off-table")
def test_who_has_rallied_everybody_does_not_roll():
    state = hit(table(FOUR), "A1/1")
    after = morale_step(Unmarked(sid(state, "A1/1"), Mark.SUPPRESSED).apply(state))
    assert after.told == ["A1 has rallied all its stands and takes no morale test [gb20.morale.off-table]"]


# ---- modifiers


@pytest.mark.case("gb20.morale.modifiers", 1)
@pytest.mark.clause("gb20.morale.modifiers")
def test_cover_and_distance_add_up():
    village = {"kind": "village", "at": (20, 19.75), "size": (0.5, 0.4)}
    body = Body("A1", (20, 20), stands=(INFANTRY,) * 6)
    state = table(body, FOE, pieces=(village,), c_ops={RED: (20, 3.3)})
    state = hit(state, "A1/2", "A1/3", "A1/4", destroyed=("A1/6",))
    assert adds(state) == [("morale.cover", 4), ("morale.c-ops-distance", -2)]
    assert passes(state, 14)
    assert not passes(state, 13)


@pytest.mark.clause("gb20.morale.modifiers")
@pytest.mark.parametrize(("kind", "bonus"), [("woods", 2), ("village", 4), ("bunker", 6)])
def test_the_better_the_cover_the_higher_the_bonus(kind, bonus):
    ground = {"kind": kind, "at": (20, 19), "size": (12, 4)}
    assert adds(near_staff(FOUR, pieces=(ground,))) == [("morale.modifiers", bonus)]


@pytest.mark.clause("gb20.morale.cover")
def test_one_stand_in_cover_is_enough_and_the_best_counts():
    wood = {"kind": "woods", "at": (20, 19), "size": (12, 4)}
    village = {"kind": "village", "at": (19.25, 19.75), "size": (0.5, 0.4)}
    assert adds(near_staff(FOUR, pieces=(wood, village))) == [("morale.cover", 4)]
    hill = {"kind": "hill", "corners": ((10, 15), (30, 15), (30, 20.1), (10, 20.1)), "level": 1}
    assert [value for _, value in adds(near_staff(FOUR, pieces=(hill,)))] == [2]


@pytest.mark.clause("gb20.morale.c-ops-distance")
def test_one_stand_within_12_inches_of_its_own_staff_is_enough():
    assert adds(table(FOUR, c_ops={RED: (20, 6.5)})) == []
    assert adds(table(FOUR, c_ops={RED: (20, 5.9)})) == [("morale.c-ops-distance", -2)]
    assert adds(table(FOUR, c_ops={BLUE: (20, 22)})) == [("morale.c-ops-distance", -2)]


@pytest.mark.case("gb20.weather.effects", 1)
@pytest.mark.clause("gb20.weather.effects")
def test_rain_costs_4():
    for weather, holds in (("rain", False), ("clear", True)):
        state = hit(near_staff(FOUR, FOE, weather=weather), "A1/1", "A1/2")
        assert passes(state, 7) is holds


@pytest.mark.clause("gb20.weather.effects")
@pytest.mark.parametrize(
    ("sky", "value"), [("drizzle", -2), ("heat", -2), ("cold", -2), ("fog", -4), ("overcast", 0), ("clear", 0)]
)
def test_the_weather_counts_and_of_two_the_worse(sky, value):
    found = [("weather.effects", value)] if value else []
    assert adds(near_staff(FOUR, weather=sky)) == found
    state = near_staff(FOUR, weather="rain")
    both = replace(state.units["sky"], marks=frozenset({"rain", sky}))
    assert adds(state.put(both)) == [("weather.effects", -4)]


@pytest.mark.clause("gb20.variants.quality-morale")
@pytest.mark.parametrize(
    ("quality", "value"), [("veteran", 2), ("experienced", 1), ("average", 0), ("inferior", -1), ("raw", -2)]
)
def test_quality_counts_where_that_is_agreed(quality, value):
    body = Body("A1", (20, 20), quality=quality)
    assert adds(near_staff(body)) == []
    agreed = adds(near_staff(body, options=("quality-morale",)))
    assert agreed == ([("variants.quality-morale", value)] if value else [])


# ---- failing


@pytest.mark.clause("gb20.morale.failure")
def test_it_retreats_3_inches_and_goes_to_ground():
    state = hit(near_staff(FOUR, FOE), "A1/1", "A1/2")
    after = morale_step(state, [3])
    body = after.state.units["A1"]
    assert body.place.y == 17
    assert Mark.TO_GROUND in body.marks and Mark.ACTIVATED not in body.marks
    assert "A1 is gone to ground [gb20.activate.gone-to-ground]" in after.told


@pytest.mark.case("gb20.morale.failure", 1)
@pytest.mark.clause("gb20.morale.failure")
def test_with_the_table_edge_behind_it_it_loses_a_stand_instead():
    state = hit(near_staff(Body("A1", (20, 2.2)), FOE), "A1/1", "A1/2")
    lost = sid(state, "A1/3")
    after = morale_step(state, [1], [Take(lost)])
    assert Mark.DESTROYED in after.state.units[lost].marks
    assert after.state.units["A1"].place.y == 2.2
    assert Mark.TO_GROUND in after.state.units["A1"].marks


@pytest.mark.clause("gb20.morale.failure")
def test_a_battalion_in_close_combat_that_fails_retreats_out_of_it():
    locked = Body("A1", (20, 20), marks=("attacks B1",)), Body("B1", (20, 20), 180, side=BLUE)
    state = hit(near_staff(*locked), "A1/1", "A1/2")
    after = morale_step(state, [1]).state
    assert opponents(after, after.units["B1"]) == []


@pytest.mark.clause("gb20.morale.failure")
def test_a_hidden_battalion_that_fails_comes_onto_the_table():
    state = hit(near_staff(Body("A1", (20, 20), hidden=True), FOE), "A1/1", "A1/2")
    after = morale_step(state, [1], side=BLUE)
    assert after.state.units["A1"].known_to is None
    assert after.entries[1].known_to == frozenset({RED})


# ---- clearing away


@pytest.mark.clause("gb20.morale.clear-destroyed")
def test_what_was_destroyed_is_taken_off_when_all_have_tested():
    state = hit(table(FOUR), destroyed=("A1/1",))
    assert stand(state, "A1/1").place is not None
    after = act(state, clear_destroyed)
    assert stand(after.state, "A1/1").place is None
    assert "gb20.morale.clear-destroyed" in after.cited


@pytest.mark.clause("gb20.morale.clear-destroyed")
def test_a_battalion_with_nothing_left_does_not_test_and_is_in_reserve():
    state = hit(table(Body("A1", (20, 20), stands=(TANK,) * 2), FOE), destroyed=("A1/1", "A1/2"))
    assert morale_step(state).entries == []
    after = act(state, clear_destroyed).state
    body = after.units["A1"]
    assert {Mark.WIPED_OUT, Mark.RESERVE} <= body.marks and body.place is None
    assert body.tallies[Tally.LOST_ON] == 1
    assert battalions(after, RED) == []


@pytest.mark.clause("gb20.morale.clear-destroyed")
def test_nobody_is_in_close_combat_with_a_battalion_that_is_gone():
    locked = Body("A1", (20, 20), marks=("attacks B1",)), Body("B1", (20, 20), 180, side=BLUE, stands=(INFANTRY,))
    after = act(hit(table(*locked), destroyed=("B1/1",)), clear_destroyed).state
    assert opponents(after, after.units["A1"]) == []


@pytest.mark.clause("gb20.morale.clear-destroyed")
def test_half_tracks_leave_with_the_last_stand():
    state = table(Body("A1", (20, 20), stands=(f"{INFANTRY} by half-track",)), FOE)
    track = state.units["A1/1 infantry's half-track"]
    state = state.put(replace(track, place=stand(state, "A1/1").place, known_to=None))
    after = act(hit(state, destroyed=("A1/1",)), clear_destroyed).state
    assert after.units[track.id].place is None
    assert Did.DESTROYED in stand(after, "A1/1").spent
