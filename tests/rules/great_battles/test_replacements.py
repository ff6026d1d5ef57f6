"""Replacements at night."""

from functools import partial

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, asks, marked, offers, sid, stand, table
from msgspec.structs import replace
from rear import A1, MAIN_ROAD, in_line, in_play, made_up, rear, ring_round

from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.day import Take
from sandtable.rules.great_battles.commands.night import Rejoin, WaitInReserve
from sandtable.rules.great_battles.day.deploy import deploy_next, withdraw_by_day
from sandtable.rules.great_battles.day.night import tidy_up
from sandtable.rules.great_battles.day.replacements import rejoin_next, replace_losses
from sandtable.rules.great_battles.effects.hits import destroy
from sandtable.rules.great_battles.nerve.morale import clear_destroyed
from sandtable.rules.great_battles.staff.supply import inches_to_staff, situation
from sandtable.rules.great_battles.table.field import in_reserve, quality, standing, stands_of
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act

RIVER = {"kind": "river", "name": "river", "at": [30, 20], "size": [60, 2]}


red = partial(rear, staff=(30, 5), fup=(30, 8), days=3)


# ---- the roll


@pytest.mark.case("gb20.replacements.roll", 1)
def test_near_its_c_ops_and_in_average_supply_a_stand_comes_back_on_seventeen():
    after = made_up(red(in_line(16, 1, 2)), dice=[17, 16])
    assert in_play(after.state, 1, 2) == [True, False]
    assert "17 OK, average supply [gb20.replacements.columns]" in after.told[1]


@pytest.mark.case("gb20.replacements.roll", 2)
def test_separated_and_in_inferior_supply_there_is_no_roll():
    after = made_up(red(in_line(30, 1), supply="inferior"))
    assert in_play(after.state, 1) == [False]
    assert after.told[-1] == "A1: no replacements in inferior supply [gb20.replacements.roll]"


@pytest.mark.clause("gb20.replacements.roll")
def test_stands_lost_on_an_earlier_day_are_rolled_for_again():
    state = red(in_line(16, 1))
    again = made_up(replace(state, tallies={**state.tallies, Tally.DAY: 2}), dice=[17])
    assert in_play(again.state, 1) == [True]


@pytest.mark.clause("gb20.replacements.roll")
def test_every_battalion_has_its_turn_once_in_a_night():
    state = red(in_line(16, 1), Body("A2", (10, 5), destroyed=(1,)), staff=(20, 5))
    more = []
    after = act(state, lambda play: more.extend(replace_losses(play, RED) for _ in range(3)), dice=[1, 1])
    assert more == [True, False, False]
    assert len([line for line in after.told if "rolls" in line]) == 2


@pytest.mark.case("gb20.replacements.columns", 1)
def test_superb_supply_brings_a_stand_in_reserve_back_on_three():
    assert in_play(made_up(red(Body("A1", destroyed=(1,)), supply="superb"), dice=[3]).state, 1) == [True]


@pytest.mark.clause("gb20.replacements.roll")
def test_the_enemy_does_not_see_dice_thrown_for_units_in_reserve():
    after = made_up(red(Body("A1", destroyed=(1,))), dice=[9])
    assert [entry.known_to for entry in after.entries if entry.event.tell()] == [{RED}] * 3


# ---- situations


@pytest.mark.clause("gb20.replacements.situation")
@pytest.mark.parametrize(("y", "where"), [(18, "OK"), (18.01, "Separated"), (41.98, "Separated"), (42, "Isolated")])
def test_the_situation_goes_by_the_distance_from_the_c_ops(y, where):
    state = table(Body("A1", (30, y), stands=(INFANTRY,)), c_ops={RED: (30, 5)})
    assert situation(state, state.units[A1]) == where


@pytest.mark.clause("gb20.replacements.situation")
def test_off_the_table_a_battalion_is_in_reserve():
    after = made_up(red(Body("A1", destroyed=(1,))), dice=[9])
    assert after.told[0] == "A1: in reserve [gb20.replacements.situation]"


