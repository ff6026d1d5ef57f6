"""Artillery barrages, step 4."""

from random import Random

import pytest
from gbtable import BLUE, INFANTRY, RED, TANK, Body, asks, marked, moved, offers, sid, stand, table, why_not
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
from sandtable.rules.great_battles.barrage import (
    call_missions,
    due_missions,
    enter_barrages,
    keep_barrages,
    lift_all,
    resolve_barrages,
)
from sandtable.rules.great_battles.commands import Done, LetPass, OpenFire, Wait
from sandtable.rules.great_battles.commands_artillery import CallMission, CancelMission, KeepUp, LetCome, Lift
from sandtable.rules.great_battles.events import Marched, Withdrawn
from sandtable.rules.great_battles.fire import name_target
from sandtable.rules.great_battles.going import Rates
from sandtable.rules.great_battles.hits import destroy
from sandtable.rules.great_battles.mission import rounds
from sandtable.rules.great_battles.movement import Way
from sandtable.rules.great_battles.opportunity import Watch, react
from sandtable.rules.great_battles.scenario import Artillery
from sandtable.rules.great_battles.shot import refuse_firer
from sandtable.rules.great_battles.spotting import InSight
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Tally

A1 = Body("A1", (30, 20))
LONE = Body("B1", (30, 30), 180, side=BLUE, stands=(INFANTRY,))
VILLAGE = {"kind": "village", "name": "Agira", "corners": [[27, 27], [33, 27], [33, 33], [27, 33]]}
WOOD = {"kind": "woods", "name": "the wood", "corners": [[27, 27], [33, 27], [33, 33], [27, 33]]}
BUNKERS = {"kind": "bunker", "name": "the bunkers", "corners": [[27, 27], [33, 27], [33, 33], [27, 33]]}


def battle(*bodies, quality="average", stock=5, **more):
    return table(*bodies, artillery=Artillery(quality, 3, stock), **more)


def shelled(*, dice, body=LONE, pieces=(), target="B1/1"):
    """Step 4B with one Red template on a stand."""
    state = falling_on(battle(A1, body, pieces=pieces), ONE, target)
    return carried_out(state, resolve_barrages, RED, dice=dice)


def suppressed(state, name):
    return Mark.SUPPRESSED in stand(state, name).marks


def calling(state, order, *dice):
    return carried_out(state, call_missions, RED, dice=dice, picks=[order])


def due(state, name=ONE):
    return state.units[name].tallies[Tally.DUE]


# ---- the three kinds


@pytest.mark.clause("gb20.barrage.missions")
def test_a_pre_planned_mission_comes_on_its_point_and_turn_without_a_roll():
    after = carried_out(pre_planned(battle(A1, LONE), ONE, 30, 30), due_missions, RED)
    assert is_falling(after.state, ONE) and after.state.units[ONE].place == Place(30, 30)
    assert "Red template 1 comes to 30, 30 [gb20.barrage.missions]" in after.told
    assert not rolls(after) and not after.asked


@pytest.mark.clause("gb20.barrage.missions")
def test_a_pre_planned_mission_of_another_turn_stays_where_it_is():
    after = carried_out(pre_planned(battle(A1, LONE), ONE, 30, 30, turn=6), due_missions, RED)
    assert not is_falling(after.state, ONE) and after.entries == []


@pytest.mark.clause("gb20.barrage.missions")
def test_a_pre_planned_mission_is_not_called():
    state = on_call(pre_planned(battle(A1, LONE), ONE, 30, 25, turn=7), TWO)
    question = asks(state, lambda play: call_missions(play, RED))
    assert why_not(question, CallMission(ONE, Place(30, 25), "A1")) == "gb20.barrage.missions"


@pytest.mark.clause("gb20.barrage.missions")
def test_a_registered_mission_is_called_on_its_written_point_only():
    question = asks(registered(battle(A1, LONE), ONE, 30, 25), lambda play: call_missions(play, RED))
    assert offers(question) == [CallMission(ONE, Place(30, 25), "A1"), Done()]
    assert why_not(question, CallMission(ONE, Place(30, 26), "A1")) == "gb20.barrage.missions"


@pytest.mark.clause("gb20.barrage.missions")
def test_an_on_call_mission_is_called_on_any_point_that_is_seen():
    question = asks(on_call(battle(A1, LONE), ONE), lambda play: call_missions(play, RED))
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
    question = asks(state, lambda play: call_missions(play, RED))
    assert {option.command.unit for option in question.options if option.region} == {ONE}
    assert why_not(question, CallMission(TWO, Place(30, 25), "A1")) == "gb20.barrage.step-4a"
    after = calling(state, CallMission(ONE, Place(30, 25), "A1"), 16)
    again = asks(after.state, lambda play: call_missions(play, RED))
    assert {option.command.unit for option in again.options if option.region} == {TWO}


