"""Direct fire: who may, what is thrown, what is added."""

import pytest
from pk_fight import DEEP, FRENCH, GERMAN, asked, dice, facing, markers, may_fire, score, shoots, table, terms

from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.commands import Fire, HoldFire
from sandtable.rules.panzer_korps.field import calibre_of, side_hit
from sandtable.rules.panzer_korps.gunnery import GUN_DIE, ranges
from sandtable.rules.panzer_korps.scenario import Formation
from sandtable.rules.panzer_korps.words import Mark, Tie
from sandtable.scripted import offers

TANKS, GUNS = "3 AFV 75", "3 AT 75"


# ---- the procedure


@pytest.mark.case("pk.fire.procedure", 1)
@pytest.mark.parametrize("companies", [4, 2])
def test_a_formation_rolls_one_die_however_many_companies_it_has(companies):
    after = shoots(facing(f"{companies} infantry"), 5, 4)
    assert dice(after) == (10, 4)


@pytest.mark.clause("pk.fire.procedure")
def test_each_formation_fires_once_in_any_order_and_what_it_does_counts_at_once():
    found = table(
        "German I at 34,10: 3 infantry", "German J at 38,10: 3 infantry",
        "French A at 36,18 facing S: 3 infantry; disorder 5",
    )  # fmt: skip
    question = asked(found, steps.Fire(GERMAN))
    assert offers(question) == [Fire("I", "A"), Fire("J", "A"), HoldFire(GERMAN)]
    after = found.take(steps.Fire(GERMAN), dice=[9, 3, 5, 2], picks=[Fire("J", "A"), Fire("I", "A")])
    assert markers(after) == 10 and "A is dispersed [pk.disorder.status]" in after.told


@pytest.mark.clause("pk.fire.procedure")
def test_a_player_may_hold_his_fire():
    after = facing().take(steps.Fire(GERMAN), picks=[HoldFire(GERMAN)])
    assert not after.rolls


@pytest.mark.case("pk.turn.tactical-sequence", 1)
def test_whoever_is_fragmented_by_the_first_player_cannot_fire_back():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,18 facing S: 3 infantry; disorder 5",
        "French B at 30,18 facing S: 3 infantry",
    )  # fmt: skip
    assert not may_fire(found, "A", "I")
    shoots(found, 8, 4)
    assert may_fire(found, "A", "I") == "pk.disorder.fragmented" and not may_fire(found, "B", "I")


# ---- who may fire


def beside(mine, facing=0):
    """I beside a friend who can fire, 8 inches from A."""
    return table(
        f"German I at 36,10 facing {facing}: {mine}", "German J at 33,10: 3 infantry",
        "French A at 36,20 facing S: 3 infantry",
    )  # fmt: skip


@pytest.mark.case("pk.fire.eligible", 1)
def test_a_fragmented_formation_may_not_fire():
    assert may_fire(beside("3 infantry; Veteran, disorder 6")) == "pk.disorder.fragmented"


@pytest.mark.clause("pk.fire.eligible", "pk.organisation.states", "pk.morale.panic-state", "pk.bombardment.who")
@pytest.mark.parametrize(
    ("mine", "clause"),
    [
        ("3 infantry; column", "pk.organisation.states"),
        ("3 infantry; Panicked", "pk.morale.panic-state"),
        ("3 artillery 105; bombarded", "pk.bombardment.who"),
        ("3 infantry; moved at the double quick", "pk.move.double-quick"),
        ("3 infantry; fired", "pk.fire.procedure"),
        ("3 wagons", "pk.organisation.types"),
        ("3 artillery 170", "pk.fire.afv-die"),
    ],
)
def test_these_may_not_fire(mine, clause):
    assert may_fire(beside(mine)) == clause


@pytest.mark.clause("pk.fire.eligible")
def test_formations_in_contact_fire_at_each_other_and_nobody_else_fires_at_them():
    found = table(
        "German I at 36,10: 3 infantry", "German J at 40,10: 3 infantry", "French A at 36,12 facing S: 3 infantry",
        "French B at 40,18 facing S: 3 infantry",
    )  # fmt: skip
    assert not may_fire(found, "I", "A") and not may_fire(found, "J", "B")
    assert may_fire(found, "I", "B") == may_fire(found, "J", "A") == "pk.fire.eligible"


