"""Reserves come onto the table by the d10 charts."""

from functools import partial

import pytest
from gbday import plays
from gbtable import BLUE, GB10, INFANTRY, RED, Body, act10, first_question, offers, stand, why_not
from msgspec.structs import replace
from rear import A1, MAIN_ROAD, RESERVE, deploying, enemy, put, rear, ring_round, takes, who_suffers

from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.day import Done, Pick
from sandtable.rules.great_battles.commands.night import Withdraw
from sandtable.rules.great_battles.day.actions import with_action
from sandtable.rules.great_battles.day.deploy import deploy_next
from sandtable.rules.great_battles.facts.day import RoundOver
from sandtable.rules.great_battles.staff.action_roll import pay_back, roll_actions
from sandtable.rules.great_battles.staff.supply import line_of_supply
from sandtable.rules.great_battles.steps import Morale, Turn
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import on_table
from sandtable.rules.great_battles.words import Mark
from sandtable.scripted import act

red = partial(rear, fup=(30, 10), rules=GB10)


def deploys(state, order, *picks, dawn=True):
    return act10(state, lambda play: deploy_next(play, RED, dawn=dawn), (), [Pick(A1), order, *picks])


# ---- from where


@pytest.mark.clause("gb10.setup.friendly-edge", "gb10.deploy.where")
def test_nobody_comes_on_where_the_scenario_has_no_fup():
    question = first_question(red(RESERVE, fup=None), lambda play: deploy_next(play, RED, dawn=True))
    assert offers(question) == [Done()]
    assert why_not(question, Pick(A1)) == "gb10.command.fup"


# ---- losses


@pytest.mark.case("gb10.deploy.losses", 1)
def test_at_dawn_near_the_enemy_two_stands_are_suppressed():
    state = red(RESERVE, enemy(30, 19.5))
    after = deploys(state, put(30, 14), *takes(state, 2, 3))
    assert who_suffers(after.state) == ["A1/2", "A1/3"]
    assert "2 suppressed [gb10.deploy.losses]" in " ".join(after.told)


@pytest.mark.case("gb10.deploy.losses", 2)
@pytest.mark.case("gb10.deploy.losses", 3)
def test_farther_off_one_is_by_day_and_none_at_dawn():
    state = red(RESERVE, enemy(30, 23.5))
    assert who_suffers(deploys(state, put(30, 14), *takes(state, 1), dawn=False).state) == ["A1/1"]
    assert who_suffers(deploys(state, put(30, 14)).state) == []


@pytest.mark.case("gb10.deploy.losses", 4)
@pytest.mark.clause("gb10.deploy.procedure")
def test_right_before_a_hidden_enemy_by_day():
    state = red(RESERVE, enemy(30, 16, hidden=True))
    after = deploys(state, put(30, 14), *takes(state, 1, 2), dawn=False)
    assert Mark.DESTROYED in stand(after.state, "A1/1").marks
    assert who_suffers(after.state) == ["A1/2"]
    assert stand(after.state, "A1/3").place.y == pytest.approx(stand(after.state, "A1/4").place.y, abs=0.02)
    assert after.state.units[A1].place.y == pytest.approx(11, abs=0.05)
    assert stand(after.state, "B1/1").known_to is None
    assert "gb10.deploy.procedure" in after.cited


@pytest.mark.clause("gb10.deploy.ground-held")
def test_put_down_on_a_hidden_enemy_it_comes_on_beside_him_and_takes_the_losses_of_the_nearest_column():
    wood = {"kind": "woods", "at": [30, 17], "size": [24, 4]}
    state = red(RESERVE, enemy(30, 16, hidden=True), pieces=(MAIN_ROAD, wood))
    after = deploys(state, put(30, 16.25), *takes(state, 1, 2), dawn=False)
    assert Mark.DESTROYED in stand(after.state, "A1/1").marks and who_suffers(after.state) == ["A1/2"]
    assert "B1/1 infantry is revealed [gb10.deploy.ground-held]" in after.told
    assert after.state.units[A1].place.y == pytest.approx(12.75, abs=0.05)
    assert "gb10.deploy.cost" in after.cited and "gb10.deploy.morale" in after.cited
    assert offers(first_question(after.state, lambda play: deploy_next(play, RED, dawn=False))) == [Done()]


@pytest.mark.clause("gb10.deploy.procedure")
def test_hits_fall_on_an_hq_and_on_heavy_weapons_as_fire_does():
    state = red(Body("A1", stands=(INFANTRY,) * 2, attached=("HQ", "Heavy weapons")), enemy(30, 19.5))
    after = deploys(state, put(30, 14), *takes(state, 3, 4))
    assert who_suffers(after.state) == ["A1/3", "A1/4"]