@pytest.mark.case("gb20.replacements.isolated", 1)
def test_a_battalion_that_enemies_shut_in_is_isolated_and_loses_a_stand():
    state = red(Body("A1", (30, 25), stands=(INFANTRY,) * 2, destroyed=()), *ring_round(30, 25))
    assert situation(state, state.units[A1]) == "Isolated"
    after = made_up(state, picks=[Take(sid(state, "A1/2"))])
    assert in_play(after.state, 1, 2) == [True, False]
    assert after.told[0] == "A1 is isolated [gb20.replacements.isolated]"
    assert len(standing(after.state, A1)) == 1


@pytest.mark.clause("gb20.replacements.isolated")
def test_the_line_is_measured_the_way_it_has_to_go():
    wall = [Body(f"B{n}", (x, 14), 180, side=BLUE, stands=(INFANTRY,)) for n, x in enumerate((24, 27, 30, 33, 36))]
    state = red(Body("A1", (30, 20), stands=(INFANTRY,)), *wall)
    staff = state.units[UnitId("Red C Ops")]
    assert 17 < inches_to_staff(state, state.units[A1], staff) < 25
    assert situation(state, state.units[A1]) == "Separated"


@pytest.mark.clause("gb20.replacements.isolated")
@pytest.mark.parametrize(("pieces", "where"), [((RIVER,), "Isolated"), ((RIVER, MAIN_ROAD), "Separated")])
def test_a_line_crosses_water_on_bridges_only(pieces, where):
    state = red(Body("A1", (36, 24), stands=(INFANTRY,)), pieces=pieces)
    assert situation(state, state.units[A1]) == where


@pytest.mark.clause("gb20.command.c-ops-destroyed", "gb20.replacements.isolated")
def test_in_the_night_after_its_c_ops_was_overrun_units_in_reserve_lose_a_stand_too():
    state = marked(red(Body("A1", destroyed=(1,))), "Red C Ops", Mark.DESTROYED)
    after = made_up(state, picks=[Take(sid(state, "A1/3"))])
    assert in_play(after.state, 1, 2, 3) == [False, True, False]


# ---- what comes back


@pytest.mark.clause("gb20.replacements.return")
def test_a_stand_that_comes_back_waits_until_it_has_been_placed():
    after = made_up(red(in_line(16, 4)), dice=[17])
    assert after.told[-1] == "A1/4 infantry is replaced [gb20.replacements.return]"
    assert Mark.WAITING in stand(after.state, "A1/4").marks
    assert len(stands_of(after.state, A1)) == 3


@pytest.mark.clause("gb20.replacements.return", "gb20.replacements.rejoin")
def test_it_falls_in_with_its_battalion_within_twelve_inches_of_the_fup():
    state = made_up(red(in_line(17, 4)), dice=[17]).state
    new = sid(state, "A1/4")
    assert offers(asks(state, lambda play: rejoin_next(play, RED))) == [Rejoin(new, place) for place in range(4)]
    after = act(state, lambda play: rejoin_next(play, RED), picks=[Rejoin(new, 3)], view=view).state
    assert [one.place.x for one in standing(after, A1)] == [26.25, 28.75, 31.25, 33.75]
    assert Mark.WAITING not in after.units[new].marks and Mark.SUPPRESSED not in after.units[new].marks
    assert after.units[A1].tallies[Tally.AT_DAWN] == 4


@pytest.mark.clause("gb20.replacements.rejoin")
def test_a_battalion_too_far_from_the_fup_gets_it_at_a_later_dawn():
    waiting = made_up(red(in_line(22, 4), staff=(30, 12)), dice=[17]).state
    tried = act(waiting, lambda play: rejoin_next(play, RED))
    assert [option.command for option in tried.asked[0].options] == [WaitInReserve(sid(waiting, "A1/4"))]
    assert Mark.WAITING in stand(tried.state, "A1/4").marks
    fup = waiting.units[UnitId("Red FUP")]
    nearer = waiting.put(replace(fup, place=replace(fup.place, y=14)))
    dawn = act(nearer, lambda play: deploy_next(play, RED, dawn=True), picks=[Rejoin(sid(waiting, "A1/4"), 0)])
    assert len(standing(dawn.state, A1)) == 4


