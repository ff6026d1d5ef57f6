"""Artillery by the d10 charts."""

import pytest
from gbday import plays as day
from gbtable import BLUE, INFANTRY, RED, Body, asks, first_question, marked, moved, offers, sid, stand, table10, why_not
from missions import (
    ONE,
    THREE,
    TWO,
    called,
    carried_out,
    falling,
    falling_on,
    is_falling,
    is_used,
    on_call,
    pre_planned,
    registered,
    rolls,
)
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.great_battles.actions import gunners
from sandtable.rules.great_battles.barrage import call_missions, due_missions, keep_barrages, resolve_barrages
from sandtable.rules.great_battles.commands import Done, Fire, LetPass, OpenFire
from sandtable.rules.great_battles.commands_artillery import (
    ArriveOn,
    CallMission,
    CancelMission,
    KeepOnCall,
    KeepUp,
    LetCome,
    Lift,
    PrePlan,
    Register,
)
from sandtable.rules.great_battles.events import Marched
from sandtable.rules.great_battles.fire import name_target
from sandtable.rules.great_battles.going import Rates
from sandtable.rules.great_battles.hits import destroy
from sandtable.rules.great_battles.march import march
from sandtable.rules.great_battles.mission import rounds
from sandtable.rules.great_battles.movement import Way
from sandtable.rules.great_battles.night import resupply
from sandtable.rules.great_battles.opportunity import Watch, react
from sandtable.rules.great_battles.plan import plan_next
from sandtable.rules.great_battles.scenario import Artillery
from sandtable.rules.great_battles.shot import refuse_firer
from sandtable.rules.great_battles.steps import Barrages, Calls, Shelling
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Mark, Tally

A1 = Body("A1", (30, 20))
LONE = Body("B1", (30, 30), 180, side=BLUE, stands=(INFANTRY,))
VILLAGE = {"kind": "village", "name": "Agira", "corners": [[27, 27], [33, 27], [33, 33], [27, 33]]}
WOOD = {"kind": "woods", "name": "the wood", "corners": [[27, 27], [33, 27], [33, 33], [27, 33]]}
BUNKERS = {"kind": "bunker", "name": "the bunkers", "corners": [[27, 27], [33, 27], [33, 33], [27, 33]]}
HERE = CallMission(ONE, Place(30, 25), "A1")


def battle(*bodies, quality="average", stock=5, more=0, **rest):
    return table10(*bodies, artillery=Artillery(quality, 3, stock, more), **rest)


def shelled(*, dice, body=LONE, pieces=(), target="B1/1"):
    """Step 5 with one Red template on a stand."""
    state = falling_on(battle(A1, body, pieces=pieces), ONE, target)
    return carried_out(state, resolve_barrages, RED, dice=dice)


def suppressed(state, name="B1/1"):
    return Mark.SUPPRESSED in stand(state, name).marks


def delay(state, *dice, order=HERE):
    """In how many turns a mission that is called now comes."""
    after = carried_out(state, call_missions, RED, dice=dice, picks=[order])
    return after.state.units[order.unit].tallies[Tally.DUE] - 5


def spots(state, x, y, spotter="A1"):
    question = first_question(on_call(state, ONE), lambda play: call_missions(play, RED))
    return why_not(question, CallMission(ONE, Place(x, y), spotter))


# ---- the plan


@pytest.mark.clause("gb10.dawn.artillery-plan", "gb10.barrage.modes", "gb10.barrage.map-notation")
def test_at_dawn_every_template_is_planned_registered_or_kept_on_call():
    state = battle(A1, LONE, turn=1)
    orders = [PrePlan(ONE, Place(30, 30)), ArriveOn(1), Register(TWO, Place(30, 25)), KeepOnCall(THREE)]
    for mission in (orders[:2], orders[2:3], orders[3:]):
        after = carried_out(state, plan_next, RED, picks=mission)
        state = after.state
        assert after.cited == {"gb10.dawn.artillery-plan"}
        assert {entry.known_to for entry in after.entries} == {frozenset({RED})}
    written = {name: state.units[name].marks for name in (ONE, TWO, THREE)}
    assert written == {ONE: {Mark.PRE_PLANNED}, TWO: {Mark.REGISTERED}, THREE: {Mark.ON_CALL}}
    assert state.units[ONE].tallies[Tally.DUE] == 1 and state.units[TWO].place == Place(30, 25)