@pytest.mark.clause("pk.organisation.facing")
@pytest.mark.parametrize(("mine", "turned", "clause"), [
    ("3 infantry", 90, ""), ("3 infantry", 91, "pk.organisation.facing"), ("3 AFV 75", 180, ""),
])  # fmt: skip
def test_only_afv_fire_all_round(mine, turned, clause):
    assert may_fire(beside(mine, turned)) == clause


@pytest.mark.case("pk.spotting.needed", 1)
def test_nobody_fires_at_an_unspotted_enemy():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20 facing S: 3 infantry; unspotted",
        "French B at 34,20 facing S: 3 infantry",
    )  # fmt: skip
    assert may_fire(found) == "pk.spotting.needed" and not may_fire(found, target="B")


@pytest.mark.clause("pk.terrain.line-of-sight")
def test_nobody_fires_at_what_it_cannot_see():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20 facing S: 3 infantry", "French B at 28,14: 3 infantry",
        ground=["light woods at 36,15 size 3,2"],
    )  # fmt: skip
    assert may_fire(found) == "pk.terrain.line-of-sight"


# ---- range


@pytest.mark.case("pk.setup.measuring", 1)
@pytest.mark.case("pk.fire.small-arms-range", 1)
def test_small_arms_reach_twelve_inches_from_edge_to_edge():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,24 facing S: 3 infantry",
        "French B at 50.5,10 facing S: 3 infantry",
    )  # fmt: skip
    assert not may_fire(found) and may_fire(found, target="B") == "pk.fire.small-arms-range"


@pytest.mark.case("pk.fire.afv-range", 2)
def test_guns_reach_as_far_as_their_calibre():
    found = table(
        "German I at 36,10: 3 AT 88", "French A at 36,74 facing S: 3 infantry",
        "French B at 36,75 facing S: 3 infantry", size=DEEP,
    )  # fmt: skip
    assert not may_fire(found) and may_fire(found, target="B") == "pk.fire.afv-range"


@pytest.mark.clause("pk.fire.afv-range")
@pytest.mark.parametrize(("mine", "short", "long"), [
    ("3 AFV 15", 12, 18), ("3 AFV 37", 12, 18), ("3 AFV 57", 18, 35), ("3 AFV 75", 24, 42), ("3 AFV 90", 32, 62),
    ("3 AFV 122", 38, 72), ("3 AFV 152", 44, 82), ("3 AFV", 6, 12),
])  # fmt: skip
def test_short_and_long_range_by_calibre(mine, short, long):
    assert terms(shoots(facing(f"{mine}; Reservist", inches=short), 1)) == {"short range": 1}
    assert terms(shoots(facing(f"{mine}; Reservist", inches=short + 0.5), 1)) == {}
    assert terms(shoots(facing(f"{mine}; Reservist", inches=long), 1)) == {}
    found = table(
        f"German I at 36,10: {mine}", f"French A at 36,{12.5 + long} facing S: 3 infantry",
        "French B at 40,14 facing S: 3 infantry", size=DEEP,
    )  # fmt: skip
    assert may_fire(found) == "pk.fire.afv-range"


# ---- the FIRE DIE


@pytest.mark.case("pk.fire.infantry-die", 1)
def test_a_regular_battalion_rolls_d10_against_d4_in_the_open():
    after = shoots(facing(), 7, 3)
    assert (dice(after), score(after), markers(after)) == ((10, 4), 7, 2)


@pytest.mark.case("pk.fire.infantry-die", 2)
def test_suppressed_elite_infantry_rolls_d8():
    assert dice(shoots(facing("3 infantry; Elite, disorder 3"), 8))[0] == 8
    assert dice(shoots(facing("3 infantry; Elite"), 8))[0] == 12


@pytest.mark.case("pk.fire.infantry-die", 3)
def test_suppressed_partisans_do_not_fire():
    assert may_fire(beside("3 infantry; Partisan, disorder 3")) == "pk.disorder.suppressed"


@pytest.mark.case("pk.disorder.suppressed", 1)
def test_a_suppressed_reservist_battalion_rolls_d6():
    assert dice(shoots(facing("3 infantry; Reservist, disorder 3"), 6))[0] == 6


@pytest.mark.clause("pk.fire.infantry-die")
@pytest.mark.parametrize(("quality", "formed", "suppressed"), [
    ("Hardened", 12, 10), ("Elite", 12, 8), ("Veteran", 10, 8), ("Regular", 10, 6), ("Reservist", 8, 6),
    ("Recruit", 8, 4), ("Militia", 6, 4),
])  # fmt: skip
def test_infantry_and_cavalry_roll_by_quality(quality, formed, suppressed):
    assert dice(shoots(facing(f"3 infantry; {quality}"), 1))[0] == formed
    assert dice(shoots(facing(f"3 cavalry; {quality}, disorder 3"), 1))[0] == suppressed


