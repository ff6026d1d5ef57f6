"""Cover, the COVER DIE, and the effect of fire."""

import pytest
from pk_fight import dice, facing, markers, shoots, terms

from sandtable.kernel.dice import shifted
from sandtable.rules.panzer_korps.commands import Fire
from sandtable.rules.panzer_korps.ground import COVERS, KINDS
from sandtable.rules.panzer_korps.gunnery import EFFECT, cover_die
from sandtable.rules.panzer_korps.sighting import cover_of, in_cover

HERE = "{} at 36,20 size 6,4"  # round A


def cover(found, against="I"):
    return cover_of(found.state, found["A"], found[against] if against else None)


# ---- in cover


@pytest.mark.case("pk.terrain.effects", 1)
@pytest.mark.parametrize(("kind", "expected"), [
    ("farm", "light"), ("village", "medium"), ("town", "heavy"), ("city", "super heavy"),
])  # fmt: skip
def test_cover_of_built_up_areas(kind, expected):
    assert cover(facing(ground=[HERE.format(kind)])) == expected


@pytest.mark.clause("pk.terrain.effects")
@pytest.mark.parametrize("kind", [kind for kind, of in KINDS.items() if not of.line])
def test_an_area_covers_from_everywhere(kind):
    found = facing(ground=[HERE.format(kind)])
    assert cover(found) == cover(found, None) == KINDS[kind].cover


@pytest.mark.clause("pk.terrain.in-cover")
def test_the_centre_decides_whether_a_formation_is_in_an_area():
    assert cover(facing(ground=["village at 39.1,20 size 6,4"])) == "open"
    assert cover(facing(ground=["village at 38.9,20 size 6,4"])) == "medium"


@pytest.mark.case("pk.terrain.in-cover", 1)
def test_covers_never_add():
    found = facing(ground=[HERE.format("light woods"), "wall at 36,18.5 size 6,0.2"])
    assert cover(found) == "light" and dice(shoots(found, 1))[1] == 6


@pytest.mark.clause("pk.terrain.in-cover")
def test_the_best_of_several_covers_counts():
    assert cover(facing(ground=[HERE.format("brush"), HERE.format("town")])) == "heavy"


@pytest.mark.clause("pk.terrain.in-cover")
@pytest.mark.parametrize(("y", "expected"), [(18.5, "light"), (17.9, "light"), (17.8, "open"), (21.5, "open")])
def test_a_wall_covers_if_it_is_near_and_between(y, expected):
    """The edge of A is at 19; the wall is 0.2 inches wide."""
    found = facing(ground=[f"wall at 36,{y} size 6,0.2"])
    assert cover(found) == expected and cover(found, None) == "open"


@pytest.mark.clause("pk.terrain.in-cover")
def test_a_formation_in_the_open_is_in_no_cover():
    found = facing(ground=["wall at 36,18.5 size 6,0.2"])
    assert in_cover(found.state, found["A"], found["I"]) and not in_cover(found.state, found["A"])


# ---- the die


@pytest.mark.case("pk.cover.die", 1)
def test_the_cover_die_grows_with_cover():
    assert [cover_die(one) for one in COVERS] == [4, 6, 8, 10, 12]


@pytest.mark.clause("pk.cover.die")
@pytest.mark.parametrize(("kind", "die"), [
    ("sand", 4), ("brush", 6), ("village", 8), ("heavy woods", 10), ("city", 12),
])  # fmt: skip
@pytest.mark.parametrize("theirs", ["3 infantry", "3 AFV 75"])
def test_every_target_rolls_the_die_of_its_terrain(kind, die, theirs):
    assert dice(shoots(facing(theirs=theirs, ground=[HERE.format(kind)]), 1))[1] == die


@pytest.mark.case("pk.cover.shift-steps", 1)
def test_shifts_stop_at_both_ends_of_the_ladder():
    assert (cover_die("light", 2), cover_die("heavy", 3), cover_die("open", -1)) == (10, 12, 4)
    assert shifted(6, 1) == 8


@pytest.mark.case("pk.cover.entrenched", 1)
def test_entrenchments_do_not_change_the_cover_die():
    after = shoots(facing(theirs="3 infantry; entrenched"), 1)
    assert dice(after)[1] == 4 and terms(after) == {"entrenched": -2}


# ---- variants


@pytest.mark.case("pk.fire.heavy-shift-variant", 1)
@pytest.mark.parametrize(("options", "die"), [(["heavy-gun-shift"], 6), ([], 8)])
def test_heavy_guns_shift_the_cover_die_if_players_say_so(options, die):
    found = facing("3 AFV 122", ground=[HERE.format("village")], options=options)
    assert dice(shoots(found, 1)) == (12, die)


