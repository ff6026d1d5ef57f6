"""Sighting by the d10 charts."""

import pytest
from facing import WOOD, blue, distance10, looks, lurking, lurking10, red, seen, sees
from gbtable import BLUE, INFANTRY, RED, Body, first_question, marked, sid, stand, table10, why_not
from missions import GUNS, ONE, falling
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.board.sweep import shortest_line
from sandtable.rules.great_battles.commands.day import Fire
from sandtable.rules.great_battles.facts.day import Withdrawn
from sandtable.rules.great_battles.fire.fire import fire_options, name_target, volley
from sandtable.rules.great_battles.frame.setup import opening
from sandtable.rules.great_battles.frame.weather import set_sight
from sandtable.rules.great_battles.march.march import march
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.table.field import field
from sandtable.rules.great_battles.table.ground import on_crest
from sandtable.rules.great_battles.table.sighting import between_edges, is_sighted
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act

# ---- how far


@pytest.mark.case("gb10.sighting.distance", 1)
def test_an_odd_die_on_the_third_turn_brings_light_to_the_second_player_only():
    assert (distance10(3, RED, 7), distance10(3, BLUE, 7)) == (6, 12)
    assert (distance10(3, RED, 8), distance10(3, BLUE, 8)) == (12, 12)


@pytest.mark.clause("gb10.sighting.distance")
@pytest.mark.parametrize(("turn", "inches"), [(1, 3), (2, 6), (4, 12), (10, 12)])
def test_one_sees_farther_as_the_day_comes(turn, inches):
    assert distance10(turn, RED) == distance10(turn, BLUE) == inches


@pytest.mark.clause("gb10.sighting.distance-use", "gb10.sighting.recon")
def test_nobody_sees_beyond_the_distance_of_the_turn_whatever_he_is():
    scouts = red("Armoured car M-L-W")
    foggy = table10(scouts, blue(at=(20, 17)), weather="fog")
    after = act(foggy, lambda play: set_sight(play, RED))
    assert after.state.tallies[Tally.SIGHT] == 6
    question = first_question(after.state, lambda play: name_target(play, sid(foggy, "R1/1")))
    assert why_not(question, Fire(sid(foggy, "R1/1"), sid(foggy, "B1/1"))) == "gb10.fire.line-of-sight-needed"
    assert "gb10.sighting.distance-use" in act(table10(red(), blue()), lambda play: set_sight(play, RED)).cited
    assert "gb10.sighting.distance" in act(table10(red(), blue(), turn=1), lambda play: set_sight(play, RED)).cited


# ---- out of hiding


@pytest.mark.clause("gb10.sighting.hidden-start", "gb10.sighting.hidden-information")
def test_every_battalion_begins_hidden_and_the_enemy_is_shown_nothing_of_it():
    state = table10(red(), blue())
    state = opening(replace(state.scenario, open=False), frozenset())
    stands = [unit for unit in state.units.values() if unit.kind == INFANTRY]
    assert stands and all(unit.known_to is not None for unit in stands)
    shown = view(lurking10(4), RED)
    assert not [unit for unit in shown.units.values() if unit.side == BLUE and unit.place is not None]


@pytest.mark.case("gb10.sighting.hidden-start", 1)
def test_a_battalion_that_moves_out_of_everybodys_sight_is_revealed_all_the_same():
    hill = {"kind": "hill", "name": "the hill", "at": [20, 25], "size": [30, 4], "level": 1}
    state = table10(red(hidden=True), blue(at=(20, 40)), pieces=(hill,))
    way = Way(state, state.units["R1"], Place(20, 11, 0))
    after = act(state, lambda play: march(play, way, 1.0), view=view)
    assert seen(after.state, "R1/1")
    assert "R1/1 infantry is revealed [gb10.sighting.hidden-start]" in after.told


