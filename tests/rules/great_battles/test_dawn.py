"""The dawn, from the artillery plan to the first turn of the day."""

import pytest
from gbday import plays, points_of, with_scenario
from gbtable import BLUE, GB10, GB20, RED, Body, offers, table

from sandtable.board.place import Place
from sandtable.rules.great_battles.battle.scenario import Air, Artillery
from sandtable.rules.great_battles.commands.artillery import ArriveOn, PrePlan
from sandtable.rules.great_battles.commands.day import Activate, Done, Pass, Pick, PlaceUnit, Proceed, Take
from sandtable.rules.great_battles.steps import Dawn, DawnActivation, DawnDeployment, PassOrProceed, PlayerTurn, Turn
from sandtable.rules.great_battles.table.field import is_active
from sandtable.rules.great_battles.words import Formation, Mark, Tally

ROAD = {"kind": "road", "name": "road", "course": ((30, 0), (30, 48))}
STAFF = {"c_ops": {RED: (30, 1), BLUE: (30, 47)}, "fup": {RED: (30, 4), BLUE: (30, 44)}, "pieces": (ROAD,)}


def before_dawn(*bodies: Body, **more):
    """A battle with one inactive battalion of each side on the table; Red attacks and is 1st player."""
    ours = Body("A1", (10, 10), active=False), Body("B1", (10, 40), 180, side=BLUE, active=False)
    return table(*ours, *bodies, turn=0, **{**STAFF, **more})


def dawns(state, picks=(), **more):
    return plays(state, Dawn(1), picks=picks, **more)


def asked(day, words: str) -> list[str]:
    """Who was asked something, in order."""
    return [line.split(":")[0] for line in day.asked if words in line]


@pytest.mark.clause("gb20.dawn.sequence")
def test_plans_weather_deployment_and_the_choice_to_proceed_come_in_that_order():
    guns = Artillery("average", 1, 1)
    state = before_dawn(Body("A2", active=False), Body("B2", side=BLUE, active=False), artillery=guns)
    day = plays(state, Dawn(1), steps=1)
    assert day.agenda == [
        *("Plan", "Plan", "Weather", "StaffReturns", "StaffReturns"),
        *("DawnDeployment", "DawnDeployment", "PassOrProceed"),
    ]
    assert day.told == ["Dawn of day 1 [gb20.dawn.sequence]"]


@pytest.mark.clause("gb20.dawn.sequence")
def test_after_both_have_activated_the_first_turn_begins():
    day = dawns(before_dawn(), [Proceed(), Activate(("A1",)), Activate(("B1",))], until="Red, 19 activation points")
    lines = [day.line(words) for words in ("Dawn of day 1", "A1 is activated", "B1 is activated", "Day 1, turn 1")]
    assert lines == sorted(lines)


@pytest.mark.clause("gb20.dawn.deploy-order")
def test_the_attacker_deploys_first_then_the_defender():
    state = before_dawn(Body("A2", active=False), Body("B2", side=BLUE, active=False))
    day = plays(with_scenario(state, first_player=BLUE), Dawn(1), until="pass, or proceed")
    assert asked(day, "which battalion comes onto the table") == [RED, BLUE]


@pytest.mark.clause("gb20.dawn.deploy-order")
def test_dawn_deployment_costs_no_action_and_uses_the_dawn_row():
    near = Body("B2", (30, 23), 180, side=BLUE, active=False)
    state = before_dawn(Body("A2", active=False), near)
    question = plays(state, DawnDeployment(RED), until="which battalion").question
    assert [option.clause for option in question.options] == ["gb20.dawn.deploy-order"] * 2
    to = PlaceUnit("A2", Place(30, 14, 0), Formation.ASSAULT)
    day = plays(state, DawnDeployment(RED), picks=[Pick("A2"), to, Take("A2/1 infantry")])
    assert Mark.ACTION_TAKEN not in day.state.units["A2"].marks
    assert any("1 suppressed" in line for line in day.told)  # within 9 inches: the day row says 2


