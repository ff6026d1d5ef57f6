"""Which missions come, when and where, by the d10 charts."""

import pytest
from gbday import plays as day
from gbtable import FOE, INFANTRY, RED, Body, carried_out, offers, stand, why_not
from missions import (
    A1,
    HERE,
    LONE,
    ONE,
    THREE,
    TWO,
    WOOD,
    asked_to_call,
    battle10,
    blind_to,
    called,
    calling,
    due,
    falling,
    falling_on,
    is_falling,
    is_used,
    on_call,
    pre_planned,
    registered,
    suppressed,
)

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.artillery import (
    ArriveOn,
    CallMission,
    KeepOnCall,
    KeepUp,
    LetCome,
    PrePlan,
    Register,
)
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.effects.missions import rounds
from sandtable.rules.great_battles.guns.barrage import due_missions, resolve_barrages
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.steps import Barrages, Calls, Shelling
from sandtable.rules.great_battles.words import Mark


def delay(state, *dice, order=HERE):
    """In how many turns a mission that is called now comes."""
    return due(calling(state, order, *dice).state, order.unit) - 5


# ---- the plan


@pytest.mark.clause("gb10.dawn.artillery-plan", "gb10.barrage.modes", "gb10.barrage.map-notation")
def test_at_dawn_every_template_is_planned_registered_or_kept_on_call():
    state = battle10(A1, LONE, turn=1)
    orders = [PrePlan(ONE, Place(30, 30)), ArriveOn(1), Register(TWO, Place(30, 25)), KeepOnCall(THREE)]
    for mission in (orders[:2], orders[2:3], orders[3:]):
        after = carried_out(state, plan_next, RED, picks=mission)
        state = after.state
        assert after.cited == {"gb10.dawn.artillery-plan"}
        assert {entry.known_to for entry in after.entries} == {frozenset({RED})}
    written = {name: state.units[name].marks for name in (ONE, TWO, THREE)}
    assert written == {ONE: {Mark.PRE_PLANNED}, TWO: {Mark.REGISTERED}, THREE: {Mark.ON_CALL}}
    assert due(state) == 1 and state.units[TWO].place == Place(30, 25)


@pytest.mark.clause("gb10.barrage.modes")
def test_what_is_planned_comes_by_itself_and_what_is_registered_only_on_its_point():
    state = registered(pre_planned(battle10(A1, LONE), ONE, 30, 30), TWO, 30, 25)
    after = carried_out(state, due_missions, RED)
    assert is_falling(after.state, ONE) and not after.rolls and not after.asked
    question = asked_to_call(after.state)
    assert offers(question) == [CallMission(TWO, Place(30, 25), "A1"), Done()]
    assert why_not(question, CallMission(TWO, Place(30, 26), "A1")) == "gb10.barrage.modes"


@pytest.mark.clause("gb10.barrage.batteries")
def test_a_template_is_an_inch_across():
    state = battle10(A1, LONE)
    place = stand(state, "B1/1").place
    near = carried_out(falling(state, ONE, place.x, place.y + 0.74), resolve_barrages, RED, dice=[8])
    assert suppressed(near.state)
    assert carried_out(falling(state, ONE, place.x, place.y + 0.75), resolve_barrages, RED).entries == []


# ---- the delay


@pytest.mark.case("gb10.barrage.delay", 1)
def test_inferior_artillery_on_call_is_two_turns_away():
    assert delay(on_call(battle10(A1, LONE, quality="inferior"), ONE), 55) == 2


@pytest.mark.case("gb10.barrage.delay", 2)
def test_an_hq_with_the_spotters_brings_a_registered_barrage_at_once():
    spotters = Body("A1", (30, 20), attached=("HQ",))
    assert delay(registered(battle10(spotters, LONE), ONE, 30, 25), 50) == 0
    assert delay(registered(battle10(A1, LONE), ONE, 30, 25), 50) == 1


@pytest.mark.case("gb10.barrage.delay", 3)
def test_veteran_gunners_on_call_with_an_hq():
    spotters = Body("A1", (30, 20), attached=("HQ",))
    state = on_call(battle10(spotters, LONE, quality="veteran"), ONE)
    assert (delay(state, 40), delay(state, 41)) == (0, 1)


@pytest.mark.case("gb10.barrage.delay", 4)
def test_raw_gunners_on_call_are_never_there_at_once():
    assert delay(on_call(battle10(A1, LONE, quality="raw"), ONE), 1) == 1
    spotters = Body("A1", (30, 20), attached=("HQ",))
    assert delay(on_call(battle10(spotters, LONE, quality="raw"), ONE), 1) == 1


