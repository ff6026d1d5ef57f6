"""Close combat."""

import pytest
from tabletop import BLUE, RED, activated, at, ends, exhausted, offered, sp, square, table, unit, why_not

from sandtable.rules.portable_wargame.close_combat import fight
from sandtable.rules.portable_wargame.commands import (
    Advance,
    Attack,
    Decline,
    Face,
    Fire,
    Halt,
    HoldFire,
    Retreat,
    Stand,
    Stay,
)
from sandtable.scripted import act

RED_INFANTRY, BLUE_INFANTRY = unit("Infantry", "d4", "N"), unit("Infantry", "d5", "S", side=BLUE)
WEAK_RED, WEAK_BLUE = unit("Infantry", "d4", "N", sp=1), unit("Infantry", "d5", "S", side=BLUE, sp=1)
RESERVES = (unit("Trucks", "a12", name="Red Reserve"), unit("Trucks", "l12", side=BLUE, name="Blue Reserve"))


def fights(state, dice, picks=(), unit="Red Infantry", target="Blue Infantry"):
    """The defender's die comes first, then the attacker's, then the dice of Units that are hit."""
    return act(state, lambda play: fight(play, Attack(unit, target)), dice, picks)


def attacking(state, *picks):
    """The question to Red Infantry that may now attack, after it has stayed or done the picks."""
    order = picks or [Stay("Red Infantry"), HoldFire("Red Infantry")]
    return activated(state, "Red Infantry", picks=order, kind="attack")


# ---- starting it


@pytest.mark.clause("pw.close-combat.stop-and-face")
def test_a_unit_that_comes_next_to_an_enemy_stops_and_faces_it():
    question = activated(table(unit("Mounted Cavalry", "d1"), unit("Trucks", "e2", side=BLUE)), "Red Mounted Cavalry")
    assert ends(question, "d2") == "E"
    assert ends(question, "d3") == ""


@pytest.mark.clause("pw.close-combat.starting")
@pytest.mark.parametrize("kind", ["Mounted Cavalry", "Artillery", "Trucks", "Commanders"])
def test_a_unit_of_any_type_may_attack_the_enemy_ahead_or_not(kind):
    name = f"Red {kind}"
    question = activated(table(unit(kind, "d4"), BLUE_INFANTRY), name, picks=[Stay(name)], kind="attack")
    assert offered(question, Attack(name, "Blue Infantry")) == "pw.close-combat.starting"
    assert not why_not(question, Decline(name))


@pytest.mark.clause("pw.close-combat.starting")
def test_an_enemy_on_the_flank_cannot_be_attacked_before_turning():
    question = attacking(table(unit("Infantry", "d4", "E"), BLUE_INFANTRY), Stay("Red Infantry"))
    assert why_not(question, Attack("Red Infantry", "Blue Infantry")) == "pw.close-combat.starting"


@pytest.mark.clause("pw.close-combat.starting")
def test_a_unit_may_fire_and_then_attack():
    order = [Stay("Red Infantry"), Fire("Red Infantry", at("d5"))]
    state = table(RED_INFANTRY, BLUE_INFANTRY)
    question = activated(state, "Red Infantry", dice=[1], picks=order, kind="attack")
    assert not why_not(question, Attack("Red Infantry", "Blue Infantry"))


@pytest.mark.clause("pw.close-combat.starting")
def test_a_combat_that_nobody_wins_ends_the_activation():
    after = fights(table(RED_INFANTRY, BLUE_INFANTRY), dice=[6, 6])
    assert after.asked == []


@pytest.mark.clause("pw.close-combat.starting")
def test_an_exhausted_side_starts_no_close_combat():
    question = attacking(exhausted(table(RED_INFANTRY, BLUE_INFANTRY), RED))
    assert why_not(question, Attack("Red Infantry", "Blue Infantry")) == "pw.exhaustion.aggressive-action"


