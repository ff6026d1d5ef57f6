"""Falling back by the d10 charts."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, asks, moved, offers, stand, table10, why_not

from sandtable.board import shapes
from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.combat import FaceAbout, Retreat
from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.move.road import moves_of
from sandtable.rules.great_battles.move.stragglers import out_of_place
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.table.field import standing
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation
from sandtable.scripted import act

FOE = Body("B1", (20, 26), 180, side=BLUE)


def falls_back(state, *picks, body="A1"):
    return act(state, lambda play: retreat(play, body), picks=picks, view=view)


@pytest.mark.clause("gb10.setup.retreat")
def test_all_stands_go_3_inches_straight_away_in_formation():
    state = table10(Body("A1", (20, 20)), FOE)
    after = falls_back(state, Halt("A1"))
    here = after.state.units["A1"].place
    assert (here.x, here.y, here.facing) == (20, 17, 0)
    assert "A1 retreats to 20, 17, facing 0 [gb10.setup.retreat]" in after.told


@pytest.mark.clause("gb10.setup.retreat")
def test_afterwards_it_may_turn_about_where_it_stands():
    state = table10(Body("A1", (20, 20), stands=(INFANTRY,) * 6, formation=Formation.DEFENSIVE), FOE)
    question = asks(state, lambda play: retreat(play, "A1"))
    assert question.side == RED and offers(question) == [FaceAbout("A1"), Halt("A1")]
    stayed, after = falls_back(state, Halt("A1")).state, falls_back(state, FaceAbout("A1"))
    assert {one.place.facing for one in standing(after.state, "A1")} == {180}
    assert [one.place.point for one in standing(after.state, "A1")] == [
        one.place.point for one in standing(stayed, "A1")
    ]
    assert "A1 turns about at 20, 16.5, facing 180 [gb10.setup.retreat]" in after.told


@pytest.mark.clause("gb10.setup.retreat", "gb10.move.turning")
@pytest.mark.parametrize("shape", [Formation.DEFENSIVE, Formation.MARCH])
def test_who_has_turned_about_is_in_formation_and_goes_on_as_far_as_ever(shape):
    state = table10(Body("A1", (20, 20), stands=(INFANTRY,) * 5, formation=shape), FOE)
    after = falls_back(state, FaceAbout("A1")).state
    body = after.units["A1"]
    assert out_of_place(after, body) == []
    region = moves_of(after, body, 1.0)
    x, y = shapes.ahead(body.place.point, 180, region.far)
    assert region.contains(Place(x, y, 180))


@pytest.mark.clause("gb10.setup.retreat")
def test_support_that_is_then_in_front_closes_up_behind_the_others():
    state = table10(Body("A1", (20, 20), attached=("HQ",), formation=Formation.DEFENSIVE), FOE)
    after = falls_back(state, FaceAbout("A1")).state
    assert out_of_place(after, after.units["A1"]) == [stand(after, "A1/4").id]
    way = moves_of(after, after.units["A1"], 1.0).way(Place(20, 15, 180))
    assert way.after[stand(after, "A1/4").id].y > way.after[stand(after, "A1/1").id].y


@pytest.mark.clause("gb10.setup.retreat")
def test_a_road_column_keeps_its_facing():
    road = {"kind": "road", "name": "road", "course": ((20, 0), (20, 48))}
    state = table10(Body("A1", (20, 20), formation=Formation.ROAD_MARCH), FOE, pieces=(road,))
    for number, y in enumerate((20, 19, 18), 1):
        state = moved(state, f"A1/{number}", 20, y, 0)
    after = falls_back(state).state
    assert Formation.ROAD_MARCH in after.units["A1"].marks and stand(after, "A1/1").place == Place(20, 17, 0)


@pytest.mark.clause("gb10.setup.retreat")
def test_where_the_straight_way_is_blocked_its_owner_turns_up_to_45_degrees():
    lake = {"kind": "lake", "name": "lake", "at": (20, 17.5), "size": (1, 1)}
    state = table10(Body("A1", (20, 20)), FOE, pieces=(lake,))
    question = asks(state, lambda play: retreat(play, "A1"))
    bearings = [order.bearing for order in offers(question)]
    assert bearings and all(135 <= bearing <= 225 for bearing in bearings)
    assert why_not(question, Retreat("A1", 180)) == "gb10.setup.retreat"
    after = falls_back(state, Retreat("A1", 225), Halt("A1")).state.units["A1"].place
    assert (round(after.x, 2), round(after.y, 2)) == (17.88, 17.88)
