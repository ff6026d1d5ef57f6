"""Fire: who may, what is thrown, what it adds up to."""

import pytest
from cc_fire import (
    BAZOOKA,
    CAR,
    EIGHTY_EIGHT,
    HALF_TRACK,
    INFANTRY,
    LIGHT,
    MG,
    MORTAR,
    PAK,
    PANZER,
    SHERMAN,
    TIGER,
    TRUCK,
    adds,
    asked,
    company,
    dice_of,
    facing,
    fires,
    forbidden,
    members,
    men,
    offered,
    on_table,
    points,
    refused,
    result,
    shot,
    some,
    sub,
    volley,
    volleys,
)

from sandtable.board.shapes import shifted
from sandtable.rules.combat_captain.book import BOOK, FIRE_CHART
from sandtable.rules.combat_captain.commands import (
    CeaseFire,
    Dismount,
    Fire,
    FireSome,
    Halt,
    LeaveOut,
    Move,
    MoveOne,
    Pass,
    Rally,
    SeekCover,
    Shoot,
    Switch,
)
from sandtable.rules.combat_captain.words import Tally
from sandtable.scripted import offers

CHART = BOOK.table("fire-chart").rows


# ---- the procedure


@pytest.mark.case("cc.fire.sequence", 1)
def test_pips_and_modifiers_of_a_group_are_read_on_the_chart():
    table = facing("5 Rifle squad", INFANTRY)
    after = fires(table, 4, 2, 6, 1, 3, 4)
    assert (points(after), result(after)) == (21, 3)
    assert men(table) == [2]


@pytest.mark.clause("cc.fire.sequence")
def test_those_who_have_not_fired_go_on_until_their_owner_stops():
    table = facing("3 Rifle squad", "2 Rifle squad")
    first = some(table), LeaveOut(sub(table, "Able 1").id), Shoot("Able", sub(table, "Baker 1").id)
    question = asked(table, *first, dice=[1, 1, 1], kind="fire on")
    assert shot(table, "Baker 2") in offers(question) and CeaseFire("Able") in offers(question)
    after = table.give(first[0], [1, 1, 1, 1, 1], [*first[1:], shot(table, "Baker 2")])
    assert [roll.reading.count for roll in volleys(after)] == [2, 1]


@pytest.mark.clause("cc.fire.sequence")
def test_firing_is_over_when_nobody_is_left_to_fire():
    table = facing("2 Rifle squad", "2 Rifle squad")
    after = fires(table, 1, 1, 1)
    assert after.asked[-1].topic.kind == "activity"


@pytest.mark.clause("cc.fire.single-chart")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [(INFANTRY, INFANTRY), (MG, TRUCK), (MORTAR, HALF_TRACK), (BAZOOKA, TIGER), (f"1 {PAK}", PANZER), (PANZER, MG)],
)
def test_every_weapon_at_every_target_is_read_on_the_one_chart(mine, theirs):
    (roll,) = volleys(fires(facing(mine, theirs), 6, 1))
    assert roll.reading.chart == FIRE_CHART


# ---- dice


@pytest.mark.clause("cc.fire.dice")
@pytest.mark.parametrize("spend", [1, 2])
def test_each_firer_throws_a_die_for_each_die_that_is_spent(spend):
    table = facing("3 Rifle squad", INFANTRY)
    after = fires(table, *[1] * 3 * spend, 1, spend=spend)
    assert dice_of(after) == 3 * spend
    assert table["Able"].tallies[Tally.DICE] == 3 - spend


@pytest.mark.case("cc.fire.all-three-bonus", 1)
def test_three_dice_together_give_each_firer_a_fourth():
    after = fires(facing("2 Rifle squad", INFANTRY), *[1] * 8, 1, spend=3)
    assert dice_of(after) == 8
    assert "cc.fire.all-three-bonus" in after.cited


@pytest.mark.case("cc.fire.bonus-timing", 1)
def test_the_extra_die_is_thrown_with_the_last_of_three():
    table = facing("2 Rifle squad", INFANTRY)
    assert dice_of(fires(table, 1, 1, 1)) == 2
    assert dice_of(fires(table, *[1] * 6, 1, spend=2)) == 6


