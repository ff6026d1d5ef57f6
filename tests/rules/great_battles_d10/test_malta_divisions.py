"""Several divisions by the rules for Malta: points in common on the first turn, and what each counts from then on."""

from functools import partial

import pytest
from divided import EAST, ROADS, WEST, brigades, counts, east, two, west
from gbday import on_day, plays
from gbtable import BLUE, GB10, INFANTRY, RED, Body, asks, offers, why_not
from rear import enemy_at

from sandtable.kernel.events import Tallied
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.airborne.drop import to_land
from sandtable.rules.great_battles.battle.scenario import Arrival, Drop, Objective
from sandtable.rules.great_battles.commands.airborne import Allot
from sandtable.rules.great_battles.commands.artillery import AskForAircraft
from sandtable.rules.great_battles.commands.day import Activate, Done, Proceed
from sandtable.rules.great_battles.day.activation import activate_next
from sandtable.rules.great_battles.frame.setup import opening
from sandtable.rules.great_battles.frame.victory import take_objectives
from sandtable.rules.great_battles.guns.air import ask_for_aircraft
from sandtable.rules.great_battles.rulesets import D10
from sandtable.rules.great_battles.staff.command import overrun
from sandtable.rules.great_battles.staff.staff_points import keep_points
from sandtable.rules.great_battles.staff.withheld import land_staff_late
from sandtable.rules.great_battles.steps import Calls, Dawn, PassOrProceed, Turn
from sandtable.rules.great_battles.table.divisions import c_ops, division_of, divisions
from sandtable.rules.great_battles.table.field import battalions
from sandtable.rules.great_battles.words import Mark, Tally
from sandtable.scripted import act

malta = partial(two, rules=GB10, options=("malta",))


# ---- the battle of that name


@pytest.mark.clause("gb10.variants.malta-points", "gb10.setup.friendly-edge")
def test_western_and_eastern_command_are_divisions_with_a_c_ops_each_and_the_axis_is_one():
    state = opening(D10.scenarios()["malta"], frozenset({"malta"}))
    axis, allies = state.sides
    assert [one.id for one in divisions(state, axis)] == [axis]
    west, east = divisions(state, allies)
    assert (west.id, east.id) == ("Western Command", "Eastern Command")
    for division, names in ((west, "W1 W2 W3"), (east, "E1 E2")):
        assert c_ops(state, division).place is not None
        own = [body.id for body in battalions(state, allies) if division_of(state, body) == division]
        assert own == names.split()


# ---- the first turn


@pytest.mark.clause("gb10.variants.malta-points", "gb10.activate.divisions")
def test_on_the_first_turn_the_points_are_for_all_units_of_the_side():
    day = plays(on_day(malta(), 1, 0), Dawn(1), steps=1)
    assert counts(day.state) == (8, None, None)
    question = asks(day.state, lambda play: activate_next(play, RED, dawn=True))
    assert question.text == "Red, 8 activation points: who is activated?"
    for units in (("A1",), ("C",), ("A", "C")):
        assert why_not(question, Activate(units)) == ""


@pytest.mark.clause("gb10.variants.malta-points", "gb10.variants.cops-sharing")
def test_from_the_second_turn_on_each_division_keeps_its_own_count():
    dawn = plays(on_day(malta(), 1, 0), Dawn(1), steps=1).state
    first = plays(dawn, Turn(1), steps=1)
    assert counts(first.state) == (8, None, None) and "Sharing" not in first.agenda
    second = plays(first.state, Turn(2), steps=2, picks=[Allot(WEST, 6)])
    assert counts(second.state) == (None, 6, 2)
    assert [line for line in second.told if "West" in line] == [
        "West has 6 activation points [gb10.variants.cops-sharing]"
    ]
    assert second.agenda[0] == "PlayerTurn"


@pytest.mark.clause("gb10.variants.cops-sharing")
def test_a_first_turn_that_is_passed_is_over_too():
    dawn = on_day(plays(on_day(malta(), 1, 0), Dawn(1), steps=1).state, 1, 2)
    day = plays(dawn, PassOrProceed(), picks=[Proceed(), Allot(WEST, 8)], until="who is activated?")
    assert day.question.text == "West, 8 activation points: who is activated?"


@pytest.mark.clause("gb10.variants.cops-sharing")
def test_points_in_common_are_kept_together_if_the_first_turn_was_the_day():
    dawn = plays(on_day(malta(), 1, 0), Dawn(1), steps=1).state
    night = act(dawn, lambda play: keep_points(play, RED), [7] * 8)
    assert counts(night.state) == (8, None, None)  # 8 less the day


