"""Definitions: adjacency, measuring, line of sight, cover, retreat."""

from itertools import product

import pytest
from tabletop import BLUE, activated, aiming, asks, at, ends, firing, offers, sp, square, table, unit, why_not

from sandtable.rules.portable_wargame.artillery import bombard
from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import Attack, Bombard, Fire, Retreat, Stand
from sandtable.rules.portable_wargame.fire import fire
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.tabletop import board
from sandtable.scripted import act


def blocked(viewer: str, target: str, ground: dict[str, str], *others) -> str:
    """The clause that stops Infantry facing N from firing at Infantry within its range and arc."""
    state = table(unit("Infantry", viewer), unit("Infantry", target, side=BLUE), *others, ground=ground)
    return why_not(firing(state, "Red Infantry"), Fire("Red Infantry", at(target)))


# ---- squares and distances


@pytest.mark.clause("pw.definitions.orthogonally-adjacent")
def test_a_square_has_four_neighbours_and_none_at_its_corners():
    state = table(unit("Mounted Cavalry", "d1"), unit("Infantry", "e4", side=BLUE))
    grid = state.board
    assert {grid.names[s] for s in grid.beside[grid.named("d4")]} == {"d5", "e4", "d3", "c4"}
    assert {grid.names[s] for s in grid.beside[grid.named("a1")]} == {"a2", "b1"}


@pytest.mark.clause("pw.definitions.orthogonally-adjacent")
def test_an_enemy_at_a_corner_does_not_stop_a_move():
    state = table(unit("Mounted Cavalry", "d1"), unit("Infantry", "e4", side=BLUE))
    question = activated(state, "Red Mounted Cavalry")
    assert (ends(question, "d3"), ends(question, "d4")) == ("NESW", "E")


@pytest.mark.case("pw.definitions.distance", 1)
@pytest.mark.parametrize(("kind", "clause"), [("Infantry", "pw.fire.range"), ("Mortars", "")])
def test_distance_is_counted_through_sides(kind, clause):
    state = table(unit(kind, "a1"), unit("Infantry", "c3", side=BLUE))
    assert why_not(firing(state, f"Red {kind}"), Fire(f"Red {kind}", at("c3"))) == clause


@pytest.mark.clause("pw.definitions.distance")
def test_distance_is_columns_plus_rows():
    grid = table().board
    pairs = [("a1", "b2", 2), ("a1", "c4", 5), ("c4", "a1", 5), ("d4", "d4", 0)]
    assert all(grid.squares_apart(grid.named(a), grid.named(b)) == apart for a, b, apart in pairs)


ARC = {"c5": "", "d5": "", "e5": "", "b6": "", "f6": ""} | dict.fromkeys(("f5", "e4", "d3"), "pw.artillery.arc")


@pytest.mark.case("pw.definitions.arc", 1)
def test_the_forward_arc_includes_its_diagonals():
    enemies = [unit("Trucks", where, side=BLUE, name=where) for where in ARC]
    gun = unit("Artillery", "d4", "N", traits=("Field Artillery",))
    question = aiming(table(gun, *enemies))
    assert {where: why_not(question, Bombard("Red Artillery", at(where))) for where in ARC} == ARC


@pytest.mark.clause("pw.definitions.arc")
@pytest.mark.parametrize(
    ("facing", "inside"), [("E", ("f6", "f2", "f4")), ("S", ("b2", "f2", "d2")), ("W", ("b2", "b6", "b4"))]
)
def test_the_arc_turns_with_the_facing(facing, inside):
    squares = ("b2", "b4", "b6", "d2", "d6", "f2", "f4", "f6")
    enemies = [unit("Trucks", where, side=BLUE, name=where) for where in squares]
    question = aiming(table(unit("Artillery", "d4", facing, traits=("Field Artillery",)), *enemies))
    assert {s for s in squares if not why_not(question, Bombard("Red Artillery", at(s)))} == set(inside)


@pytest.mark.case("pw.definitions.front-flank-rear", 1)
@pytest.mark.parametrize(
    ("attacker", "facing", "need"),
    [("e4", "W", "needs 3 or more"), ("c4", "E", "needs 5 or more"), ("d5", "S", "needs 5"), ("d3", "N", "needs 5")],
)
def test_a_unit_has_one_front_square_one_rear_square_and_two_flank_squares(attacker, facing, need):
    state = table(unit("Infantry", attacker, facing), unit("Infantry", "d4", "E", side=BLUE))
    after = act(state, lambda play: fight(play, Attack("Red Infantry", "Blue Infantry")), dice=[6, 6])
    assert need in after.told[0]


