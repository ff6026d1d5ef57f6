"""Firing (non-Artillery Units)."""

import pytest
from msgspec.structs import replace
from tabletop import BLUE, at, firing, offered, sp, square, table, unit, why_not

from sandtable.rules.portable_wargame.commands import Fire, Resolve, Retreat, Stand
from sandtable.rules.portable_wargame.fire import fire
from sandtable.scripted import act


def shots(state, name="Red Infantry"):
    """The question to a Unit that has stayed and may now fire."""
    return firing(state, name)


def fires(state, target, name="Red Infantry", dice=(), picks=()):
    return act(state, lambda play: fire(play, Fire(name, at(target))), dice, picks)


# ---- may it


@pytest.mark.clause("pw.fire.range")
@pytest.mark.parametrize("kind, far", [("Infantry", 3), ("Infantry Anti-tank", 2), ("Machine Guns", 3), ("Tanks", 4)])
def test_a_weapon_reaches_as_far_as_its_row_says(kind, far):
    name = f"Red {kind}"
    enemies = [unit("Infantry", f"d{1 + i}", side=BLUE, name=f"Blue {i}") for i in (far, far + 1)]
    near, beyond = (shots(table(unit(kind, "d1"), enemy), name) for enemy in enemies)
    assert not why_not(near, Fire(name, at(f"d{1 + far}")))
    assert why_not(beyond, Fire(name, at(f"d{2 + far}"))) == "pw.fire.range"


@pytest.mark.clause("pw.fire.range")
def test_range_is_counted_through_sides_not_corners():
    state = table(unit("Infantry", "d4"), unit("Infantry", "f6", side=BLUE))
    assert why_not(shots(state), Fire("Red Infantry", at("f6"))) == "pw.fire.range"


@pytest.mark.case("pw.fire.assault-gun-range", 1)
def test_assault_guns_reach_four_squares():
    at_four = table(unit("Assault Guns", "d1"), unit("Infantry", "d5", side=BLUE))
    at_five = table(unit("Assault Guns", "d1"), unit("Infantry", "d6", side=BLUE))
    assert not why_not(shots(at_four, "Red Assault Guns"), Fire("Red Assault Guns", at("d5")))
    too_far = why_not(shots(at_five, "Red Assault Guns"), Fire("Red Assault Guns", at("d6")))
    assert too_far == "pw.fire.assault-gun-range"


@pytest.mark.clause("pw.fire.assault-gun-range")
def test_assault_guns_of_a_class_have_its_range_but_still_need_sight():
    guns = unit("Assault Guns", "d1", traits=("Field Artillery",))
    clear = table(guns, unit("Infantry", "d9", side=BLUE))
    wooded = table(guns, unit("Infantry", "d9", side=BLUE), ground={"d5": "wood"})
    assert not why_not(shots(clear, "Red Assault Guns"), Fire("Red Assault Guns", at("d9")))
    hidden = why_not(shots(wooded, "Red Assault Guns"), Fire("Red Assault Guns", at("d9")))
    assert hidden == "pw.fire.line-of-sight"


@pytest.mark.clause("pw.fire.once")
def test_a_unit_that_has_fired_does_not_fire_again():
    state = table(unit("Infantry", "d4"), unit("Infantry", "d6", side=BLUE))
    after = fires(state, "d6", dice=[1])
    assert why_not(shots(after.state), Fire("Red Infantry", at("d6"))) == "pw.fire.once"


@pytest.mark.clause("pw.fire.arc")
@pytest.mark.parametrize("target, inside", [("c5", True), ("e5", True), ("e4", False), ("f5", False), ("d3", False)])
def test_infantry_fires_only_into_its_forward_arc(target, inside):
    state = table(unit("Infantry", "d4", "N"), unit("Infantry", target, side=BLUE))
    assert why_not(shots(state), Fire("Red Infantry", at(target))) == ("" if inside else "pw.fire.arc")


