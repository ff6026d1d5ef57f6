"""Movement: dice as inches, ground that lets them count, obstacles, troops, contact, the edge of the table."""

import pytest
from cc import (
    PAK,
    SQUAD,
    TANK,
    TRUCK,
    able,
    asked_first,
    at,
    goes,
    marches,
    moving,
    offered,
    stands,
    table,
    units,
    walks,
    why_not,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board import shapes
from sandtable.mechanics.arrangement import SHAPES
from sandtable.rules.combat_captain.commands import Charge, FallBack, Halt, HoldFire, March, Move, MoveOne, Pass, Stand
from sandtable.rules.combat_captain.control import isolated
from sandtable.rules.combat_captain.field import field, kind
from sandtable.rules.combat_captain.withdrawal import fall_back
from sandtable.rules.combat_captain.words import Did, Tally

FOREST = "forest at 20,20 size 40,10"  # its edge lies at 15
FOE_AHEAD = "American Baker at 20,20 facing S: Rifle squad"
STAND = Stand("Baker", "Able")


# ---- dice are inches


@pytest.mark.case("cc.move.dice", 1)
def test_a_die_of_five_moves_each_squad_up_to_five_inches():
    company = able("3 Rifle squad")
    assert goes(company, 20, 15, 5) == ""
    assert goes(company, 20, 15.01, 5) == "cc.move.dice"
    after = marches(company, 20, 15, 5)
    assert "cc.move.dice" in after.cited
    assert [stands(company, f"Able Rifles {n}")[1] for n in (1, 2, 3)] == [15, 15, 15]
    assert "Able moves 1 inch" in [entry.event.tell() for entry in marches(company, 20, 16, 1).entries]


@pytest.mark.clause("cc.move.dice")
def test_movement_is_thrown_one_activation_die_at_a_time():
    company = able()
    marches(company, 20, 13, 3)
    assert company["Able"].tallies[Tally.DICE] == 2
    assert asked_first(company).topic.kind == "activity"


@pytest.mark.clause("cc.move.dice")
def test_nobody_is_asked_where_to_go_on_no_inches():
    company = able("Rifle squad; chits 2")
    after = company.give(Move("Able"), [2], [Pass("Able")])
    assert stands(company, SQUAD) == (20, 10)
    assert "move" not in {decision.topic.kind for decision in after.asked}


@pytest.mark.case("cc.move.one-throw", 1)
def test_vehicles_share_the_first_die_and_add_a_second():
    company = able("2 Rifle squad, 2 Half-track", foe="American Baker at 60,44: Rifle squad")
    question = moving(company, 4, 5)
    for unit, inches in (("Able Rifles 2", 4), ("Able Half-track 1", 9), ("Able Half-track 2", 9)):
        x, y = stands(company, unit)
        assert why_not(question, MoveOne(unit, at(x - inches, y))) in ("", "cc.cohesion.moving")
        assert why_not(question, MoveOne(unit, at(x - inches - 0.01, y))) == "cc.move.dice"


@pytest.mark.clause("cc.move.one-throw")
def test_a_company_throws_once_for_all_its_squads():
    company = able("5 Rifle squad")
    assert [roll.shown for roll in marches(company, 20, 13, 3).rolls] == [(3,)]


# ---- what ground lets a die count


@pytest.mark.case("cc.move.terrain", 1)
def test_in_a_forest_foot_moves_on_odd_dice_alone():
    squad = able(ground=["forest at 20,10 size 20,18"])
    assert goes(squad, 20, 10.5, 4) == "cc.move.legs"
    assert goes(squad, 20, 13, 3) == ""
    assert goes(squad, 20, 13.01, 3) == "cc.move.dice"


@pytest.mark.case("cc.move.terrain", 2)
def test_a_truck_off_the_road_moves_on_even_dice_alone():
    truck = able("Truck, Rifle squad; leader 1, 2 at 24 10")
    assert goes(truck, 20, 14, 5, 4, unit=TRUCK) == ""
    assert goes(truck, 20, 14.01, 5, 4, unit=TRUCK) in ("cc.move.dice", "cc.move.legs")


ON = {"all": (1, 2, 3, 4, 5, 6), "even": (2, 4, 6), "odd": (1, 3, 5), "none": ()}
GROUNDS = [
    ("Rifle squad", "road", "all"), ("Rifle squad", "hill", "all"), ("Rifle squad", "rough", "even"),
    ("Rifle squad", "crops", "even"), ("Rifle squad", "forest", "odd"), ("Rifle squad", "building", "even"),
    ("Rifle squad", "stream", "odd"), ("Rifle squad", "river", "none"), (PAK, "road", "even"),
    (PAK, "open", "odd"), (PAK, "rough", "odd"), (PAK, "forest", "none"),
]  # fmt: skip


@pytest.mark.clause("cc.move.terrain")
@pytest.mark.parametrize(("what", "ground", "which"), GROUNDS)
def test_the_movement_table_says_which_dice_count(what, ground, which):
    squad = able(f"1 {what}", ground=[f"{ground} at 20,10 size 18,18"])
    unit = next(unit.id for unit in squad.state.units.values() if unit.part_of == "Able")
    assert tuple(face for face in range(1, 7) if not goes(squad, 20, 11, face, unit=unit)) == ON[which]


@pytest.mark.clause("cc.move.terrain")
@pytest.mark.parametrize(
    ("what", "ground", "inches"),
    [("Half-track", "rough", 6), ("Half-track", "water", 3), ("M4 Sherman", "forest", 3), ("Truck", "road", 9)],
)
def test_each_die_of_a_vehicle_counts_by_itself(what, ground, inches):
    company = able(f"{what}, Rifle squad; leader 1, 2 at 28 20", "20,20", ground=[f"{ground} at 20,20 size 6,30"])
    unit = f"Able {what} 1"
    assert goes(company, 20, 20 + inches, 6, 3, unit=unit) in ("", "cc.cohesion.moving")
    assert goes(company, 20, 20.05 + inches, 6, 3, unit=unit) in ("cc.move.dice", "cc.move.legs")


@pytest.mark.clause("cc.move.terrain")
@pytest.mark.parametrize("ground", ["forest", "building", "water"])
def test_what_may_not_enter_ground_stops_before_it(ground):
    truck = able("Truck, Rifle squad; leader 1, 2 at 24 10", ground=[f"{ground} at 20,20 size 30,10"])
    assert goes(truck, 20, 15, 6, 6, unit=TRUCK) == ""
    assert goes(truck, 20, 15.05, 6, 6, unit=TRUCK) == "cc.move.terrain"


@pytest.mark.case("cc.move.vehicles", 1)
@pytest.mark.parametrize(("ground", "inches"), [("open", 9), ("rough", 6), ("forest", 3)])
def test_a_tank_throws_two_dice_that_count_each_for_itself(ground, inches):
    tank = able("M4 Sherman", "20,20", ground=[f"{ground} at 20,20 size 8,36"])
    assert goes(tank, 20, 20 + inches, 6, 3, unit=TANK) == ""
    assert goes(tank, 20, 20.05 + inches, 6, 3, unit=TANK) in ("cc.move.dice", "cc.move.legs")


# ---- mixed ground


@pytest.mark.case("cc.move.legs", 1)
def test_on_an_even_die_a_squad_stops_at_the_edge_of_a_forest():
    squad = able(at="20,13", ground=[FOREST])
    assert goes(squad, 20, 15, 6) == ""
    assert goes(squad, 20, 15.05, 6) == "cc.move.legs"


@pytest.mark.case("cc.move.legs", 2)
def test_on_an_odd_die_it_goes_on_into_the_forest():
    squad = able(at="20,13", ground=[FOREST])
    assert goes(squad, 20, 18, 5) == ""
    assert goes(squad, 20, 18.01, 5) == "cc.move.dice"


@pytest.mark.clause("cc.move.legs")
def test_whoever_stopped_at_an_edge_enters_on_the_next_die_that_counts():
    squad = able(at="20,13", ground=[FOREST])
    walks(squad, 20, 15, 6)
    assert goes(squad, 20, 17, 4) == "cc.move.legs"
    assert goes(squad, 20, 18, 3) == ""


@pytest.mark.clause("cc.move.legs")
def test_a_vehicle_loses_the_rest_of_a_leg_at_an_edge_and_goes_on_with_the_next():
    tank = able("M4 Sherman", "20,13", ground=[FOREST])
    assert goes(tank, 20, 18, 6, 3, unit=TANK) == ""
    assert goes(tank, 20, 18.05, 6, 3, unit=TANK) == "cc.move.dice"
    assert goes(tank, 20, 15.05, 3, 6, unit=TANK) == ""
    assert goes(tank, 20, 16.05, 3, 6, unit=TANK) == "cc.move.legs"


@pytest.mark.clause("cc.move.legs")
def test_a_disc_is_on_the_ground_that_its_centre_is_on():
    squad = able(at="20,14.5", ground=[FOREST])
    assert goes(squad, 26, 14.5, 6) == ""


@pytest.mark.clause("cc.move.legs")
def test_a_road_is_used_while_the_centre_is_on_it():
    squad = able(at="20,14.5", ground=[FOREST, "road at 20,20 size 2,20"])
    assert goes(squad, 20, 20.5, 6) == ""
    assert goes(squad, 20.9, 20, 6) == ""
    assert goes(squad, 21.5, 19, 6) == "cc.move.legs"


@pytest.mark.clause("cc.move.legs")
def test_chits_take_inches_off_a_leg_but_do_not_make_it_count():
    squad = able("Rifle squad; chits 1", ground=["forest at 20,10 size 20,18"])
    assert goes(squad, 20, 12, 4) == "cc.move.legs"
    assert goes(squad, 20, 14, 5) == ""
    assert goes(squad, 20, 14.01, 5) == "cc.move.dice"


# ---- any way one likes


@pytest.mark.clause("cc.move.freedom")
@pytest.mark.parametrize("bearing", range(0, 360, 30))
def test_a_sub_unit_moves_in_any_direction_whatever_it_faces(bearing):
    squad = able()
    there = shapes.shifted(at(20, 10), bearing, 4.98)
    assert goes(squad, there.x, there.y, 5) == ""


@pytest.mark.clause("cc.move.freedom")
def test_a_path_may_bend_and_unused_inches_are_lost():
    squad = able()
    after = walks(squad, 23, 10, 6, picks=[MoveOne(SQUAD, at(23, 13, 90)), Pass("Able")])
    assert stands(squad, SQUAD) == (23, 13)
    assert squad[SQUAD].place.facing == 90
    assert "cc.move.freedom" in after.cited
    assert goes(able(), 23.01, 10, 3) == "cc.move.dice"


@pytest.mark.clause("cc.move.freedom")
def test_the_length_of_a_path_is_measured_along_it():
    squad = able()
    question = moving(squad, 6, picks=[MoveOne(SQUAD, at(23, 10))])
    assert why_not(question, MoveOne(SQUAD, at(23, 13))) == ""
    assert why_not(question, MoveOne(SQUAD, at(23, 13.01))) == "cc.move.dice"


@pytest.mark.clause("cc.move.freedom")
def test_each_sub_unit_may_go_its_own_way_or_stay():
    company = able("3 Rifle squad; 2 at 17 10, 3 at 23 10")
    walks(company, 14, 10, 3, unit="Able Rifles 2", picks=[MoveOne("Able Rifles 3", at(26, 10)), Halt("Able")])
    assert [stands(company, f"Able Rifles {n}") for n in (1, 2, 3)] == [(20, 10), (14, 10), (26, 10)]


@pytest.mark.clause("cc.move.freedom")
def test_nearness_of_the_enemy_does_not_limit_movement():
    squad = able(at="17.5,10", foe="American Baker at 20,12.5: Rifle squad")
    assert goes(squad, 17.5, 16, 6) == ""


# ---- obstacles


WALL = "wall at 20,12 size 20,0.2"  # from 11.9 to 12.1


@pytest.mark.case("cc.move.obstacles", 1)
def test_to_cross_a_wall_ends_the_leg_just_beyond_it():
    squad = able(at="20,9.9", ground=[WALL])
    assert goes(squad, 20, 13.1, 6) == ""
    assert goes(squad, 20, 14, 6) == "cc.move.obstacles"
    walks(squad, 20, 13.1, 6)
    assert asked_first(squad).topic.kind == "activity"


@pytest.mark.clause("cc.move.obstacles")
def test_nobody_ends_astride_a_wall():
    squad = able(at="20,9.9", ground=[WALL])
    assert goes(squad, 20, 12.5, 6) == "cc.move.obstacles"
    assert goes(squad, 20, 13.1, 3) == "cc.move.dice"


@pytest.mark.clause("cc.move.obstacles")
@pytest.mark.parametrize("kind", ["wall", "hedge", "fence", "ditch"])
@pytest.mark.parametrize(
    ("what", "clause"),
    [("Rifle squad", ""), ("M4 Sherman", ""), (PAK, "cc.move.obstacles"), ("Truck", "cc.move.obstacles"),
     ("Half-track", "cc.move.obstacles")],
)  # fmt: skip
def test_foot_and_tracks_cross_an_obstacle_and_others_do_not(kind, what, clause):
    extra = ", Rifle squad; leader 1, 2 at 16 10" if what in ("Truck", "Half-track") else ""
    company = able(f"1 {what}{extra}", ground=[f"{kind} at 20,11.5 size 20,0.2"])
    unit = next(unit.id for unit in company.state.units.values() if unit.kind == what)
    dice = (5,) if what in ("Rifle squad", PAK) else (6, 6)
    inches = 13.1 if "Sherman" in what else 12.6
    assert goes(company, 20, inches, *dice, unit=unit) == clause


@pytest.mark.clause("cc.move.obstacles")
def test_a_die_that_does_not_count_beyond_a_wall_does_not_cross_it():
    squad = able(at="20,10", ground=[WALL, "forest at 20,16.1 size 20,8"])
    assert goes(squad, 20, 13.2, 6) == "cc.move.legs"
    assert goes(squad, 20, 13.2, 5) == ""


@pytest.mark.clause("cc.move.obstacles")
def test_a_tank_that_is_too_far_off_crosses_with_its_second_die():
    tank = able("M4 Sherman", "20,7", ground=[WALL])
    assert goes(tank, 20, 13.6, 6, 6, unit=TANK) == ""
    assert goes(tank, 20, 14.5, 6, 6, unit=TANK) == "cc.move.obstacles"
    assert goes(tank, 20, 13.6, 6, 1, unit=TANK) == "cc.move.dice"


@pytest.mark.clause("cc.move.obstacles")
def test_beyond_a_wall_a_tank_goes_on_with_its_second_die():
    tank = able("M4 Sherman", "20,10", ground=[WALL])
    assert goes(tank, 20, 15.6, 6, 2, unit=TANK) == ""
    assert goes(tank, 20, 16.2, 6, 2, unit=TANK) == "cc.move.dice"


@pytest.mark.clause("cc.move.obstacles")
def test_a_road_leads_through_a_wall():
    truck = able("Truck, Rifle squad; leader 1, 2 at 24 10", ground=[WALL, "road at 20,12 size 2,20"])
    assert goes(truck, 20, 18, 5, 3, unit=TRUCK) == ""


@pytest.mark.clause("cc.move.obstacles")
@pytest.mark.parametrize("ground", ["river", "cliff", "impassable"])
def test_nobody_enters_impassable_ground(ground):
    squad = able(ground=[f"{ground} at 20,14 size 20,4"])
    assert goes(squad, 20, 12, 6) == ""
    assert goes(squad, 20, 12.05, 6) == "cc.move.obstacles"


# ---- troops


@pytest.mark.case("cc.move.through-troops", 1)
def test_a_squad_passes_through_friends_but_does_not_end_on_one():
    company = able("2 Rifle squad; 2 at 20 13")
    assert goes(company, 20, 13, 5) == "cc.move.through-troops"
    assert goes(company, 20, 14.9, 5) == "cc.move.through-troops"
    assert goes(company, 20, 15, 5) == ""


@pytest.mark.clause("cc.move.through-troops")
def test_nobody_passes_through_the_enemy():
    squad = able(foe="American Baker at 20,13: Rifle squad")
    assert goes(squad, 20, 16, 6) == "cc.move.through-troops"
    assert goes(squad, 20, 11.5, 6) == "cc.move.through-troops"


# ---- contact


@pytest.mark.case("cc.move.no-charge-bonus", 1)
def test_a_squad_seven_inches_from_the_enemy_falls_short_on_a_six():
    squad = able(at="20,11", foe=FOE_AHEAD)
    assert Charge not in offered(moving(squad, 6))
    assert goes(squad, 20, 17, 6) == ""
    walks(squad, 20, 17, 6)
    assert not field(squad.state).contacts
    assert Charge in offered(moving(squad, 1))


@pytest.mark.clause("cc.move.contact")
def test_a_charge_ends_in_contact_and_the_enemy_is_asked_whether_he_stands():
    company = able("3 Rifle squad", "20,14", foe="American Baker at 20,20: 3 Rifle squad")
    after = company.give(Move("Able"), [6], [Charge("Able", "Baker"), HoldFire("American"), STAND])
    assert field(company.state).contacts
    assert "cc.move.contact" in after.cited
    assert after.asked[-1].topic.kind == "charge"
    told = [entry.event.tell() for entry in after.entries]
    assert "Able charges 3.92 inches" in told and "Baker is standing against Able" in told


@pytest.mark.clause("cc.move.contact")
@settings(max_examples=60, deadline=None)
@given(
    x=st.integers(-700, 700), y=st.integers(-700, 700), die=st.integers(1, 6), made_of=st.sampled_from(["", "3 "])
)  # fmt: skip
def test_an_enemy_within_the_dice_is_charged_and_one_beyond_them_is_not(x, y, die, made_of):
    company = able(
        f"{made_of}Rifle squad", "20,20", foe=f"American Baker at {20 + x / 100},{20 + y / 100}: Rifle squad"
    )
    gaps = [field(company.state).gap(unit.id, "Baker Rifles 1") for unit in units(company.state, "Able")]
    if min(gaps) <= 0.1:
        return
    assert (Charge in offered(moving(company, die))) == (min(gaps) - 0.1 <= die) or abs(min(gaps) - 0.1 - die) < 0.1
    if Charge in offered(moving(company, die)):
        company.give(Move("Able"), [die], [Charge("Able", "Baker"), HoldFire("American"), STAND])
        assert field(company.state).contacts
        assert not isolated(company.state, "Able")


@pytest.mark.clause("cc.move.contact")
def test_one_squad_charges_alone_if_the_others_cannot_come():
    company = able("2 Rifle squad; 2 at 15 13", "20,15", ground=["forest at 15,13 size 6,4"], foe=FOE_AHEAD)
    company.give(Move("Able"), [6], [Charge("Able", "Baker"), HoldFire("American"), STAND])
    assert SQUAD in field(company.state).contacts
    assert stands(company, "Able Rifles 2") == (15, 13)


@pytest.mark.clause("cc.move.contact")
def test_a_vehicle_farther_off_charges_where_the_foot_of_its_company_cannot():
    company = able("Rifle squad, Half-track; 2 at 16 12", "20,14", foe=FOE_AHEAD)
    assert Charge in offered(moving(company, 3, 6))


@pytest.mark.case("cc.move.contact", 1)
def test_contact_that_is_given_up_again_leads_to_no_close_combat():
    squad = able(at="20,15", foe=FOE_AHEAD)
    squad.give(Move("Able"), [6], [Charge("Able", "Baker"), HoldFire("American"), STAND])
    assert field(squad.state).contacts
    after = squad.give(Move("Able"), [4], [MoveOne(SQUAD, at(20, 14)), HoldFire("American"), Pass("Able")])
    assert not field(squad.state).contacts
    assert "cc.close-combat.all-in" not in after.cited


@pytest.mark.clause("cc.move.contact")
@pytest.mark.parametrize("y", [17.9, 17.95])
def test_the_leg_ends_at_contact(y):
    squad = able(at="20,14", foe=FOE_AHEAD)
    question = moving(squad, 6)
    assert why_not(question, MoveOne(SQUAD, at(20, y))) == ""
    walks(squad, 20, y, 6, picks=[HoldFire("American"), STAND])
    assert asked_first(squad).topic.kind == "activity"


@pytest.mark.clause("cc.move.contact")
def test_nobody_slips_past_an_enemy_whom_he_touches_on_his_way():
    squad = able(foe="American Baker at 22.05,14: Rifle squad")
    assert goes(squad, 20, 13.6, 6) == ""
    assert goes(squad, 20, 16, 6) == "cc.move.contact"
    clear = able(foe="American Baker at 22.11,14: Rifle squad")
    assert goes(clear, 20, 16, 6) == ""


@pytest.mark.clause("cc.move.contact")
def test_a_truck_never_comes_into_contact():
    truck = able("Truck, Rifle squad; leader 1, 2 at 16 13", "20,13", foe=FOE_AHEAD)
    assert goes(truck, 20, 17.4, 6, 6, unit=TRUCK) == "cc.move.contact"
    assert goes(truck, 20, 17.3, 6, 6, unit=TRUCK) == ""


@pytest.mark.clause("cc.move.contact")
def test_a_company_of_trucks_and_squads_charges_with_its_squads():
    company = able("Rifle squad, Truck; 2 at 20 14.5", "17,15", foe=FOE_AHEAD)
    company.give(Move("Able"), [6, 1], [Charge("Able", "Baker"), HoldFire("American"), STAND])
    assert SQUAD in field(company.state).contacts
    assert TRUCK not in field(company.state).contacts


# ---- the edge of the table


@pytest.mark.clause("cc.move.table-edge")
def test_nobody_leaves_the_table():
    squad = able(at="20,3")
    assert goes(squad, 20, 1, 4) == ""
    assert goes(squad, 20, 0.99, 4) == "cc.move.table-edge"


@pytest.mark.case("cc.move.table-edge", 1)
def test_who_is_forced_back_stops_at_the_edge_and_stays_in_the_game():
    company = able("2 Rifle squad; 2 at 23 7", "20,7", foe="American Baker at 20,12: Rifle squad")
    runs = "Able", ["Baker Rifles 1"], ["Able Rifles 1", "Able Rifles 2"]
    after = company.act(fall_back, *runs, dice=[4, 4, 3, 3], picks=[FallBack(0, "Able")])
    assert [unit.place.y for unit in units(after.state, "Able")] == [1, 1]


# ---- who moves


@pytest.mark.clause("cc.activation.whole-unit")
def test_only_the_company_whose_die_it_is_moves():
    both = table("German Able at 20,10: Rifle squad", "German Dog at 40,10: Rifle squad")
    assert why_not(moving(both, 4), MoveOne("Dog Rifles 1", at(40, 11))) == "cc.activation.whole-unit"


# ---- keeping together


@pytest.mark.clause("cc.cohesion.moving")
def test_a_march_may_not_leave_behind_one_who_has_gone_by_himself():
    company = able("2 Rifle squad; 2 at 20 16")
    question = moving(company, 3, picks=[MoveOne("Able Rifles 2", at(20, 19))])
    assert why_not(question, March("Able", at(20, 9), "as they stand")) == "cc.cohesion.moving"
    assert why_not(question, March("Able", at(20, 10.5), "as they stand")) == ""


PLACES = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


@settings(max_examples=40, deadline=None)
@given(
    spot=PLACES,
    dice=st.tuples(st.integers(1, 6), st.integers(1, 6)),
    shape=st.sampled_from(["as they stand", *SHAPES]),
    made_of=st.sampled_from(["5 Rifle squad", "8 Rifle squad; Militia", "4 Rifle squad, 2 Half-track", "3 M4 Sherman"]),
)
def test_a_march_keeps_control_and_room_and_nobody_goes_farther_than_his_dice(spot, dice, shape, made_of):
    """On broken ground, past a friend and an enemy."""
    ground = ["forest at 26,14 size 6,8", "rough at 14,12 size 6,6", "wall at 20,16 size 10,0.2"]
    company = table(f"German Able at 20,10: {made_of}", "German Dog at 20,20: 2 Rifle squad",
                    "American Baker at 30,18: Rifle squad", ground=ground)  # fmt: skip
    before = {unit.id: unit for unit in company.state.units.values() if unit.part_of == "Able"}
    faces = dice if any(not kind(unit).foot for unit in before.values()) else dice[:1]
    order = March("Able", at(20 + spot[0], 10 + spot[1]), shape)
    if why_not(moving(company, *faces), order):
        return
    company.give(Move("Able"), faces, [order])
    reach = {True: faces[0], False: sum(faces)}
    discs = field(company.state).slabs
    for name, unit in before.items():
        gone = shapes.span_of(unit.place.point, stands(company, name))
        assert gone <= reach[kind(unit).foot] + shapes.TWO_STEPS
        assert company.state.board.holds(company[name].place, kind(unit).base)
        assert all(
            shapes.apart(discs[name], disc) >= -shapes.TWO_STEPS for other, disc in discs.items() if other != name
        )
        assert bool(gone > shapes.HALF_STEP) == (Did.MOVED in company[name].spent)
    assert not isolated(company.state, "Able")
