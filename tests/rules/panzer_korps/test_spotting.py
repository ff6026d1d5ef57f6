"""Spotting: looking for the enemy, losing sight of him, blind fire, surprise."""

import pytest
from pk_fight import FRENCH, GERMAN, asked, facing, may_fire, shoots, table, terms

from sandtable.board.place import Place
from sandtable.kernel.state import NOBODY, Unit
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.commands import BlindFire, Fire, HoldFire, Spot, SpotNearest, SpotNoMore
from sandtable.rules.panzer_korps.field import is_known
from sandtable.rules.panzer_korps.sequence import tactical_turn
from sandtable.rules.panzer_korps.spotting import lose_sight, spot_contacts
from sandtable.rules.panzer_korps.words import Did, Kind, Mark, Tie
from sandtable.scripted import offers, why_not

LOOK = steps.Spotting(GERMAN)
WOODS = "light woods at 36,20 size 6,4"


def looks(mine, theirs, die, **said):
    """I looks for A; what the die led to."""
    return facing(mine, f"{theirs}{', ' if ';' in theirs else '; '}unspotted", **said).take(LOOK, dice=[die])


def spotted(after, unit="A"):
    return is_known(after.state.units[unit])


def total(after):
    return after.rolls[0].shown[0] + sum(term.value for term in after.rolls[0].adds)


# ---- the roll


@pytest.mark.case("pk.spotting.roll", 1)
def test_a_veteran_battalion_spots_what_moves_in_the_open():
    after = looks("3 infantry; Veteran", "3 infantry; moved", 6)
    assert total(after) == 1 and spotted(after)


@pytest.mark.case("pk.spotting.roll", 2)
def test_tanks_do_not_spot_what_is_dug_in_under_cover():
    after = looks("3 AFV 75", "3 infantry; entrenched", 1, ground=[WOODS])
    assert total(after) == 4 and not spotted(after)


@pytest.mark.case("pk.spotting.modifiers", 1)
def test_recce_that_moved_does_not_spot_this_one():
    after = looks("3 infantry; recce, moved", "3 infantry; has fired", 5, ground=[WOODS])
    assert total(after) == 4 and not spotted(after)


@pytest.mark.clause("pk.spotting.modifiers")
@pytest.mark.parametrize(("mine", "theirs", "said", "expected"), [
    ("3 infantry", "3 infantry", {}, {"in the open": -2}),
    ("3 infantry; moved", "3 infantry; moved", {}, {"target moved": -2, "moved": 1, "in the open": -2}),
    ("3 infantry; Veteran", "3 infantry; has fired", {"ground": [WOODS]},
     {"target fired": -3, "in cover": 1, "Veteran or better": -1}),
    ("3 infantry; Regular", "3 infantry; entrenched", {}, {"entrenched": 2, "in the open": -2}),
    ("3 infantry", "3 infantry", {"ground": ["wall at 36,18.5 size 6,0.2"]}, {"in cover": 1}),
    ("3 infantry", "3 infantry", {"ground": ["wall at 36,21.5 size 6,0.2"]}, {"in the open": -2}),
])  # fmt: skip
def test_what_is_added_to_the_die(mine, theirs, said, expected):
    assert terms(looks(mine, theirs, 6, **said)) == expected


@pytest.mark.case("pk.spotting.recce-row", 1)
def test_recce_has_a_row_of_its_own_whatever_its_type():
    after = looks("3 AFV 37; recce, wheeled", "3 infantry", 5)
    assert total(after) == 3 and spotted(after)
    assert not spotted(looks("3 AFV 37; recce, wheeled", "3 infantry", 6))


@pytest.mark.clause("pk.spotting.roll", "pk.spotting.recce-row")
@pytest.mark.parametrize(("mine", "most"), [
    ("3 infantry", 4), ("3 cavalry", 4), ("3 AFV 75", 2), ("3 AT 50", 4), ("3 artillery 105", 4),
    ("3 infantry; recce", 3),
])  # fmt: skip
def test_each_kind_spots_on_its_number(mine, most):
    """With 1 more for cover."""
    assert spotted(looks(mine, "3 infantry", most - 1, ground=[WOODS]))
    assert not spotted(looks(mine, "3 infantry", most, ground=[WOODS]))


# ---- the step


