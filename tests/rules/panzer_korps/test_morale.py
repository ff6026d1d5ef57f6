"""Morale: the test, who tests in the Morale phase, panic."""

import pytest
from msgspec.structs import replace
from pk_fight import FRENCH, asked, dice, facing, markers, shoots, table, terms

from sandtable.rules.panzer_korps import morale, steps
from sandtable.rules.panzer_korps.commands import TakeTest, TakeTests
from sandtable.rules.panzer_korps.field import status
from sandtable.rules.panzer_korps.sequence import turn_end
from sandtable.rules.panzer_korps.words import Did, Mark, Tally, Tie
from sandtable.scripted import offers, why_not

WOODS = "light woods at 36,20 size 6,4"
PHASE = steps.Morale(FRENCH)


def nerve(theirs, *shown, **said):
    """A tests its morale."""
    return facing(theirs=theirs, **said).act(morale.test, "A", dice=shown)


def total(after):
    return after.rolls[0].shown[0] + sum(term.value for term in after.rolls[0].adds)


# ---- the test


@pytest.mark.case("pk.morale.test", 1)
def test_a_four_adds_one_marker():
    after = nerve("3 infantry; disorder 2", 5, ground=[WOODS])
    assert total(after) == 4 and markers(after) == 3


@pytest.mark.case("pk.morale.test", 2)
def test_a_one_is_panic():
    after = nerve("3 infantry; Hardened, disorder 3", 1, 4)
    unit = after.state.units["A"]
    assert total(after) == 1 and Mark.PANICKED in unit.marks
    assert (markers(after), unit.tallies[Tally.PANICS]) == (7, 1)
    assert unit.place.y == 20 + 6 + 4 and unit.place.facing == 0  # a normal move of 4 with 2 for Hardened, and a d6


@pytest.mark.clause("pk.morale.test")
@pytest.mark.parametrize(("shown", "told", "expected"), [
    (5, "A stands firm", 0), (10, "A stands firm", 0), (4, "A takes 1 Disorder marker", 1),
    (3, "A takes 2 Disorder markers", 2), (2, "A falls back 4 inches", 3),
])  # fmt: skip
def test_results(shown, told, expected):
    after = nerve("3 infantry", shown)
    assert any(line.startswith(told) for line in after.told) and markers(after) == expected


@pytest.mark.clause("pk.morale.test")
def test_whoever_falls_back_faces_the_enemy():
    place = nerve("3 infantry", 2).state.units["A"].place
    assert (place.y, place.facing) == (24, 180)


@pytest.mark.clause("pk.morale.test")
@pytest.mark.parametrize(("quality", "die"), [
    ("Hardened", 12), ("Elite", 12), ("Veteran", 10), ("Regular", 10), ("Reservist", 8), ("Recruit", 8), ("Militia", 6),
    ("Partisan", 6),
])  # fmt: skip
def test_the_die_follows_quality(quality, die):
    assert dice(nerve(f"3 infantry; {quality}", 6)) == (die,)


@pytest.mark.clause("pk.morale.test")
@pytest.mark.parametrize(("theirs", "die"), [("3 infantry", 6), ("3 AFV 75", 10), ("3 cavalry", 10)])
def test_vehicles_and_cavalry_flee_farther(theirs, die):
    assert dice(nerve(theirs, 1, 2)) == (10, die)


# ---- modifiers


@pytest.mark.case("pk.morale.modifiers", 1)
def test_ss_entrenched_in_woods_under_artillery_fire():
    after = nerve("3 infantry; SS, Veteran, entrenched, disorder 4, under artillery fire", 3, ground=[WOODS])
    assert total(after) == 4 and markers(after) == 5


@pytest.mark.case("pk.morale.modifiers", 2)
def test_at_most_three_fleeing_enemies_count():
    found = facing(theirs="3 infantry; Militia, disorder 1, led by H")
    for number in range(5):
        found.state = found.state.put(found["A"].link(Tie.SAW, f"Enemy {number}"))
    after = found.act(morale.test, "A", dice=[4])
    assert total(after) == 4 and markers(after) == 2


@pytest.mark.case("pk.command.morale-drag", 1)
def test_an_oppressive_leader_lowers_morale():
    after = nerve("3 infantry; led by G", 5)
    assert total(after) == 4 and markers(after) == 1


