"""The staff: friendly roads, the C Ops, the FUP and HQ stands."""

from functools import partial
from random import Random

import pytest
from gbday import in_column
from gbtable import BLUE, GB10, GB20, RED, Body, asks, offers, stand, table, why_not
from msgspec.structs import replace
from rear import LANE, MAIN_ROAD, STAFF, STAGING, enemy_at, rear

from sandtable.board.place import Place
from sandtable.kernel.state import Pile, UnitId
from sandtable.rules.great_battles.battle.scenario import table as board
from sandtable.rules.great_battles.commands.day import Move, Take
from sandtable.rules.great_battles.commands.night import MoveStaff, Stay
from sandtable.rules.great_battles.d20 import EDITION
from sandtable.rules.great_battles.day.actions import act as acts
from sandtable.rules.great_battles.day.replacements import replace_losses
from sandtable.rules.great_battles.edition import cite
from sandtable.rules.great_battles.effects.hits import lose_stand
from sandtable.rules.great_battles.staff.command import Drive, move_c_ops, overrun, return_c_ops
from sandtable.rules.great_battles.staff.supply import line_of_supply, move_fups, situation
from sandtable.rules.great_battles.table.divisions import force
from sandtable.rules.great_battles.table.road_owners import PILE, cards
from sandtable.rules.great_battles.table.roadnet import ClearRoads
from sandtable.rules.great_battles.words import Formation, Kind, Mark, Tally
from sandtable.scripted import act

red = partial(rear, staff=(30, 10))
BASE = EDITION.charts.bases[Kind.C_OPS]


def moving(state):
    return asks(state, lambda play: move_c_ops(play, RED))


def goes(state, x, y):
    """The clause that keeps Red's C Ops from a point; none if it may go there."""
    return why_not(moving(state), MoveStaff(STAFF, Place(x, y)))


# ---- clear road


@pytest.mark.case("gb20.setup.friendly-road", 1)
@pytest.mark.parametrize(("middle", "clear"), [(33.0, False), (33.1, True)])
def test_a_road_exactly_two_inches_from_an_enemy_is_not_clear(middle, clear):
    state = red(enemy_at(middle, 20), fup=(30, 30))
    assert (line_of_supply(state, force(state, RED)) is None) == clear


@pytest.mark.clause("gb20.setup.friendly-road")
def test_a_road_is_clear_as_far_as_it_runs_unbroken_to_the_friendly_edge():
    ways = ClearRoads(red(enemy_at(30, 30)), RED)
    (part,) = ways.parts[1]
    assert part == pytest.approx((0.0, 30 - 0.25 - 2.25), abs=0.02)


@pytest.mark.clause("gb20.setup.friendly-road")
def test_a_side_road_is_clear_by_the_road_it_leaves():
    open_lane = ClearRoads(red(pieces=(MAIN_ROAD, LANE)), RED)
    assert open_lane.holds((2, 15.0))
    cut = ClearRoads(red(enemy_at(30, 10), staff=(10, 0.5), pieces=(MAIN_ROAD, LANE)), RED)
    assert not cut.holds((2, 15.0))


# ---- the C Ops


@pytest.mark.clause("gb20.command.c-ops-move")
def test_the_c_ops_moves_twelve_inches_along_a_road_without_an_action():
    after = act(red(), lambda play: move_c_ops(play, RED), picks=[MoveStaff(STAFF, Place(30, 22))])
    assert after.state.units[STAFF].place == Place(30, 22)
    assert after.told == ["Red C Ops moves to 30, 22 [gb20.command.c-ops-move]"]


@pytest.mark.clause("gb20.command.c-ops-move")
@pytest.mark.parametrize(("beside", "on_it"), [((30.7, 15.2), (30, 15.2)), ((9, 1.5), (9, 0.5)), ((28, 47), (30, 47))])
def test_who_points_beside_a_way_of_the_c_ops_means_the_way(beside, on_it):
    region = next(option.region for option in moving(red()).options if option.region)
    assert region.nearest(Place(*beside)) == Place(*on_it)


