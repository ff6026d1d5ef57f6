"""Going: rates, what quality adds, what the ground takes off, roads, bad ground."""

import pytest
from pk_moves import at, goes, moves, one, reaches, table, unit

from sandtable.rules.panzer_korps.commands import Bend, March
from sandtable.rules.panzer_korps.field import status
from sandtable.rules.panzer_korps.words import Tally

STREAM = "stream at 20,14 size 30,1"
HEDGE = "hedge at 20,14 size 30,0.2"
WOODS = "light woods at 20,16 size 30,10"


def disorder(state, name="I"):
    return unit(state, name).tallies[Tally.DISORDER]


# ---- rates


@pytest.mark.clause("pk.move.rates", "pk.move.formation-rate")
@pytest.mark.parametrize(
    ("what", "inches"),
    [
        ("3 infantry", 4),
        ("3 AFV 75; wheeled", 10),
        ("3 AFV 75; light", 11),
        ("3 AFV 75; medium", 9),
        ("3 AFV 75; heavy", 6),
        ("3 AFV 75; super heavy", 3),
        ("3 cavalry", 10),
        ("3 cavalry; column", 18),
        ("3 wagons", 5),
        ("3 infantry; column", 4),
        ("3 infantry; motorised, column", 10),
        ("3 infantry; mechanised, column", 9),
        ("3 AT 45; column", 5),
        ("3 AT 45; motorised, column", 10),
        ("3 infantry guns 75", 2),
        ("3 anti-aircraft 88", 2),
    ],
)
def test_each_formation_moves_at_the_rate_of_its_base_companies(what, inches):
    assert reaches(one(what), inches)
    assert "pk.move.rates" in moves(one(what), March("I", at(20, 11))).cited


@pytest.mark.case("pk.move.rates", 1)
def test_militia_lose_an_inch_at_either_pace():
    militia = one("3 infantry; Militia")
    assert reaches(militia, 3)
    assert reaches(militia, 6, "at the double quick")


@pytest.mark.case("pk.move.rates", 2)
def test_partisans_add_two_inches():
    assert reaches(one("3 infantry; Partisan"), 6)


@pytest.mark.case("pk.move.quality", 1)
def test_an_elite_ss_heavy_tank_formation_moves_eight_inches():
    tigers = one("3 AFV 88; heavy, Elite, SS")
    assert reaches(tigers, 8)
    assert "pk.move.quality" in moves(tigers, March("I", at(20, 18))).cited


@pytest.mark.case("pk.move.formation-rate", 1)
def test_motorised_infantry_ride_in_column_and_walk_deployed():
    assert reaches(one("3 infantry; motorised, column"), 10)
    assert reaches(one("3 infantry; motorised"), 4)


@pytest.mark.case("pk.move.formation-rate", 2)
def test_a_deployed_gun_is_pushed_two_inches():
    assert reaches(one("3 AT 45"), 2)


@pytest.mark.clause("pk.move.formation-rate")
def test_deployed_artillery_turns_but_does_not_move():
    guns = one("3 artillery 105")
    assert goes(guns, 20, 10.01) == "pk.move.allowance"
    assert unit(moves(guns, March("I", at(20, 10, 90))).state).place.facing == 90


# ---- the ground


@pytest.mark.case("pk.move.terrain", 1)
def test_light_woods_take_an_inch():
    assert reaches(one("3 infantry; Hardened", ground=["light woods at 20,14 size 30,6"]), 5)


@pytest.mark.clause("pk.move.terrain")
@pytest.mark.parametrize(
    ("kind", "inches"),
    [
        ("marsh", 2), ("wall", 2), ("gully", 2), ("minor river", 4), ("medium woods", 2), ("heavy woods", 3),
        ("farm", 2), ("village", 3), ("town", 5), ("city", 5), ("sand", 3), ("snow bank", 3), ("brush", 1),
        ("rubble", 4),
    ],
)  # fmt: skip
def test_the_ground_takes_its_inches_off_a_move(kind, inches):
    assert reaches(one("3 cavalry", ground=[f"{kind} at 20,14 size 30,2"]), 10 - inches)


