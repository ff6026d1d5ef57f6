"""Close assault: combats, strikes, shifts, leadership, winning and losing."""

import pytest
from pk_fight import FRENCH, GERMAN, asked, markers, table

from sandtable.board.place import Place
from sandtable.rules.panzer_korps import steps
from sandtable.rules.panzer_korps.combats import combats, wins_overrun
from sandtable.rules.panzer_korps.commands import Occupy, StayPut, Strike, TakeCombat
from sandtable.rules.panzer_korps.move_facts import Engaged
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie
from sandtable.scripted import offers, why_not

COMBAT = steps.CloseCombat()
TIED = [3, 3]  # leadership of a German attacker and a French defender: Germany adds 1


def contact(mine="3 infantry", theirs="3 infantry", **said):
    """I has moved into contact with A; leadership is equal, because both are French by nation."""
    mine += ", nation France" if ";" in mine else "; nation France"
    return engaged(table(f"German I at 36,20: {mine}", f"French A at 36,22 facing S: {theirs}", **said), ("I", "A"))


def engaged(found, *pairs):
    for one, other in pairs:
        found.state = found.state.put(found[one].link(Tie.FIGHTS, other))
    return found


def fights(found, *dice, picks=()):
    return found.take(COMBAT, dice=dice or TIED, picks=picks)


def strikes_with(found):
    """The markers that I inflicts, whoever wins."""
    after = found.act(wins_overrun, "I", "A", dice=TIED)
    return after.state.units["A"].tallies[Tally.DISORDER] - found["A"].tallies[Tally.DISORDER]


def suffered(after, *units):
    """Markers that they have got; of the lost ones too."""
    return tuple(markers(after, unit) for unit in units or ("I", "A"))


def place(after, unit):
    return after.state.units[unit].place


# ---- the table


@pytest.mark.case("pk.close-assault.table", 1)
def test_veterans_against_recruits():
    found = contact("3 infantry; Veteran", "3 infantry; Recruit")
    after = fights(found, picks=[StayPut(GERMAN)])
    assert suffered(after) == (2, 6)
    assert "I wins the close assault, 6 markers to 2 [pk.close-assault.outcome]" in after.told


@pytest.mark.case("pk.close-assault.shifts", 1)
def test_regulars_against_regulars_in_a_town():
    after = fights(contact(ground=["town at 36,24 size 6,5"]))
    assert suffered(after) == (4, 3) and Did.BEATEN in after.state.units["I"].spent


@pytest.mark.case("pk.close-assault.shift-limit", 1)
def test_shifts_stop_at_the_first_column():
    found = contact("3 infantry; Militia, disorder 3", "3 infantry, HMG; Veteran")
    after = fights(found, 1, 6)
    assert suffered(after)[1] == 1 and "pk.close-assault.shift-limit" in after.cited


@pytest.mark.case("pk.close-assault.panicked", 1)
def test_a_panicked_formation_is_struck_on_its_own_column_and_does_not_strike():
    found = contact("3 infantry; Militia", "3 infantry; Panicked")
    after = fights(found, picks=[StayPut(GERMAN)])
    assert suffered(after) == (0, 5) and "pk.close-assault.panicked" in after.cited


@pytest.mark.case("pk.morale.panic-state", 1)
def test_whoever_panicked_last_turn_is_helpless_in_this_one():
    found = contact("3 infantry; Regular", "3 infantry; Panicked, panics 1")
    assert suffered(fights(found, picks=[StayPut(GERMAN)])) == (0, 7)


@pytest.mark.case("pk.disorder.fragmented", 1)
def test_a_fragmented_formation_strikes_two_columns_to_the_left():
    after = fights(contact(theirs="3 infantry; disorder 6"), picks=[StayPut(GERMAN)])
    assert suffered(after) == (3, 10)


# ---- shifts


