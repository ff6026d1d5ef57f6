"""Aircraft: how many come, strafing runs and bombs."""

import pytest
from cc_melee import AMERICAN, GERMAN, asks, cover, lost, men, planes, run, table, thrown
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.mechanics.regions import tape_ends
from sandtable.rules.combat_captain import Bomb, BreakOff, LayTape, Strafe, StrafeOne, TryLuck
from sandtable.rules.combat_captain.field import TAPE_LENGTH
from sandtable.rules.combat_captain.sequence import AirStrike, RandomEvent
from sandtable.rules.combat_captain.words import Tally
from sandtable.scripted import offers, why_not

TAPE = "German tape"
SQUAD = "Baker Rifles 1"


def squad(more="", words="", planes=3):
    """Baker's squad at 30,20 and another far off; the Germans have so many planes."""
    baker = f"American Baker at 30,20 facing S: Rifle squad, Rifle squad{more}; 2 at 68 44{words}"
    at = table("German Able at 10,5: Rifle squad", baker)
    force = at["German"]
    at.state = at.state.put(replace(force, tallies={**force.tallies, Tally.PLANES: planes}))
    return at


def over(x=30.0, y=20.0, facing=0):
    """A tape laid with its middle there; by default straight over Baker's squad."""
    return LayTape(TAPE, Place(x, y, facing))


ON = Strafe(GERMAN)
STRAIGHT_OVER = over(), ON


def strafed(at, *dice, picks=STRAIGHT_OVER, planes=1):
    return run(at, AirStrike(GERMAN, "strafing", planes), dice=dice, picks=picks)


def bombed(at, *dice, at_what=(SQUAD,)):
    picks = [Bomb(GERMAN, target) for target in at_what]
    return run(at, AirStrike(GERMAN, "bombing", len(dice)), dice=dice, picks=picks)


def kinds(after):
    return [one.topic.kind for one in after.asked]


# ---- how many


def that_come(at, die):
    question = asks(at, RandomEvent(GERMAN), kind="tape", dice=[5, 6, die], picks=[TryLuck(GERMAN)])
    return question.state.agenda[0].left


@pytest.mark.clause("cc.air.planes")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_one_die_says_how_many_planes_come(die, number):
    assert that_come(squad(), die) == number


@pytest.mark.case("cc.air.planes", 1)
@pytest.mark.clause("cc.air.maximum")
def test_no_more_planes_come_than_are_left():
    assert that_come(squad(planes=2), 5) == 2


@pytest.mark.case("cc.air.maximum", 1)
@pytest.mark.clause("cc.air.maximum")
def test_of_three_planes_two_are_lost_and_one_comes():
    assert that_come(squad(planes=1), 6) == 1


@pytest.mark.clause("cc.air.maximum")
def test_each_side_has_three_planes_of_its_own():
    after = bombed(squad(), 1)
    assert (planes(after, GERMAN), planes(after, AMERICAN)) == (2, 3)


# ---- strafing


@pytest.mark.clause("cc.air.strafing-tape")
def test_the_tape_is_36_inches_long_and_lies_at_any_angle():
    assert not strafed(squad(), picks=[over(30, 39.1)]).rolls  # its near end is just beyond the squad
    assert len(strafed(squad(), 2, 2, 2, picks=[over(30, 38), ON]).rolls) == 3  # it reaches the middle of it
    assert tape_ends(Place(30, 20, 90), TAPE_LENGTH) == (pytest.approx((12, 20)), pytest.approx((48, 20)))


@pytest.mark.clause("cc.air.tape-per-plane")
def test_part_of_the_tape_may_lie_off_the_table_but_not_all_of_it():
    question = asks(squad(), AirStrike(GERMAN, "strafing", 1), kind="tape")
    assert why_not(question, over(-10, 20, 90)) == ""
    assert why_not(question, over(-30, 20, 90)) == "cc.air.tape-per-plane"


@pytest.mark.case("cc.air.tape-per-plane", 1)
@pytest.mark.clause("cc.air.tape-per-plane")
def test_each_plane_lays_its_own_tape_when_the_one_before_has_finished_and_may_cross_the_same_men():
    after = strafed(squad(), 5, 2, 2, 2, 2, 5, 2, 2, 2, picks=[over(), ON, over(), ON], planes=2)
    assert kinds(after) == ["tape", "run", "tape", "run"] and men(after, SQUAD) == [3]


@pytest.mark.case("cc.air.strafing-hits", 1)
@pytest.mark.clause("cc.air.strafing-hits")
def test_a_man_crossed_falls_on_a_five_or_a_six():
    assert men(strafed(squad(), 5, 2, 6, picks=[over(30.8), ON]), SQUAD) == [3]


@pytest.mark.clause("cc.air.strafing-hits", "cc.cover.save-exceptions")
def test_cover_saves_a_man_from_strafing_whichever_way_it_faces():
    at = table("American Baker at 30,20 facing N: Rifle squad; cover 4")
    after = strafed(at, 5, 4, 6, 5, 2, 2, 2)
    assert men(after, SQUAD) == [4] and cover(after, SQUAD) == 4


