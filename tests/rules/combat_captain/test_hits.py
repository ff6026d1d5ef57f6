"""Hits by fire: on men and vehicles, on the neighbours of the target, and what nothing saves from."""

import pytest
from cc_fire import (
    HALF_TRACK,
    INFANTRY,
    MG,
    PAK,
    TIGER,
    TRUCK,
    asked,
    chits,
    facing,
    fires,
    is_gone,
    leader,
    men,
    on_table,
    points,
    result,
    shot,
    sub,
    thrown,
    volley,
    volleys,
)

from sandtable.rules.combat_captain.commands import TakeNext
from sandtable.scripted import offers

BEHIND = "2 at 36 34, 3 at 36 40"  # of the target, one behind another
ONE_BEHIND = "2 at 38.5 32"
EIGHT_HITS = [4, 4, 4, 4, 4, 3, 3, 3, 6]  # two squads with rifles only, four dice each: 29 points


@pytest.mark.clause("cc.fire.hits-foot")
@pytest.mark.parametrize(("die", "left"), [(2, 3), (4, 2), (5, 1), (6, 0)])
def test_each_hit_kills_a_soldier(die, left):
    table, after = volley(20, die)
    assert men(table) == [left] and result(after) == 5 - left
    assert is_gone(table) == (not left)


@pytest.mark.clause("cc.fire.hits-foot")
@pytest.mark.parametrize(("theirs", "strength"), [(INFANTRY, 5), (MG, 3), ("Bazooka squad", 2)])
def test_a_foot_sub_unit_is_gone_with_its_last_man(theirs, strength):
    table, _ = volley(20, 6, theirs=theirs)
    assert strength <= 5 and is_gone(table)


@pytest.mark.case("cc.fire.hits-vehicles", 1)
def test_two_hits_destroy_a_truck():
    table = facing(MG, TRUCK)
    after = fires(table, 4, 5)
    assert (points(after), result(after)) == (10, 2)
    assert is_gone(table) and "cc.fire.hits-vehicles" in after.cited


@pytest.mark.case("cc.fire.non-armoured-target", 1)
@pytest.mark.parametrize(("die", "hits", "gone"), [(5, 2, False), (6, 3, True)])
def test_three_hits_destroy_a_half_track_and_two_are_discarded(die, hits, gone):
    table = facing(MG, HALF_TRACK)
    after = fires(table, 4, die)
    assert (points(after), result(after)) == (10, hits)
    assert is_gone(table) == gone
    assert not [roll for roll in after.rolls if roll.throw.kind == "kill"]


@pytest.mark.case("cc.fire.partial-hits", 1)
def test_single_hits_on_a_truck_do_not_add_up():
    table = facing(MG, TRUCK)
    for _ in range(2):
        after = fires(table, 4, 4)
        assert result(after) == 1 and "cc.fire.partial-hits" in after.cited
    assert not is_gone(table)


@pytest.mark.clause("cc.fire.partial-hits")
def test_hits_that_are_saved_do_not_help_to_destroy_a_vehicle():
    table = facing(MG, HALF_TRACK, foe="cover 1")
    after = fires(table, 4, 6, 1, 2, 2)
    assert thrown(after) == [1, 2, 2] and not is_gone(table)


# ---- surplus


@pytest.mark.case("cc.fire.overflow", 1)
def test_surplus_hits_fall_on_the_nearest_other_squad():
    table, after = volley(29, 6, theirs="2 Rifle squad", foe=ONE_BEHIND)
    assert result(after) == 8
    assert men(table) == [0, 2] and is_gone(table)
    assert chits(table) == 1 and {"cc.fire.hits-foot", "cc.fire.overflow"} <= after.cited


@pytest.mark.case("cc.fire.overflow", 2)
def test_surplus_hits_are_lost_if_the_firers_see_nobody_else():
    table, after = volley(29, 6, theirs="2 Rifle squad", foe="2 at 36 40", ground=["building at 36,36 size 20,2"])
    assert result(after) == 8
    assert men(table) == [0, 5]


@pytest.mark.clause("cc.fire.overflow")
def test_surplus_hits_reach_no_farther_than_a_weapon_of_the_firers():
    table, _ = volley(29, 6, theirs="2 Rifle squad", foe="2 at 36 50", size=(72, 72))
    assert men(table) == [0, 5]


@pytest.mark.clause("cc.fire.overflow")
def test_the_nearest_is_reckoned_from_the_original_target():
    """The third is nearer to the second than the fourth is, but farther from the first."""
    table, _ = volley(50, 6, theirs="4 Rifle squad", foe="2 at 39 31, 3 at 42.5 31, 4 at 30 31")
    assert men(table) == [0, 0, 5, 3]


@pytest.mark.clause("cc.fire.overflow")
def test_each_hit_has_its_save_and_a_saved_hit_is_used_up():
    table, after = volley(
        29, 6, 2, 3, 1, 3, 3, 3, 3, 6, theirs="2 Rifle squad", foe=f"{ONE_BEHIND}, 1 cover 2, 2 cover 5"
    )
    assert result(after) == 8
    assert thrown(after) == [2, 3, 1, 3, 3, 3, 3, 6]  # two saved and five not; the last hit falls on the other
    assert men(table) == [0, 4]


@pytest.mark.clause("cc.fire.overflow")
def test_no_save_is_thrown_once_the_target_is_gone_and_nobody_else_is_in_reach():
    _, after = volley(29, 6, 6, 6, 6, 6, 6, foe="cover 3")
    assert thrown(after) == [6, 6, 6, 6, 6]