@pytest.mark.clause("gb20.command.c-ops-move")
def test_the_c_ops_goes_no_farther_and_not_across_country():
    assert goes(red(), 30, 22.02) == "gb20.command.c-ops-move"
    assert goes(red(), 31, 15) == "gb20.command.c-ops-move"


@pytest.mark.clause("gb20.command.c-ops-move")
def test_the_c_ops_moves_along_its_own_edge_and_on_along_a_road():
    state = red(staff=(25, 0.5))
    assert goes(state, 13, 0.5) == ""
    assert goes(state, 30, 7) == ""
    assert goes(state, 30, 7.1) == "gb20.command.c-ops-move"
    assert goes(state, 30, 47.5) == "gb20.command.c-ops-move"


BY_BOTH = pytest.mark.parametrize("rules", [GB20, GB10])
SLANTED = {"kind": "road", "name": "slanted road", "course": [[20, 0], [30, 10], [60, 11]]}
RIM_ROAD = {"kind": "road", "name": "rim road", "course": [[30, 10], [59.8, 10.3], [59.8, 30]]}


@BY_BOTH
@pytest.mark.clause("gb20.setup.table-edge", "gb20.command.c-ops-move")
@pytest.mark.clause("gb10.setup.table-edge", "gb10.command.cops-move-when")
def test_the_c_ops_stands_whole_on_the_table_at_its_edge_and_where_a_road_leads_off(rules):
    state = rear(staff=(25, 0.5), rules=rules)
    whole, edge = Drive(state, state.units[STAFF]), cite(state, "setup.table-edge")
    for x, y, clause in [(20, 0.5, ""), (20, 0, edge), (20, 0.49, edge), (30, 0.5, ""), (30, 0, edge), (30, 7, "")]:
        why = whole.why_not(Place(x, y))
        assert (why.clause if why else "") == clause
    assert whole.why_not(Place(20, 0.6)).clause == cite(state, "command.c-ops-move")
    there = rear(staff=(30, 40), rules=rules)
    there = there.change(piles={PILE: Pile((RED,) * len(cards(there)))})  # Red was the last on all of the road
    beyond = Drive(there, there.units[STAFF])
    assert beyond.contains(Place(30, 47.5)) and beyond.why_not(Place(30, 47.6)).clause == edge


@BY_BOTH
@pytest.mark.clause("gb20.setup.table-edge", "gb10.setup.table-edge")
@pytest.mark.parametrize(("staff", "facing"), [((22, 2), 0), ((20.5, 0.5), 90), ((59, 11), 30), ((59.5, 20), 180)])
def test_wherever_a_c_ops_can_go_it_stands_whole_on_the_table(rules, staff, facing):
    state = rear(staff=staff, rules=rules, pieces=(SLANTED, RIM_ROAD))
    unit = state.units[STAFF]
    unit = replace(unit, place=board(state).brought_in(replace(unit.place, facing=facing), BASE))
    region, rng = Drive(state.put(unit), unit), Random(7)
    assert region.starts
    for place in [*(region.sample(rng) for _ in range(60)), *region.notable()]:
        assert board(state).holds(place, BASE) and region.contains(place)
    for point in (staff, (20, 0), (60, 11), (60, 20)):
        place = region.nearest(Place(*point))
        assert board(state).holds(place, BASE) and region.spots_at(place)


@pytest.mark.clause("gb20.command.c-ops-move")
def test_the_c_ops_turns_off_into_a_side_road():
    assert goes(red(staff=(30, 15), pieces=(MAIN_ROAD, LANE)), 37, 20) == ""
    assert goes(red(staff=(30, 15), pieces=(MAIN_ROAD, LANE)), 37.1, 20) == "gb20.command.c-ops-move"