@pytest.mark.clause("pk.close-assault.shifts", "pk.logistics.out-of-supply", "pk.disorder.suppressed")
@pytest.mark.parametrize(("mine", "theirs", "left"), [
    ("", "3 AFV 75", 1), ("", "3 infantry, AFV 37", 1), ("disorder 3", "3 infantry", 1),
    ("out of supply", "3 infantry", 1), ("", "3 infantry; Fanatic", 1), ("", "3 infantry, MMG", 1),
    ("", "3 infantry, HMG, MMG", 1), ("", "3 infantry, flamethrowers", 1), ("", "3 infantry; entrenched", 1),
    ("out of supply, disorder 3", "3 infantry, flamethrowers, HMG; Fanatic", 5), ("", "3 infantry", 0),
])  # fmt: skip
def test_each_handicap_moves_one_column_to_the_left(mine, theirs, left):
    """Reservists strike Partisans: the columns from there to the left are B, C, D, D, E, E, F, F."""
    mine = f"3 infantry; Reservist, {mine}" if mine else "3 infantry; Reservist"
    theirs += ", Partisan" if ";" in theirs else "; Partisan"
    assert strikes_with(contact(mine, theirs)) == (6, 5, 4, 4, 3, 3, 2, 2)[left]


@pytest.mark.case("pk.logistics.out-of-supply", 1)
def test_out_of_supply_one_column():
    assert suffered(fights(contact("3 infantry; out of supply")))[1] == 4


@pytest.mark.clause("pk.close-assault.shifts")
@pytest.mark.parametrize(("ground", "left"), [("brush", 1), ("village", 1), ("heavy woods", 2), ("city", 3)])
def test_cover_of_the_enemy_shifts_by_its_class(ground, left):
    """Elite troops strike Militia with A, and then with B, C and C; they strike Recruits with B, C, C and D."""
    pieces = [f"{ground} at 36,24 size 6,5"]
    militia, recruits = (
        contact("3 infantry; Elite", f"3 infantry; {one}", ground=pieces) for one in ("Militia", "Recruit")
    )
    assert (strikes_with(militia), strikes_with(recruits)) == ((7, 6), (6, 5), (5, 5), (5, 4))[left]


@pytest.mark.case("pk.close-assault.cover-shift", 1)
def test_only_the_one_who_fights_his_way_in_is_shifted():
    after = fights(contact(ground=["village at 36,24 size 6,5"]))
    covered = [line for line in after.told if "in light/medium cover" in line]
    assert covered == ["I shifts 1 column to the left: in light/medium cover [pk.close-assault.cover-shift]"]


@pytest.mark.clause("pk.close-assault.cover-shift")
def test_in_the_same_woods_both_are_shifted():
    after = fights(contact(ground=["heavy woods at 36,21 size 6,8"]))
    assert suffered(after) == (3, 3)


@pytest.mark.case("pk.close-assault.cover-shift-both", 1)
def test_by_the_variant_cover_shifts_both_sides():
    found = contact(ground=["town at 36,24 size 6,5"], options=["cover-shift-both"])
    after = fights(found)
    assert suffered(after) == (3, 3) and Did.BEATEN in after.state.units["I"].spent
    assert sum("pk.close-assault.cover-shift-both" in line for line in after.told) == 2


# ---- leadership


@pytest.mark.case("pk.close-assault.leadership", 1)
def test_germans_and_russians_of_1942():
    found = engaged(
        table("German I at 36,20: 3 infantry", "Russian A at 36,22 facing S: 3 infantry", year=1942), ("I", "A")
    )
    after = found.take(COMBAT, dice=[3, 5])
    assert not any("worse led" in line for line in after.told)


@pytest.mark.clause("pk.close-assault.leadership")
@pytest.mark.parametrize(("nation", "year", "more"), [
    ("Russia", 1942, -1), ("Russia", 1943, 0), ("Italy", 1944, -1), ("Italy", 1943, 0), ("Vichy France", 1942, -1),
    ("Germany", 1945, 1), ("Britain", 1940, 1), ("USA", 1943, 1), ("USA", 1942, 0), ("Japan", 1941, 2),
    ("France", 1940, 0),
])  # fmt: skip
def test_nations_are_led_differently(nation, year, more):
    ours = f"German I at 36,20: 3 infantry; nation {nation}"
    found = table(ours, "French A at 36,22 facing S: 3 infantry", year=year)
    after = fights(engaged(found, ("I", "A")), 3, 3 + more)
    assert not any("worse led" in line for line in after.told)
    assert sum(term.value for term in after.rolls[0].adds) == more