@pytest.mark.case("pk.fire.afv-die", 1)
@pytest.mark.parametrize(
    ("calibre", "die"), [(20, 4), (37, 6), (50, 6), (57, 8), (76, 8), (88, 10), (105, 10), (122, 12)]
)
def test_guns_roll_by_calibre(calibre, die):
    assert dice(shoots(facing(f"3 AFV {calibre}"), 1))[0] == die


@pytest.mark.case("pk.fire.afv-die", 2)
def test_suppressed_tanks_with_75mm_roll_d6():
    assert dice(shoots(facing("3 AFV 75; disorder 3"), 1))[0] == 6


@pytest.mark.case("pk.fire.afv-die", 3)
def test_suppressed_armoured_cars_with_20mm_do_not_fire():
    assert may_fire(beside("3 AFV 20; wheeled, disorder 3")) == "pk.disorder.suppressed"


@pytest.mark.clause("pk.organisation.types")
@pytest.mark.parametrize("kind", ["AT", "infantry guns", "artillery", "anti-aircraft"])
def test_all_guns_fire_by_calibre(kind):
    assert dice(shoots(facing(f"3 {kind} 75; Elite"), 1))[0] == 8


@pytest.mark.case("pk.fire.mixed-calibre", 1)
def test_the_majority_of_the_guns_gives_die_and_range():
    one = Formation("I", "AFV", calibres=(50, 50, 75), ride="tracked")
    assert calibre_of(one) == 50 and GUN_DIE.die(50, "formed") == 6 and ranges("AFV", one) == (18, 35)
    assert calibre_of(Formation("I", "AFV", calibres=(37, 75), companies=2, ride="tracked")) == 75


# ---- infantry: what is added


@pytest.mark.case("pk.fire.infantry-plus-two", 1)
def test_an_hmg_counts_two_at_short_range():
    after = shoots(facing("3 infantry, HMG, mortar 81; Veteran", inches=5), 4)
    assert score(after) == 7 and terms(after) == {"1 HMG at short range": 2, "1 mortar": 1}


@pytest.mark.case("pk.fire.infantry-plus-one", 1)
def test_an_hmg_counts_one_beyond_short_range():
    after = shoots(facing("3 infantry, HMG, mortar 81; Veteran", ground=["brush at 36,20 size 6,4"]), 4, 3)
    assert score(after) == 6 and dice(after)[1] == 6 and markers(after) == 2


@pytest.mark.case("pk.fire.infantry-plus-two", 2)
def test_an_at_company_counts_two_against_tanks():
    after = shoots(facing("3 infantry, AT 45", TANKS, inches=10), 6)
    assert score(after) == 6 and terms(after) == {"1 AT at AFV": 2, "AFV": -2}


@pytest.mark.case("pk.fire.infantry-plus-one", 2)
def test_an_at_company_counts_one_against_infantry():
    assert score(shoots(facing("3 infantry, AT 45", inches=10), 6)) == 7


@pytest.mark.case("pk.fire.infantry-minus", 1)
def test_movement_of_either_side_counts_against_infantry_fire():
    assert score(shoots(facing("3 infantry; Reservist, moved", "3 infantry; moved"), 5)) == 3


@pytest.mark.case("pk.turn.flags", 1)
def test_whoever_fell_back_has_moved():
    assert terms(shoots(facing(theirs="3 infantry; moved, fell back"), 5)) == {"target moved": -1}


@pytest.mark.case("pk.fire.infantry-minus", 2)
def test_entrenchments_and_tanks_both_count():
    after = shoots(facing("3 infantry; Militia", "3 AFV 75; entrenched"), 6)
    assert score(after) == 2 and terms(after) == {"entrenched": -2, "AFV": -2}


@pytest.mark.case("pk.fire.infantry-plus-one", 3)
@pytest.mark.parametrize(("turned", "more"), [(120, {}), (90, {"its flank": 1}), (0, {"its flank": 1})])
def test_a_target_taken_in_flank_or_rear_is_easier(turned, more):
    after = shoots(facing("3 infantry; Recruit", turned=turned), 2)
    assert terms(after) == more and score(after) == 2 + len(more)


@pytest.mark.case("pk.organisation.facing", 1)
@pytest.mark.parametrize(("turned", "side"), [(120, "front"), (119, "flank"), (60, "flank"), (59, "rear")])
def test_front_flank_and_rear_end_at_60_and_120_degrees(turned, side):
    found = facing(turned=turned)
    assert side_hit(found["A"], found["I"]) == side


