"""Bombardment: targets in secret, accuracy, pattern, dice, smoke."""

import pytest
from pk_fight import FRENCH, GERMAN, asked, dice, facing, markers, table, terms

from sandtable.board.place import Place
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.bombardment import INDIRECT, indirect_cover, scatter
from sandtable.rules.panzer_korps.commands import Bombard, BombardNoMore, LaySmoke
from sandtable.rules.panzer_korps.decision import decision_terms
from sandtable.rules.panzer_korps.sighting import sees
from sandtable.rules.panzer_korps.words import Did, Kind, Mark, Tie
from sandtable.scripted import offers, why_not

AIM, FALL = steps.Targets(GERMAN), steps.Bombardment()
HOWITZERS = "3 artillery 105"
ON_TARGET = 1


def shells(found, *shown, picks=(), unit="I"):
    """I bombards A; the dice of the Bombardment phase."""
    return found.take(AIM, FALL, dice=shown, picks=picks or [Bombard(unit, "A")])


def bursts(after):
    return [unit.place.point for unit in after.state.units.values() if unit.kind == Kind.BURST]


def refused(found, command, side=GERMAN):
    return why_not(asked(found, steps.Targets(side)), command)


# ---- who, and what


@pytest.mark.case("pk.bombardment.who", 1)
def test_artillery_needs_no_line_of_sight_of_its_own():
    found = facing(HOWITZERS, inches=20, ground=["rolling hill at 36,20 size 6,4 level 1"])
    assert not sees(found.state, found["I"], found["A"])
    assert offers(asked(found, AIM)) == [Bombard("I", "A"), LaySmoke("I", "A"), BombardNoMore(GERMAN)]


@pytest.mark.clause("pk.bombardment.who")
@pytest.mark.parametrize("mine", [
    "3 AT 75", "3 infantry, mortar 81", f"{HOWITZERS}; column", f"{HOWITZERS}; disorder 6", f"{HOWITZERS}; Panicked",
])  # fmt: skip
def test_these_do_not_bombard(mine):
    found = table(
        f"German I at 36,10: {mine}", f"German J at 30,10: {HOWITZERS}", "French A at 36,30: 3 infantry",
    )  # fmt: skip
    assert refused(found, Bombard("I", "A")) == "pk.bombardment.who" and refused(found, Bombard("J", "A")) == ""
    assert not table(f"German I at 36,10: {mine}", "French A at 36,30: 3 infantry").take(AIM).asked


@pytest.mark.clause("pk.bombardment.who", "pk.setup.choices")
def test_a_battery_has_one_target_and_only_its_side_knows_it():
    found = facing(HOWITZERS)
    found.take(AIM, picks=[Bombard("I", "A")])
    mine, theirs = (found.view(side).piles["German paper"].cards for side in (GERMAN, FRENCH))
    assert mine != theirs and "Bombard" not in theirs[0]
    assert not found.take(AIM).asked


@pytest.mark.clause("pk.spotting.needed")
def test_only_spotted_formations_are_aimed_at():
    found = table(
        f"German I at 36,10: {HOWITZERS}", "French A at 36,30: 3 infantry; unspotted", "French B at 30,30: 3 infantry"
    )
    assert refused(found, Bombard("I", "A")) == "pk.spotting.needed"


@pytest.mark.clause("pk.weather.night")
def test_at_night_only_what_was_spotted_in_this_segment_is_aimed_at():
    found = facing(HOWITZERS, "3 infantry", inches=4, segment="Night")
    assert not found.take(AIM).asked
    lit = facing(HOWITZERS, "3 infantry; unspotted", inches=4, segment="Night")
    lit.take(steps.Spotting(GERMAN), dice=[1])
    assert Bombard("I", "A") in offers(asked(lit, AIM))


@pytest.mark.case("pk.bombardment.range", 1)
def test_ranges_by_calibre():
    assert [INDIRECT.figure(calibre) for calibre in (81, 105, 152)] == [90, 120, 160]


@pytest.mark.clause("pk.bombardment.range")
def test_a_target_must_be_in_range():
    found = table(
        "German I at 36,10: 3 artillery 60", "French A at 36,73: 3 infantry", "French B at 36,72: 3 infantry",
        size=(72.0, 144.0),
    )  # fmt: skip
    assert refused(found, Bombard("I", "A")) == "pk.bombardment.range" and refused(found, Bombard("I", "B")) == ""