@pytest.mark.clause("gb20.barrage.step-4a")
def test_nothing_is_asked_of_a_side_that_has_nothing_to_call():
    assert carried_out(battle(A1, LONE), call_missions, RED).asked == []


# ---- the delay


@pytest.mark.case("gb20.barrage.delay", 1)
@pytest.mark.clause("gb20.barrage.delay")
def test_average_artillery_on_call_comes_now_on_16_and_next_turn_on_15():
    order = CallMission(ONE, Place(30, 25), "A1")
    state = on_call(battle(A1, LONE), ONE)
    now, later = calling(state, order, 16), calling(state, order, 15)
    assert is_falling(now.state, ONE) and now.state.units[ONE].place == Place(30, 25)
    assert not is_falling(later.state, ONE) and due(later.state) == 6


@pytest.mark.case("gb20.barrage.delay", 2)
@pytest.mark.clause("gb20.barrage.delay")
def test_veteran_artillery_on_call_comes_three_turns_later_on_4_and_two_on_5():
    order = CallMission(ONE, Place(30, 25), "A1")
    state = on_call(battle(A1, LONE, quality="veteran"), ONE)
    assert due(calling(state, order, 4).state) == 8
    assert due(calling(state, order, 5).state) == 7


@pytest.mark.case("gb20.barrage.delay-modifiers", 1)
@pytest.mark.clause("gb20.barrage.delay-modifiers")
def test_a_registered_mission_adds_3():
    state = registered(battle(A1, LONE, quality="raw"), ONE, 30, 25)
    after = calling(state, CallMission(ONE, Place(30, 25), "A1"), 17)
    assert is_falling(after.state, ONE)
    assert "+3 registered [gb20.barrage.delay-modifiers] = 20" in after.told[0]


@pytest.mark.case("gb20.barrage.delay-modifiers", 2)
@pytest.mark.clause("gb20.barrage.delay-modifiers")
def test_an_hq_with_the_spotting_battalion_adds_2():
    state = registered(battle(Body("A1", (30, 20), attached=("HQ",)), LONE, quality="experienced"), ONE, 30, 25)
    after = calling(state, CallMission(ONE, Place(30, 25), "A1"), 4)
    assert due(after.state) == 6
    assert "+2 HQ with the spotter" in after.told[0] and "= 9" in after.told[0]


@pytest.mark.clause("gb20.barrage.delay-modifiers")
def test_an_hq_with_another_battalion_adds_nothing():
    other = Body("A2", (40, 20), attached=("HQ",))
    after = calling(on_call(battle(A1, other, LONE), ONE), CallMission(ONE, Place(30, 25), "A1"), 15)
    assert due(after.state) == 6


@pytest.mark.clause("gb20.barrage.delay")
def test_nobody_else_reads_of_a_call():
    after = calling(on_call(battle(A1, LONE), ONE), CallMission(ONE, Place(30, 25), "A1"), 10)
    assert {entry.known_to for entry in after.entries} == {frozenset({RED})}
    assert ONE not in view(after.state, BLUE).units


# ---- spotting