# ---- cover


@pytest.mark.clause("pw.definitions.cover", "pw.definitions.fortifications")
@pytest.mark.parametrize("ground", ["wood", "built-up area", "bunker", "dugout", "trench", "fieldworks"])
def test_a_target_whose_own_square_has_cover_or_fortifications_is_harder_to_hit(ground):
    state = table(unit("Infantry", "d4"), unit("Infantry", "d5", side=BLUE), ground={"d5": ground})
    after = act(state, lambda play: fire(play, Fire("Red Infantry", at("d5"))), dice=[4])
    assert "-1 in cover" in after.told[0]


@pytest.mark.clause("pw.definitions.cover")
@pytest.mark.parametrize("ground", ["level 1", "river, ford", "barbed wire", "minefield", "road"])
def test_hills_rivers_wire_mines_and_roads_are_no_cover(ground):
    state = table(unit("Infantry", "d4"), unit("Infantry", "d6", side=BLUE), ground={"d6": ground})
    after = act(state, lambda play: fire(play, Fire("Red Infantry", at("d6"))), dice=[3])
    assert "in cover" not in after.told[0]


@pytest.mark.clause("pw.definitions.cover")
def test_being_behind_a_feature_is_not_being_in_cover():
    state = table(
        unit("Artillery", "d4", traits=("Field Artillery",)), unit("Infantry", "d7", side=BLUE), ground={"d6": "wood"}
    )
    after = act(state, lambda play: bombard(play, state, Bombard("Red Artillery", at("d7"))), dice=[5])
    assert "in cover" not in after.told[0]


@pytest.mark.clause("pw.definitions.fortifications")
@pytest.mark.parametrize(
    ("ground", "beyond"), [("bunker", "NESW"), ("dugout", "NESW"), ("fieldworks", "NESW"), ("trench", "")]
)
def test_only_trenches_among_fortifications_hinder_movement(ground, beyond):
    state = table(unit("Tanks", "a1"), ground={"a2": ground, "b1": ground})
    assert ends(activated(state, "Red Tanks"), "a3") == beyond


# ---- line of sight


@pytest.mark.clause("pw.definitions.line-of-sight", "pw.definitions.direct-line-of-sight")
def test_sight_runs_straight_from_centre_to_centre():
    assert blocked("d1", "d4", {"d3": "wood"}) == "pw.fire.line-of-sight"
    assert blocked("d1", "d4", {"c3": "wood", "e3": "wood"}) == ""


@pytest.mark.clause("pw.definitions.direct-line-of-sight")
def test_what_is_in_the_end_squares_obscures_nothing():
    assert blocked("d1", "d3", {"d1": "bunker", "d3": "wood"}) == ""


@pytest.mark.clause("pw.definitions.direct-line-of-sight")
def test_adjacent_squares_always_see_each_other():
    assert blocked("d1", "d2", {"d1": "wood", "d2": "built-up area, level 2"}) == ""


@pytest.mark.clause("pw.definitions.direct-line-of-sight")
def test_sight_works_both_ways():
    grid = board(6, 6, ["b2 wood", "c4 level 1", "d2 bunker, level 1", "e5 built-up area", "d4 level 2"])
    squares = range(36)
    assert all(grid.sight_line(a, b).clear == grid.sight_line(b, a).clear for a, b in product(squares, squares))


@pytest.mark.clause("pw.definitions.direct-line-of-sight")
def test_a_unit_sees_all_round():
    gun = unit("Artillery", "d4", "N", traits=("Field Artillery",))
    spotter = unit("Artillery Spotters", "f9", "N")
    state = table(gun, spotter, unit("Infantry", "d7", side=BLUE), ground={"d5": "wood"})
    after = act(state, lambda play: bombard(play, state, Bombard("Red Artillery", at("d7"))), dice=[3])
    assert "+2 observed" in after.told[0]


@pytest.mark.case("pw.definitions.los-squares", 1)
def test_a_line_is_tested_in_every_square_it_runs_through():
    assert blocked("a1", "b3", {"b2": "wood"}) == "pw.fire.line-of-sight"


@pytest.mark.case("pw.definitions.los-squares", 2)
@pytest.mark.parametrize(
    ("ground", "clause"), [({"a2": "wood"}, ""), ({"a2": "wood", "b1": "built-up area"}, "pw.fire.line-of-sight")]
)
def test_squares_met_only_at_a_corner_obscure_as_a_pair(ground, clause):
    assert blocked("a1", "b2", ground) == clause