@pytest.mark.case("gb10.sighting.spotted", 1)
def test_in_cover_nobody_is_spotted_from_three_inches():
    state = lurking10(3, pieces=({**WOOD, "at": [20, 13.25]},))
    assert sees(state) and not seen(looks(state).state)
    near = lurking10(1, pieces=({**WOOD, "at": [20, 11.25]},))
    after = looks(near)
    assert seen(after.state) and "gb10.sighting.spotted" in after.cited


@pytest.mark.case("gb10.sighting.spotted", 2)
def test_in_the_second_turn_nobody_is_spotted_from_seven_inches():
    state = table10(red(), blue(at=(20, 17), hidden=True), turn=2)
    state = act(state, lambda play: set_sight(play, RED)).state
    assert not seen(looks(state).state)
    assert seen(looks(lurking10(6, sight=6)).state)


@pytest.mark.clause("gb10.sighting.who-spots")
def test_with_one_stand_its_whole_battalion_is_revealed():
    wood = {"kind": "woods", "name": "the wood", "at": [22.6, 14], "size": [3, 3]}
    line = blue(INFANTRY, INFANTRY, INFANTRY, hidden=True, formation=Formation.DEFENSIVE)
    state = table10(red(), line, pieces=(wood,))
    spotted = [n for n in (1, 2, 3) if is_sighted(state, stand(state, f"B1/{n}"), [stand(state, "R1/1")])]
    assert len(spotted) == 2
    after = looks(state)
    assert all(seen(after.state, f"B1/{n}") for n in (1, 2, 3))
    assert view(after.state, RED).units["B1"].place is not None


@pytest.mark.clause("gb10.sighting.who-spots")
@pytest.mark.parametrize(("rules", "spots"), [("great-battles-d10", False), ("great-battles-d20", True)])
def test_from_behind_the_crest_nobody_is_spotted_in_his_cover_below_it_however_near(rules, spots):
    hill = {"kind": "hill", "name": "the hill", "at": [20, 7.8], "size": [20, 6], "level": 1}
    garden = {"kind": "orchard", "name": "the orchard", "at": [20, 11.4], "size": [6, 1]}
    state = lurking(0.9, pieces=(hill, garden), rules=rules)
    assert not sees(state) and seen(looks(state).state) is spots


@pytest.mark.clause("gb10.sighting.who-spots")
def test_staff_spots_nobody():
    state = table10(Body("R1"), blue(hidden=True), c_ops={RED: (20, 10)})
    assert not seen(looks(state).state)


@pytest.mark.clause("gb10.sighting.stays-spotted")
def test_who_has_been_seen_stays_seen_until_he_is_in_reserve():
    state = looks(lurking10(4)).state
    dark = replace(state, tallies={**state.tallies, Tally.SIGHT: 3})
    assert seen(looks(dark).state)
    question = first_question(dark, lambda play: name_target(play, sid(dark, "R1/1")))
    assert why_not(question, Fire(sid(dark, "R1/1"), sid(dark, "B1/1"))) == "gb10.fire.line-of-sight-needed"
    assert not seen(Withdrawn("B1").apply(state))


@pytest.mark.clause("gb10.sighting.stays-spotted")
def test_hidden_staff_comes_out_when_it_is_spotted():
    state = table10(red(), blue(at=(40, 40)), c_ops={BLUE: (20, 16)})
    state = state.put(replace(state.units["Blue C Ops"], known_to=frozenset()))
    assert looks(state).state.units["Blue C Ops"].known_to is None


# ---- past what


@pytest.mark.case("gb10.sighting.los", 1)
def test_more_than_an_inch_of_woods_blocks():
    def through(depth):
        wood = {**WOOD, "at": [20, 13], "size": [4, depth]}
        return sees(table10(red(), blue(at=(20, 16)), pieces=(wood,)))

    assert not through(1.5) and through(1)


