"""The rules for Malta: points, support from afar, and the end of a day."""

import pytest
from gbday import on_day, plays, points_of, with_armies
from gbtable import BLUE, FOE, INFANTRY, RED, TANK, Body, first_question, table10, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.battle.scenario import Artillery, Objective
from sandtable.rules.great_battles.commands.artillery import AskForAircraft, KeepOnCall, PrePlan, Register
from sandtable.rules.great_battles.frame.victory import take_objectives
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.malta.house import grow_dark, is_axis
from sandtable.rules.great_battles.staff.staff_points import is_cut_off, keep_points, refuse_saving
from sandtable.rules.great_battles.steps import Calls, Dawn, Dusk, EndOfTurn, PlayerTurn
from sandtable.rules.great_battles.words import Tally
from sandtable.scripted import act

MALTA = ("malta",)
FIELD = {"kind": "orchard", "name": "field", "at": (20, 20), "size": (6, 4)}
PORT = Objective("the port", piece="field", port=True)


def with_points(state, side, points):
    unit = state.units[side]
    return state.put(replace(unit, tallies={**unit.tallies, Tally.POINTS: points}))


# ---- activation points


@pytest.mark.clause("gb10.variants.malta-points", "gb10.variants.malta-cards")
def test_the_axis_begins_with_8_points_and_the_allies_with_3_and_nobody_with_cards():
    day = plays(table10(Body("A1", (20, 10)), FOE, options=MALTA), Dawn(1), steps=1)
    assert (points_of(day.state, RED), points_of(day.state, BLUE)) == (8, 3)
    assert "Red begins with 8 activation points [gb10.variants.malta-points]" in day.told
    assert not day.state.piles
    assert points_of(plays(day.state, Dawn(2), steps=1).state, RED) == 8  # what is left, not 8 once more
    assert points_of(plays(table10(Body("A1", (20, 10)), FOE), Dawn(1), steps=1).state, RED) == 20


@pytest.mark.clause("gb10.variants.malta-points")
def test_a_scenario_may_say_who_the_axis_is():
    state = table10(Body("A1", (20, 10)), FOE, options=MALTA)
    assert is_axis(state, RED) and not is_axis(state, BLUE)
    other = with_armies(state, blue={"axis": True})
    assert is_axis(other, BLUE) and not is_axis(other, RED)


@pytest.mark.clause("gb10.variants.malta-points")
@pytest.mark.parametrize(("day", "turn", "clause"), [(1, 1, "gb10.variants.malta-points"), (1, 2, ""), (2, 1, "")])
def test_points_are_saved_from_the_second_turn_on(day, turn, clause):
    state = on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA, c_ops={RED: (20, 2)}), day, turn)
    state = with_points(state, RED, 3)
    why = refuse_saving(state, state.units["Red C Ops"])
    assert (why.clause if why else "") == clause


@pytest.mark.case("gb10.variants.malta-carry-over", 1)
def test_after_day_2_the_axis_keeps_a_point_on_6():
    state = with_points(on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA), 2), RED, 3)
    after = act(state, lambda play: keep_points(play, RED), [6, 7, 2])
    assert points_of(after.state, RED) == 2
    assert "(6 after day 2 [gb10.variants.malta-carry-over])" in after.told[0]
    allies = act(with_points(state, BLUE, 2), lambda play: keep_points(play, BLUE), [5, 6])
    assert points_of(allies.state, BLUE) == 1  # 3 + 2


@pytest.mark.clause("gb10.variants.malta-ports")
def test_a_port_is_worth_two_points_to_whoever_takes_it():
    ours = Body("A1", (20, 20), stands=(INFANTRY,))
    state = table10(ours, FOE, options=MALTA, pieces=(FIELD,), objectives=(PORT,), points=5)
    after = act(state, take_objectives)
    assert points_of(after.state, RED) == 7 and "gb10.variants.malta-ports" in after.cited
    assert not act(after.state, take_objectives).entries
    assert points_of(act(with_points(state, RED, 19), take_objectives).state, RED) == 20
    plain = table10(ours, FOE, pieces=(FIELD,), objectives=(PORT,), points=5)
    assert points_of(act(plain, take_objectives).state, RED) == 5


# ---- aircraft, guns and supply