@pytest.mark.clause("gb20.command.c-ops-move")
def test_the_way_of_a_c_ops_is_drawn_along_the_bends_of_its_road():
    bent = {"kind": "road", "name": "bent road", "course": [[30, 0], [30, 12], [48, 12]]}
    (region,) = (option.region for option in moving(red(pieces=(bent,))).options if option.region)
    assert all(len(line) == 2 for line in region.outline())


@pytest.mark.clause("gb20.setup.friendly-road", "gb20.command.c-ops-move")
def test_the_c_ops_does_not_come_within_two_inches_of_an_enemy():
    ours = Body("A1", (28, 15))
    assert goes(red(ours, enemy_at(33, 15)), 30, 15) == "gb20.setup.friendly-road"
    assert goes(red(ours, enemy_at(33, 15)), 30, 20) == "gb20.setup.friendly-road"
    assert goes(red(ours, enemy_at(33.1, 15)), 30, 20) == ""


@pytest.mark.clause("gb20.setup.friendly-road")
def test_a_hidden_enemy_closes_the_road_and_its_owner_alone_knows():
    state = red(enemy_at(31, 15, hidden=True))
    assert goes(state, 30, 20) == ""
    after = act(state, lambda play: move_c_ops(play, RED), picks=[MoveStaff(STAFF, Place(30, 20))])
    assert after.state.units[STAFF].place.point == (30, 10)
    assert after.state.units[UnitId("B1")].known_to is not None
    assert [(str(entry), entry.known_to) for entry in after.entries] == [
        ("Red C Ops finds the road unsafe and stays [gb20.setup.friendly-road]", {RED})
    ]


@pytest.mark.clause("gb20.command.c-ops")
def test_the_c_ops_may_stay():
    question = moving(red())
    assert offers(question) == [Stay(STAFF)]
    assert question.options[-1].clause == "gb20.command.c-ops"


@pytest.mark.clause("gb20.command.c-ops")
def test_a_battalion_near_the_c_ops_is_better_off_for_replacements():
    near = red(Body("A1", (30, 20), destroyed=(1,)), staff=(30, 10), days=2)
    far = red(Body("A1", (30, 30), destroyed=(1,)), staff=(30, 10), days=2)
    assert (situation(near, near.units["A1"]), situation(far, far.units["A1"])) == ("OK", "Separated")
    after = act(near, lambda play: replace_losses(play, RED), dice=[1])
    assert after.told[0] == "A1: near its C Ops [gb20.command.c-ops]"


# ---- overrun


@pytest.mark.case("gb20.command.c-ops-destroyed", 1)
def test_an_enemy_next_to_the_c_ops_destroys_it():
    state = red(enemy_at(31.9, 10), Body("A1", (30, 20)), Body("A2"), points=6, days=2)
    after = act(state, lambda play: overrun(play, UnitId("B1"))).state
    staff, division = after.units[STAFF], force(after, RED)
    assert staff.place is None and Mark.DESTROYED in staff.marks
    assert (division.tallies[Tally.POINTS], division.tallies[Tally.OVERRUN]) == (0, 1)
    assert [situation(after, after.units[UnitId(name)]) for name in ("A1", "A2")] == ["Isolated", "Isolated"]
    dawn = act(after, lambda play: return_c_ops(play, RED)).state
    assert dawn.units[STAFF].place.point == (30, 0.5) and Mark.DESTROYED not in dawn.units[STAFF].marks


@pytest.mark.clause("gb20.command.c-ops-destroyed")
def test_the_division_loses_ten_activation_points():
    after = act(red(enemy_at(30, 11.5), points=16), lambda play: overrun(play, UnitId("B1")))
    assert force(after.state, RED).tallies[Tally.POINTS] == 6
    assert after.told[-1] == "Red has 6 of 16 activation points left [gb20.command.c-ops-destroyed]"