@pytest.mark.clause("pk.move.terrain")
def test_camels_pay_nothing_for_sand():
    assert reaches(one("3 cavalry; camels", ground=["sand at 20,14 size 30,20"]), 10)


@pytest.mark.clause("pk.move.terrain", "pk.terrain.impassable")
@pytest.mark.parametrize("kind", ["major river", "cliff", "chasm", "water"])
def test_nobody_crosses_a_large_river_or_a_cliff(kind):
    assert goes(one(ground=[f"{kind} at 20,12 size 30,1"]), 20, 13.5) == "pk.terrain.impassable"


@pytest.mark.clause("pk.terrain.impassable")
def test_a_bridge_leads_over_a_large_river():
    assert reaches(one("3 cavalry", ground=["major river at 20,14 size 30,1", "bridge at 20,14 size 2,2"]), 10)


@pytest.mark.case("pk.move.terrain-once", 1)
def test_each_level_of_a_hill_is_paid_as_it_is_climbed():
    hill = ["two-level hill at 20,20 size 30,16 level 1", "two-level hill at 20,21 size 26,12 level 2"]
    tanks = one("3 AFV 75; Regular", ground=hill)
    assert reaches(tanks, 6)
    after = moves(tanks, March("I", at(20, 16)))
    assert after.rolls == []


@pytest.mark.clause("pk.move.terrain-once")
def test_the_way_down_is_free():
    assert reaches(one("3 cavalry", ground=["rolling hill at 20,8 size 30,8 level 1"]), 10)


@pytest.mark.clause("pk.move.terrain")
def test_a_steep_hill_takes_four_inches():
    assert reaches(one("3 cavalry", ground=["steep hill at 20,20 size 30,16 level 1"]), 6)


@pytest.mark.clause("pk.move.terrain-once")
def test_a_feature_counts_once_and_two_features_count_twice():
    assert reaches(one("3 cavalry", ground=["brush at 20,20 size 30,18"]), 9)
    twice = one("3 cavalry", ground=["brush at 20,13 size 30,1", "brush at 20,16 size 30,1"])
    assert reaches(twice, 8)
    assert "pk.move.terrain-once" in moves(twice, March("I", at(20, 18))).cited


@pytest.mark.clause("pk.move.terrain-once")
def test_a_way_with_a_bend_pays_for_a_feature_once():
    rider = one("3 cavalry", ground=["brush at 20,20 size 30,18"])
    after = moves(rider, Bend("I", at(20, 15)), March("I", at(24, 15)))
    assert unit(after.state).place.point == (24, 15)
    assert after.cited >= {"pk.move.terrain"}


@pytest.mark.clause("pk.move.terrain-once")
def test_a_road_through_a_wood_costs_nothing():
    ground = ["medium woods at 20,16 size 30,10", "road at 20,16 size 1,30"]
    tanks = one("3 AFV 75", ground=ground)
    assert reaches(tanks, 9)
    assert moves(tanks, March("I", at(20, 19))).rolls == []


@pytest.mark.case("pk.move.allowance", 1)
def test_foot_may_always_move_an_inch():
    infantry = one(ground=["town at 20,16 size 30,11.5"])
    assert reaches(infantry, 1)
    elite = one("3 infantry; Elite", ground=[WOODS])
    assert "pk.move.allowance" in moves(elite, March("I", at(20, 13))).cited


# ---- roads


@pytest.mark.case("pk.move.road", 1)
def test_wheels_in_column_on_a_road_go_fourteen_inches():
    trucks = one("3 infantry; motorised, column", ground=["road at 20,20 size 1,40"])
    assert reaches(trucks, 14)
    assert "pk.move.road" in moves(trucks, March("I", at(20, 24))).cited


@pytest.mark.clause("pk.move.road")
def test_the_road_bonus_needs_column_and_road_all_the_way():
    assert reaches(one("3 AFV 75; wheeled", ground=["road at 20,20 size 1,40"]), 10)
    assert reaches(one("3 AFV 75; wheeled, column", ground=["road at 20,24 size 1,26"]), 10)


# ---- bad ground


