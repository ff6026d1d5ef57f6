"""Option: aircraft movement."""

import pytest
from tabletop import (
    BLUE,
    BOMBER,
    FIGHTER,
    RECON,
    RED,
    TWO_SEATER,
    asks,
    at,
    offered,
    plane,
    sp,
    square,
    steps,
    striking,
    table,
    unit,
    why_not,
)

from sandtable.rules.portable_wargame.air import sortie
from sandtable.rules.portable_wargame.commands import Activate, Bomb, Dogfight, Done, Fly, HoldFire, Strafe
from sandtable.rules.portable_wargame.sequence import Activating, Activation
from sandtable.scripted import act

ON = ("air",)
GROUND = (unit("Trucks", "a1"), unit("Trucks", "l12", side=BLUE))


def flying(*units, ground=None):
    """Where the Red aircraft may fly."""
    state = table(*units, *GROUND, ground=ground, options=ON)
    return asks(state, lambda play: sortie(play, "Red Plane"), kind="fly")


def flown(*units, to, ground=None):
    state = table(*units, *GROUND, ground=ground, options=ON)
    return act(state, lambda play: sortie(play, "Red Plane"), picks=[Fly("Red Plane", to)])


@pytest.mark.clause("pw.air-move.orthogonal")
@pytest.mark.parametrize("kind, far", [(RECON, 8), (TWO_SEATER, 10)])
def test_an_aircraft_flies_as_far_as_its_row_says_through_sides(kind, far):
    question = flying(plane(kind, "a2"))
    assert offered(question, Fly("Red Plane", at(f"a{2 + far}"))) == "pw.air-move.orthogonal"
    assert not why_not(question, Fly("Red Plane", at(f"c{far}")))
    assert why_not(question, Fly("Red Plane", at(f"c{1 + far}"))) == "pw.air-move.orthogonal"


@pytest.mark.clause("pw.air-move.orthogonal")
def test_an_aircraft_may_circle_in_its_square():
    assert not why_not(flying(plane(RECON, "d4")), Fly("Red Plane", at("d4")))


@pytest.mark.clause("pw.air-move.orthogonal")
def test_an_aircraft_does_not_fly_to_a_square_that_is_not_there():
    assert flying(plane(RECON, "l4")).refuse(Fly("Red Plane", at("m4")))


@pytest.mark.clause("pw.air-move.must-activate")
def test_an_aircraft_over_the_board_is_offered_as_one_that_must_be_activated():
    question = asks(table(plane(RECON, "d4"), *GROUND, options=ON), steps(Activating(RED)))
    assert offered(question, Activate("Red Plane")) == "pw.air-move.must-activate"


@pytest.mark.case("pw.air-move.crash", 1)
def test_an_aircraft_for_which_the_dice_do_not_suffice_crashes():
    planes = [plane(FIGHTER, f"{file}4", name=f"Red {file}") for file in "def"]
    picks = [Activate("Red d"), Fly("Red d", at("d5")), Activate("Red e"), Fly("Red e", at("e5"))]
    after = act(table(*planes, *GROUND, options=ON), steps(Activation(RED)), dice=[2], picks=picks)
    assert [square(after.state, one.id) for one in planes] == ["d5", "e5", None]
    assert sp(after.state, "Red f") == 0
    assert after.state.units["Red"].tallies["lost SP"] == 3
    assert "Red f is lost: it was not activated and has crashed [pw.air-move.crash]" in after.told


@pytest.mark.clause("pw.air-move.crash", "pw.air-move.must-activate")
def test_an_aircraft_that_is_left_alone_crashes_though_activations_remain():
    after = act(table(plane(RECON, "d4"), *GROUND, options=ON), steps(Activating(RED)), picks=[Done()])
    assert square(after.state, "Red Plane") is None


@pytest.mark.clause("pw.air-move.once")
def test_an_aircraft_is_not_moved_twice():
    state = table(plane(RECON, "d4"), *GROUND, options=ON)
    question = asks(state, steps(Activating(RED)), picks=[Activate("Red Plane"), Fly("Red Plane", at("d5"))])
    assert why_not(question, Activate("Red Plane")) == "pw.air-move.once"


@pytest.mark.clause("pw.air-move.attack-penalty")
@pytest.mark.parametrize("start, why", [("d11", "pw.air-move.attack-penalty"), ("d10", "")])
def test_an_aircraft_that_used_its_whole_move_does_not_attack(start, why):
    """A Reconnaissance Aircraft of 8 squares comes to d3 with an enemy behind it."""
    state = table(plane(RECON, start), plane(RECON, "d1", side=BLUE), *GROUND, options=ON)
    order = [Fly("Red Plane", at("d3", "N"))]
    question = asks(state, lambda play: sortie(play, "Red Plane"), picks=order, kind="attack")
    assert why_not(question, Dogfight("Red Plane", "Blue Plane")) == why


@pytest.mark.clause("pw.air-move.attack-penalty")
@pytest.mark.parametrize(
    "one, start, order", [(FIGHTER, "g1", Strafe("Red Plane", at("a8"))), (BOMBER, "a12", Bomb("Red Plane", 1))]
)
def test_neither_strafing_nor_bombing_follows_a_whole_move(one, start, order):
    """A Fighter of 12 squares comes to a7 in front of an enemy on a8, a Bomber of 8 to a4 above another."""
    enemies = unit("Infantry", "a8", side=BLUE), unit("Infantry", "a4", side=BLUE, name="Blue Second")
    state = table(plane(one, start), *enemies, *GROUND, options=ON)
    to = [Fly("Red Plane", at("a7" if one == FIGHTER else "a4"))]
    question = asks(state, lambda play: sortie(play, "Red Plane"), picks=to, kind="attack")
    assert why_not(question, order) == "pw.air-move.attack-penalty"


