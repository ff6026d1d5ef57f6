"""Line of sight: past ground, past troops, into forests, and for mortars."""

import pytest
from cc import FOE, SQUAD, able, asks, at, points, table, why_not
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.activation import act
from sandtable.rules.combat_captain.commands import Fire
from sandtable.rules.combat_captain.sighting import refuse_sight, sight
from sandtable.rules.combat_captain.volley import all_who_can

FOREST = "forest at 20,20 size 20,20"  # from 10 to 30


def facing(x=20.0, y=30.0, **said):
    """Able at 20, 10 and one enemy squad."""
    return able(foe=f"American Baker at {x},{y}: Rifle squad", **said)


def blocked(found, a=SQUAD, b=FOE):
    """The clause by which one does not see the other; none if it does."""
    refusal = refuse_sight(found.state, found[a], found[b])
    return refusal.clause if refusal else ""


# ---- the line


@pytest.mark.clause("cc.sighting.line")
def test_one_sees_straight_from_centre_to_centre():
    beside = ["building at 22,20 size 3.9,4"]
    assert blocked(facing(ground=beside)) == ""
    across = ["building at 21.9,20 size 3.9,4"]
    assert blocked(facing(ground=across)) == "cc.sighting.houses"


@pytest.mark.clause("cc.sighting.line")
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_sight_is_all_round(turn):
    assert (
        blocked(table(f"German Able at 20,10 facing {turn}: Rifle squad", "American Baker at 20,30: Rifle squad")) == ""
    )


PIECES = st.lists(
    st.builds(
        "{} at {},{} size {},{} level {}".format,
        st.sampled_from(["forest", "building", "hill", "rough"]),
        st.integers(8, 52), st.integers(8, 40), st.integers(2, 12), st.integers(2, 12), st.just(0),
    ),
    max_size=4,
)  # fmt: skip


@pytest.mark.clause("cc.sighting.line")
@settings(max_examples=60, deadline=None)
@given(pieces=PIECES, x=st.integers(8, 52), y=st.integers(8, 40))
def test_sight_is_mutual(pieces, x, y):
    pieces = [piece.replace("level 0", "level 1") if "hill" in piece else piece for piece in pieces]
    found = table("German Able at 6,6: Rifle squad", f"American Baker at {x},{y}: M4 Sherman", ground=pieces)
    back = table(f"German Able at {x},{y}: Rifle squad", "American Baker at 6,6: M4 Sherman", ground=pieces)
    tank = "Baker M4 Sherman 1"
    assert blocked(found, SQUAD, tank) == blocked(found, tank, SQUAD)
    assert bool(blocked(found, SQUAD, tank)) == bool(blocked(back, SQUAD, tank))


@pytest.mark.clause("cc.sighting.line")
def test_a_screen_is_told_what_stands_in_the_line():
    found = facing(ground=["building at 20,20 size 4,4"])
    seen = sight(found.state, at(20, 10), at(20, 30))
    assert (seen.clear, seen.past, seen.at) == (False, "the building", (20, 18))
    assert sight(found.state, at(10, 10), at(10, 30)).clear


@pytest.mark.clause("cc.sighting.blockers")
@pytest.mark.parametrize(
    ("piece", "clause"),
    [
        ("building at 20,20 size 4,4", "cc.sighting.houses"), ("forest at 20,20 size 4,4", "cc.sighting.blockers"),
        ("hill at 20,20 size 4,4 level 1", "cc.sighting.hills"), ("rough at 20,20 size 4,4", ""),
        ("wall at 20,20 size 4,0.2", ""), ("water at 20,20 size 4,4", ""), ("crops at 20,20 size 4,4", ""),
    ],
)  # fmt: skip
def test_houses_hills_and_forests_block_sight_and_low_things_do_not(piece, clause):
    assert blocked(facing(ground=[piece])) == clause


# ---- troops


@pytest.mark.case("cc.sighting.troops-detail", 1)
def test_a_squad_of_ones_own_unit_in_the_line_blocks_it():
    found = able("2 Rifle squad; 2 at 20 15", foe="American Baker at 20,30: Rifle squad")
    assert blocked(found) == "cc.sighting.troops-detail"
    aside = able("2 Rifle squad; 2 at 21 15", foe="American Baker at 20,30: Rifle squad")
    assert blocked(aside) == ""


@pytest.mark.clause("cc.sighting.troops-detail")
@pytest.mark.parametrize(
    "between",
    [
        "American Dog at 20,20: M4 Sherman",
        "American Dog at 20.9,20: Rifle squad",
        "German Dog at 20,20: Truck, Rifle squad; 2 at 40 20",
    ],
)
def test_anybody_of_either_side_in_the_line_blocks_it(between):
    found = table("German Able at 20,10: Rifle squad", "American Baker at 20,30: Rifle squad", between)
    assert blocked(found) == "cc.sighting.troops-detail"