@pytest.mark.case("gb10.sighting.los", 2)
def test_half_an_inch_inside_a_wood_one_sees_out_and_is_still_hidden():
    wood = {**WOOD, "at": [20, 17], "size": [8, 5]}  # its southern edge is at 14.5
    state = table10(red(), blue(at=(20, 15), hidden=True), pieces=(wood,))
    assert sees(state) and sees(state, "B1/1", "R1/1")
    assert not seen(looks(state).state)
    deeper = table10(red(), blue(at=(20, 15.51)), pieces=(wood,))
    assert not sees(deeper)


@pytest.mark.clause("gb10.sighting.los")
def test_the_line_runs_between_the_nearest_points_of_the_bases():
    state = table10(red(), blue(at=(22, 14)))
    a, b = (field(state).slabs[sid(state, name)] for name in ("R1/1", "B1/1"))
    assert between_edges(a, b) == shortest_line(a, b)
    (ax, ay), (bx, by) = between_edges(a, b)
    assert (ax, ay, bx, by) == pytest.approx((20.75, 10, 21.25, 14))
    assert between_edges(b, a) == ((bx, by), (ax, ay))
    wood = {**WOOD, "at": [20, 12], "size": [1.2, 2]}  # the line of the middles passes through it
    assert sees(table10(red(), blue(at=(22, 14)), pieces=(wood,)))
    beside = {**WOOD, "at": [21, 12], "size": [1.2, 2]}
    assert not sees(table10(red(), blue(at=(22, 14)), pieces=(beside,)))


@pytest.mark.clause("gb10.sighting.los")
def test_where_edges_are_parallel_the_line_is_in_the_middle_of_what_faces_the_other():
    state = table10(red(), blue(at=(20.5, 14)))
    a, b = (field(state).slabs[sid(state, name)] for name in ("R1/1", "B1/1"))
    assert between_edges(a, b) == (pytest.approx((20.25, 10)), pytest.approx((20.25, 14)))


@pytest.mark.clause("gb10.sighting.los")
def test_stands_that_touch_see_each_other_from_their_middles():
    state = table10(red(), blue(at=(20, 10)))
    a, b = (field(state).slabs[sid(state, name)] for name in ("R1/1", "B1/1"))
    assert between_edges(a, b) == ((a.x, a.y), (b.x, b.y)) and sees(state)


@pytest.mark.clause("gb10.sighting.los")
def test_a_barrage_blocks_unless_one_of_the_two_is_under_it():
    state = table10(red(), blue(), artillery=GUNS)
    assert not sees(falling(state, ONE, 20, 12)) and sees(falling(state, ONE, 24, 12))
    assert sees(falling(state, ONE, 20, 14.3))


@pytest.mark.clause("gb10.sighting.los")
def test_an_enemy_behind_a_wood_is_no_target_for_direct_fire():
    state = table10(red(), blue(), pieces=({**WOOD, "at": [20, 12], "size": [4, 2]},))
    question = first_question(state, lambda play: name_target(play, sid(state, "R1/1")))
    assert why_not(question, Fire(sid(state, "R1/1"), sid(state, "B1/1"))) == "gb10.sighting.los"


@pytest.mark.clause("gb10.sighting.blocked-by-units")
def test_friends_and_other_battalions_hide_the_enemy_but_not_the_dead_and_the_hidden():
    between = Body("R2", (20, 12), stands=(INFANTRY,))
    state = table10(red(), between, blue(hidden=True))
    assert not is_sighted(state, stand(state, "B1/1"), [stand(state, "R1/1")])
    assert is_sighted(state, stand(state, "B1/1"), [stand(state, "R2/1")])
    dead = marked(state, "R2/1", Mark.DESTROYED)
    assert is_sighted(dead, stand(dead, "B1/1"), [stand(dead, "R1/1")])
    other = table10(red(), Body("B2", (20, 12), 180, side=BLUE, stands=(INFANTRY,)), blue())
    question = first_question(other, lambda play: name_target(play, sid(other, "R1/1")))
    assert why_not(question, Fire(sid(other, "R1/1"), sid(other, "B1/1"))) == "gb10.fire.blocking-stands"
    unseen = table10(red(), Body("B2", (20, 12), 180, side=BLUE, stands=(INFANTRY,), hidden=True), blue())
    question = first_question(unseen, lambda play: name_target(play, sid(unseen, "R1/1")))
    assert not why_not(question, Fire(sid(unseen, "R1/1"), sid(unseen, "B1/1")))


