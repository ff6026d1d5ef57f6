"""Missions, pairing, dogfights, interception, air morale."""

import pytest
from pk_air import ME, SPIT, adm, flies, hurt, plane, sky, under_fire
from pk_day import FRENCH, GERMAN, asks, does, labels, run, step, sums, unit

from sandtable.kernel.view import UNREAD, open_table
from sandtable.mechanics.papers import paper
from sandtable.rules.panzer_korps import RULES
from sandtable.rules.panzer_korps.air import find_superiority, has_air, recover_squadrons
from sandtable.rules.panzer_korps.commands import (
    BreakOff,
    FightOn,
    FlyPatrol,
    FlyStrike,
    Intercept,
    InterceptNobody,
    NoMoreMissions,
    PairPatrols,
)
from sandtable.rules.panzer_korps.dogfights import air_morale, damage, damage_by_fire, shoot, throw_initiative
from sandtable.rules.panzer_korps.segments import has_superiority
from sandtable.rules.panzer_korps.steps import (
    AirMissions,
    AirWar,
    Arrivals,
    Bombing,
    BreakingOff,
    Dogfight,
    Flak,
    Interception,
    TacticalTurn,
)
from sandtable.rules.panzer_korps.words import Mark
from sandtable.scripted import offers, why_not

MISSIONS = AirMissions(GERMAN), AirMissions(FRENCH)
SEQUENCE = "pk.air.sequence"


# ---- missions


@pytest.mark.clause("pk.air.sequence", "pk.air.squadron")
@pytest.mark.parametrize(
    ("role", "patrols", "strikes"),
    [
        ("fighter", True, False),
        ("fighter-bomber", True, True),
        ("dive bomber", False, True),
        ("heavy bomber", False, True),
    ],
)
def test_fighters_patrol_and_bombers_strike(role, patrols, strikes):
    question = asks(sky(role), AirMissions(GERMAN))
    assert (not why_not(question, FlyPatrol(ME)), not why_not(question, FlyStrike(ME, "A"))) == (patrols, strikes)


@pytest.mark.clause("pk.air.sequence", "pk.spotting.needed")
def test_a_strike_is_aimed_at_a_spotted_enemy_formation():
    unseen = sky("light bomber", "", "German I at 36,5: 3 infantry", "French A at 36,30: 3 infantry; unspotted")
    question = asks(unseen, AirMissions(GERMAN))
    assert why_not(question, FlyStrike(ME, "A")) == "pk.spotting.needed"
    assert FlyStrike(ME, "I") not in [option.command for option in question.options]


@pytest.mark.case("pk.air.sequence", 1)
def test_a_squadron_flies_once_in_a_day_segment():
    state = run(flies(sky("light bomber", ""), ME, "A"), Bombing(), dice=[1, 4]).state
    assert Mark.FLOWN in state.units[ME].marks
    assert why_not(asks(state, AirMissions(GERMAN)), FlyStrike(ME, "A")) == SEQUENCE
    rested = does(state, recover_squadrons).state
    assert why_not(asks(rested, AirMissions(GERMAN)), FlyStrike(ME, "A")) == ""


@pytest.mark.clause("pk.air.sequence")
def test_missions_are_written_in_secret_and_then_revealed():
    question = asks(sky(), *MISSIONS, picks=[FlyPatrol(ME)], kind="")
    assert question.side == FRENCH and open_table(question.state, FRENCH).piles[paper(GERMAN)].cards == (UNREAD,)
    assert not question.state.units[ME].marks & {Mark.PATROL}
    after = step(step(sky(), AirMissions(GERMAN), picks=[FlyPatrol(ME)]).state, AirWar())
    assert Mark.PATROL in unit(after, ME).marks


@pytest.mark.clause("pk.air.sequence")
def test_a_squadron_has_one_mission():
    question = asks(sky("fighter-bomber"), AirMissions(GERMAN), picks=[FlyPatrol(ME)])
    assert why_not(question, FlyStrike(ME, "A")) == SEQUENCE and offers(question) == [NoMoreMissions(GERMAN)]


@pytest.mark.clause("pk.air.squadron")
@pytest.mark.parametrize(
    ("segment", "day", "clause"), [("Morning", 1, "pk.air.squadron"), ("Midday", 1, ""), ("Morning", 2, "")]
)
def test_a_squadron_may_be_available_later(segment, day, clause):
    state = sky(plane(available_from="Midday"), segment=segment, day=day)
    assert why_not(asks(state, AirMissions(GERMAN)), FlyPatrol(ME)) == clause


