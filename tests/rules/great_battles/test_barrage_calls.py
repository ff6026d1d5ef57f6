"""Which missions come, when and where: step 4A."""

from random import Random

import pytest
from gbtable import BLUE, FOE, INFANTRY, RED, Body, carried_out, offers, why_not
from missions import (
    A1,
    HERE,
    LONE,
    ONE,
    TWO,
    WOOD,
    asked_to_call,
    battle,
    blind_to,
    called,
    calling,
    due,
    falling,
    falling_on,
    is_falling,
    on_call,
    pre_planned,
    registered,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.artillery import CallMission, LetCome
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.guns.barrage import call_missions, due_missions
from sandtable.rules.great_battles.guns.spotting import InSight
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Tally

# ---- the three kinds


@pytest.mark.clause("gb20.barrage.missions")
def test_a_pre_planned_mission_comes_on_its_point_and_turn_without_a_roll():
    after = carried_out(pre_planned(battle(A1, LONE), ONE, 30, 30), due_missions, RED)
    assert is_falling(after.state, ONE) and after.state.units[ONE].place == Place(30, 30)
    assert "Red template 1 comes to 30, 30 [gb20.barrage.missions]" in after.told
    assert not after.rolls and not after.asked


@pytest.mark.clause("gb20.barrage.missions")
def test_a_pre_planned_mission_of_another_turn_stays_where_it_is():
    after = carried_out(pre_planned(battle(A1, LONE), ONE, 30, 30, turn=6), due_missions, RED)
    assert not is_falling(after.state, ONE) and after.entries == []


@pytest.mark.clause("gb20.barrage.missions")
def test_a_pre_planned_mission_is_not_called():
    state = on_call(pre_planned(battle(A1, LONE), ONE, 30, 25, turn=7), TWO)
    question = asked_to_call(state)
    assert why_not(question, HERE) == "gb20.barrage.missions"


@pytest.mark.clause("gb20.barrage.missions")
def test_a_registered_mission_is_called_on_its_written_point_only():
    question = asked_to_call(registered(battle(A1, LONE), ONE, 30, 25))
    assert offers(question) == [HERE, Done()]
    assert why_not(question, CallMission(ONE, Place(30, 26), "A1")) == "gb20.barrage.missions"


@pytest.mark.clause("gb20.barrage.missions")
def test_an_on_call_mission_is_called_on_any_point_that_is_seen():
    question = asked_to_call(on_call(battle(A1, LONE), ONE))
    assert not why_not(question, CallMission(ONE, Place(30, 25.5), "A1"))
    assert not why_not(question, CallMission(ONE, Place(26.37, 21), "A1"))


# ---- the order of step 4A


@pytest.mark.clause("gb20.barrage.step-4a")
def test_delayed_missions_come_before_pre_planned_ones():
    state = pre_planned(called(battle(A1, LONE), TWO, 31, 31), ONE, 30, 30)
    after = carried_out(state, due_missions, RED, picks=[LetCome()])
    fell = [line for line in after.told if "comes to" in line]
    assert [line[:14] for line in fell] == [TWO, ONE]


@pytest.mark.clause("gb20.barrage.step-4a")
def test_missions_are_called_one_at_a_time():
    state = on_call(battle(A1, LONE), ONE, TWO)
    question = asked_to_call(state)
    assert {option.command.unit for option in question.options if option.region} == {ONE}
    assert why_not(question, CallMission(TWO, Place(30, 25), "A1")) == "gb20.barrage.step-4a"
    after = calling(state, HERE, 16)
    again = asked_to_call(after.state)
    assert {option.command.unit for option in again.options if option.region} == {TWO}


@pytest.mark.clause("gb20.barrage.step-4a")
def test_nothing_is_asked_of_a_side_that_has_nothing_to_call():
    assert carried_out(battle(A1, LONE), call_missions, RED).asked == []


# ---- the delay


@pytest.mark.case("gb20.barrage.delay", 1)
@pytest.mark.clause("gb20.barrage.delay")
def test_average_artillery_on_call_comes_now_on_16_and_next_turn_on_15():
    state = on_call(battle(A1, LONE), ONE)
    now, later = calling(state, HERE, 16), calling(state, HERE, 15)
    assert is_falling(now.state, ONE) and now.state.units[ONE].place == Place(30, 25)
    assert not is_falling(later.state, ONE) and due(later.state) == 6


@pytest.mark.case("gb20.barrage.delay", 2)
@pytest.mark.clause("gb20.barrage.delay")
def test_veteran_artillery_on_call_comes_three_turns_later_on_4_and_two_on_5():
    state = on_call(battle(A1, LONE, quality="veteran"), ONE)
    assert due(calling(state, HERE, 4).state) == 8
    assert due(calling(state, HERE, 5).state) == 7


@pytest.mark.case("gb20.barrage.delay-modifiers", 1)
@pytest.mark.clause("gb20.barrage.delay-modifiers")
def test_a_registered_mission_adds_3():
    state = registered(battle(A1, LONE, quality="raw"), ONE, 30, 25)
    after = calling(state, HERE, 17)
    assert is_falling(after.state, ONE)
    assert "+3 registered [gb20.barrage.delay-modifiers] = 20" in after.told[0]


@pytest.mark.case("gb20.barrage.delay-modifiers", 2)
@pytest.mark.clause("gb20.barrage.delay-modifiers")
def test_an_hq_with_the_spotting_battalion_adds_2():
    state = registered(battle(Body("A1", (30, 20), attached=("HQ",)), LONE, quality="experienced"), ONE, 30, 25)
    after = calling(state, HERE, 4)
    assert due(after.state) == 6
    assert "+2 HQ with the spotter" in after.told[0] and "= 9" in after.told[0]


@pytest.mark.clause("gb20.barrage.delay-modifiers")
def test_an_hq_with_another_battalion_adds_nothing():
    other = Body("A2", (40, 20), attached=("HQ",))
    after = calling(on_call(battle(A1, other, LONE), ONE), HERE, 15)
    assert due(after.state) == 6


@pytest.mark.clause("gb20.barrage.delay")
def test_nobody_else_reads_of_a_call():
    after = calling(on_call(battle(A1, LONE), ONE), HERE, 10)
    assert {entry.known_to for entry in after.entries} == {frozenset({RED})}
    assert ONE not in view(after.state, BLUE).units


# ---- spotting


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_point_in_the_open_is_spotted_as_far_as_the_light_lets_one_see():
    assert not blind_to(battle(A1, FOE), 30, 32) and blind_to(battle(A1, FOE), 30, 32.01)
    assert not blind_to(battle(A1, LONE, sight=3), 30, 23) and blind_to(battle(A1, LONE, sight=3), 30, 23.01)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_point_out_of_sight_is_refused_by_the_clause():
    question = asked_to_call(on_call(battle(A1, LONE), ONE))
    assert why_not(question, CallMission(ONE, Place(30, 40), "A1")) == "gb20.barrage.spotting"
    assert why_not(question, CallMission(ONE, Place(30, 25.005), "A1")) == "gb20.barrage.spotting"
    assert why_not(question, CallMission(ONE, Place(30, -1), "A1")) == "gb20.barrage.spotting"


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_point_in_cover_is_spotted_from_an_inch():
    near = Body("A1", (30, 26))
    assert not blind_to(battle(near, LONE, pieces=(WOOD,)), 30, 27.0)  # the edge is open ground
    assert blind_to(battle(near, LONE, pieces=(WOOD,)), 30, 27.01)
    assert not blind_to(battle(Body("A1", (30, 26.5)), LONE, pieces=(WOOD,)), 30, 27.5)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_point_behind_a_wood_is_not_spotted():
    assert blind_to(battle(Body("A1", (30, 25)), LONE, pieces=(WOOD,)), 30, 34)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_barrage_hides_what_is_beyond_it_but_not_what_is_under_it():
    alone = Body("A1", (30, 20), stands=(INFANTRY,))
    state = falling(battle(alone, LONE), TWO, 30, 24)
    assert blind_to(state, 30, 27) and not blind_to(state, 30, 24.2)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_suppressed_stand_spots():
    assert not blind_to(battle(Body("A1", (30, 20), stands=(INFANTRY,), suppressed=(1,)), LONE), 30, 25)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_stand_under_a_template_does_not_spot():
    alone = Body("A1", (30, 20), stands=(INFANTRY,))
    state = falling_on(battle(alone, Body("A2", (50, 20)), LONE), TWO, "A1/1")
    assert blind_to(state, 30, 25) and blind_to(state, 30, 20)
    assert not blind_to(state, 50, 25, "A2")


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_battalion_in_close_combat_does_not_spot():
    fights = Body("A1", (30, 20), marks=("attacks B1",))
    assert blind_to(battle(fights, Body("A2", (50, 20)), LONE), 30, 25)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_registered_mission_that_nobody_sees_is_not_offered():
    state = on_call(registered(battle(A1, LONE), ONE, 30, 40), TWO)
    question = asked_to_call(state)
    assert offers(question) == [Done()]
    assert why_not(question, CallMission(ONE, Place(30, 40), "A1")) == "gb20.barrage.spotting"


@pytest.mark.clause("gb20.barrage.spotting")
def test_no_spotter_is_needed_when_a_delayed_mission_comes():
    state = called(battle(Body("A1", (5, 5)), LONE), ONE, 50, 40)
    assert is_falling(carried_out(state, due_missions, RED, picks=[LetCome()]).state, ONE)


@pytest.mark.clause("gb20.barrage.spotting")
def test_what_is_picked_at_random_can_be_spotted():
    state = on_call(battle(A1, LONE, pieces=(WOOD,)), ONE)
    region = InSight(state, state.units["A1"])
    assert all(region.contains(region.sample(Random(seed))) for seed in range(50))
    blind = InSight(replace(state, tallies={**state.tallies, Tally.SIGHT: 0}), state.units["A1"])
    assert all(blind.contains(blind.sample(Random(seed))) for seed in range(10))
    assert region == InSight(state, state.units["A1"]) and region.outline()[0]


@pytest.mark.clause("gb20.barrage.spotting")
def test_what_is_drawn_for_a_spotter_ends_where_its_sight_does():
    state = on_call(battle(A1, LONE, pieces=(WOOD,)), ONE)
    region = InSight(state, state.units["A1"])
    points = [Place(*point) for outline in region.outline() for point in outline]
    assert all(map(region.contains, points)) and max(place.y for place in points) < 36
