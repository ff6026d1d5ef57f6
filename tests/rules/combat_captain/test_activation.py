"""Activation: three dice for every unit, spent one after another on what its owner likes."""

import pytest
from cc import (
    AMERICAN,
    FOE,
    GERMAN,
    SQUAD,
    able,
    asked_first,
    asks,
    at,
    fires,
    marches,
    offered,
    play_on,
    table,
    units,
    why_not,
)

from sandtable.rules.combat_captain import (
    Activate,
    Dismount,
    EndActivation,
    Fire,
    MountUp,
    Move,
    NoLuck,
    Pass,
    Rally,
    SeekCover,
    TakeCover,
)
from sandtable.rules.combat_captain.activation import act
from sandtable.rules.combat_captain.words import Die, Tally

TWO = "German Able at 20,10: Rifle squad", "German Dog at 40,10: Rifle squad"


def acting(found, *picks, dice=()):
    """What Able may do when it has done so much."""

    def on(play):
        while act(play, "Able"):
            pass

    return asks(found.state, on, dice, picks, "activity")


# ---- dice are time


@pytest.mark.case("cc.activation.three-dice", 1)
def test_five_tanks_have_three_dice_and_each_moves_them_all():
    company = able("5 M4 Sherman")
    assert company["Able"].tallies[Tally.DICE] == 3
    before = [unit.place for unit in units(company.state, "Able")]
    marches(company, 20, 12, 1, 1)
    assert company["Able"].tallies[Tally.DICE] == 2
    assert all(old != new.place for old, new in zip(before, units(company.state, "Able"), strict=True))


@pytest.mark.clause("cc.activation.three-dice")
def test_no_unit_fires_with_more_dice_than_it_has_left():
    company = able(foe="American Baker at 20,20: Rifle squad")
    question = acting(company, SeekCover("Able"))
    assert why_not(question, Fire("Able", FOE, 3)) == "cc.activation.three-dice"
    assert why_not(question, Fire("Able", FOE, 2)) == ""
    assert why_not(question, Fire("Able", FOE, 0)) == "cc.activation.three-dice"


@pytest.mark.case("cc.activation.dice-are-time", 1)
def test_a_die_of_cover_and_a_die_of_movement_leave_one_and_the_cover_is_lost():
    company = able()
    company.give(SeekCover("Able"))
    assert company[SQUAD].tallies[Tally.COVER] == 1
    after = marches(company, 20, 13, 3)
    assert company["Able"].tallies[Tally.DICE] == 1
    assert company[SQUAD].tallies[Tally.COVER] == 0
    assert "cc.activation.dice-are-time" in after.cited
    assert {SeekCover, Move, Pass} <= set(offered(acting(company)))


@pytest.mark.clause("cc.activation.dice-are-time")
def test_the_log_says_what_each_die_was_spent_on():
    company = able("Rifle squad; chits 1", foe="American Baker at 20,20: Rifle squad")
    spent = []
    for order, dice in ((Rally("Able"), ()), (SeekCover("Able"), ()), (Fire("Able", FOE), (1, 1))):
        after = company.give(order, dice)
        spent += [entry.event.what for entry in after.entries if entry.clause == "cc.activation.dice-are-time"]
    assert spent == [Die.RALLY, Die.COVER, Die.FIRE]


# ---- order


@pytest.mark.clause("cc.activation.order")
def test_units_are_activated_in_any_order_and_one_is_finished_before_the_next():
    both = table(*TWO)
    question = asked_first(both)
    assert offered(question) == [Activate, Activate, EndActivation]
    acting_now = asks(both.state, play_on, picks=[Activate("Dog")])
    assert acting_now.topic.about == ("Dog",)
    assert why_not(acting_now, Move("Able")) == "cc.activation.order"
    assert why_not(acting_now, SeekCover("Able")) == "cc.activation.order"
    assert asks(both.state, play_on, picks=[Activate("Dog"), Pass("Dog")]).topic.about == ("Able",)