@pytest.mark.case("cc.fire.bonus-timing", 2)
def test_there_is_no_extra_die_if_one_of_three_was_not_fired():
    table = facing("2 Rifle squad", INFANTRY, ours="chits 1")
    table.give(Rally("Able"))
    assert dice_of(fires(table, 1, 1, 1, 1, 1, spend=2)) == 4


@pytest.mark.clause("cc.fire.bonus-timing")
def test_one_die_at_a_time_gives_one_one_and_two():
    table = facing(INFANTRY, INFANTRY)
    assert [dice_of(fires(table, *[1] * count, 1)) for count in (1, 1, 2)] == [1, 1, 2]


@pytest.mark.clause("cc.fire.bonus-timing", "cc.fire.all-three-bonus")
def test_the_dice_of_the_last_turn_earn_nothing():
    table = facing(INFANTRY, INFANTRY)
    fires(table, 1, 1, 1, spend=2)
    table.give(Pass("Able"))
    table.give(Pass("Baker"))
    assert dice_of(fires(table, 1, 1)) == 1


# ---- groups


@pytest.mark.clause("cc.fire.combine")
def test_sub_units_of_one_company_combine_and_no_others_do():
    table = on_table(
        "German Able at 30,20: 2 Rifle squad", "German Charlie at 36,20: 2 Rifle squad", "American Baker at 33,26"
    )
    after = fires(table, 1, 1, 1)
    assert dice_of(after) == 2 and adds(after) == {"organisation.enhanced-small-arms": 2}
    assert refused(table, shot(table, by="Charlie")) == "activation.order"


@pytest.mark.case("cc.fire.groups", 1)
def test_unlike_weapons_in_one_group_count_each_at_its_own_range():
    table = facing("2 Rifle squad, Machine gun squad", INFANTRY, 9, us="American", them="German")
    after = fires(table, 5, 3, 4, 5)
    assert (points(after), result(after)) == (17, 3)
    assert adds(after) == {"organisation.enhanced-small-arms": 2, "fire.modifiers": 6}


@pytest.mark.clause("cc.fire.groups")
def test_nobody_fires_twice_in_one_activity():
    table = facing("2 Rifle squad, Mortar squad", "2 Rifle squad")
    picks = some(table), LeaveOut(sub(table, "Able 3").id), Shoot("Able", sub(table, "Baker 1").id)
    question = asked(table, *picks, dice=[1, 1, 1], kind="fire on")
    assert offers(question) == [shot(table), shot(table, "Baker 2"), CeaseFire("Able")]
    assert forbidden(question, some(table)) == "fire.sequence"
    after = table.give(picks[0], [1, 1, 1, 1, 1], [*picks[1:], shot(table)])
    assert dice_of_last(after) == 1


def dice_of_last(after):
    return volleys(after)[-1].reading.count


@pytest.mark.clause("cc.fire.groups")
def test_what_those_who_have_fired_could_reach_is_refused_to_the_rest():
    table = facing(f"2 {INFANTRY}, {BAZOOKA}", f"{INFANTRY}, {INFANTRY}, {TIGER}", foe="3 at 36 38, 2 at 45 30")
    picks = some(table, "Baker 1"), LeaveOut(sub(table, "Able 1").id), Shoot("Able", sub(table, "Baker 1").id)
    question = asked(table, *picks, dice=[1, 1, 1], kind="fire on")
    assert forbidden(question, shot(table, "Baker 3")) == "fire.small-arms-armour"
    assert forbidden(question, shot(table, "Baker 2", spend=2)) == "fire.groups"


@pytest.mark.clause("cc.fire.groups")
def test_a_result_is_known_before_the_next_group_is_formed():
    table = facing("3 Rifle squad", "2 Rifle squad")
    picks = some(table), LeaveOut(sub(table, "Able 1").id), Shoot("Able", sub(table, "Baker 1").id)
    table.give(picks[0], [6, 6, 6], picks[1:])
    assert men(table) == [2, 5] and table["Able"].tallies[Tally.DICE] == 2


