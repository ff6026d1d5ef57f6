"""Dice: all, even or odd, and what morale chits take off them."""

import pytest
from cc import SQUAD, able, fires, goes, points
from cc_melee import fought, melee
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.facts import Rolled
from sandtable.rules.combat_captain import RULES
from sandtable.rules.combat_captain.book import reading
from sandtable.rules.combat_captain.casualties import lose_men, saved
from sandtable.rules.combat_captain.commands import FallBack, Move
from sandtable.rules.combat_captain.hits import apply
from sandtable.rules.combat_captain.support import throw_event
from sandtable.rules.combat_captain.volley import all_who_can
from sandtable.rules.combat_captain.withdrawal import fall_back
from sandtable.rules.combat_captain.words import Mark, Tally
from sandtable.testing import random_game


@pytest.mark.clause("cc.dice.six-sided")
def test_only_six_sided_dice_are_thrown():
    battle = RULES.scenarios()["crossroads-house"]
    *_, game = random_game(RULES, battle, frozenset(), "dice")
    thrown = [entry.event for entry in game.log() if isinstance(entry.event, Rolled)]
    assert thrown
    assert {read.sides for roll in thrown for read, _ in roll.reading.each(roll.shown)} == {6}


@pytest.mark.case("cc.dice.full-even-odd", 1)
@pytest.mark.parametrize(("which", "total"), [("all", 21), ("even", 12), ("odd", 9)])
def test_dice_that_do_not_count_are_worth_nothing(which, total):
    assert reading(which, 0).total((1, 2, 3, 4, 5, 6)) == total


@pytest.mark.case("cc.dice.penalty-order", 1)
def test_the_face_says_whether_a_die_counts_and_then_a_chit_takes_a_pip():
    assert reading("even", 1).total((6, 4, 3)) == 8


@pytest.mark.case("cc.dice.penalty-order", 2)
def test_no_die_is_worth_less_than_nothing():
    assert reading("odd", 2).total((1, 5, 3)) == 4


@pytest.mark.clause("cc.dice.penalty-order")
@given(which=st.sampled_from(["all", "even", "odd"]), chits=st.integers(0, 12), faces=st.lists(st.integers(1, 6)))
def test_a_chit_never_helps_and_costs_at_most_a_pip_for_each_die_that_counts(which, chits, faces):
    with_it, without = (reading(which, number).total(tuple(faces)) for number in (chits + 1, chits))
    counting = sum(reading(which, 0).worth[face - 1] > 0 for face in faces)
    assert without - counting <= with_it <= without


# ---- chits


@pytest.mark.case("cc.dice.morale-penalty", 1)
def test_four_enhanced_squads_with_a_chit_come_to_thirteen_and_three_hits():
    found = able("4 Rifle squad; in line, chits 1", foe="American Baker at 20,25: 2 Rifle squad")
    after = fires(found, 6, 3, 4, 2, 6)
    assert points(after) == 13
    assert after.rolls[0].total == 3
    assert "cc.dice.morale-penalty" in {term.clause for term in after.rolls[0].adds}


@pytest.mark.case("cc.dice.penalty-scope", 1)
def test_a_variable_die_that_chits_bring_below_one_hits_nothing():
    found = able("5 Rifle squad; in line, chits 2", foe="American Baker at 20,16: 2 Rifle squad")
    after = fires(found, *[6] * 13, 5, *[1] * 6, 2, with_dice=3)
    assert points(after) == 60
    assert after.rolls[0].total == 0


@pytest.mark.case("cc.dice.penalty-scope", 2)
def test_the_kill_roll_is_not_reduced():
    found = able("M4 Sherman; chits 1", foe="American Baker at 20,20: M4 Sherman")
    group = all_who_can(found.state, "Able", found["Baker M4 Sherman 1"])
    after = found.act(apply, group, "Baker M4 Sherman 1", 3, dice=[4])
    assert Mark.LOST not in after.state.units["Baker M4 Sherman 1"].marks
    after = found.act(apply, group, "Baker M4 Sherman 1", 3, dice=[3])
    assert Mark.LOST in after.state.units["Baker M4 Sherman 1"].marks


@pytest.mark.case("cc.dice.penalty-scope", 3)
def test_a_move_die_of_one_with_a_chit_is_no_inch():
    found = able("Rifle squad; chits 1")
    after = found.give(Move("Able"), [1])
    assert after.state.units[SQUAD].place.point == (20, 10)
    assert goes(able("Rifle squad; chits 1"), 20, 11, 2) == ""
    assert goes(able("Rifle squad; chits 1"), 20, 11.01, 2) == "cc.move.dice"


@pytest.mark.clause("cc.dice.penalty-scope")
def test_chits_shorten_a_withdrawal():
    gone = []
    for chits in (0, 1):
        found = able(f"Rifle squad; chits {chits}", "20,30", foe="American Baker at 20,34: Rifle squad")
        after = found.act(
            fall_back, "Able", ["Baker Rifles 1"], [SQUAD], dice=[3, 3, 3, 3], picks=[FallBack(0, "Able")]
        )
        gone.append(30 - after.state.units[SQUAD].place.y)
    assert gone == [pytest.approx(12), pytest.approx(8)]


@pytest.mark.clause("cc.dice.penalty-scope")
def test_saves_are_not_reduced():
    found = able("Rifle squad; cover 2, chits 2")
    after = found.act(lambda play: lose_men(play, SQUAD, 2 - saved(play, found[SQUAD], 2, 2, 2)), dice=[2, 3])
    assert after.state.units[SQUAD].tallies[Tally.MEN] == 4


@pytest.mark.clause("cc.dice.penalty-scope")
def test_dice_that_no_unit_throws_are_not_reduced():
    found = able("Rifle squad; chits 2")
    assert found.act(throw_event, "German", dice=[5, 5]).rolls[0].total == 10


# ---- how they are told


def told(after):
    return [entry.event.tell().replace(" [cc.dice.morale-penalty]", "") for entry in after.entries]


@pytest.mark.clause("cc.dice.full-even-odd", "cc.dice.penalty-order")
def test_the_log_says_what_the_dice_come_to():
    fight = fought(melee("Rifle squad; chits 1"), [4, 2, 2, 5, 1, 1, 1, 1])
    assert "Able strikes, even dice count: rolls 4 -1 a die for morale chits = 3" in told(fight)
    assert "Able presses on, odd dice count: rolls 2 -1 a die for morale chits = 0" in told(fight)
    assert "Baker holds, even dice count: rolls 5 = 0" in told(fight)
    short = able("Rifle squad; chits 2")
    assert "Able moves: rolls 1 -2 a die for morale chits = 0" in told(short.give(Move("Able"), [1]))