def spots(state, x, y, spotter="A1"):
    question = asks(on_call(state, ONE), lambda play: call_missions(play, RED))
    return not why_not(question, CallMission(ONE, Place(x, y), spotter))


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_point_in_the_open_is_spotted_as_far_as_the_light_lets_one_see():
    assert spots(battle(A1, LONE), 30, 32) and not spots(battle(A1, LONE), 30, 32.01)
    assert spots(battle(A1, LONE, sight=3), 30, 23) and not spots(battle(A1, LONE, sight=3), 30, 23.01)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_point_out_of_sight_is_refused_by_the_clause():
    question = asks(on_call(battle(A1, LONE), ONE), lambda play: call_missions(play, RED))
    assert why_not(question, CallMission(ONE, Place(30, 40), "A1")) == "gb20.barrage.spotting"
    assert why_not(question, CallMission(ONE, Place(30, 25.005), "A1")) == "gb20.barrage.spotting"
    assert why_not(question, CallMission(ONE, Place(30, -1), "A1")) == "gb20.barrage.spotting"


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_point_in_cover_is_spotted_from_an_inch():
    near = Body("A1", (30, 26))
    assert spots(battle(near, LONE, pieces=(WOOD,)), 30, 27.0) is True  # the edge is open ground
    assert not spots(battle(near, LONE, pieces=(WOOD,)), 30, 27.01)
    assert spots(battle(Body("A1", (30, 26.5)), LONE, pieces=(WOOD,)), 30, 27.5)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_point_behind_a_wood_is_not_spotted():
    assert not spots(battle(Body("A1", (30, 25)), LONE, pieces=(WOOD,)), 30, 34)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_barrage_hides_what_is_beyond_it_but_not_what_is_under_it():
    alone = Body("A1", (30, 20), stands=(INFANTRY,))
    state = falling(battle(alone, LONE), TWO, 30, 24)
    assert not spots(state, 30, 27) and spots(state, 30, 24.2)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_suppressed_stand_spots():
    assert spots(battle(Body("A1", (30, 20), stands=(INFANTRY,), suppressed=(1,)), LONE), 30, 25)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_stand_under_a_template_does_not_spot():
    alone = Body("A1", (30, 20), stands=(INFANTRY,))
    state = falling_on(battle(alone, Body("A2", (50, 20)), LONE), TWO, "A1/1")
    assert not spots(state, 30, 25) and not spots(state, 30, 20)
    assert spots(state, 50, 25, "A2")


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_battalion_in_close_combat_does_not_spot():
    fights = Body("A1", (30, 20), marks=("attacks B1",))
    assert not spots(battle(fights, Body("A2", (50, 20)), LONE), 30, 25)


@pytest.mark.clause("gb20.barrage.spotting")
def test_a_registered_mission_that_nobody_sees_is_not_offered():
    state = on_call(registered(battle(A1, LONE), ONE, 30, 40), TWO)
    question = asks(state, lambda play: call_missions(play, RED))
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


# ---- the template


@pytest.mark.clause("gb20.barrage.placement")
def test_a_stand_is_under_a_template_when_any_part_of_its_base_is():
    state = battle(A1, LONE)
    place = stand(state, "B1/1").place
    near = carried_out(falling(state, ONE, place.x + 1.24, place.y), resolve_barrages, RED, dice=[9])
    assert suppressed(near.state, "B1/1")
    assert "under Red template 1 [gb20.barrage.placement]" in near.told[0]
    touching = carried_out(falling(state, ONE, place.x + 1.25, place.y), resolve_barrages, RED)
    assert touching.entries == []


@pytest.mark.clause("gb20.barrage.placement")
def test_an_on_call_mission_falls_where_it_was_called_whatever_has_moved():
    state = calling(on_call(battle(A1, LONE), ONE), CallMission(ONE, Place(30, 30, 90), "A1"), 15).state
    state = replace(moved(state, "B1/1", 40, 40), tallies={**state.tallies, Tally.TURN: 6})
    after = carried_out(state, due_missions, RED, picks=[LetCome()])
    assert after.state.units[ONE].place == Place(30, 30)
    assert "Red template 1 comes to 30, 30 [gb20.barrage.placement]" in after.told


# ---- the roll


@pytest.mark.case("gb20.barrage.suppress", 1)
@pytest.mark.clause("gb20.barrage.suppress")
def test_activated_in_the_open_9_suppresses_and_8_does_not():
    hit, missed = shelled(dice=[9]), shelled(dice=[8])
    assert suppressed(hit.state, "B1/1") and not suppressed(missed.state, "B1/1")
    assert hit.told[-1] == f"{sid(hit.state, 'B1/1')} is suppressed by Red template 1 [gb20.barrage.suppress]"


@pytest.mark.clause("gb20.barrage.suppress")
def test_friends_under_the_template_roll_too():
    state = falling_on(battle(Body("A1", (30, 20), stands=(INFANTRY,)), LONE), ONE, "A1/1")
    assert suppressed(carried_out(state, resolve_barrages, RED, dice=[20]).state, "A1/1")


@pytest.mark.clause("gb20.barrage.suppress")
def test_a_stand_under_two_templates_rolls_for_each():
    state = falling_on(falling_on(battle(A1, LONE), ONE, "B1/1"), TWO, "B1/1")
    after = carried_out(state, resolve_barrages, RED, dice=[1, 9])
    assert suppressed(after.state, "B1/1") and len(rolls(after)) == 2


