"""Sighting: how far one sees, past what, and what comes out of hiding."""

import pytest
from facing import WOOD, blue, distance, looks, lurking, marches, red, seen, sees
from gbtable import BLUE, INFANTRY, RED, Body, first_question, marked, moved, stand, table, why_not
from missions import GUNS, ONE, falling
from msgspec.structs import replace

from sandtable.board.board import Sight
from sandtable.rules.great_battles.commands.day import Fire, LetPass, Wait
from sandtable.rules.great_battles.fire.fire import name_target, volley
from sandtable.rules.great_battles.frame.weather import set_sight
from sandtable.rules.great_battles.sequence import next_turn
from sandtable.rules.great_battles.steps import NextTurn
from sandtable.rules.great_battles.table.sighting import is_sighted, look_round, sight
from sandtable.rules.great_battles.words import Formation, Mark, Tally
from sandtable.scripted import act

# ---- how far


@pytest.mark.clause("gb20.sighting.dawn-visibility")
@pytest.mark.parametrize(("turn", "inches"), [(1, 3), (2, 6)])
@pytest.mark.parametrize("side", [RED, BLUE])
def test_at_dawn_one_sees_a_little_farther_each_turn(turn, inches, side):
    assert distance(turn, side) == inches


@pytest.mark.case("gb20.sighting.dawn-visibility", 1)
def test_on_the_third_turn_a_die_says_how_soon_it_is_light():
    assert (distance(3, RED, 7), distance(3, BLUE, 7)) == (6, 12)
    assert (distance(3, RED, 8), distance(3, BLUE, 8)) == (12, 12)


@pytest.mark.clause("gb20.sighting.daylight")
@pytest.mark.parametrize("turn", [4, 9])
def test_by_day_one_sees_12_inches_and_never_more(turn):
    assert distance(turn, RED) == distance(turn, BLUE) == 12
    assert not seen(looks(lurking(12.01)).state)
    assert seen(looks(lurking(12)).state)


@pytest.mark.clause("gb20.sighting.distance-use")
def test_the_sighting_distance_holds_for_both_sides_and_is_told():
    state = replace(table(red(hidden=True), blue(at=(20, 15), hidden=True), turn=1, sight=12))
    after = act(state, lambda play: set_sight(play, RED))
    assert after.told == ["troops see 3 inches [gb20.sighting.dawn-visibility]"]
    both = looks(after.state).state
    assert not seen(both) and not seen(both, "R1/1")
    near = looks(moved(after.state, "B1/1", 20, 13.25)).state
    assert seen(near) and seen(near, "R1/1")


@pytest.mark.clause("gb20.sighting.turn-number")
def test_a_turn_passed_at_dawn_brings_the_light_all_the_same():
    state = table(red(), blue(), turn=1, sight=3)
    after = act(state, lambda play: next_turn(play, NextTurn(2)))
    assert after.state.tallies[Tally.SIGHT] == 6


# ---- out of hiding


@pytest.mark.case("gb20.sighting.cover", 1)
def test_a_battalion_in_cover_is_sighted_from_an_inch():
    state = lurking(4, pieces=(WOOD,))
    assert not seen(looks(state).state)
    closer = marches(state, 20, 13, picks=[Wait(), Wait(), LetPass()])
    assert seen(closer.state)
    assert "B1/1 infantry is revealed [gb20.sighting.cover]" in closer.told


@pytest.mark.clause("gb20.sighting.cover")
@pytest.mark.parametrize(("kind", "far"), [("woods", True), ("village", True), ("bunker", True), ("fields", False)])
def test_cover_is_soft_hard_or_a_bunker(kind, far):
    state = lurking(4, pieces=({"kind": kind, "at": [20, 14.25], "size": [4, 1]},))
    assert seen(looks(state).state) != far


@pytest.mark.clause("gb20.sighting.reveal")
def test_a_stand_in_the_open_is_sighted_in_line_of_sight_each_separately():
    wood = {"kind": "woods", "at": [18.85, 12], "size": [1.7, 2]}
    line = blue(INFANTRY, INFANTRY, hidden=True, formation=Formation.DEFENSIVE)
    after = looks(table(red(), line, pieces=(wood,))).state
    west, east = sorted(("B1/1", "B1/2"), key=lambda name: stand(after, name).place.x)
    assert (seen(after, west), seen(after, east)) == (False, True)


@pytest.mark.clause("gb20.sighting.reveal")
def test_a_battalion_that_moves_is_seen_even_if_nobody_is_there():
    state = table(red(hidden=True), blue(at=(50, 40)))
    after = marches(state, 20, 11)
    assert seen(after.state, "R1/1")
    assert "R1/1 infantry is revealed [gb20.sighting.reveal]" in after.told


@pytest.mark.clause("gb20.sighting.reveal")
def test_a_stand_that_fires_is_seen():
    state = table(red(hidden=True), blue(at=(20, 12)), pieces=({"kind": "woods", "at": [20, 9.75], "size": [4, 0.4]},))
    order = Fire("R1/1 infantry", "B1/1 infantry")
    after = act(state, lambda play: volley(play, [order]), dice=[1])
    assert seen(after.state, "R1/1")


@pytest.mark.clause("gb20.sighting.reveal")
def test_staff_sees_nobody_but_is_seen():
    state = table(Body("R1"), blue(at=(20, 14), hidden=True), c_ops={RED: (20, 10)})
    assert not seen(looks(state).state)
    staff = state.units["Red C Ops"]
    hidden = table(red(at=(40, 10)), blue(at=(20, 14)), c_ops={RED: (20, 10)})
    hidden = hidden.put(replace(hidden.units[staff.id], known_to=frozenset()))
    assert looks(hidden).state.units[staff.id].known_to is None