@pytest.mark.clause("gb10.barrage.modes")
def test_what_is_planned_comes_by_itself_and_what_is_registered_only_on_its_point():
    state = registered(pre_planned(battle(A1, LONE), ONE, 30, 30), TWO, 30, 25)
    after = carried_out(state, due_missions, RED)
    assert is_falling(after.state, ONE) and not rolls(after) and not after.asked
    question = asks(after.state, lambda play: call_missions(play, RED))
    assert offers(question) == [CallMission(TWO, Place(30, 25), "A1"), Done()]
    assert why_not(question, CallMission(TWO, Place(30, 26), "A1")) == "gb10.barrage.modes"


@pytest.mark.clause("gb10.barrage.batteries")
def test_a_template_is_an_inch_across():
    state = battle(A1, LONE)
    place = stand(state, "B1/1").place
    near = carried_out(falling(state, ONE, place.x, place.y + 0.74), resolve_barrages, RED, dice=[8])
    assert suppressed(near.state)
    assert carried_out(falling(state, ONE, place.x, place.y + 0.75), resolve_barrages, RED).entries == []


# ---- the delay


@pytest.mark.case("gb10.barrage.delay", 1)
def test_inferior_artillery_on_call_is_two_turns_away():
    assert delay(on_call(battle(A1, LONE, quality="inferior"), ONE), 55) == 2


@pytest.mark.case("gb10.barrage.delay", 2)
def test_an_hq_with_the_spotters_brings_a_registered_barrage_at_once():
    spotters = Body("A1", (30, 20), attached=("HQ",))
    assert delay(registered(battle(spotters, LONE), ONE, 30, 25), 50) == 0
    assert delay(registered(battle(A1, LONE), ONE, 30, 25), 50) == 1


@pytest.mark.case("gb10.barrage.delay", 3)
def test_veteran_gunners_on_call_with_an_hq():
    spotters = Body("A1", (30, 20), attached=("HQ",))
    state = on_call(battle(spotters, LONE, quality="veteran"), ONE)
    assert (delay(state, 40), delay(state, 41)) == (0, 1)


@pytest.mark.case("gb10.barrage.delay", 4)
def test_raw_gunners_on_call_are_never_there_at_once():
    assert delay(on_call(battle(A1, LONE, quality="raw"), ONE), 1) == 1
    spotters = Body("A1", (30, 20), attached=("HQ",))
    assert delay(on_call(battle(spotters, LONE, quality="raw"), ONE), 1) == 1


@pytest.mark.clause("gb10.barrage.delay-modifiers")
def test_the_log_says_how_the_roll_is_read():
    spotters = Body("A1", (30, 20), attached=("HQ",))
    after = carried_out(on_call(battle(spotters, LONE), ONE), call_missions, RED, dice=[90], picks=[HERE])
    assert after.state.units[ONE].tallies[Tally.DUE] == 8  # 90 - 10 + 30 is beyond the table
    clause = "[gb10.barrage.delay-modifiers]"
    helps, hinders, read = after.told[1:4]
    assert helps.endswith(f"+10 HQ with the spotter {clause}") and hinders.endswith(f"-30 on call {clause}")
    assert read.endswith("read as 110 [gb10.setup.score-modifiers]")


