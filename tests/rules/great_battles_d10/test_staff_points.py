"""A C Ops that earns its division's activation points by the d10 charts, and the aircraft it asks for."""

import pytest
from gbday import plays, points_of, with_armies
from gbtable import BLUE, INFANTRY, RED, Body, asks, first_question, offers, table10, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.events import Held, Tallied
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.battle.scenario import Air, Army, Objective
from sandtable.rules.great_battles.commands.airborne import SavePoint, TravelNow
from sandtable.rules.great_battles.commands.artillery import AskForAircraft
from sandtable.rules.great_battles.commands.day import Activate, Done
from sandtable.rules.great_battles.commands.night import MoveStaff
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.effects.missions import use_up
from sandtable.rules.great_battles.frame.reading import check
from sandtable.rules.great_battles.guns.air import ask_for_aircraft
from sandtable.rules.great_battles.guns.calling import callable_missions, delay_quality
from sandtable.rules.great_battles.guns.plan import unplanned
from sandtable.rules.great_battles.staff.staff_points import is_cut_off, keep_points, roll_staff, staff_acts
from sandtable.rules.great_battles.steps import Calls, Moving, Staff
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Kind, Mark, Tally
from sandtable.scripted import act

OPTION = ("c-ops-activation",)
STAFF, A1, RED_FORCE = UnitId("Red C Ops"), UnitId("A1"), UnitId("Red")
ROAD = {"kind": "road", "name": "main road", "course": [[30, 0], [30, 48]]}
HARBOUR = {"kind": "town", "name": "harbour", "at": (30, 20), "size": (3, 3)}
WALL = [Body(f"B{n}", (0.75 + n * 2.4, 4), side=BLUE, stands=(INFANTRY,)) for n in range(25)]
FOE = Body("B1", (5, 45), 180, side=BLUE)


def division(*others, options=OPTION, points=5, attached=(), quality="average", army=None, **more):
    """Red's army may be changed in some fields."""
    one = Body("A1", (20, 10), active=False, attached=attached)
    more = {"pieces": (ROAD,), "days": 3, **more}
    state = table10(one, *others, options=options, points=points, c_ops={RED: (30.0, 10.0)}, **more)
    return with_armies(state, red={"c_ops_quality": quality, **(army or {})})


def rolled(state, die):
    after = act(state, lambda play: roll_staff(play, RED), [die])
    return after.state.units[STAFF].tallies[Tally.ACTIONS]


def spends(state, *picks):
    return act(state, lambda play: [staff_acts(play, RED) for _ in range(4)], picks=picks)


# ---- its actions


@pytest.mark.case("gb10.variants.cops-activation", 1)
def test_two_actions_are_a_move_and_a_point_or_two_points():
    state = division(FOE)
    after = act(state, lambda play: roll_staff(play, RED), [20]).state
    assert after.units[STAFF].tallies[Tally.ACTIONS] == 2
    both = spends(after, SavePoint(STAFF), SavePoint(STAFF)).state
    assert points_of(both, RED) == 7
    one = spends(after, TravelNow(STAFF), MoveStaff(STAFF, Place(30, 22)), SavePoint(STAFF)).state
    assert (points_of(one, RED), one.units[STAFF].place) == (6, Place(30, 22))


@pytest.mark.clause("gb10.variants.cops-activation", "gb10.command.cops-move-when")
def test_it_moves_only_by_an_action_of_its_own_then():
    day = plays(division(FOE), Staff(RED), Moving(RED, 1), Moving(RED, 2))
    assert day.state.units[STAFF].place.point == (30, 10)
    assert not any("C Ops" in line for line in day.asked)
    moved = Tallied(STAFF, Tally.ACTIONS, 2).apply(division(FOE))
    ride = [TravelNow(STAFF), MoveStaff(STAFF, Place(30, 12))]
    after = act(moved, lambda play: staff_acts(play, RED), picks=ride).state
    assert why_not(asks(after, lambda play: staff_acts(play, RED)), TravelNow(STAFF)) == "gb10.command.cops-move-when"


