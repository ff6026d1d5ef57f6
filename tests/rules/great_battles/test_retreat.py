"""Falling back."""

from itertools import combinations

import pytest
from gbtable import BLUE, INFANTRY, RED, TANK, Body, act10, asks, offers, stand, table, table10, why_not
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.board.shapes import overlap
from sandtable.rules.great_battles.battle.scenario import Artillery
from sandtable.rules.great_battles.commands.combat import Retreat
from sandtable.rules.great_battles.move.road import moves_of
from sandtable.rules.great_battles.nerve.retreat import retreat
from sandtable.rules.great_battles.table.field import field, opponents, standing
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark
from sandtable.scripted import act

PATH = "gb20.morale.retreat-path"
FOE = Body("B1", (20, 26), 180, side=BLUE)


def falls_back(state, picks=(), body="A1", away_from=None, inches=3.0):
    return act(state, lambda play: outcome.append(retreat(play, body, away_from, inches)), picks=picks, view=view)


outcome: list[bool] = []


def went(state, picks=(), **how):
    """How far each stand has gone, right and up, and whether it could."""
    after = falls_back(state, picks, **how)
    moves = {}
    for unit in state.units.values():
        then = after.state.units[unit.id].place
        if unit.part_of == how.get("body", "A1") and unit.place and then:
            moves[unit.id.split("/")[1][0]] = (round(then.x - unit.place.x, 2), round(then.y - unit.place.y, 2))
            assert then.facing == unit.place.facing
    return moves, outcome[-1]


def which_way(state, body="A1"):
    return asks(state, lambda play: retreat(play, body))


# ---- the straight way


@pytest.mark.clause("gb20.morale.retreat-path")
def test_all_stands_go_3_inches_straight_away_from_the_nearest_enemy_and_the_anchor_with_them():
    state = table(Body("A1", (20, 20)), FOE, Body("B2", (40, 20), side=BLUE))
    assert went(state) == ({"1": (0, -3), "2": (0, -3), "3": (0, -3)}, True)
    after = falls_back(state).state.units["A1"]
    assert (after.place.x, after.place.y, after.place.facing) == (20, 17, 0)


@pytest.mark.clause("gb20.morale.retreat-path")
def test_bases_in_contact_part_square_to_the_edge_along_which_they_meet():
    state = table(Body("A1", (20, 20)), Body("B1", (20.6, 20), 180, side=BLUE, stands=(INFANTRY,)))
    assert went(state)[0]["1"] == (0, -3)


@pytest.mark.clause("gb20.morale.retreat-path")
def test_after_close_combat_it_falls_back_from_the_winner_and_not_from_a_nearer_enemy():
    state = table(Body("A1", (20, 20)), Body("B1", (20, 26), 180, side=BLUE), Body("B2", (15.5, 20), 90, side=BLUE))
    assert went(state)[0]["1"] != (0, -3)
    assert went(state, away_from=state.units["B1"])[0]["1"] == (0, -3)


@pytest.mark.clause("gb20.morale.retreat-path")
def test_a_shorter_retreat_is_made_in_the_same_way():
    assert went(table(Body("A1", (20, 20)), FOE), inches=1.0)[0]["1"] == (0, -1)


@pytest.mark.clause("gb20.morale.retreat-path")
def test_with_no_enemy_known_it_falls_back_towards_its_own_edge():
    state = table(Body("A1", (20, 20)), Body("B1", (20, 8), side=BLUE, hidden=True))
    assert went(state)[0]["1"] == (0, -3)


@pytest.mark.clause("gb20.morale.retreat-path")
def test_going_does_not_matter():
    marsh = {"kind": "marsh", "at": (20, 17), "size": (20, 6)}
    assert went(table(Body("A1", (20, 20), suppressed=(1,)), FOE, pieces=(marsh,)))[0]["1"] == (0, -3)


# ---- what blocks it