@pytest.mark.clause("gb10.barrage.delay-arrival")
def test_a_delayed_mission_comes_to_its_point_whoever_sees_it_or_is_lost_after_dark():
    state = called(battle(Body("A1", (5, 5)), LONE), ONE, 50, 40)
    after = carried_out(state, due_missions, RED, picks=[LetCome()])
    assert "Red template 1 comes to 50, 40 [gb10.barrage.delay-arrival]" in after.told
    late = carried_out(on_call(battle(A1, LONE, turn=10), ONE), call_missions, RED, dice=[11], picks=[HERE])
    assert is_used(late.state, ONE) and rounds(late.state, RED) == 5
    assert late.entries[-1].clause == "gb10.barrage.delay-arrival"


@pytest.mark.clause("gb10.barrage.no-drift")
def test_a_mission_falls_on_the_very_point_whatever_has_moved():
    after = carried_out(on_call(battle(A1, LONE), ONE), call_missions, RED, dice=[1], picks=[HERE])
    assert after.state.units[ONE].place == Place(30, 25)
    assert "Red template 1 comes to 30, 25 [gb10.barrage.no-drift]" in after.told


# ---- spotting


@pytest.mark.clause("gb10.barrage.spotting")
def test_a_point_is_spotted_from_the_nearest_edge_of_a_base():
    wood = {"kind": "woods", "name": "the wood", "corners": [[29.3, 20.5], [30.7, 20.5], [30.7, 22], [29.3, 22]]}
    alone = Body("A1", (30, 20), stands=(INFANTRY,))
    assert not spots(battle(alone, LONE), 30, 32)
    assert spots(battle(alone, LONE), 30, 32.01) == "gb10.barrage.spotters"
    assert spots(battle(alone, LONE, pieces=(wood,)), 30, 24)  # straight through
    for x in (29.05, 30.95):  # a line from the middle of the base would pass through the wood
        assert not spots(battle(alone, LONE, pieces=(wood,)), x, 24)


@pytest.mark.clause("gb10.barrage.spotting")
def test_a_point_in_cover_is_spotted_from_an_inch():
    assert not spots(battle(Body("A1", (30, 26.5)), LONE, pieces=(WOOD,)), 30, 27.5)
    assert spots(battle(Body("A1", (30, 26.5)), LONE, pieces=(WOOD,)), 30, 27.51)


@pytest.mark.clause("gb10.barrage.spotting")
def test_there_is_no_mission_on_a_point_off_the_table():
    assert spots(battle(A1, LONE), 30, -1) == "gb10.barrage.spotting"


@pytest.mark.clause("gb10.barrage.spotters")
def test_the_suppressed_spot_but_nobody_under_a_template_or_in_close_combat():
    alone = {"stands": (INFANTRY,)}
    assert not spots(battle(Body("A1", (30, 20), suppressed=(1,), **alone), LONE), 30, 25)
    shelled_on = falling_on(battle(Body("A1", (30, 20), **alone), LONE), TWO, "A1/1")
    assert spots(shelled_on, 30, 25) == "gb10.barrage.spotters"
    assert spots(battle(Body("A1", (30, 20), marks=("attacks B1",)), LONE), 30, 25) == "gb10.barrage.spotters"


# ---- the order of step 4


@pytest.mark.clause("gb10.barrage.placement-sequence")
def test_templates_are_kept_then_delayed_ones_come_then_planned_ones_then_new_calls():
    state = falling(battle(A1, LONE), THREE, 40, 40)
    state = pre_planned(called(state, TWO, 31, 31), ONE, 30, 30)
    state = on_call(state, "Blue template 1")
    played = day(state, Barrages(RED), Calls(RED), Shelling(RED), picks=[KeepUp(THREE), LetCome()])
    order = [played.line(words) for words in (f"{THREE} is kept up", f"{TWO} comes to", f"{ONE} comes to")]
    assert order == sorted(order)
    assert "gb10.barrage.modes" in played.cited and rounds(played.state, RED) == 2