@pytest.mark.case("pw.fire.all-round-arc", 1)
def test_light_tanks_fire_to_the_rear_and_assault_guns_do_not():
    enemy = unit("Infantry", "d2", side=BLUE)
    tanks = shots(table(unit("Light Tanks", "d4", "N"), enemy), "Red Light Tanks")
    guns = shots(table(unit("Assault Guns", "d4", "N"), enemy), "Red Assault Guns")
    assert offered(tanks, Fire("Red Light Tanks", at("d2"))) == "pw.fire.all-round-arc"
    assert why_not(guns, Fire("Red Assault Guns", at("d2"))) == "pw.fire.arc"


@pytest.mark.case("pw.fire.line-of-sight", 1)
def test_a_friend_in_the_line_stops_fire():
    friend = unit("Infantry", "d3", name="Red Friend")
    state = table(unit("Infantry", "d2", "N"), friend, unit("Infantry", "d5", side=BLUE))
    assert why_not(shots(state), Fire("Red Infantry", at("d5"))) == "pw.fire.line-of-sight"


@pytest.mark.clause("pw.fire.line-of-sight")
def test_a_nearer_enemy_hides_one_behind_it():
    near, far = unit("Infantry", "d4", side=BLUE), unit("Infantry", "d5", side=BLUE, name="Blue Second")
    question = shots(table(unit("Infantry", "d2", "N"), near, far))
    assert not why_not(question, Fire("Red Infantry", at("d4")))
    assert why_not(question, Fire("Red Infantry", at("d5"))) == "pw.fire.line-of-sight"


@pytest.mark.clause("pw.fire.mortar-over-units")
def test_mortars_fire_over_a_friend():
    state = table(unit("Mortars", "d2"), unit("Infantry", "d3"), unit("Infantry", "d5", side=BLUE))
    assert offered(shots(state, "Red Mortars"), Fire("Red Mortars", at("d5"))) == "pw.fire.mortar-over-units"


@pytest.mark.clause("pw.fire.mortar-over-units", "pw.fire.mortar-spotting")
def test_mortars_do_not_fire_over_a_wood():
    state = table(unit("Mortars", "d2"), unit("Infantry", "d5", side=BLUE), ground={"d3": "wood"})
    assert why_not(shots(state, "Red Mortars"), Fire("Red Mortars", at("d5"))) == "pw.fire.mortar-spotting"


@pytest.mark.case("pw.fire.mortar-spotting", 1)
def test_infantry_next_to_mortars_spots_for_them():
    friend, enemy = unit("Infantry", "e2"), unit("Infantry", "d5", side=BLUE)
    state = table(unit("Mortars", "d2"), friend, enemy, ground={"d3": "wood"})
    assert offered(shots(state, "Red Mortars"), Fire("Red Mortars", at("d5"))) == "pw.fire.mortar-spotting"


@pytest.mark.case("pw.fire.mortar-spotting", 2)
def test_a_spotter_two_squares_off_does_not_help_mortars():
    spotter, enemy = unit("Artillery Spotters", "f2"), unit("Infantry", "d5", side=BLUE)
    state = table(unit("Mortars", "d2"), spotter, enemy, ground={"d3": "wood"})
    assert why_not(shots(state, "Red Mortars"), Fire("Red Mortars", at("d5"))) == "pw.fire.mortar-spotting"


@pytest.mark.clause("pw.fire.mortar-spotting")
def test_mortars_need_arc_and_range_even_when_others_see():
    enemies = [unit("Infantry", "d6", side=BLUE), unit("Infantry", "f3", side=BLUE, name="Blue Flank")]
    question = shots(table(unit("Mortars", "d1"), unit("Infantry", "e1"), *enemies), "Red Mortars")
    assert why_not(question, Fire("Red Mortars", at("d6"))) == "pw.fire.range"
    assert not why_not(question, Fire("Red Mortars", at("f3")))
    turned = shots(table(unit("Mortars", "d1", "W"), unit("Infantry", "e1"), *enemies), "Red Mortars")
    assert why_not(turned, Fire("Red Mortars", at("f3"))) == "pw.fire.arc"