@pytest.mark.clause("cc.sighting.troops-detail")
@pytest.mark.parametrize(
    ("hill", "clause"),
    [
        ("hill at 20,10 size 6,6 level 1", ""),
        ("hill at 20,30 size 6,6 level 1", ""),
        ("hill at 20,20 size 6,30 level 1", "cc.sighting.troops-detail"),
    ],
)
def test_troops_that_stand_lower_than_either_end_do_not_block(hill, clause):
    found = table(
        "German Able at 20,10: 2 Rifle squad; 2 at 20 18", "American Baker at 20,30: Rifle squad", ground=[hill]
    )
    assert blocked(found) == clause


@pytest.mark.clause("cc.sighting.troops-detail")
def test_passengers_are_part_of_their_vehicle():
    found = table("German Able at 20,10: Rifle squad", "American Baker at 20,20: Truck, Rifle squad; 2 aboard 1")
    assert blocked(found, SQUAD, "Baker Truck 1") == ""
    assert blocked(found) == ""


# ---- hills and houses


@pytest.mark.case("cc.sighting.hills", 1)
def test_a_hill_blocks_those_below_it_and_not_who_stands_on_it():
    hill = ["hill at 20,16 size 8,4 level 1"]
    found = facing(ground=hill)
    assert blocked(found) == "cc.sighting.hills"
    assert (
        blocked(table("German Able at 20,15: Rifle squad", "American Baker at 20,30: Rifle squad", ground=hill)) == ""
    )


@pytest.mark.clause("cc.sighting.hills")
def test_a_higher_hill_blocks_those_on_a_lower_one():
    hills = ["hill at 20,10 size 6,4 level 1", "hill at 20,20 size 6,4 level 2"]
    assert blocked(facing(ground=hills)) == "cc.sighting.hills"
    equal = [hills[0], "hill at 20,20 size 6,4 level 1"]
    assert blocked(facing(ground=equal)) == ""


@pytest.mark.case("cc.sighting.houses", 1)
def test_ones_own_house_does_not_block_and_a_second_does():
    own, second = "building at 20,10 size 4,4", "building at 20,20 size 4,4"
    assert blocked(facing(ground=[own])) == ""
    assert blocked(facing(ground=[own, second])) == "cc.sighting.houses"
    assert blocked(facing(ground=["building at 20,30 size 4,4"])) == ""


# ---- forests


def in_forest(y, target):
    """Able looks north at an enemy; the forest lies from 10 to 30."""
    return table(f"German Able at 20,{y}: Rifle squad", f"American Baker at 20,{target}: Rifle squad", ground=[FOREST])


@pytest.mark.case("cc.sighting.forest-edge", 1)
def test_from_the_edge_of_a_forest_one_sees_out_and_is_seen():
    found = in_forest(11, 1)
    assert blocked(found) == blocked(found, FOE, SQUAD) == ""
    (firer,) = all_who_can(found.state, "Able", found[FOE])
    assert firer.which == "even"  # medium range, for not both are in the forest


@pytest.mark.clause("cc.sighting.forest-edge")
def test_from_deep_in_a_forest_one_neither_sees_out_nor_is_seen():
    found = in_forest(15, 1)
    assert blocked(found) == blocked(found, FOE, SQUAD) == "cc.sighting.forest-edge"


@pytest.mark.case("cc.sighting.forest-edge-depth", 1)
@pytest.mark.parametrize(
    ("y", "clause"), [(12, ""), (12.02, "cc.sighting.forest-edge"), (13, "cc.sighting.forest-edge")]
)
def test_the_edge_of_a_forest_is_two_inches_deep(y, clause):
    assert blocked(in_forest(y, 1)) == clause


@pytest.mark.clause("cc.sighting.forest-edge-depth")
@pytest.mark.parametrize(("x", "clause"), [(23, ""), (24, "cc.sighting.forest-edge")])
def test_no_more_than_four_inches_of_the_line_lie_in_the_forest(x, clause):
    foe = f"American Baker at {20 + 3 * (x - 20)},6: Rifle squad"
    assert blocked(table("German Able at 20,12: Rifle squad", foe, ground=[FOREST])) == clause


@pytest.mark.clause("cc.sighting.forest-edge")
def test_nobody_sees_through_a_forest_or_out_at_its_far_side():
    assert blocked(in_forest(5, 35)) == "cc.sighting.blockers"
    assert blocked(in_forest(11, 35)) == "cc.sighting.forest-edge"