@pytest.mark.clause("gb10.variants.malta-air", "gb10.variants.malta-air-limit")
@pytest.mark.parametrize(("die", "comes"), [(3, True), (4, False)])
def test_a_point_buys_an_aircraft_on_3_and_one_only_in_a_turn(die, comes):
    state = table10(Body("A1", (20, 36)), FOE, options=MALTA, points=5)
    day = plays(state, Calls(RED), picks=[AskForAircraft(UnitId("Red"))], dice=[die])
    assert points_of(day.state, RED) == 4
    assert any("(3 heard [gb10.variants.malta-air])" in line for line in day.told)
    assert any(i.startswith("Red sortie") for i in day.state.units) == comes
    assert sum("ask for an aircraft?" in line for line in day.asked) == 1
    assert "Red can ask for no other aircraft this turn [gb10.variants.malta-air-limit]" in day.told


@pytest.mark.clause("gb10.variants.malta-artillery")
@pytest.mark.parametrize(("side", "day", "free"), [(RED, 1, False), (RED, 2, True), (BLUE, 1, True)])
def test_on_the_first_day_the_guns_of_the_axis_are_on_call(side, day, free):
    guns = Artillery("average", 2, 6)
    state = on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA, artillery=guns), day, 1)
    question = first_question(state, lambda play: plan_next(play, side))
    gun = UnitId(f"{side} template 1")
    for order in (PrePlan(gun, Place(20, 30)), Register(gun, Place(20, 30))):
        assert why_not(question, order) == ("" if free else "gb10.variants.malta-artillery")
    assert why_not(question, KeepOnCall(gun)) == ""


@pytest.mark.clause("gb10.variants.malta-supply")
def test_a_captured_port_is_a_source_of_supply():
    ring = [Body(f"B{n}", (x, y), 0, side=BLUE, stands=(TANK,)) for n, (x, y) in enumerate(RING, 1)]
    state = table10(Body("A1", (40, 10)), *ring, options=MALTA, c_ops={RED: (20, 23)}, pieces=(FIELD,),
                    objectives=(PORT,))  # fmt: skip
    staff = state.units["Red C Ops"]
    assert is_cut_off(state, staff)
    ours = with_armies(state, red={"supply_from": ("the port",)})
    assert is_cut_off(ours, staff)  # the enemy still holds it
    taken = ours.put(replace(ours.units["the port"], side=RED))
    assert not is_cut_off(taken, staff)


RING = [(17 + 2 * n, 26) for n in range(4)] + [(17 + 2 * n, 15) for n in range(4)]
RING += [(x, 16 + 2 * n) for x in (15.5, 24.5) for n in range(6)]


# ---- the end of the day


@pytest.mark.case("gb10.variants.malta-day-end", 1)
@pytest.mark.parametrize(("die", "over"), [(7, False), (8, True), (10, True)])
def test_late_in_the_day_a_die_as_high_as_the_turn_ends_it(die, over):
    state = on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA, days=2), 1, 8)
    day = plays(state, Dusk(BLUE), EndOfTurn(8), dice=[die], steps=2)
    assert ("the day is over [gb10.variants.malta-day-end]" in day.told) == over
    assert day.agenda[0] == ("Nightfall" if over else "Turn")


@pytest.mark.clause("gb10.variants.malta-day-end")
def test_only_after_the_turn_of_the_allies_and_from_turn_7_on():
    state = table10(Body("A1", (20, 10)), FOE, options=MALTA)
    assert not act(on_day(state, 1, 9), lambda play: grow_dark(play, RED)).entries
    assert not act(on_day(state, 1, 6), lambda play: grow_dark(play, BLUE)).entries
    assert not act(on_day(replace(state, variants=frozenset()), 1, 9), lambda play: grow_dark(play, BLUE)).entries
    assert plays(state, PlayerTurn(BLUE), steps=1).agenda[-1] == "Dusk"


@pytest.mark.clause("gb10.variants.malta-day-end")
def test_a_day_that_is_over_has_no_other_player_turn():
    state = on_day(table10(Body("A1", (20, 10)), FOE, options=MALTA), 1, 9)
    day = plays(state, Dusk(BLUE), PlayerTurn(RED), dice=[9], steps=2)
    assert "Red's turn" not in " ".join(day.told) and day.agenda == []
    assert "Red's turn" in " ".join(plays(on_day(day.state, 2, 1), PlayerTurn(RED), steps=1).told)