@pytest.mark.clause("cc.fire.groups")
def test_only_those_of_the_group_can_be_left_out_of_it():
    table = facing("2 Rifle squad", INFANTRY)
    question = asked(table, some(table), kind="group")
    assert forbidden(question, LeaveOut(sub(table, "Baker 1").id)) == "fire.groups"
    alone = asked(table, some(table), LeaveOut(sub(table, "Able 1").id), kind="group")
    assert offers(alone) == [Shoot("Able", sub(table, "Baker 1").id)]


# ---- range


def at_inches(inches, mine=INFANTRY, theirs=INFANTRY):
    """Centre to centre."""
    ours = company("German Able at 30,2", mine if mine in VEHICLES else f"1 {mine}", corner="1 1")
    foe = company(f"American Baker at 30,{2 + inches}", theirs, corner="71 1")
    return on_table(ours, foe, size=(72, 72))


def worth_of(table, dice):
    """Which of the faces 1 to 6 count."""
    (roll,) = volleys(fires(table, *dice))
    return roll.reading.parts[0][1].worth


VEHICLES = (TRUCK, HALF_TRACK)
ALL, EVEN, ODD = (1, 2, 3, 4, 5, 6), (0, 2, 0, 4, 0, 6), (1, 0, 3, 0, 5, 0)


@pytest.mark.case("cc.fire.measure-detail", 1)
@pytest.mark.parametrize(("inches", "which"), [(9.0, ALL), (17.0, EVEN), (25.0, ODD)])
def test_range_is_from_centre_to_the_rim_of_the_target(inches, which):
    assert worth_of(at_inches(inches), [6, 1] if which != ODD else [5, 1]) == which


@pytest.mark.case("cc.fire.measure-detail", 1)
def test_beyond_long_range_nobody_fires():
    table = at_inches(25.2)
    assert refused(table, shot(table)) == "fire.ranges"


@pytest.mark.clause("cc.fire.measure", "cc.fire.measure-detail")
def test_a_vehicle_is_nearer_by_its_size_and_the_firers_own_size_counts_for_nothing():
    assert worth_of(at_inches(9.5, theirs=TRUCK), [6, 1]) == ALL
    assert worth_of(at_inches(9.6, theirs=TRUCK), [6, 1]) == EVEN
    assert worth_of(at_inches(17.5, mine=SHERMAN, theirs=SHERMAN), [6, 1]) == ALL
    assert worth_of(at_inches(17.6, mine=SHERMAN, theirs=SHERMAN), [6, 1]) == EVEN


@pytest.mark.clause("cc.fire.ranges", "cc.fire.band-edges")
@pytest.mark.parametrize(
    ("mine", "limits"),
    [(INFANTRY, (8, 16, 24)), (MG, (12, 24, 36)), (MORTAR, (12, 24, 36)), (PAK, (16, 32, 48))],
)
def test_each_weapon_has_its_ranges_and_their_edges_belong_to_them(mine, limits):
    faces = {ALL: 6, EVEN: 6, ODD: 5}
    for limit, which in zip(limits, faces, strict=True):
        assert worth_of(at_inches(limit + 1, mine), [faces[which], 1]) == which
    for limit, which in zip(limits, (EVEN, ODD), strict=False):
        assert worth_of(at_inches(limit + 1.02, mine), [faces[which], 1]) == which
    table = at_inches(limits[-1] + 1.02, mine)
    assert refused(table, shot(table)) == "fire.ranges"


@pytest.mark.clause("cc.fire.band-edges")
def test_there_is_no_least_range():
    assert worth_of(at_inches(2.2, MORTAR), [6, 1]) == ALL


@pytest.mark.case("cc.fire.range-dice", 1)
@pytest.mark.parametrize(("inches", "pips"), [(14, 12), (22, 4)])
def test_at_medium_range_even_dice_count_and_at_long_range_odd_ones(inches, pips):
    table = facing("5 Rifle squad", INFANTRY, inches, us="Soviet")
    after = fires(table, 4, 2, 6, 1, 3, 1)
    assert points(after) == pips