@pytest.mark.clause("pw.fire.mortar-spotting")
def test_infantry_that_is_carried_does_not_spot():
    truck, rider = unit("Trucks", "c2", aboard=None), unit("Infantry", aboard="Red Trucks")
    seeing = table(unit("Mortars", "d2"), truck, unit("Infantry", "d5", side=BLUE), ground={"d3": "wood"})
    blind = table(
        unit("Mortars", "d2"), unit("Trucks", "d1"), rider, unit("Infantry", "d5", side=BLUE), ground={"d3": "wood"}
    )
    assert not why_not(shots(seeing, "Red Mortars"), Fire("Red Mortars", at("d5")))
    assert why_not(shots(blind, "Red Mortars"), Fire("Red Mortars", at("d5"))) == "pw.fire.mortar-spotting"


@pytest.mark.case("pw.fire.into-cover", 1)
def test_the_second_square_of_trenches_cannot_be_fired_into():
    trenches = {"d4": "trench", "d5": "trench"}
    state = table(unit("Infantry", "d2", "N"), unit("Infantry", "d5", side=BLUE), ground=trenches)
    assert why_not(shots(state), Fire("Red Infantry", at("d5"))) == "pw.fire.into-cover"


@pytest.mark.clause("pw.fire.into-cover")
def test_mortars_are_bound_by_the_first_square_of_cover_too():
    trenches = {"d4": "trench", "d5": "trench"}
    state = table(unit("Mortars", "d2", "N"), unit("Infantry", "d5", side=BLUE), ground=trenches)
    assert why_not(shots(state, "Red Mortars"), Fire("Red Mortars", at("d5"))) == "pw.fire.into-cover"


@pytest.mark.clause("pw.fire.into-cover")
def test_the_first_square_of_trenches_can_be_fired_into():
    trenches = {"d4": "trench", "d5": "trench"}
    state = table(unit("Infantry", "d2", "N"), unit("Infantry", "d4", side=BLUE), ground=trenches)
    assert not why_not(shots(state), Fire("Red Infantry", at("d4")))


@pytest.mark.clause("pw.fire.into-cover")
def test_cover_on_the_diagonal_with_no_square_between_can_be_fired_into():
    state = table(unit("Infantry", "d4"), unit("Infantry", "e5", side=BLUE), ground={"e5": "trench"})
    assert not why_not(shots(state), Fire("Red Infantry", at("e5")))


@pytest.mark.case("pw.fire.out-of-cover", 1)
def test_machine_guns_inside_a_wood_cannot_fire_out():
    woods = {"d3": "wood", "d4": "wood"}
    state = table(unit("Machine Guns", "d3", "N"), unit("Infantry", "d5", side=BLUE), ground=woods)
    deep_inside = why_not(shots(state, "Red Machine Guns"), Fire("Red Machine Guns", at("d5")))
    assert deep_inside == "pw.fire.out-of-cover"


@pytest.mark.clause("pw.fire.firing-direction")
def test_a_forward_arc_looks_for_the_edge_only_ahead():
    """d3 is wood, e3 open, d4 dug in: a Unit that faces N is not on the edge though it fires past e3."""
    ground = {"d3": "wood", "d4": "fieldworks"}
    state = table(unit("Infantry", "d3", "N"), unit("Infantry", "e4", side=BLUE), ground=ground)
    assert why_not(shots(state), Fire("Red Infantry", at("e4"))) == "pw.fire.out-of-cover"


@pytest.mark.clause("pw.fire.firing-direction")
def test_an_all_round_arc_on_the_diagonal_takes_the_open_side():
    ground = {"d3": "wood", "d4": "fieldworks"}
    state = table(unit("Tanks", "d3", "N"), unit("Infantry", "e4", side=BLUE), ground=ground)
    assert not why_not(shots(state, "Red Tanks"), Fire("Red Tanks", at("e4")))


