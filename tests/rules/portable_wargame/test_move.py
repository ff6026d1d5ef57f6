"""Movement, facing and stacking."""

import pytest
from tabletop import (
    BLUE,
    RED,
    activated,
    asks,
    at,
    ends,
    firing,
    offered,
    offers,
    sp,
    square,
    steps,
    table,
    unit,
    why_not,
)

from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.commands import (
    Activate,
    Face,
    Fire,
    HoldFire,
    LayWire,
    Leave,
    Move,
    Retreat,
    Stay,
    Step,
)
from sandtable.rules.portable_wargame.fire import fire
from sandtable.rules.portable_wargame.hits import take_hits
from sandtable.rules.portable_wargame.losses import Hit
from sandtable.rules.portable_wargame.movement import march
from sandtable.rules.portable_wargame.routes import fresh_leg
from sandtable.rules.portable_wargame.sequence import Activating
from sandtable.scripted import act

SQUARES = {
    "Infantry": 2, "Infantry Anti-tank": 2, "Engineers": 2, "Dismounted Cavalry": 2, "Mounted Cavalry": 3,
    "Machine Guns": 2, "Mortars": 2, "Artillery": 2, "Armoured Cars": 4, "Light Tanks": 4, "Tanks": 3,
    "Assault Guns": 3, "Self-propelled Artillery": 3, "Half-tracks": 4, "Trucks": 4, "Horse-drawn Transport": 2,
    "Artillery Spotters": 2, "Commanders": 3,
}  # fmt: skip


def foe(where: str, facing: str = "S", kind: str = "Infantry", **more):
    return unit(kind, where, facing, side=BLUE, **more)


def moved(state, name: str, where: str, facing: str = "N"):
    """A move and nothing else."""
    leg = fresh_leg(state, state.units[name])
    return act(state, lambda play: march(play, name, Move(name, at(where, facing)), leg))


# ---- how far


@pytest.mark.clause("pw.move.allowance")
@pytest.mark.parametrize(("kind", "squares"), SQUARES.items())
def test_a_unit_moves_up_to_its_allowance(kind, squares):
    question = activated(table(unit(kind, "a1")), f"Red {kind}")
    assert (ends(question, f"a{1 + squares}"), ends(question, f"a{2 + squares}")) == ("NESW", "")
    assert why_not(question, Move(f"Red {kind}", at(f"a{2 + squares}"))) == "pw.move.allowance"


@pytest.mark.clause("pw.move.allowance")
def test_a_square_near_the_enemy_is_refused_for_its_distance():
    question = activated(table(unit("Infantry", "d1"), foe("d7")), "Red Infantry")
    assert why_not(question, Move("Red Infantry", at("d5"))) == "pw.move.allowance"


@pytest.mark.clause("pw.move.allowance")
def test_a_move_is_told_with_the_clause_that_allows_it():
    after = moved(table(unit("Infantry", "d4")), "Red Infantry", "d5")
    assert after.told == ["Red Infantry moves to d5, facing N [pw.move.allowance]"]


@pytest.mark.clause("pw.move.orthogonal")
def test_no_unit_moves_through_a_corner():
    question = activated(table(unit("Infantry", "a1"), ground={"a2": "river", "b1": "river"}), "Red Infantry")
    assert ends(question, "b2") == ""
    open_ground = activated(table(unit("Infantry", "a1")), "Red Infantry")
    assert (ends(open_ground, "b2"), ends(open_ground, "c2")) == ("NESW", "")


@pytest.mark.clause("pw.move.orthogonal")
def test_where_the_way_matters_a_unit_may_choose_it_step_by_step():
    question = activated(table(unit("Infantry", "d4"), ground={"d5": "minefield"}), "Red Infantry")
    assert offered(question, Step("Red Infantry", at("e4"))) == "pw.move.orthogonal"
    assert not offered(question, Step("Red Infantry", at("e5")))


@pytest.mark.clause("pw.move.once")
def test_a_unit_makes_one_move_a_turn():
    state = table(unit("Tanks", "d1"), foe("d6"))
    question = firing(state, "Red Tanks", Move("Red Tanks", at("d2")))
    assert why_not(question, Move("Red Tanks", at("d3"))) == "pw.move.once"


