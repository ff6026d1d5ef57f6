"""How long barrages last, what they cost, and the templates of field guns, by the d10 charts."""

import pytest
from gbtable import BLUE, RED, Body, asks, carried_out, marked, sid, stand, why_not
from missions import (
    A1,
    HERE,
    LONE,
    OF_GUN,
    ONE,
    THREE,
    TWO,
    asked_to_call,
    battle10,
    called,
    falling,
    guns_planned,
    is_falling,
    is_used,
    on_call,
    pre_planned,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.artillery import (
    CallMission,
    CancelMission,
    KeepOnCall,
    KeepUp,
    LetCome,
    Lift,
)
from sandtable.rules.great_battles.commands.day import Fire
from sandtable.rules.great_battles.day.actions import gunners
from sandtable.rules.great_battles.day.night import resupply
from sandtable.rules.great_battles.effects.hits import destroy
from sandtable.rules.great_battles.effects.missions import rounds
from sandtable.rules.great_battles.fire.fire import name_target
from sandtable.rules.great_battles.guns.barrage import call_missions, due_missions, keep_barrages, resolve_barrages
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.words import Mark, Tally

# ---- rounds


@pytest.mark.case("gb10.barrage.rounds", 1)
def test_a_round_for_every_turn_that_a_template_fires():
    state = carried_out(pre_planned(battle10(A1, LONE), ONE, 30, 30), due_missions, RED).state
    for _ in range(2):
        state = carried_out(state, keep_barrages, RED, picks=[KeepUp(ONE)]).state
    after = carried_out(state, keep_barrages, RED, picks=[Lift(ONE)])
    assert rounds(after.state, RED) == 2 and is_used(after.state, ONE)


@pytest.mark.clause("gb10.barrage.rounds", "gb10.barrage.max-per-turn")
def test_every_template_costs_one_round_a_turn():
    state = falling(falling(battle10(A1, LONE), ONE, 30, 30), TWO, 40, 40)
    after = carried_out(state, keep_barrages, RED, picks=[KeepUp(ONE), KeepUp(TWO)])
    assert rounds(after.state, RED) == 3 and "gb10.barrage.rounds" in after.cited
    again = asked_to_call(on_call(after.state, THREE))
    assert why_not(again, HERE) == "gb10.barrage.template-once"


@pytest.mark.clause("gb10.barrage.rounds")
def test_rounds_are_brought_up_overnight_and_what_is_left_is_kept():
    after = carried_out(battle10(A1, LONE, stock=3, daily=5), resupply)
    assert rounds(after.state, RED) == 8


@pytest.mark.clause("gb10.barrage.out-of-rounds")
def test_with_too_few_rounds_planned_missions_come_first_and_the_rest_are_lost():
    state = pre_planned(called(falling(battle10(A1, LONE, stock=1), THREE, 10, 10), TWO, 31, 31), ONE, 30, 30)
    kept = carried_out(state, keep_barrages, RED)
    assert is_used(kept.state, THREE) and kept.entries[-1].clause == "gb10.barrage.out-of-rounds"
    after = carried_out(kept.state, due_missions, RED, picks=[LetCome()])
    assert is_used(after.state, TWO) and is_falling(after.state, ONE) and rounds(after.state, RED) == 0
    assert carried_out(on_call(battle10(A1, LONE, stock=0), ONE), call_missions, RED).asked == []


@pytest.mark.case("gb10.barrage.cancel", 1)
def test_a_mission_that_is_called_off_costs_no_round_but_its_template_is_gone_for_the_day():
    state = called(battle10(A1, LONE), ONE, 30, 30, 8)
    after = carried_out(state, due_missions, RED, picks=[CancelMission(ONE)])
    assert rounds(after.state, RED) == 5 and is_used(after.state, ONE)
    assert after.entries[-1].clause == "gb10.barrage.cancel"
    question = asked_to_call(on_call(after.state, TWO))
    assert why_not(question, HERE) == "gb10.barrage.template-once"


@pytest.mark.clause("gb10.barrage.cancel")
def test_what_was_planned_cannot_be_called_off():
    state = pre_planned(called(battle10(A1, LONE), TWO, 40, 40, 7), ONE, 30, 30)
    question = asks(state, lambda play: due_missions(play, RED))
    assert why_not(question, CancelMission(ONE)) == "gb10.barrage.cancel"


@pytest.mark.clause("gb10.barrage.template-once", "gb10.barrage.continue", "gb10.barrage.duration")
def test_a_template_stays_through_the_enemys_turn_and_is_kept_or_removed_for_the_day():
    state = falling(battle10(A1, LONE), ONE, 30, 30)
    for rule in (keep_barrages, due_missions, resolve_barrages):
        state = carried_out(state, rule, BLUE).state
    assert is_falling(state, ONE)
    question = asks(state, lambda play: keep_barrages(play, RED))
    assert question.clause == "gb10.barrage.duration"
    clauses = {type(option.command): option.clause for option in question.options}
    assert clauses == {KeepUp: "gb10.barrage.continue", Lift: "gb10.barrage.template-once"}
    assert is_used(carried_out(state, keep_barrages, RED, picks=[Lift(ONE)]).state, ONE)


# ---- field guns


def gunners_at(at=(30, 20), **how):
    return Body("A1", at, attached=("25 pounder field gun M by truck",), **how)


@pytest.mark.clause("gb10.barrage.field-guns")
def test_a_field_gun_has_a_template_which_goes_with_it():
    state = guns_planned(battle10(gunners_at(set_up=(4,)), LONE, turn=1))
    after = carried_out(state, plan_next, RED, picks=[KeepOnCall(OF_GUN)])
    assert after.cited == {"gb10.barrage.field-guns"}
    lost = carried_out(falling(after.state, OF_GUN, 30, 30), destroy, sid(state, "A1/4"))
    assert is_used(lost.state, OF_GUN) and lost.entries[-1].clause == "gb10.barrage.field-guns"


@pytest.mark.clause("gb10.barrage.field-gun-template")
@pytest.mark.parametrize("how", [{"loaded": True}, {}, {"set_up": (4,), "suppressed": (4,)}])
def test_the_template_is_neither_called_nor_kept_unless_the_gun_is_ready(how):
    state = on_call(battle10(gunners_at(**how), Body("A2", (40, 20)), LONE), ONE, OF_GUN)
    question = asked_to_call(state)
    order = CallMission(OF_GUN, Place(30, 25), "A1")
    assert why_not(question, order) == "gb10.barrage.field-gun-template"
    after = carried_out(falling(state, OF_GUN, 30, 30), keep_barrages, RED)
    assert is_used(after.state, OF_GUN) and rounds(after.state, RED) == 5
    assert after.entries[-1].clause == "gb10.barrage.field-gun-template"
    ready = on_call(battle10(gunners_at(set_up=(4,)), LONE), OF_GUN)
    assert not why_not(asked_to_call(ready), order)


@pytest.mark.clause("gb10.barrage.field-gun-template")
def test_a_gun_in_reserve_is_planned_for_but_not_called():
    state = battle10(gunners_at(None), Body("A2", (30, 20)), LONE)
    gun = replace(stand(state, "A1/4"), place=None)
    question = asked_to_call(on_call(state.put(gun), ONE, OF_GUN))
    order = CallMission(OF_GUN, Place(30, 25), "A2")
    assert why_not(question, order) == "gb10.barrage.field-gun-template"


@pytest.mark.clause("gb10.barrage.field-gun-template")
@pytest.mark.parametrize("how", [{"loaded": True}, {}, {"set_up": (4,), "suppressed": (4,)}, {"at": None}])
@pytest.mark.parametrize("before", [pre_planned, called])
def test_what_comes_due_while_its_gun_is_not_ready_is_lost_and_costs_no_round(how, before):
    state = before(battle10(gunners_at(**how), Body("A2", (40, 20)), LONE, stock=1), OF_GUN, 30, 30)
    kept = carried_out(falling(state, ONE, 10, 10), keep_barrages, RED, picks=[KeepUp(ONE)])
    assert is_falling(kept.state, ONE), "no round is kept back for it"
    after = carried_out(state, due_missions, RED, picks=[LetCome()] if before is called else [])
    assert is_used(after.state, OF_GUN) and rounds(after.state, RED) == 1
    assert after.entries[-1].clause == "gb10.barrage.field-gun-template"


@pytest.mark.clause("gb10.barrage.field-gun-template")
def test_a_template_that_is_removed_does_not_tell_of_a_hidden_gun():
    state = falling(battle10(gunners_at(set_up=(4,), suppressed=(4,)), LONE), OF_GUN, 30, 30)
    after = carried_out(state, keep_barrages, RED)
    assert "A1" not in after.told[-1] and "suppressed" not in after.told[-1]


@pytest.mark.clause("gb10.barrage.field-gun-template")
def test_a_gun_that_fires_its_template_does_not_fire_directly_in_the_same_turn():
    target = Body("B1", (30, 24), 180, side=BLUE)
    state = battle10(gunners_at(set_up=(4,)), target)
    unit = state.units["A1"]
    state = state.put(replace(unit, tallies={**unit.tallies, Tally.ACTIONS: 1}))
    state = marked(state, "A1", Mark.ACTIVATED)
    gun = sid(state, "A1/4")
    assert gun in {one.id for one in gunners(state, RED, 1)}
    busy = falling(state, OF_GUN, 30, 30)
    assert gun not in {one.id for one in gunners(busy, RED, 1)}
    question = asks(busy, lambda play: name_target(play, sid(state, "A1/1")))
    assert why_not(question, Fire(gun, sid(state, "B1/1"))) == "gb10.barrage.field-gun-template"