@pytest.mark.case("pw.close-combat.opponent", 1)
def test_the_combat_unit_in_a_shared_square_fights():
    guns, *others = [unit(kind, "d5", "S", side=BLUE, sp=1) for kind in ("Machine Guns", "Commanders", "Trucks")]
    state = table(RED_INFANTRY, guns, *others)
    question = attacking(state)
    assert not why_not(question, Attack("Red Infantry", "Blue Machine Guns"))
    assert why_not(question, Attack("Red Infantry", "Blue Commanders")) == "pw.close-combat.opponent"
    after = fights(state, dice=[1, 6, 1], target="Blue Machine Guns")
    assert [square(after.state, one.id) for one in (guns, *others)] == [None, "d5", "d5"]
    assert after.entries[-1].clause == "pw.close-combat.advance-limits"


@pytest.mark.clause("pw.close-combat.opponent")
def test_among_sharing_units_the_attacker_picks_whom_to_fight():
    state = table(RED_INFANTRY, unit("Commanders", "d5", side=BLUE), unit("Trucks", "d5", side=BLUE))
    question = attacking(state)
    assert not any(why_not(question, Attack("Red Infantry", f"Blue {kind}")) for kind in ("Commanders", "Trucks"))


@pytest.mark.clause("pw.close-combat.opponent")
def test_whatever_a_fighting_transport_carries_is_hit_with_it():
    rider = unit("Machine Guns", side=BLUE, aboard="Blue Trucks")
    state = table(RED_INFANTRY, unit("Trucks", "d5", "S", side=BLUE), rider)
    after = fights(state, dice=[1, 6, 1, 1], target="Blue Trucks")
    assert (sp(after.state, "Blue Trucks"), sp(after.state, "Blue Machine Guns")) == (1, 1)


# ---- the dice


@pytest.mark.case("pw.close-combat.throw", 1)
def test_front_to_front_infantry_needs_three():
    after = fights(table(RED_INFANTRY, BLUE_INFANTRY), dice=[3, 2, 1])
    assert (sp(after.state, "Red Infantry"), sp(after.state, "Blue Infantry")) == (3, 4)
    assert "3 Infantry front on [pw.close-combat.throw]" in after.told[0]


@pytest.mark.clause("pw.close-combat.throw")
def test_a_unit_that_has_just_come_into_contact_in_the_open_fights_unmodified():
    after = fights(table(unit("Infantry", "d4", spent=("moved", "entered")), BLUE_INFANTRY), dice=[3, 3])
    assert "rolls 3; needs 3" in after.told[1]


@pytest.mark.case("pw.close-combat.throw", 2)
def test_transport_caught_from_the_rear_needs_six():
    cavalry, transport = unit("Mounted Cavalry", "d4"), unit("Horse-drawn Transport", "d5", "N", side=BLUE, sp=2)
    names = cavalry.id, transport.id
    after = fights(table(cavalry, transport), dice=[5, 2, 1], unit=names[0], target=names[1])
    assert [sp(after.state, name) for name in names] == [3, 1]


@pytest.mark.case("pw.close-combat.flank-or-rear", 1)
def test_tanks_attacked_in_flank_need_four():
    state = table(RED_INFANTRY, unit("Tanks", "d5", "E", side=BLUE))
    after = fights(state, dice=[3, 3, 1], target="Blue Tanks")
    assert (sp(after.state, "Red Infantry"), sp(after.state, "Blue Tanks")) == (4, 2)
    assert "4 Tanks in flank or rear [pw.close-combat.flank-or-rear]" in after.told[0]


@pytest.mark.case("pw.close-combat.mod-commander", 1)
def test_a_commander_helps_from_the_next_square_but_not_from_the_same():
    with_it = fights(table(RED_INFANTRY, unit("Commanders", "d4"), BLUE_INFANTRY), dice=[6, 2, 1])
    beside_it = fights(table(RED_INFANTRY, unit("Commanders", "c4"), BLUE_INFANTRY), dice=[6, 2])
    assert sp(with_it.state, "Red Infantry") == 3
    assert sp(beside_it.state, "Red Infantry") == 4
    assert "+1 Commander adjacent [pw.close-combat.mod-commander]" in beside_it.told[1]