@pytest.mark.clause("pw.move.once")
def test_nor_does_it_move_after_it_has_fired():
    state = table(unit("Tanks", "d4"), foe("d5"))
    picks = [Stay("Red Tanks"), HoldFire("Red Tanks")]
    question = activated(state, "Red Tanks", picks=picks, kind="attack")
    assert why_not(question, Move("Red Tanks", at("d3"))) == "pw.move.once"


@pytest.mark.clause("pw.move.artillery-that-fired")
def test_artillery_that_fired_is_not_moved():
    state = table(unit("Artillery", "d4", traits=("Field Artillery",), spent=("fired",)))
    question = activated(state, "Red Artillery", kind="action")
    assert why_not(question, Move("Red Artillery", at("d5"))) == "pw.artillery.no-move-after-firing"


@pytest.mark.case("pw.move.fire-penalty", 1)
def test_infantry_that_moved_its_full_allowance_does_not_fire():
    question = firing(table(unit("Infantry", "d3"), foe("d7")), "Red Infantry", Move("Red Infantry", at("d5")))
    assert why_not(question, Fire("Red Infantry", at("d7"))) == "pw.move.fire-penalty"


@pytest.mark.case("pw.move.fire-penalty", 1)
@pytest.mark.parametrize(
    ("start", "pick", "bonus"), [("d3", Move("Red Infantry", at("d4")), False), ("d4", Stay("Red Infantry"), True)]
)
def test_infantry_that_moved_less_fires_and_has_the_bonus_only_if_it_stayed(start, pick, bonus):
    state = table(unit("Infantry", start), foe("d7"))
    picks = [pick, Fire("Red Infantry", at("d7"))]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[1], picks=picks)
    assert ("+1 not moved" in after.told[-1]) == bonus


@pytest.mark.clause("pw.move.fire-penalty")
@pytest.mark.parametrize(("end", "clause"), [("d4", ""), ("d5", "pw.move.fire-penalty")])
def test_armoured_cars_fire_after_three_squares_but_not_after_four(end, clause):
    question = firing(
        table(unit("Armoured Cars", "d1"), foe("d7")), "Red Armoured Cars", Move("Red Armoured Cars", at(end))
    )
    assert why_not(question, Fire("Red Armoured Cars", at("d7"))) == clause


@pytest.mark.clause("pw.move.fire-penalty")
def test_a_move_wholly_along_a_road_leaves_one_square_more():
    road = {f"d{row}": "road" for row in range(1, 8)}
    state = table(unit("Infantry", "d1"), foe("d5"), ground=road)
    assert not why_not(firing(state, "Red Infantry", Move("Red Infantry", at("d3"))), Fire("Red Infantry", at("d5")))


@pytest.mark.clause("pw.move.fire-penalty")
def test_a_move_that_only_ends_on_a_road_leaves_none():
    state = table(unit("Infantry", "c2"), foe("d6"), ground={f"d{row}": "road" for row in range(1, 8)})
    question = firing(state, "Red Infantry", Move("Red Infantry", at("d3")))
    assert why_not(question, Fire("Red Infantry", at("d6"))) == "pw.move.fire-penalty"


@pytest.mark.clause("pw.move.fire-penalty")
def test_a_forced_stop_plays_no_part():
    state = table(unit("Infantry", "d3"), foe("d7"), ground={"d4": "wood"})
    assert not why_not(firing(state, "Red Infantry", Move("Red Infantry", at("d4"))), Fire("Red Infantry", at("d7")))


@pytest.mark.clause("pw.move.fire-penalty")
def test_self_propelled_artillery_that_fired_is_told_why_it_is_slower():
    state = table(unit("Self-propelled Artillery", "d1", spent=("fired",)))
    after = moved(state, "Red Self-propelled Artillery", "d3")
    assert after.told == ["Red Self-propelled Artillery moves to d3 by d2, facing N [pw.move.fire-penalty]"]


# ---- facing


