"""What the computer player goes by."""

import pytest
from pk_moves import moves, one, table

from sandtable.lab import Trial, fight
from sandtable.rules.panzer_korps import RULES
from sandtable.rules.panzer_korps.commands import GiveOrder, SpotNearest, Withdraw
from sandtable.rules.panzer_korps.scenario import Objective
from sandtable.rules.panzer_korps.steps import Logistics, Spotting
from sandtable.rules.panzer_korps.worth import worth
from sandtable.tabletop import Table

AHEAD = "French A at 20,20 facing S: 3 infantry"
HILL = (Objective("the hill", at=(20, 30), holder="French"),)


def better(good, bad, side="German"):
    assert worth(good, side) > worth(bad, side)
    assert worth(good, "French") < worth(bad, "French")


@pytest.mark.parametrize("words", ["disorder 1", "disorder 3", "disorder 6", "Panicked, disorder 2"])
def test_disorder_is_bad(words):
    better(one(foe=AHEAD), one(f"3 infantry; {words}", foe=AHEAD))


def test_an_objective_draws_those_who_do_not_hold_it():
    better(one(at="20,14", objectives=HILL), one(at="20,10", objectives=HILL))


def test_cover_from_fire_is_good():
    woods = ["medium woods at 20,10 size 8,6"]
    better(one(foe=AHEAD, ground=woods), one(foe=AHEAD))


def test_an_assault_that_promises_to_succeed_is_good():
    weak = "French A at 20,20 facing S: 3 infantry; Militia"
    better(one("3 infantry; Elite", at="20,18", foe=weak), one("3 infantry; Elite", at="20,17", foe=weak))


def test_it_does_not_pay_to_withdraw():
    state = one(at="20,4")
    better(state, moves(state, Withdraw("I")).state)


def reflex(state, step):
    return RULES.reflex(Table(RULES, state.change(agenda=(step,))).question)


def test_a_group_on_hold_advances_if_there_is_something_to_take():
    state = one("3 infantry; order Hold", objectives=HILL)
    assert reflex(state, Logistics("German")) == GiveOrder("German group", "Advance")


def test_everybody_looks_for_the_nearest_enemy():
    foes = ["French A at 20,20 facing S: 3 infantry; unspotted", "French B at 26,20 facing S: 3 infantry; unspotted"]
    assert isinstance(reflex(table("German I at 20,10: 3 infantry", *foes), Spotting("German")), SpotNearest)


@pytest.mark.parametrize("number", [0, 1])
def test_it_beats_chance_in_the_learning_battle_from_either_side(number):
    scenario = RULES.scenarios()["first-shots"]
    trial = Trial(RULES, scenario, frozenset(scenario.options), ("greedy", "random"), "worth", swap=True)
    assert fight(trial, number).by == "greedy"