@pytest.mark.clause("cc.fire.overflow")
def test_of_two_equally_near_the_owner_of_the_target_chooses():
    table = facing("2 Rifle squad", "3 Rifle squad", foe="2 at 39 30, 3 at 33 30", us="Soviet")
    choices = [TakeNext(sub(table, name).id) for name in ("Baker 2", "Baker 3")]
    question = asked(table, shot(table, spend=3), dice=EIGHT_HITS, kind="next hit")
    assert question.side == "American" and offers(question) == choices
    fires(table, *EIGHT_HITS, spend=3, picks=choices[1:])
    assert men(table) == [0, 5, 2]


@pytest.mark.clause("cc.fire.overflow")
@pytest.mark.parametrize(("total", "die", "left"), [(26, 6, [0, 3]), (29, 6, [0, 5])])
def test_a_half_track_is_passed_over_by_hits_that_cannot_destroy_it(total, die, left):
    """Seven hits leave two for its neighbours, eight leave three."""
    foe = "2 at 38.5 32, 3 at 42 34"
    table, _ = volley(total, die, theirs=f"{INFANTRY}, {HALF_TRACK}, {INFANTRY}", foe=foe)
    assert men(table) == left
    assert is_gone(table, "Baker 2") == (left == [0, 5])


@pytest.mark.clause("cc.fire.overflow")
def test_armour_and_troops_in_contact_are_passed_over():
    table = on_table(
        "Soviet Able at 30,20: 2 Rifle squad", "Soviet Charlie at 34,30",
        f"American Baker at 30,26: {INFANTRY}, {TIGER}, {INFANTRY}, {INFANTRY}; 2 at 27 28, 3 at 34 28, 4 at 22 27",
    )  # fmt: skip
    after = fires(table, *EIGHT_HITS, spend=3)
    assert result(after) == 8
    assert men(table) == [0, 5, 2] and not is_gone(table, "Baker 2")


@pytest.mark.clause("cc.fire.overflow")
def test_surplus_hits_of_guns_do_not_fall_on_armour_either():
    theirs, foe = f"{INFANTRY}, {TIGER}, {INFANTRY}", "2 at 39.5 31, 3 at 31 33"
    table, after = volley(29, 6, theirs=theirs, mine=PAK, each=2, foe=foe)
    assert result(after) == 8
    assert men(table) == [0, 2] and not is_gone(table, "Baker 2")


@pytest.mark.clause("cc.fire.overflow")
def test_surplus_hits_fall_on_no_other_company():
    table = on_table(
        "Soviet Able at 36,23: 2 Rifle squad", "American Baker at 36,30", "American Charlie at 38.5,30",
    )  # fmt: skip
    fires(table, *EIGHT_HITS, spend=3)
    assert men(table) == [0] and men(table, "Charlie") == [5]


# ---- a hundred points


@pytest.mark.case("cc.fire.automatic-kill-detail", 1)
def test_a_hundred_points_destroy_a_squad_in_the_best_cover_and_its_neighbours_may_save():
    saves = [1] * 8 + [6] * 4
    table, after = volley(104, *saves, theirs="2 Rifle squad", foe=f"cover 5, {ONE_BEHIND}")
    assert points(after) == 104 and len(volleys(after)[0].shown) == volleys(after)[0].reading.count
    assert thrown(after) == saves
    assert is_gone(table) and men(table) == [0, 1]


@pytest.mark.clause("cc.fire.automatic-kill-detail")
def test_the_hits_that_destroy_a_vehicle_are_deducted_from_seventeen():
    table, after = volley(100, *[1] * 14, theirs=f"{HALF_TRACK}, {INFANTRY}", foe=f"cover 5, {ONE_BEHIND}")
    assert thrown(after) == [1] * 14 and is_gone(table)


@pytest.mark.clause("cc.fire.automatic-kill-detail")
def test_chits_do_not_keep_a_hundred_points_from_destroying():
    table = facing("8 Rifle squad", INFANTRY, ours="chits 6", foe="cover 5")
    fires(table, *[6] * 32, 1, spend=3)
    assert men(table) == [5]  # no die is worth anything: eight points
    table = facing("8 Rifle squad", INFANTRY, ours="chits 2", foe="cover 5")
    after = fires(table, *[6] * 32, spend=3)
    assert points(after) == 32 * 4 + 8 and is_gone(table)


@pytest.mark.case("cc.fire.automatic-kill", 1)
def test_a_hundred_points_destroy_a_tiger_in_cover_without_a_further_die():
    table = facing("5 Sherman Firefly", TIGER, foe="cover 3")
    after = fires(table, *[6] * 5, *[5] * 15, spend=3)
    assert points(after) == 100
    assert len(after.rolls) == 1 and is_gone(table)
    assert "cc.fire.automatic-kill" in after.cited


@pytest.mark.clause("cc.fire.automatic-kill")
def test_ninety_nine_points_are_not_enough():
    table = facing("5 Sherman Firefly", TIGER, foe="cover 3")
    after = fires(table, *[6] * 4, *[5] * 16, 1, 1, spend=3)
    assert points(after) == 99 and thrown(after) == [1] and not is_gone(table)


@pytest.mark.clause("cc.fire.automatic-kill-detail")
def test_an_automatic_kill_of_armour_goes_no_farther():
    table = facing("5 Sherman Firefly", f"{TIGER}, {INFANTRY}", foe="2 at 39.5 32")
    fires(table, *[6] * 5, *[5] * 15, spend=3)
    assert is_gone(table) and men(table) == [5]


@pytest.mark.clause("cc.fire.overflow")
def test_the_leader_may_be_hit_by_surplus():
    table, _ = volley(40, 6, theirs="3 Rifle squad", foe=f"{BEHIND}, 2 at 39 31, leader 2")
    assert men(table) == [0, 0, 5] and leader(table) == "Baker 3"