@pytest.mark.clause("pw.move.turning")
def test_a_unit_changes_direction_as_it_likes_and_ends_facing_any_edge():
    state = table(unit("Mounted Cavalry", "d4", "S"), ground={"d5": "river", "c4": "river"})
    assert ends(activated(state, "Red Mounted Cavalry"), "e6") == "NESW"
    after = moved(state, "Red Mounted Cavalry", "e6", "W")
    assert after.state.units["Red Mounted Cavalry"].place == at("e6", "W")
    assert after.told == ["Red Mounted Cavalry moves to e6 by e4-e5, facing W [pw.move.turning]"]


@pytest.mark.clause("pw.move.turning")
def test_a_unit_that_breaks_off_its_move_chooses_its_facing():
    state = table(unit("Infantry", "d1"), foe("d12"), ground={f"{file}2": "minefield" for file in "abcdefgh"})
    picks = [Move("Red Infantry", at("d3")), Face("Red Infantry", 90)]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[1], picks=picks)
    assert after.state.units["Red Infantry"].place == at("d2", "E")
    assert after.told[-1] == "Red Infantry turns to face E [pw.move.turning]"


@pytest.mark.case("pw.move.turn-in-place", 1)
def test_turning_in_place_is_a_move_of_no_squares():
    state = table(unit("Infantry", "d4", "N"), foe("f4"))
    picks = [Move("Red Infantry", at("d4", "E")), Fire("Red Infantry", at("f4"))]
    after = act(state, lambda play: activate(play, "Red Infantry"), dice=[4], picks=picks)
    assert after.told[0] == "Red Infantry turns to face E [pw.move.turn-in-place]"
    assert "needs 5" in after.told[1] and "not moved" not in after.told[1]
    assert (square(after.state, "Red Infantry"), sp(after.state, "Blue Infantry")) == ("d4", 4)


@pytest.mark.clause("pw.move.turn-in-place")
def test_a_unit_cannot_turn_to_where_it_faces_already():
    question = activated(table(unit("Infantry", "d4", "N")), "Red Infantry")
    assert ends(question, "d4") == "ESW"
    assert why_not(question, Move("Red Infantry", at("d4", "N"))) == "pw.move.turn-in-place"


@pytest.mark.clause("pw.move.turn-in-place")
def test_a_unit_next_to_an_enemy_may_turn_away_from_it():
    assert ends(activated(table(unit("Infantry", "d4"), foe("d5")), "Red Infantry"), "d4") == "ESW"


# ---- stacking


@pytest.mark.clause("pw.move.stack-friends")
def test_friendly_combat_units_do_not_end_a_move_together():
    question = activated(table(unit("Infantry", "d4"), unit("Tanks", "d5")), "Red Infantry")
    assert ends(question, "d5") == ""
    assert why_not(question, Move("Red Infantry", at("d5"))) == "pw.move.stack-friends"


@pytest.mark.clause("pw.move.stack-friends")
@pytest.mark.parametrize("kind", ["Trucks", "Half-tracks", "Horse-drawn Transport", "Artillery Spotters", "Commanders"])
def test_transport_spotters_and_commanders_may_join_a_friend(kind):
    question = activated(table(unit(kind, "d4"), unit("Tanks", "d5"), unit("Infantry", "d6")), f"Red {kind}")
    assert ends(question, "d5") == "NESW"


@pytest.mark.case("pw.move.stack-limit", 1)
def test_a_combat_unit_may_join_sharing_units_but_no_other_combat_unit():
    with_guns = activated(table(unit("Infantry", "d3"), unit("Machine Guns", "d4")), "Red Infantry")
    assert ends(with_guns, "d4") == ""
    with_staff = table(unit("Infantry", "d3"), unit("Trucks", "d4"), unit("Commanders", "d4"))
    assert ends(activated(with_staff, "Red Infantry"), "d4") == "NESW"
    assert moved(with_staff, "Red Infantry", "d4").told == ["Red Infantry moves to d4, facing N [pw.move.stack-limit]"]


@pytest.mark.clause("pw.move.stack-limit")
def test_carried_units_are_not_counted():
    state = table(unit("Infantry", "d3"), unit("Trucks", "d4"), unit("Machine Guns", None, aboard="Red Trucks"))
    assert ends(activated(state, "Red Infantry"), "d4") == "NESW"