@pytest.mark.clause("pk.fire.heavy-shift-variant")
@pytest.mark.parametrize(("mine", "die"), [("3 AT 106", 6), ("3 AT 105", 8), ("3 artillery 122", 8)])
def test_only_heavy_guns_of_afv_and_at_shift(mine, die):
    found = facing(mine, ground=[HERE.format("village")], options=["heavy-gun-shift"])
    assert dice(shoots(found, 1))[1] == die


@pytest.mark.case("pk.fire.heavy-shift", 1)
def test_by_the_standard_rules_a_heavy_gun_shifts_nothing():
    assert dice(shoots(facing("3 AFV 122", ground=[HERE.format("village")]), 1)) == (12, 8)


@pytest.mark.case("pk.cover.armour-class", 1)
@pytest.mark.parametrize(("options", "die"), [(["armour-class-cover"], 10), ([], 6)])
def test_armour_is_cover_if_players_say_so(options, die):
    found = facing("3 AT 75", "3 AFV 88; heavy", ground=[HERE.format("brush")], options=options)
    assert dice(shoots(found, 1))[1] == die


@pytest.mark.clause("pk.cover.armour-class")
@pytest.mark.parametrize(("theirs", "die"), [
    ("3 AFV 37; light", 6), ("3 AFV 75; medium", 8), ("3 AFV 88; super heavy", 12), ("3 AFV 20; wheeled", 6),
])  # fmt: skip
def test_the_weight_of_tanks_is_a_class_of_cover(theirs, die):
    assert dice(shoots(facing("3 AT 75", theirs, options=["armour-class-cover"]), 1))[1] == die


@pytest.mark.clause("pk.cover.armour-class")
def test_armour_gives_no_cover_from_small_arms_and_never_less_than_the_terrain():
    assert dice(shoots(facing("3 infantry", "3 AFV 88; heavy", options=["armour-class-cover"]), 1))[1] == 4
    city = facing("3 AT 75", "3 AFV 37; light", ground=[HERE.format("city")], options=["armour-class-cover"])
    assert dice(shoots(city, 1))[1] == 12


# ---- the log


@pytest.mark.clause("pk.cover.die", "pk.terrain.effects", "pk.cover.shift-steps", "pk.cover.armour-class")
@pytest.mark.clause("pk.fire.heavy-shift-variant", "pk.fire.infantry-die", "pk.fire.afv-die")
@pytest.mark.parametrize(("mine", "theirs", "ground", "clauses"), [
    ("3 infantry", "3 infantry", "sand", ("pk.fire.infantry-die", "pk.cover.die")),
    ("3 AT 75", "3 infantry", "brush", ("pk.fire.afv-die", "pk.terrain.effects")),
    ("3 AT 122", "3 infantry", "brush", ("pk.fire.afv-die", "pk.fire.heavy-shift-variant")),
    ("3 AT 122", "3 infantry", "sand", ("pk.fire.afv-die", "pk.cover.shift-steps")),
    ("3 AT 75", "3 AFV 75; heavy", "brush", ("pk.fire.afv-die", "pk.cover.armour-class")),
    ("3 AT 75", "3 AFV 37; light", "brush", ("pk.fire.afv-die", "pk.terrain.effects")),
])  # fmt: skip
def test_each_die_cites_the_clause_that_says_most_about_it(mine, theirs, ground, clauses):
    options = ["heavy-gun-shift", "armour-class-cover"]
    after = shoots(facing(mine, theirs, ground=[HERE.format(ground)], options=options), 1)
    assert tuple(entry.clause for entry in after.entries if entry.event in after.rolls) == clauses


# ---- the effect


@pytest.mark.case("pk.cover.effect", 1)
def test_equal_dice_have_no_effect():
    after = shoots(facing(), 4, 4)
    assert markers(after) == 0 and "no effect on A [pk.cover.effect]" in after.told


@pytest.mark.case("pk.cover.effect", 2)
@pytest.mark.parametrize(("fire", "expected"), [(2, 2), (3, 3)])
def test_double_and_triple_of_a_one(fire, expected):
    assert markers(shoots(facing(), fire, 1)) == expected


@pytest.mark.case("pk.cover.effect", 3)
def test_three_markers_are_the_most():
    assert EFFECT.at(14, 3) == 3


@pytest.mark.clause("pk.cover.effect")
@pytest.mark.parametrize(("fire", "against", "expected"), [(3, 2, 1), (4, 2, 2), (5, 2, 2), (6, 2, 3), (10, 1, 3)])
def test_each_multiple_is_a_marker(fire, against, expected):
    assert markers(shoots(facing(), fire, against)) == expected


def test_fire_below_nothing_never_hurts():
    found = facing("3 AFV 20; Recruit, inferior, moved", "3 infantry; moved, entrenched", inches=15)
    assert found.odds(Fire("I", "A")).chance("good") == 0