@pytest.mark.clause("pk.morale.modifiers", "pk.command.morale-drag")
@pytest.mark.parametrize(("theirs", "expected"), [
    ("Regular", {}), ("decorated 2", {"2 Decorated leader": 2}), ("Fanatic", {"Fanatics": 3}), ("SS", {"SS": 3}),
    ("Hardened", {"Hardened": 3}), ("Partisan", {"Partisans": -1}), ("led by H", {"Unreliable leader": -2}),
    ("under artillery fire", {"under artillery fire": -1}), ("disorder 2", {"2 Disorder": -2}),
    ("entrenched", {"entrenched": 2}),
])  # fmt: skip
def test_what_is_added(theirs, expected):
    assert terms(nerve(f"3 infantry; {theirs}", 6)) == expected


@pytest.mark.case("pk.organisation.decorated-leaders", 1)
def test_a_leader_without_decoration_does_not_help():
    found = facing(theirs="3 infantry; led by A")
    leader = next(unit for unit in found.state.units.values() if unit.aboard == "A")
    assert leader.kind == "Leader" and terms(found.act(morale.test, "A", dice=[6])) == {}


@pytest.mark.clause("pk.terrain.in-cover")
@pytest.mark.parametrize(("wall", "covered"), [("18.5", True), ("21.5", False)])
def test_a_wall_counts_if_it_faces_an_enemy_that_attacked(wall, covered):
    found = facing(ground=[f"wall at 36,{wall} size 6,0.2"])
    assert terms(found.act(morale.test, "A", dice=[6])) == {}
    shoots(found, 1, 6 if covered else 4)
    assert terms(found.act(morale.test, "A", dice=[6])) == ({"in cover": 1} if covered else {})


@pytest.mark.clause("pk.terrain.in-cover")
def test_an_attack_of_an_earlier_turn_does_not_count():
    found = facing("3 infantry; fired at A", ground=["wall at 36,18.5 size 6,0.2"])
    assert terms(found.act(morale.test, "A", dice=[6])) == {}


@pytest.mark.clause("pk.terrain.in-cover")
@pytest.mark.parametrize(("side", "expected"), [("German", {"in cover": 1}), ("French", {})])
def test_a_wall_counts_against_enemy_guns_and_not_against_own_ones(side, expected):
    found = table(
        "German I at 36,10: 3 infantry", f"{side} G at 36,4: 3 artillery 105", "French A at 36,20: 3 infantry",
        ground=["wall at 36,18.5 size 6,0.2"],
    )  # fmt: skip
    found.state = found.state.put(found["G"].link(Tie.BOMBARDED, "A"))
    assert terms(found.act(morale.test, "A", dice=[6])) == expected


# ---- the Morale phase


def worse(found, step=PHASE):
    """Who is offered a test; one alone tests at once."""
    return [command.unit for command in offers(asked(found, step)) if isinstance(command, TakeTest)]


@pytest.mark.case("pk.morale.when", 1)
def test_whose_status_is_worse_tests_and_others_do_not():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20: 3 infantry; disorder 3",
        "French B at 40,20: 3 infantry; disorder 1",
    )  # fmt: skip
    after = found.take(PHASE, dice=[10])
    assert [roll.throw.unit for roll in after.rolls] == ["A"] and Did.TESTED in found["A"].spent


@pytest.mark.clause("pk.morale.when", "pk.turn.flags")
@pytest.mark.parametrize(("theirs", "number"), [
    ("disorder 3, was Suppressed when the turn began", 0), ("disorder 6, was Suppressed when the turn began", 1),
    ("disorder 6, was Fragmented when the turn began", 0), ("beaten in close assault", 1), ("disorder 2", 0),
    ("saw a friend break", 1), ("beaten in close assault, tested morale", 0),
])  # fmt: skip
def test_reasons_to_test(theirs, number):
    after = facing(theirs=f"3 infantry; {theirs}").take(PHASE, dice=[10] * number)
    assert len(after.rolls) == number


@pytest.mark.case("pk.morale.when", 2)
def test_a_formation_that_sees_a_friend_panic_tests_once():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20: 3 infantry; disorder 3",
        "French B at 53,20: 3 infantry", "French C at 63,20: 3 infantry",
    )  # fmt: skip
    after = found.take(PHASE, dice=[1, 3, 10])
    assert [roll.throw.unit for roll in after.rolls] == ["A", "A", "B"]


@pytest.mark.clause("pk.morale.when")
def test_witnesses_test_after_those_with_reasons_of_their_own():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20: 3 infantry; disorder 3",
        "French B at 40,20: 3 infantry; saw a friend break", "French C at 44,20: 3 infantry; beaten in close assault",
    )  # fmt: skip
    assert worse(found) == ["A", "C"]
    assert why_not(asked(found, PHASE), TakeTest("B")) == "pk.morale.when"
    after = found.take(PHASE, dice=[10, 10, 10], picks=[TakeTest("C")])
    assert [roll.throw.unit for roll in after.rolls] == ["C", "A", "B"]


