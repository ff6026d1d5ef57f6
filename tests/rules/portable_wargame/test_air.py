"""Option: aircraft, their strength, arrival and departure."""

import pytest
from tabletop import (
    BLUE,
    BOMBER,
    FIGHTER,
    RECON,
    RED,
    TWO_SEATER,
    activated,
    asks,
    at,
    ends,
    firing,
    offered,
    plane,
    sp,
    square,
    steps,
    table,
    turns,
    unit,
    why_not,
)

from sandtable.rules.portable_wargame.activation import throw_dice
from sandtable.rules.portable_wargame.air import dogfight, sortie
from sandtable.rules.portable_wargame.artillery import landing_adds
from sandtable.rules.portable_wargame.commands import Activate, Dogfight, Done, Fire, Fly, Leave
from sandtable.rules.portable_wargame.sequence import Activating
from sandtable.scripted import act

ON = ("air",)
GROUND = (unit("Trucks", "a1"), unit("Trucks", "l12", side=BLUE))


def flies(state, name="Red Plane"):
    """The question to an activated aircraft."""
    return asks(state, lambda play: sortie(play, name), kind="fly")


@pytest.mark.clause("pw.air.strength")
@pytest.mark.parametrize("kind, points", [(RECON, 2), (FIGHTER, 3), (TWO_SEATER, 4), (BOMBER, 4)])
def test_aircraft_have_the_strength_of_their_type_and_losses_are_recorded(kind, points):
    state = table(plane(FIGHTER, "d4"), plane(kind, "d6", side=BLUE), *GROUND, options=ON)
    after = act(state, lambda play: dogfight(play, Dogfight("Red Plane", "Blue Plane")), dice=[5, 1])
    assert f"Blue Plane loses 1 SP, {points - 1} left [pw.air.strength]" in after.told
    assert after.state.units["Blue"].tallies["lost SP"] == 1


@pytest.mark.clause("pw.air.destroyed")
def test_an_aircraft_without_strength_points_is_removed():
    target = plane(RECON, "d6", side=BLUE)
    state = table(plane(FIGHTER, "d4"), target, *GROUND, options=ON)
    after = act(state, lambda play: dogfight(play, Dogfight("Red Plane", "Blue Plane")), dice=[5, 6])
    assert square(after.state, "Blue Plane") is None
    assert "Blue Plane is shot down [pw.air.destroyed]" in after.told


# ---- part of a side


@pytest.mark.clause("pw.air.counts")
@pytest.mark.parametrize("one, dice", [(plane(RECON, "d4"), 2), (plane(RECON), 1)])
def test_an_aircraft_counts_for_dice_only_over_the_board(one, dice):
    trucks = [unit("Trucks", f"a{i}", name=f"Red Truck {i}") for i in range(1, 6)]
    act(table(*trucks, one, options=ON), lambda play: throw_dice(play, RED), dice=[1] * dice)


@pytest.mark.clause("pw.air.counts")
def test_an_aircraft_takes_one_activation():
    state = table(plane(RECON, "d4"), *GROUND, options=ON, activations=2)
    question = asks(state, steps(Activating(RED)), picks=[Activate("Red Plane"), Fly("Red Plane", at("d5"))])
    assert question.text == "Red, 1 activation left: which Unit is activated?"


@pytest.mark.clause("pw.air.counts")
def test_aircraft_obstruct_no_sight_and_stop_no_ground_unit():
    infantry, enemy = unit("Infantry", "d1"), plane(RECON, "d2", side=BLUE)
    state = table(infantry, enemy, unit("Infantry", "d4", side=BLUE), options=ON)
    assert not why_not(firing(state, "Red Infantry"), Fire("Red Infantry", at("d4")))
    assert ends(activated(state, "Red Infantry"), "d2") == "NESW"


@pytest.mark.clause("pw.air.counts")
def test_aircraft_give_no_artillery_observation():
    gun = unit("Artillery", "d1", traits=("Field Artillery",))
    state = table(gun, plane(RECON, "d5"), unit("Infantry", "d6", side=BLUE), ground={"d3": "wood"}, options=ON)
    assert landing_adds(state, gun, state.board.named("d6")) == ()


@pytest.mark.clause("pw.air.counts")
def test_aircraft_take_no_objective():
    state = table(plane(RECON, "d4"), *GROUND, objectives={"d5": "Blue"}, options=ON)
    after = act(state, lambda play: sortie(play, "Red Plane"), picks=[Fly("Red Plane", at("d5"))])
    assert square(after.state, "Red Plane") == "d5" and after.state.units["objective d5"].side == BLUE


# ---- coming and going