@pytest.mark.clause("gb10.barrage.placement-sequence")
def test_missions_that_are_alike_are_called_in_their_order():
    question = asks(on_call(battle(A1, LONE), ONE, TWO), lambda play: call_missions(play, RED))
    assert why_not(question, CallMission(TWO, Place(30, 25), "A1")) == "gb10.barrage.placement-sequence"


# ---- rounds


@pytest.mark.case("gb10.barrage.rounds", 1)
def test_a_round_for_every_turn_that_a_template_fires():
    state = carried_out(pre_planned(battle(A1, LONE), ONE, 30, 30), due_missions, RED).state
    for _ in range(2):
        state = carried_out(state, keep_barrages, RED, picks=[KeepUp(ONE)]).state
    after = carried_out(state, keep_barrages, RED, picks=[Lift(ONE)])
    assert rounds(after.state, RED) == 2 and is_used(after.state, ONE)


@pytest.mark.clause("gb10.barrage.rounds", "gb10.barrage.max-per-turn")
def test_every_template_costs_one_round_a_turn():
    state = falling(falling(battle(A1, LONE), ONE, 30, 30), TWO, 40, 40)
    after = carried_out(state, keep_barrages, RED, picks=[KeepUp(ONE), KeepUp(TWO)])
    assert rounds(after.state, RED) == 3 and "gb10.barrage.rounds" in after.cited
    again = asks(on_call(after.state, THREE), lambda play: call_missions(play, RED))
    assert why_not(again, CallMission(ONE, Place(30, 25), "A1")) == "gb10.barrage.template-once"


@pytest.mark.clause("gb10.barrage.rounds")
def test_rounds_are_brought_up_overnight_and_what_is_left_is_kept():
    after = carried_out(battle(A1, LONE, stock=3, more=5), resupply)
    assert rounds(after.state, RED) == 8


@pytest.mark.clause("gb10.barrage.out-of-rounds")
def test_with_too_few_rounds_planned_missions_come_first_and_the_rest_are_lost():
    state = pre_planned(called(falling(battle(A1, LONE, stock=1), THREE, 10, 10), TWO, 31, 31), ONE, 30, 30)
    kept = carried_out(state, keep_barrages, RED)
    assert is_used(kept.state, THREE) and kept.entries[-1].clause == "gb10.barrage.out-of-rounds"
    after = carried_out(kept.state, due_missions, RED, picks=[LetCome()])
    assert is_used(after.state, TWO) and is_falling(after.state, ONE) and rounds(after.state, RED) == 0
    assert carried_out(on_call(battle(A1, LONE, stock=0), ONE), call_missions, RED).asked == []


@pytest.mark.case("gb10.barrage.cancel", 1)
def test_a_mission_that_is_called_off_costs_no_round_but_its_template_is_gone_for_the_day():
    state = called(battle(A1, LONE), ONE, 30, 30, 8)
    after = carried_out(state, due_missions, RED, picks=[CancelMission(ONE)])
    assert rounds(after.state, RED) == 5 and is_used(after.state, ONE)
    assert after.entries[-1].clause == "gb10.barrage.cancel"
    question = asks(on_call(after.state, TWO), lambda play: call_missions(play, RED))
    assert why_not(question, HERE) == "gb10.barrage.template-once"


@pytest.mark.clause("gb10.barrage.cancel")
def test_what_was_planned_cannot_be_called_off():
    state = pre_planned(called(battle(A1, LONE), TWO, 40, 40, 7), ONE, 30, 30)
    question = asks(state, lambda play: due_missions(play, RED))
    assert why_not(question, CancelMission(ONE)) == "gb10.barrage.cancel"


