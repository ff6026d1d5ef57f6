"""Option: air-to-ground combat."""

import pytest
from tabletop import (
    BLUE,
    BOMBER,
    FIGHTER,
    RECON,
    TWO_SEATER,
    at,
    offered,
    plane,
    sp,
    square,
    striking,
    table,
    unit,
    why_not,
)

from sandtable.rules.portable_wargame.air import carry_out_attack, sortie
from sandtable.rules.portable_wargame.commands import Bomb, Fly, Resolve, Retreat, Strafe
from sandtable.scripted import act

GROUND = (unit("Trucks", "a1"), unit("Trucks", "l12", side=BLUE))
INFANTRY = unit("Infantry", "d5", side=BLUE)
STRAFE = Strafe("Red Plane", at("d5"))


def field(*units, ground=None, options=()):
    return table(*units, *GROUND, ground=ground, options=("air", *options))


def attacks(state, order, dice, picks=()):
    return act(state, lambda play: carry_out_attack(play, order), dice, picks)


@pytest.mark.clause("pw.air-to-ground.weapons")
@pytest.mark.parametrize("kind", [FIGHTER, TWO_SEATER])
def test_fighters_strafe_and_drop_no_bombs(kind):
    question = striking(field(plane(kind, "d4"), INFANTRY, unit("Mortars", "d4", side=BLUE)))
    assert not why_not(question, STRAFE)
    assert why_not(question, Bomb("Red Plane", 1)) == "pw.air-to-ground.weapons"


@pytest.mark.clause("pw.air-to-ground.weapons")
def test_bombers_bomb_and_do_not_strafe():
    question = striking(field(plane(BOMBER, "d4"), INFANTRY, unit("Mortars", "d4", side=BLUE)))
    assert not why_not(question, Bomb("Red Plane", 1))
    assert why_not(question, STRAFE) == "pw.air-to-ground.weapons"


@pytest.mark.clause("pw.air-to-ground.weapons")
def test_reconnaissance_aircraft_do_not_attack_the_ground():
    question = striking(field(plane(RECON, "d4"), INFANTRY, unit("Mortars", "d4", side=BLUE)))
    refused = [why_not(question, order) for order in (STRAFE, Bomb("Red Plane", 1))]
    assert refused == ["pw.air-to-ground.weapons"] * 2


@pytest.mark.clause("pw.air-to-ground.strafing-target")
def test_a_fighter_strafes_only_the_square_directly_ahead():
    state = field(plane(FIGHTER, "d4", "N"), INFANTRY, *(unit("Mortars", s, side=BLUE, name=s) for s in ("d6", "e4")))
    question = striking(state)
    assert offered(question, STRAFE) == "pw.air-to-ground.strafing-target"
    elsewhere = [why_not(question, Strafe("Red Plane", at(s))) for s in ("d6", "e4", "d3", "d4")]
    assert elsewhere == ["pw.air-to-ground.strafing-target"] * 4


@pytest.mark.clause("pw.air-to-ground.strafing-target")
def test_a_square_without_an_enemy_is_not_strafed():
    question = striking(field(plane(FIGHTER, "d4"), unit("Infantry", "d5")))
    assert why_not(question, STRAFE) == "pw.air-to-ground.strafing-target"


@pytest.mark.clause("pw.air-to-ground.bombing-target")
def test_a_bomber_bombs_only_what_is_beneath_it():
    above, ahead = striking(field(plane(BOMBER, "d5"), INFANTRY)), striking(field(plane(BOMBER, "d4"), INFANTRY))
    assert offered(above, Bomb("Red Plane", 1)) == "pw.air-to-ground.bombing-target"
    assert why_not(ahead, Bomb("Red Plane", 1)) == "pw.air-to-ground.bombing-target"


@pytest.mark.clause("pw.air-to-ground.bomb-loads")
def test_three_loads_may_be_dropped_together_or_separately():
    state = field(plane(BOMBER, "d5"), INFANTRY)
    assert not any(why_not(striking(state), Bomb("Red Plane", loads)) for loads in (1, 2, 3))
    one_left = attacks(state, Bomb("Red Plane", 2), dice=[1, 1])
    assert "pw.air-to-ground.bomb-loads" in one_left.cited
    question = striking(one_left.state)
    assert not why_not(question, Bomb("Red Plane", 1))
    assert why_not(question, Bomb("Red Plane", 2)) == "pw.air-to-ground.bomb-loads"


@pytest.mark.clause("pw.air-to-ground.bomb-loads")
def test_a_bomber_without_loads_bombs_no_more():
    empty = attacks(field(plane(BOMBER, "d5"), INFANTRY), Bomb("Red Plane", 3), dice=[1, 1, 1])
    assert why_not(striking(empty.state), Bomb("Red Plane", 1)) == "pw.air-to-ground.bomb-loads"


