"""The ground: roads, hills, woods, built-up areas and rivers."""

import pytest
from overground import ATTACK, foe, fought, reach, told
from tabletop import activated, aiming, asks, at, ends, firing, sp, square, table, unit, why_not

from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import Bombard, Fire, Move, Retreat
from sandtable.rules.portable_wargame.fire import fire
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.scripted import act

ROAD = {f"d{row}": "road" for row in range(1, 9)}


# ---- roads


@pytest.mark.case("pw.terrain.roads", 1)
def test_a_move_wholly_along_a_road_goes_one_square_further():
    question = reach("Trucks", "d1", ROAD)
    assert (ends(question, "d6"), ends(question, "d7")) == ("NESW", "")
    assert told("Trucks", "d1", "d6", ROAD).endswith("[pw.terrain.roads]")


@pytest.mark.clause("pw.terrain.roads")
def test_a_move_that_leaves_the_road_or_starts_off_it_has_no_bonus():
    assert ends(reach("Trucks", "d1", ROAD), "e5") == ""
    assert ends(reach("Trucks", "c1", ROAD), "d5") == ""
    assert ends(reach("Trucks", "c1", ROAD), "d4") == "NESW"


@pytest.mark.case("pw.terrain.roads-whole-move", 1)
def test_along_a_road_neither_wood_nor_river_stops_a_unit():
    ground = {**ROAD, "d3": "wood, road", "d4": "river, road"}
    assert ends(reach("Trucks", "d1", ground), "d6") == "NESW"
    assert told("Trucks", "d1", "d3", ground).endswith("[pw.terrain.roads-whole-move]")


@pytest.mark.clause("pw.terrain.roads-whole-move")
def test_from_road_square_to_road_square_a_wood_does_not_stop_a_unit_that_came_from_the_field():
    ground = {**ROAD, "d2": "wood, road"}
    assert ends(reach("Trucks", "c1", ground), "d4") == "NESW"


@pytest.mark.clause("pw.terrain.roads-whole-move")
def test_a_unit_that_comes_into_a_wood_from_the_field_stops_though_there_is_a_road():
    ground = {"d2": "wood, road", "d3": "road", "d4": "road", "b2": "river", "c1": "river", "c3": "river"}
    question = reach("Tanks", "c2", ground)
    assert (ends(question, "d2"), ends(question, "d3")) == ("NESW", "")


@pytest.mark.clause("pw.terrain.roads-whole-move")
def test_out_of_a_wood_a_step_off_the_road_is_the_first_and_only_step():
    ground = {**ROAD, "d3": "wood, road", "c2": "river", "e2": "river"}
    from_outside = reach("Tanks", "d1", ground)
    assert (ends(from_outside, "d4"), ends(from_outside, "c3")) == ("NESW", "")
    from_inside = reach("Tanks", "d3", ground)
    assert (ends(from_inside, "c3"), ends(from_inside, "b3")) == ("NESW", "")


@pytest.mark.clause("pw.terrain.roads-whole-move")
@pytest.mark.parametrize("ground", ["barbed wire, road", "trench, road"])
def test_wire_and_trenches_stop_a_unit_on_a_road(ground):
    question = reach("Trucks", "d1", {**ROAD, "d3": ground, "c3": "river", "e3": "river"})
    assert (ends(question, "d3"), ends(question, "d4")) == ("NESW", "")


@pytest.mark.clause("pw.terrain.roads-whole-move")
def test_an_enemy_stops_a_unit_on_a_road():
    question = reach("Trucks", "d1", ROAD, foe("c3"))
    assert (ends(question, "d3"), ends(question, "d4")) == ("W", "")


@pytest.mark.clause("pw.terrain.roads-whole-move")
def test_a_unit_on_a_bridge_is_not_in_the_river():
    state = table(unit("Infantry", "d4"), foe("d6"), ground={"d4": "river, road"})
    assert not why_not(firing(state, "Red Infantry"), Fire("Red Infantry", at("d6")))
    assert ends(activated(state, "Red Infantry"), "c3") == "NESW"


@pytest.mark.clause("pw.terrain.roads-whole-move")
def test_a_unit_on_a_road_in_a_wood_is_in_the_wood_for_cover():
    state = table(unit("Infantry", "d4"), foe("d5"), ground={"d5": "wood, road"})
    after = act(state, lambda play: fire(play, Fire("Red Infantry", at("d5"))), dice=[4])
    assert "-1 in cover" in after.told[0]


@pytest.mark.clause("pw.terrain.roads-whole-move", "pw.setup.reinforcements")
def test_a_unit_that_comes_on_by_road_through_a_wood_does_not_stop():
    tanks = unit("Tanks", traits=("enters d1",), arrives_in_turn=1)
    question = activated(table(tanks, ground={**ROAD, "d1": "wood, road"}), "Red Tanks")
    assert ends(question, "d4") == "NESW"