@pytest.mark.clause("gb10.barrage.template-once", "gb10.barrage.continue", "gb10.barrage.duration")
def test_a_template_stays_through_the_enemys_turn_and_is_kept_or_removed_for_the_day():
    state = falling(battle(A1, LONE), ONE, 30, 30)
    for rule in (keep_barrages, due_missions, resolve_barrages):
        state = carried_out(state, rule, BLUE).state
    assert is_falling(state, ONE)
    question = asks(state, lambda play: keep_barrages(play, RED))
    assert question.clause == "gb10.barrage.duration"
    clauses = {type(option.command): option.clause for option in question.options}
    assert clauses == {KeepUp: "gb10.barrage.continue", Lift: "gb10.barrage.template-once"}
    assert is_used(carried_out(state, keep_barrages, RED, picks=[Lift(ONE)]).state, ONE)


# ---- the effect


@pytest.mark.case("gb10.barrage.effect", 1)
def test_activated_in_the_open_8_suppresses():
    hit = shelled(dice=[8])
    assert suppressed(hit.state) and not suppressed(shelled(dice=[9]).state)
    assert "needs 8 or less (8 activated in the open [gb10.barrage.effect])" in hit.told[1]
    assert Mark.DESTROYED not in stand(shelled(dice=[1]).state, "B1/1").marks


@pytest.mark.case("gb10.barrage.effect", 2)
def test_hard_cover_is_the_best_line_of_an_inactive_stand_which_still_may_not_fire():
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=False)
    after = shelled(body=body, pieces=(VILLAGE,), dice=[5])
    assert not suppressed(after.state)
    assert suppressed(shelled(body=body, pieces=(VILLAGE,), dice=[4]).state)
    refusal = refuse_firer(after.state, stand(after.state, "B1/1"))
    assert refusal is not None and refusal.clause == "gb10.barrage.no-fire"


@pytest.mark.clause("gb10.barrage.effect-precedence")
@pytest.mark.parametrize(("pieces", "active", "upto"), [((), False, 6), ((WOOD,), True, 6), ((WOOD,), False, 6),
                                                        ((VILLAGE,), True, 4), ((BUNKERS,), False, 2)])  # fmt: skip
def test_only_the_best_line_counts(pieces, active, upto):
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=active)
    hit = shelled(body=body, pieces=pieces, dice=[upto])
    assert suppressed(hit.state) and not suppressed(shelled(body=body, pieces=pieces, dice=[upto + 1]).state)
    assert "[gb10.barrage.effect-precedence]" in hit.told[1]


@pytest.mark.clause("gb10.barrage.effect-precedence")
def test_a_crest_is_no_cover_and_two_templates_are_two_rolls():
    hill = {"kind": "hill", "name": "the hill", "level": 1, "corners": [[25, 25], [35, 25], [35, 31], [25, 31]]}
    assert suppressed(shelled(pieces=(hill,), dice=[8]).state)
    state = falling_on(falling_on(battle(A1, LONE), ONE, "B1/1"), TWO, "B1/1")
    assert len(rolls(carried_out(state, resolve_barrages, RED, dice=[10, 9]))) == 2


@pytest.mark.case("gb10.barrage.exempt", 1)
def test_only_the_infantry_rolls_beside_heavy_weapons():
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), attached=("Heavy weapons",))
    state = moved(moved(battle(A1, body), "B1/1", 40, 40), "B1/2", 40, 41)
    after = carried_out(falling(state, ONE, 40, 40.5), resolve_barrages, RED, dice=[1])
    assert len(rolls(after)) == 1 and suppressed(after.state) and not suppressed(after.state, "B1/2")
    assert "gb10.barrage.exempt" in after.cited


@pytest.mark.clause("gb10.barrage.exempt-command")
def test_staff_is_spared_and_a_load_rolls_once():
    staff = carried_out(falling(battle(A1, LONE, c_ops={BLUE: (40, 40)}), ONE, 40, 40), resolve_barrages, RED)
    assert not rolls(staff) and "gb10.barrage.exempt-command" in staff.cited
    riders = Body("B1", (30, 30), side=BLUE, stands=("Infantry by truck",), loaded=True)
    after = shelled(body=riders, dice=[8])
    assert len(rolls(after)) == 1 and suppressed(after.state)
    assert after.entries[-1].clause == "gb10.barrage.exempt-command"