@pytest.mark.case("pk.move.terrain-disorder", 1)
def test_tanks_that_cross_a_stream_lose_two_inches_and_may_be_suppressed():
    tanks = table("American I at 20,10: 3 AFV 75", "French A at 60,44: 3 infantry", ground=[STREAM], year=1944)
    asked = {"group": "American group"}
    assert not goes(tanks, 20, 17, **asked)
    assert goes(tanks, 20, 17.01, **asked) == "pk.move.allowance"
    tanks = one("3 AFV 75", ground=[STREAM])
    after = moves(tanks, March("I", at(20, 17)), dice=[3])
    assert disorder(after.state) == 3
    assert status(after.state, unit(after.state)) == "Suppressed"
    assert "pk.move.terrain-disorder" in after.cited


@pytest.mark.case("pk.move.terrain-disorder", 2)
def test_a_german_formation_of_1944_adds_one():
    assert disorder(moves(one("3 AFV 75", ground=[HEDGE], year=1944), March("I", at(20, 16)), dice=[2]).state) == 3


@pytest.mark.case("pk.move.terrain-disorder", 3)
def test_foot_cross_a_stream_in_good_order():
    infantry = one(ground=["stream at 20,11 size 30,1"])
    assert reaches(infantry, 2)
    assert moves(infantry, March("I", at(20, 12))).rolls == []


@pytest.mark.case("pk.move.terrain-disorder", 4)
def test_a_japanese_formation_of_1945_adds_two():
    tanks = one("3 AFV 75; nation Japan", ground=["medium woods at 20,16 size 30,6"], year=1945)
    assert disorder(moves(tanks, March("I", at(20, 15)), dice=[1]).state) == 3


@pytest.mark.clause("pk.move.terrain-disorder")
@pytest.mark.parametrize(
    ("nation", "year", "markers"),
    [("Japan", 1942, 2), ("Italy", 1941, 2), ("China", 1940, 2), ("Germany", 1943, 1), ("Russia", 1941, 2),
     ("Russia", 1942, 1), ("USA", 1944, 1)],
)  # fmt: skip
def test_some_nations_cross_bad_ground_badly(nation, year, markers):
    tanks = one(f"3 AFV 75; nation {nation}", ground=[HEDGE], year=year)
    assert disorder(moves(tanks, March("I", at(20, 16)), dice=[1]).state) == markers


@pytest.mark.clause("pk.move.terrain-disorder")
def test_one_roll_is_made_however_many_bad_features_are_met():
    tanks = one("3 AFV 75; light", ground=[HEDGE, "hedge at 20,16 size 30,0.2"])
    assert len(moves(tanks, March("I", at(20, 17)), dice=[1]).rolls) == 1


@pytest.mark.clause("pk.move.terrain-disorder")
def test_terrain_alone_never_disperses():
    tanks = one("3 AFV 75; disorder 5, Panicked", ground=[HEDGE])
    tanks = one("3 AFV 75; disorder 5", ground=[HEDGE])
    assert disorder(moves(tanks, March("I", at(20, 16)), dice=[4]).state) == 8


@pytest.mark.clause("pk.move.terrain-disorder")
def test_trucks_suffer_in_column_and_their_infantry_on_foot_does_not():
    column = one("3 infantry; motorised, column", ground=["hedge at 20,11 size 30,0.2"])
    assert disorder(moves(column, March("I", at(20, 12)), dice=[1]).state) == 1
    walking = one("3 infantry; motorised", ground=["hedge at 20,11 size 30,0.2"])
    assert moves(walking, March("I", at(20, 12))).rolls == []


@pytest.mark.case("pk.move.terrain-disorder-mild", 1)
def test_the_mild_rule_disorders_from_four_on():
    tanks = one("3 AFV 75", ground=[HEDGE], year=1944, options=frozenset({"terrain-disorder-mild"}))
    after = moves(tanks, March("I", at(20, 16)), dice=[4])
    assert disorder(after.state) == 2
    assert "pk.move.terrain-disorder-mild" in after.cited
    assert disorder(moves(tanks, March("I", at(20, 16)), dice=[2]).state) == 0