@pytest.mark.clause("pw.terrain.roads-whole-move")
def test_a_unit_may_go_round_to_enter_a_wood_by_its_road():
    ground = {
        "d1": "road",
        "d2": "wood, road",
        "d3": "wood, road",
        "c3": "river",
        "b2": "river",
        "e1": "river",
        "e2": "river",
    }
    assert ends(reach("Trucks", "c2", ground), "d3") == "NESW"


# ---- hills


@pytest.mark.case("pw.terrain.hills-uphill", 1)
def test_a_unit_that_attacks_uphill_takes_one_off():
    after = fought([3, 3, 1], {"d5": "level 1"})
    assert "-1 attacking uphill [pw.terrain.hills-uphill]" in after.told[1]
    assert (sp(after.state, "Red Infantry"), sp(after.state, "Blue Infantry")) == (3, 4)


@pytest.mark.clause("pw.terrain.hills-uphill")
@pytest.mark.parametrize("ground", [{"d4": "level 1"}, {"d4": "level 1", "d5": "level 1"}, {}])
def test_there_is_no_bonus_downhill_and_nothing_on_the_level(ground):
    after = fought([3, 3], ground)
    assert not any("uphill" in line or "=" in line for line in after.told)


@pytest.mark.clause("pw.terrain.hills-other")
def test_hills_neither_slow_nor_cover():
    assert ends(reach("Tanks", "d1", {"d2": "level 1", "d3": "level 2"}), "d4") == "NESW"
    state = table(unit("Infantry", "d4"), foe("d5"), ground={"d5": "level 2"})
    assert "in cover" not in act(state, lambda play: fire(play, Fire("Red Infantry", at("d5"))), dice=[1]).told[0]


@pytest.mark.clause("pw.terrain.hills-other")
@pytest.mark.parametrize(
    ("ground", "clause"), [({"d5": "level 1"}, "pw.fire.line-of-sight"), ({"d4": "level 1", "d5": "wood"}, "")]
)
def test_hills_affect_sight_by_their_level(ground, clause):
    state = table(unit("Infantry", "d4"), foe("d6"), ground=ground)
    assert why_not(firing(state, "Red Infantry"), Fire("Red Infantry", at("d6"))) == clause


# ---- woods and built-up areas


@pytest.mark.case("pw.terrain.woods-stop", 1)
def test_entering_a_wood_ends_the_move():
    ground = {"d3": "wood", "c1": "river", "e1": "river", "c2": "river", "e2": "river"}
    question = reach("Tanks", "d1", ground)
    assert (ends(question, "d2"), ends(question, "d3"), ends(question, "d4")) == ("NESW", "NESW", "")
    assert told("Tanks", "d1", "d3", ground).endswith("[pw.terrain.woods-stop]")


@pytest.mark.case("pw.terrain.woods-stop", 1)
def test_next_turn_it_moves_only_one_square():
    question = reach("Tanks", "d3", {"d3": "wood"})
    assert (ends(question, "d4"), ends(question, "d5")) == ("NESW", "")


@pytest.mark.clause("pw.terrain.woods-rate")
def test_through_a_wood_a_unit_moves_one_square_a_turn():
    ground = dict.fromkeys(("d3", "d4", "d5"), "wood")
    question = reach("Mounted Cavalry", "d3", ground)
    assert (ends(question, "d4"), ends(question, "d5"), ends(question, "b3")) == ("NESW", "", "")
    assert why_not(question, Move("Red Mounted Cavalry", at("d5"))) == "pw.terrain.woods-rate"
    assert told("Mounted Cavalry", "d3", "c3", ground).endswith("[pw.terrain.woods-rate]")


WOODS = dict.fromkeys(("d3", "d4", "d5"), "wood")


@pytest.mark.case("pw.terrain.woods-range", 1)
def test_within_a_wood_the_range_is_one_square():
    question = firing(
        table(unit("Infantry", "d3"), foe("d4", name="near"), foe("d5", name="far"), ground=WOODS), "Red Infantry"
    )
    assert not why_not(question, Fire("Red Infantry", at("d4")))
    assert why_not(question, Fire("Red Infantry", at("d5"))) == "pw.terrain.woods-range"


@pytest.mark.clause("pw.terrain.woods-range")
def test_within_a_wood_artillery_has_a_range_of_one_square_too():
    gun = unit("Artillery", "d3", traits=("Field Artillery",))
    question = aiming(table(gun, foe("d4", name="near"), foe("d5", name="far"), ground=WOODS))
    assert not why_not(question, Bombard("Red Artillery", at("d4")))
    assert why_not(question, Bombard("Red Artillery", at("d5"))) == "pw.terrain.woods-range"


@pytest.mark.clause("pw.terrain.woods-range")
@pytest.mark.parametrize(("shooter", "target"), [("d2", "d4"), ("d4", "d2")])
def test_fire_into_a_wood_or_out_of_its_edge_keeps_its_range(shooter, target):
    state = table(unit("Infantry", shooter, "N" if shooter == "d2" else "S"), foe(target), ground={"d4": "wood"})
    assert not why_not(firing(state, "Red Infantry"), Fire("Red Infantry", at(target)))