@pytest.mark.case("pk.setup.modifiers", 1)
def test_each_attached_company_counts():
    assert terms(shoots(facing("3 infantry, 3 MMG", inches=12), 1)) == {"3 MMG": 3}


@pytest.mark.clause(
    "pk.fire.infantry-plus-one", "pk.fire.infantry-plus-two", "pk.fire.afv-plus-one", "pk.fire.afv-plus-two"
)
@pytest.mark.parametrize("own", ["3 infantry; Reservist", "3 AFV 75; Reservist"])
@pytest.mark.parametrize(("company", "label", "worth"), [
    ("support infantry", "1 support infantry", 1), ("mortar 81", "1 mortar", 1), ("MMG", "1 MMG", 1),
    ("HMG", "1 HMG", 1), ("AT 50", "1 AT at infantry", 1), ("IG 45", "1 light infantry gun", 1),
    ("IG 46", "1 infantry gun", 2), ("AFV 40", "1 light AFV", 1), ("AFV 41", "1 AFV", 2),
    ("AFV", "1 light AFV", 1),
])  # fmt: skip
def test_attached_companies_count_in_both_lists(own, company, label, worth):
    kind, words = own.split(";")
    after = shoots(facing(f"{kind}, {company};{words}", inches=8), 1)
    assert {label: worth}.items() <= terms(after).items()


@pytest.mark.clause("pk.organisation.attached", "pk.fire.attached-range")
@pytest.mark.parametrize("company", ["anti-aircraft 20", "Divisional HQ"])
def test_other_companies_add_nothing_to_fire(company):
    assert terms(shoots(facing(f"3 infantry, {company}"), 1)) == {}


@pytest.mark.clause("pk.fire.infantry-plus-two", "pk.fire.afv-plus-two")
def test_flamethrowers_count_two_within_two_inches():
    assert terms(shoots(facing("3 infantry, flamethrowers", inches=2), 1)) == {"1 flamethrower": 2}


@pytest.mark.case("pk.fire.attached-range", 1)
def test_flamethrowers_do_not_reach_four_inches():
    after = shoots(facing("3 infantry, flamethrowers", inches=4), 5)
    assert score(after) == 5
    assert [str(term) for term in after.rolls[0].adds] == ["+0 1 attached out of reach [pk.fire.attached-range]"]


@pytest.mark.clause("pk.fire.attached-range")
@pytest.mark.parametrize(("company", "label", "reach"), [
    ("MMG", "1 MMG", 12), ("HMG", "1 HMG", 12), ("support infantry", "1 support infantry", 12),
    ("AFV", "1 light AFV", 12), ("AT 37", "1 AT at infantry", 18), ("IG 75", "1 infantry gun", 42),
])  # fmt: skip
def test_an_attached_company_must_reach_the_target(company, label, reach):
    assert label in terms(shoots(facing(f"3 AFV 122, {company}", inches=reach), 1))
    assert label not in terms(shoots(facing(f"3 AFV 122, {company}", inches=reach + 0.5), 1))


@pytest.mark.case("pk.organisation.handheld-at", 1)
def test_anti_tank_rifles_count_within_two_inches():
    assert terms(shoots(facing("3 infantry, anti-tank rifles", TANKS, inches=2), 1)) == {"1 AT at AFV": 2, "AFV": -2}
    assert terms(shoots(facing("3 infantry, anti-tank rifles", TANKS, inches=3), 1)) == {"AFV": -2}


@pytest.mark.clause("pk.organisation.handheld-at")
def test_bazookas_count_within_three_inches():
    assert terms(shoots(facing("3 infantry, bazookas", TANKS, inches=3), 1)) == {"1 AT at AFV": 2, "AFV": -2}
    assert terms(shoots(facing("3 infantry, bazookas", TANKS, inches=3.5), 1)) == {"AFV": -2}


@pytest.mark.case("pk.organisation.types", 1)
def test_attached_tanks_do_not_make_infantry_an_afv_target():
    assert terms(shoots(facing(theirs="3 infantry, AFV 75"), 1)) == {}


# ---- guns: what is added


@pytest.mark.case("pk.fire.afv-plus-one", 1)
def test_short_range_and_regular_crews_add_one_each():
    after = shoots(facing(TANKS, inches=24), 3, 4)
    assert score(after) == 5 and markers(after) == 1


