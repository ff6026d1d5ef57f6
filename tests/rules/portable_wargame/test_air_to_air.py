"""Option: air-to-air combat."""

import pytest
from tabletop import BLUE, BOMBER, FIGHTER, RECON, TWO_SEATER, at, offered, plane, sp, striking, table, unit, why_not

from sandtable.rules.portable_wargame.air import dogfight, sortie
from sandtable.rules.portable_wargame.commands import Dogfight, Fly
from sandtable.scripted import act

ON = ("air",)
GROUND = (unit("Trucks", "a1"), unit("Trucks", "l12", side=BLUE))
SHOOT = Dogfight("Red Plane", "Blue Plane")


def skies(*planes, ground=None):
    return table(*planes, *GROUND, ground=ground, options=ON)


def fires(state, dice, order=SHOOT):
    return act(state, lambda play: dogfight(play, order), dice)


@pytest.mark.clause("pw.air-to-air.range")
@pytest.mark.parametrize("kind, facing", [(RECON, "S"), (FIGHTER, "N"), (TWO_SEATER, "N"), (BOMBER, "S")])
def test_every_aircraft_reaches_four_squares(kind, facing):
    at_four, at_five = (skies(plane(kind, "d4", facing), plane(RECON, s, side=BLUE)) for s in ("d8", "d9"))
    assert not why_not(striking(at_four), SHOOT)
    assert why_not(striking(at_five), SHOOT) == "pw.air-to-air.range"


@pytest.mark.clause("pw.air-to-air.range")
def test_air_ranges_are_counted_through_sides():
    state = skies(plane(FIGHTER, "d4"), plane(RECON, "f7", side=BLUE))
    assert why_not(striking(state), SHOOT) == "pw.air-to-air.range"


@pytest.mark.case("pw.air-to-air.once", 1)
def test_a_two_seater_between_two_enemies_fires_at_one_with_one_gun():
    ahead, behind = plane(RECON, "d6", side=BLUE, name="Blue Ahead"), plane(RECON, "d2", side=BLUE, name="Blue Behind")
    state = skies(plane(TWO_SEATER, "d4"), ahead, behind)
    assert not any(why_not(striking(state), Dogfight("Red Plane", one.id)) for one in (ahead, behind))
    order = [Fly("Red Plane", at("d4")), Dogfight("Red Plane", "Blue Behind")]
    after = act(state, lambda play: sortie(play, "Red Plane"), dice=[6], picks=order)
    assert (sp(after.state, "Blue Ahead"), sp(after.state, "Blue Behind")) == (2, 1)
    assert "pw.air-to-air.once" in after.cited


@pytest.mark.clause(
    "pw.air-to-air.reconnaissance",
    "pw.air-to-air.single-seater",
    "pw.air-to-air.two-seater-fighter",
    "pw.air-to-air.bomber",
)
@pytest.mark.parametrize(
    "kind, clause, ahead, behind",
    [
        (RECON, "pw.air-to-air.reconnaissance", 0, 1),
        (FIGHTER, "pw.air-to-air.single-seater", 2, 0),
        (TWO_SEATER, "pw.air-to-air.two-seater-fighter", 1, 1),
        (BOMBER, "pw.air-to-air.bomber", 0, 1),
    ],
)
def test_each_type_has_its_own_guns(kind, clause, ahead, behind):
    for where, guns in (("f6", ahead), ("b2", behind)):
        state = skies(plane(kind, "d4", "N"), plane(BOMBER, where, side=BLUE))
        if guns:
            assert offered(striking(state), SHOOT) == clause
            assert sp(fires(state, dice=[6] * guns).state, "Blue Plane") == 4 - guns
        else:
            assert why_not(striking(state), SHOOT) == clause


@pytest.mark.clause("pw.air-to-air.two-seater-fighter")
@pytest.mark.parametrize("where", ["f4", "g5"])
def test_no_gun_bears_to_the_side(where):
    state = skies(plane(TWO_SEATER, "d4", "N"), plane(RECON, where, side=BLUE))
    assert why_not(striking(state), SHOOT) == "pw.air-to-air.two-seater-fighter"


@pytest.mark.case("pw.air-to-air.line-of-sight", 1)
def test_only_another_aircraft_hides_an_aircraft():
    hills = {"d2": "wood", "d3": "level 1"}
    planes = plane(FIGHTER, "d1", "N"), plane(BOMBER, "d4", side=BLUE)
    between = plane(RECON, "d3", name="Red Recon")
    assert not why_not(striking(skies(*planes, ground=hills)), SHOOT)
    assert why_not(striking(skies(*planes, between, ground=hills)), SHOOT) == "pw.air-to-air.line-of-sight"


@pytest.mark.clause("pw.air-to-air.line-of-sight")
def test_aircraft_at_a_corner_hide_an_aircraft_only_in_pairs():
    planes = plane(FIGHTER, "d4", "N"), plane(BOMBER, "e5", side=BLUE)
    one, other = plane(RECON, "d5", name="Red Recon"), plane(RECON, "e4", side=BLUE, name="Blue Recon")
    assert not why_not(striking(skies(*planes, one)), SHOOT)
    assert not why_not(striking(skies(*planes, other)), SHOOT)
    assert why_not(striking(skies(*planes, one, other)), SHOOT) == "pw.air-to-air.line-of-sight"


@pytest.mark.clause("pw.air-to-air.line-of-sight")
def test_ground_units_hide_no_aircraft():
    state = skies(plane(FIGHTER, "d4"), plane(BOMBER, "d6", side=BLUE), unit("Tanks", "d5"))
    assert not why_not(striking(state), SHOOT)


@pytest.mark.case("pw.air-to-air.hits", 1)
def test_two_guns_of_which_one_hits():
    after = fires(skies(plane(FIGHTER, "d4", "N"), plane(RECON, "e6", side=BLUE)), dice=[5, 4])
    assert sp(after.state, "Blue Plane") == 1
    assert "5 to hit an aircraft [pw.air-to-air.hits]" in after.told[0]


@pytest.mark.clause("pw.air-to-air.hits")
def test_nothing_modifies_the_dice_and_there_is_no_hit_roll():
    """A Commander below, a still start and a wood under the target make no difference to a 4."""
    state = skies(plane(FIGHTER, "d4"), plane(RECON, "d6", side=BLUE), unit("Commanders", "d4"), ground={"d6": "wood"})
    assert sp(fires(state, dice=[4, 4]).state, "Blue Plane") == 2


@pytest.mark.clause("pw.air-to-air.hits")
def test_hits_beyond_the_last_point_are_not_counted_as_losses():
    after = fires(skies(plane(FIGHTER, "d4"), plane(RECON, "d6", side=BLUE, sp=1)), dice=[6, 6])
    assert after.state.units["Blue"].tallies["lost SP"] == 1
