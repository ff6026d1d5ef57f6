"""A C Ops that earns its division's activation points, where it is played."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, asks, offers, table, why_not
from msgspec.structs import replace

from sandtable.kernel.events import Tallied
from sandtable.kernel.facts import Rolled
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.airborne import SavePoint, TravelNow
from sandtable.rules.great_battles.commands.day import Activate, Done
from sandtable.rules.great_battles.commands.night import MoveStaff, Stay
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.facts.day import PlayerTurnOver
from sandtable.rules.great_battles.sequence import SEQUENCE
from sandtable.rules.great_battles.staff.staff_points import deliver_orders, keep_points, roll_staff, staff_acts
from sandtable.rules.great_battles.steps import ActionRolls, Activation, Staff
from sandtable.rules.great_battles.words import Kind, Mark, Tally
from sandtable.scripted import act

CLAUSE = "gb20.variants.cops-activation"
OPTION = ("cops-activation",)
STAFF, A1 = UnitId("Red C Ops"), UnitId("A1")
HQ = "HQ"


def division(*others, options=OPTION, points=5, at=(30.0, 10.0), a1=(20, 10), attached=(), turn=5, days=2):
    one = Body("A1", a1, active=False, attached=attached)
    return table(one, *others, options=options, points=points, c_ops={RED: at}, turn=turn, days=days)


def with_actions(state, actions):
    return Tallied(STAFF, Tally.ACTIONS, actions).apply(state)


def points(state):
    return state.units["Red"].tallies[Tally.POINTS]


# ---- the roll


@pytest.mark.clause("gb20.variants.cops-activation")
@pytest.mark.parametrize(("die", "actions"), [(10, 1), (15, 0), (16, 2)])
def test_the_c_ops_rolls_for_actions_with_a_quality_of_its_own(die, actions):
    after = act(division(), lambda play: roll_staff(play, RED), [die])
    assert after.state.units[STAFF].tallies[Tally.ACTIONS] == actions
    assert CLAUSE in after.cited


@pytest.mark.clause("gb20.variants.cops-activation")
def test_a_better_staff_has_a_better_chance():
    state = division()
    red, blue = state.scenario.side
    scenario = replace(state.scenario, side=(replace(red, c_ops_quality="veteran"), blue))
    after = act(replace(state, scenario=scenario), lambda play: roll_staff(play, RED), [13])
    assert after.state.units[STAFF].tallies[Tally.ACTIONS] == 2


@pytest.mark.clause("gb20.variants.cops-activation")
def test_cut_off_from_its_edge_it_has_minus_two():
    wall = [Body(f"B{n}", (0.75 + n * 2.4, 4), side=BLUE, stands=(INFANTRY,)) for n in range(25)]
    after = act(division(*wall), lambda play: roll_staff(play, RED), [17])
    assert any(f"-2 cut off from supply [{CLAUSE}]" in line for line in after.told)
    assert after.state.units[STAFF].tallies[Tally.ACTIONS] == 0
    ajar = act(division(*wall[:-4]), lambda play: roll_staff(play, RED), [17])
    assert ajar.state.units[STAFF].tallies[Tally.ACTIONS] == 2


@pytest.mark.clause("gb20.variants.cops-activation")
def test_without_the_option_it_does_not_roll():
    assert not act(division(options=()), lambda play: roll_staff(play, RED)).entries


# ---- spending


@pytest.mark.clause("gb20.variants.cops-activation")
def test_an_action_becomes_a_point_for_later_turns_or_a_move():
    state = with_actions(division(), 2)
    question = asks(state, lambda play: staff_acts(play, RED))
    assert offers(question) == [SavePoint(STAFF), TravelNow(STAFF), Done()]
    saved = act(state, lambda play: staff_acts(play, RED), (), [SavePoint(STAFF)])
    assert points(saved.state) == 6
    assert f"Red saves an activation point and has 6 [{CLAUSE}]" in saved.told
    assert saved.state.units[STAFF].tallies[Tally.ACTIONS] == 1


@pytest.mark.clause("gb20.variants.cops-activation")
def test_of_two_actions_one_at_most_goes_on_moving():
    state = with_actions(division(at=(30.0, 0.5)), 2)
    where = asks(state, lambda play: staff_acts(play, RED), picks=[TravelNow(STAFF)])
    assert any(isinstance(option.command, MoveStaff) for option in where.options)
    stayed = act(state, lambda play: staff_acts(play, RED), (), [TravelNow(STAFF), Stay(STAFF)]).state
    assert why_not(asks(stayed, lambda play: staff_acts(play, RED)), TravelNow(STAFF)) == "gb20.command.c-ops-move"


@pytest.mark.clause("gb20.variants.cops-activation")
def test_no_more_than_twenty_points_are_held():
    state = with_actions(division(points=20), 1)
    assert why_not(asks(state, lambda play: staff_acts(play, RED)), SavePoint(STAFF)) == CLAUSE


@pytest.mark.clause("gb20.variants.cops-activation")
def test_with_nothing_to_spend_it_neither_moves_nor_saves():
    after = act(with_actions(division(), 0), lambda play: staff_acts(play, RED))
    assert not after.entries


# ---- the delay


def activates(state, *dice):
    return act(state, lambda play: activate_next(play, RED, dawn=False), dice, [Activate((A1,))])


@pytest.mark.clause("gb20.variants.cops-activation")
def test_an_activation_takes_as_long_as_the_barrage_delay_table_says():
    now = activates(division(), 16)
    assert Mark.ACTIVATED in now.state.units["A1"].marks
    later = activates(division(), 9)  # two turns for average troops
    assert Mark.ACTIVATED not in later.state.units["A1"].marks
    assert f"A1 will be activated on turn 7 [{CLAUSE}]" in later.told
    assert points(later.state) == 3
    state = later.state
    for turn, active in ((6, False), (7, True)):
        state = act(
            replace(state, tallies={**state.tallies, Tally.TURN: turn}), lambda play: deliver_orders(play, RED)
        ).state
        assert (Mark.ACTIVATED in state.units["A1"].marks) is active


@pytest.mark.clause("gb20.variants.cops-activation")
def test_who_waits_for_his_orders_is_not_paid_for_again():
    waiting = PlayerTurnOver().apply(activates(division(), 9).state)
    asked = act(waiting, lambda play: activate_next(play, RED, dawn=False)).asked[0]
    assert {option.command: option.refusal.clause for option in asked.barred}[Activate((A1,))] == CLAUSE


@pytest.mark.clause("gb20.variants.cops-activation")
def test_an_hq_with_it_helps_and_one_far_off_hinders():
    with_hq = activates(division(attached=(HQ,)), 14)
    assert any(f"+2 with its HQ [{CLAUSE}] = 16" in line for line in with_hq.told)
    assert Mark.ACTIVATED in with_hq.state.units["A1"].marks
    far = activates(division(Body("A2", (30, 20), attached=(HQ,))), 17)
    assert any(f"-2 more than 4 inches from its HQ [{CLAUSE}] = 15" in line for line in far.told)
    assert Mark.ACTIVATED not in far.state.units["A1"].marks
    near = activates(division(Body("A2", (24, 12), attached=(HQ,))), 16)
    assert Mark.ACTIVATED in near.state.units["A1"].marks


@pytest.mark.clause("gb20.variants.cops-activation")
def test_a_roll_that_tells_how_far_off_a_hidden_hq_is_stays_secret():
    state = division(Body("A2", (30, 20), attached=(HQ,)))
    hq = next(unit for unit in state.units.values() if unit.kind == Kind.HQ)
    for whose, readers in ((None, None), (frozenset(), frozenset({RED}))):
        after = activates(state.put(replace(hq, known_to=whose)), 17)
        assert [entry.known_to for entry in after.entries if isinstance(entry.event, Rolled)] == [readers]


@pytest.mark.clause("gb20.variants.cops-activation")
def test_who_has_gone_to_ground_meanwhile_is_not_activated():
    waiting = activates(division(), 9).state
    late = replace(waiting, tallies={**waiting.tallies, Tally.TURN: 7})
    to_ground = late.put(replace(late.units["A1"], marks=late.units["A1"].marks | {Mark.TO_GROUND}))
    for state, wakes in ((late, True), (to_ground, False)):
        after = act(state, lambda play: deliver_orders(play, RED)).state
        assert (Mark.ACTIVATED in after.units["A1"].marks) == wakes


# ---- overnight


@pytest.mark.clause("gb20.variants.cops-activation")
def test_at_night_each_saved_point_is_kept_on_the_score_of_the_scenario():
    after = act(division(points=3), lambda play: keep_points(play, RED), [10, 11, 20])
    assert points(after.state) == 2
    assert any(f"needs 11 or more (11 by the scenario [{CLAUSE}])" in line for line in after.told)


@pytest.mark.clause("gb20.variants.cops-activation")
def test_orders_that_have_not_come_by_night_are_lost():
    state = activates(division(points=2), 9).state
    after = act(state, lambda play: keep_points(play, RED))
    assert Tally.READY_ON not in after.state.units["A1"].tallies
    gone = state.put(replace(state.units["A1"], marks=frozenset({Mark.WIPED_OUT, Mark.RESERVE})))
    assert Tally.READY_ON not in act(gone, lambda play: keep_points(play, RED)).state.units["A1"].tallies


# ---- in the sequence


@pytest.mark.clause("gb20.variants.cops-activation")
def test_the_sequence_rolls_spends_and_wakes_up():
    state = division(a1=None)
    rolled = act(state, lambda play: SEQUENCE[ActionRolls](play, ActionRolls(RED)), [16])
    assert rolled.state.units[STAFF].tallies[Tally.ACTIONS] == 2
    spent = act(rolled.state, lambda play: SEQUENCE[Staff](play, Staff(RED)), (), [SavePoint(STAFF)])
    assert points(spent.state) == 6
    waiting = state.put(replace(state.units["A1"], tallies={**state.units["A1"].tallies, Tally.READY_ON: 5}))
    woken = act(waiting, lambda play: SEQUENCE[Activation](play, Activation(RED)), (), [Done()])
    assert Mark.ACTIVATED in woken.state.units["A1"].marks