@pytest.mark.clause("pw.fire.firing-direction")
def test_an_all_round_arc_straight_ahead_needs_the_edge_ahead():
    ground = {"d3": "wood", "d4": "fieldworks"}
    state = table(unit("Tanks", "d3", "N"), unit("Infantry", "d6", side=BLUE), ground=ground)
    assert why_not(shots(state, "Red Tanks"), Fire("Red Tanks", at("d6"))) == "pw.fire.out-of-cover"


@pytest.mark.case("pw.fire.adjacent-target", 1)
def test_next_door_in_the_same_village_can_be_fired_at():
    village = {"d4": "built-up area", "d5": "built-up area"}
    state = table(unit("Infantry", "d4", "N"), unit("Infantry", "d5", side=BLUE), ground=village)
    assert offered(shots(state), Fire("Red Infantry", at("d5"))) == "pw.fire.adjacent-target"
    assert sp(fires(state, "d5", dice=[5, 1]).state, "Blue Infantry") == 3


@pytest.mark.clause("pw.fire.adjacent-target")
def test_a_corner_of_the_same_wood_is_not_next_door():
    """pw.terrain.woods-range holds although the square ahead is open."""
    woods = {"d4": "wood", "e5": "wood"}
    state = table(unit("Infantry", "d4", "N"), unit("Infantry", "e5", side=BLUE), ground=woods)
    assert why_not(shots(state), Fire("Red Infantry", at("e5"))) == "pw.terrain.woods-range"


@pytest.mark.clause("pw.fire.adjacent-target")
def test_next_door_still_needs_arc_and_dry_feet():
    enemy = unit("Infantry", "d5", side=BLUE)
    behind = table(unit("Infantry", "d4", "S"), enemy)
    wading = table(unit("Infantry", "d4", "N"), enemy, ground={"d4": "river, ford"})
    climbing = table(unit("Infantry", "d4", "N", spent=("entered",)), enemy, ground={"d4": "trench"})
    clauses = [why_not(shots(state), Fire("Red Infantry", at("d5"))) for state in (behind, wading, climbing)]
    assert clauses == ["pw.fire.arc", "pw.terrain.rivers-no-fire", "pw.terrain.trenches-no-fire"]


@pytest.mark.clause("pw.fire.target-square")
def test_only_a_square_with_an_enemy_can_be_named():
    state = table(unit("Infantry", "d4"), unit("Trucks", "c5"), unit("Infantry", "e6", side=BLUE))
    question = shots(state)
    assert offered(question, Fire("Red Infantry", at("e6"))) == "pw.fire.target-square"
    not_there = [why_not(question, Fire("Red Infantry", at(empty))) for empty in ("c5", "d6")]
    assert not_there == ["pw.fire.target-square"] * 2


@pytest.mark.clause("pw.fire.target-square")
@pytest.mark.parametrize(
    "shooter, enemy, ground",
    [
        (unit("Infantry", "d4"), unit("Infantry", "d5", side=BLUE), {}),
        (unit("Infantry", "d4"), unit("Infantry", "d6", side=BLUE), {"d4": "wood", "d6": "wood"}),
        (unit("Infantry", "d4"), unit("Tanks", "d6", side=BLUE), {}),
        (unit("Mortars", "d4"), unit("Infantry", "d6", side=BLUE), {}),
        (unit("Infantry Anti-tank", "d4"), unit("Infantry", "d6", side=BLUE), {}),
    ],
)
def test_a_shot_that_needs_no_special_rule_cites_none(shooter, enemy, ground):
    question = shots(table(shooter, enemy, ground=ground), shooter.id)
    assert offered(question, Fire(shooter.id, replace(enemy.place, facing=0))) == "pw.fire.target-square"


# ---- dice