@pytest.mark.case("pk.spotting.step", 1)
def test_who_has_just_fired_is_easier_to_spot_for_the_second_player():
    found = table(
        "German I at 36,10: 3 infantry; unspotted", "French A at 36,20 facing S: 3 infantry",
        ground=["light woods at 36,10 size 6,4"], agenda=(steps.Fire(GERMAN), steps.Spotting(FRENCH)),
    )  # fmt: skip
    after = found.give(Fire("I", "A"), [1, 4, 6])
    look = after.rolls[2]
    assert look.shown[0] + sum(term.value for term in look.adds) == 4 and is_known(found["I"])


@pytest.mark.clause("pk.spotting.step")
def test_a_formation_with_one_enemy_to_look_for_is_not_asked():
    after = looks("3 infantry", "3 infantry", 6)
    assert not after.asked and Did.SPOTTED in after.state.units["I"].spent


@pytest.mark.clause("pk.spotting.step", "pk.spotting.recce-row")
@pytest.mark.parametrize("mine", ["3 wagons", "3 infantry; column", "3 infantry; Panicked"])
def test_these_do_not_look(mine):
    found = facing(mine, "3 infantry; unspotted")
    assert not found.take(LOOK).rolls


@pytest.mark.clause("pk.spotting.step")
def test_nobody_looks_for_what_he_cannot_see_or_knows():
    assert not facing(theirs="3 infantry; unspotted", inches=20, ground=[WOODS]).take(LOOK).rolls
    assert not facing(theirs="3 infantry; unspotted", inches=8, segment="Night").take(LOOK).rolls
    assert not facing().take(LOOK).rolls


def several():
    return table(
        "German I at 36,10: 3 infantry", "German J at 40,10: 3 infantry; column",
        "French A at 36,20: 3 infantry; unspotted", "French B at 40,18: 3 infantry; unspotted",
        "French C at 30,18: 3 infantry",
    )  # fmt: skip


@pytest.mark.clause("pk.spotting.step", "pk.spotting.recce-row")
def test_with_several_to_look_for_the_owner_chooses():
    question = asked(several(), LOOK)
    assert offers(question) == [SpotNearest(GERMAN), Spot("I", "A"), Spot("I", "B"), SpotNoMore(GERMAN)]
    assert why_not(question, Spot("J", "A")) == "pk.spotting.recce-row"
    assert why_not(question, Spot("I", "C")) == "pk.spotting.step"
    after = several().take(LOOK, dice=[6], picks=[Spot("I", "A")])
    assert spotted(after, "A") and not spotted(after, "B")


@pytest.mark.clause("pk.spotting.step")
def test_all_may_look_for_the_nearest_or_for_nobody():
    assert spotted(several().take(LOOK, dice=[6], picks=[SpotNearest(GERMAN)]), "B")
    assert not several().take(LOOK, picks=[SpotNoMore(GERMAN)]).rolls


@pytest.mark.clause("pk.spotting.step")
def test_a_formation_looks_once():
    found = several()
    found.take(LOOK, dice=[6], picks=[Spot("I", "A")])
    assert not found.take(LOOK).rolls


# ---- spotted at once, and lost


@pytest.mark.clause("pk.spotting.status")
@pytest.mark.parametrize(("inches", "ground", "seen"), [
    (0, ["village at 36,11 size 4,0.5"], True), (2, [], True), (2.1, [], False),
    (2, ["village at 36,12 size 4,1"], False),
])  # fmt: skip
def test_contact_or_two_inches_in_sight_spot_at_once(inches, ground, seen):
    found = facing("3 infantry; unspotted", "3 infantry; unspotted", inches=inches, ground=ground)
    after = found.act(spot_contacts)
    assert [spotted(after, unit) for unit in ("I", "A")] == [seen, seen]


@pytest.mark.case("pk.spotting.status", 1)
def test_whoever_is_out_of_all_sight_when_a_turn_begins_is_unspotted():
    found = facing(inches=20, ground=["rolling hill at 36,20 size 6,4 level 1"])
    after = found.act(lose_sight)
    assert not spotted(after) and Mark.WAS_SPOTTED in after.state.units["A"].marks
    assert spotted(facing(inches=20).act(lose_sight))


@pytest.mark.clause("pk.spotting.status")
def test_a_turn_begins_with_losing_sight():
    found = facing(inches=20, ground=["rolling hill at 36,20 size 6,4 level 1"])
    after = found.act(tactical_turn, steps.TacticalTurn(2, 4))
    assert "A is lost from sight [pk.spotting.status]" in after.told