@pytest.mark.clause("pw.air.arrival")
def test_an_aircraft_arrives_over_its_own_edge_and_flies_on():
    state = table(plane(RECON), *GROUND, options=ON)
    question = flies(state)
    assert offered(question, Fly("Red Plane", at("d8", "E"))) == "pw.air.arrival"  # 1 to enter and 7 more
    assert why_not(question, Fly("Red Plane", at("d9")))
    after = act(state, lambda play: sortie(play, "Red Plane"), picks=[Fly("Red Plane", at("d8", "E"))])
    assert "Red Plane arrives over d8, facing E [pw.air.arrival]" in after.told


@pytest.mark.clause("pw.air.arrival")
def test_an_aircraft_of_the_northern_side_arrives_over_the_north_edge():
    question = flies(table(plane(RECON, side=BLUE), *GROUND, options=ON), "Blue Plane")
    assert not why_not(question, Fly("Blue Plane", at("d5")))
    assert why_not(question, Fly("Blue Plane", at("d4")))


@pytest.mark.clause("pw.air.arrival")
def test_an_aircraft_does_not_arrive_before_its_turn():
    question = asks(table(plane(RECON, arrives=3), *GROUND, options=ON, turn=2), steps(Activating(RED)))
    assert why_not(question, Activate("Red Plane")) == "pw.air.arrival"


@pytest.mark.clause("pw.air.arrival")
def test_an_aircraft_waits_while_others_fill_its_edge():
    edge = [plane(RECON, s, name=f"Red {s}") for s in ("a1", "b1", "c1")]
    state = table(*edge, plane(RECON), unit("Trucks", "a2"), unit("Trucks", "c3", side=BLUE), options=ON, size=(3, 3))
    assert why_not(asks(state, steps(Activating(RED))), Activate("Red Plane")) == "pw.air.arrival"


@pytest.mark.clause("pw.air.arrival")
def test_a_waiting_aircraft_need_not_be_activated():
    state = table(plane(FIGHTER), *GROUND, options=ON)
    after = act(state, steps(Activating(RED)), picks=[Done()])
    assert sp(after.state, "Red Plane") == 3


@pytest.mark.case("pw.air.departure", 1)
def test_a_fighter_that_came_in_turn_two_goes_home_after_turn_seven():
    state = table(plane(FIGHTER, arrives=2), *GROUND, options=ON)
    each = [Activate("Red Plane"), Fly("Red Plane", at("d1")), Done()]
    sixth = act(state, turns(2, 6), dice=[6, 1, 1, 1] * 5, picks=each * 5).state
    assert square(sixth, "Red Plane") == "d1"
    seventh = act(sixth, turns(7, 7), dice=[6, 1, 1, 1], picks=each)
    assert square(seventh.state, "Red Plane") is None
    assert "Red Plane is on its way home [pw.air.departure]" in seventh.told
    assert seventh.state.units["Red"].tallies["lost SP"] == 0
    eighth = asks(seventh.state, turns(8, 8), dice=[6, 1, 1])
    assert why_not(eighth, Activate("Red Plane")) == "pw.air.departure"


@pytest.mark.clause("pw.air.departure")
def test_an_activated_aircraft_may_fly_off_any_edge_and_does_not_return():
    state = table(plane(RECON, "d8"), *GROUND, options=ON)
    assert offered(flies(state), Leave("Red Plane")) == "pw.air.departure"
    after = act(state, lambda play: sortie(play, "Red Plane"), picks=[Leave("Red Plane")]).state
    assert (square(after, "Red Plane"), after.units["Red"].tallies["lost SP"]) == (None, 0)
    assert why_not(asks(after, steps(Activating(RED))), Activate("Red Plane")) == "pw.air.departure"


@pytest.mark.clause("pw.air.departure")
@pytest.mark.parametrize("middle, size, within_reach", [("h8", 15, True), ("i9", 17, False)])
def test_flying_off_costs_a_square(middle, size, within_reach):
    """A Reconnaissance Aircraft of 8 squares in the middle of a board 7 and 8 squares from every edge."""
    enemy = unit("Trucks", "b1", side=BLUE)
    state = table(plane(RECON, middle), unit("Trucks", "a1"), enemy, options=ON, size=(size, size))
    assert bool(why_not(flies(state), Leave("Red Plane"))) != within_reach


@pytest.mark.clause("pw.air.destroyed")
def test_an_aircraft_shot_down_after_arriving_does_not_return():
    state = table(plane(RECON), plane(FIGHTER, "d9", "S", side=BLUE), *GROUND, options=ON)
    arrived = act(state, lambda play: sortie(play, "Red Plane"), picks=[Fly("Red Plane", at("d6"))]).state
    shot = act(arrived, lambda play: dogfight(play, Dogfight("Blue Plane", "Red Plane")), dice=[6, 6]).state
    assert why_not(asks(shot, steps(Activating(RED))), Activate("Red Plane")) == "pw.units.destroyed"
