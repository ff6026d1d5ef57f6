"""Random events: whether to throw, what comes of it, and low ammunition."""

import pytest
from cc_melee import AMERICAN, GERMAN, asks, planes, run, table, thrown, unit
from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.rules.combat_captain import Activate, Bomb, Choose, Fire, March, Move, NoLuck, Pass, TryLuck
from sandtable.rules.combat_captain.sequence import Activation, CloseCombat, RandomEvent
from sandtable.rules.combat_captain.words import Mark, Tally
from sandtable.scripted import offers, why_not

LUCK = [TryLuck(GERMAN)]


def two_lines(**how):
    """Each side has a company; they are 10 inches apart."""
    return table("German Able at 20,20: 2 Rifle squad", "American Baker at 20,32 facing S: 2 Rifle squad", **how)


def without_planes(at, side, left=0):
    force = at[side]
    at.state = at.state.put(replace(force, tallies={**force.tallies, Tally.PLANES: left}))
    return at


def event(at, *dice, picks=()):
    return run(at, RandomEvent(GERMAN), dice=dice, picks=[*LUCK, *picks])


def asked(after):
    return [(one.topic.kind, one.side) for one in after.asked]


# ---- the throw


@pytest.mark.case("cc.events.option", 1)
@pytest.mark.clause("cc.events.option")
def test_nobody_has_to_throw():
    question = asks(two_lines(), RandomEvent(GERMAN), kind="event")
    assert offers(question) == [NoLuck(GERMAN), TryLuck(GERMAN)]
    assert not run(two_lines(), RandomEvent(GERMAN), picks=[NoLuck(GERMAN)]).rolls


@pytest.mark.clause("cc.events.option")
def test_the_throw_comes_after_all_activation_and_close_combat():
    at = table("German Able at 20,20: Rifle squad", "American Baker at 20,22 facing S: Rifle squad")
    steps = Activation(GERMAN), CloseCombat(GERMAN), RandomEvent(GERMAN)
    after = run(at, *steps, dice=[1, 2, 5, 1, 3, 3, 3, 3, 3, 4], picks=LUCK)
    assert [roll.throw.kind for roll in after.rolls][-2:] == ["withdrawal", "event"]


@pytest.mark.case("cc.events.once", 1)
@pytest.mark.clause("cc.events.once")
def test_there_is_one_throw_in_a_player_turn():
    at = two_lines()
    at.give(TryLuck(GERMAN), dice=[3, 4])
    question = asks(at, *at.state.agenda, kind="event")
    assert question.side == AMERICAN
    assert why_not(question, TryLuck(GERMAN)) == "cc.events.once"


@pytest.mark.clause("cc.events.once", "cc.dice.penalty-scope")
def test_chits_do_not_change_the_throw():
    at = table("German Able at 20,20: Rifle squad; chits 3")
    assert thrown(event(at, 3, 4), "event") == [(GERMAN, 2, 7)]


@pytest.mark.case("cc.events.table", 1)
@pytest.mark.clause("cc.events.table", "cc.events.support")
@pytest.mark.parametrize(("dice", "follows"), [((5, 5), "shell"), ((5, 6), "tape"), ((6, 6), "bomb")])
def test_ten_brings_artillery_eleven_a_strafing_run_and_twelve_a_bombing_run(dice, follows):
    question = asks(two_lines(), RandomEvent(GERMAN), kind=follows, dice=[*dice, 1], picks=LUCK)
    assert question.side == GERMAN


@pytest.mark.clause("cc.events.none")
@pytest.mark.parametrize("dice", [(1, 3), (3, 4), (4, 5)])
def test_from_four_to_nine_nothing_happens(dice):
    after = event(two_lines(), *dice)
    assert len(after.rolls) == 1 and "cc.events.none" in after.cited


# ---- the opponent's choice


@pytest.mark.case("cc.events.opponent-gift", 1)
@pytest.mark.clause("cc.events.opponent-gift")
def test_two_gives_the_opponent_his_choice_at_once():
    at = two_lines()
    question = asks(at, RandomEvent(GERMAN), kind="gift", dice=[1, 1], picks=LUCK)
    choices = [Choose(AMERICAN, what) for what in ("artillery", "strafing", "bombing")]
    assert question.side == AMERICAN and offers(question) == choices
    after = event(at, 1, 1, 1, 5, picks=[choices[2], Bomb(AMERICAN, "Able Rifles 1")])
    assert Mark.LOST in unit(after, "Able Rifles 1").marks