@pytest.mark.clause("pk.air.sequence", "pk.turn.tactical-sequence")
def test_the_phase_is_left_out_if_nobody_can_fly():
    def phases(state):
        return [type(one) for one in step(state, TacticalTurn(1, 1)).state.agenda]

    assert AirWar not in phases(sky("", ""))
    assert phases(sky("fighter", "")).count(AirMissions) == 1 and AirWar in phases(sky("fighter", ""))
    assert has_air(sky(), GERMAN) and not has_air(sky("", ""), GERMAN)


# ---- who meets whom


def patrols(german, french):
    state = sky(["fighter"] * german, ["fighter"] * french)
    for name in state.scenario.entries.squadrons:
        state = flies(state, name)
    return state


@pytest.mark.clause("pk.air.sequence")
def test_the_initiative_player_pairs_patrols_as_far_as_they_go():
    question = asks(patrols(2, 1), AirWar())
    assert question.side == GERMAN and offers(question) == [PairPatrols(ME, SPIT), PairPatrols(f"{ME} 2", SPIT)]
    after = step(patrols(2, 1), AirWar(), picks=[PairPatrols(f"{ME} 2", SPIT)])
    assert after.state.agenda[0] == Dogfight(f"{ME} 2", SPIT, 1)


@pytest.mark.clause("pk.air.sequence")
def test_a_patrol_left_over_may_intercept_a_strike_but_one_that_fought_may_not():
    state = flies(flies(sky(["fighter", "fighter"], ["fighter", "light bomber"]), ME), f"{ME} 2")
    state = flies(flies(state, SPIT), f"{SPIT} 2", "I")
    paired = step(state, AirWar(), picks=[PairPatrols(ME, SPIT)]).state
    question = asks(paired, Interception(GERMAN))
    assert offers(question) == [Intercept(f"{ME} 2", f"{SPIT} 2"), InterceptNobody(GERMAN)]
    after = step(paired, Interception(GERMAN), picks=[Intercept(f"{ME} 2", f"{SPIT} 2")])
    assert after.state.agenda == (Dogfight(f"{ME} 2", f"{SPIT} 2", 1), Interception(GERMAN))


@pytest.mark.clause("pk.air.sequence")
def test_the_whole_phase_comes_in_the_order_of_the_book():
    state = step(sky(), AirMissions(GERMAN), picks=[FlyPatrol(ME)]).state
    kinds = [type(one) for one in step(state, AirWar()).state.agenda]
    assert kinds == [Interception, Interception, Flak, Flak, Bombing]


# ---- initiative of pilots


def skill(nation, year, die, other="Switzerland", arm=""):
    state = sky(plane(nation=nation, arm=arm), plane(nation=other), year=year)
    after = does(state, throw_initiative, state.units[ME], state.units[SPIT], dice=[die, 1 if die != 1 else 2])
    return sums(after)[0] - die


@pytest.mark.case("pk.air.pilot-initiative", 1)
def test_britains_skill_starts_in_1941():
    state = sky(plane(nation="Germany"), plane(nation="Britain"), year=1940)
    after = does(state, throw_initiative, state.units[ME], state.units[SPIT], dice=[3, 4])
    assert sums(after) == [4, 4] and "both throw again" in str(after)


@pytest.mark.clause("pk.air.pilot-initiative")
@pytest.mark.parametrize(
    ("nation", "year", "arm", "figure"),
    [("Japan", 1939, "army", 1), ("Japan", 1942, "army", 0), ("Japan", 1942, "navy", 1), ("Japan", 1944, "navy", -1),
     ("Japan", 1945, "", -2), ("Germany", 1938, "", 1), ("Germany", 1941, "", 0), ("Germany", 1945, "", -1),
     ("Italy", 1940, "", 1), ("Russia", 1941, "", -1), ("USA", 1942, "", -1), ("USA", 1945, "", 1),
     ("Poland", 1939, "", -1),
     ("China", 1937, "", -2), ("AVG", 1942, "", 2), ("Finland", 1940, "", 1), ("Britain", 1941, "", 1),
     ("Commonwealth", 1943, "", 1), ("France", 1940, "", 0)],
)  # fmt: skip
def test_nations_have_their_skill_in_some_years(nation, year, arm, figure):
    assert skill(nation, year, 3, arm=arm) == figure