@pytest.mark.case("gb10.variants.cops-isolated", 1)
def test_cut_off_from_supply_both_scores_are_ten_lower():
    assert rolled(division(*WALL, quality="veteran"), 35) == 1
    assert rolled(division(*WALL, quality="veteran"), 30) == 2
    assert rolled(division(*WALL, quality="veteran"), 81) == 0
    assert rolled(division(FOE, quality="veteran"), 35) == 2


@pytest.mark.clause("gb10.variants.cops-isolated")
def test_the_scenario_may_name_other_sources_of_supply():
    goal = {"objectives": (Objective("the harbour", piece="harbour"),), "pieces": (ROAD, HARBOUR)}
    by_piece = division(*WALL, army={"supply_from": ("harbour",)}, **goal)
    assert not is_cut_off(by_piece, by_piece.units[STAFF])
    by_goal = division(FOE, army={"supply_from": ("the harbour",)}, **goal)
    assert is_cut_off(by_goal, by_goal.units[STAFF])
    held = Held(UnitId("the harbour"), RED).apply(by_goal)
    assert not is_cut_off(held, held.units[STAFF])
    with pytest.raises(ScenarioError, match="supply_from"):
        check(division(FOE, army={"supply_from": ("the moon",)}).scenario)


@pytest.mark.clause("gb10.variants.cops-cap")
def test_no_more_than_twenty_points_are_held():
    state = Tallied(STAFF, Tally.ACTIONS, 1).apply(division(FOE, points=20))
    assert why_not(asks(state, lambda play: staff_acts(play, RED)), SavePoint(STAFF)) == "gb10.variants.cops-cap"


@pytest.mark.clause("gb10.variants.cops-activation-pool")
def test_a_c_ops_is_average_unless_the_scenario_says_otherwise_and_moves_with_one_action_at_most():
    assert Army("Red", "south", ()).c_ops_quality == "average"
    state = Tallied(STAFF, Tally.ACTIONS, 2).apply(division(FOE))
    ride = [TravelNow(STAFF), MoveStaff(STAFF, Place(30, 12))]
    after = act(state, lambda play: staff_acts(play, RED), picks=ride)
    question = asks(after.state, lambda play: staff_acts(play, RED))
    assert offers(question) == [SavePoint(STAFF), Done()]


@pytest.mark.clause("gb10.variants.cops-reactivate")
def test_who_was_stood_down_may_be_activated_again_and_who_has_gone_to_ground_may_not():
    state = division(FOE)
    body = state.units[A1]
    stood_down = state.put(replace(body, marks=body.marks | {Mark.DEACTIVATED}))
    assert Mark.ACTIVATED in activates(stood_down, 1).state.units[A1].marks
    to_ground = state.put(replace(body, marks=body.marks | {Mark.TO_GROUND}))
    question = first_question(to_ground, lambda play: activate_next(play, RED, dawn=False))
    assert why_not(question, Activate(("A1",))) == "gb10.activate.gone-to-ground"


# ---- orders take their time


def activates(state, die):
    return act(state, lambda play: activate_next(play, RED, dawn=False), [die], [Activate(("A1",))], view)


@pytest.mark.clause("gb10.variants.cops-delay", "gb10.variants.delay-column")
@pytest.mark.parametrize(("die", "turns"), [(40, 0), (41, 1)])
def test_an_activation_takes_as_long_as_the_delay_table_says(die, turns):
    after = activates(division(FOE), die)
    assert (Mark.ACTIVATED in after.state.units[A1].marks) == (turns == 0)
    assert after.state.units[A1].tallies.get(Tally.READY_ON, 5) == 5 + turns
    assert "gb10.variants.cops-delay" in after.cited


