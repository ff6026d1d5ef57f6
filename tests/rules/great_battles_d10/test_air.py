"""Air attacks by the d10 charts."""

import pytest
from gbtable import BLUE, RED, TANK, Body, asks, carried_out, offers, sid, stand, why_not
from missions import (
    BUNKERS,
    ONE,
    PLANE,
    asked_to_call,
    attack10,
    attacked10,
    calling,
    due,
    guns_planned,
    is_falling,
    is_used,
    lone,
    on_call,
    pre_planned,
    registered,
    skies10,
)

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.artillery import CallMission, Strike
from sandtable.rules.great_battles.effects.missions import rounds
from sandtable.rules.great_battles.guns.barrage import due_missions, resolve_barrages
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.words import Mark
from sandtable.scripted import act


@pytest.mark.case("gb10.air.single-roll", 1)
def test_rockets_destroy_a_tank_on_4():
    assert attacked10(4, text=TANK, rockets=True) == "destroyed"
    assert attacked10(5, text=TANK, rockets=True) == "suppressed"


@pytest.mark.case("gb10.air.single-roll", 2)
def test_bombs_suppress_infantry_in_the_open_on_6():
    assert attacked10(6) == attacked10(8) == "suppressed" and attacked10(9) == ""


@pytest.mark.clause("gb10.air.destroy")
def test_bombs_destroy_on_2_rockets_on_3_and_vehicles_and_bunkers_on_4():
    assert (attacked10(2), attacked10(3)) == ("destroyed", "suppressed")
    assert (attacked10(3, rockets=True), attacked10(4, rockets=True)) == ("destroyed", "suppressed")
    assert attacked10(4, rockets=True, pieces=(BUNKERS,)) == "destroyed"
    assert attacked10(4, rockets=True, text="Infantry by truck", loaded=True) == "destroyed"
    assert (attacked10(2, text=TANK), attacked10(3, text=TANK)) == ("destroyed", "suppressed")
    assert "gb10.air.destroy" in attack10(2).told[0]


@pytest.mark.clause("gb10.air.single-roll")
@pytest.mark.parametrize("text", ["HQ", "Heavy weapons"])
def test_staff_and_heavy_weapons_are_destroyed_but_not_suppressed(text):
    assert (attacked10(2, text=text), attacked10(3, text=text)) == ("destroyed", "")


@pytest.mark.clause("gb10.air.single-roll")
def test_one_die_one_turn_and_no_round():
    after = attack10(8)
    assert len(after.rolls) == 1 and is_used(after.state, PLANE) and rounds(after.state, RED) == 5
    assert after.entries[-1].clause == "gb10.air.single-roll"


@pytest.mark.clause("gb10.air.single-stand", "gb10.air.air-target")
def test_its_owner_picks_one_enemy_stand_within_an_inch_of_the_point():
    state = skies10(Body("B1", (30, 30), 180, side=BLUE))
    first, second, third = (sid(state, f"B1/{n}") for n in (1, 2, 3))
    question = asks(pre_planned(state, PLANE, 30, 29), lambda play: due_missions(play, RED))
    assert offers(question) == [Strike(PLANE, first), Strike(PLANE, second)]
    assert {option.clause for option in question.options} == {"gb10.air.single-stand"}
    assert third not in {option.command.target for option in question.options}
    after = carried_out(pre_planned(state, PLANE, 30, 29), due_missions, RED, picks=[Strike(PLANE, second)])
    struck = carried_out(after.state, resolve_barrages, RED, dice=[8])
    assert [n for n in (1, 2, 3) if Mark.SUPPRESSED in stand(struck.state, f"B1/{n}").marks] == [2]


@pytest.mark.clause("gb10.air.air-target")
@pytest.mark.parametrize(("y", "hidden", "wasted"), [(29, False, False), (28.99, False, True), (30, True, True)])
def test_with_no_enemy_in_sight_so_near_the_attack_is_wasted(y, hidden, wasted):
    after = carried_out(pre_planned(skies10(lone(hidden=hidden)), PLANE, 30, y), due_missions, RED)
    assert is_used(after.state, PLANE) == wasted
    assert not wasted or after.entries[-1].clause == "gb10.air.air-target"


@pytest.mark.clause("gb10.air.air-target")
def test_its_delay_is_read_in_the_average_column_whatever_the_gunners_are():
    order = CallMission(PLANE, Place(30, 30), "A1")
    for quality in ("raw", "veteran"):
        state = on_call(skies10(lone(), quality=quality), PLANE)
        now = calling(state, order, 10)
        later = calling(state, order, 11)
        assert is_falling(now.state, PLANE) and due(later.state, PLANE) == 6
        assert now.told[0].startswith(f"{PLANE} called by A1, average aircraft: rolls 10")


@pytest.mark.clause("gb10.air.modes")
def test_it_is_planned_registered_or_kept_on_call_at_dawn():
    state = guns_planned(skies10(lone(), turn=1))
    question = asks(state, lambda play: plan_next(play, RED))
    assert {option.clause for option in question.options} == {"gb10.air.modes"}
    assert [type(option.command).__name__ for option in question.options] == ["PrePlan", "Register", "KeepOnCall"]
    written = registered(skies10(lone()), PLANE, 30, 30)
    order = CallMission(PLANE, Place(30, 30), "A1")
    assert is_falling(calling(written, order, 40).state, PLANE)
    assert asked_to_call(written).options[0].clause == "gb10.air.modes"


@pytest.mark.case("gb10.air.daylight", 1)
def test_there_is_no_attack_before_full_daylight():
    state = on_call(skies10(lone(), turn=3, sight=6), PLANE, ONE)
    question = asked_to_call(state)
    assert why_not(question, CallMission(PLANE, Place(30, 21), "A1")) == "gb10.air.daylight"
    planned = carried_out(pre_planned(skies10(lone(), turn=3, sight=6), PLANE, 30, 30, 3), due_missions, RED)
    assert is_used(planned.state, PLANE) and planned.entries[-1].clause == "gb10.air.daylight"


@pytest.mark.clause("gb10.air.destroy")
def test_without_the_option_nobody_has_aircraft():
    assert PLANE in skies10(lone()).units and PLANE not in skies10(lone(), options=()).units
    assert act(skies10(lone(), options=()), lambda play: resolve_barrages(play, RED)).entries == []