@pytest.mark.clause("gb10.barrage.friendly")
def test_ones_own_troops_roll_as_the_enemys_do():
    state = falling_on(battle(Body("A1", (30, 20), stands=(INFANTRY,)), LONE), ONE, "A1/1")
    after = carried_out(state, resolve_barrages, RED, dice=[8])
    assert suppressed(after.state, "A1/1") and "gb10.barrage.friendly" in after.cited


@pytest.mark.clause("gb10.barrage.hidden-targets")
@pytest.mark.parametrize("die", [1, 10])
def test_the_firer_learns_nothing_of_who_is_hidden_under_his_template(die):
    state = falling_on(battle(A1, Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), hidden=True)), ONE, "B1/1")
    after = carried_out(state, resolve_barrages, RED, dice=[die])
    assert suppressed(after.state) == (die == 1) and stand(after.state, "B1/1").known_to == frozenset()
    assert {entry.known_to for entry in after.entries} == {frozenset({BLUE})}
    assert view(after.state, RED) == view(state, RED) and "gb10.barrage.hidden-targets" in after.cited


# ---- what it stops


@pytest.mark.clause("gb10.barrage.no-fire", "gb10.barrage.no-target")
def test_who_is_under_a_template_neither_fires_nor_is_fired_at():
    body = Body("B1", (30, 23), 180, side=BLUE, stands=(INFANTRY,))
    state = carried_out(falling_on(battle(A1, body), ONE, "B1/1"), resolve_barrages, RED, dice=[9]).state
    refusal = refuse_firer(state, stand(state, "B1/1"))
    assert refusal is not None and refusal.clause == "gb10.barrage.no-fire"
    question = first_question(state, lambda play: name_target(play, sid(state, "A1/1")))
    assert why_not(question, Fire(sid(state, "A1/1"), sid(state, "B1/1"))) == "gb10.barrage.no-target"


@pytest.mark.clause("gb10.barrage.blocks-sight")
def test_nobody_fires_across_a_template():
    body = Body("B1", (30, 24), 180, side=BLUE, stands=(INFANTRY,))
    state = falling(battle(Body("A1", (30, 20), stands=(INFANTRY,)), body), ONE, 30, 22)
    question = asks(state, lambda play: name_target(play, sid(state, "A1/1")))
    assert why_not(question, Fire(sid(state, "A1/1"), sid(state, "B1/1"))) == "gb10.barrage.blocks-sight"


@pytest.mark.case("gb10.barrage.moving-onto", 1)
def test_who_moves_onto_a_template_rolls_at_once_and_goes_on_as_in_bad_going():
    state = falling(battle(Body("A1", (30, 20), stands=(INFANTRY,)), LONE), "Blue template 1", 30, 22)
    way = Way(state, state.units["A1"], Place(30, 22, 0))
    after = carried_out(state, lambda play: march(play, way, 1.0), dice=[3])
    assert suppressed(after.state, "A1/1") and "gb10.barrage.moving-onto" in after.cited
    rates = Rates(after.state, after.state.units["A1"])
    assert rates.good == rates.bad == 2.5


@pytest.mark.clause("gb10.barrage.staying")
def test_who_stays_under_a_template_does_not_roll_again():
    state = carried_out(falling_on(battle(A1, LONE), ONE, "B1/1"), resolve_barrages, RED, dice=[10]).state
    way = Way(state, state.units["B1"], Place(30, 29.9, 180))
    assert not rolls(carried_out(state, lambda play: march(play, way, 1.0)))


