"""Replacements at night by the d10 charts."""

from functools import partial

import pytest
from gbtable import GB10, INFANTRY, RED, Body, asks, marked, moved, offers, sid, stand
from msgspec.structs import replace
from rear import A1, in_line, in_play, made_up, rear, ring_round, wall

from sandtable.rules.great_battles.book.charts import SUPPLY
from sandtable.rules.great_battles.commands.day import Take
from sandtable.rules.great_battles.commands.night import Rejoin
from sandtable.rules.great_battles.d10 import EDITION
from sandtable.rules.great_battles.day.replacements import rejoin_next
from sandtable.rules.great_battles.effects.hits import destroy
from sandtable.rules.great_battles.nerve.morale import clear_destroyed
from sandtable.rules.great_battles.staff.supply import situation
from sandtable.rules.great_battles.table.field import in_reserve, quality, standing, stands_of
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Mark, Tally
from sandtable.scripted import act

red = partial(rear, staff=(30, 5), fup=(30, 8), days=3, rules=GB10)


def where(state):
    return situation(state, state.units[A1])


# ---- the roll


@pytest.mark.case("gb10.replacements.roll", 1)
def test_near_its_c_ops_in_average_supply_a_stand_comes_back_on_two():
    after = made_up(red(in_line(15.5, 1, 2)), dice=[2, 3])
    assert in_play(after.state, 1, 2) == [True, False]
    assert "needs 2 or less (2 OK, average supply [gb10.replacements.quality])" in after.told[1]


@pytest.mark.case("gb10.replacements.roll", 2)
def test_separated_in_poor_supply_there_is_no_replacement():
    after = made_up(red(in_line(25.5, 1), supply="poor"))
    assert in_play(after.state, 1) == [False]
    assert after.told[-1] == "A1: no replacements in poor supply [gb10.replacements.roll]"


@pytest.mark.case("gb10.replacements.roll", 3)
def test_superb_supply_brings_a_stand_in_reserve_back_on_nine():
    state = red(Body("A1", destroyed=(1,)), supply="superb")
    assert in_play(made_up(state, dice=[9]).state, 1) == [True]
    assert in_play(made_up(state, dice=[10]).state, 1) == [False]


# ---- the situation


@pytest.mark.case("gb10.replacements.situation", 1)
@pytest.mark.parametrize(("y", "found"), [(18, "OK"), (18.01, "Separated"), (41.99, "Separated"), (42, "Isolated")])
def test_the_straight_distance_to_the_c_ops_decides(y, found):
    assert where(red(Body("A1", (30, y), stands=(INFANTRY,)))) == found


@pytest.mark.clause("gb10.replacements.line")
def test_near_as_it_is_it_needs_a_line_of_at_most_thirty_six_inches():
    behind = red(Body("A1", (30, 14), stands=(INFANTRY,)), *wall(9.5, 26, 30, 34))
    assert where(behind) == "OK"
    shut_in = red(Body("A1", (30, 14), stands=(INFANTRY,)), *ring_round(30, 13.75))
    assert where(shut_in) == "Isolated"
    long = red(Body("A1", (30, 14), stands=(INFANTRY,)), *wall(9.5, *range(10, 58, 4)))
    assert where(long) == "Isolated"


@pytest.mark.clause("gb10.replacements.no-limit")
def test_without_a_limit_only_who_is_shut_in_is_isolated():
    option = {"options": ("isolation-no-limit",)}
    far = red(Body("A1", (30, 46), stands=(INFANTRY,) * 2, destroyed=(1,)), **option)
    assert where(far) == "Separated"
    assert made_up(far, dice=[1]).told[0] == "A1: separated from its C Ops [gb10.replacements.no-limit]"
    assert where(red(Body("A1", (30, 14), stands=(INFANTRY,)), *ring_round(30, 13.75), **option)) == "Isolated"


@pytest.mark.case("gb10.replacements.isolated", 1)
def test_an_isolated_battalion_does_not_roll_and_loses_a_stand():
    lone = Body("A1", (30, 25), stands=(INFANTRY,) * 3, destroyed=(1,))
    state = red(lone, *ring_round(30, 25), supply="superb")
    after = made_up(state, picks=[Take(sid(state, "A1/2"))])
    assert in_play(after.state, 1, 2, 3) == [False, False, True]
    assert "A1 is isolated [gb10.replacements.isolated]" in after.told


@pytest.mark.clause("gb10.replacements.cops-lost")
def test_so_does_everybody_whose_c_ops_was_destroyed():
    state = marked(red(Body("A1", destroyed=(1,))), "Red C Ops", Mark.DESTROYED)
    after = made_up(state, picks=[Take(sid(state, "A1/3"))])
    assert in_play(after.state, 1, 2, 3) == [False, True, False]
    assert "A1 is isolated [gb10.replacements.cops-lost]" in after.told


# ---- what comes back


@pytest.mark.clause("gb10.replacements.placement")
def test_it_falls_in_within_twelve_inches_of_the_fup():
    state = made_up(red(in_line(17, 4)), dice=[2]).state
    new = sid(state, "A1/4")
    assert offers(asks(state, lambda play: rejoin_next(play, RED))) == [Rejoin(new, place) for place in range(4)]
    after = act(state, lambda play: rejoin_next(play, RED), picks=[Rejoin(new, 3)], view=view)
    assert len(standing(after.state, A1)) == 4
    assert "gb10.replacements.placement" in after.cited


@pytest.mark.clause("gb10.replacements.placement", "gb10.airborne.consolidation-actions")
def test_it_waits_for_a_battalion_that_has_not_come_together():
    """A stand that fell in would draw up all the others, wherever they have come down."""
    state = moved(marked(made_up(red(in_line(17, 4)), dice=[2]).state, "A1", Mark.SCATTERED), "A1/3", 40, 30)
    after = act(state, lambda play: rejoin_next(play, RED), view=view).state
    assert Mark.WAITING in stand(after, "A1/4").marks and stand(after, "A1/3").place.point == (40, 30)


@pytest.mark.case("gb10.replacements.wiped-out", 1)
def test_a_battalion_wiped_out_rolls_a_day_later_and_is_worse_for_it():
    state = red(Body("A1", (30, 15), stands=(INFANTRY,), quality="experienced"), Body("A2", (10, 5)))
    state = act(state, lambda play: (destroy(play, sid(state, "A1/1")), clear_destroyed(play))).state
    assert Mark.RESERVE in state.units[A1].marks and stands_of(state, A1) == []
    assert made_up(state).told[-1] == "A1 waits a full day for replacements [gb10.replacements.wiped-out]"
    second = made_up(replace(state, tallies={**state.tallies, Tally.DAY: 2}), dice=[6])
    assert [body.id for body in in_reserve(second.state, RED)] == ["A1"]
    assert quality(second.state.units[A1]) == "average"


@pytest.mark.clause("gb10.replacements.quality")
def test_the_better_the_supply_the_likelier_a_replacement():
    scores = [EDITION.charts.replacement("In reserve", supply) for supply in SUPPLY]
    assert scores == sorted(scores) and scores[-1] == 9
    assert SUPPLY == ("poor", "inferior", "average", "superior", "superb")