@pytest.mark.clause("gb20.barrage.suppress")
def test_only_the_templates_of_the_player_whose_turn_it_is_are_rolled_for():
    state = falling_on(battle(A1, LONE), ONE, "B1/1")
    assert carried_out(state, resolve_barrages, BLUE).entries == []


@pytest.mark.case("gb20.barrage.column-choice", 1)
@pytest.mark.clause("gb20.barrage.column-choice")
def test_gone_to_ground_in_the_open_needs_13():
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=False, marks=(Mark.TO_GROUND,))
    missed = shelled(body=body, dice=[12])
    assert not suppressed(missed.state, "B1/1")
    assert "needs 13 or more (13 not activated [gb20.barrage.column-choice])" in missed.told[1]
    assert suppressed(shelled(body=body, dice=[13]).state, "B1/1")


@pytest.mark.case("gb20.barrage.column-choice", 2)
@pytest.mark.clause("gb20.barrage.column-choice")
def test_inactive_in_a_village_is_just_hard_cover():
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=False)
    assert not suppressed(shelled(body=body, pieces=(VILLAGE,), dice=[14]).state, "B1/1")
    assert suppressed(shelled(body=body, pieces=(VILLAGE,), dice=[15]).state, "B1/1")


@pytest.mark.clause("gb20.barrage.column-choice")
@pytest.mark.parametrize(("piece", "needed"), [(WOOD, 13), (VILLAGE, 15), (BUNKERS, 17)])
def test_cover_helps_and_not_being_activated_no_further(piece, needed):
    for active in (True, False):
        body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), active=active)
        assert not suppressed(shelled(body=body, pieces=(piece,), dice=[needed - 1]).state, "B1/1")
        assert suppressed(shelled(body=body, pieces=(piece,), dice=[needed]).state, "B1/1")


@pytest.mark.clause("gb20.barrage.column-choice")
def test_a_crest_line_is_no_cover_against_a_barrage():
    hill = {"kind": "hill", "name": "the hill", "level": 1, "corners": [[25, 25], [35, 25], [35, 31], [25, 31]]}
    assert suppressed(shelled(pieces=(hill,), dice=[9]).state, "B1/1")


@pytest.mark.clause("gb20.barrage.no-destroy")
def test_a_barrage_never_destroys_and_does_nothing_to_a_suppressed_stand():
    assert Mark.DESTROYED not in stand(shelled(dice=[20]).state, "B1/1").marks
    body = Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), suppressed=(1,))
    after = shelled(body=body, dice=[])
    assert "gb20.barrage.no-destroy" in after.cited and not rolls(after)


@pytest.mark.case("gb20.barrage.immune", 1)
@pytest.mark.clause("gb20.barrage.immune")
@pytest.mark.parametrize("kind", ["HQ", "Heavy weapons"])
def test_no_roll_is_made_for_hq_and_heavy_weapons(kind):
    body = Body("B1", (30, 30), side=BLUE, attached=(kind,))
    state = moved(battle(A1, body), "B1/4", 40, 40)
    after = carried_out(falling_on(state, ONE, "B1/4"), resolve_barrages, RED)
    assert not rolls(after) and not suppressed(after.state, "B1/4")
    assert "gb20.barrage.immune" in after.cited


@pytest.mark.clause("gb20.barrage.immune")
def test_staff_under_a_template_is_not_affected():
    state = battle(A1, LONE, c_ops={BLUE: (40, 40)}, fup={BLUE: (10, 40)})
    for x, name in ((40, "Blue C Ops"), (10, "Blue FUP")):
        after = carried_out(falling(state, ONE, x, 40), resolve_barrages, RED)
        assert not rolls(after) and "gb20.barrage.immune" in after.cited
        assert after.state.units[name].marks == {"under Red template 1"}


# ---- what it stops


@pytest.mark.case("gb20.barrage.pins-fire", 1)
@pytest.mark.clause("gb20.barrage.pins-fire")
def test_a_stand_under_a_template_neither_fires_nor_is_fired_at():
    body = Body("B1", (30, 23), 180, side=BLUE, interval=190, formation=Formation.DEFENSIVE)
    state = carried_out(falling_on(battle(A1, body), ONE, "B1/2"), resolve_barrages, RED, dice=[1]).state
    pinned = refuse_firer(state, stand(state, "B1/2"))
    assert not suppressed(state, "B1/2") and pinned is not None and pinned.clause == "gb20.barrage.pins-fire"
    assert refuse_firer(state, stand(state, "B1/1")) is None
    question = asks(state, lambda play: name_target(play, sid(state, "A1/1")))
    barred = {option.command.target: option.clause for option in question.decision.barred}
    assert barred[sid(state, "B1/2")] == "gb20.barrage.pins-fire"
    assert any(
        option.command.target == sid(state, "B1/1") for option in question.options if hasattr(option.command, "target")
    )


