"""The staff by the d10 charts: the C Ops, the FUP and HQ stands."""

from functools import partial

import pytest
from gbday import plays, with_actions
from gbtable import BLUE, GB10, INFANTRY, RED, Body, asks, marked, offers, sid, stand, why_not
from msgspec.structs import replace
from rear import LANE, MAIN_ROAD, STAFF, STAGING, enemy_at, rear

from sandtable.board.place import Place
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.battle.scenario import Bring, Objective, Victory
from sandtable.rules.great_battles.commands.airborne import TravelNow
from sandtable.rules.great_battles.commands.day import Done, Leg, Move, Pick
from sandtable.rules.great_battles.commands.night import MoveStaff
from sandtable.rules.great_battles.d10 import EDITION
from sandtable.rules.great_battles.day.actions import move_next
from sandtable.rules.great_battles.effects.hits import destroy
from sandtable.rules.great_battles.fire.shot import refuse_target
from sandtable.rules.great_battles.frame.reading import scenarios
from sandtable.rules.great_battles.move.movement import refuse_end
from sandtable.rules.great_battles.move.moves import Moves
from sandtable.rules.great_battles.nerve.rally import rally_modifiers, score_to_rally
from sandtable.rules.great_battles.staff.action_roll import roll_actions
from sandtable.rules.great_battles.staff.command import overrun, return_c_ops
from sandtable.rules.great_battles.staff.supply import line_of_supply, situation
from sandtable.rules.great_battles.steps import Moving, Staff
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.field import all_standing
from sandtable.rules.great_battles.table.roadnet import ClearRoads
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Did, Mark, Tally
from sandtable.scripted import act

red = partial(rear, staff=(30, 10), rules=GB10)


def moving(state, number=1):
    return asks(state, lambda play: move_next(play, RED, number))


def goes(state, x, y):
    """The clause that keeps Red's C Ops from a point; none if it may go there."""
    return why_not(moving(state), MoveStaff(STAFF, Place(x, y)))


def drives(state, x, y):
    return act(state, lambda play: move_next(play, RED, 1), picks=[MoveStaff(STAFF, Place(x, y))], view=view)


# ---- the C Ops moves


@pytest.mark.case("gb10.command.cops-move", 1)
def test_the_c_ops_goes_twelve_inches_by_road_or_edge_and_not_across_country():
    assert goes(red(), 42, 10) == "gb10.command.cops-move"
    assert goes(red(), 30, 22) == ""
    assert goes(red(), 30, 22.1) == "gb10.command.cops-move"
    assert goes(red(staff=(20, 0.5)), 8, 0.5) == ""


@pytest.mark.clause("gb10.command.cops-move", "gb10.command.cops-move-when")
def test_it_moves_between_battalions_moves_once_and_without_an_action():
    state = with_actions(red(Body("A1", (10, 10)), Body("A2", (50, 10)), enemy_at(5, 45)), A1=1, A2=1)
    state = state.put(replace(state.units["A1"], spent=frozenset({Did.ACTED})))
    question = moving(state)
    assert MoveStaff in [type(option.command) for option in question.options]
    assert next(o for o in question.options if isinstance(o.command, MoveStaff)).clause == "gb10.command.cops-move-when"
    after = drives(state, 30, 20)
    assert after.state.units[STAFF].place == Place(30, 20)
    assert "Red C Ops moves to 30, 20 [gb10.command.cops-move]" in after.told
    assert offers(moving(after.state))[0] == Pick("A2")
    assert MoveStaff not in [type(option.command) for option in moving(after.state).options]


@pytest.mark.clause("gb10.command.cops-move-when")
def test_it_may_wait_for_the_second_actions_and_has_no_step_of_its_own():
    state = red(Body("A1", (10, 10)), enemy_at(5, 45))
    assert plays(state, Staff(RED)).asked == []
    day = plays(state, Moving(RED, 1), Moving(RED, 2), picks=[Done(), MoveStaff(STAFF, Place(30, 15))])
    assert day.state.units[STAFF].place == Place(30, 15)
    assert Did.MOVED in day.state.units[STAFF].spent