@pytest.mark.clause("pw.fire.dice")
@pytest.mark.parametrize("kind, dice", [("Infantry", 1), ("Mortars", 1), ("Tanks", 1), ("Machine Guns", 3)])
def test_machine_guns_roll_three_dice_and_others_one(kind, dice):
    state = table(unit(kind, "d4"), unit("Infantry", "d6", side=BLUE))
    after = fires(state, "d6", f"Red {kind}", dice=[1] * dice)
    assert "pw.fire.dice" in after.cited


@pytest.mark.case("pw.fire.dice", 1)
def test_machine_guns_modify_each_die():
    guns, commander = unit("Machine Guns", "d4"), unit("Commanders", "d4")
    village = {"d6": "built-up area"}
    state = table(guns, commander, unit("Infantry", "d6", side=BLUE), unit("Trucks", "d6", side=BLUE), ground=village)
    after = fires(state, "d6", "Red Machine Guns", dice=[2, 4, 6, 1, 1, 1, 1], picks=[Resolve("Blue Infantry")])
    assert sp(after.state, "Blue Infantry") == 2
    assert sp(after.state, "Blue Trucks") == 0


@pytest.mark.case("pw.fire.hit", 1)
def test_infantry_that_has_not_moved_hits_on_four():
    state = table(unit("Infantry", "d4", "N"), unit("Infantry", "d7", "S", side=BLUE))
    after = fires(state, "d7", dice=[4, 1])
    assert sp(after.state, "Blue Infantry") == 3
    assert "5 to hit [pw.fire.hit]" in after.told[0]
    assert "pw.fire.several-hits" not in after.cited


@pytest.mark.case("pw.fire.hit", 2)
def test_a_hit_strikes_everyone_in_the_square_and_whatever_is_towed():
    gun = unit("Artillery", side=BLUE, traits=("Field Artillery",), aboard="Blue Trucks")
    enemies = [unit(kind, "d7", side=BLUE) for kind in ("Infantry", "Commanders", "Trucks")]
    state = table(unit("Tanks", "d4"), *enemies, gun)
    order = [Resolve("Blue Infantry"), Resolve("Blue Trucks")]
    after = fires(state, "d7", "Red Tanks", dice=[5, 1, 1, 1, 1], picks=order)
    left = [sp(after.state, f"Blue {kind}") for kind in ("Infantry", "Trucks", "Artillery", "Commanders")]
    assert left == [3, 1, 1, 1]


@pytest.mark.case("pw.fire.several-hits", 1)
def test_hits_on_a_unit_already_destroyed_are_ignored():
    enemy = unit("Infantry", "d6", side=BLUE, sp=2, quality="Poor")
    after = fires(table(unit("Machine Guns", "d4"), enemy), "d6", "Red Machine Guns", dice=[6, 6, 6, 4, 2])
    assert square(after.state, "Blue Infantry") is None


@pytest.mark.clause("pw.fire.several-hits")
def test_a_unit_driven_out_of_the_square_takes_its_other_hits():
    state = table(unit("Machine Guns", "d4"), unit("Infantry", "d6", side=BLUE))
    back = [Retreat("Blue Infantry", at("d7")), Retreat("Blue Infantry", at("d8"))]
    after = fires(state, "d6", "Red Machine Guns", dice=[4, 4, 4, 5, 5, 1], picks=back)
    assert (square(after.state, "Blue Infantry"), sp(after.state, "Blue Infantry")) == ("d8", 3)
    assert "each enemy there takes 3 hits [pw.fire.several-hits]" in after.told


@pytest.mark.case("pw.fire.mod-cover", 1)
@pytest.mark.parametrize("die, rest, left", [(5, [1], 3), (4, [], 4)])
def test_cover_takes_one_off(die, rest, left):
    state = table(unit("Infantry", "d4"), unit("Infantry", "d6", side=BLUE), ground={"d6": "wood"})
    after = fires(state, "d6", dice=[die, *rest])
    assert sp(after.state, "Blue Infantry") == left
    assert "-1 in cover [pw.fire.mod-cover]" in after.told[0]