@pytest.mark.clause("gb10.sighting.indirect")
def test_infantry_fires_indirectly_at_what_it_does_not_see_within_8_inches():
    wood = {**WOOD, "at": [20, 13], "size": [6, 2]}

    def lobbed(inches):
        state = table10(red(), blue(at=(20, 10 + inches)), pieces=(wood,))
        shots = [option.command for option in fire_options(state, stand(state, "R1/1"))]
        return Fire(sid(state, "R1/1"), sid(state, "B1/1"), True) in shots

    assert lobbed(8) and not lobbed(8.01)


# ---- heights


def on_hill(inches, size=8.0, level=1):
    """Blue so far behind the southern contour of a plateau."""
    hill = {"kind": "hill", "name": "the hill", "at": [20, 14 + size / 2], "size": [10, size], "level": level}
    return table10(red(), blue(at=(20, 14 + inches)), pieces=(hill,))


@pytest.mark.case("gb10.sighting.heights", 1)
def test_two_inches_behind_the_crest_one_neither_sees_down_nor_is_seen():
    assert not sees(on_hill(2)) and not sees(on_hill(2), "B1/1", "R1/1")
    question = first_question(on_hill(2), lambda play: name_target(play, "R1/1 infantry"))
    assert why_not(question, Fire("R1/1 infantry", "B1/1 infantry")) == "gb10.sighting.heights"


@pytest.mark.clause("gb10.sighting.heights", "gb10.sighting.crestlines")
def test_one_sees_down_over_half_an_inch_of_the_plateau_from_its_edge():
    assert sees(on_hill(0.5)) and not sees(on_hill(0.52))
    assert on_crest(on_hill(0.5), stand(on_hill(0.5), "B1/1"))
    assert not on_crest(on_hill(0.52), stand(on_hill(0.52), "B1/1"))


@pytest.mark.clause("gb10.sighting.heights")
def test_a_stand_is_as_high_as_the_middle_of_its_base():
    hill = {"kind": "hill", "name": "the hill", "at": [20, 12], "size": [4, 0.5], "level": 1}
    over = (hill, {"kind": "hill", "name": "the ridge", "at": [20, 18], "size": [10, 8.4], "level": 1})
    state = table10(red(), blue(at=(20, 13.7)), pieces=over)  # its front edge hangs over the contour at 13.8
    assert sees(state)
    assert not sees(table10(red(), blue(at=(20, 13.5)), pieces=over))


@pytest.mark.clause("gb10.sighting.heights")
def test_ground_between_that_is_higher_than_both_blocks_and_ones_own_level_does_not():
    knoll = {"kind": "hill", "name": "the knoll", "at": [20, 12], "size": [4, 0.3], "level": 1}
    assert not sees(table10(red(), blue(), pieces=(knoll,)))
    plateau = {"kind": "hill", "name": "the plateau", "at": [20, 12], "size": [10, 8], "level": 1}
    assert sees(table10(red(), blue(), pieces=(plateau,)))


@pytest.mark.clause("gb10.sighting.hidden-start")
def test_a_stand_that_fires_is_seen_and_its_battalion_with_it():
    hedge = {"kind": "woods", "name": "the hedge", "at": [20, 9.75], "size": [6, 0.4]}
    state = table10(red(INFANTRY, INFANTRY, hidden=True), blue(at=(20, 12)), pieces=(hedge,))
    after = act(state, lambda play: volley(play, [Fire("R1/1 infantry", "B1/1 infantry")]), dice=[10])
    assert seen(after.state, "R1/1") and seen(after.state, "R1/2")