@pytest.mark.clause("gb20.sighting.cover")
@pytest.mark.parametrize(("y", "found"), [(8, False), (8.5, True)])
def test_staff_in_cover_is_sighted_from_one_inch(y, found):
    village = {"kind": "village", "at": [20, 10.5], "size": [3, 3]}
    state = table(red(at=(40, 10)), Body("B1", (20, y), side=BLUE), c_ops={RED: (20, 10)}, pieces=(village,))
    hidden = state.put(replace(state.units["Red C Ops"], known_to=frozenset()))
    assert (looks(hidden).state.units["Red C Ops"].known_to is None) == found


@pytest.mark.clause("gb20.sighting.when")
def test_everybody_looks_at_the_start_of_a_player_turn():
    after = looks(lurking(4))
    assert after.told == [
        "B1/1 infantry is revealed [gb20.sighting.when]", "B1 is revealed [gb20.sighting.when]"
    ]  # fmt: skip


@pytest.mark.clause("gb20.sighting.when")
def test_a_battalion_looks_round_as_it_moves():
    state = lurking(14)
    after = marches(state, 20, 12)
    assert seen(after.state)
    assert not seen(marches(state, 20, 11.9).state)


@pytest.mark.clause("gb20.sighting.when")
def test_nobody_is_found_twice():
    after = looks(lurking(4)).state
    assert act(after, lambda play: look_round(play, [stand(after, "R1/1")], BLUE)).entries == []


# ---- past what


@pytest.mark.clause("gb20.sighting.line-of-sight")
@pytest.mark.parametrize(("kind", "depth", "clear"), [("woods", 1, True), ("woods", 1.02, False),
                                                      ("village", 1.5, False), ("orchard", 3, True)])  # fmt: skip
def test_one_sees_through_an_inch_of_woods_or_houses(kind, depth, clear):
    state = table(red(), blue(), pieces=({"kind": kind, "at": [20, 12], "size": [4, depth]},))
    assert sees(state) == sees(state, "B1/1", "R1/1") == clear


@pytest.mark.clause("gb20.sighting.line-of-sight")
def test_the_inches_of_several_woods_add_up():
    two = tuple({"kind": "woods", "at": [20, y], "size": [4, 0.6]} for y in (11, 13))
    assert not sees(table(red(), blue(), pieces=two))


@pytest.mark.clause("gb20.sighting.line-of-sight")
def test_a_barrage_blocks_sight_unless_one_of_the_two_is_under_it():
    state = table(red(), blue(), artillery=GUNS)
    assert not sees(falling(state, ONE, 20, 12))
    assert sees(falling(state, ONE, 20, 14.3))
    assert sees(falling(state, ONE, 24, 12))


def on_hill(blue_y, size=8.0, level=1, **how):
    """Blue on a plateau whose southern contour runs along y = 14."""
    hill = {"kind": "hill", "at": [20, 14 + size / 2], "size": [10, size], "level": level}
    return table(red(), blue(at=(20, blue_y)), pieces=(hill,), **how)


@pytest.mark.clause("gb20.sighting.line-of-sight", "gb20.data.crest")
def test_one_sees_down_from_the_crest_line_and_not_from_behind_it():
    assert sees(on_hill(14.5)) and sees(on_hill(14.5), "B1/1", "R1/1")
    assert not sees(on_hill(15.5))


@pytest.mark.clause("gb20.sighting.line-of-sight")
def test_higher_ground_between_blocks_sight():
    hill = {"kind": "hill", "at": [20, 12], "size": [4, 0.5], "level": 1}
    assert not sees(table(red(), blue(), pieces=(hill,)))


@pytest.mark.clause("gb20.sighting.line-of-sight")
def test_who_stands_in_a_hollow_does_not_see_past_the_ground_around_it():
    hollows = [{"kind": "hill", "at": [20, y], "size": [6, 1.5], "level": -1} for y in (10, 14)]
    state = table(red(), blue(), pieces=hollows)
    assert sight(state, stand(state, "R1/1"), stand(state, "B1/1")) == Sight(False, "open ground", (20, 10.75))


@pytest.mark.clause("gb20.sighting.line-of-sight")
def test_two_on_the_same_plateau_see_each_other():
    hill = {"kind": "hill", "at": [20, 12], "size": [10, 8], "level": 1}
    assert sees(table(red(), blue(), pieces=(hill,)))


@pytest.mark.clause("gb20.sighting.line-of-sight")
def test_a_friend_in_the_way_hides_the_enemy():
    state = table(red(), Body("R2", (20, 12), stands=(INFANTRY,)), blue(at=(20, 14), hidden=True))
    assert not is_sighted(state, stand(state, "B1/1"), [stand(state, "R1/1")])
    assert is_sighted(state, stand(state, "B1/1"), [stand(state, "R2/1")])


@pytest.mark.clause("gb20.sighting.line-of-sight")
def test_an_enemy_behind_a_wood_is_no_target_for_direct_fire():
    state = table(red(), blue(), pieces=({"kind": "woods", "at": [20, 12], "size": [4, 2]},))
    question = first_question(state, lambda play: name_target(play, "R1/1 infantry"))
    assert why_not(question, Fire("R1/1 infantry", "B1/1 infantry")) == "gb20.sighting.line-of-sight"


@pytest.mark.clause("gb20.sighting.line-of-sight")
def test_the_dead_block_nothing():
    state = table(red(), Body("R2", (20, 12), stands=(INFANTRY,)), blue(at=(20, 14), hidden=True))
    dead = marked(state, "R2/1", Mark.DESTROYED)
    assert is_sighted(dead, stand(dead, "B1/1"), [stand(dead, "R1/1")])