@pytest.mark.clause("pw.close-combat.mod-cover")
@pytest.mark.parametrize("ground", ["built-up area", "bunker", "dugout", "fieldworks", "trench"])
def test_cover_helps_attacker_and_defender_each_in_its_own_square(ground):
    state = table(RED_INFANTRY, BLUE_INFANTRY, ground={"d4": ground, "d5": ground})
    after = fights(state, dice=[2, 2])
    assert (sp(after.state, "Red Infantry"), sp(after.state, "Blue Infantry")) == (4, 4)
    assert after.told and all("+1 in cover [pw.close-combat.mod-cover]" in line for line in after.told)


@pytest.mark.case("pw.close-combat.wood-and-cover", 1)
def test_a_wood_gives_one_bonus_only():
    after = fights(table(RED_INFANTRY, BLUE_INFANTRY, ground={"d5": "wood"}), dice=[1, 6, 1])
    assert sp(after.state, "Blue Infantry") == 3
    assert "rolls 1 +1 in a wood [pw.close-combat.wood-and-cover] = 2" in after.told[0]


# ---- what comes of it


@pytest.mark.case("pw.close-combat.simultaneous", 1)
def test_both_may_be_destroyed_and_then_nobody_advances():
    after = fights(table(WEAK_RED, WEAK_BLUE, *RESERVES), dice=[1, 1, 1, 1])
    assert square(after.state, "Red Infantry") is square(after.state, "Blue Infantry") is None
    assert after.asked == []


@pytest.mark.clause("pw.close-combat.simultaneous")
def test_the_attacked_unit_resolves_its_hit_first():
    after = fights(table(RED_INFANTRY, BLUE_INFANTRY), dice=[1, 1, 1, 2])
    told = [line for line in after.told if "is hit" in line]
    assert [line.split(" is hit")[0] for line in told] == ["Blue Infantry", "Red Infantry"]
    assert "pw.close-combat.simultaneous" in after.cited


@pytest.mark.clause("pw.close-combat.simultaneous")
def test_the_last_enemy_destroyed_ends_the_battle_before_any_advance():
    after = fights(table(RED_INFANTRY, WEAK_BLUE), dice=[1, 6, 1])
    assert after.state.winner == RED


@pytest.mark.case("pw.close-combat.tanks-not-protected", 1)
def test_infantry_destroys_tanks_in_close_combat():
    state = table(RED_INFANTRY, unit("Tanks", "d5", "S", side=BLUE, sp=1), *RESERVES)
    after = fights(state, dice=[2, 6, 2], picks=[Halt("Red Infantry")], target="Blue Tanks")
    assert square(after.state, "Blue Tanks") is None
    assert "pw.close-combat.tanks-not-protected" in after.cited


@pytest.mark.clause("pw.close-combat.tanks-not-protected")
@pytest.mark.parametrize("attacker, defender", [("Infantry", "Infantry"), ("Tanks", "Tanks")])
def test_where_there_is_no_protection_nothing_is_said_of_it(attacker, defender):
    state = table(unit(attacker, "d4"), unit(defender, "d5", "S", side=BLUE))
    after = fights(state, dice=[1, 6, 1], unit=f"Red {attacker}", target=f"Blue {defender}")
    assert "pw.close-combat.tanks-not-protected" not in after.cited


@pytest.mark.clause("pw.close-combat.tanks-not-protected")
def test_the_option_of_proof_tanks_does_not_help_in_close_combat():
    tanks = unit("Tanks", "d5", "S", side=BLUE, sp=2)
    state = table(RED_INFANTRY, tanks, options=("small-arms-proof-tanks",))
    assert sp(fights(state, dice=[2, 6, 2], target="Blue Tanks").state, "Blue Tanks") == 1


# ---- the advance


@pytest.mark.case("pw.close-combat.advance", 1)
@pytest.mark.parametrize("kind, goes", [("Infantry", True), ("Machine Guns", False), ("Light Tanks", True)])
def test_infantry_and_tanks_may_advance_and_machine_guns_may_not(kind, goes):
    name = f"Red {kind}"
    state = table(unit(kind, "d4"), WEAK_BLUE, *RESERVES)
    after = fights(state, dice=[1, 6, 1], picks=[Advance(name)] if goes else [], unit=name)
    assert square(after.state, name) == ("d5" if goes else "d4")
    assert "pw.close-combat.advance" in after.cited