@pytest.mark.case("cc.fire.bazookas", 1)
def test_a_bazooka_reaches_eight_inches():
    near, far = at_inches(9.5, BAZOOKA, TIGER), at_inches(9.6, BAZOOKA, TIGER)
    assert worth_of(near, [6, 1]) == ALL
    assert refused(far, shot(far)) == "fire.ranges"


@pytest.mark.case("cc.fire.vehicle-machine-guns", 1)
def test_a_machine_gun_on_a_vehicle_has_the_range_of_small_arms():
    tank = at_inches(31, HALF_TRACK)
    assert refused(tank, shot(tank)) == "fire.vehicle-machine-guns"
    cannon = at_inches(31, TIGER)
    assert FireSome("Able", sub(cannon, "Baker 1").id) not in offered(cannon)  # nothing to choose: no machine gun
    assert worth_of(at_inches(31, MG), [5, 1]) == ODD


# ---- modifiers


@pytest.mark.clause("cc.fire.modifiers")
@pytest.mark.parametrize(
    ("mine", "us", "theirs", "added"),
    [
        (INFANTRY, "Soviet", INFANTRY, 0), (INFANTRY, "German", INFANTRY, 1), (PAK, "German", INFANTRY, 2),
        (MG, "German", INFANTRY, 6), (MG, "German", TRUCK, 6), (MG, "German", HALF_TRACK, 6),
    ],
)  # fmt: skip
def test_a_modifier_is_added_once_for_each_firer_and_not_for_each_die(mine, us, theirs, added):
    after = fires(facing(f"2 {mine}", theirs, us=us), 1, 1, 1, 1, 1, spend=2)
    assert sum(adds(after).values()) == 2 * added
    assert points(after) == 4 + 2 * added


@pytest.mark.case("cc.fire.modifier-without-pips", 1)
def test_modifiers_count_even_if_no_die_does():
    table = facing("2 Machine gun squad", INFANTRY, 20)
    after = fires(table, 3, 5, 6)
    assert (points(after), result(after)) == (12, 3)


@pytest.mark.clause("cc.fire.modifier-without-pips")
def test_only_the_total_of_the_group_matters_if_one_firer_adds_less_than_nothing():
    table = facing(f"{BAZOOKA}, 1 {PAK}", TIGER)
    after = fires(table, 1, 6, 6)
    assert points(after) == 1 - 4 + 6 - 1


@pytest.mark.clause("cc.fire.unlisted-modifier")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [(INFANTRY, TRUCK), (INFANTRY, HALF_TRACK), (MORTAR, INFANTRY), (MORTAR, TRUCK), (PAK, TRUCK), (PAK, HALF_TRACK),
     (BAZOOKA, CAR)],
)  # fmt: skip
def test_what_is_not_in_the_list_adds_nothing(mine, theirs):
    after = fires(facing(f"1 {mine}", theirs), 4, 1)
    assert adds(after) == {} and points(after) == 4


@pytest.mark.clause("cc.fire.guns")
@pytest.mark.parametrize("mine", [SHERMAN, PAK, "Field artillery 75 to 105 mm on the table"])
def test_cannon_of_tanks_anti_tank_guns_and_artillery_are_guns(mine):
    after = fires(facing(f"1 {mine}", INFANTRY, 25), 2, 1)
    assert adds(after) == {"fire.gun-vs-infantry-all": 2}


@pytest.mark.case("cc.fire.gun-vs-infantry-all", 1)
def test_a_tiger_at_infantry_has_the_modifier_of_every_gun():
    table = facing(TIGER, INFANTRY, 12)
    after = fires(table, 5, 3, 6, 2, 3, spend=3)
    assert (points(after), result(after), adds(after)) == (18, 2, {"fire.gun-vs-infantry-all": 2})


@pytest.mark.clause("cc.fire.gun-vs-infantry-all")
@pytest.mark.parametrize("mine", [LIGHT, PAK, EIGHTY_EIGHT, BAZOOKA])
def test_guns_of_every_class_fire_alike_at_infantry(mine):
    assert adds(fires(facing(f"1 {mine}", INFANTRY), 1, 1)) == {"fire.gun-vs-infantry-all": 2}


