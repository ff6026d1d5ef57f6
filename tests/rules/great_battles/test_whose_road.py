"""Whose a road is, by both books: where a C Ops may drive."""

import pytest
from divided import WEST_STAFF, two
from gbday import in_column
from gbtable import BLUE, GB10, GB20, RED, Body, asks, carried_out, marked, moved, stand, table, why_not
from msgspec.structs import replace
from rear import LANE, MAIN_ROAD, STAFF, enemy_at, rear

from sandtable.board.place import Place
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.day import Move
from sandtable.rules.great_battles.commands.night import MoveStaff
from sandtable.rules.great_battles.day.actions import act as acts
from sandtable.rules.great_battles.staff.command import drive, move_staff
from sandtable.rules.great_battles.staff.staff_drop import go_to_road
from sandtable.rules.great_battles.staff.supply import line_of_supply, refuse_fup_move
from sandtable.rules.great_battles.table.divisions import c_ops, force, fup
from sandtable.rules.great_battles.table.road_owners import PILE, stand_along
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark, Tally

FRIENDLY = {GB20: "gb20.setup.friendly-road", GB10: "gb10.command.friendly-road"}
WHOSE = {GB20: "gb20.setup.whose-road", GB10: "gb10.command.whose-road"}
STACKING = {GB20: "gb20.move.path", GB10: "gb10.setup.stacking"}
LORRIES = {"stands": ("Infantry by truck",) * 2, "formation": Formation.ROAD_MARCH, "loaded": True}
HIGHWAY = {"kind": "paved road", "name": "highway", "course": [[30, 0], [30, 48]]}
clauses = pytest.mark.clause("gb20.setup.whose-road", "gb10.command.whose-road")
closing = pytest.mark.clause("gb20.setup.friendly-road", "gb10.command.friendly-road")


@pytest.fixture(params=[GB20, GB10])
def book(request):
    return request.param


def goes(state, x, y, staff=STAFF):
    """The clause that keeps a C Ops from a point; none if it may go there."""
    question = asks(state, lambda play: move_staff(play, state.units[staff]))
    return why_not(question, MoveStaff(staff, Place(x, y)))


def turn_begins(state):
    return carried_out(state, stand_along).state


# ---- who is nearer


@clauses
def test_a_c_ops_does_not_drive_past_enemies_who_are_nearer_to_the_road_than_its_own_troops(book):
    enemies = enemy_at(25, 17), enemy_at(35, 17, name="B2")
    alone = rear(*enemies, staff=(30, 10), rules=book)
    assert goes(alone, 30, 20) == WHOSE[book]
    with_troops = rear(*enemies, Body("A1", (30, 18)), staff=(30, 10), rules=book)
    assert goes(with_troops, 30, 20) == ""


@clauses
def test_it_may_go_back_from_a_side_road_that_its_base_touches(book):
    state = rear(Body("A1", (10, 40)), enemy_at(27, 23), staff=(30, 20.4), pieces=(MAIN_ROAD, LANE), rules=book)
    assert goes(state, 30, 10) == ""


@clauses
def test_behind_its_own_lines_it_drives_as_it_likes(book):
    state = rear(Body("A1", (30, 30)), enemy_at(30, 38), staff=(30, 16), rules=book)
    assert goes(state, 30, 4) == ""
    assert goes(state, 30, 28) == ""


@clauses
@pytest.mark.parametrize(("y", "own"), [(23, True), (26, False)])
def test_where_nobody_is_each_side_has_the_half_of_the_table_towards_its_own_edge(book, y, own):
    assert (goes(rear(staff=(30, 18), rules=book), 30, y) == "") == own


@clauses
def test_an_hq_alone_holds_no_road(book):
    state = rear(Body("A1", (30, 22), stands=("HQ",)), enemy_at(36, 20), staff=(30, 13), rules=book)
    assert goes(state, 30, 20) == WHOSE[book]


@clauses
def test_a_c_ops_with_the_enemy_near_may_still_fall_back_along_a_clear_road(book):
    state = rear(enemy_at(36, 12), staff=(30, 12), rules=book)
    assert goes(state, 30, 2) == ""
    assert goes(state, 30, 14) == WHOSE[book]


@clauses
def test_enemies_it_does_not_know_of_tell_a_c_ops_nothing_as_long_as_it_does_not_come_upon_them(book):
    state = rear(enemy_at(34, 15, hidden=True), staff=(30, 10), rules=book)
    assert goes(state, 30, 20) == ""
    after = carried_out(state, drive, STAFF, Place(30, 20))
    assert after.state.units[STAFF].place.point == (30, 20)
    assert stand(after.state, "B1/1").known_to is not None


# ---- who has been there


def drives_up(book):
    """A1 drives up the highway to the far end of the table, past an enemy a foot off the road."""
    state = rear(Body("A1", (30, 14), **LORRIES), enemy_at(43, 20), staff=(30, 10), pieces=(HIGHWAY,), rules=book)
    state = in_column(state, "A1", ((30, 0), (30, 48)), 14)
    return carried_out(state, acts, UnitId("A1"), picks=[Move(UnitId("A1"), Place(30, 40, 0))]).state