@pytest.mark.clause("gb20.morale.retreat-path")
def test_where_the_straight_way_is_blocked_its_owner_picks_a_clear_one_on_either_hand():
    lake = {"kind": "lake", "at": (20, 17.5), "size": (1, 1)}
    question = which_way(table(Body("A1", (20, 20)), FOE, pieces=(lake,)))
    assert question.side == RED
    ways = [order.bearing for order in offers(question)]
    assert ways and all(135 <= way <= 225 and way % 5 == 0 for way in ways)
    assert any(way < 180 for way in ways) and any(way > 180 for way in ways)
    assert why_not(question, Retreat("A1", 180)) == PATH
    state = table(Body("A1", (20, 20)), FOE, pieces=(lake,))
    assert went(state, picks=[Retreat("A1", 225)])[0]["1"] == (-2.12, -2.12)


def with_a_bunker(*at):
    """Three companies and a tank in line, the tank on the right."""
    body = Body("A1", (20, 20), formation=Formation.DEFENSIVE, attached=(TANK,))
    return table(body, FOE, pieces=({"kind": "bunker", "at": at, "size": (1, 1)},))


@pytest.mark.clause("gb20.data.terrain", "gb20.morale.retreat-path")
def test_a_bunker_is_closed_to_the_tank_and_not_to_the_infantry_of_the_same_battalion():
    inside = with_a_bunker(16.25, 19.75)
    assert went(inside)[0]["1"] == (0, -3)
    assert moves_of(inside, inside.units["A1"], 1.0).contains(Place(20, 21, 0))
    behind_the_tank = with_a_bunker(23.75, 17.5)
    assert why_not(which_way(behind_the_tank), Retreat("A1", 180)) == PATH


@pytest.mark.clause("gb20.morale.retreat-path")
def test_the_table_edge_blocks():
    state = table(Body("A1", (20, 3)), Body("B1", (20, 9), 180, side=BLUE))
    assert went(state) == ({"1": (0, 0), "2": (0, 0), "3": (0, 0)}, False)
    question = which_way(table(Body("A1", (20, 3.8)), Body("B1", (20, 9), 180, side=BLUE)))
    assert why_not(question, Retreat("A1", 180)) == "gb20.setup.table-edge"


@pytest.mark.clause("gb20.morale.retreat-path")
def test_an_enemy_behind_it_blocks():
    behind = Body("B2", (20, 16.5), side=BLUE, stands=(INFANTRY,))
    state = table(Body("A1", (20, 20), stands=(INFANTRY,)), Body("B1", (20, 20), 180, side=BLUE), behind)
    question = asks(state, lambda play: retreat(play, "A1", play.state.units["B1"]))
    assert why_not(question, Retreat("A1", 180)) == PATH


@pytest.mark.clause("gb20.morale.retreat-path")
def test_nobody_retreats_between_two_of_one_battalion_that_are_near_each_other():
    lone = Body("A1", (20, 20), stands=("Heavy weapons",))
    winner = Body("B1", (20, 20), 180, side=BLUE)
    one = Body("B2", (20, 18.2), side=BLUE, stands=(INFANTRY,) * 2, formation=Formation.DEFENSIVE, interval=190)
    two = (
        Body("B2", (18.3, 18.2), side=BLUE, stands=(INFANTRY,)),
        Body("B3", (21.7, 18.2), side=BLUE, stands=(INFANTRY,)),
    )
    for behind, can in (((one,), False), (two, True)):
        state = table(lone, winner, *behind)
        assert went(state, away_from=state.units["B1"])[1] is can


@pytest.mark.clause("gb20.morale.retreat-path")
def test_a_gap_of_a_few_degrees_is_found():
    lakes = [
        {"kind": "lake", "corners": ((a, 17.9), (b, 17.9), (b, 18.1), (a, 18.1))} for a, b in ((10, 19.86), (19.93, 30))
    ]
    state = table(Body("A1", (20, 20), stands=("Heavy weapons",)), FOE, pieces=tuple(lakes))
    assert went(state) == ({"1": (-0.16, -3.0)}, True)


@pytest.mark.clause("gb20.morale.retreat-path")
def test_where_every_direction_is_blocked_it_cannot_retreat():
    river = {"kind": "river", "course": ((0, 18), (60, 18)), "width": 0.5}
    assert went(table(Body("A1", (20, 20)), FOE, pieces=(river,)))[1] is False


