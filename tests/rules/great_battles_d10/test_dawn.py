"""The dawn by the d10 charts."""

import pytest
from gbday import plays, points_of, with_scenario
from gbtable import BLUE, RED, Body, table10

from sandtable.rules.great_battles.commands.day import Activate, Pass, Proceed
from sandtable.rules.great_battles.steps import Activation, Dawn, DawnDeployment, PassOrProceed, PlayerTurn
from sandtable.rules.great_battles.words import Tally


def before_dawn(**more):
    ours = Body("A1", (10, 10), active=False), Body("B1", (10, 40), 180, side=BLUE, active=False)
    return table10(*ours, turn=1, **more)


def asked(day, words):
    """Who was asked something, in order."""
    return [line.split(":")[0] for line in day.asked if words in line]


@pytest.mark.case("gb10.dawn.pass-or-proceed", 1)
def test_a_turn_that_both_pass_goes_by_and_the_next_is_played():
    picks = [Pass(), Pass(), Proceed(), Activate(("A1",)), Activate(("B1",))]
    day = plays(before_dawn(), PassOrProceed(), picks=picks, until="which battalion comes")
    assert asked(day, "who is activated")[:2] == [RED, BLUE]
    assert (points_of(day.state, RED), points_of(day.state, BLUE)) == (19, 19)  # the price of the dawn
    assert day.state.tallies[Tally.TURN] == 2
    assert day.state.tallies[Tally.SIGHT] == 6
    assert any("the day begins with turn 2 [gb10.dawn.passing-turns]" in line for line in day.told)


@pytest.mark.case("gb10.dawn.pass-or-proceed", 2)
@pytest.mark.parametrize("month", ["July", "December"])
def test_ten_passes_bring_the_night_whatever_the_month(month):
    picks = [Pass()] * 20
    state = with_scenario(before_dawn(days=2), month=month)
    day = plays(state, PassOrProceed(), picks=picks, until="which weapons")
    assert "Red's turn" not in " ".join(day.told)
    assert sum("both sides pass turn" in line for line in day.told) == 10
    assert "both sides have passed the whole day [gb10.dawn.pass-or-proceed]" in day.told


@pytest.mark.case("gb10.dawn.activation-order", 1)
def test_who_proceeds_activates_first_and_the_first_player_still_goes_first():
    picks = [Pass(), Proceed(), Activate(("B1",)), Activate(("A1",))]
    day = plays(before_dawn(), PassOrProceed(), picks=picks, steps=4)
    assert asked(day, "who is activated") == [BLUE, RED]
    assert [step.side for step in day.state.agenda if isinstance(step, PlayerTurn)] == [RED, BLUE]


@pytest.mark.clause("gb10.dawn.sequence")
def test_the_first_day_may_begin_with_a_later_turn():
    state = with_scenario(before_dawn(), starts_at_turn=3)
    assert plays(state, Dawn(1), steps=1).state.tallies[Tally.TURN] == 3
    assert plays(state, Dawn(2), steps=1).state.tallies[Tally.TURN] == 1


@pytest.mark.clause("gb10.dawn.deploy-order")
def test_the_attacker_deploys_before_the_defender():
    state = with_scenario(before_dawn(), first_player=BLUE)
    agenda = plays(state, Dawn(1), steps=1).state.agenda
    assert [step.side for step in agenda if isinstance(step, DawnDeployment)] == [RED, BLUE]


@pytest.mark.clause("gb10.dawn.passing-turns", "gb10.dawn.dawn-price")
def test_after_a_pass_the_price_is_still_that_of_the_dawn_and_by_day_it_is_not():
    picks = [Pass(), Pass(), Proceed(), Activate(("A1",))]
    day = plays(before_dawn(), PassOrProceed(), picks=picks, until="which battalion comes")
    assert points_of(day.state, RED) == 19
    assert "both sides pass turn 1 [gb10.dawn.passing-turns]" in day.told
    by_day = plays(before_dawn(), Activation(RED), picks=[Activate(("A1",))])
    assert points_of(by_day.state, RED) == 18