@pytest.mark.clause("cc.events.no-planes")
def test_an_opponent_without_planes_can_only_choose_artillery():
    at = without_planes(two_lines(), AMERICAN)
    question = asks(at, RandomEvent(GERMAN), kind="gift", dice=[1, 1], picks=LUCK)
    assert offers(question) == [Choose(AMERICAN, "artillery")]
    assert why_not(question, Choose(AMERICAN, "bombing")) == "cc.events.no-planes"


@pytest.mark.case("cc.events.no-planes", 1)
@pytest.mark.clause("cc.events.no-planes")
@pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
def test_a_side_without_planes_gets_none(dice):
    after = event(without_planes(two_lines(), GERMAN), *dice)
    assert len(after.rolls) == 1 and "cc.events.no-planes" in after.cited
    assert planes(after, AMERICAN) == 3


# ---- low ammunition


def short_of_rounds(companies=1):
    """It is the German turn after a throw of 3."""
    more = [f"German Dog{n} at {30 + 8 * n},20: 2 Rifle squad" for n in range(companies - 1)]
    at = table("German Able at 20,20: 2 Rifle squad", *more, "American Baker at 20,32 facing S: 2 Rifle squad")
    at.give(TryLuck(GERMAN), dice=[1, 2])
    at.give(Pass("Baker"))
    return at


def fire_dice(question):
    return {command.dice for command in offers(question) if isinstance(command, Fire)}


@pytest.mark.case("cc.events.low-ammo", 1)
@pytest.mark.clause("cc.events.low-ammo", "cc.fire.all-three-bonus")
def test_after_a_three_each_unit_fires_at_most_two_of_its_dice_in_its_next_turn():
    at = short_of_rounds()
    question = asks(at, *at.state.agenda, kind="activity")
    assert question.side == GERMAN and fire_dice(question) == {1, 2}
    assert why_not(question, Fire("Able", "Baker Rifles 1", 3)) == "cc.events.low-ammo"


@pytest.mark.clause("cc.events.low-ammo")
def test_the_third_die_can_be_used_for_anything_else():
    at = short_of_rounds()
    at.give(Fire("Able", "Baker Rifles 1", 2), dice=[1] * 5)
    question = asks(at, *at.state.agenda, kind="activity")
    assert not fire_dice(question) and Move("Able") in offers(question)
    assert why_not(question, Fire("Able", "Baker Rifles 1", 1)) == "cc.events.low-ammo"


@pytest.mark.case("cc.events.low-ammo-scope", 1)
@pytest.mark.clause("cc.events.low-ammo-scope")
def test_each_of_three_companies_may_fire_two_dice():
    at = short_of_rounds(3)
    for company in ("Able", "Dog0", "Dog1"):
        picks = [Activate(company)]
        assert fire_dice(asks(at, *at.state.agenda, kind="activity", picks=picks)) == {1, 2}


@pytest.mark.clause("cc.events.low-ammo-scope", "cc.turn.resets")
def test_it_is_over_after_that_turn():
    at = short_of_rounds()
    at.give(Pass("Able"))
    at.give(Pass("Baker"))
    assert fire_dice(asks(at, *at.state.agenda, kind="activity")) == {1, 2, 3}


@pytest.mark.clause("cc.events.low-ammo-scope")
def test_opportunity_fire_is_as_ever():
    at = table("German Able at 20,20: 2 Rifle squad", "American Baker at 20,28 facing S: 2 Rifle squad")
    at.give(TryLuck(GERMAN), dice=[1, 2])
    after = at.give(Move("Baker"), dice=[3], picks=[March("Baker", Place(20, 26, 180), "as they stand")])
    shots = [option.command for option in after.asked[-1].options]
    assert after.asked[-1].topic.kind == "opportunity fire" and Fire("Able", "Baker Rifles 1") in shots