@pytest.mark.clause("pw.move.no-stack-enemies")
@pytest.mark.parametrize("kind", ["Infantry", "Trucks", "Commanders"])
def test_nobody_enters_a_square_with_an_enemy(kind):
    question = activated(table(unit("Tanks", "d4"), foe("d5", kind=kind)), "Red Tanks")
    assert why_not(question, Move("Red Tanks", at("d5"))) == "pw.move.no-stack-enemies"
    corridor = {"c4": "river", "e4": "river", "d3": "river", "c5": "river", "e5": "river"}
    blocked = activated(table(unit("Tanks", "d4"), foe("d5", kind=kind), ground=corridor), "Red Tanks")
    assert ends(blocked, "d6") == ""


@pytest.mark.case("pw.move.pass-through-friends", 1)
def test_a_unit_passes_through_a_friend_and_ends_beyond():
    state = table(unit("Tanks", "d1"), unit("Infantry", "d2"), ground={"c1": "river", "e1": "river"})
    question = activated(state, "Red Tanks")
    assert (ends(question, "d2"), ends(question, "d3")) == ("", "NESW")
    after = moved(state, "Red Tanks", "d3")
    assert after.told == ["Red Tanks moves to d3 by d2, facing N [pw.move.pass-through-friends]"]


@pytest.mark.clause("pw.move.pass-through-friends")
@pytest.mark.parametrize("why", ["wood", "trench", "enemy"])
def test_a_unit_cannot_enter_a_friends_square_in_which_it_would_have_to_stop(why):
    sides = {"c1": "river", "e1": "river", "d2": why if why != "enemy" else "road"}
    enemies = [foe("c2", "W")] if why == "enemy" else []
    state = table(unit("Tanks", "d1"), unit("Infantry", "d2"), *enemies, ground=sides)
    assert ends(activated(state, "Red Tanks"), "d3") == ""


# ---- next to the enemy


@pytest.mark.case("pw.move.stop-adjacent", 1)
def test_a_unit_stops_and_faces_the_enemy_it_comes_next_to():
    state = table(unit("Mounted Cavalry", "d1"), foe("c3", "W", "Trucks"))
    question = activated(state, "Red Mounted Cavalry")
    assert ends(question, "d3") == "W"
    assert ends(question, "d4") == ""
    assert why_not(question, Move("Red Mounted Cavalry", at("d3", "N"))) == "pw.move.stop-adjacent"


@pytest.mark.clause("pw.move.stop-adjacent")
def test_the_enemy_does_not_turn():
    after = moved(table(unit("Infantry", "d3"), foe("d5", "N")), "Red Infantry", "d4")
    assert after.told[0] == "Red Infantry moves to d4, facing N [pw.move.stop-adjacent]"
    assert after.state.units["Blue Infantry"].place == at("d5", "N")


@pytest.mark.clause("pw.move.stop-adjacent")
def test_of_several_enemies_the_owner_chooses_which_to_face():
    state = table(unit("Infantry", "d3"), foe("d5"), foe("e4", name="other"))
    assert ends(activated(state, "Red Infantry"), "d4") == "NE"


@pytest.mark.clause("pw.move.stop-adjacent")
@pytest.mark.parametrize("kind", ["Trucks", "Commanders", "Armoured Cars"])
@pytest.mark.parametrize("facing", "NESW")
def test_every_ground_unit_stops_at_front_flank_and_rear_alike(kind, facing):
    state = table(
        unit(kind, "d1"), foe("d3", facing), ground={"c1": "river", "e1": "river", "c2": "river", "e2": "river"}
    )
    question = activated(state, f"Red {kind}")
    assert (ends(question, "d2"), ends(question, "d4")) == ("N", "")


@pytest.mark.clause("pw.move.stop-adjacent")
def test_a_unit_that_starts_next_to_an_enemy_stops_when_it_enters_another_such_square():
    state = table(unit("Mounted Cavalry", "c4"), foe("d4", "N"), ground={"c3": "river", "b4": "river"})
    question = activated(state, "Red Mounted Cavalry")
    assert (ends(question, "c5"), ends(question, "d5"), ends(question, "e5")) == ("NESW", "S", "")