@pytest.mark.case("cc.air.crossed-men", 1)
@pytest.mark.clause("cc.air.crossed-men")
@pytest.mark.parametrize(("x", "crossed"), [(30.0, 5), (30.8, 3), (30.99, 1), (31.1, 0)])
def test_as_many_men_are_crossed_as_tape_lies_on_their_squad(x, crossed):
    picks = [over(x), ON] if crossed else [over(x)]
    assert len(strafed(squad(), *[2] * crossed, picks=picks).rolls) == crossed


@pytest.mark.clause("cc.air.crossed-men")
def test_the_tape_meets_friend_and_foe_in_its_order_but_no_vehicle_and_no_passenger():
    theirs = "Rifle squad, Truck, Rifle squad, M4 Sherman; 2 at 30 16, 3 aboard 2, 4 at 30 20"
    at = table("German Able at 30,30: Rifle squad", f"American Baker at 30,12 facing S: {theirs}")
    after = strafed(at, *[2] * 10)
    assert [roll.throw.at for roll in after.rolls] == [(SQUAD,)] * 5 + [("Able Rifles 1",)] * 5
    back = strafed(at, *[2] * 10, picks=[over(facing=180), ON])
    assert back.rolls[0].throw.at == ("Able Rifles 1",)


@pytest.mark.case("cc.air.return-shot", 1)
@pytest.mark.clause("cc.air.return-shot", "cc.air.break-off")
def test_a_one_is_a_return_shot_and_on_a_four_the_plane_breaks_off_but_is_not_lost():
    after = strafed(squad(), 5, 1, 4)
    assert men(after, SQUAD) == [4] and planes(after, GERMAN) == 3


@pytest.mark.clause("cc.air.return-shot", "cc.air.maximum")
def test_on_a_six_the_plane_crashes_for_good():
    assert planes(strafed(squad(), 1, 6), GERMAN) == 2


@pytest.mark.clause("cc.air.return-shot")
def test_on_a_three_the_plane_flies_on():
    assert men(strafed(squad(), 1, 3, 5, 5, 2, 2), SQUAD) == [3]


@pytest.mark.case("cc.air.friendly-return", 1)
@pytest.mark.clause("cc.air.friendly-return")
def test_friends_do_not_shoot_back_but_they_fall():
    after = strafed(squad(), 1, 6, 2, 2, 2, picks=[over(10, 5), ON])
    assert men(after, "Able Rifles 1") == [4] and planes(after, GERMAN) == 3
    assert "cc.air.friendly-return" in after.cited


@pytest.mark.case("cc.air.break-off", 1)
@pytest.mark.clause("cc.air.break-off")
def test_a_run_may_be_broken_off_between_any_two_men():
    one = StrafeOne(GERMAN, SQUAD)
    after = strafed(squad(), 5, 2, picks=[over(), one, one, BreakOff(GERMAN)])
    assert len(after.rolls) == 2 and men(after, SQUAD) == [4]


@pytest.mark.clause("cc.air.leave")
def test_when_its_run_is_over_a_plane_goes_away_and_is_not_lost():
    after = strafed(squad(), 2, 2, 2, 2, 2)
    assert "cc.air.leave" in after.cited and planes(after, GERMAN) == 3
    assert after.state.units[TAPE].place is None and not after.state.agenda


# ---- bombing


@pytest.mark.case("cc.air.bombing", 1)
@pytest.mark.clause("cc.air.bombing")
def test_of_two_planes_one_misses_and_is_shot_down_and_one_destroys_its_target():
    after = bombed(squad(), 1, 5, at_what=[SQUAD, SQUAD])
    assert planes(after, GERMAN) == 2 and lost(after) == [SQUAD]


@pytest.mark.clause("cc.air.bombing")
@pytest.mark.parametrize("die", [2, 3, 4])
def test_a_bomb_may_simply_miss(die):
    after = bombed(squad(), die)
    assert planes(after, GERMAN) == 3 and not lost(after)


@pytest.mark.case("cc.air.bomb-target", 1)
@pytest.mark.clause("cc.air.bomb-target", "cc.cover.save-exceptions")
def test_no_cover_saves_from_a_bomb():
    after = bombed(squad(words=", cover 5"), 5)
    assert lost(after) == [SQUAD] and not thrown(after, "save")


@pytest.mark.clause("cc.air.bomb-target")
def test_any_enemy_on_the_table_may_be_bombed_seen_or_not_but_no_friend():
    at = squad(", Truck, Rifle squad", ", 3 at 60 40, 4 aboard 3")
    question = asks(at, AirStrike(GERMAN, "bombing", 1), kind="bomb")
    assert offers(question) == [Bomb(GERMAN, i) for i in (SQUAD, "Baker Rifles 2", "Baker Truck 1")]
    assert why_not(question, Bomb(GERMAN, "Able Rifles 1")) == "cc.air.bomb-target"


@pytest.mark.clause("cc.air.bomb-target", "cc.vehicles.passengers-lost")
def test_the_passengers_of_a_bombed_truck_throw_for_their_lives():
    at = squad(", Truck, Rifle squad", ", 3 at 60 40, 4 aboard 3")
    after = run(at, AirStrike(GERMAN, "bombing", 1), dice=[6, 1, 2, 1, 2, 1], picks=[Bomb(GERMAN, "Baker Truck 1")])
    assert lost(after) == ["Baker Truck 1"] and men(after, "Baker Rifles 3") == [2]
