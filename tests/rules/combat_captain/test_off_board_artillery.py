"""Off-board artillery: so many balls, aimed and thrown blind, and what they touch."""

import pytest
from cc_melee import AMERICAN, GERMAN, asks, lost, men, run, table, thrown

from sandtable.board.place import Place
from sandtable.rules.combat_captain import Aim, TryLuck
from sandtable.rules.combat_captain.sequence import RandomEvent, Shelling
from sandtable.rules.combat_captain.words import Body
from sandtable.scripted import why_not

STRAIGHT = [3, 4, 3, 4]  # range and line of a ball that falls where it was aimed
SHELL = "German shell"
SQUAD = "Baker Rifles 1"


def shelled(at, *aims, dice=(), side=GERMAN):
    """Balls aimed at these points; without dice all of them fall there."""
    shell = f"{side} shell"
    picks = [Aim(shell, Place(x, y)) for x, y in aims]
    return run(at, Shelling(side, 1, len(aims)), dice=dice or STRAIGHT * len(aims), picks=picks)


def squad(more="", **how):
    return table("German Able at 10,5: Rifle squad", f"American Baker at 30,20 facing S: Rifle squad{more}", **how)


def balls(after):
    return [one.place.point for one in after.state.units.values() if one.kind == Body.SHELL and one.place]


# ---- the throw


@pytest.mark.case("cc.off-board-artillery.shells", 1)
@pytest.mark.clause("cc.off-board-artillery.shells")
def test_the_die_says_how_many_shells_are_fired():
    after = run(squad(), RandomEvent(GERMAN), dice=[5, 5, 4] + [1] * 16, picks=[TryLuck(GERMAN)])
    assert [one.topic.kind for one in after.asked].count("shell") == 4


@pytest.mark.case("cc.off-board-artillery.digital-throw", 1)
@pytest.mark.clause("cc.off-board-artillery.digital-throw")
def test_two_dice_carry_the_ball_beyond_the_aim_or_short_and_two_to_the_right_or_left():
    assert balls(shelled(squad(), (30, 20), dice=[5, 4, 2, 2])) == [(25.5, 26)]


@pytest.mark.clause("cc.off-board-artillery.digital-throw")
def test_right_and_beyond_are_as_the_thrower_sees_them_from_his_own_edge():
    assert balls(shelled(squad(), (30, 20), dice=[5, 4, 2, 2], side=AMERICAN)) == [(34.5, 14)]


@pytest.mark.clause("cc.off-board-artillery.digital-throw")
def test_a_ball_off_the_table_has_no_effect():
    after = shelled(squad(), (30, 46), dice=[6, 6, 3, 4])
    assert not balls(after) and not lost(after)


@pytest.mark.clause("cc.off-board-artillery.digital-throw")
def test_an_aim_point_lies_on_the_table():
    question = asks(squad(), Shelling(GERMAN, 1, 1), kind="shell")
    assert why_not(question, Aim(SHELL, Place(30, 49))) == "cc.off-board-artillery.digital-throw"


@pytest.mark.clause("cc.off-board-artillery.digital-throw")
def test_each_shell_has_done_its_work_before_the_next_is_aimed():
    question = asks(squad(), Shelling(GERMAN, 1, 2), kind="shell", dice=STRAIGHT, picks=[Aim(SHELL, Place(30, 20))])
    assert question.state.units[SQUAD].tallies["men"] == 2


@pytest.mark.clause("cc.off-board-artillery.blind-throw")
def test_nobody_can_tell_where_a_ball_will_fall():
    after = shelled(squad(), (30, 20), dice=[1, 1, 6, 6])
    assert [roll.throw.kind for roll in after.rolls] == ["range", "line"] and balls(after) == [(37.5, 5)]
    assert "cc.off-board-artillery.blind-throw" in after.cited


# ---- what it touches


@pytest.mark.case("cc.off-board-artillery.touch", 1)
@pytest.mark.clause("cc.off-board-artillery.touch")
def test_a_ball_grazes_a_squad_and_destroys_a_tank_at_its_edge():
    at = squad(", M4 Sherman; 2 at 33.1 20")
    after = shelled(at, (31.2, 20))
    assert men(after, SQUAD) == [4] and lost(after) == ["Baker M4 Sherman 1"]


@pytest.mark.clause("cc.off-board-artillery.touch")
def test_a_ball_that_touches_nobody_harms_nobody():
    after = shelled(squad(", M4 Sherman; 2 at 33.61 20"), (31.55, 20))
    assert men(after, SQUAD) == [5] and not lost(after)


@pytest.mark.case("cc.off-board-artillery.touch", 2)
@pytest.mark.clause("cc.off-board-artillery.touch", "cc.cover.save-scope")
def test_three_men_under_a_ball_save_one_by_one():
    after = shelled(squad("; cover 3"), (30.8, 20), dice=[*STRAIGHT, 2, 4, 6])
    assert thrown(after, "save") == [(SQUAD, 3, 1)] and men(after, SQUAD) == [3]


@pytest.mark.clause("cc.off-board-artillery.touch")
@pytest.mark.parametrize(("die", "gone"), [(2, []), (3, ["Baker M4 Sherman 1"])])
def test_a_vehicle_in_cover_throws_one_save(die, gone):
    at = squad(", M4 Sherman; 2 at 36 20, 2 cover 2")
    assert lost(shelled(at, (36, 20), dice=[*STRAIGHT, die])) == gone


@pytest.mark.clause("cc.cover.save-exceptions")
def test_cover_helps_against_shells_whichever_way_it_faces():
    at = table("American Baker at 30,20 facing N: Rifle squad; cover 3")
    assert men(shelled(at, (30, 20), dice=[*STRAIGHT, 1, 2, 3]), SQUAD) == [5]


@pytest.mark.case("cc.off-board-artillery.casualties", 1)
@pytest.mark.clause("cc.off-board-artillery.casualties")
def test_a_ball_does_not_know_its_friends():
    assert men(shelled(squad(), (10, 5)), "Able Rifles 1") == [2]


@pytest.mark.clause("cc.off-board-artillery.casualties", "cc.casualties.event")
def test_all_shells_of_a_strike_are_one_event_and_cost_one_chit():
    at = table("American Baker at 30,20 facing S: 3 Rifle squad; 2 at 36 20, 3 at 24 20")
    after = shelled(at, (30, 20), (30, 20), (36, 20), (36, 20))
    assert lost(after) == [SQUAD, "Baker Rifles 2"] and after.state.units["Baker"].tallies["chits"] == 1


# ---- the option


@pytest.mark.clause("cc.off-board-artillery.heavy-guns", "cc.off-board-artillery.heavy-guns-detail")
@pytest.mark.parametrize(("x", "left"), [(30.9, 0), (31.9, 3), (32.1, 5)])
def test_heavy_guns_throw_bigger_balls_that_kill_five_men_or_two(x, left):
    at = squad(options=["bigger-cotton-balls"], heavy=True)
    assert men(shelled(at, (x, 20)), SQUAD) == [left]


@pytest.mark.clause("cc.off-board-artillery.heavy-guns-detail")
@pytest.mark.parametrize("how", [{"heavy": True}, {"options": ["bigger-cotton-balls"]}])
def test_guns_are_heavy_only_with_the_option_and_if_the_scenario_says_so(how):
    assert men(shelled(squad(**how), (30.9, 20)), SQUAD) == [2]