@pytest.mark.case("pw.move.withdraw", 1)
def test_a_unit_withdraws_from_an_enemy_that_faces_it_but_not_to_the_front_of_another():
    state = table(unit("Infantry", "d4"), foe("d5", "S"), foe("b3", "E", name="other"))
    question = activated(state, "Red Infantry")
    assert {where: bool(ends(question, where)) for where in ("d3", "d2", "c4", "e4", "c3")} == {
        "d3": True, "d2": True, "c4": True, "e4": True, "c3": False,
    }  # fmt: skip
    assert why_not(question, Move("Red Infantry", at("c3", "W"))) == "pw.move.withdraw"


@pytest.mark.clause("pw.move.withdraw")
def test_a_withdrawal_is_told_as_one():
    after = moved(table(unit("Infantry", "d4"), foe("d5")), "Red Infantry", "d3")
    assert after.told == ["Red Infantry moves to d3, facing N [pw.move.withdraw]"]


@pytest.mark.clause("pw.move.withdraw")
def test_a_unit_that_no_enemy_faces_may_go_to_the_front_of_another():
    state = table(unit("Infantry", "d4"), foe("d5", "N"), foe("b3", "E", name="other"))
    assert ends(activated(state, "Red Infantry"), "c3") == "W"


@pytest.mark.case("pw.move.withdraw-not-round", 1)
def test_a_withdrawal_does_not_go_round_the_enemy_it_withdraws_from():
    state = table(unit("Mounted Cavalry", "d4"), foe("d5", "S"))
    question = activated(state, "Red Mounted Cavalry")
    assert (ends(question, "e4"), ends(question, "e5")) == ("NESW", "")
    assert why_not(question, Move("Red Mounted Cavalry", at("e5", "W"))) == "pw.move.withdraw-not-round"


@pytest.mark.clause("pw.move.withdraw-not-round")
def test_a_withdrawal_may_stop_at_the_flank_of_another_enemy():
    state = table(unit("Mounted Cavalry", "d4"), foe("d5", "S"), foe("f4", "N", name="other"))
    assert ends(activated(state, "Red Mounted Cavalry"), "e4") == "E"


@pytest.mark.clause("pw.move.withdraw-not-round")
def test_a_unit_that_two_enemies_face_keeps_away_from_both():
    state = table(unit("Mounted Cavalry", "d4"), foe("d5", "S"), foe("c4", "E", name="other"))
    question = activated(state, "Red Mounted Cavalry")
    assert [where for where in ("c5", "e5", "c3", "b4", "e4", "d3") if ends(question, where)] == ["e4", "d3"]


# ---- what is a move


@pytest.mark.clause("pw.move.moved-meaning")
def test_leaving_the_square_and_turning_in_place_are_moves():
    state = table(unit("Infantry", "d4"), foe("d9"))
    for where, facing in (("d5", "N"), ("d4", "E")):
        after = moved(state, "Red Infantry", where, facing)
        assert "moved" in after.state.units["Red Infantry"].spent
        assert "pw.move.moved-meaning" in after.cited


@pytest.mark.clause("pw.move.moved-meaning")
def test_a_retreat_is_no_move_and_does_not_lose_the_bonus():
    state = table(unit("Infantry", "d4"), foe("d7"))
    hit = Hit("Red Infantry", state.board.named("d7"))
    back = act(state, lambda play: take_hits(play, [hit]), dice=[6], picks=[Retreat("Red Infantry", at("c4"))]).state
    assert ends(activated(back, "Red Infantry"), "a4") == "NESW"
    shot = act(back.put(foe("c6", name="near")), lambda play: fire(play, Fire("Red Infantry", at("c6"))), dice=[1])
    assert "+1 not moved" in shot.told[0]


@pytest.mark.clause("pw.move.moved-meaning")
def test_being_carried_is_no_move():
    state = table(unit("Trucks", "d1"), unit("Infantry", None, aboard="Red Trucks"))
    assert moved(state, "Red Trucks", "d4").state.units["Red Infantry"].spent == frozenset()


# ---- the edge of the board


@pytest.mark.clause("pw.move.board-edge")
def test_nobody_leaves_the_board_without_an_exit_edge():
    question = activated(table(unit("Infantry", "d1")), "Red Infantry")
    assert Leave("Red Infantry") not in offers(question)
    off = type(at("d1"))(3, -1, 0)
    assert why_not(question, Move("Red Infantry", off)) == "pw.move.board-edge"