@pytest.mark.case("cc.fire.infantry-target", 1)
def test_the_crew_of_a_gun_is_infantry():
    table = facing(INFANTRY, f"1 {PAK}")
    after = fires(table, 6, 6)
    assert (points(after), result(after)) == (7, 2)
    assert men(table) == [2]


@pytest.mark.clause("cc.fire.infantry-target")
@pytest.mark.parametrize("theirs", [INFANTRY, MG, MORTAR, BAZOOKA, f"1 {PAK}"])
def test_every_foot_sub_unit_is_infantry(theirs):
    assert sum(adds(fires(facing(MG, theirs), 1, 1)).values()) == 6


# ---- vehicles that fire


@pytest.mark.case("cc.fire.vehicle-mg-modifier", 1)
def test_a_tank_may_fire_its_machine_gun_and_then_not_its_cannon():
    table = facing(SHERMAN, "2 Rifle squad", 9)
    after = fires(table, 4, 4)
    assert (points(after), result(after)) == (10, 1)
    assert adds(after) == {"fire.vehicle-mg-modifier": 6}
    assert after.asked[-1].topic.kind == "activity"  # and nothing else of it fires


@pytest.mark.clause("cc.fire.vehicle-mg-modifier")
def test_a_lone_tank_chooses_between_its_cannon_and_its_machine_gun():
    table = facing(SHERMAN, INFANTRY, 9)
    question = asked(table, some(table), kind="group")
    tank = sub(table, "Able 1").id
    assert Switch(tank, "Cannon: Gun") in offers(question)
    after = table.give(some(table), [3, 1], [Switch(tank, "Cannon: Gun"), Shoot("Able", sub(table, "Baker 1").id)])
    assert points(after) == 3 + 2  # all dice count: for a cannon it is short range


@pytest.mark.clause("cc.fire.vehicle-mg-modifier")
def test_what_a_tank_fires_unless_told_otherwise_goes_by_its_dice():
    """At medium range of the machine gun, six points more against dice that all count."""
    few, many = facing(SHERMAN, INFANTRY, 9), facing(SHERMAN, INFANTRY, 9)
    assert adds(fires(few, 2, 1)) == {"fire.vehicle-mg-modifier": 6}
    assert adds(fires(many, 2, 2, 2, 2, 1, spend=3)) == {"fire.gun-vs-infantry-all": 2}


@pytest.mark.clause("cc.fire.vehicle-mg-modifier")
@pytest.mark.parametrize("theirs", [INFANTRY, TRUCK])
def test_a_half_track_has_a_machine_gun(theirs):
    assert adds(fires(facing(HALF_TRACK, theirs), 1, 1)) == {"fire.vehicle-mg-modifier": 6}


# ---- stationary guns


@pytest.mark.case("cc.fire.stationary", 1)
def test_stationary_guns_at_stationary_infantry_add_two_each():
    table = facing(f"2 {PAK}", INFANTRY, ours="still 2", foe="still 2")
    after = fires(table, 4, 2, 4)
    assert (points(after), result(after)) == (14, 2)
    assert adds(after) == {"fire.gun-vs-infantry-all": 4, "fire.stationary": 4}


@pytest.mark.case("cc.fire.stationary-count", 1)
@pytest.mark.parametrize(("turns", "added"), [(1, {}), (2, {"fire.stationary": 2})])
def test_who_has_not_moved_since_the_set_up_is_stationary_on_the_third_turn(turns, added):
    table = facing(PANZER, SHERMAN)
    for _ in range(turns):
        table.give(Pass("Able"))
        table.give(Pass("Baker"))
    assert adds(fires(table, 1, 1)) == added


@pytest.mark.clause("cc.fire.stationary", "cc.fire.stationary-count")
@pytest.mark.parametrize(("ours", "foe"), [("still 1", "still 2"), ("still 2", "still 1")])
def test_both_the_gun_and_the_target_must_have_stood_still(ours, foe):
    assert adds(fires(facing(PANZER, SHERMAN, ours=ours, foe=foe), 1, 1)) == {}