@pytest.mark.clause("gb10.command.cops-move-when")
def test_a_c_ops_off_the_road_makes_for_it_at_its_own_time():
    state = marked(red(Body("A1", (10, 10)), enemy_at(5, 45), staff=(34, 10)), STAFF, Mark.OFF_ROAD)
    unit = state.units[STAFF]
    state = state.put(replace(unit, tallies={**unit.tallies, Tally.ROAD_X: 3000, Tally.ROAD_Y: 1000}))
    assert TravelNow(STAFF) in offers(moving(state))
    after = act(state, lambda play: move_next(play, RED, 1), picks=[TravelNow(STAFF)])
    assert after.state.units[STAFF].place.point == (30, 10)


@pytest.mark.clause("gb10.command.cops-overrun")
def test_one_that_was_overrun_on_its_way_to_the_road_comes_back_on_a_road():
    """It has not landed there: it drives, and heads for nothing any more."""
    state = marked(red(Body("A1", (10, 10)), enemy_at(35.25, 10), staff=(34, 10), days=2), STAFF, Mark.OFF_ROAD)
    unit = state.units[STAFF]
    state = state.put(replace(unit, tallies={**unit.tallies, Tally.ROAD_X: 3000, Tally.ROAD_Y: 1000}))
    gone = act(state, lambda play: overrun(play, UnitId("B1"))).state
    back = act(gone, lambda play: return_c_ops(play, RED)).state
    assert back.units[STAFF].place.point == (30, 0.5) and Mark.OFF_ROAD not in back.units[STAFF].marks
    assert goes(back, 30, 4) == ""


@pytest.mark.clause("gb10.command.cops-move-when", "gb10.victory.scenario")
def test_the_battle_is_won_the_moment_it_arrives():
    town = {"kind": "village", "name": "town", "at": (30, 20), "size": (4, 4)}
    victory = Victory(bring=Bring(RED, "the town", 0), otherwise=BLUE)
    state = red(Body("A1", (10, 10)), enemy_at(5, 45), pieces=(MAIN_ROAD, town), victory=victory,
                objectives=(Objective("the town", piece="town"),))  # fmt: skip
    day = plays(state, Moving(RED, 1), picks=[MoveStaff(STAFF, Place(30, 20))])
    assert "Red wins: its C Ops is in the town [gb10.victory.scenario]" in day.told


# ---- friendly roads


@pytest.mark.clause("gb10.command.friendly-road")
@pytest.mark.parametrize(("middle", "clause"), [(31.99, "gb10.command.friendly-road"), (32.0, "")])
def test_a_road_is_friendly_with_no_enemy_closer_than_an_inch(middle, clause):
    """The stand is an inch and a half wide and the road half an inch."""
    ours = [Body(name, (28.9, y), stands=(INFANTRY,)) for name, y in (("A1", 13), ("A2", 15), ("A3", 17))]
    assert goes(red(*ours, enemy_at(middle, 15)), 30, 20) == clause


@pytest.mark.clause("gb10.command.friendly-road")
def test_it_stops_short_of_a_hidden_enemy_who_comes_out():
    state = red(enemy_at(30, 17, hidden=True))
    assert goes(state, 30, 20) == ""
    after = drives(state, 30, 20)
    assert after.state.units[STAFF].place == Place(30, 15.5, after.state.units[STAFF].place.facing)
    assert stand(after.state, "B1/1").known_to is None and after.state.units["B1"].known_to is None
    assert "Red C Ops meets an enemy and stops short of him [gb10.command.friendly-road]" in after.told
    assert Did.MOVED in after.state.units[STAFF].spent


@pytest.mark.clause("gb10.command.friendly-road")
def test_round_a_corner_too():
    state = red(enemy_at(40, 20, hidden=True), staff=(30, 15), pieces=(MAIN_ROAD, LANE))
    after = drives(state, 37, 20)
    assert after.state.units[STAFF].place.point == (37, 20)
    further = red(enemy_at(36, 20, hidden=True), staff=(30, 15), pieces=(MAIN_ROAD, LANE))
    assert drives(further, 37, 20).state.units[STAFF].place.point == (34, 20)