# ---- coming under one


def entered(state, x, y, *, dice=(), name="A1"):
    """The battalion's anchor goes straight there."""
    way = Way(state, state.units[name], Place(x, y, state.units[name].place.facing))
    there = Marched(name, way.to, tuple(way.after.items())).apply(state)
    return carried_out(there, enter_barrages, name, dice=dice)


SCOUT = Body("A1", (30, 20), stands=(INFANTRY,))


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_that_moves_onto_a_template_rolls_at_once():
    state = falling(battle(SCOUT, LONE), ONE, 30, 23)
    after = entered(state, 30, 23.2, dice=[9])
    assert suppressed(after.state, "A1/1")
    assert after.told[-1].endswith("[gb20.barrage.entering]")


@pytest.mark.clause("gb20.barrage.entering")
def test_once_suppressed_the_battalion_goes_on_at_the_bad_going_rate():
    after = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[9])
    rates = Rates(after.state, after.state.units["A1"])
    assert rates.good == rates.bad


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_that_stays_under_a_template_does_not_roll_again():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    assert entered(state, 30, 23.4).entries == []


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_rolled_for_in_step_4b_does_not_roll_again_while_it_stays():
    state = carried_out(falling_on(battle(SCOUT, LONE), ONE, "A1/1"), resolve_barrages, RED, dice=[1]).state
    assert entered(state, 30, 20.1).entries == []


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_that_leaves_a_template_and_comes_back_rolls_again():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    gone = entered(state, 30, 20)
    assert stand(gone.state, "A1/1").marks == frozenset()
    assert len(rolls(entered(gone.state, 30, 23.2, dice=[1]))) == 1


@pytest.mark.clause("gb20.barrage.entering")
def test_a_stand_that_has_been_in_reserve_rolls_again():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    assert Withdrawn("A1").apply(state).units[sid(state, "A1/1")].marks == frozenset()


@pytest.mark.clause("gb20.barrage.entering")
def test_it_rolls_again_when_the_template_is_kept_up():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    kept = carried_out(state, keep_barrages, RED, picks=[KeepUp(ONE)]).state
    assert suppressed(carried_out(kept, resolve_barrages, RED, dice=[9]).state, "A1/1")


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
    assert after.told == ["Red template 1 has no round left: out of use until the next dawn [gb20.barrage.duration]"]


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
    after = calling(state, CallMission(ONE, Place(30, 25), "A1"), 6)
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
    assert after.told == ["Red template 1 is removed: out of use until the next dawn [gb20.barrage.template-spent]"]
    assert rounds(after.state, RED) == 5
    question = asks(after.state, lambda play: call_missions(play, RED))
    assert why_not(question, CallMission(ONE, Place(30, 25), "A1")) == "gb20.barrage.template-spent"


@pytest.mark.clause("gb20.barrage.template-spent")
def test_who_was_under_a_template_that_is_gone_is_free_again():
    state = entered(falling(battle(SCOUT, LONE), ONE, 30, 23), 30, 23.2, dice=[1]).state
    after = carried_out(state, keep_barrages, RED, picks=[Lift(ONE)])
    assert stand(after.state, "A1/1").marks == frozenset()
    assert refuse_firer(after.state, stand(after.state, "A1/1")) is None


@pytest.mark.clause("gb20.barrage.template-spent")
def test_a_template_that_is_firing_is_not_called_a_second_time():
    state = on_call(falling(battle(A1, LONE), ONE, 30, 30), TWO)
    question = asks(state, lambda play: call_missions(play, RED))
    assert why_not(question, CallMission(ONE, Place(30, 25), "A1")) == "gb20.barrage.template-spent"


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
def test_no_mission_is_called_in_reply_to_a_move():
    state = on_call(battle(A1, Body("B1", (30, 26), 180, side=BLUE)), ONE)
    way = Way(state, state.units["B1"], Place(30, 24, 180))
    watch = Watch(state, way)
    there = Marched("B1", way.to, tuple(way.after.items())).apply(state)
    assert watch.sees(there, 1.0)
    question = asks(there, lambda play: react(play, watch))
    assert question.side == RED and {type(command) for command in offers(question)} >= {OpenFire, LetPass}
    assert Wait() not in offers(question)
    assert why_not(question, CallMission(ONE, Place(30, 24), "A1")) == "gb20.barrage.own-turn-only"


