"""Anti-aircraft fire, bombs and missiles."""

import pytest
from msgspec.structs import replace
from pk_air import ME, adm, flies, plane, sky, under_fire
from pk_day import FRENCH, GERMAN, asks, does, labels, run, sums, table, unit

from sandtable.board.place import Place
from sandtable.rules.panzer_korps.bombing import shoot_flak
from sandtable.rules.panzer_korps.commands import FireFlak, HoldFlak, LaunchMissile
from sandtable.rules.panzer_korps.steps import AirMissions, AirWar, Arrivals, Bombing, Flak
from sandtable.rules.panzer_korps.words import Did, Mark, Tally
from sandtable.scripted import offers, why_not

FLAK = "pk.air.anti-aircraft"
HERE = "German I at 36,5: 3 infantry"


def disorder(after, name):
    return unit(after, name).tallies[Tally.DISORDER]


# ---- anti-aircraft fire


def raid(guns, *more, bomber=None, at="36,30"):
    """A German strike at the French A; French guns stand so far from it."""
    units = HERE, f"French A at {at}: 3 infantry", guns, *more
    return flies(sky(bomber or plane("light bomber", speed="slow"), "", *units), ME, "A")


def guns(far=18, what="3 anti-aircraft 40", words=""):
    """So many inches from A."""
    return f"French Flak at {36 + far + 2},30: {what}{words}"


@pytest.mark.case("pk.air.anti-aircraft", 1)
def test_regular_guns_of_40_mm_hit_slow_bombers():
    after = run(raid(guns()), Flak(FRENCH), dice=[5, 3], picks=[FireFlak("Flak", ME)])
    assert after.rolls[0].reading.sides == 6 and sums(after)[0] == 6 and adm(after.state, ME) == 2
    assert Did.UNDER_AA in unit(after, ME).spent


@pytest.mark.clause("pk.air.anti-aircraft")
@pytest.mark.parametrize(("far", "in_range"), [(18, True), (18.1, False)])
def test_the_target_of_the_strike_must_be_within_long_range(far, in_range):
    state = raid(guns(far))
    assert bool(run(state, Flak(FRENCH), picks=[HoldFlak(FRENCH)] if in_range else []).asked) == in_range


@pytest.mark.clause("pk.air.anti-aircraft")
def test_each_formation_fires_once_and_its_owner_may_hold_fire():
    state = raid(guns(), "French Flak2 at 30,36: 3 anti-aircraft 88")
    question = asks(state, Flak(FRENCH))
    assert offers(question) == [FireFlak("Flak", ME), FireFlak("Flak2", ME), HoldFlak(FRENCH)]
    again = asks(state, Flak(FRENCH), dice=[1, 6], picks=[FireFlak("Flak", ME)])
    assert offers(again) == [FireFlak("Flak2", ME), HoldFlak(FRENCH)]
    assert why_not(again, FireFlak("Flak", ME)) == FLAK


@pytest.mark.clause("pk.air.anti-aircraft")
@pytest.mark.parametrize("words", ["; column", "; disorder 6", "; Panicked"])
def test_guns_in_column_or_broken_do_not_fire(words):
    assert not run(raid(guns(words=words)), Flak(FRENCH)).asked


@pytest.mark.clause("pk.air.anti-aircraft")
def test_an_attached_company_fires_with_its_own_calibre():
    state = raid("French Flak at 40,34: 3 infantry, anti-aircraft 88")
    after = does(state, shoot_flak, state.units["Flak"], state.units[ME], dice=[9, 6])
    assert after.rolls[0].reading.sides == 10 and labels(after) == ["good crews"]
    assert not run(raid("French Flak at 40,34: 3 infantry"), Flak(FRENCH)).asked


@pytest.mark.clause("pk.air.anti-aircraft")
def test_suppressed_guns_use_the_suppressed_die():
    state = raid(guns(words="; disorder 3"))
    assert does(state, shoot_flak, state.units["Flak"], state.units[ME], dice=[1, 6]).rolls[0].reading.sides == 4
    machine_guns = raid(guns(5, "3 anti-aircraft 20", "; disorder 3"))
    assert not run(machine_guns, Flak(FRENCH)).asked