@pytest.mark.case("cc.sighting.in-forest", 1)
@pytest.mark.parametrize(("inches", "clause"), [(8.0, ""), (8.5, "cc.sighting.in-forest")])
def test_inside_a_forest_one_sees_eight_inches(inches, clause):
    assert blocked(in_forest(15, 16 + inches)) == clause  # a range is measured to the rim


@pytest.mark.case("cc.sighting.same-forest", 1)
def test_who_is_deep_in_one_forest_does_not_see_into_another():
    forests = ["forest at 20,10 size 20,12", "forest at 20,30 size 20,12"]
    deep = table("German Able at 20,12: Rifle squad", "American Baker at 20,25: Rifle squad", ground=forests)
    assert blocked(deep) == "cc.sighting.same-forest"
    edges = table("German Able at 20,15: Rifle squad", "American Baker at 20,25: Rifle squad", ground=forests)
    assert blocked(edges) == ""


@pytest.mark.case("cc.sighting.forest-fire", 1)
def test_fire_inside_a_forest_counts_as_long_range():
    found = in_forest(15, 21)
    after = found.give(Fire("Able", FOE), [6, 1])
    assert points(after) == 1  # no pips, and one for enhanced small arms
    assert points(in_forest(15, 21).give(Fire("Able", FOE), [5, 1])) == 6


@pytest.mark.clause("cc.sighting.forest-fire")
def test_bazookas_too_count_odd_dice_inside_a_forest():
    found = table("German Able at 20,15: Bazooka squad", "American Baker at 20,21: Rifle squad", ground=[FOREST])
    (firer,) = all_who_can(found.state, "Able", found[FOE])
    assert firer.which == "odd"


# ---- mortars


HOUSE = ["building at 20,14 size 4,4"]


@pytest.mark.case("cc.sighting.mortar-spotter", 1)
def test_a_mortar_behind_a_house_fires_by_the_eyes_of_a_squad():
    found = able("Mortar squad, Rifle squad; 2 at 26 10", foe="American Baker at 20,31: Rifle squad", ground=HOUSE)
    group = {one.unit: one.which for one in all_who_can(found.state, "Able", found[FOE])}
    assert group["Able Mortar 1"] == "even"  # 20 inches to the rim


@pytest.mark.clause("cc.sighting.mortar-spotter")
def test_a_mortar_without_eyes_does_not_fire():
    found = able("Mortar squad", foe="American Baker at 20,31: Rifle squad", ground=HOUSE)
    question = asks(found.state, lambda play: act(play, "Able"))
    assert why_not(question, Fire("Able", FOE)) == "cc.sighting.mortar-spotter"


BEHIND = "American Baker at 20,31: Rifle squad"


@pytest.mark.case("cc.sighting.who-spots", 1)
@pytest.mark.parametrize(("x", "can"), [(26, True), (32, False)])
def test_an_isolated_sub_unit_does_not_spot(x, can):
    found = able(f"Mortar squad, Rifle squad; 2 at {x} 10", foe=BEHIND, ground=HOUSE)
    assert ("Able Mortar 1" in {one.unit for one in all_who_can(found.state, "Able", found[FOE])}) == can


@pytest.mark.clause("cc.sighting.who-spots")
def test_a_spotter_is_of_the_mortars_own_unit():
    other = table("German Able at 20,10: Mortar squad", "German Dog at 26,10: Rifle squad", BEHIND, ground=HOUSE)
    assert not all_who_can(other.state, "Able", other[FOE])


@pytest.mark.clause("cc.sighting.who-spots")
def test_a_spotter_is_not_in_contact():
    engaged = able("Mortar squad, Rifle squad; 2 at 26 10", foe=f"{BEHIND}, Rifle squad; 2 at 28 10", ground=HOUSE)
    assert not all_who_can(engaged.state, "Able", engaged[FOE])


@pytest.mark.clause("cc.sighting.who-spots")
def test_a_spotter_fires_as_well():
    found = able("Mortar squad, Rifle squad; 2 at 26 10", foe="American Baker at 20,31: Rifle squad", ground=HOUSE)
    assert {one.unit for one in all_who_can(found.state, "Able", found[FOE])} == {"Able Mortar 1", SQUAD}


# ---- nothing is hidden


@pytest.mark.clause("cc.sighting.no-hidden")
@pytest.mark.parametrize("side", ["German", "American"])
def test_both_sides_know_where_everybody_is_and_how_he_fares(side):
    found = facing(ground=[FOREST])
    assert RULES.view(found.state, side).units == found.state.units