@pytest.mark.clause("gb10.command.friendly-road")
def test_a_road_that_is_cut_behind_it_keeps_it_where_it_is():
    state = red(enemy_at(30, 4, hidden=True))
    after = drives(state, 30, 20)
    assert after.state.units[STAFF].place.point == (30, 10)
    assert "Red C Ops finds the road unsafe and stays [gb10.command.friendly-road]" in after.told
    assert stand(after.state, "B1/1").known_to is not None


@pytest.mark.clause("gb10.command.friendly-road")
def test_the_shortest_way_over_side_roads():
    ways = ClearRoads(red(enemy_at(5, 45), pieces=(MAIN_ROAD, LANE)), RED)
    (first, *_, last) = ways.way([(1, 15.0)], (2, 7.0))
    assert (first, last) == ((1, 15.0), (2, 7.0))
    assert ways.way([(1, 15.0)], (0, 55.0)) == [(1, 15.0), (1, 0.0), (0, 30.0), (0, 55.0)]


# ---- overrun


@pytest.mark.case("gb10.command.cops-overrun", 1)
def test_an_overrun_c_ops_costs_ten_points_and_the_night():
    state = red(enemy_at(31.25, 10), Body("A1", (30, 20)), points=7, days=2)
    after = act(state, lambda play: overrun(play, UnitId("B1"))).state
    assert after.units[STAFF].place is None and Mark.DESTROYED in after.units[STAFF].marks
    assert force(after, RED).tallies[Tally.POINTS] == 0
    assert situation(after, after.units["A1"]) == "Isolated"
    back = act(after, lambda play: return_c_ops(play, RED), picks=[])
    assert back.state.units[STAFF].place.point == (30, 0.5)
    assert "gb10.command.cops-overrun" in back.cited


@pytest.mark.clause("gb10.command.cops-overrun")
@pytest.mark.parametrize(("middle", "gone"), [(31.25, True), (31.3, False)])
def test_only_who_touches_it_overruns_it(middle, gone):
    after = act(red(enemy_at(middle, 10), Body("A1", (30, 20))), lambda play: overrun(play, UnitId("B1"))).state
    assert (after.units[STAFF].place is None) == gone


@pytest.mark.clause("gb10.command.cops-overrun")
def test_an_hq_overruns_it_as_well_as_anybody():
    hq = Body("B1", (30, 10.5), 180, side=BLUE, stands=("HQ",))
    after = act(red(hq, Body("A1", (30, 20))), lambda play: overrun(play, UnitId("B1"))).state
    assert after.units[STAFF].place is None


@pytest.mark.clause("gb10.command.cops-overrun")
def test_who_overruns_it_goes_on_with_its_move():
    blue = Body("B1", (30, 13), 180, side=BLUE, stands=(INFANTRY,), quality="veteran")
    state = with_actions(red(blue, Body("A1", (50, 5))), B1=1)
    order = Leg(UnitId("B1"), Place(30, 11.0, 180)), Move(UnitId("B1"), Place(30, 10.0, 180))
    day = plays(state, Moving(BLUE, 1), picks=[Pick(UnitId("B1")), *order])
    assert day.state.units[STAFF].place is None
    assert day.state.units["B1"].place == Place(30, 10.0, 180)


@pytest.mark.clause("gb10.command.non-combat-stands")
def test_a_battalion_that_is_not_activated_keeps_off_a_c_ops_but_not_off_a_fup():
    blue = Body("B1", (30, 23), 180, side=BLUE, stands=(INFANTRY,), active=False)
    state = red(blue, Body("A1", (50, 5)))
    assert Moves(state, state.units["B1"]).why_not(Place(30, 22, 180)).clause == "gb10.activate.inactive-limit"
    staging = red(blue, Body("A1", (50, 5)), staff=(55, 0.5), fup=(30, 10))
    assert Moves(staging, staging.units["B1"]).why_not(Place(30, 22, 180)) is None


# ---- fire, HQ, FUP


@pytest.mark.case("gb10.command.cops-no-fire", 1)
def test_nobody_fires_at_a_c_ops():
    gun = Body("B1", (30, 15), 180, side=BLUE, stands=("AT gun M",), set_up=(1,))
    state = red(gun, Body("A1", (50, 5)))
    assert refuse_target(state, state.units[STAFF]).clause == "gb10.command.cops-no-fire"