@pytest.mark.clause("pw.definitions.los-squares")
@pytest.mark.parametrize(
    ("a", "b", "squares", "corners"),
    [
        ("a1", "b3", {"a2", "b2"}, set()),
        ("a1", "b2", set(), {frozenset({"a2", "b1"})}),
        ("d2", "e5", {"d3", "e4"}, {frozenset({"d4", "e3"})}),
        ("a1", "c3", {"b2"}, {frozenset({"a2", "b1"}), frozenset({"b3", "c2"})}),
        ("c3", "a1", {"b2"}, {frozenset({"a2", "b1"}), frozenset({"b3", "c2"})}),
    ],
)
def test_which_squares_a_line_crosses(a, b, squares, corners):
    grid = table().board
    crossed, pairs = grid.crossed(grid.named(a), grid.named(b))
    assert {grid.names[s] for s in crossed} == squares
    assert {frozenset(grid.names[s] for s in pair) for pair in pairs} == corners


@pytest.mark.case("pw.definitions.los-obstacles", 1)
def test_any_ground_unit_on_the_same_level_obstructs():
    assert blocked("d1", "d4", {}, unit("Trucks", "d3", side=BLUE)) == "pw.fire.line-of-sight"


@pytest.mark.case("pw.definitions.los-obstacles", 2)
def test_a_hill_above_both_ends_obstructs():
    assert blocked("d1", "d4", {"d3": "level 1"}) == "pw.fire.line-of-sight"


@pytest.mark.case("pw.definitions.los-obstacles", 3)
def test_a_unit_on_a_hill_sees_over_a_wood_on_lower_ground():
    assert blocked("d1", "d4", {"d1": "level 1", "d2": "wood"}) == ""


@pytest.mark.case("pw.definitions.los-obstacles", 4)
def test_a_crest_hides_what_is_further_back_on_the_hill():
    assert blocked("d1", "d4", {"d3": "level 1", "d4": "level 1"}) == "pw.fire.line-of-sight"


@pytest.mark.clause("pw.definitions.los-obstacles")
def test_level_ground_between_two_units_on_a_hill_does_not_obstruct():
    assert blocked("d1", "d4", {"d1": "level 1", "d2": "level 1", "d3": "level 1", "d4": "level 1"}) == ""


@pytest.mark.clause("pw.definitions.los-obstacles")
@pytest.mark.parametrize("ground", ["wood", "built-up area", "bunker"])
def test_woods_buildings_and_bunkers_obstruct(ground):
    assert blocked("d1", "d4", {"d3": ground}) == "pw.fire.line-of-sight"


@pytest.mark.clause("pw.definitions.los-obstacles")
@pytest.mark.parametrize("ground", ["road", "river", "minefield", "barbed wire", "trench", "dugout", "fieldworks"])
def test_what_lies_low_obstructs_nothing(ground):
    assert blocked("d1", "d4", {"d3": ground}) == ""


@pytest.mark.clause("pw.definitions.los-obstacles")
def test_aircraft_obstruct_nothing():
    assert blocked("d1", "d4", {}, unit("Reconnaissance Aircraft", "d3", side=BLUE)) == ""


# ---- retreat


@pytest.mark.clause("pw.definitions.retreat")
def test_a_retreat_is_one_step_to_a_vacant_square_with_no_enemy_next_to_it():
    state = table(
        unit("Infantry", "d4"),
        unit("Trucks", "d3"),
        unit("Infantry", "d6", side=BLUE),
        unit("Infantry", "f4", side=BLUE, name="Other"),
    )
    question = asks(state, lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[6])
    assert offers(question) == [Retreat("Red Infantry", at("c4")), Stand("Red Infantry")]
    assert why_not(question, Retreat("Red Infantry", at("d5"))) == "pw.definitions.retreat"
    assert why_not(question, Retreat("Red Infantry", at("e4"))) == "pw.definitions.retreat"
    assert why_not(question, Retreat("Red Infantry", at("d3"))) == "pw.hits.retreat-square"


@pytest.mark.clause("pw.definitions.retreat")
def test_an_owner_may_prefer_the_loss():
    state = table(unit("Infantry", "d4"), unit("Infantry", "d7", side=BLUE))
    after = act(state, lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[6], picks=[Stand("Red Infantry")])
    assert (sp(after.state, "Red Infantry"), square(after.state, "Red Infantry")) == (3, "d4")


@pytest.mark.clause("pw.definitions.retreat")
def test_a_unit_with_nowhere_to_go_loses_the_point():
    state = table(unit("Infantry", "a1"), unit("Trucks", "a2"), unit("Trucks", "b1", name="Other"))
    after = act(state, lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[6])
    assert sp(after.state, "Red Infantry") == 3