ADVANCES = {"Infantry", "Infantry Anti-tank", "Engineers", "Mounted Cavalry", "Dismounted Cavalry", "Tanks", "Cyclists"}
STAYS = {"Mortars", "Artillery", "Armoured Cars", "Assault Guns", "Self-propelled Artillery", "Trucks", "Commanders"}


@pytest.mark.clause("pw.close-combat.advance")
@pytest.mark.parametrize("kind", sorted(ADVANCES | STAYS))
def test_only_infantry_engineers_cavalry_and_tanks_are_asked_to_advance(kind):
    name = f"Red {kind}"
    state = table(unit(kind, "d4"), WEAK_BLUE, *RESERVES)
    after = fights(state, dice=[1, 6, 1], picks=[Halt(name)] if kind in ADVANCES else [], unit=name)
    assert bool(after.asked) == (kind in ADVANCES)


@pytest.mark.clause("pw.close-combat.advance")
def test_a_winner_may_stay_where_it_is():
    after = fights(table(RED_INFANTRY, WEAK_BLUE, *RESERVES), dice=[1, 6, 1], picks=[Halt("Red Infantry")])
    assert square(after.state, "Red Infantry") == "d4"


@pytest.mark.case("pw.close-combat.advance-limits", 1)
def test_a_defender_that_wins_may_advance():
    cars = unit("Armoured Cars", "d5", "S", side=BLUE)
    picks = [Retreat(cars.id, at("d6")), Advance("Red Infantry"), Decline("Red Infantry")]
    after = fights(table(RED_INFANTRY, cars), dice=[6, 1, 6], picks=picks, unit=cars.id, target="Red Infantry")
    assert (square(after.state, "Red Infantry"), square(after.state, cars.id)) == ("d5", "d6")


@pytest.mark.clause("pw.close-combat.advance-limits")
def test_a_winner_that_was_driven_back_does_not_advance():
    picks = [Retreat("Blue Infantry", at("d6")), Retreat("Red Infantry", at("d3"))]
    after = fights(table(RED_INFANTRY, BLUE_INFANTRY), dice=[1, 1, 6, 6], picks=picks)
    assert (square(after.state, "Red Infantry"), square(after.state, "Blue Infantry")) == ("d3", "d6")


@pytest.mark.clause("pw.close-combat.advance-limits")
def test_a_winner_that_was_hit_and_stood_may_advance():
    picks = [
        Retreat("Blue Infantry", at("d6")),
        Stand("Red Infantry"),
        Advance("Red Infantry"),
        Decline("Red Infantry"),
    ]
    after = fights(table(RED_INFANTRY, BLUE_INFANTRY), dice=[1, 1, 6, 6], picks=picks)
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("d5", 3)


@pytest.mark.clause("pw.close-combat.advance-limits")
def test_a_unit_of_an_exhausted_side_does_not_advance():
    state = exhausted(table(RED_INFANTRY, WEAK_BLUE, *RESERVES), RED)
    order = {"unit": "Blue Infantry", "target": "Red Infantry"}
    after = fights(state, dice=[6, 1, 1], **order)
    assert square(after.state, "Red Infantry") == "d4"
    assert after.entries[-1].clause == "pw.exhaustion.aggressive-action"


@pytest.mark.clause("pw.close-combat.advance-limits")
def test_friends_that_share_the_winners_square_stay_and_riders_go_along():
    tanks, rider = unit("Tanks", "d4"), unit("Infantry", aboard="Red Tanks")
    state = table(tanks, rider, unit("Commanders", "d4"), WEAK_BLUE, *RESERVES, options=("tank-riders",))
    after = fights(state, dice=[1, 6, 1], picks=[Advance("Red Tanks")], unit="Red Tanks")
    assert (square(after.state, "Red Tanks"), square(after.state, "Red Commanders")) == ("d5", "d4")
    assert after.state.units["Red Infantry"].aboard == "Red Tanks"