@pytest.mark.clause("gb20.dawn.pass-or-proceed")
def test_the_second_player_is_asked_only_if_the_first_has_passed():
    day = dawns(before_dawn(), [Proceed()], until="who is activated")
    assert asked(day, "pass, or proceed") == [RED]
    assert offers(plays(before_dawn(), PassOrProceed(), until="pass, or").question) == [Proceed(), Pass()]


@pytest.mark.case("gb20.dawn.pass-or-proceed", 1)
def test_whoever_proceeds_activates_first_and_the_first_player_still_moves_first():
    day = plays(
        before_dawn(), PassOrProceed(), picks=[Pass(), Proceed(), Activate(("B1",)), Activate(("A1",))], steps=4
    )
    assert asked(day, "who is activated") == [BLUE, RED]
    assert (points_of(day.state, BLUE), points_of(day.state, RED)) == (19, 19)  # the dawn price
    assert [step.side for step in day.state.agenda if isinstance(step, PlayerTurn)] == [RED, BLUE]


@pytest.mark.case("gb20.dawn.all-pass", 1)
@pytest.mark.parametrize(("month", "turns"), [("July", 10), ("December", 8)])
def test_a_day_that_both_pass_away_ends_in_night(month, turns):
    day = dawns(before_dawn(days=2, month=month), [Pass()] * 2 * turns, until="where does the FUP go")
    assert "both sides have passed the whole day [gb20.dawn.all-pass]" in day.told
    assert sum("both sides pass turn" in line for line in day.told) == turns
    assert sum("it is night" in line for line in day.told) == turns - 1  # not when there is none left to pass
    assert day.line(f"both sides pass turn {turns}") < day.line("Night after day 1")
    assert not any("'s turn [" in line for line in day.told)


@pytest.mark.clause("gb20.dawn.all-pass")
def test_the_last_day_passed_away_ends_the_battle():
    day = dawns(before_dawn(month="December"))
    assert "Night" not in " ".join(day.told)
    assert day.told[-1].endswith("[gb20.victory.default-points]")


@pytest.mark.case("gb20.dawn.pass-uses-turn", 1)
def test_the_day_begins_with_the_turn_that_the_marker_shows():
    passes = [Pass()] * 4
    day = dawns(before_dawn(), [*passes, Proceed(), Activate(("A",))], until="Blue, 20 activation points")
    assert points_of(day.state, RED) == 18  # two for a battlegroup: still the price of the dawn
    assert [step.number for step in day.state.agenda if isinstance(step, Turn)] == [3]


@pytest.mark.clause("gb20.dawn.pass-uses-turn")
def test_pre_planned_barrages_of_a_passed_turn_fall_and_are_resolved():
    state = before_dawn(artillery=Artillery("average", 1, 2))
    plan = [PrePlan("Red template 1", Place(10, 40)), ArriveOn(1)]
    day = dawns(state, plan, dice=[20, 20, 20, 20], until="Red, turn 2")
    assert (
        day.line("both sides pass turn 1")
        < day.line("Red template 1 comes to 10, 40")
        < day.line("B1/1 infantry is supp")
    )
    assert day.line("B1/1 infantry is supp") < day.line("B1 tests morale")
    assert day.state.tallies[Tally.TURN] == 2


@pytest.mark.clause("gb20.dawn.pass-uses-turn", "gb20.air.daylight")
@pytest.mark.parametrize(("rules", "die", "side", "flies"), [
    (GB20, 7, BLUE, True), (GB20, 8, RED, True), (GB20, 7, RED, False), (GB10, 7, BLUE, True), (GB10, 7, RED, False),
])  # fmt: skip
def test_a_third_turn_that_is_passed_grows_as_light_as_one_that_is_played(rules, die, side, flies):
    state = before_dawn(air=Air(1), options=("air-attack",), rules=rules)
    plan = [PrePlan(f"{side} aircraft 1", Place(50, 24)), ArriveOn(3)]
    day = dawns(state, [*plan, *[Pass()] * 6], die=die, until="Red, turn 4")
    line = f"{side} aircraft 1 {'comes to 50, 24' if flies else 'cannot fly in this light'}"
    assert any(told.startswith(line) for told in day.told)