@pytest.mark.clause("pk.bombardment.who")
def test_a_battery_that_bombarded_does_not_fire_and_has_shown_itself():
    found = facing(HOWITZERS)
    shells(found, ON_TARGET, 1, 4)
    assert {Did.BOMBARDED} <= found["I"].spent and Mark.HAS_FIRED in found["I"].marks
    assert not found.take(steps.Fire(GERMAN)).asked


# ---- accuracy


@pytest.mark.case("pk.bombardment.accuracy", 1)
def test_a_three_and_a_four_drift_four_inches_to_the_right():
    assert bursts(shells(facing(HOWITZERS, inches=20), 3, 4)) == [(40.0, 32.0)]


@pytest.mark.clause("pk.bombardment.accuracy")
@pytest.mark.parametrize(("shown", "at"), [
    ((1,), (36, 32)), ((2,), (36, 32)), ((3, 6), (42, 32)), ((4, 6), (30, 32)), ((5, 6), (36, 26)), ((6, 6), (36, 38)),
])  # fmt: skip
def test_fire_drifts_along_and_across_the_line(shown, at):
    rest = (1, 4) if len(shown) == 1 else ()
    assert bursts(shells(facing(HOWITZERS, inches=20), *shown, *rest)) == [at]


@pytest.mark.clause("pk.bombardment.accuracy")
def test_others_may_use_the_same_drift():
    found = facing(HOWITZERS)
    seen = []
    found.act(lambda play: seen.append(scatter(play, (36.0, 20.0), 90)), dice=[6, 2])
    assert seen == [(38.0, 20.0)]


# ---- what it hits


@pytest.mark.case("pk.bombardment.pattern", 1)
def test_friends_near_the_point_of_impact_are_hit_and_the_target_is_not():
    found = table(
        f"German I at 36,10: {HOWITZERS}", "German J at 42.5,30: 3 infantry", "French A at 36,30 facing S: 3 infantry"
    )
    after = shells(found, 3, 4, 10, 1)
    assert (markers(after, "J"), markers(after)) == (3, 0)
    assert Did.SHELLED in found["J"].spent and Did.SHELLED not in found["A"].spent


@pytest.mark.clause("pk.bombardment.pattern")
def test_everybody_within_two_inches_rolls_his_own_dice():
    found = table(
        f"German I at 36,10: {HOWITZERS}", "French A at 36,30: 3 infantry", "French B at 39,30: 3 infantry",
        "French C at 39.1,28: 3 infantry",
    )  # fmt: skip
    after = shells(found, ON_TARGET, 4, 4, 9, 2)
    assert [markers(after, unit) for unit in "ABC"] == [1, 3, 0]
    assert {Did.SHELLED} <= found["A"].spent and not found["C"].spent


@pytest.mark.clause("pk.bombardment.pattern")
def test_a_formation_under_fire_need_not_take_disorder():
    found = facing(HOWITZERS)
    after = shells(found, ON_TARGET, 1, 4)
    assert markers(after) == 0 and Did.SHELLED in found["A"].spent and found["I"].is_linked(Tie.BOMBARDED, "A")


@pytest.mark.clause("pk.bombardment.pattern")
def test_fire_off_the_table_hits_nothing():
    found = table(f"German I at 36,10: {HOWITZERS}", "French A at 36,47 facing S: 3 infantry")
    after = shells(found, 6, 6)
    assert not bursts(after) and "the fire of I hits nobody [pk.bombardment.pattern]" in after.told


@pytest.mark.clause("pk.bombardment.pattern")
def test_a_point_off_the_table_hits_nobody_at_its_edge():
    found = table(f"German I at 36,10: {HOWITZERS}", "French A at 36,46.5 facing S: 3 infantry")
    assert not shells(found, 6, 2).state.units["A"].spent


# ---- the dice


@pytest.mark.case("pk.bombardment.fire-die", 1)
def test_regular_105mm_at_entrenched_infantry():
    after = shells(facing(HOWITZERS, "3 infantry; entrenched"), ON_TARGET, 8, 4)
    assert dice(after)[1] == 10 and sum(terms(after, 1).values()) + 8 == 7


@pytest.mark.clause("pk.bombardment.fire-die")
@pytest.mark.parametrize(("calibre", "formed", "suppressed"), [
    (50, 6, 4), (75, 8, 6), (105, 10, 8), (150, 12, 10), (240, 12, 10),
])  # fmt: skip
def test_the_die_by_calibre_has_no_upper_limit(calibre, formed, suppressed):
    assert dice(shells(facing(f"3 artillery {calibre}"), ON_TARGET, 1, 1))[1] == formed
    assert dice(shells(facing(f"3 artillery {calibre}; disorder 3"), ON_TARGET, 1, 1))[1] == suppressed


