"""Falling back by the d10 charts."""

import pytest
from gbtable import BLUE, INFANTRY, RED, Body, asks, offers, stand, table10, why_not
from msgspec.structs import replace

from sandtable.rules.great_battles.commands.combat import FaceAbout, Retreat
from sandtable.rules.great_battles.commands.common import Halt
from sandtable.rules.great_battles.move.facing_about import facings
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.table.field import standing
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation
from sandtable.testing import act

FOE = Body("B1", (20, 26), 180, side=BLUE)


def falls_back(state, *picks, body="A1"):
    return act(state, lambda play: retreat(play, body), picks=picks, view=view)


def middle(state, facing):
    """Where its centre stand is when it has fallen back, facing so."""
    after = falls_back(state, Halt("A1")).state
    return replace(facings(after, after.units["A1"]).centres[0].place, facing=facing)


@pytest.mark.clause("gb10.setup.retreat")
def test_all_stands_go_3_inches_straight_away_in_formation():
    state = table10(Body("A1", (20, 20)), FOE)
    after = falls_back(state, Halt("A1"))
    here = after.state.units["A1"].place
    assert (here.x, here.y, here.facing) == (20, 17, 0)
    assert "A1 retreats to 20, 17, facing 0 [gb10.setup.retreat]" in after.told


@pytest.mark.clause("gb10.setup.retreat")
def test_afterwards_it_faces_as_its_owner_likes():
    state = table10(Body("A1", (20, 20)), FOE)
    question = asks(state, lambda play: retreat(play, "A1"))
    assert question.side == RED and Halt("A1") in offers(question)
    after = falls_back(state, FaceAbout("A1", middle(state, 120)))
    assert {one.place.facing for one in standing(after.state, "A1")} == {120}
    assert after.state.units["A1"].place.facing == 120
    assert any(line.startswith("A1 turns about at") and "[gb10.setup.retreat]" in line for line in after.told)


@pytest.mark.clause("gb10.setup.retreat")
def test_it_turns_round_its_centre_stand_and_only_where_there_is_room():
    state = table10(Body("A1", (20, 4), stands=(INFANTRY,) * 6, formation=Formation.DEFENSIVE), FOE)
    question = asks(state, lambda play: retreat(play, "A1"))
    turned = middle(state, 90)
    assert why_not(question, FaceAbout("A1", turned)) == "gb10.setup.table-edge"
    assert not why_not(question, FaceAbout("A1", replace(turned, facing=180)))
    assert why_not(question, FaceAbout("A1", replace(turned, x=turned.x + 1))) == "gb10.formation.change-rate"


@pytest.mark.clause("gb10.setup.retreat")
def test_an_enemy_nobody_knew_of_keeps_it_from_turning():
    wood = {"kind": "woods", "name": "wood", "at": (20, 14.4), "size": (3, 1.2)}
    line = Body("A1", (20, 20), stands=(INFANTRY,) * 3, formation=Formation.DEFENSIVE)
    ambush = Body("B2", (20, 14.6), side=BLUE, stands=(INFANTRY,), hidden=True)
    state = table10(line, FOE, ambush, pieces=(wood,))
    after = falls_back(state, FaceAbout("A1", middle(table10(line, FOE, pieces=(wood,)), 90)))
    assert after.state.units["A1"].place.facing == 0 and stand(after.state, "B2/1").known_to is None


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