@pytest.mark.clause("pk.air.anti-aircraft")
def test_who_fires_at_aircraft_may_still_fire_in_the_fire_phase():
    after = run(raid(guns()), Flak(FRENCH), dice=[1, 6], picks=[FireFlak("Flak", ME)])
    assert Did.FIRED not in unit(after, "Flak").spent


# ---- bombing runs


def bombs(bomber, *dice, target="French A at 36,30 facing S: 3 infantry", ground=(), fired_at=False, more=()):
    state = flies(sky(bomber, "", HERE, target, *more, ground=ground, year=1941), ME, "A")
    return run(under_fire(state, ME) if fired_at else state, Bombing(), dice=dice)


@pytest.mark.case("pk.air.bombing", 1)
def test_dive_bombers_hit_infantry_in_light_cover():
    after = bombs("dive bomber", 6, 2, ground=["light woods at 36,30 size 6,6"])
    assert [roll.reading.sides for roll in after.rolls] == [8, 6] and disorder(after, "A") == 3


@pytest.mark.clause("pk.air.bombing")
@pytest.mark.parametrize("role", ["dive bomber", "fighter-bomber", "light bomber"])
def test_small_bombers_hit_only_the_formation_they_aim_at(role):
    after = bombs(role, 8, 1, more=["French B at 38,30: 3 infantry"])
    assert (disorder(after, "A"), disorder(after, "B")) == (3, 0)


@pytest.mark.clause("pk.air.bombing")
@pytest.mark.parametrize("role", ["medium bomber", "heavy bomber", "super heavy bomber"])
def test_level_bombers_scatter_and_hit_everybody_near(role):
    more = ["French B at 38,30: 3 infantry", "German II at 33.5,30: 3 infantry", "French C at 41,30: 3 infantry"]
    after = bombs(role, 1, 8, 1, 8, 1, 8, 1, more=more)
    assert [disorder(after, name) for name in ("A", "B", "II", "C")] == [3, 3, 3, 0]


@pytest.mark.clause("pk.air.bombing")
@pytest.mark.parametrize(("die", "hit"), [(3, "B"), (4, "C"), (5, "D"), (6, "E")])
def test_right_and_left_are_as_seen_from_the_owners_edge(die, hit):
    at = {"B": "42,30", "C": "30,30", "D": "36,24", "E": "36,36"}
    more = [f"French {name} at {place}: 3 infantry" for name, place in at.items()]
    after = bombs("heavy bomber", die, 6, 8, 1, more=more)
    assert [name for name in ("A", *at) if disorder(after, name)] == [hit]


@pytest.mark.clause("pk.air.bombing", "pk.air.fire-modifiers")
def test_only_the_nation_counts_against_the_ground():
    after = bombs(plane("light bomber", nation="Russia", grade="superior", front_line=False), 6, 4)
    assert labels(after) == ["Russia 1939-42"] and disorder(after, "A") == 1


@pytest.mark.case("pk.air.bomber-shift", 1)
@pytest.mark.parametrize(("role", "sides", "dice"), [("medium bomber", 10, [1, 1, 1]), ("dive bomber", 6, [1, 1])])
def test_afv_roll_a_bigger_cover_die_against_some_bombers(role, sides, dice):
    tanks = "French A at 36,30: 3 AFV 75"
    after = bombs(role, *dice, target=tanks, ground=["light woods at 36,30 size 6,6"])
    assert after.rolls[-1].reading.sides == sides


@pytest.mark.clause("pk.air.bomber-shift")
@pytest.mark.parametrize(
    ("role", "sides", "dice"),
    [("light bomber", 10, [1, 1]), ("fighter-bomber", 10, [1, 1]), ("medium bomber", 8, [1, 1, 1]),
     ("heavy bomber", 6, [1, 1, 1]), ("super heavy bomber", 4, [1, 1, 1])],
)  # fmt: skip
def test_the_shift_is_by_the_kind_of_bomber_and_for_afv_alone(role, sides, dice):
    assert bombs(role, *dice, target="French A at 36,30: 3 AFV 75").rolls[-1].reading.sides == sides
    assert bombs(role, *dice).rolls[-1].reading.sides == 4