@pytest.mark.case("pk.fire.afv-range", 1)
def test_long_range_adds_nothing():
    assert score(shoots(facing(TANKS, inches=24.5), 3)) == 4


@pytest.mark.case("pk.fire.afv-quality", 1)
def test_elite_ss_crews_with_a_superior_gun_add_four():
    after = shoots(facing("3 AFV 75; Elite, SS, superior", inches=30), 1)
    assert terms(after) == {"best crews": 2, "SS": 1, "superior gun": 1}


@pytest.mark.case("pk.fire.afv-quality", 2)
def test_reservist_crews_add_nothing():
    assert terms(shoots(facing("3 AFV 75; Reservist", inches=30), 1)) == {}


@pytest.mark.case("pk.fire.afv-quality", 3)
def test_recruits_with_an_inferior_gun_lose_two():
    assert score(shoots(facing("3 AFV 50; Recruit, inferior", inches=30), 2)) == 0


@pytest.mark.case("pk.fire.afv-plus-two", 1)
def test_the_rear_of_tanks_in_column_adds_four():
    after = shoots(facing("3 AFV 76; Veteran", "3 AFV 75; column", inches=30, turned=0), 2)
    assert score(after) == 7 and terms(after) == {"good crews": 1, "its rear": 2, "Transit Column": 2}


@pytest.mark.clause("pk.fire.afv-plus-one")
def test_the_flank_of_tanks_adds_one():
    assert terms(shoots(facing("3 AFV 76; Reservist", TANKS, inches=30, turned=90), 2)) == {"its flank": 1}


@pytest.mark.clause("pk.fire.afv-plus-two")
def test_column_counts_for_any_target_of_guns_but_not_for_infantry_fire():
    assert terms(shoots(facing("3 AT 50; Reservist", "3 infantry; column", inches=30), 2)) == {"Transit Column": 2}
    assert terms(shoots(facing(theirs="3 infantry; column"), 2)) == {}


@pytest.mark.case("pk.fire.afv-plus-one", 2)
def test_the_flank_of_infantry_means_nothing_to_guns():
    assert score(shoots(facing("3 AFV 50", inches=20, turned=90), 4)) == 5


@pytest.mark.case("pk.fire.afv-minus", 1)
def test_moving_and_surprise_count_against_guns():
    after = shoots(facing("3 AFV 75; moved, surprised", "3 infantry; moved", inches=30), 7)
    assert score(after) == 5


@pytest.mark.clause("pk.fire.afv-minus")
def test_entrenchments_count_against_guns():
    assert terms(shoots(facing("3 AFV 75; Reservist", "3 infantry; entrenched", inches=30), 7)) == {"entrenched": -2}


@pytest.mark.case("pk.fire.afv-plus-two", 2)
def test_guns_count_their_attached_companies():
    after = shoots(facing("3 AT 75, IG 75; Hardened", inches=20), 1)
    assert score(after) == 6


@pytest.mark.clause("pk.fire.afv-plus-two")
def test_an_at_company_of_guns_counts_two_against_tanks():
    assert terms(shoots(facing("3 AT 75, AT 50; Reservist", TANKS, inches=30), 1)) == {"1 AT at AFV": 2}


@pytest.mark.case("pk.fire.coax", 1)
def test_tanks_close_to_infantry_count_their_machine_guns():
    after = shoots(facing("3 AFV 37", inches=1), 3)
    assert score(after) == 6 and "pk.fire.coax" in {term.clause for term in after.rolls[0].adds}


@pytest.mark.clause("pk.fire.coax")
@pytest.mark.parametrize(("theirs", "inches"), [("3 infantry", 2.5), ("3 AFV 37", 1)])
def test_coaxial_guns_count_neither_farther_off_nor_at_tanks(theirs, inches):
    assert "1 MMG" not in terms(shoots(facing("3 AFV 37", theirs, inches=inches), 3))


# ---- what is remembered


@pytest.mark.clause("pk.turn.flags", "pk.spotting.step")
def test_who_has_fired_at_whom_is_remembered():
    found = facing()
    shoots(found, 1)
    assert Mark.HAS_FIRED in found["I"].marks and found["I"].linked(Tie.FIRED_AT) == ["A"]
    found.take(steps.Spotting(FRENCH))
    assert Mark.HAS_FIRED not in found["I"].marks and found["I"].linked(Tie.FIRED_AT) == ["A"]
    found.take(steps.Spotting(GERMAN))
    assert found["I"].linked(Tie.FIRED_AT) == []