@pytest.mark.clause("gb20.sighting.turn-number", "gb20.sighting.dawn-visibility")
@pytest.mark.parametrize(("die", "inches"), [(7, 6), (8, 12)])
def test_nobody_is_told_how_far_one_sees_on_the_third_turn_before_it_is_rolled_for(die, inches):
    day = dawns(before_dawn(), [Pass()] * 4, until="Red, turn 3")
    assert [line.split(" [")[0] for line in day.told if "troops see" in line] == [
        "troops see 3 inches",
        "troops see 6 inches",
    ]
    goes_on = plays(day.state, *day.state.agenda, picks=[Proceed()], die=die, until="Red, 20 activation points: who")
    turn = plays(goes_on.state, *goes_on.state.agenda, die=die, until="Red: which battalion comes")
    assert turn.state.tallies[Tally.SIGHT] == inches


@pytest.mark.clause("gb20.deploy.order-of-losses")
def test_losses_in_deploying_at_dawn_cause_no_morale_test_in_a_passed_turn():
    state = before_dawn(Body("A2", active=False), Body("B2", (30, 23), 180, side=BLUE, active=False))
    to = PlaceUnit("A2", Place(30, 14, 0), Formation.ASSAULT)
    day = dawns(state, [Pick("A2"), to, Take("A2/1 infantry"), Pass(), Pass()], until="Red, turn 2")
    assert Mark.SUPPRESSED in day.state.units["A2/1 infantry"].marks
    assert "tests morale" not in " ".join(day.told)


@pytest.mark.clause("gb20.dawn.pass-uses-turn")
def test_once_somebody_has_proceeded_nobody_passes_any_more_that_day():
    day = dawns(before_dawn(), [Pass(), Proceed()], until="Red: end the day")
    assert asked(day, "pass, or proceed") == [RED, BLUE]
    assert PassOrProceed() not in day.state.agenda


@pytest.mark.clause("gb20.dawn.activation-order")
def test_the_side_that_proceeds_activates_first_at_the_dawn_price_by_one_column():
    day = plays(before_dawn(), DawnActivation(RED), until="who is activated")
    done = next(option for option in day.question.options if option.command == Done())
    assert done.clause == "gb20.dawn.activation-order"
    day = dawns(before_dawn(), [Proceed(), Activate(("A1",))], until="Red, 19 activation points")
    assert asked(day, "who is activated")[:3] == [RED, BLUE, RED]  # the third time in its own turn


@pytest.mark.clause("gb20.dawn.turn-order")
def test_proceeding_does_not_change_who_moves_first():
    day = dawns(before_dawn(), [Pass(), Proceed()], until="Red, 20 activation points: who")
    assert "Red still takes the first turn [gb20.dawn.turn-order]" in day.told
    by_first = dawns(before_dawn(), [Proceed()], until="Blue, 20 activation points: who")
    assert "gb20.dawn.turn-order" not in by_first.cited


@pytest.mark.clause("gb20.dawn.start-of-day")
def test_in_the_first_turn_of_the_day_one_may_activate_again_at_the_day_price():
    state = before_dawn(Body("A2", (20, 10), active=False, group="C"))
    day = dawns(state, [Proceed(), Activate(("A1",))], until="Red, 19 activation points")
    assert "the day begins with turn 1 [gb20.dawn.start-of-day]" in day.told
    again = plays(day.state, *day.state.agenda, picks=[Activate(("A2",))], until="Blue, first actions")
    assert points_of(again.state, RED) == 17
    assert is_active(again.state.units["A2"])