@pytest.mark.clause("pk.close-assault.leadership")
def test_of_several_nations_the_best_leads():
    found = table(
        "German I at 34,20: 3 infantry; nation Italy", "German J at 36,20: 3 infantry; nation Japan",
        "French A at 35,21.73 facing S: 3 infantry", year=1944,
    )  # fmt: skip
    after = fights(engaged(found, ("I", "A"), ("J", "A")), 1, 6, picks=[Strike("A", "I"), StayPut(GERMAN)])
    assert [str(term) for term in after.rolls[0].adds] == ["+2 Japan [pk.close-assault.leadership]"]


@pytest.mark.clause("pk.close-assault.leadership")
def test_decorated_leaders_with_those_who_fight_count():
    after = fights(contact("3 infantry; decorated 2"), 1, 3)
    assert not any("worse led" in line for line in after.told)


@pytest.mark.clause("pk.close-assault.leadership")
@pytest.mark.parametrize(("dice", "expected"), [((4, 3), (3, 4)), ((3, 4), (4, 3)), ((3, 3), (4, 4))])
def test_the_loser_of_the_roll_shifts_one_column(dice, expected):
    """Reservists strike Reservists with D, and one column to the left with E."""
    picks = [StayPut(GERMAN)] if dice[0] > dice[1] else []
    assert suffered(fights(contact("3 infantry; Reservist", "3 infantry; Reservist"), *dice, picks=picks)) == expected


# ---- who fights whom


def two_on_one():
    found = table(
        "German I at 34,20: 3 infantry; nation France", "German J at 36,20: 3 infantry; nation France",
        "French A at 35,21.73 facing S: 3 infantry",
    )  # fmt: skip
    return engaged(found, ("I", "A"), ("J", "A"))


@pytest.mark.case("pk.close-assault.who", 1)
def test_a_defender_who_touches_two_strikes_the_one_its_owner_names():
    found = two_on_one()
    question = asked(found, COMBAT)
    assert (question.side, offers(question)) == (FRENCH, [Strike("A", "I"), Strike("A", "J")])
    after = fights(found, picks=[Strike("A", "J"), StayPut(GERMAN)])
    assert suffered(after, "I", "J", "A") == (0, 4, 8)
    assert any(line.startswith("A shifts") and "outnumbered" in line for line in after.told)


@pytest.mark.clause("pk.close-assault.who")
def test_nobody_strikes_what_he_does_not_touch():
    assert why_not(asked(two_on_one(), COMBAT), Strike("A", "B")) == "pk.close-assault.who"


@pytest.mark.clause("pk.close-assault.shifts")
def test_a_panicked_enemy_does_not_count_as_a_second_one():
    found = table(
        "German I at 34,20: 3 infantry; nation France", "German J at 36,20: 3 infantry; nation France, Panicked",
        "French A at 35,21.73 facing S: 3 infantry",
    )  # fmt: skip
    after = fights(engaged(found, ("I", "A")), picks=[Strike("A", "I")])
    assert not any("outnumbered" in line for line in after.told)


@pytest.mark.clause("pk.close-assault.panicked", "pk.close-assault.who")
def test_a_panicked_formation_is_not_asked_whom_it_strikes():
    found = table(
        "German I at 34,20: 3 infantry", "German J at 36,20: 3 infantry", "French A at 35,21.73: 3 infantry; Panicked"
    )
    after = fights(engaged(found, ("I", "A"), ("J", "A")), picks=[StayPut(GERMAN)])
    assert suffered(after, "I", "J") == (0, 0)