@pytest.mark.clause("pk.morale.when")
def test_all_may_test_in_the_order_of_the_list():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20: 3 infantry; disorder 3",
        "French C at 44,20: 3 infantry; beaten in close assault",
    )  # fmt: skip
    after = found.take(PHASE, dice=[10, 10], picks=[TakeTests(FRENCH)])
    assert [roll.throw.unit for roll in after.rolls] == ["A", "C"]


@pytest.mark.clause("pk.morale.modifiers")
def test_enemies_see_a_formation_fall_back():
    found = table(
        "German I at 36,10: 3 infantry", "German J at 14,20: 3 infantry", "German K at 13,20: 3 infantry",
        "French A at 36,20: 3 infantry", ground=["village at 20,24 size 2,2"],
    )  # fmt: skip
    after = found.act(morale.test, "A", dice=[2])
    assert [i for i in "IJK" if after.state.units[i].linked(Tie.SAW)] == ["I", "J"]


# ---- panic


@pytest.mark.case("pk.morale.panic-recovery", 1)
def test_militia_retire_at_their_second_panic():
    after = nerve("3 infantry; Militia, panics 1", 1)
    assert after.state.units["A"].place is None and Mark.LOST in after.state.units["A"].marks
    assert any("forced to retire" in line for line in after.told)


@pytest.mark.case("pk.morale.panic-recovery", 2)
def test_partisans_retire_at_their_first_panic():
    after = nerve("3 infantry; Partisan", 1)
    assert after.state.units["A"].place is None
    assert after.state.units["I"].linked(Tie.SAW) == ["A"]  # the enemy has seen it


@pytest.mark.clause("pk.morale.panic-recovery")
@pytest.mark.parametrize(("quality", "allowed"), [("Hardened", 4), ("Veteran", 3), ("Recruit", 2), ("Militia", 1)])
def test_panics_that_a_quality_may_have(quality, allowed):
    low = -3 if quality == "Hardened" else 0
    words = f"3 infantry; {quality}, panics {allowed - 1}, disorder {-low}"
    assert nerve(words, 1, 1).state.units["A"].place is not None
    assert nerve(words.replace(f"panics {allowed - 1}", f"panics {allowed}"), 1).state.units["A"].place is None


@pytest.mark.clause("pk.morale.panic-state")
def test_panic_ends_with_the_next_turn():
    found = facing()
    panicked = replace(found["A"], marks=found["A"].marks | {Mark.PANICKED}, spent=frozenset({Did.FLED}))
    found.state = found.state.put(panicked)
    end = steps.TurnEnd()
    found.state = found.act(turn_end, end).state
    assert Mark.PANICKED in found["A"].marks
    found.state = found.act(turn_end, end).state
    assert Mark.PANICKED not in found["A"].marks


@pytest.mark.clause("pk.turn.flags")
def test_what_was_seen_in_a_turn_is_forgotten_at_its_end():
    found = facing()
    found.state = found.state.put(found["A"].link(Tie.SAW, "I").link(Tie.BOMBARDED, "I"))
    assert not found.act(turn_end, steps.TurnEnd()).state.units["A"].links


@pytest.mark.case("pk.morale.dispersal-by-morale", 1)
def test_markers_of_a_panic_may_disperse():
    after = nerve("3 infantry; disorder 6", 3, 2)
    told = [line for line in after.told if line.startswith("A ")]
    assert markers(after) == 10 and after.state.units["A"].place is None
    assert [line.split(" [")[0] for line in told[1:]] == [
        "A panics", "A flees: rolls 2", "A flees 6 inches", "A takes 4 Disorder markers", "A is dispersed",
    ]  # fmt: skip


@pytest.mark.clause("pk.morale.dispersal-by-morale")
def test_markers_of_a_result_call_for_no_other_test():
    found = facing(theirs="3 infantry; beaten in close assault, disorder 1")
    after = found.take(PHASE, dice=[4])
    assert len(after.rolls) == 1 and status(found.state, found["A"]) == "Suppressed"


@pytest.mark.clause("pk.morale.test")
def test_odds_of_a_test_are_exact():
    found = table(
        "German I at 36,10: 3 infantry", "French A at 36,20: 3 infantry; beaten in close assault",
        "French B at 50,20: 3 infantry; beaten in close assault", agenda=(PHASE,),
    )  # fmt: skip
    odds = found.odds(TakeTest("A"))
    assert odds.tries == 0 and odds.chance("even") * 10 == 6 and odds.chance("bad") * 10 == 4