@pytest.mark.clause("gb10.command.cops-overrun", "gb10.command.overrun")
def test_a_c_ops_that_is_overrun_costs_the_side_while_the_points_are_in_common():
    state = Tallied(UnitId("Red"), Tally.POINTS, 12).apply(malta(*brigades()[:4], enemy_at(50, 10.6), common=1))
    assert counts(act(state, lambda play: overrun(play, UnitId("B1"))).state) == (2, None, None)


# ---- later


@pytest.mark.clause("gb10.variants.malta-carry-over", "gb10.variants.cops-overnight")
def test_each_division_keeps_its_points_on_the_score_of_its_side():
    after = act(on_day(malta(west=2, east=2), 2), lambda play: keep_points(play, RED), [6, 7, 6, 6])
    assert counts(after.state) == (None, 1, 2)
    assert sum("6 after day 2" in line for line in after.told) == 2


PORT = Objective("the port", piece="harbour", port=True)
HARBOUR = {"kind": "town", "name": "harbour", "at": (50, 30), "size": (6, 4)}


@pytest.mark.clause("gb10.variants.malta-ports", "gb10.variants.cops-sharing")
def test_points_for_a_port_go_to_the_division_that_took_it():
    bodies = west("A1", (10, 30)), east("C1", (50, 30), stands=(INFANTRY,)), Body("B1", (30, 46), 180, side=BLUE)
    after = act(malta(*bodies, pieces=(*ROADS, HARBOUR), objectives=(PORT,)), take_objectives)
    assert counts(after.state) == (None, 5, 5)
    assert "East has taken the port and has 5 activation points [gb10.variants.malta-ports]" in after.told


@pytest.mark.clause("gb10.variants.cops-sharing", "gb10.variants.malta-air", "gb10.variants.malta-air-limit")
def test_an_aircraft_is_paid_by_any_one_division_and_only_one_in_a_turn():
    state = malta(*brigades((10, 30), (50, 30)))
    question = asks(state, lambda play: ask_for_aircraft(play, RED))
    assert question.text == "West, 5 activation points, East, 3 activation points: do you ask for an aircraft?"
    assert offers(question) == [AskForAircraft(WEST), AskForAircraft(EAST), Done()]
    assert len({command.tell() for command in offers(question)}) == 3
    day = plays(state, Calls(RED), picks=[AskForAircraft(EAST)], dice=[3])
    assert counts(day.state) == (None, 5, 2) and "Red sortie 1" in day.state.units
    assert sum("ask for an aircraft?" in line for line in day.asked) == 1
    poor = asks(malta(*brigades((10, 30), (50, 30)), west=0), lambda play: ask_for_aircraft(play, RED))
    assert offers(poor) == [AskForAircraft(EAST), Done()]
    assert not act(malta(west=0, east=0), lambda play: ask_for_aircraft(play, RED)).entries


# ---- staff that comes later


@pytest.mark.clause("gb10.variants.malta-withheld")
def test_the_staff_of_each_division_comes_when_it_is_due():
    beach = {"kind": "town", "name": "beach", "at": (50, 4), "size": (6, 6)}
    late = {"c_ops": None, "fup": None, "c_ops_arrives": Arrival(1, 4, "beach")}
    state = malta(pieces=(*ROADS, beach), east_said=late)
    held = state.units[UnitId("East C Ops")]
    assert held.place is None and Mark.WITHHELD in held.marks
    early = act(on_day(state, 1, 3), lambda play: land_staff_late(play, RED)).state
    assert early.units[UnitId("East C Ops")].place is None
    there = act(on_day(state, 1, 4), lambda play: land_staff_late(play, RED)).state
    assert there.units[UnitId("East C Ops")].place.x == 50
    assert there.units[UnitId("West C Ops")].place == state.units[UnitId("West C Ops")].place


@pytest.mark.clause("gb10.airborne.cops")
def test_each_division_says_when_its_c_ops_comes_from_the_air():
    drop = Drop()
    gone = {"c_ops": None, "fup": None}
    state = malta(drop=drop, west_said={**gone, "c_ops_lands": 2}, east_said={**gone, "c_ops_lands": 3})
    assert [unit.id for unit in to_land(on_day(state, 1, 1), RED)] == []
    assert [unit.id for unit in to_land(on_day(state, 1, 2), RED)] == ["West C Ops"]
    assert [unit.id for unit in to_land(on_day(state, 1, 3), RED)] == ["West C Ops", "East C Ops"]