@pytest.mark.clause("pk.air.pilot-initiative", "pk.air.dogfight")
def test_the_winner_fires_first_and_the_loser_if_he_is_not_destroyed():
    state = hurt(flies(flies(sky(), ME), SPIT), SPIT, 7)
    after = step(state, Dogfight(ME, SPIT, 1), dice=[6, 1, 8, 2])
    assert Mark.LOST in unit(after, SPIT).marks and [roll.throw.unit for roll in after.rolls] == [ME, SPIT, ME, SPIT]
    lost = step(state, Dogfight(ME, SPIT, 1), dice=[1, 6, 1, 1, 1, 8])
    assert [roll.throw.unit for roll in lost.rolls][2:] == [SPIT, ME, ME, SPIT]


# ---- fire


def shot(own, foe="fighter", *dice, **said):
    state = flies(flies(sky(own, foe, **said), ME), SPIT)
    return does(state, shoot, state.units[ME], state.units[SPIT], dice=dice)


@pytest.mark.case("pk.air.fire-die", 1)
def test_american_fighters_fire_at_medium_bombers():
    after = shot(plane(nation="USA", grade="superior"), "medium bomber", 6, 3, year=1943)
    assert after.rolls[0].reading.sides == 8 and sums(after)[0] == 5 and adm(after.state, SPIT) == 1


@pytest.mark.case("pk.air.fire-modifiers", 1)
def test_italian_reservists_fire_at_heavy_bombers():
    after = shot(plane(nation="Italy", quality="Reservist", grade="inferior"), "heavy bomber", 8, 8, year=1941)
    assert sums(after)[0] == 4 and labels(after) == ["Italy 1940-1942", "inferior", "against heavy bombers"]


@pytest.mark.clause("pk.air.fire-die")
@pytest.mark.parametrize(
    ("quality", "sides"),
    [
        ("Hardened", 12),
        ("Elite", 10),
        ("Veteran", 10),
        ("Regular", 8),
        ("Reservist", 8),
        ("Recruit", 6),
        ("Militia", 6),
    ],
)
def test_the_die_is_by_the_quality_of_the_pilots(quality, sides):
    assert shot(plane(quality=quality), "fighter", 1, 1).rolls[0].reading.sides == sides


@pytest.mark.clause("pk.air.fire-modifiers")
@pytest.mark.parametrize(
    ("own", "foe", "year", "figure"),
    [(plane(nation="Japan"), "fighter", 1942, -1), (plane(nation="Russia"), "fighter", 1943, 0),
     (plane(nation="China"), "fighter", 1943, -2), (plane(front_line=False), "fighter", 1943, -1),
     (plane("light bomber", front_line=False), "fighter", 1943, 0), (plane(), "dive bomber", 1943, -1),
     (plane(), "light bomber", 1943, -1), (plane(), "super heavy bomber", 1943, -3),
     (plane(), "fighter-bomber", 1943, 0),
     (plane(), plane(speed="jet"), 1945, -5), (plane(), plane("heavy bomber", speed="jet"), 1945, -7)],
)  # fmt: skip
def test_nation_class_and_target_add_up(own, foe, year, figure):
    assert sums(shot(own, foe, 6, 6, year=year))[0] == 6 + figure


@pytest.mark.case("pk.air.damage", 1)
def test_triple_the_target_die_is_three_markers():
    state = sky("fighter", plane("light bomber", speed="slow"))
    assert adm(does(state, damage_by_fire, state.units[SPIT], 6, dice=[2]).state, SPIT) == 3


@pytest.mark.clause("pk.air.damage")
@pytest.mark.parametrize(
    ("score", "die", "markers"), [(4, 4, 0), (3, 4, 0), (5, 4, 1), (8, 4, 2), (11, 4, 2), (12, 4, 3), (20, 4, 3)]
)
def test_only_the_best_row_counts(score, die, markers):
    state = sky()
    assert adm(does(state, damage_by_fire, state.units[SPIT], score, dice=[die]).state, SPIT) == markers


@pytest.mark.clause("pk.air.damage")
@pytest.mark.parametrize(("speed", "sides"), [("slow", 6), ("normal", 8), ("fast", 10), ("jet", 12)])
def test_the_target_die_is_by_speed(speed, sides):
    state = sky("fighter", plane(speed=speed))
    assert does(state, damage_by_fire, state.units[SPIT], 1, dice=[1]).rolls[0].reading.sides == sides


@pytest.mark.case("pk.air.destroyed", 1)
def test_a_squadron_with_eight_markers_is_destroyed():
    after = does(hurt(sky(), ME, 5), damage, ME, 3)
    assert adm(after.state, ME) == 8 and Mark.LOST in unit(after, ME).marks
    assert Mark.LOST not in unit(does(hurt(sky(), ME, 4), damage, ME, 3), ME).marks