@pytest.mark.clause("pw.close-combat.advance-limits")
def test_an_advance_into_mines_may_throw_the_winner_back():
    state = table(RED_INFANTRY, WEAK_BLUE, *RESERVES, ground={"d5": "minefield"})
    picks = [Advance("Red Infantry"), Retreat("Red Infantry", at("d4"))]
    after = fights(state, dice=[1, 6, 1, 6], picks=picks)
    assert square(after.state, "Red Infantry") == "d4"
    assert "pw.terrain.minefields" in after.cited


@pytest.mark.clause("pw.close-combat.advance-limits")
def test_an_advance_is_not_slowed_by_terrain_but_crosses_a_trench():
    """Its further combat is fought at -1: pw.terrain.trenches-crossing-or-occupying."""
    second = unit("Infantry", "d6", "S", side=BLUE, name="Blue Second")
    state = table(unit("Infantry", "d4", spent=("moved",)), WEAK_BLUE, second, ground={"d4": "wood", "d5": "trench"})
    picks = [Advance("Red Infantry"), Attack("Red Infantry", "Blue Second")]
    after = fights(state, dice=[1, 6, 1, 6, 3, 1], picks=picks)
    assert (square(after.state, "Red Infantry"), sp(after.state, "Red Infantry")) == ("d5", 3)


# ---- further combats


@pytest.mark.case("pw.close-combat.further", 1)
def test_an_enemy_driven_back_can_be_fought_again_at_once():
    picks = [Retreat("Blue Infantry", at("d6")), Advance("Red Infantry"), Attack("Red Infantry", "Blue Infantry")]
    after = fights(table(RED_INFANTRY, BLUE_INFANTRY), dice=[1, 6, 6, 2, 6, 1], picks=picks)
    assert (square(after.state, "Red Infantry"), sp(after.state, "Blue Infantry")) == ("d5", 3)
    assert after.asked[-1].options[0].clause == "pw.close-combat.further"


@pytest.mark.clause("pw.close-combat.further")
def test_an_advance_next_to_nobody_ends_the_combat():
    after = fights(table(RED_INFANTRY, WEAK_BLUE, *RESERVES), dice=[1, 6, 1], picks=[Advance("Red Infantry")])
    assert len(after.asked) == 1


@pytest.mark.clause("pw.close-combat.further-facing")
def test_an_advancing_unit_turns_to_an_enemy_of_its_choice():
    flanks = [unit("Infantry", s, "S", side=BLUE, name=f"Blue {s}") for s in ("c5", "e5")]
    picks = [Advance("Red Infantry"), Face("Red Infantry", 270), Attack("Red Infantry", "Blue c5")]
    after = fights(table(RED_INFANTRY, WEAK_BLUE, *flanks), dice=[1, 6, 1, 6, 6], picks=picks)
    assert after.state.units["Red Infantry"].place == at("d5", "W")
    assert "Red Infantry turns to face W [pw.close-combat.further-facing]" in after.told


@pytest.mark.clause("pw.close-combat.further-facing")
def test_an_advancing_unit_faces_the_way_it_advanced():
    state = table(unit("Infantry", "d4", "N"), unit("Infantry", "d5", "S", side=BLUE), *RESERVES)
    order = {"unit": "Blue Infantry", "target": "Red Infantry"}
    picks = [Retreat("Red Infantry", at("d3")), Advance("Blue Infantry"), Decline("Blue Infantry")]
    after = fights(state, dice=[1, 6, 6], picks=picks, **order)
    assert after.state.units["Blue Infantry"].place == at("d4", "S")


@pytest.mark.clause("pw.close-combat.further-facing")
def test_there_is_no_limit_to_wins_in_a_row():
    line = [unit("Infantry", f"d{i}", "S", side=BLUE, sp=1, name=f"Blue {i}") for i in (5, 6, 7, 8)]
    picks = [Advance("Red Infantry")]
    for enemy in line[1:]:
        picks += [Attack("Red Infantry", enemy.id), Advance("Red Infantry")]
    after = fights(table(RED_INFANTRY, *line, *RESERVES), dice=[1, 6, 1] * 4, picks=picks, target="Blue 5")
    assert square(after.state, "Red Infantry") == "d8"
