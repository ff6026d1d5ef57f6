"""The artillery plan at dawn."""

from random import Random

import pytest
from gbtable import BLUE, RED, Body, asks, carried_out, marked, offers, sid, table, why_not
from missions import GUNS, OF_GUN, ONE, THREE, TWO, falling, is_falling, registered
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.battle.scenario import Air, Objective
from sandtable.rules.great_battles.commands.artillery import ArriveOn, KeepOnCall, Lift, PrePlan, Register
from sandtable.rules.great_battles.guns.barrage import due_missions, keep_barrages
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.guns.spotting import Anywhere
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Mark, Tally

A1, B1 = Body("A1", (30, 20)), Body("B1", (30, 30), 180, side=BLUE)
WITH_GUN = Body("A1", (30, 20), attached=("25 pounder field gun M",))


def dawn(*bodies, turn=1, **more):
    return table(*(bodies or (A1, B1)), artillery=GUNS, turn=turn, **more)


def planned(state, *picks, side=RED):
    return carried_out(state, plan_next, side, picks=picks)


def all_on_call(state, *, side=RED):
    """Every mission of the side, one after another; gives the state and whose turn it was to be planned."""
    names = []
    while True:
        unit = next(iter(asked_for(state, side)), None)
        if unit is None:
            return state, names
        names.append(unit)
        state = planned(state, KeepOnCall(unit), side=side).state


def asked_for(state, side=RED):
    try:
        question = asks(state, lambda play: plan_next(play, side))
    except AssertionError:
        return []
    return [option.command.unit for option in question.options][:1]


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_each_template_is_pre_planned_registered_or_kept_on_call():
    question = asks(dawn(), lambda play: plan_next(play, RED))
    assert [type(option.command) for option in question.options] == [PrePlan, Register, KeepOnCall]
    assert {option.clause for option in question.options} == {"gb20.dawn.artillery-plan"}


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_a_pre_planned_one_has_a_point_and_a_turn():
    after = planned(dawn(), PrePlan(ONE, Place(12.34, 40)), ArriveOn(3))
    unit = after.state.units[ONE]
    assert (unit.place, unit.tallies[Tally.DUE]) == (Place(12.34, 40), 3) and Mark.PRE_PLANNED in unit.marks
    assert after.told == ["Red template 1 is pre-planned at 12.34, 40 for turn 3 [gb20.dawn.artillery-plan]"]


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_what_is_planned_comes_on_its_turn_and_on_no_other():
    state = planned(dawn(), PrePlan(ONE, Place(12, 40)), ArriveOn(3)).state
    for turn, comes in ((2, False), (3, True)):
        then = replace(state, tallies={**state.tallies, Tally.TURN: turn})
        assert is_falling(carried_out(then, due_missions, RED).state, ONE) == comes


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_the_turns_on_offer_are_those_still_to_come_today():
    question = asks(dawn(turn=6), lambda play: plan_next(play, RED), picks=[PrePlan(ONE, Place(12, 40))])
    assert offers(question) == [ArriveOn(turn) for turn in range(6, 11)]


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_a_registered_one_has_a_point_and_no_turn():
    unit = planned(dawn(), Register(ONE, Place(12, 40, 270))).state.units[ONE]
    assert unit.place == Place(12, 40) and Mark.REGISTERED in unit.marks and Tally.DUE not in unit.tallies


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_one_on_call_has_neither():
    unit = planned(dawn(), KeepOnCall(ONE)).state.units[ONE]
    assert unit.place is None and unit.marks == {Mark.ON_CALL} and Tally.DUE not in unit.tallies


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_the_point_lies_on_the_table():
    question = asks(dawn(), lambda play: plan_next(play, RED))
    assert not why_not(question, Register(ONE, Place(60, 48)))
    for off in (Place(60.01, 40), Place(12, -0.01), Place(12.345, 40)):
        assert why_not(question, Register(ONE, off)) == "gb20.dawn.artillery-plan"


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_the_enemy_reads_nothing_of_the_plan():
    before = dawn()
    after = planned(before, PrePlan(ONE, Place(30, 30)), ArriveOn(1))
    assert {entry.known_to for entry in after.entries} == {frozenset({RED})}
    assert view(after.state, BLUE) == view(before, BLUE)


@pytest.mark.clause("gb20.dawn.artillery-plan")
def test_all_templates_are_planned_one_after_another():
    state, names = all_on_call(dawn())
    assert names == [ONE, TWO, THREE]
    assert carried_out(state, plan_next, RED).asked == []
    assert asked_for(state, BLUE) == ["Blue template 1"]


@pytest.mark.clause("gb20.dawn.artillery-plan", "gb20.barrage.template-spent")
def test_the_plan_is_made_anew_each_day_with_every_template():
    state = falling(registered(dawn(days=2), TWO, 30, 30), ONE, 30, 25)
    state = carried_out(state, keep_barrages, RED, picks=[Lift(ONE)]).state
    assert asked_for(state) == [THREE]
    tomorrow = replace(state, tallies={**state.tallies, Tally.DAY: 2})
    assert all_on_call(tomorrow)[1] == [ONE, TWO, THREE]
    again = planned(tomorrow, KeepOnCall(ONE)).state.units[ONE]
    assert again.marks == {Mark.ON_CALL} and again.known_to == frozenset()


@pytest.mark.clause("gb20.barrage.field-guns")
def test_a_field_gun_in_play_gives_a_template_more():
    assert all_on_call(dawn(WITH_GUN, B1))[1] == [ONE, TWO, THREE, OF_GUN]
    state, _ = all_on_call(dawn(Body("A1", attached=("25 pounder field gun M",)), A1_ELSEWHERE, B1))
    assert Mark.ON_CALL in state.units[OF_GUN].marks  # in reserve it is in play too
    question = asks(on_the_last(dawn(WITH_GUN, B1)), lambda play: plan_next(play, RED))
    assert {option.clause for option in question.options} == {"gb20.barrage.field-guns"}


A1_ELSEWHERE = Body("A2", (50, 20))


def on_the_last(state):
    for name in (ONE, TWO, THREE):
        state = planned(state, KeepOnCall(name)).state
    return state


@pytest.mark.clause("gb20.barrage.field-guns")
@pytest.mark.parametrize("mark", [Mark.DESTROYED, Mark.WAITING])
def test_a_field_gun_that_is_lost_gives_none(mark):
    state = dawn(WITH_GUN, B1)
    lost = marked(state, sid(state, "A1/4"), mark)
    assert all_on_call(lost)[1] == [ONE, TWO, THREE]


def test_points_picked_at_random_lie_on_the_table():
    wood = {"kind": "woods", "name": "the wood", "corners": [[0, 0], [5, 0], [5, 5], [0, 5]]}
    state = dawn(A1, B1, pieces=(wood,), objectives=(Objective("the bridge", (59.9, 47.9)),))
    region = Anywhere(state, RED)
    assert all(region.contains(region.sample(Random(seed))) for seed in range(60))
    assert region == Anywhere(state, RED) and region.outline()


@pytest.mark.clause("gb20.air.attack")
def test_aircraft_are_planned_like_templates_where_they_are_played():
    flown = dawn(air=Air(1), options=("air-attack",))
    assert all_on_call(flown)[1] == [ONE, TWO, THREE, "Red aircraft 1"]
    question = asks(on_the_last(flown), lambda play: plan_next(play, RED))
    assert {option.clause for option in question.options} == {"gb20.air.attack"}
    assert all_on_call(dawn(air=Air(1)))[1] == [ONE, TWO, THREE]
