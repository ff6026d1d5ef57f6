"""What the winner of a close combat makes of it."""

import pytest
from cc_melee import asks_in_fight, cover, fought, melee, point, table, unit
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.combat_captain.commands import CounterAttack, Occupy, OccupyOne, StayPut
from sandtable.scripted import offers, why_not

RUN = [3, 3, 3, 3]


def won(number=1):
    """Dice with which so many attackers beat one defender."""
    return [1] * number + [2] + [5] * number + [1] + RUN


def held(number=1):
    """Dice with which so many defenders beat one attacker."""
    return [1] + [2] * number + [1] + [6] * number + RUN


def refused(question, unit, x, y):
    return why_not(question, OccupyOne(unit, Place(x, y, 0)))


# ---- a winning attacker


@pytest.mark.case("cc.close-combat.advance-attacker", 1)
@pytest.mark.clause("cc.close-combat.advance-attacker")
def test_any_squad_of_a_winning_attacker_may_take_the_ground_and_the_others_may_stay():
    at = melee("3 Rifle squad; 2 at 20 12, 3 at 28 20")
    question = asks_in_fight(at, won(3), kind="occupy")
    assert offers(question) == [Occupy("Able"), StayPut("Able")]
    assert [refused(question, f"Able Rifles {n}", 20, 22) for n in (1, 2, 3)] == ["", "", ""]
    after = fought(at, won(3), OccupyOne("Able Rifles 2", Place(20, 23, 0)))
    assert [point(after, f"Able Rifles {n}") for n in (1, 2, 3)] == [(20, 20), (20, 23), (28, 20)]


@pytest.mark.clause("cc.close-combat.advance-attacker")
def test_the_whole_company_moves_in_if_there_is_room():
    at = melee("2 Rifle squad; 2 at 20 12", "2 Rifle squad")
    after = fought(at, [1, 1, 2, 2, 5, 5, 1, 1, *RUN], Occupy("Able"))
    assert point(after, "Able Rifles 1") == (20, 22) and point(after, "Able Rifles 2")[1] > 20


@pytest.mark.clause("cc.close-combat.advance-attacker")
def test_a_winning_attacker_may_stay_where_it_is():
    at = melee()
    assert point(fought(at, won(), StayPut("Able")), "Able Rifles 1") == (20, 20)


@pytest.mark.case("cc.close-combat.advance-limits", 1)
@pytest.mark.clause("cc.close-combat.advance-limits")
def test_no_squad_is_put_where_it_would_touch_another_enemy():
    at = melee("Rifle squad", "Rifle squad", "American Easy at 20,25.5 facing S: Rifle squad")
    question = asks_in_fight(at, won(), kind="occupy")
    assert refused(question, "Able Rifles 1", 20, 23.45) == "cc.close-combat.advance-limits"
    assert refused(question, "Able Rifles 1", 20, 22) == ""


@pytest.mark.clause("cc.close-combat.advance-limits", "cc.setup.footprints")
def test_a_gap_of_a_tenth_of_an_inch_is_contact_to_whoever_advances_too():
    at = melee("Rifle squad", "Rifle squad", "American Easy at 20,25.5 facing S: Rifle squad")
    question = asks_in_fight(at, won(), kind="occupy")
    assert [refused(question, "Able Rifles 1", 20, y) for y in (23.39, 23.4)] == ["", "cc.close-combat.advance-limits"]


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_vacated_ground_is_within_two_inches_of_where_a_loser_stood():
    question = asks_in_fight(melee(), won(), kind="occupy")
    assert [refused(question, "Able Rifles 1", 20, y) for y in (24, 24.1)] == ["", "cc.close-combat.advance-limits"]


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_neither_distance_nor_ground_keeps_a_winning_attacker_out_unless_nobody_may_enter_it():
    ground = ["forest at 20,24 size 40,2", "river at 18,22 size 1,3"]
    question = asks_in_fight(melee(ground=ground, theirs="Rifle squad"), won(), kind="occupy")
    assert refused(question, "Able Rifles 1", 20, 23.5) == ""
    assert refused(question, "Able Rifles 1", 18.2, 22) == "cc.close-combat.advance-limits"


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_no_squad_is_put_outside_the_control_of_its_leader():
    at = melee("2 Rifle squad; leader 2, 2 at 20 12")
    question = asks_in_fight(at, won(2), kind="occupy")
    assert [refused(question, "Able Rifles 1", 20, y) for y in (21, 21.1)] == ["", "cc.close-combat.advance-limits"]


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_the_leader_does_not_advance_beyond_the_reach_of_those_who_have():
    at = melee("2 Rifle squad; 2 at 20 12", "2 Rifle squad; 2 at 24 15")
    there = OccupyOne("Able Rifles 2", Place(24, 13.1, 0))
    question = asks_in_fight(at, [1, 1, 2, 2, 5, 5, 1, 1, *RUN], there, kind="occupy")
    assert [refused(question, "Able Rifles 1", 20, y) for y in (21, 24)] == ["", "cc.close-combat.advance-limits"]