@clauses
def test_a_road_stays_friendly_behind_troops_who_have_gone_along_it(book):
    after = drives_up(book)
    assert after.units["A1"].place.y == 40
    assert goes(turn_begins(after), 30, 20) == ""
    assert goes(replace(after, piles={}), 30, 20) == WHOSE[book], "had they not passed, the enemy would be nearer"


@clauses
def test_until_an_enemy_stands_where_he_could_fire_at_it(book):
    near = turn_begins(moved(drives_up(book), "B1/1", 36, 20))
    assert goes(near, 30, 20) == WHOSE[book]


@clauses
def test_or_goes_along_it_himself(book):
    passed = drives_up(book).piles
    lorries = Body("B1", (30, 30), 180, side=BLUE, **LORRIES)
    state = rear(lorries, Body("A1", (10, 5)), staff=(30, 10), pieces=(HIGHWAY,), rules=book)
    state = in_column(replace(state, piles=passed), "B1", ((30, 48), (30, 0)), 18)
    assert set(state.piles[PILE].cards[14:40]) == {RED}
    after = carried_out(state, acts, UnitId("B1"), picks=[Move(UnitId("B1"), Place(30, 20, 180))]).state
    assert set(after.piles[PILE].cards[20:29]) == {BLUE}


@clauses
def test_what_hidden_stands_hold_is_not_written_down_for_the_enemy_to_read(book):
    hidden = rear(enemy_at(30, 20, hidden=True), rules=book)
    assert turn_begins(hidden).piles == {}
    seen = turn_begins(rear(enemy_at(30, 20), rules=book))
    assert view(seen, RED).piles[PILE].cards[20] == BLUE


# ---- who closes it


@closing
@pytest.mark.parametrize("which", ["c_ops", "fup"])
def test_an_enemy_c_ops_or_fup_on_the_road_closes_it(book, which):
    said = {"c_ops": {RED: (30, 10)}}
    said.setdefault(which, {})[BLUE] = (30, 17)
    state = table(Body("A1", (28, 18)), Body("A2", (28, 21)), pieces=(MAIN_ROAD,), rules=book, **said)
    assert goes(state, 30, 13) == ""
    assert goes(state, 30, 17) == goes(state, 30, 21) == FRIENDLY[book]


@closing
def test_two_c_ops_of_two_sides_do_not_drive_through_each_other(book):
    state = table(pieces=(MAIN_ROAD,), rules=book, c_ops={RED: (30, 22), BLUE: (30, 26)})
    assert goes(state, 30, 27) == FRIENDLY[book]
    assert goes(state, 30, 21, UnitId("Blue C Ops")) == FRIENDLY[book]


@pytest.mark.clause("gb20.move.path", "gb10.setup.stacking", "gb20.setup.whose-road", "gb10.command.whose-road")
def test_a_c_ops_passes_one_of_its_own_side_but_does_not_stop_on_it(book):
    state = two(east_said={"c_ops": (10, 14)}, rules=book)
    assert goes(state, 10, 14, WEST_STAFF) == goes(state, 10, 13.1, WEST_STAFF) == STACKING[book]
    assert goes(state, 10, 16, WEST_STAFF) == ""


@closing
def test_a_hidden_enemy_c_ops_closes_the_road_as_a_hidden_stand_does(book):
    state = table(pieces=(MAIN_ROAD,), rules=book, c_ops={RED: (30, 10), BLUE: (30, 17)})
    blue = UnitId("Blue C Ops")
    state = state.put(replace(state.units[blue], known_to=frozenset()))
    assert goes(state, 30, 20) == ""
    after = carried_out(state, drive, STAFF, Place(30, 20)).state
    found = book == GB10  # by the d20 chart it only finds the road unsafe
    assert (after.units[blue].known_to is None) == found
    assert after.units[STAFF].place.y == (15.25 if found else 10)


# ---- what supply asks for


@pytest.mark.clause("gb20.deploy.supply-line", "gb10.deploy.where", "gb20.night.fup-moves", "gb10.night.fup-road")
def test_supply_and_the_fup_at_night_ask_for_no_more_than_a_clear_road(book):
    state = rear(enemy_at(35, 20), staff=(30, 10), fup=(30, 24), rules=book)
    division = force(state, RED)
    assert goes(state, 30, 18) == WHOSE[book]
    assert line_of_supply(state, division) is None
    assert refuse_fup_move(state, fup(state, division), c_ops(state, division)) is None


# ---- across country


@pytest.mark.clause("gb20.airborne.consolidate", "gb10.airborne.cops-off-road")
def test_a_c_ops_on_its_way_to_a_road_comes_upon_a_hidden_enemy(book):
    state = marked(rear(enemy_at(32, 10, hidden=True), staff=(36, 10), rules=book), STAFF, Mark.OFF_ROAD)
    unit = state.units[STAFF]
    state = state.put(replace(unit, tallies={**unit.tallies, Tally.ROAD_X: 3000, Tally.ROAD_Y: 1000}))
    after = carried_out(state, go_to_road, STAFF)
    assert stand(after.state, "B1/1").known_to is None
    assert after.state.units[STAFF].place.x == {GB20: 35.5, GB10: 34.25}[book]
    assert "Red C Ops meets an enemy and stops short of him" in after.told[0]