@pytest.mark.case("pw.air-to-ground.capabilities", 1)
def test_strafing_spares_the_last_point_of_tanks_and_bombs_do_not():
    tanks = unit("Tanks", "d5", side=BLUE, sp=1)
    strafed = attacks(field(plane(FIGHTER, "d4"), tanks), STRAFE, dice=[5, 2])
    bombed = attacks(field(plane(BOMBER, "d5"), tanks), Bomb("Red Plane", 1), dice=[5, 2])
    assert (sp(strafed.state, "Blue Tanks"), square(bombed.state, "Blue Tanks")) == (1, None)
    assert "it hits like Machine Guns [pw.air-to-ground.capabilities]" in strafed.told
    assert "it hits like Artillery [pw.air-to-ground.capabilities]" in bombed.told


@pytest.mark.clause("pw.air-to-ground.capabilities", "pw.fire.small-arms-proof-tanks")
def test_proof_tanks_lose_nothing_to_strafing():
    tanks = unit("Tanks", "d5", side=BLUE)
    state = field(plane(FIGHTER, "d4"), tanks, options=("small-arms-proof-tanks",))
    assert sp(attacks(state, STRAFE, dice=[5, 2]).state, "Blue Tanks") == 3


@pytest.mark.case("pw.air-to-ground.dice", 1)
def test_two_loads_on_a_village_of_which_one_hits():
    state = field(plane(BOMBER, "d5"), unit("Tanks", "d5", side=BLUE, sp=1), ground={"d5": "built-up area"})
    after = attacks(state, Bomb("Red Plane", 2), dice=[5, 4, 1])
    assert square(after.state, "Blue Tanks") is None
    assert after.state.units["Red Plane"].tallies["bomb loads"] == 1


@pytest.mark.clause("pw.air-to-ground.dice")
@pytest.mark.parametrize("kind", [FIGHTER, TWO_SEATER])
def test_strafing_is_one_die_whatever_the_guns_and_hits_everyone(kind):
    state = field(plane(kind, "d4"), INFANTRY, unit("Commanders", "d5", side=BLUE))
    after = attacks(state, STRAFE, dice=[5, 1, 1], picks=[Resolve("Blue Infantry")])
    assert (sp(after.state, "Blue Infantry"), sp(after.state, "Blue Commanders")) == (3, 1)
    assert "[pw.air-to-ground.dice]" in after.told[0]
    assert "pw.air-to-ground.capabilities" not in after.cited


@pytest.mark.clause("pw.air-to-ground.dice")
def test_each_load_that_hits_is_a_hit_of_its_own():
    after = attacks(field(plane(BOMBER, "d5"), INFANTRY), Bomb("Red Plane", 3), dice=[6, 6, 6, 1, 1, 1])
    assert sp(after.state, "Blue Infantry") == 1


@pytest.mark.clause("pw.air-to-ground.dice")
def test_a_strafed_unit_does_not_retreat_toward_the_aircraft():
    state = field(plane(FIGHTER, "d4"), INFANTRY)
    after = attacks(state, STRAFE, dice=[5, 6], picks=[Retreat("Blue Infantry", at("d6"))])
    assert at("d4") in [option.command.at for option in after.asked[0].barred]


@pytest.mark.clause("pw.air-to-ground.mod-cover")
def test_cover_takes_one_off_strafing_and_bombing():
    woods = {"d5": "wood"}
    strafed = attacks(field(plane(FIGHTER, "d4"), INFANTRY, ground=woods), STRAFE, dice=[5])
    bombed = attacks(field(plane(BOMBER, "d5"), INFANTRY, ground=woods), Bomb("Red Plane", 1), dice=[4])
    assert sp(strafed.state, "Blue Infantry") == sp(bombed.state, "Blue Infantry") == 4
    assert "-1 in cover [pw.air-to-ground.mod-cover]" in strafed.told[0]
    assert "-1 in cover [pw.air-to-ground.mod-cover]" in bombed.told[0]


@pytest.mark.clause("pw.air-to-ground.mod-bomber")
def test_bombers_add_one_and_fighters_do_not():
    bombed = attacks(field(plane(BOMBER, "d5"), INFANTRY), Bomb("Red Plane", 1), dice=[4, 1])
    strafed = attacks(field(plane(FIGHTER, "d4"), INFANTRY), STRAFE, dice=[4])
    assert (sp(bombed.state, "Blue Infantry"), sp(strafed.state, "Blue Infantry")) == (3, 4)
    assert "+1 Bomber [pw.air-to-ground.mod-bomber]" in bombed.told[0]


@pytest.mark.clause("pw.air-to-ground.bombing-target")
def test_a_bomber_flies_over_its_target_and_bombs_it():
    order = [Fly("Red Plane", at("d5")), Bomb("Red Plane", 1)]
    state = field(plane(BOMBER, "d1"), INFANTRY)
    after = act(state, lambda play: sortie(play, "Red Plane"), dice=[4, 1], picks=order)
    assert sp(after.state, "Blue Infantry") == 3