@pytest.mark.clause("gb20.barrage.own-turn-only")
def test_who_calls_no_more_waits_for_his_next_step_4():
    question = asks(on_call(battle(A1, LONE), ONE), lambda play: call_missions(play, RED))
    assert question.options[-1].command == Done() and question.options[-1].clause == "gb20.barrage.own-turn-only"


# ---- who is under it


@pytest.mark.clause("gb20.barrage.hidden-targets")
@pytest.mark.parametrize("die", [1, 20])
def test_the_firer_learns_nothing_of_hidden_stands_under_his_template(die):
    state = falling_on(battle(A1, Body("B1", (30, 30), side=BLUE, stands=(INFANTRY,), hidden=True)), ONE, "B1/1")
    after = carried_out(state, resolve_barrages, RED, dice=[die])
    assert suppressed(after.state, "B1/1") == (die == 20)
    assert stand(after.state, "B1/1").known_to == frozenset()
    assert {entry.known_to for entry in after.entries} == {frozenset({BLUE})}
    assert view(after.state, RED) == view(state, RED)
    assert "gb20.barrage.hidden-targets" in after.cited


@pytest.mark.clause("gb20.barrage.hidden-targets")
def test_hidden_staff_under_a_template_is_not_given_away_either():
    state = battle(A1, LONE, c_ops={BLUE: (40, 40)})
    state = state.put(replace(state.units["Blue C Ops"], known_to=frozenset()))
    after = carried_out(falling(state, ONE, 40, 40), resolve_barrages, RED)
    assert {entry.known_to for entry in after.entries} == {frozenset({BLUE})}


@pytest.mark.clause("gb20.barrage.loaded-transport")
def test_one_roll_is_made_for_a_stand_and_its_transport():
    body = Body("B1", (30, 30), side=BLUE, stands=("Infantry by truck",), loaded=True)
    after = shelled(body=body, dice=[9])
    assert len(rolls(after)) == 1 and suppressed(after.state, "B1/1")
    assert after.entries[-1].clause == "gb20.barrage.loaded-transport"


@pytest.mark.clause("gb20.barrage.loaded-transport")
def test_riders_suffer_what_the_tank_suffers():
    state = battle(
        A1, Body("B1", (30, 30), side=BLUE, stands=(TANK,)), Body("B2", (50, 30), side=BLUE, stands=(INFANTRY,))
    )
    rider = replace(stand(state, "B2/1"), place=None, aboard=sid(state, "B1/1"))
    after = carried_out(falling_on(state.put(rider), ONE, "B1/1"), resolve_barrages, RED, dice=[9])
    assert suppressed(after.state, "B1/1") and suppressed(after.state, "B2/1")


# ---- field guns

WITH_GUN = Body("A1", (30, 20), attached=("25 pounder field gun M by truck",))
OF_GUN = "Red template 4"


@pytest.mark.clause("gb20.barrage.field-guns")
def test_the_template_of_a_field_gun_is_called_like_any_other_though_the_gun_is_limbered():
    gunners = Body("A1", (30, 20), attached=("25 pounder field gun M by truck",), loaded=True)
    state = on_call(battle(gunners, LONE), OF_GUN)
    question = asks(state, lambda play: call_missions(play, RED))
    assert question.options[0].clause == "gb20.barrage.field-guns"
    after = calling(state, CallMission(OF_GUN, Place(30, 25), "A1"), 16)
    assert is_falling(after.state, OF_GUN) and rounds(after.state, RED) == 4


@pytest.mark.clause("gb20.barrage.field-guns")
def test_it_is_offered_beside_those_of_the_division():
    state = on_call(battle(WITH_GUN, LONE), ONE, TWO, OF_GUN)
    question = asks(state, lambda play: call_missions(play, RED))
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
    question = asks(state, lambda play: call_missions(play, RED))
    assert why_not(question, CallMission(OF_GUN, Place(30, 25), "A1")) == "gb20.barrage.field-guns"


# ---- nightfall


def test_every_template_leaves_the_table_at_nightfall():
    state = falling(falling(battle(A1, LONE), ONE, 30, 30), "Blue template 1", 30, 20)
    after = carried_out(marked(state, "A1/1", "under Blue template 1"), lift_all)
    assert is_used(after.state, ONE) and is_used(after.state, "Blue template 1")
    assert stand(after.state, "A1/1").marks == frozenset()
    assert after.state.units[ONE].kind == Kind.TEMPLATE