@pytest.mark.case("gb10.command.hq", 1)
def test_an_hq_helps_actions_and_rallying():
    state = red(Body("A1", (20, 20), attached=("HQ",), suppressed=(1,)), enemy_at(5, 45))
    body = state.units["A1"]
    need = score_to_rally(state, body).value + sum(one.value for one in rally_modifiers(state, body))
    assert need == 8
    assert [actions_on(state, face) for face in (35, 36, 85, 86)] == [2, 1, 1, 0]


def actions_on(state, face):
    return act(state, lambda play: roll_actions(play, RED), [face]).state.units["A1"].tallies[Tally.ACTIONS]


@pytest.mark.clause("gb10.command.hq-loss")
def test_losing_the_hq_stops_nobody():
    state = red(Body("A1", (20, 20), attached=("HQ",)), enemy_at(5, 45))
    after = act(state, lambda play: destroy(play, sid(play.state, "A1/4"), "B1"))
    assert "gb10.command.hq-loss" in after.cited
    assert [actions_on(after.state, face) for face in (25, 26, 75, 76)] == [2, 1, 1, 0]


@pytest.mark.case("gb10.command.fup", 1)
def test_an_enemy_near_the_fup_puts_it_out_of_use_and_does_not_destroy_it():
    state = red(enemy_at(32.25, 30), fup=(30, 30))
    assert line_of_supply(state, force(state, RED)).clause == "gb10.command.fup-state"
    assert line_of_supply(state, force(state, RED)).why == "an enemy stand is closer than an inch to the FUP"
    after = act(state, lambda play: overrun(play, UnitId("B1"))).state
    assert after.units[STAGING].place is not None


@pytest.mark.clause("gb10.command.fup-state")
def test_nobody_stops_on_the_enemys_fup():
    blue = Body("B1", (30, 13), 180, side=BLUE, stands=(INFANTRY,))
    state = red(blue, Body("A1", (50, 5)), staff=(55, 0.5), fup=(30, 11))
    body = state.units["B1"]
    assert refuse_end(state, body, {"B1/1 infantry": Place(30, 11, 180)}).clause == "gb10.command.fup-state"
    assert refuse_end(state, body, {"B1/1 infantry": Place(30, 9, 180)}) is None
    assert refuse_end(state, state.units["A1"], {"A1/1 infantry": Place(30, 11)}) is None


# ---- what the words mean


@pytest.mark.clause("gb10.command.hq-state")
def test_a_suppressed_hq_still_helps():
    state = red(Body("A1", (20, 20), attached=("HQ",), suppressed=(4,)), enemy_at(5, 45))
    assert [actions_on(state, face) for face in (35, 36)] == [2, 1]


@pytest.mark.clause("gb10.command.hq-number")
def test_the_learning_battles_have_one_hq_for_a_battlegroup():
    def staff_of(army):
        return [one.group for one in army.battalions for text in (*one.stands, *one.attached) if text == "HQ"]

    staffs = [staff_of(army) for battle in scenarios(EDITION.book.about.id).values() for army in battle.side]
    assert any(staffs) and all(len(groups) == len(set(groups)) for groups in staffs)


@pytest.mark.clause("gb10.command.cops")
def test_within_twelve_inches_of_it_replacements_are_better():
    near, far = (red(Body("A1", (30, y), stands=(INFANTRY,)), enemy_at(5, 45)) for y in (23, 23.1))
    assert (situation(near, near.units["A1"]), situation(far, far.units["A1"])) == ("OK", "Separated")


@pytest.mark.clause("gb10.command.overrun")
def test_the_pool_does_not_go_below_nothing():
    for points, left in ((12, 2), (7, 0)):
        state = red(enemy_at(31.25, 10), Body("A1", (30, 20)), points=points)
        after = act(state, lambda play: overrun(play, UnitId("B1"))).state
        assert force(after, RED).tallies[Tally.POINTS] == left


@pytest.mark.clause("gb10.command.not-stands-in-combat")
def test_staff_belongs_to_the_division_and_is_no_stand_of_a_battalion():
    state = red(Body("A1", (30, 20)), enemy_at(5, 45), fup=(30, 4))
    assert state.units[STAFF].part_of == state.units[STAGING].part_of == "Red"
    assert not {STAFF, STAGING} & {one.id for one in all_standing(state, RED)}