@pytest.mark.clause("cc.fire.stationary-count")
@pytest.mark.parametrize(
    ("mine", "theirs", "added"),
    [(f"1 {PAK}", TRUCK, 2), (BAZOOKA, TRUCK, 2), (MORTAR, TRUCK, 0), (MG, TRUCK, 6), (INFANTRY, TRUCK, 0)],
)
def test_guns_and_bazookas_gain_by_standing_still_and_nobody_else(mine, theirs, added):
    table = facing(mine, theirs, ours="still 5", foe="still 5")
    assert sum(adds(fires(table, 1, 1)).values()) == added


@pytest.mark.clause("cc.fire.stationary-count")
def test_whoever_gets_out_of_a_vehicle_begins_to_count_anew():
    table = on_table(
        f"German Able at 30,20: 1 {PAK}, Truck, Truck; still 2, 1 aboard 2, 3 at 34 20",
        "American Baker at 30,40: Rifle squad; still 2",
    )
    table.give(Dismount("Able"))
    table.give(Pass("Able"))
    table.give(Pass("Baker"))
    assert [unit.tallies[Tally.STILL] for unit in members(table, "Able")] == [0, 3, 3]


@pytest.mark.clause("cc.fire.stationary-count")
def test_whoever_moves_begins_to_count_anew():
    table = facing("2 Rifle squad", INFANTRY, ours="still 2")
    one = sub(table, "Able 1")
    table.give(Move("Able"), [3], [MoveOne(one.id, shifted(one.place, 180, 2)), Halt("Able")])
    table.give(Pass("Able"))
    table.give(Pass("Baker"))
    assert [unit.tallies[Tally.STILL] for unit in members(table, "Able")] == [0, 3]


@pytest.mark.clause("cc.fire.stationary-count")
def test_turning_is_not_moving():
    table = facing(PANZER, SHERMAN, ours="still 2", foe="still 2")
    table.give(SeekCover("Able", 90))
    assert adds(fires(table, 1, 1)) == {"fire.stationary": 2}


# ---- the chart


@pytest.mark.case("cc.fire.chart", 1)
@pytest.mark.parametrize(("total", "die", "hits"), [(4, 6, 0), (5, 6, 1), (51, 1, 1), (50, 1, 0)])
def test_the_chart_has_a_row_for_the_points_and_a_column_for_the_die(total, die, hits):
    table, after = volley(total, die)
    assert (points(after), result(after)) == (total, hits)
    assert men(table) == [5 - hits]


@pytest.mark.case("cc.fire.chart", 2)
@pytest.mark.parametrize(("die", "hits"), [(1, 12), (2, 12), (3, 12), (4, 13), (5, 14), (6, 14)])
def test_the_row_of_eighty_points(die, hits):
    _, after = volley(80, die)
    assert (points(after), result(after)) == (80, hits)


@pytest.mark.clause("cc.fire.chart", "cc.fire.single-chart")
def test_the_chart_has_a_hundred_rows_that_never_fall_to_the_right_or_downwards():
    assert [row[0] for row in CHART] == list(range(1, 101))
    printed = [[0 if cell == "-" else cell for cell in row[1:]] for row in CHART[:-1]]
    assert all(len(row) == 6 and row == sorted(row) for row in printed)
    assert all(list(column) == sorted(column) for column in zip(*printed, strict=True))
    assert max(max(row) for row in printed) == 17
    assert set(CHART[-1][1:]) == {"automatic kill"}


@pytest.mark.case("cc.fire.below-chart", 1)
def test_less_than_one_point_is_no_effect_and_throws_no_further_die():
    after = fires(facing(BAZOOKA, TIGER), 3)
    assert points(after) == -1 and result(after) == 0
    assert len(after.rolls) == 1


@pytest.mark.clause("cc.fire.below-chart")
def test_totals_of_one_to_four_are_on_the_chart_but_do_nothing():
    table, after = volley(4, 6)
    assert len(volleys(after)[0].shown) == 5
    assert men(table) == [5]


# ---- who may not, and at whom