@pytest.mark.clause("gb20.morale.retreat-path")
def test_a_hidden_enemy_it_runs_into_is_revealed_and_another_way_is_sought():
    ambush = Body("B2", (20, 17.2), side=BLUE, stands=(INFANTRY,), hidden=True)
    wood = {"kind": "woods", "at": (20, 16.9), "size": (2, 1)}
    state = table(Body("A1", (20, 20)), FOE, ambush, pieces=(wood,))
    after = falls_back(state, picks=[Retreat("A1", 225)])
    assert stand(after.state, "B2/1").known_to is None
    assert outcome[-1] is True


# ---- friends


@pytest.mark.clause("gb20.morale.retreat-path")
def test_friends_may_be_passed_through_and_a_stand_that_would_end_on_one_goes_on_until_clear():
    passed = Body("A2", (20, 18.5), stands=(INFANTRY,), formation=Formation.ASSAULT)
    assert went(table(Body("A1", (20, 20), stands=(INFANTRY,)), FOE, passed))[0]["1"] == (0, -3)
    ended_on = Body("A2", (20, 17), stands=(INFANTRY,), formation=Formation.ASSAULT)
    state = table(Body("A1", (20, 20), stands=(INFANTRY,)), FOE, ended_on)
    assert went(state)[0]["1"] == (0, -3.5)


@pytest.mark.clause("gb20.morale.retreat-path")
def test_a_stand_that_goes_on_does_not_end_on_its_fellows():
    friend = Body("A2", (20, 17), stands=(INFANTRY,), formation=Formation.ASSAULT)
    moves, _ = went(table(Body("A1", (20, 20)), FOE, friend))
    assert len(set(moves.values())) > 1
    slabs = field(falls_back(table(Body("A1", (20, 20)), FOE, friend)).state).slabs
    assert not any(overlap(a, b) for a, b in combinations(slabs.values(), 2))


@pytest.mark.clause("gb10.setup.retreat", "gb10.command.fup-state")
def test_who_falls_back_over_the_enemys_fup_does_not_stop_on_it():
    after = act10(table10(Body("A1", (20, 20)), FOE, fup={BLUE: (20, 16.5)}), lambda play: retreat(play, "A1")).state
    slabs = field(after).slabs
    assert not any(overlap(slabs[one.id], slabs["Blue FUP"]) for one in standing(after, "A1"))


# ---- packing up, and being seen


@pytest.mark.clause("gb20.morale.retreat-limbers")
def test_weapons_pack_up_without_an_action():
    guns = ("6 pounder AT gun M by truck", "Heavy weapons")
    state = table(Body("A1", (20, 20), attached=guns, set_up=(4, 5)), FOE)
    after = falls_back(state)
    assert Mark.SET_UP not in stand(after.state, "A1/4").marks | stand(after.state, "A1/5").marks
    assert Mark.LOADED in stand(after.state, "A1/4").marks
    assert "gb20.morale.retreat-limbers" in after.cited


@pytest.mark.clause("gb20.morale.retreat-limbers")
def test_a_gun_without_transport_retreats_all_the_same():
    state = table(Body("A1", (20, 20), stands=("6 pounder AT gun M",), set_up=(1,)), FOE)
    assert went(state)[0]["1"] == (0, -3)


@pytest.mark.clause("gb20.morale.retreat-path")
def test_a_hidden_battalion_that_retreats_is_seen_and_leaves_close_combat():
    state = table(Body("A1", (20, 20), hidden=True), FOE)
    assert stand(falls_back(state).state, "A1/1").known_to is None
    locked = table(Body("A1", (20, 20)), Body("B1", (20, 20), 180, side=BLUE, marks=("attacks A1",)))
    after = falls_back(locked).state
    assert opponents(locked, locked.units["A1"]) == ["B1"]
    assert opponents(after, after.units["A1"]) == []


@pytest.mark.clause("gb20.morale.retreat-path")
def test_a_stand_that_retreats_under_a_barrage_is_rolled_for():
    state = table(Body("A1", (20, 20), stands=(INFANTRY,)), FOE, artillery=Artillery("average", 1, 5))
    guns = replace(
        state.units["Blue template 1"], place=Place(20, 16.75), marks=frozenset({Mark.FALLING}), known_to=None
    )
    after = act(state.put(guns), lambda play: retreat(play, "A1"), dice=[20])
    assert Mark.SUPPRESSED in stand(after.state, "A1/1").marks