@pytest.mark.clause("pw.air-move.attack-penalty")
def test_coming_onto_the_board_counts_as_a_square_of_the_move():
    state = table(plane(RECON), plane(RECON, "d6", side=BLUE), *GROUND, options=ON)
    order = [Fly("Red Plane", at("d8", "N"))]
    question = asks(state, lambda play: sortie(play, "Red Plane"), picks=order, kind="attack")
    assert why_not(question, Dogfight("Red Plane", "Blue Plane")) == "pw.air-move.attack-penalty"


@pytest.mark.clause("pw.air-move.turning")
def test_an_aircraft_ends_its_move_facing_any_edge_it_likes():
    question = flying(plane(RECON, "d4", "N"))
    assert not any(why_not(question, Fly("Red Plane", at("f5", facing))) for facing in "NESW")
    after = flown(plane(RECON, "d4", "N"), to=at("f5", "W"))
    assert "Red Plane flies to f5, facing W [pw.air-move.turning]" in after.told


@pytest.mark.clause("pw.air-move.over-terrain")
@pytest.mark.parametrize("ground", ["wood", "built-up area", "river", "minefield", "barbed wire", "trench"])
def test_nothing_on_the_ground_hinders_an_aircraft(ground):
    wall = {f"{file}5": f"{ground}, level 1" for file in "abcdefghijkl"}
    assert not why_not(flying(plane(RECON, "d4"), ground=wall), Fly("Red Plane", at("d12")))
    after = flown(plane(RECON, "d4"), to=at("d5"), ground=wall)
    assert "Red Plane flies to d5, facing N [pw.air-move.over-terrain]" in after.told


@pytest.mark.clause("pw.air-move.over-units")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_an_aircraft_may_fly_over_ground_units_and_end_above_them(side):
    below = unit("Infantry", "d5", side=side)
    assert not why_not(flying(plane(RECON, "d4"), below), Fly("Red Plane", at("d9")))
    after = flown(plane(RECON, "d4"), below, to=at("d5"))
    assert "Red Plane flies to d5, facing N [pw.air-move.over-units]" in after.told


@pytest.mark.clause("pw.air-move.no-stacking")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_two_aircraft_do_not_end_in_one_square_but_may_pass(side):
    question = flying(plane(RECON, "d4"), plane(FIGHTER, "d5", side=side, name="Other"))
    assert why_not(question, Fly("Red Plane", at("d5"))) == "pw.air-move.no-stacking"
    assert not why_not(question, Fly("Red Plane", at("d12")))


@pytest.mark.clause("pw.air-move.no-stop")
def test_an_aircraft_need_not_stop_next_to_the_enemy_nor_face_him():
    enemies = unit("Infantry", "e5", side=BLUE), plane(FIGHTER, "c6", side=BLUE)
    assert not why_not(flying(plane(RECON, "d4"), *enemies), Fly("Red Plane", at("d12")))
    after = flown(plane(RECON, "d4"), *enemies, to=at("d5", "W"))
    assert "Red Plane flies to d5, facing W [pw.air-move.no-stop]" in after.told


@pytest.mark.clause("pw.air-move.attack-step")
def test_an_aircraft_makes_one_attack_after_its_move_or_none():
    state = table(plane(FIGHTER, "d4"), plane(RECON, "d6", side=BLUE), *GROUND, options=ON)
    assert offered(striking(state), HoldFire("Red Plane")) == "pw.air-move.attack-step"
    order = [Fly("Red Plane", at("d5")), Dogfight("Red Plane", "Blue Plane")]
    after = act(state, lambda play: sortie(play, "Red Plane"), dice=[1, 1], picks=order)
    assert len(after.asked) == 2


@pytest.mark.clause("pw.air-move.attack-step")
def test_the_attack_is_made_with_the_facing_in_which_the_move_ended():
    state = table(plane(FIGHTER, "d4", "N"), unit("Infantry", "d6", side=BLUE), *GROUND, options=ON)
    order = [Fly("Red Plane", at("d5", "S"))]
    question = asks(state, lambda play: sortie(play, "Red Plane"), picks=order, kind="attack")
    assert why_not(question, Strafe("Red Plane", at("d6"))) == "pw.air-to-ground.strafing-target"
    assert why_not(question, Bomb("Red Plane", 1)) == "pw.air-to-ground.weapons"


@pytest.mark.clause("pw.air-move.attack-step")
def test_rear_guns_do_not_reply():
    """The only dice are those of the attacker."""
    state = table(plane(FIGHTER, "d4"), plane(TWO_SEATER, "d6", "N", side=BLUE), *GROUND, options=ON)
    order = [Fly("Red Plane", at("d4")), Dogfight("Red Plane", "Blue Plane")]
    after = act(state, lambda play: sortie(play, "Red Plane"), dice=[1, 1], picks=order)
    assert (sp(after.state, "Red Plane"), len(after.asked)) == (3, 2)