@pytest.mark.clause("pk.close-assault.who")
def test_the_initiative_player_takes_the_combats_in_the_order_he_likes():
    found = table(
        "German I at 10,20: 3 infantry", "German J at 50,20: 3 infantry", "French A at 10,22 facing S: 3 infantry",
        "French B at 50,22 facing S: 3 infantry",
    )  # fmt: skip
    engaged(found, ("A", "I"), ("J", "B"))
    question = asked(found, COMBAT)
    assert (question.side, offers(question)) == (GERMAN, [TakeCombat("A"), TakeCombat("J")])
    after = fights(found, 3, 3, 3, 3, picks=[TakeCombat("J")])
    assert [roll.throw.unit for roll in after.rolls] == ["J", "B", "A", "I"]


@pytest.mark.clause("pk.close-assault.who")
def test_nobody_fights_twice():
    assert not table("German I at 36,20: 3 infantry; fought", "French A at 36,22: 3 infantry").take(COMBAT).rolls


@pytest.mark.clause("pk.organisation.states", "pk.close-assault.who")
def test_whoever_is_attacked_in_column_deploys():
    after = fights(contact(theirs="3 infantry; column"))
    assert Mark.COLUMN not in after.state.units["A"].marks


@pytest.mark.clause("pk.fieldworks.conditions")
def test_a_fight_ends_digging():
    after = fights(contact(theirs="3 infantry; digging 1"))
    assert Tally.DIGGING not in after.state.units["A"].tallies


# ---- winning and losing


@pytest.mark.case("pk.close-assault.outcome", 1)
def test_on_a_tie_the_attacker_falls_back_and_has_to_test():
    found = contact()
    after = fights(found)
    assert suffered(after) == (4, 4) and place(after, "I").y == 16
    assert Did.BEATEN in found["I"].spent and Did.BEATEN not in found["A"].spent
    assert not found["I"].linked(Tie.FIGHTS)


@pytest.mark.clause("pk.close-assault.outcome")
def test_beaten_defenders_fall_back_and_one_attacker_may_move_up():
    found = contact("3 infantry; Veteran", "3 infantry; Recruit")
    after = fights(found, picks=[Occupy("I", Place(36, 22, 0))])
    assert place(after, "A").y == 26 and place(after, "I") == Place(36, 22, 0)
    assert {Did.MOVED} <= found["I"].spent


@pytest.mark.clause("pk.close-assault.outcome", "pk.move.passing")
@pytest.mark.parametrize(("x", "y", "clause"), [
    (36, 22.1, "pk.close-assault.outcome"), (36, 19, "pk.close-assault.outcome"), (36, 21, ""), (37, 21.5, ""),
])  # fmt: skip
def test_it_moves_up_to_two_inches_into_their_ground(x, y, clause):
    question = asked(contact("3 infantry; Veteran", "3 infantry; Recruit"), COMBAT, TIED)
    assert why_not(question, Occupy("I", Place(x, y, 0))) == clause


@pytest.mark.clause("pk.terrain.impassable")
def test_it_does_not_move_up_onto_a_cliff():
    found = contact("3 infantry; Veteran", "3 infantry; Recruit", ground=["cliff at 34.9,21.8 size 0.4,1.2"])
    question = asked(found, COMBAT, TIED)
    assert why_not(question, Occupy("I", Place(34.9, 21.5, 0))) == "pk.terrain.impassable"
    assert why_not(question, Occupy("I", Place(36, 22, 0))) == ""


@pytest.mark.clause("pk.close-assault.outcome", "pk.move.status-limits")
def test_a_fragmented_winner_stays_where_it_is():
    after = fights(contact("3 infantry; Elite, disorder 6", "3 infantry; Panicked"))
    assert place(after, "A").y > 22 and place(after, "I").y == 20


@pytest.mark.clause("pk.close-assault.outcome")
def test_a_beaten_formation_that_is_hemmed_in_is_dispersed():
    found = contact(theirs="3 infantry; Elite", ground=["cliff at 36,18.6 size 40,1"])
    after = fights(found)
    assert place(after, "I") is None and Mark.LOST in found["I"].marks