@pytest.mark.clause("pw.fire.mod-not-moved")
@pytest.mark.parametrize("spent, rest, left", [((), [1], 3), (("moved",), [], 4)])
def test_a_unit_that_has_not_moved_adds_one(spent, rest, left):
    state = table(unit("Infantry", "d4", spent=spent), unit("Infantry", "d6", side=BLUE))
    after = fires(state, "d6", dice=[4, *rest])
    assert sp(after.state, "Blue Infantry") == left
    assert ("+1 not moved [pw.fire.mod-not-moved]" in after.told[0]) == (not spent)


@pytest.mark.case("pw.fire.mod-commander", 1)
def test_a_commander_on_the_diagonal_does_not_help():
    infantry, commander = unit("Infantry", "d4", spent=("moved",)), unit("Commanders", "e5")
    after = fires(table(infantry, commander, unit("Infantry", "d6", side=BLUE)), "d6", dice=[4])
    assert sp(after.state, "Blue Infantry") == 4


@pytest.mark.clause("pw.fire.mod-commander")
@pytest.mark.parametrize("where", ["d4", "d3", "e4"])
def test_a_commander_with_or_next_to_the_firer_adds_one(where):
    infantry, commander = unit("Infantry", "d4", spent=("moved",)), unit("Commanders", where)
    after = fires(table(infantry, commander, unit("Infantry", "d6", side=BLUE)), "d6", dice=[4, 1])
    assert sp(after.state, "Blue Infantry") == 3
    assert "+1 Commander near [pw.fire.mod-commander]" in after.told[0]


# ---- tanks


@pytest.mark.case("pw.fire.small-arms-hit-on-tank", 1)
def test_machine_guns_cannot_take_the_last_strength_point_of_tanks():
    state = table(unit("Machine Guns", "d4"), unit("Tanks", "d6", side=BLUE, sp=2))
    after = fires(state, "d6", "Red Machine Guns", dice=[5, 5, 1, 2, 1])
    assert sp(after.state, "Blue Tanks") == 1
    assert "pw.fire.small-arms-hit-on-tank" in after.cited


@pytest.mark.clause("pw.fire.small-arms-cannot-destroy-tanks")
@pytest.mark.parametrize("kind", ["Light Tanks", "Tanks"])
def test_small_arms_leave_tank_units_their_last_point(kind):
    after = fires(table(unit("Infantry", "d4"), unit(kind, "d6", side=BLUE, sp=1)), "d6", dice=[6, 1])
    assert square(after.state, f"Blue {kind}") == "d6"
    assert after.entries[-1].clause == "pw.fire.small-arms-cannot-destroy-tanks"


@pytest.mark.clause("pw.fire.small-arms-cannot-destroy-tanks")
@pytest.mark.parametrize("kind", ["Armoured Cars", "Assault Guns", "Self-propelled Artillery", "Half-tracks"])
def test_small_arms_destroy_other_armour(kind):
    after = fires(table(unit("Infantry", "d4"), unit(kind, "d6", side=BLUE, sp=1)), "d6", dice=[6, 1])
    assert square(after.state, f"Blue {kind}") is None


@pytest.mark.clause("pw.fire.small-arms-hit-on-tank")
def test_tanks_on_their_last_point_retreat_from_small_arms_if_they_can():
    state = table(unit("Infantry", "d4"), unit("Tanks", "d6", side=BLUE, sp=1))
    after = fires(state, "d6", dice=[6, 6], picks=[Retreat("Blue Tanks", at("d7"))])
    assert (square(after.state, "Blue Tanks"), sp(after.state, "Blue Tanks")) == ("d7", 1)
    assert not after.asked[0].admits(Stand("Blue Tanks"))