@pytest.mark.clause("pk.air.destroyed")
@pytest.mark.parametrize(
    ("markers", "after", "clause"), [(1, 0, ""), (5, 3, ""), (6, 4, "pk.air.destroyed"), (7, 5, "pk.air.destroyed")]
)
def test_two_markers_come_off_in_a_day_segment_and_with_four_a_squadron_cannot_fly(markers, after, clause):
    state = run(hurt(sky(), ME, markers), Arrivals()).state
    assert adm(state, ME) == after
    assert why_not(asks(state, AirMissions(GERMAN)), FlyPatrol(ME)) == clause


# ---- dogfights


def round_of(number, *dice, german=0, **said):
    return step(hurt(flies(flies(sky(**said), ME), SPIT), ME, german), Dogfight(ME, SPIT, number), dice=dice)


@pytest.mark.clause("pk.air.dogfight")
def test_a_round_is_initiative_fire_and_morale_of_those_that_were_hit():
    after = round_of(1, 6, 1, 8, 4, 1, 1, 10)
    assert [roll.throw.kind for roll in after.rolls] == [
        "pilot skill",
        "pilot skill",
        "air fire",
        "air target",
        "air fire",
        "air target",
        "air morale",
    ]
    assert after.rolls[-1].throw.unit == SPIT
    assert not [roll for roll in round_of(1, 6, 1, 1, 1, 1, 1).rolls if roll.throw.kind == "air morale"]


@pytest.mark.case("pk.air.dogfight", 1)
def test_after_three_rounds_the_dogfight_is_over():
    assert len(round_of(2, 6, 1, 1, 1, 1, 1).state.agenda) == 3
    after = round_of(3, 6, 1, 1, 1, 1, 1)
    assert not after.state.agenda and Mark.ABORTED not in unit(after, SPIT).marks


@pytest.mark.clause("pk.air.dogfight")
def test_equal_initiative_is_thrown_again():
    assert round_of(2, 3, 3).state.agenda == (Dogfight(ME, SPIT, 2),)


@pytest.mark.clause("pk.air.dogfight")
def test_after_a_round_both_owners_decide_in_secret_and_who_breaks_off_goes_home():
    at = round_of(1, 6, 1, 1, 1, 1, 1).state
    question = asks(at, *at.agenda, picks=[BreakOff(ME)], kind="")
    assert question.side == FRENCH and offers(question) == [FightOn(SPIT), BreakOff(SPIT)]
    assert open_table(question.state, FRENCH).piles[paper(GERMAN)].cards == (UNREAD,)
    after = run(at, *at.agenda, picks=[BreakOff(ME), FightOn(SPIT)])
    assert Mark.ABORTED in unit(after, ME).marks and Mark.ABORTED not in unit(after, SPIT).marks and not after.rolls


@pytest.mark.clause("pk.air.dogfight")
def test_if_both_fight_on_there_is_another_round():
    at = round_of(1, 6, 1, 1, 1, 1, 1).state
    for pick in (FightOn(ME), FightOn(SPIT)):
        at = step(at, *at.agenda, picks=[pick]).state
    assert at.agenda == (Dogfight(ME, SPIT, 2),)
    assert len(step(at, *at.agenda, dice=[6, 1, 1, 1, 1, 1]).rolls) == 6


@pytest.mark.clause("pk.air.dogfight")
def test_a_squadron_that_aborts_ends_the_dogfight():
    after = round_of(1, 6, 1, 8, 8, 8, 4, 1, german=4)  # the German takes 2, and tests on 1 with 6 markers
    assert not after.state.agenda and Mark.ABORTED in unit(after, ME).marks


# ---- morale


def morale_of(state, *dice, **how):
    after = does(state, air_morale, ME, dice=dice, **how)
    return sums(after)[0], adm(after.state, ME), Mark.ABORTED in unit(after, ME).marks


def friends(quality="Regular", markers=0, **more):
    """The squadron and a friend are in the air."""
    state = sky([plane(quality=quality, **more), "fighter"], "fighter")
    return hurt(flies(flies(state, ME), f"{ME} 2"), ME, markers)


@pytest.mark.case("pk.air.morale", 1)
def test_a_veteran_with_two_markers_in_the_second_round():
    state = friends("Veteran", 2)
    after = does(state, air_morale, ME, 2, dice=[4])
    assert sums(after) == [3] and adm(after.state, ME) == 4