@pytest.mark.clause("gb10.barrage.no-opfire")
def test_no_mission_is_called_in_reply_to_a_move():
    state = on_call(battle(A1, Body("B1", (30, 26), 180, side=BLUE)), ONE)
    way = Way(state, state.units["B1"], Place(30, 24, 180))
    watch = Watch(state, way)
    there = Marched("B1", way.to, tuple(way.after.items())).apply(state)
    assert watch.sees(there, 1.0)
    question = asks(there, lambda play: react(play, watch))
    assert {type(command) for command in offers(question)} >= {OpenFire, LetPass}
    assert why_not(question, CallMission(ONE, Place(30, 24), "A1")) == "gb10.barrage.no-opfire"


# ---- field guns

OF_GUN = "Red template 4"


def gunners_at(at=(30, 20), **how):
    return Body("A1", at, attached=("25 pounder field gun M by truck",), **how)


@pytest.mark.clause("gb10.barrage.field-guns")
def test_a_field_gun_has_a_template_which_goes_with_it():
    state = battle(gunners_at(set_up=(4,)), LONE, turn=1)
    for name in (ONE, TWO, THREE):
        state = carried_out(state, plan_next, RED, picks=[KeepOnCall(name)]).state
    after = carried_out(state, plan_next, RED, picks=[KeepOnCall(OF_GUN)])
    assert after.cited == {"gb10.barrage.field-guns"}
    lost = carried_out(falling(after.state, OF_GUN, 30, 30), destroy, sid(state, "A1/4"))
    assert is_used(lost.state, OF_GUN) and lost.entries[-1].clause == "gb10.barrage.field-guns"


@pytest.mark.clause("gb10.barrage.field-gun-template")
@pytest.mark.parametrize("how", [{"loaded": True}, {}, {"set_up": (4,), "suppressed": (4,)}])
def test_the_template_is_neither_called_nor_kept_unless_the_gun_is_ready(how):
    state = on_call(battle(gunners_at(**how), Body("A2", (40, 20)), LONE), ONE, OF_GUN)
    question = asks(state, lambda play: call_missions(play, RED))
    order = CallMission(OF_GUN, Place(30, 25), "A1")
    assert why_not(question, order) == "gb10.barrage.field-gun-template"
    after = carried_out(falling(state, OF_GUN, 30, 30), keep_barrages, RED)
    assert is_used(after.state, OF_GUN) and rounds(after.state, RED) == 5
    assert after.entries[-1].clause == "gb10.barrage.field-gun-template"
    ready = on_call(battle(gunners_at(set_up=(4,)), LONE), OF_GUN)
    assert not why_not(asks(ready, lambda play: call_missions(play, RED)), order)


@pytest.mark.clause("gb10.barrage.field-gun-template")
def test_a_gun_in_reserve_is_planned_for_but_not_called():
    state = battle(gunners_at(None), Body("A2", (30, 20)), LONE)
    gun = replace(stand(state, "A1/4"), place=None)
    question = asks(on_call(state.put(gun), ONE, OF_GUN), lambda play: call_missions(play, RED))
    order = CallMission(OF_GUN, Place(30, 25), "A2")
    assert why_not(question, order) == "gb10.barrage.field-gun-template"


@pytest.mark.clause("gb10.barrage.field-gun-template")
def test_a_gun_that_fires_its_template_does_not_fire_directly_in_the_same_turn():
    target = Body("B1", (30, 24), 180, side=BLUE)
    state = battle(gunners_at(set_up=(4,)), target)
    unit = state.units["A1"]
    state = state.put(replace(unit, tallies={**unit.tallies, Tally.ACTIONS: 1}))
    state = marked(state, "A1", Mark.ACTIVATED)
    gun = sid(state, "A1/4")
    assert gun in {one.id for one in gunners(state, RED, 1)}
    busy = falling(state, OF_GUN, 30, 30)
    assert gun not in {one.id for one in gunners(busy, RED, 1)}
    question = asks(busy, lambda play: name_target(play, sid(state, "A1/1")))
    assert why_not(question, Fire(gun, sid(state, "B1/1"))) == "gb10.barrage.field-gun-template"