@pytest.mark.clause("gb20.replacements.rejoin")
def test_a_stand_of_a_battalion_in_reserve_is_with_it_at_once():
    after = made_up(red(Body("A1", destroyed=(1,))), dice=[9]).state
    assert len(stands_of(after, A1)) == 3


@pytest.mark.clause("gb20.replacements.rejoin")
def test_a_stand_that_waits_is_with_its_battalion_as_soon_as_that_goes_into_reserve():
    state = made_up(red(in_line(22, 4), staff=(30, 12), options=("day-withdrawal",)), dice=[17]).state
    assert len(stands_of(state, A1)) == 3
    after = act(state, lambda play: withdraw_by_day(play, A1)).state
    assert len(stands_of(after, A1)) == 4


@pytest.mark.clause("gb20.replacements.rejoin")
def test_a_stand_finds_its_place_in_a_file_on_the_road():
    column = Body("A1", (30, 14), stands=(INFANTRY,) * 3, formation=Formation.ROAD_MARCH)
    state = red(column)
    for number, y in ((1, 14.0), (2, 12.5), (3, 11.0)):
        one = stand(state, f"A1/{number}")
        state = state.put(replace(one, place=replace(one.place, x=30.0, y=y)))
    last = stand(state, "A1/3")
    state = made_up(state.put(replace(last, place=None, marks=last.marks | {Mark.DESTROYED})), dice=[17]).state
    after = act(state, lambda play: rejoin_next(play, RED), picks=[Rejoin(last.id, 2)], view=view).state
    assert [one.place.point for one in standing(after, A1)] == [(30.0, 14.0), (30.0, 12.5), (30.0, 11.0)]


# ---- wiped out


def wiped_out():
    """An average battalion that loses its last stand on day 1."""
    state = red(Body("A1", (30, 16), stands=(INFANTRY,)), Body("A2", (10, 5)))
    return act(state, lambda play: (destroy(play, sid(state, "A1/1")), clear_destroyed(play))).state


def day_two(state):
    return replace(state, tallies={**state.tallies, Tally.DAY: 2})


@pytest.mark.case("gb20.replacements.wiped-out", 1)
def test_a_battalion_wiped_out_rolls_after_a_full_day_and_is_worse_for_it():
    state = wiped_out()
    assert Mark.RESERVE in state.units[A1].marks and in_reserve(state, RED) == []
    first = made_up(state)
    assert first.told[-1] == "A1 waits a full day for replacements [gb20.replacements.wiped-out]"
    second = made_up(day_two(state), dice=[9])
    assert [body.id for body in in_reserve(second.state, RED)] == ["A1"]
    assert quality(second.state.units[A1]) == "inferior"


@pytest.mark.clause("gb20.replacements.wiped-out")
def test_the_enemy_does_not_learn_that_it_is_made_up_again():
    after = made_up(day_two(wiped_out()), dice=[9])
    assert A1 not in view(after.state, BLUE).units
    assert [entry.known_to for entry in after.entries if "A1/1" in entry.event.tell()] == [{RED}] * 2


@pytest.mark.clause("gb20.activate.duration")
@pytest.mark.parametrize("mark", [Mark.ACTIVATED, Mark.TO_GROUND])
def test_a_battalion_wiped_out_is_inactive_when_it_is_made_up_again(mark):
    state = marked(wiped_out(), A1, mark)
    rested = act(state, tidy_up).state
    after = made_up(day_two(rested), dice=[9]).state
    assert after.units[A1].marks == {Mark.RESERVE, Mark.REBUILT}


@pytest.mark.clause("gb20.replacements.rejoin")
def test_a_stand_that_was_waiting_keeps_its_battalion_in_being():
    state = made_up(red(in_line(22, 4), staff=(30, 12)), dice=[17]).state
    for one in standing(state, A1):
        state = act(state, lambda play, one=one: destroy(play, one.id)).state
    state = act(state, clear_destroyed).state
    assert Mark.WIPED_OUT in state.units[A1].marks
    after = act(state, lambda play: rejoin_next(play, RED)).state
    assert [one.id for one in stands_of(after, A1)] == [sid(state, "A1/4")]
    assert Mark.WIPED_OUT not in after.units[A1].marks and A1 not in view(after, BLUE).units