# ---- blind fire


def smoky(mine="3 AFV 75", theirs="3 infantry", **said):
    found = facing(mine, theirs, inches=20, **said)
    found.state = found.state.put(Unit("Smoke 1", Kind.SMOKE, NOBODY, Place(36, 20)))
    return found


@pytest.mark.case("pk.spotting.blind-fire", 1)
def test_tanks_fire_blind_through_smoke_and_infantry_does_not():
    after = shoots(smoky("3 AFV 75; Reservist"), 5, order=BlindFire("I", "A"))
    assert terms(after) == {"blind fire": -1, "short range": 1}
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20: 3 infantry", "French B at 28,16: 3 infantry",
    )  # fmt: skip
    found.state = found.state.put(Unit("Smoke 1", Kind.SMOKE, NOBODY, Place(36, 15)))
    assert may_fire(found, blind=True) == "pk.spotting.blind-fire" and may_fire(found) == "pk.weather.smoke"


@pytest.mark.clause("pk.spotting.blind-fire")
@pytest.mark.parametrize(("theirs", "allowed"), [
    ("3 infantry", True), ("3 infantry; has been spotted", False), ("3 infantry; unspotted", False),
    ("3 infantry; unspotted, was spotted", True), ("3 infantry; unspotted, was spotted, moved", False),
])  # fmt: skip
def test_the_target_must_have_been_known_when_the_turn_began(theirs, allowed):
    found = smoky(theirs=theirs)
    if allowed:
        assert offers(asked(found, steps.Fire(GERMAN))) == [BlindFire("I", "A"), HoldFire(GERMAN)]
    else:
        assert not found.take(steps.Fire(GERMAN)).asked


@pytest.mark.clause("pk.spotting.blind-fire")
def test_it_may_fire_blind_at_an_unspotted_enemy_that_fired_at_it():
    found = table(
        "German I at 36,10: 3 AFV 75", "French A at 36,20 facing S: 3 AT 50; unspotted"
    )  # fmt: skip
    found.take(steps.Fire(FRENCH), dice=[1, 4], picks=[Fire("A", "I")])
    assert offers(asked(found, steps.Fire(GERMAN))) == [BlindFire("I", "A"), HoldFire(GERMAN)]


@pytest.mark.clause("pk.spotting.blind-fire")
def test_fire_of_an_earlier_turn_does_not_give_it_away():
    found = table("German I at 36,10: 3 AFV 75", "French A at 36,20 facing S: 3 AT 50; unspotted, fired at I")
    assert not found.take(steps.Fire(GERMAN)).asked


@pytest.mark.clause("pk.spotting.blind-fire")
def test_blind_fire_needs_range_and_no_ground_in_between():
    assert not smoky(ground=["village at 36,26 size 4,2"]).take(steps.Fire(GERMAN)).asked
    assert not smoky("3 AFV 37").take(steps.Fire(GERMAN)).asked


@pytest.mark.clause("pk.spotting.blind-fire", "pk.weather.visibility")
def test_blind_fire_reaches_beyond_the_fog():
    found = facing("3 AFV 75", inches=20, weather=["fog"])
    assert offers(asked(found, steps.Fire(GERMAN))) == [BlindFire("I", "A"), HoldFire(GERMAN)]


# ---- surprise


@pytest.mark.case("pk.spotting.surprise", 1)
def test_fire_of_an_unspotted_enemy_surprises():
    found = table(
        "German I at 36,10: 3 AT 75; unspotted", "German J at 30,10: 3 infantry",
        "French A at 36,22 facing S: 3 AFV 75; Reservist", agenda=(steps.Fire(GERMAN), steps.Fire(FRENCH)),
    )  # fmt: skip
    after = found.take(
        steps.Fire(GERMAN), steps.Fire(FRENCH), dice=[1, 4, 5, 1],
        picks=[Fire("I", "A"), HoldFire(GERMAN), Fire("A", "J")],
    )  # fmt: skip
    assert "A is surprised [pk.spotting.surprise]" in after.told
    assert terms(after, 2) == {"surprised": -1, "short range": 1}


@pytest.mark.clause("pk.spotting.surprise")
def test_fire_of_a_known_enemy_surprises_nobody():
    found = facing()
    shoots(found, 1)
    assert Did.SURPRISED not in found["A"].spent and found["I"].is_linked(Tie.FIRED_AT, "A")