@pytest.mark.clause("pw.fire.small-arms-hit-on-tank")
def test_tanks_on_their_last_point_with_nowhere_to_go_lose_nothing():
    tanks = unit("Tanks", "a1", side=BLUE, sp=1)
    state = table(unit("Infantry", "a3", "S"), tanks, ground={"b1": "river", "a2": "river"})
    after = fires(state, "a1", dice=[6, 6])
    assert (square(after.state, "Blue Tanks"), sp(after.state, "Blue Tanks")) == ("a1", 1)
    assert after.entries[-1].clause == "pw.fire.small-arms-cannot-destroy-tanks"


@pytest.mark.clause("pw.fire.small-arms-hit-on-tank")
def test_tanks_with_points_to_lose_may_stand():
    state = table(unit("Infantry", "d4"), unit("Tanks", "d6", side=BLUE, sp=2))
    after = fires(state, "d6", dice=[6, 6], picks=[Stand("Blue Tanks")])
    assert (square(after.state, "Blue Tanks"), sp(after.state, "Blue Tanks")) == ("d6", 1)


@pytest.mark.case("pw.fire.small-arms-proof-tanks", 1)
def test_proof_tanks_lose_nothing_but_must_retreat():
    state = table(unit("Infantry", "d4"), unit("Tanks", "d6", side=BLUE), options=("small-arms-proof-tanks",))
    shrugs = fires(state, "d6", dice=[6, 2])
    assert sp(shrugs.state, "Blue Tanks") == 3
    retreats = fires(state, "d6", dice=[6, 5], picks=[Retreat("Blue Tanks", at("d7"))])
    assert (square(retreats.state, "Blue Tanks"), sp(retreats.state, "Blue Tanks")) == ("d7", 3)
    assert not retreats.asked[0].admits(Stand("Blue Tanks"))


@pytest.mark.clause("pw.fire.small-arms-proof-tanks")
def test_proof_tanks_with_nowhere_to_go_lose_nothing():
    corner = {"b1": "river", "a2": "river"}
    tanks = unit("Tanks", "a1", side=BLUE)
    state = table(unit("Infantry", "a3", "S"), tanks, ground=corner, options=("small-arms-proof-tanks",))
    after = fires(state, "a1", dice=[6, 6])
    assert (square(after.state, "Blue Tanks"), sp(after.state, "Blue Tanks")) == ("a1", 3)
    assert after.entries[-1].clause == "pw.fire.small-arms-proof-tanks"


@pytest.mark.clause("pw.fire.small-arms-proof-tanks")
def test_the_option_makes_no_difference_to_other_weapons():
    state = table(unit("Tanks", "d4"), unit("Tanks", "d6", side=BLUE), options=("small-arms-proof-tanks",))
    stands = fires(state, "d6", "Red Tanks", dice=[6, 6], picks=[Stand("Blue Tanks")])
    assert sp(stands.state, "Blue Tanks") == 2


@pytest.mark.case("pw.fire.anti-tank-weapons", 1)
def test_infantry_anti_tank_destroy_tanks():
    state = table(unit("Infantry Anti-tank", "d4"), unit("Tanks", "d6", side=BLUE, sp=1))
    order = Fire("Red Infantry Anti-tank", at("d6"))
    assert offered(shots(state, "Red Infantry Anti-tank"), order) == "pw.fire.anti-tank-weapons"
    assert square(fires(state, "d6", "Red Infantry Anti-tank", dice=[6, 1]).state, "Blue Tanks") is None


@pytest.mark.clause("pw.fire.anti-tank-weapons")
@pytest.mark.parametrize("kind", ["Mortars", "Armoured Cars", "Light Tanks", "Tanks", "Assault Guns"])
def test_heavier_weapons_destroy_tanks(kind):
    state = table(unit(kind, "d4"), unit("Tanks", "d6", side=BLUE, sp=1))
    assert square(fires(state, "d6", f"Red {kind}", dice=[6, 1]).state, "Blue Tanks") is None