@pytest.mark.case("cc.activation.order", 1)
def test_a_unit_that_has_given_up_a_die_is_not_returned_to():
    three = table(*TWO, "German Easy at 60,10: Rifle squad")
    picks = Activate("Able"), SeekCover("Able"), SeekCover("Able"), Pass("Able"), Activate("Dog"), Pass("Dog")
    question = asks(three.state, play_on, picks=picks[:4])
    assert why_not(question, Activate("Able")) == "cc.activation.order"
    assert question.state.units["Able"].tallies[Tally.DICE] == 0
    last = asks(three.state, play_on, picks=picks)
    assert (last.topic.kind, last.topic.about) == ("activity", ("Easy",))


@pytest.mark.clause("cc.activation.order")
def test_all_dice_may_be_given_up_at_once_and_none_is_saved():
    both = table(*TWO)
    question = asks(both.state, play_on, picks=[EndActivation(GERMAN)])
    assert question.topic.kind == "event"
    company = able("Rifle squad; dice 1")
    quiet = Pass("Able"), NoLuck(GERMAN), Pass("Baker"), NoLuck(AMERICAN)
    assert asks(company.state, play_on, picks=quiet).state.units["Able"].tallies[Tally.DICE] == 3


@pytest.mark.clause("cc.activation.order")
def test_a_unit_that_is_gone_is_not_activated():
    both = table(TWO[0], "German Dog at 40,10: Rifle squad; 1 lost")
    assert asked_first(both, "activity").topic.about == ("Able",)


# ---- activities


@pytest.mark.clause("cc.activation.activities")
def test_a_unit_may_move_fire_seek_cover_rally_mount_and_pass():
    company = able("Rifle squad, Truck; 2 at 23 10, chits 1", foe="American Baker at 20,20: Rifle squad")
    assert {Move, Fire, SeekCover, Rally, MountUp, Pass} <= set(offered(asked_first(company, "activity")))
    mounted = able("Rifle squad, Truck; 1 aboard 2")
    assert Dismount in offered(asked_first(mounted, "activity"))


@pytest.mark.clause("cc.activation.activities")
def test_activities_come_in_any_order_and_the_result_of_one_is_known_before_the_next():
    company = able("Rifle squad; chits 2", foe="American Baker at 20,20: Rifle squad")
    question = acting(company, Rally("Able"), Fire("Able", FOE), dice=[6, 6])
    assert question.state.units["Able"].tallies[Tally.CHITS] == 1
    assert Rally in offered(question)
    again = acting(company, Rally("Able"), Rally("Able"))
    assert (again.state.units["Able"].tallies[Tally.CHITS], again.state.units["Able"].tallies[Tally.DICE]) == (0, 1)


@pytest.mark.clause("cc.activation.activities")
def test_what_cannot_be_done_is_not_offered():
    company = able()
    kinds = set(offered(asked_first(company, "activity")))
    assert kinds.isdisjoint({Fire, Rally, MountUp, Dismount})
    assert why_not(asked_first(company, "activity"), Rally("Able")) == "cc.morale.rally"


# ---- the whole unit


@pytest.mark.case("cc.activation.whole-unit", 1)
def test_a_squad_without_a_target_does_nothing_with_a_die_of_fire():
    company = able("2 Rifle squad; 2 at 20 7", foe="American Baker at 20,20: Rifle squad")
    after = fires(company, 2, 2)  # the second squad does not see past the first
    assert [len(roll.shown) for roll in after.rolls] == [2]
    question = asked_first(company)
    assert question.topic.kind == "activity"
    assert why_not(question, TakeCover("Able Rifles 2", at(20, 7))) == "cc.cover.cost"
    assert company["Able"].tallies[Tally.DICE] == 2


@pytest.mark.clause("cc.activation.whole-unit")
def test_every_sub_unit_takes_part_in_what_the_unit_does():
    company = able("4 Rifle squad")
    company.give(SeekCover("Able"))
    assert [unit.tallies[Tally.COVER] for unit in units(company.state, "Able")] == [1, 1, 1, 1]