@pytest.mark.case("pk.air.morale-modifiers", 1)
def test_a_lonely_bomber_under_fire_tests_before_its_bombing_run():
    state = under_fire(flies(sky(plane("light bomber", quality="Reservist")), ME, "A"), ME)
    after = does(state, lambda play: air_morale(play, ME, bombing=True), dice=[5])
    assert sums(after) == [3] and adm(after.state, ME) == 2 and Mark.ABORTED not in unit(after, ME).marks
    assert labels(after) == ["Reservist", "anti-aircraft fire", "alone", "bombing under fire"]


@pytest.mark.clause("pk.air.morale")
@pytest.mark.parametrize(
    ("die", "markers", "aborts"),
    [(10, 0, False), (5, 0, False), (4, 1, False), (3, 2, False), (2, 3, False), (1, 4, True)],
)
def test_the_modified_die_says_what_becomes_of_the_squadron(die, markers, aborts):
    assert morale_of(friends(), die) == (die, markers, aborts)


@pytest.mark.clause("pk.air.morale")
@pytest.mark.parametrize(
    ("quality", "sides", "bonus"),
    [
        ("Hardened", 12, 3),
        ("Elite", 12, 0),
        ("Veteran", 10, 2),
        ("Regular", 10, 0),
        ("Reservist", 8, 1),
        ("Recruit", 8, 0),
        ("Militia", 6, 0),
    ],
)
def test_the_die_and_the_bonus_are_by_quality(quality, sides, bonus):
    after = does(friends(quality), air_morale, ME, dice=[5])
    assert (after.rolls[0].reading.sides, sums(after)[0]) == (sides, 5 + bonus)


@pytest.mark.clause("pk.air.morale-modifiers")
def test_decorated_pilots_and_fanatics_are_steadier():
    assert morale_of(friends(decorated=2), 3)[0] == 5 and morale_of(friends(fanatic=True), 3)[0] == 6


@pytest.mark.clause("pk.air.morale-modifiers")
def test_every_round_after_the_first_and_every_marker_count():
    after = does(friends(markers=3), air_morale, ME, 3, dice=[10])
    assert sums(after) == [10 - 2 - 3]


@pytest.mark.case("pk.air.entrenched-line", 1)
def test_entrenched_troops_below_do_not_steady_a_squadron():
    dug_in = "German I at 36,5: 3 infantry", "French A at 36,30: 3 infantry; entrenched"
    state = flies(sky("light bomber", "", *dug_in), ME, "A")
    assert labels(does(state, air_morale, ME, dice=[6])) == ["alone"]


# ---- superiority


def superior(german, french, **said):
    after = does(sky(["fighter"] * german, ["fighter"] * french, **said), find_superiority)
    return [has_superiority(after.state, side) for side in (GERMAN, FRENCH)]


@pytest.mark.case("pk.air.superiority", 1)
@pytest.mark.parametrize(
    ("german", "french", "found"),
    [
        (4, 2, [True, False]),
        (3, 2, [False, False]),
        (1, 0, [True, False]),
        (0, 0, [False, False]),
        (1, 3, [False, True]),
    ],
)
def test_twice_as_many_squadrons_rule_the_sky(german, french, found):
    assert superior(german, french) == found


@pytest.mark.clause("pk.air.superiority")
def test_only_squadrons_that_can_fly_count():
    assert superior(2, 1, segment="Night") == [False, False]
    state = sky(["fighter"] * 2, ["fighter"] * 2)
    state = hurt(hurt(state, SPIT, 6), f"{SPIT} 2", 5)  # after recovery one of them has 4 and cannot fly
    assert has_superiority(does(state, find_superiority).state, GERMAN)


@pytest.mark.clause("pk.air.superiority")
def test_superiority_is_looked_at_in_every_segment_and_may_be_the_scenarios():
    state = does(sky(["fighter"] * 2, ""), find_superiority).state
    lost = does(hurt(hurt(state, ME, 7), f"{ME} 2", 7), find_superiority).state
    assert has_superiority(state, GERMAN) and not has_superiority(lost, GERMAN)
    assert has_superiority(sky("", "fighter", air_superiority={"German": True}), GERMAN)


def test_the_whole_air_war_is_shown_as_its_phase():
    war = Interception(GERMAN), Dogfight("a", "b", 1), BreakingOff("a", "b"), Flak(GERMAN), Bombing()
    shown = [RULES.showing.steps(sky().change(agenda=(step,))) for step in war]
    assert {one.names[one.now] for one in shown} == {"Air and bombardment"}
