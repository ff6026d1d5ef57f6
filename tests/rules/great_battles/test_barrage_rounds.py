"""How long barrages last, what they cost, and the templates of field guns."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, asks, carried_out, marked, sid, stand, why_not
from missions import (
    A1,
    HERE,
    LONE,
    OF_GUN,
    ONE,
    SCOUT,
    THREE,
    TWO,
    asked_to_call,
    battle,
    called,
    calling,
    due,
    entered,
    falling,
    is_falling,
    is_used,
    on_call,
    pre_planned,
    suppressed,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.artillery import CallMission, CancelMission, KeepUp, LetCome, Lift
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.effects.hits import destroy
from sandtable.rules.great_battles.effects.missions import rounds
from sandtable.rules.great_battles.fire.shot import refuse_firer
from sandtable.rules.great_battles.guns.barrage import (
    call_missions,
    due_missions,
    keep_barrages,
    lift_all,
    resolve_barrages,
)
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Kind, Mark

# ---- rounds and templates


@pytest.mark.clause("gb20.barrage.duration")
def test_placing_and_keeping_a_template_cost_a_round_each():
    state = carried_out(pre_planned(battle(A1, LONE, stock=2), ONE, 30, 30), due_missions, RED).state
    assert rounds(state, RED) == 1
    after = carried_out(state, keep_barrages, RED, picks=[KeepUp(ONE)])
    assert rounds(after.state, RED) == 0 and is_falling(after.state, ONE)
    assert "gb20.barrage.duration" in after.cited


@pytest.mark.clause("gb20.barrage.duration")
def test_without_a_round_a_template_is_not_kept():
    after = carried_out(falling(battle(A1, LONE, stock=0), ONE, 30, 30), keep_barrages, RED)
    assert is_used(after.state, ONE) and not after.asked
    assert after.told == [
        "Red template 1 has no round left: it is out of use until the next dawn [gb20.barrage.duration]"
    ]


@pytest.mark.clause("gb20.barrage.duration")
def test_without_a_round_a_mission_that_is_due_is_lost():
    state = called(battle(A1, LONE, stock=0), ONE, 30, 30)
    after = carried_out(state, due_missions, RED, picks=[LetCome()])
    assert is_used(after.state, ONE) and after.entries[-1].clause == "gb20.barrage.duration"


@pytest.mark.clause("gb20.barrage.duration")
def test_with_too_few_rounds_pre_planned_missions_come_first():
    state = pre_planned(called(falling(battle(A1, LONE, stock=1), THREE, 10, 10), TWO, 31, 31), ONE, 30, 30)
    state = carried_out(state, keep_barrages, RED).state
    state = carried_out(state, due_missions, RED, picks=[LetCome()]).state
    assert is_used(state, THREE) and is_used(state, TWO) and is_falling(state, ONE)


@pytest.mark.clause("gb20.barrage.duration")
def test_without_a_round_nothing_is_called():
    state = on_call(battle(A1, LONE, stock=0), ONE)
    assert carried_out(state, call_missions, RED).asked == []


@pytest.mark.clause("gb20.barrage.duration")
def test_a_mission_delayed_past_the_end_of_the_day_is_lost_without_a_round():
    state = on_call(battle(A1, LONE, turn=9), ONE)
    after = calling(state, HERE, 6)
    assert is_used(after.state, ONE) and rounds(after.state, RED) == 5
    assert after.entries[-1].clause == "gb20.barrage.duration" and after.entries[-1].known_to == {RED}


@pytest.mark.clause("gb20.barrage.duration")
def test_a_barrage_lasts_through_the_enemy_player_turn():
    state = falling(battle(A1, LONE), ONE, 30, 30)
    for rule in (keep_barrages, due_missions, resolve_barrages):
        state = carried_out(state, rule, BLUE).state
    assert is_falling(state, ONE)


@pytest.mark.clause("gb20.barrage.template-spent")
def test_a_template_that_is_removed_is_out_of_use_for_the_day():
    state = on_call(falling(battle(A1, LONE), ONE, 30, 30), TWO)
    after = carried_out(state, keep_barrages, RED, picks=[Lift(ONE)])
    assert after.told == [
        "Red template 1 is removed: it is out of use until the next dawn [gb20.barrage.template-spent]"
    ]
    assert rounds(after.state, RED) == 5
    question = asked_to_call(after.state)
    assert why_not(question, HERE) == "gb20.barrage.template-spent"


@pytest.mark.clause("gb20.barrage.template-spent")
def test_who_was_under_a_template_that_is_gone_is_free_again():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    after = carried_out(state, keep_barrages, RED, picks=[Lift(ONE)])
    assert stand(after.state, "A1/1").marks == frozenset()
    assert refuse_firer(after.state, stand(after.state, "A1/1")) is None


@pytest.mark.clause("gb20.barrage.template-spent")
def test_a_template_that_is_firing_is_not_called_a_second_time():
    state = on_call(falling(battle(A1, LONE), ONE, 30, 30), TWO)
    question = asked_to_call(state)
    assert why_not(question, HERE) == "gb20.barrage.template-spent"


@pytest.mark.clause("gb20.barrage.cancel")
@pytest.mark.parametrize("turn", [5, 7])
def test_a_delayed_mission_may_be_cancelled_whether_it_is_due_or_not(turn):
    after = carried_out(called(battle(A1, LONE), ONE, 30, 30, turn), due_missions, RED, picks=[CancelMission(ONE)])
    assert is_used(after.state, ONE) and rounds(after.state, RED) == 5
    assert after.entries[-1].clause == "gb20.barrage.cancel" and after.entries[-1].known_to == {RED}


@pytest.mark.clause("gb20.barrage.cancel")
def test_a_mission_that_is_not_due_waits():
    after = carried_out(called(battle(A1, LONE), ONE, 30, 30, 7), due_missions, RED, picks=[LetCome()])
    assert due(after.state) == 7 and Mark.CALLED in after.state.units[ONE].marks and after.entries == []


@pytest.mark.case("gb20.barrage.cancel", 1)
@pytest.mark.clause("gb20.barrage.cancel")
def test_a_pre_planned_mission_falls_even_on_ones_own_troops():
    alone = Body("A1", (30, 20), stands=(INFANTRY,))
    place = stand(battle(alone, LONE), "A1/1").place
    state = pre_planned(called(battle(alone, LONE), TWO, 40, 40, 7), ONE, place.x, place.y)
    question = asks(state, lambda play: due_missions(play, RED))
    assert why_not(question, CancelMission(ONE)) == "gb20.barrage.cancel"
    state = carried_out(state, due_missions, RED, picks=[LetCome()]).state
    assert suppressed(carried_out(state, resolve_barrages, RED, dice=[9]).state, "A1/1")


@pytest.mark.clause("gb20.barrage.cancel")
def test_after_its_first_round_a_pre_planned_mission_may_be_removed():
    state = carried_out(pre_planned(battle(A1, LONE), ONE, 30, 30), due_missions, RED).state
    assert is_used(carried_out(state, keep_barrages, RED, picks=[Lift(ONE)]).state, ONE)


@pytest.mark.clause("gb20.barrage.own-turn-only")
def test_who_calls_no_more_waits_for_his_next_step_4():
    question = asked_to_call(on_call(battle(A1, LONE), ONE))
    assert question.options[-1].command == Done() and question.options[-1].clause == "gb20.barrage.own-turn-only"


# ---- field guns


WITH_GUN = Body("A1", (30, 20), attached=("25 pounder field gun M by truck",))


@pytest.mark.clause("gb20.barrage.field-guns")
def test_the_template_of_a_field_gun_is_called_like_any_other_though_the_gun_is_limbered():
    gunners = Body("A1", (30, 20), attached=("25 pounder field gun M by truck",), loaded=True)
    state = on_call(battle(gunners, LONE), OF_GUN)
    question = asked_to_call(state)
    assert question.options[0].clause == "gb20.barrage.field-guns"
    after = calling(state, CallMission(OF_GUN, Place(30, 25), "A1"), 16)
    assert is_falling(after.state, OF_GUN) and rounds(after.state, RED) == 4


@pytest.mark.clause("gb20.barrage.field-guns")
def test_it_is_offered_beside_those_of_the_division():
    state = on_call(battle(WITH_GUN, LONE), ONE, TWO, OF_GUN)
    question = asked_to_call(state)
    assert [option.command.unit for option in question.options if option.region] == [ONE, OF_GUN]


@pytest.mark.clause("gb20.barrage.field-guns")
@pytest.mark.parametrize("before", [falling, called])
def test_the_template_goes_with_the_gun(before):
    state = before(battle(WITH_GUN, LONE), OF_GUN, 30, 30)
    after = carried_out(state, destroy, sid(state, "A1/4"))
    assert is_used(after.state, OF_GUN) and after.entries[-1].clause == "gb20.barrage.field-guns"


@pytest.mark.clause("gb20.barrage.field-guns")
def test_the_loss_of_another_gun_does_not_matter():
    two = Body("A1", (30, 20), attached=("25 pounder field gun M", "25 pounder field gun M"))
    state = falling(battle(two, LONE), OF_GUN, 30, 30)
    assert is_falling(carried_out(state, destroy, sid(state, "A1/5")).state, OF_GUN)
    assert is_used(carried_out(state, destroy, sid(state, "A1/4")).state, OF_GUN)


@pytest.mark.clause("gb20.barrage.field-guns")
def test_to_an_enemy_who_knows_only_one_of_two_guns_each_still_has_its_own_template():
    two = Body("A1", (30, 20), attached=("25 pounder field gun M", "25 pounder field gun M"))
    state = falling(battle(two, LONE), "Red template 5", 30, 30)
    state = state.put(replace(stand(state, "A1/4"), known_to=frozenset()))
    after = carried_out(view(state, BLUE), destroy, sid(state, "A1/5"))
    assert is_used(after.state, "Red template 5")


@pytest.mark.clause("gb20.barrage.field-guns")
def test_a_gun_that_was_not_in_play_at_dawn_gives_no_template():
    state = on_call(battle(WITH_GUN, LONE), ONE)
    question = asked_to_call(state)
    assert why_not(question, CallMission(OF_GUN, Place(30, 25), "A1")) == "gb20.barrage.field-guns"


# ---- nightfall


def test_every_template_leaves_the_table_at_nightfall():
    state = falling(falling(battle(A1, LONE), ONE, 30, 30), "Blue template 1", 30, 20)
    after = carried_out(marked(state, "A1/1", "under Blue template 1"), lift_all)
    assert is_used(after.state, ONE) and is_used(after.state, "Blue template 1")
    assert stand(after.state, "A1/1").marks == frozenset()
    assert after.state.units[ONE].kind == Kind.TEMPLATE