@pytest.mark.clause("pk.air.sequence")
def test_a_strike_that_guns_fired_at_tests_morale_first_and_may_go_home():
    after = bombs("light bomber", 1, fired_at=True)
    assert [roll.throw.kind for roll in after.rolls] == ["air morale"] and disorder(after, "A") == 0
    assert [roll.throw.kind for roll in bombs("light bomber", 10, 8, 1, fired_at=True).rolls][:2] == [
        "air morale",
        "bombs",
    ]


@pytest.mark.clause("pk.air.sequence")
def test_a_strike_that_has_gone_home_does_not_bomb_and_all_go_home_at_the_end():
    state = flies(sky("light bomber", ""), ME, "A")
    home = state.put(replace(state.units[ME], marks=state.units[ME].marks | {Mark.ABORTED}))
    after = run(home, Bombing())
    squadron = unit(after, ME)
    assert not after.rolls and squadron.marks == {Mark.FLOWN} and not squadron.links


@pytest.mark.clause("pk.setup.choices")
def test_all_bombs_fall_on_the_table_as_it_was_and_the_markers_come_together():
    state = sky(["light bomber", "light bomber"], "", HERE, "French A at 36,30: 3 infantry; disorder 6")
    after = run(flies(flies(state, ME, "A"), f"{ME} 2", "A"), Bombing(), dice=[8, 1, 8, 1])
    assert Mark.LOST in unit(after, "A").marks and len(after.rolls) == 4
    assert "takes 6 Disorder markers" in str(after)


# ---- missiles


def rockets(*units, number=1):
    return table(
        *(units or (HERE, "French A at 36,30: 3 AFV 75")),
        missiles={"German": number},
        ground=["light woods at 36,30 size 6,6"],
    )


LAUNCH = LaunchMissile("German", Place(36, 30, 0))


@pytest.mark.case("pk.air.missile", 1)
def test_a_missile_has_a_d12_against_a_smaller_cover_die():
    after = run(rockets(), AirMissions(GERMAN), AirWar(), dice=[1, 1, 12, 4], picks=[LAUNCH])
    assert [roll.reading.sides for roll in after.rolls] == [6, 6, 12, 4] and disorder(after, "A") == 3


@pytest.mark.clause("pk.air.missile")
def test_a_missile_scatters_twice_and_hits_friend_and_foe():
    state = rockets(HERE, "French A at 36,30: 3 infantry", "German II at 44,34: 3 infantry")
    after = run(state, AirMissions(GERMAN), AirWar(), dice=[3, 6, 6, 2, 12, 1], picks=[LAUNCH])
    assert (disorder(after, "A"), disorder(after, "II")) == (0, 3)


@pytest.mark.clause("pk.air.missile")
def test_one_missile_in_a_day_segment():
    fired = run(rockets(number=2), AirMissions(GERMAN), AirWar(), dice=[3, 6, 3, 6], picks=[LAUNCH]).state
    assert fired.units["German"].tallies[Tally.MISSILES] == 1
    assert why_not(asks(fired, AirMissions(GERMAN)), LAUNCH) == "pk.air.missile"
    assert why_not(asks(run(fired, Arrivals()).state, AirMissions(GERMAN)), LAUNCH) == ""


@pytest.mark.clause("pk.air.missile")
def test_a_missile_is_aimed_at_any_point_of_the_table():
    question = asks(rockets(), AirMissions(GERMAN))
    assert why_not(question, replace(LAUNCH, to=Place(1, 47, 0))) == ""
    assert why_not(question, replace(LAUNCH, to=Place(73, 5, 0))) == "pk.air.missile"
    assert why_not(asks(table(missiles={}), AirMissions(GERMAN)), LAUNCH) == "pk.air.missile"