@pytest.mark.clause("gb10.deploy.morale")
def test_losses_by_day_count_for_morale_and_losses_at_dawn_do_not():
    state = red(RESERVE, enemy(30, 23.5))
    by_day = deploys(state, put(30, 14), *takes(state, 1), dawn=False)
    assert "gb10.deploy.morale" in by_day.cited
    assert "A1 tests morale" in " ".join(plays(by_day.state, Morale(RED), die=1).told)
    near = red(RESERVE, enemy(30, 19.5))
    begin = replace(deploys(near, put(30, 14), *takes(near, 1, 2)).state, agenda=())
    turn = plays(begin, Turn(1), die=1, steps=25)
    assert "Morale" not in turn.agenda and "tests morale" not in " ".join(turn.told)


# ---- what it costs


@pytest.mark.case("gb10.deploy.cost", 1)
def test_the_first_action_pays_for_coming_on_by_day_and_the_second_is_free():
    state = red(RESERVE, Body("B1", (5, 45), 180, side=BLUE))
    after = deploys(state, put(30, 12), dawn=False).state
    ready = act(after, lambda play: (roll_actions(play, RED), pay_back(play, RED)), dice=[25])
    assert "gb10.actions.repay" in ready.cited or "gb10.actions.repay-stands" in ready.cited
    assert with_action(ready.state, RED, 1) == []
    assert [body.id for body in with_action(RoundOver().apply(ready.state), RED, 2)] == ["A1"]


@pytest.mark.clause("gb10.deploy.cost")
def test_at_dawn_it_costs_nothing():
    after = deploys(red(RESERVE, Body("B1", (5, 45), 180, side=BLUE)), put(30, 12))
    assert "A1 comes on at no cost [gb10.deploy.cost]" in after.told
    assert not any(Mark.ACTION_TAKEN in unit.marks for unit in after.state.units.values())


# ---- where from


@pytest.mark.case("gb10.deploy.where", 1)
def test_with_the_road_cut_it_comes_on_where_a_road_meets_the_edge():
    cut = red(RESERVE, Body("B1", (31.55, 20), 90, side=BLUE, stands=(INFANTRY,)), fup=(30, 30))
    assert line_of_supply(cut, force(cut, RED)).clause == "gb10.deploy.where"
    question = deploying(cut, Pick(A1))
    assert why_not(question, put(30, 31)) == "gb10.deploy.where"
    assert why_not(question, put(30, 5)) == ""


@pytest.mark.clause("gb10.deploy.where")
@pytest.mark.parametrize(("edge", "clear"), [(31.24, False), (31.25, True)])
def test_an_enemy_exactly_an_inch_from_the_road_does_not_close_it(edge, clear):
    """The road is half an inch wide, and so is a stand that faces east."""
    state = red(RESERVE, Body("B1", (edge + 0.5, 20), 90, side=BLUE, stands=(INFANTRY,)), fup=(30, 30))
    assert (line_of_supply(state, force(state, RED)) is None) == clear


@pytest.mark.clause("gb10.deploy.when")
def test_any_number_come_on_at_dawn_or_by_day():
    state = red(RESERVE, Body("A2"), Body("B1", (5, 45), 180, side=BLUE))
    for dawn in (True, False):
        assert offers(deploying(state, dawn=dawn)) == [Pick(A1), Pick(UnitId("A2")), Done()]


# ---- withdrawing by day


@pytest.mark.clause("gb10.night.day-withdrawal", "gb10.night.surrounded")
def test_by_day_a_battalion_may_withdraw_and_does_not_come_on_again_in_the_same_turn():
    state = red(Body("A1", (30, 20)), Body("A2"), options=("day-withdrawal",))
    after = act(state, lambda play: deploy_next(play, RED, dawn=False), picks=[Withdraw(A1)])
    assert on_table(after.state, RED) == []
    assert "A1 goes into reserve [gb10.night.day-withdrawal]" in after.told
    assert why_not(deploying(after.state, dawn=False), Pick(A1)) == "gb10.deploy.when"


@pytest.mark.clause("gb10.night.day-withdrawal", "gb10.night.surrounded")
@pytest.mark.parametrize(("fup", "clause"), [((30, 8), "gb10.night.day-withdrawal"), ((30, 22), "")])
def test_not_if_a_stand_is_surrounded_but_a_fup_in_the_ring_with_it_is_a_way_home(fup, clause):
    lone = Body("A1", (30, 20.5), stands=(INFANTRY,))
    state = red(lone, Body("A2"), *ring_round(30, 20.5), fup=fup, options=("day-withdrawal",))
    question = deploying(state, dawn=False)
    assert why_not(question, Withdraw(A1)) == clause


@pytest.mark.clause("gb10.night.day-withdrawal")
def test_without_the_option_nobody_withdraws_by_day():
    question = deploying(red(Body("A1", (30, 20)), Body("A2")), dawn=False)
    assert why_not(question, Withdraw(A1))