@pytest.mark.clause("pw.move.board-edge")
@pytest.mark.parametrize(("start", "leaves"), [("d1", True), ("d2", True), ("d3", False)])
def test_leaving_over_an_exit_edge_costs_a_square(start, leaves):
    question = activated(table(unit("Infantry", start), exits="south"), "Red Infantry")
    assert (offered(question, Leave("Red Infantry")) == "pw.move.board-edge") == leaves


@pytest.mark.clause("pw.move.board-edge")
def test_a_unit_that_leaves_is_not_lost_and_does_not_return():
    state = table(unit("Infantry", "d2"), unit("Infantry", "h1", name="other"), foe("d9"), exits="south")
    after = act(state, lambda play: activate(play, "Red Infantry"), picks=[Leave("Red Infantry")])
    assert square(after.state, "Red Infantry") is None
    assert (sp(after.state, "Red Infantry"), after.state.units["Red"].tallies["lost SP"]) == (4, 0)
    assert after.told[-1] == "Red Infantry is off the board [pw.move.board-edge]"
    question = asks(after.state, steps(Activating(RED)))
    assert why_not(question, Activate("Red Infantry")) == "pw.move.board-edge"


@pytest.mark.clause("pw.move.board-edge")
def test_what_a_unit_carries_leaves_with_it():
    state = table(unit("Trucks", "d1"), unit("Infantry", None, aboard="Red Trucks"), exits="south")
    after = act(state, lambda play: activate(play, "Red Trucks"), picks=[Leave("Red Trucks")])
    assert after.state.units["Red Infantry"].aboard is None


@pytest.mark.clause("pw.move.board-edge")
def test_mines_on_the_way_off_hit_first():
    state = table(unit("Tanks", "d3"), exits="south", ground={f"{file}2": "minefield" for file in "abcdefgh"})
    question = activated(state, "Red Tanks", dice=[1], picks=[Leave("Red Tanks")])
    assert offered(question, Leave("Red Tanks")) == "pw.move.board-edge"
    assert square(question.state, "Red Tanks") == "d2"


@pytest.mark.clause("pw.move.moved-meaning", "pw.fire.mod-not-moved")
def test_a_unit_that_mines_have_halted_on_the_way_off_has_moved():
    mines = {f"{file}2": "minefield" for file in "abcdefgh"}
    state = table(unit("Tanks", "d3"), foe("d5"), exits="south", ground=mines)
    orders = [Leave("Red Tanks"), Stay("Red Tanks"), Fire("Red Tanks", at("d5"))]
    after = act(state, lambda play: activate(play, "Red Tanks"), dice=[1, 4], picks=orders)
    assert "moved" in after.state.units["Red Tanks"].spent
    assert "pw.fire.mod-not-moved" not in " ".join(after.told)


@pytest.mark.clause("pw.move.board-edge")
def test_a_unit_destroyed_on_the_way_off_is_lost():
    mines = {f"{file}2": "minefield" for file in "abcdefgh"}
    state = table(unit("Infantry", "d2", name="other"), unit("Tanks", "d3", sp=1), exits="south", ground=mines)
    after = act(state, lambda play: activate(play, "Red Tanks"), dice=[1], picks=[Leave("Red Tanks")])
    assert "Red Tanks is destroyed [pw.units.destroyed]" in after.told
    assert not any("off the board" in line for line in after.told)


@pytest.mark.clause("pw.move.board-edge")
def test_a_retreat_does_not_leave_over_an_exit_edge():
    state = table(unit("Infantry", "a1"), unit("Trucks", "a2"), unit("Trucks", "b1", name="other"), exits="south")
    after = act(state, lambda play: take_hits(play, [Hit("Red Infantry")]), dice=[6])
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("a1", 3)


@pytest.mark.clause("pw.turn.activation-order")
def test_work_is_no_move():
    after = act(
        table(unit("Infantry", "d4")), lambda play: activate(play, "Red Infantry"), picks=[LayWire("Red Infantry")]
    )
    assert "moved" not in after.state.units["Red Infantry"].spent