@pytest.mark.clause("gb20.command.c-ops-destroyed")
def test_an_enemy_more_than_an_inch_away_or_an_hq_does_not_overrun_it():
    assert act(red(enemy_at(30, 11.8)), lambda play: overrun(play, UnitId("B1"))).told == []
    hq = Body("B1", (30, 11), 180, side=BLUE, stands=("HQ",))
    assert act(red(hq), lambda play: overrun(play, UnitId("B1"))).told == []


@pytest.mark.clause("gb20.command.c-ops-destroyed")
def test_a_long_drive_past_it_overruns_it():
    highway = {"kind": "paved road", "name": "highway", "course": [[0, 20], [60, 20]]}
    lane = {"kind": "road", "name": "lane", "course": [[40, 20], [40, 0]]}
    drive = {"stands": ("Infantry by truck",) * 2, "formation": Formation.ROAD_MARCH, "loaded": True}
    state = rear(Body("A1"), Body("B1", (10, 20), 90, side=BLUE, **drive), staff=(40, 18.7), pieces=(highway, lane))
    state = in_column(state, "B1", ((0, 20), (60, 20)), 10)
    after = act(state, lambda play: acts(play, UnitId("B1")), picks=[Move(UnitId("B1"), Place(45.5, 20, 90))]).state
    assert after.units["B1"].place.x == 45.5 and Mark.DESTROYED in after.units[STAFF].marks


@pytest.mark.clause("gb20.command.c-ops-destroyed")
def test_without_a_road_the_c_ops_comes_back_anywhere_on_its_edge():
    state = red(enemy_at(30, 11.5), pieces=())
    after = act(state, lambda play: overrun(play, UnitId("B1"))).state
    question = asks(after, lambda play: return_c_ops(play, RED))
    assert why_not(question, MoveStaff(STAFF, Place(12.34, 0.5))) == ""
    for off in (0, 0.49, 1):
        assert why_not(question, MoveStaff(STAFF, Place(12.34, off))) == "gb20.command.c-ops-destroyed"
    region, rng = question.options[0].region, Random(7)
    assert all(board(state).holds(region.sample(rng), BASE) for _ in range(20))
    assert region.nearest(Place(0, 0)) == Place(0.5, 0.5) and region.contains(Place(0.5, 0.5))


# ---- the FUP


@pytest.mark.clause("gb20.command.fup")
def test_at_night_the_fup_goes_next_to_its_c_ops_or_stays():
    question = asks(red(fup=(30, 4)), lambda play: move_fups(play, RED))
    assert offers(question) == [Stay(STAGING)]
    assert question.options[-1].clause == "gb20.command.fup"


@pytest.mark.clause("gb20.command.fup")
def test_a_side_without_a_fup_has_no_line_of_supply_from_it():
    assert line_of_supply(red(), force(red(), RED)).clause == "gb20.command.fup"


@pytest.mark.clause("gb20.command.fup-overrun")
def test_a_fup_with_an_enemy_within_two_inches_does_not_function_but_is_not_destroyed():
    state = red(enemy_at(30, 34), fup=(30, 30.75))
    assert line_of_supply(state, force(state, RED)).clause == "gb20.command.fup-overrun"
    after = act(red(enemy_at(30, 31.5), staff=(10, 0.5), fup=(30, 30)), lambda play: overrun(play, UnitId("B1")))
    assert after.told == [] and after.state.units[STAGING].place is not None


# ---- HQ stands


@pytest.mark.clause("gb20.command.hq-lost")
def test_a_battalion_that_loses_its_hq_goes_on():
    state = table(Body("A1", (30, 20), attached=("HQ",)))
    hq = stand(state, "A1/4").id
    after = act(state, lambda play: lose_stand(play, UnitId("A1"), ""), picks=[Take(hq)])
    assert after.told[-1] == "A1 loses the bonuses of its HQ [gb20.command.hq-lost]"