@pytest.mark.clause("pw.terrain.woods-close-combat")
def test_in_close_combat_a_wood_adds_one():
    after = fought([2, 3], {"d5": "wood"})
    assert "+1" in after.told[0] and "= 3" in after.told[0]
    assert sp(after.state, "Blue Infantry") == 4


@pytest.mark.clause("pw.terrain.built-up")
def test_a_built_up_area_neither_slows_nor_stops():
    ground = dict.fromkeys(("d1", "d2", "d3", "d4"), "built-up area")
    assert ends(reach("Tanks", "d1", ground), "d4") == "NESW"


@pytest.mark.clause("pw.terrain.built-up")
def test_a_built_up_area_is_cover_blocks_sight_and_has_edges():
    town = dict.fromkeys(("d4", "d5"), "built-up area")
    inside = firing(table(unit("Infantry", "d4"), foe("d6"), ground=town), "Red Infantry")
    assert why_not(inside, Fire("Red Infantry", at("d6"))) == "pw.fire.out-of-cover"
    through = firing(table(unit("Infantry", "d3"), foe("d6"), ground=town), "Red Infantry")
    assert why_not(through, Fire("Red Infantry", at("d6"))) == "pw.fire.line-of-sight"
    deep = firing(table(unit("Infantry", "d3"), foe("d5"), ground=town), "Red Infantry")
    assert why_not(deep, Fire("Red Infantry", at("d5"))) == "pw.fire.into-cover"


# ---- rivers


FORD = {"d2": "river, ford", "c2": "river", "e2": "river", "b2": "river", "f2": "river"}


@pytest.mark.clause("pw.terrain.rivers-ford")
def test_a_unit_fords_a_river_in_two_turns():
    question = reach("Tanks", "d1", FORD)
    assert (ends(question, "d2"), ends(question, "d3")) == ("NESW", "")
    assert told("Tanks", "d1", "d2", FORD).endswith("[pw.terrain.rivers-ford]")
    later = reach("Tanks", "d2", FORD)
    assert (ends(later, "d3"), ends(later, "d4")) == ("NESW", "")
    assert why_not(later, Move("Red Tanks", at("d4"))) == "pw.terrain.rivers-ford"
    assert told("Tanks", "d2", "d3", FORD).endswith("[pw.terrain.rivers-ford]")


@pytest.mark.clause("pw.terrain.rivers-ford")
def test_from_ford_to_ford_is_one_square_a_turn():
    ground = {**FORD, "c2": "river, ford", "b2": "river, ford"}
    question = reach("Tanks", "d2", ground)
    assert (ends(question, "c2"), ends(question, "b2")) == ("NESW", "")


@pytest.mark.case("pw.terrain.rivers-impassable", 1)
def test_nobody_moves_retreats_or_advances_into_a_river_without_ford_or_bridge():
    moving = reach("Infantry", "d2", {"d3": "river"})
    assert why_not(moving, Move("Red Infantry", at("d3"))) == "pw.terrain.rivers-impassable"
    state = table(unit("Infantry", "d2"), ground={"d3": "river"})
    hit = asks(state, lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[6])
    assert why_not(hit, Retreat("Red Infantry", at("d3"))) == "pw.terrain.rivers-impassable"
    stranded = table(unit("Infantry", "d2"), foe("d3", sp=1), foe("h9", name="other"), ground={"d3": "river"})
    won = act(stranded, lambda play: fight(play, ATTACK), dice=[1, 6, 1])
    assert square(won.state, "Red Infantry") == "d2"


@pytest.mark.case("pw.terrain.rivers-no-fire", 1)
def test_a_unit_in_a_ford_does_not_fire_and_fights_worse():
    ford = {"d5": "river, ford"}
    question = firing(table(unit("Infantry", "d5"), foe("d7"), ground=ford), "Red Infantry")
    assert why_not(question, Fire("Red Infantry", at("d7"))) == "pw.terrain.rivers-no-fire"
    after = fought([3, 6, 1], ford)
    assert "-1 in a river [pw.terrain.rivers-close-combat] = 2" in after.told[0]
    assert sp(after.state, "Blue Infantry") == 3


@pytest.mark.clause("pw.terrain.rivers-no-fire")
def test_artillery_in_a_ford_does_not_fire():
    gun = unit("Artillery", "d2", traits=("Field Artillery",))
    question = aiming(table(gun, foe("d6"), ground=FORD))
    assert why_not(question, Bombard("Red Artillery", at("d6"))) == "pw.terrain.rivers-no-fire"


@pytest.mark.clause("pw.terrain.rivers-close-combat")
@pytest.mark.parametrize(("ground", "left"), [({"d4": "river, ford"}, 3), ({"d4": "river, road"}, 4), ({}, 4)])
def test_an_attacker_in_a_river_takes_one_off(ground, left):
    after = fought([3, 3, 1][: 2 + (left == 3)], ground)
    assert sp(after.state, "Red Infantry") == left