@pytest.mark.clause("gb10.variants.cops-delay-modifiers")
def test_an_hq_with_it_helps_and_one_far_off_or_far_from_the_c_ops_hinders():
    helped = activates(division(FOE, attached=("HQ",)), 50)
    assert Mark.ACTIVATED in helped.state.units[A1].marks
    assert "rolls 50 -10 with its HQ [gb10.variants.cops-delay-modifiers] = 40" in " ".join(helped.told)
    away = activates(division(FOE, Body("A2", (28, 15), attached=("HQ",))), 31)
    assert Mark.ACTIVATED not in away.state.units[A1].marks
    both = " ".join(activates(division(FOE, Body("A2", (30, 30), attached=("HQ",))), 21).told)
    assert "+10 more than 4 inches from its HQ" in both
    assert "+10 HQ more than 12 inches from the C Ops [gb10.variants.cops-delay-modifiers]" in both


# ---- overnight


@pytest.mark.clause("gb10.variants.cops-overnight")
@pytest.mark.parametrize(("army", "day", "kept"), [({}, 1, 2), ({"keeps_points": 8, "keeps_by_day": -1}, 2, 3)])
def test_each_point_is_kept_on_a_score_that_may_change_by_the_day(army, day, kept):
    state = division(FOE, points=4, army=army)
    state = state.change(tallies={**state.tallies, Tally.DAY: day})
    after = act(state, lambda play: keep_points(play, RED), [5, 6, 7, 2])
    assert points_of(after.state, RED) == kept
    assert "gb10.variants.cops-overnight" in after.cited


# ---- aircraft


ASK = AskForAircraft(RED_FORCE)
AIR = {"options": ("c-ops-activation", "air-attack"), "army": {"air_calls": 3}}


def asking(state, *dice, picks=(ASK,)):
    return act(state, lambda play: ask_for_aircraft(play, RED), dice, picks, view)


@pytest.mark.clause("gb10.variants.cops-air")
def test_a_call_for_an_aircraft_costs_a_point_and_may_not_be_heard():
    heard, not_heard = asking(division(FOE, **AIR), 3), asking(division(FOE, **AIR), 4)
    assert points_of(heard.state, RED) == points_of(not_heard.state, RED) == 4
    (aircraft,) = callable_missions(heard.state, RED)
    assert aircraft.kind == Kind.AIR_MISSION and Mark.ON_CALL in aircraft.marks
    assert callable_missions(not_heard.state, RED) == []
    assert delay_quality(heard.state, aircraft) == "average"
    assert aircraft.id not in view(heard.state, BLUE).units
    assert heard.cited == {"gb10.variants.cops-air"}


@pytest.mark.clause("gb10.variants.cops-air")
def test_it_is_for_one_day_and_may_be_asked_for_again():
    after = asking(division(FOE, **AIR), 1).state
    assert offers(asks(after, lambda play: ask_for_aircraft(play, RED))) == [ASK, Done()]
    tomorrow = after.change(tallies={**after.tallies, Tally.DAY: 2})
    assert [*callable_missions(after, RED), *unplanned(after, RED)]
    assert callable_missions(tomorrow, RED) == [] and unplanned(tomorrow, RED) == []
    sortie = callable_missions(after, RED)[0]
    told = act(after, lambda play: use_up(play, sortie, "flies home")).told[0]
    assert told.startswith(f"{sortie.id} flies home: it is out of use [")


@pytest.mark.clause("gb10.variants.cops-air")
def test_who_has_asked_enough_goes_on_to_call_missions():
    day = plays(division(FOE, **AIR), Calls(RED), dice=[1], picks=[ASK, Done()])
    assert len([line for line in day.asked if "ask for an aircraft" in line]) == 2
    assert "Red sortie 1 is on call" in " ".join(day.told)


@pytest.mark.parametrize(
    "state",
    [
        division(FOE, options=OPTION, army={"air_calls": 3}),
        division(FOE, options=("air-attack",), army={"air_calls": 3}),
        division(FOE, options=AIR["options"], air=Air(1)),
        division(FOE, points=0, **AIR),
        division(FOE, sight=6, **AIR),
    ],
    ids=["no aircraft", "no points of its own", "no chance", "no points", "too dark"],
)
def test_nobody_is_asked_who_cannot_have_one(state):
    assert asking(state, picks=()).entries == []