@pytest.mark.clause("pk.close-assault.outcome")
def test_rounding_of_places_disperses_nobody_who_falls_back_his_inch():
    """In a town a formation has 1 inch, and askew that ends on the lattice after 0.99."""
    found = table(
        "German I at 36,20: 3 infantry; nation France", "French A at 36.35,21.97 facing S: 3 infantry",
        ground=["town at 34,18 size 12,12"],
    )  # fmt: skip
    fights(engaged(found, ("I", "A")))
    assert Mark.LOST not in found["I"].marks and Did.FELL_BACK in found["I"].spent


@pytest.mark.clause("pk.close-assault.outcome")
def test_whoever_is_dispersed_does_not_fall_back():
    after = fights(contact(theirs="3 infantry; disorder 7, Recruit"), picks=[StayPut(GERMAN)])
    assert place(after, "A") is None and not any("A falls back" in line for line in after.told)


@pytest.mark.case("pk.victory.captured", 1)
def test_the_equipment_of_guns_is_captured():
    found = contact("3 infantry; Veteran", "3 AT 50; Recruit, disorder 4")
    after = fights(found, picks=[StayPut(GERMAN)])
    assert "I captures the equipment of A [pk.victory.captured]" in after.told
    assert found["I"].tallies[Tally.CAPTURED] == 1


@pytest.mark.clause("pk.victory.captured")
@pytest.mark.parametrize("theirs", ["3 AFV 37; Recruit, disorder 5", "3 wagons; Recruit, disorder 5"])
def test_tanks_and_wagons_are_captured_too(theirs):
    found = contact("3 infantry; Veteran", theirs)
    fights(found, picks=[StayPut(GERMAN)])
    assert found["I"].tallies[Tally.CAPTURED] == 1


@pytest.mark.clause("pk.victory.captured")
def test_nothing_is_captured_from_infantry():
    found = contact("3 infantry; Veteran", "3 infantry; Recruit, disorder 4")
    fights(found, picks=[StayPut(GERMAN)])
    assert Tally.CAPTURED not in found["I"].tallies


# ---- overruns


@pytest.mark.clause("pk.overrun.procedure")
def test_an_overrun_that_wins_drives_the_enemy_back():
    found = contact("3 AFV 75", "3 infantry; Recruit, disorder 3")
    after = found.act(wins_overrun, "I", "A", dice=TIED)
    assert place(after, "A").y == 26 and Did.BEATEN in after.state.units["A"].spent
    assert Did.FOUGHT not in after.state.units["A"].spent


@pytest.mark.clause("pk.overrun.procedure")
def test_an_overrun_that_loses_stays_in_contact():
    found = contact("3 AFV 75; Recruit", "3 infantry; Elite, disorder 3")
    after = found.act(wins_overrun, "I", "A", dice=TIED)
    assert place(after, "I").y == 20 and place(after, "A").y == 22 and Did.BEATEN in after.state.units["I"].spent


# ---- who attacks whom, when they meet again


@pytest.mark.clause("pk.close-assault.who")
def test_when_they_meet_again_the_attacker_is_the_one_who_moved_this_time():
    found = contact()
    again = found.act(lambda play: play.emit(Engaged("A", "I"))).state
    assert combats(again)[0].attackers == ("A",)


@pytest.mark.clause("pk.close-assault.who")
@pytest.mark.parametrize(("attackers", "moved"), [(("A",), False), (("I", "J"), True)])
def test_of_two_who_moved_in_the_first_is_the_attacker(attackers, moved):
    """A has come in its own turn; the initiative player's J comes a turn later, or came before it in the same turn."""
    came = "; moved" if moved else ""
    found = engaged(
        table(
            "German I at 34,20: 3 infantry", "German J at 36,20: 3 infantry; moved",
            f"French A at 35,21.73 facing S: 3 infantry{came}",
        ),
        ("A", "I"), ("J", "A"),
    )  # fmt: skip
    assert combats(found.state)[0].attackers == attackers
