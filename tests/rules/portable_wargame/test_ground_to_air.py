"""Option: ground-to-air combat."""

import pytest
from tabletop import (
    BLUE,
    FIGHTER,
    RECON,
    RED,
    aiming,
    at,
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

from sandtable.rules.portable_wargame.antiaircraft import shoot_at_aircraft
from sandtable.rules.portable_wargame.commands import Activate, Bombard, Done, Fire, Flak, Fly, Move
from sandtable.rules.portable_wargame.sequence import Bombardment, Orders
from sandtable.scripted import act

GROUND = (unit("Trucks", "a1"), unit("Trucks", "l12", side=BLUE))
GUNS, FLAK_GUNS = unit("Machine Guns", "d4", "N"), unit("Artillery", "d4", "N", traits=("Anti-aircraft Guns",))
MACHINE_GUNS, FLAK = Flak("Red Machine Guns", "Blue Plane"), Flak("Red Artillery", "Blue Plane")


def below(*units, ground=None):
    return table(*units, *GROUND, ground=ground, options=("air",))


def shoots(state, dice, order=MACHINE_GUNS):
    return act(state, lambda play: shoot_at_aircraft(play, order), dice)


@pytest.mark.clause("pw.ground-to-air.who")
@pytest.mark.parametrize("kind", ["Infantry", "Mortars", "Tanks", "Armoured Cars", "Assault Guns"])
def test_other_units_do_not_fire_at_aircraft(kind):
    question = firing(below(unit(kind, "d4"), plane(RECON, "d5", side=BLUE)), f"Red {kind}")
    assert why_not(question, Flak(f"Red {kind}", "Blue Plane")) == "pw.ground-to-air.who"


@pytest.mark.clause("pw.ground-to-air.who")
def test_other_guns_do_not_fire_at_aircraft():
    field_gun = unit("Artillery", "d4", traits=("Field Artillery",))
    assert why_not(aiming(below(field_gun, plane(RECON, "d5", side=BLUE))), FLAK) == "pw.ground-to-air.who"


@pytest.mark.clause("pw.ground-to-air.anti-aircraft-phase")
def test_anti_aircraft_guns_fire_at_aircraft_in_the_artillery_phase():
    state = below(FLAK_GUNS, plane(RECON, "d6", side=BLUE))
    assert offered(aiming(state), FLAK) == "pw.ground-to-air.anti-aircraft-phase"
    after = act(state, steps(Orders(RED), Bombardment()), dice=[4], picks=[FLAK])
    assert sp(after.state, "Blue Plane") == 1
    assert why_not(firing(state, "Red Artillery"), FLAK) == "pw.initiative.no-artillery-fire"


@pytest.mark.clause("pw.ground-to-air.anti-aircraft-phase")
def test_anti_aircraft_guns_fire_at_the_ground_or_at_an_aircraft():
    state = below(FLAK_GUNS, plane(RECON, "d6", side=BLUE), unit("Infantry", "e6", side=BLUE))
    question = aiming(state)
    assert not why_not(question, FLAK)
    assert not why_not(question, Bombard("Red Artillery", at("e6")))
    after = act(state, steps(Orders(RED), Bombardment()), dice=[1], picks=[FLAK])
    assert len(after.asked) == 1


@pytest.mark.clause("pw.ground-to-air.anti-aircraft-phase")
def test_two_guns_that_fire_together_may_both_hit_one_aircraft():
    other = unit("Artillery", "e4", "N", name="Red Second", traits=("Anti-aircraft Guns",))
    state = below(FLAK_GUNS, other, plane(RECON, "d6", side=BLUE, sp=1))
    orders = [FLAK, Flak("Red Second", "Blue Plane")]
    after = act(state, steps(Orders(RED), Bombardment()), dice=[6, 6], picks=orders)
    assert square(after.state, "Blue Plane") is None
    assert sum("shot down" in line for line in after.told) == 1


@pytest.mark.clause("pw.ground-to-air.machine-gun-phase")
def test_machine_guns_fire_at_the_ground_or_at_an_aircraft_when_activated():
    state = below(GUNS, plane(RECON, "d6", side=BLUE), unit("Infantry", "e6", side=BLUE))
    question = firing(state, "Red Machine Guns")
    assert offered(question, MACHINE_GUNS) == "pw.ground-to-air.machine-gun-phase"
    assert not why_not(question, Fire("Red Machine Guns", at("e6")))
    assert why_not(firing(shoots(state, dice=[1]).state, "Red Machine Guns"), MACHINE_GUNS) == "pw.fire.once"


@pytest.mark.clause("pw.ground-to-air.machine-gun-phase", "pw.move.fire-penalty")
@pytest.mark.parametrize("ground, why", [({}, "pw.move.fire-penalty"), (dict.fromkeys(("d4", "d5", "d6"), "road"), "")])
def test_machine_guns_that_moved_too_far_do_not_fire_at_aircraft(ground, why):
    state = below(GUNS, plane(RECON, "d8", side=BLUE), ground=ground)
    question = firing(state, "Red Machine Guns", Move("Red Machine Guns", at("d6")))
    assert why_not(question, MACHINE_GUNS) == why


@pytest.mark.case("pw.ground-to-air.range", 1)
def test_machine_guns_in_a_wood_fire_straight_up_but_not_behind():
    planes = plane(RECON, "d4", side=BLUE), plane(RECON, "d3", side=BLUE, name="Blue Behind")
    question = firing(below(GUNS, *planes, ground={"d4": "wood", "d5": "wood"}), "Red Machine Guns")
    assert not why_not(question, MACHINE_GUNS)
    assert why_not(question, Flak("Red Machine Guns", "Blue Behind")) == "pw.ground-to-air.range"


@pytest.mark.clause("pw.ground-to-air.range")
def test_machine_guns_reach_three_squares_and_anti_aircraft_guns_four():
    near, far = plane(RECON, "d7", side=BLUE), plane(RECON, "d8", side=BLUE)
    beyond = plane(RECON, "d9", side=BLUE)
    assert not why_not(firing(below(GUNS, near), "Red Machine Guns"), MACHINE_GUNS)
    assert why_not(firing(below(GUNS, far), "Red Machine Guns"), MACHINE_GUNS) == "pw.ground-to-air.range"
    assert not why_not(aiming(below(FLAK_GUNS, far)), FLAK)
    assert why_not(aiming(below(FLAK_GUNS, beyond)), FLAK) == "pw.ground-to-air.range"


@pytest.mark.clause("pw.ground-to-air.range")
def test_nothing_on_the_ground_hides_an_aircraft():
    hidden = {"d5": "wood, level 2", "d6": "built-up area"}
    state = below(GUNS, unit("Tanks", "d5"), plane(RECON, "d7", side=BLUE), ground=hidden)
    assert not why_not(firing(state, "Red Machine Guns"), MACHINE_GUNS)


@pytest.mark.clause("pw.ground-to-air.range")
def test_no_fire_at_aircraft_from_a_river_or_while_crossing_a_trench():
    enemy, climbing = plane(RECON, "d6", side=BLUE), unit("Machine Guns", "d4", spent=("entered",))
    wading = firing(below(GUNS, enemy, ground={"d4": "river, ford"}), "Red Machine Guns")
    crossing = firing(below(climbing, enemy, ground={"d4": "trench"}), "Red Machine Guns")
    assert why_not(wading, MACHINE_GUNS) == "pw.terrain.rivers-no-fire"
    assert why_not(crossing, MACHINE_GUNS) == "pw.terrain.trenches-no-fire"


@pytest.mark.case("pw.ground-to-air.hits", 1)
def test_machine_guns_hit_an_aircraft_with_one_die():
    after = shoots(below(GUNS, unit("Commanders", "c4"), plane(FIGHTER, "d7", side=BLUE)), dice=[3])
    assert sp(after.state, "Blue Plane") == 2
    assert "5 to hit an aircraft [pw.ground-to-air.hits]" in after.told[0]


@pytest.mark.clause("pw.ground-to-air.hits")
def test_cover_below_does_not_protect_an_aircraft():
    after = shoots(below(GUNS, plane(FIGHTER, "d6", side=BLUE), ground={"d6": "wood"}), dice=[4])
    assert sp(after.state, "Blue Plane") == 2


@pytest.mark.case("pw.ground-to-air.mod-not-moved", 1)
def test_anti_aircraft_guns_that_moved_last_turn_have_not_moved_this_turn():
    moved = unit("Artillery", "d4", "N", traits=("Anti-aircraft Guns",), spent=("moved", "entered"))
    state = below(moved, plane(FIGHTER, "d7", side=BLUE))
    orders = [FLAK, Done(), Activate("Blue Plane"), Fly("Blue Plane", at("d7"))]
    after = act(state, turns(2, 2), dice=[4, 6, 1, 1, 1], picks=orders)
    assert sp(after.state, "Blue Plane") == 2


@pytest.mark.clause("pw.ground-to-air.mod-not-moved")
@pytest.mark.parametrize("spent, left", [((), 2), (("moved",), 3)])
def test_a_gun_that_has_not_moved_adds_one(spent, left):
    guns = unit("Machine Guns", "d4", spent=spent)
    after = shoots(below(guns, plane(FIGHTER, "d6", side=BLUE)), dice=[4])
    assert sp(after.state, "Blue Plane") == left
    assert ("+1 not moved [pw.ground-to-air.mod-not-moved]" in after.told[0]) == (not spent)


@pytest.mark.clause("pw.ground-to-air.mod-commander")
@pytest.mark.parametrize("where, left", [("d4", 2), ("d3", 2), ("e5", 3)])
def test_a_commander_with_or_next_to_the_gun_adds_one(where, left):
    guns = unit("Machine Guns", "d4", spent=("moved",))
    after = shoots(below(guns, unit("Commanders", where), plane(FIGHTER, "d6", side=BLUE)), dice=[4])
    assert sp(after.state, "Blue Plane") == left
    assert ("+1 Commander near [pw.ground-to-air.mod-commander]" in after.told[0]) == (left == 2)