@pytest.mark.clause("pk.bombardment.fire-die")
def test_only_crews_ss_and_entrenchments_count():
    found = facing(f"{HOWITZERS}, MMG; Elite, SS, superior", "3 infantry; column, moved", turned=0)
    assert terms(shells(found, ON_TARGET, 1, 1), 1) == {"best crews": 2, "SS": 1}


@pytest.mark.case("pk.bombardment.cover", 1)
def test_105mm_at_tanks_in_the_open():
    assert dice(shells(facing(HOWITZERS, "3 AFV 75"), ON_TARGET, 1, 1))[2] == 8


@pytest.mark.case("pk.bombardment.cover", 2)
def test_75mm_at_tanks_in_medium_cover():
    found = facing("3 artillery 75", "3 AFV 75", ground=["village at 36,20 size 6,4"])
    assert dice(shells(found, ON_TARGET, 1, 1))[2] == 12


@pytest.mark.case("pk.bombardment.cover", 3)
def test_240mm_at_tanks_in_light_cover():
    found = facing("3 artillery 240", "3 AFV 75", ground=["brush at 36,20 size 6,4"])
    assert dice(shells(found, ON_TARGET, 1, 1))[2] == 6


@pytest.mark.case("pk.bombardment.cover", 4)
def test_105mm_at_infantry_in_light_cover():
    found = facing(HOWITZERS, ground=["brush at 36,20 size 6,4"])
    assert dice(shells(found, ON_TARGET, 1, 1))[2] == 6


@pytest.mark.clause("pk.bombardment.cover", "pk.cover.shift-steps")
@pytest.mark.parametrize(("calibre", "die"), [
    (75, 12), (76, 10), (149, 10), (150, 8), (220, 8), (221, 6), (319, 6), (320, 4),
])  # fmt: skip
def test_the_shift_at_tanks_by_calibre(calibre, die):
    found = facing(f"3 artillery {calibre}", "3 AFV 75", ground=["brush at 36,20 size 6,4"])
    assert indirect_cover(found.state, found["I"], found["A"]).sides == die


# ---- all at once


@pytest.mark.case("pk.setup.choices", 1)
def test_batteries_that_suppress_each_other_fire_at_full_effect():
    found = facing(HOWITZERS, f"{HOWITZERS}; disorder 2")
    after = found.take(
        AIM, steps.Targets(FRENCH), FALL, dice=[ON_TARGET, 9, 3, ON_TARGET, 9, 3],
        picks=[Bombard("I", "A"), Bombard("A", "I")],
    )  # fmt: skip
    assert dice(after) == (6, 10, 4, 6, 10, 4) and (markers(after, "I"), markers(after)) == (3, 5)


# ---- off the table


@pytest.mark.clause("pk.bombardment.off-table", "pk.bombardment.range")
def test_artillery_off_the_table_fires_from_the_middle_of_its_edge():
    found = table(
        "German I: 3 artillery 50; off table", "German J at 30,4: 3 infantry", "French A at 36,47 facing S: 3 infantry"
    )
    assert bursts(shells(found, 5, 5)) == [(36.0, 42.0)]


@pytest.mark.case("pk.bombardment.off-table", 1)
def test_artillery_off_the_table_does_not_count_in_its_group():
    own = [f"German {name} at {x},10: 3 infantry" for name, x in (("A1", 10), ("A2", 20), ("A3", 30), ("A4", 40))]
    found = table("German I: 3 artillery 105; off table", *own, "French A at 36,30: 3 infantry")
    assert next(term.label for term in decision_terms(found.state, "German group")) == "4 formations"


# ---- smoke


@pytest.mark.clause("pk.weather.smoke")
def test_smoke_hurts_nobody_and_blocks_sight():
    found = facing(HOWITZERS, inches=20)
    after = shells(found, 5, 5, picks=[LaySmoke("I", "A")])
    (smoke,) = [unit for unit in after.state.units.values() if unit.kind == Kind.SMOKE]
    assert smoke.place == Place(36, 27) and markers(after) == 0 and not sees(found.state, found["I"], found["A"])


@pytest.mark.clause("pk.weather.smoke")
def test_smoke_off_the_table_is_gone():
    found = table(f"German I at 36,10: {HOWITZERS}", "French A at 36,47 facing S: 3 infantry")
    after = shells(found, 6, 6, picks=[LaySmoke("I", "A")])
    assert not [unit for unit in after.state.units.values() if unit.kind == Kind.SMOKE]