@pytest.mark.clause("gb10.barrage.delay-modifiers")
def test_the_log_says_how_the_roll_is_read():
    spotters = Body("A1", (30, 20), attached=("HQ",))
    after = calling(on_call(battle10(spotters, LONE), ONE), HERE, 90)
    assert due(after.state) == 8  # 90 - 10 + 30 is beyond the table
    clause = "[gb10.barrage.delay-modifiers]"
    thrown, read = after.told[:2]
    assert f"rolls 90 -10 HQ with the spotter {clause}, +30 on call {clause} = 110" in thrown
    assert read.endswith("read as 110 [gb10.setup.score-modifiers]")


@pytest.mark.clause("gb10.barrage.delay-arrival")
def test_a_delayed_mission_comes_to_its_point_whoever_sees_it_or_is_lost_after_dark():
    state = called(battle10(Body("A1", (5, 5)), LONE), ONE, 50, 40)
    after = carried_out(state, due_missions, RED, picks=[LetCome()])
    assert "Red template 1 comes to 50, 40 [gb10.barrage.delay-arrival]" in after.told
    late = calling(on_call(battle10(A1, LONE, turn=10), ONE), HERE, 11)
    assert is_used(late.state, ONE) and rounds(late.state, RED) == 5
    assert late.entries[-1].clause == "gb10.barrage.delay-arrival"


@pytest.mark.clause("gb10.barrage.no-drift")
def test_a_mission_falls_on_the_very_point_whatever_has_moved():
    after = calling(on_call(battle10(A1, LONE), ONE), HERE, 1)
    assert after.state.units[ONE].place == Place(30, 25)
    assert "Red template 1 comes to 30, 25 [gb10.barrage.no-drift]" in after.told


# ---- spotting


@pytest.mark.clause("gb10.barrage.spotting")
def test_a_point_is_spotted_from_the_nearest_edge_of_a_base():
    wood = {"kind": "woods", "name": "the wood", "corners": [[29.3, 20.5], [30.7, 20.5], [30.7, 22], [29.3, 22]]}
    alone = Body("A1", (30, 20), stands=(INFANTRY,))
    assert not blind_to(battle10(alone, FOE), 30, 32)
    assert blind_to(battle10(alone, FOE), 30, 32.01) == "gb10.barrage.spotters"
    assert blind_to(battle10(alone, LONE, pieces=(wood,)), 30, 24)  # straight through
    for x in (29.05, 30.95):  # a line from the middle of the base would pass through the wood
        assert not blind_to(battle10(alone, LONE, pieces=(wood,)), x, 24)


@pytest.mark.clause("gb10.barrage.spotting")
def test_a_point_in_cover_is_spotted_from_an_inch():
    assert not blind_to(battle10(Body("A1", (30, 26.5)), LONE, pieces=(WOOD,)), 30, 27.5)
    assert blind_to(battle10(Body("A1", (30, 26.5)), LONE, pieces=(WOOD,)), 30, 27.51)


@pytest.mark.clause("gb10.barrage.spotting")
def test_there_is_no_mission_on_a_point_off_the_table():
    assert blind_to(battle10(A1, LONE), 30, -1) == "gb10.barrage.spotting"


@pytest.mark.clause("gb10.barrage.spotters")
def test_the_suppressed_spot_but_nobody_under_a_template_or_in_close_combat():
    alone = {"stands": (INFANTRY,)}
    assert not blind_to(battle10(Body("A1", (30, 20), suppressed=(1,), **alone), LONE), 30, 25)
    shelled_on = falling_on(battle10(Body("A1", (30, 20), **alone), LONE), TWO, "A1/1")
    assert blind_to(shelled_on, 30, 25) == "gb10.barrage.spotters"
    assert blind_to(battle10(Body("A1", (30, 20), marks=("attacks B1",)), LONE), 30, 25) == "gb10.barrage.spotters"


# ---- the order of step 4


@pytest.mark.clause("gb10.barrage.placement-sequence")
def test_templates_are_kept_then_delayed_ones_come_then_planned_ones_then_new_calls():
    state = falling(battle10(A1, LONE), THREE, 40, 40)
    state = pre_planned(called(state, TWO, 31, 31), ONE, 30, 30)
    state = on_call(state, "Blue template 1")
    played = day(state, Barrages(RED), Calls(RED), Shelling(RED), picks=[KeepUp(THREE), LetCome()])
    order = [played.line(words) for words in (f"{THREE} is kept up", f"{TWO} comes to", f"{ONE} comes to")]
    assert order == sorted(order)
    assert "gb10.barrage.modes" in played.cited and rounds(played.state, RED) == 2


@pytest.mark.clause("gb10.barrage.placement-sequence")
def test_missions_that_are_alike_are_called_in_their_order():
    question = asked_to_call(on_call(battle10(A1, LONE), ONE, TWO))
    assert why_not(question, CallMission(TWO, Place(30, 25), "A1")) == "gb10.barrage.placement-sequence"