@pytest.mark.clause("cc.close-combat.advance-limits", "cc.move.through-troops")
def test_no_squad_is_put_on_another():
    question = asks_in_fight(melee("2 Rifle squad; 2 at 18 20"), won(2), kind="occupy")
    assert refused(question, "Able Rifles 2", 20, 21.5) == "cc.move.through-troops"


@pytest.mark.clause("cc.close-combat.advance-limits", "cc.cover.lost")
def test_a_squad_that_advances_loses_its_cover_and_one_that_stays_keeps_it():
    at = melee("2 Rifle squad; cover 2")
    after = fought(at, won(2), OccupyOne("Able Rifles 1", Place(20, 22, 0)))
    assert [cover(after, f"Able Rifles {n}") for n in (1, 2)] == [0, 2]


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_an_advance_draws_no_opportunity_fire():
    at = melee("Rifle squad", "Rifle squad", "American Easy at 20,30 facing S: 3 Rifle squad")
    after = fought(at, won(), Occupy("Able"))
    assert "opportunity fire" not in [one.topic.kind for one in after.asked]


# ---- a winning defender


def counter(at, x, y):
    """The clause that keeps Baker from going there with its leader."""
    question = asks_in_fight(at, held(), kind="counter-attack")
    return why_not(question, CounterAttack("Baker", Place(x, y, 180)))


@pytest.mark.case("cc.close-combat.advance-defender", 1)
@pytest.mark.clause("cc.close-combat.advance-defender")
def test_a_winning_defender_goes_up_to_six_inches_forward():
    at = melee()
    assert counter(at, 20, 16) == ""
    assert counter(at, 20, 15) != ""
    after = fought(at, held(), CounterAttack("Baker", Place(20, 16, 180)))
    assert point(after, "Baker Rifles 1") == (20, 16)


@pytest.mark.clause("cc.close-combat.advance-defender")
def test_a_winning_defender_may_stay_or_send_single_squads():
    at = melee("Rifle squad", "2 Rifle squad; cover 1")
    there = replace(at["Baker Rifles 1"].place, y=19)
    assert point(fought(at, held(2), StayPut("Baker")), "Baker Rifles 1") == (20, 22)
    after = fought(at, held(2), OccupyOne("Baker Rifles 1", there))
    assert (
        point(after, "Baker Rifles 1") == (20, 19) and unit(after, "Baker Rifles 2").place == at["Baker Rifles 2"].place
    )
    assert [cover(after, f"Baker Rifles {n}") for n in (1, 2)] == [0, 1]


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_a_counter_attack_must_end_nearer_to_those_who_ran():
    at = melee()
    assert counter(at, 20, 26) == counter(at, 26, 22) == "cc.close-combat.advance-limits"


@pytest.mark.clause("cc.close-combat.advance-limits", "cc.cohesion.effect")
def test_an_isolated_squad_counter_attacks_only_into_the_reach_of_its_leader():
    at = melee("2 Rifle squad; 2 at 31 20", "2 Rifle squad; 2 at 31 22")
    dice = [1, 1, 2, 2, 1, 1, 6, 6, *RUN]
    question = asks_in_fight(at, dice, kind="counter-attack")
    limits = "cc.close-combat.advance-limits"
    assert [refused(question, "Baker Rifles 2", x, 20) for x in (28.5, 30)] == ["", limits]
    after = fought(at, dice, CounterAttack("Baker", Place(20, 16, 180)))
    assert point(after, "Baker Rifles 2") == (31, 22)


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_a_counter_attack_may_not_end_in_contact():
    at = melee("Rifle squad", "Rifle squad", "German Dog at 24,18: Rifle squad")
    assert counter(at, 21.91, 18) == "cc.close-combat.advance-limits"


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_dice_do_not_matter_in_a_counter_attack_but_closed_ground_does():
    at = melee("Rifle squad", "Rifle squad", ground=["forest at 20,18 size 40,3", "river at 24,18 size 2,3"])
    assert counter(at, 20, 17) == ""
    assert counter(at, 24, 18) != ""


@pytest.mark.clause("cc.close-combat.advance-limits")
def test_who_has_killed_all_has_nobody_to_go_after():
    after = fought(melee(), [1, 5])
    assert "counter-attack" not in [one.topic.kind for one in after.asked]
    assert table  # the table is not needed here