@pytest.mark.case("cc.fire.mortar-armour", 1)
def test_a_mortar_takes_no_part_in_fire_at_a_tank():
    table = facing(f"{MORTAR}, 1 {PAK}", TIGER)
    assert dice_of(fires(table, 6, 1)) == 1
    alone = facing(MORTAR, TIGER)
    assert refused(alone, shot(alone)) == "fire.mortar-armour"


@pytest.mark.case("cc.fire.small-arms-armour", 1)
@pytest.mark.parametrize("mine", [MG, INFANTRY, HALF_TRACK])
def test_small_arms_and_machine_guns_cannot_be_fired_at_armour(mine):
    table = facing(mine, TIGER)
    assert not [one for one in offered(table) if isinstance(one, Fire | FireSome)]
    assert refused(table, shot(table)) == "fire.small-arms-armour"


@pytest.mark.clause("cc.fire.targets")
def test_any_enemy_that_is_seen_and_reached_may_be_the_target():
    table = facing("2 Rifle squad", "3 Rifle squad, Truck", foe="4 at 36 36")
    shots = {one.target for one in offered(table) if isinstance(one, Fire)}
    assert shots == {unit.id for unit in members(table, "Baker")} - {sub(table, "Baker 4").id}
    assert refused(table, shot(table, "Baker 4")) == "sighting.troops-detail"


@pytest.mark.clause("cc.fire.targets")
def test_passengers_and_friends_are_no_targets():
    table = facing("2 Rifle squad", "Truck, Rifle squad", foe="2 aboard 1")
    assert refused(table, shot(table, "Baker 2")) == "fire.targets"
    assert refused(table, shot(table, "Able 2")) == "fire.targets"


@pytest.mark.clause("cc.fire.targets")
def test_no_more_dice_are_fired_than_are_left():
    table = facing(INFANTRY, INFANTRY, ours="dice 1")
    assert {one.dice for one in offered(table) if isinstance(one, Fire)} == {1}
    assert refused(table, shot(table, spend=2)) == "activation.three-dice"


TOUCHING = "American Baker at 30,22: 3 Rifle squad; 2 at 36 26, 3 at 24 26"


@pytest.mark.case("cc.fire.contact", 1)
def test_who_is_in_contact_neither_fires_nor_is_fired_at():
    table = on_table("German Able at 30,20: 3 Rifle squad; 2 at 34 20, 3 at 38 20", TOUCHING)
    assert refused(table, shot(table)) == "fire.contact"
    assert dice_of(fires(table, 1, 1, 1, at="Baker 2")) == 2


@pytest.mark.clause("cc.fire.contact")
def test_a_company_of_which_all_are_in_contact_fires_at_nobody():
    table = on_table("German Able at 30,20: Rifle squad", TOUCHING)
    assert refused(table, shot(table, "Baker 2")) == "fire.contact"


@pytest.mark.case("cc.fire.limits", 1)
def test_a_mounted_squad_cannot_fire():
    table = facing("2 Rifle squad, Truck", INFANTRY, ours="2 aboard 3")
    assert dice_of(fires(table, 1, 1)) == 1
    alone = facing("Truck, Rifle squad", INFANTRY, ours="2 aboard 1")
    assert refused(alone, shot(alone)) == "organisation.one-weapon"


@pytest.mark.clause("cc.fire.limits")
@pytest.mark.parametrize("mine", [INFANTRY, f"1 {PAK}"])
def test_neither_passengers_nor_towed_guns_fire(mine):
    table = facing(f"{mine}, Truck", INFANTRY, ours="1 aboard 2")
    assert refused(table, shot(table)) == "fire.limits"


@pytest.mark.clause("cc.fire.limits")
def test_an_isolated_squad_does_not_fire_with_the_others():
    table = on_table("German Able at 10,20: 2 Rifle squad; 2 at 30 20", "American Baker at 30,26")
    assert dice_of(fires(table, 1, 1)) == 1


@pytest.mark.clause("cc.fire.dice")
def test_firing_uses_up_dice_that_others_could_have_had():
    table = facing(INFANTRY, INFANTRY)
    fires(table, 1, 1, 1, spend=2)
    assert Move("Able") in offered(table)
    fires(table, 1, 1, 1)
    assert table["Able"].tallies[Tally.DICE] == 0
