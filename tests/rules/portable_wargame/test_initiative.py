"""Dicing for initiative."""

import pytest
from tabletop import BLUE, RED, activated, at, firing, played, queued, square, table, turns, unit, why_not

from sandtable.rules.portable_wargame.activation import activate
from sandtable.rules.portable_wargame.commands import Activate, Attack, Done, Fire, Move, Stay
from sandtable.rules.portable_wargame.sequence import Activation, Initiative
from sandtable.scripted import act

TWO = unit("Infantry", "d4"), unit("Infantry", "d9", "S", side=BLUE)


@pytest.mark.clause("pw.initiative.roll")
@pytest.mark.parametrize(("dice", "first"), [([5, 2], RED), ([2, 5], BLUE), ([6, 5], RED)])
def test_the_higher_die_goes_first(dice, first):
    leg = played(queued(table(*TWO), Initiative()), dice=[*dice, 1])
    assert leg.position.question.side == first
    assert str(leg.entries[0]) == f"Red throws for initiative: rolls {dice[0]} [pw.initiative.roll]"


@pytest.mark.clause("pw.initiative.roll")
def test_the_other_side_follows_when_the_first_has_finished():
    leg = played(queued(table(*TWO), Initiative()), dice=[5, 2, 1, 1], picks=[Done()])
    assert leg.position.question.side == BLUE
    assert leg.position.state.agenda[:1] != (Activation(RED),)


@pytest.mark.clause("pw.initiative.roll")
def test_dice_come_after_the_artillery_phase():
    state = table(*TWO, unit("Artillery", "d1", traits=("Field Artillery",)))
    question = played(queued(state)).position.question
    assert question.clause == "pw.artillery.resolution-order"


@pytest.mark.case("pw.initiative.ties", 1)
def test_equal_dice_are_thrown_again():
    leg = played(queued(table(*TWO), Initiative()), dice=[4, 4, 2, 5, 1])
    assert leg.position.question.side == BLUE
    assert "the dice are equal: both sides throw again [pw.initiative.ties]" in [str(entry) for entry in leg.entries]


@pytest.mark.clause("pw.initiative.no-artillery-fire")
@pytest.mark.parametrize(
    ("kind", "spent", "picks"),
    [
        ("Artillery", (), [Stay("Red Artillery")]),
        ("Artillery", ("fired",), []),
        ("Self-propelled Artillery", (), [Stay("Red Self-propelled Artillery")]),
        ("Self-propelled Artillery", ("fired",), [Stay("Red Self-propelled Artillery")]),
    ],
)
def test_artillery_does_not_fire_when_activated(kind, spent, picks):
    state = table(unit(kind, "d4", traits=("Field Artillery",), spent=spent), unit("Infantry", "d6", side=BLUE))
    question = activated(state, f"Red {kind}", picks=picks, kind="fire")
    assert why_not(question, Fire(f"Red {kind}", at("d6"))) == "pw.initiative.no-artillery-fire"


@pytest.mark.clause("pw.initiative.no-artillery-fire")
def test_artillery_may_move_and_fight_when_activated():
    gun = unit("Artillery", "d4", traits=("Field Artillery",))
    state = table(gun, unit("Infantry", "d6", "S", side=BLUE))
    picks = [Move("Red Artillery", at("d5")), Attack("Red Artillery", "Blue Infantry")]
    after = act(state, lambda play: activate(play, "Red Artillery"), dice=[6, 6], picks=picks)
    assert square(after.state, "Red Artillery") == "d5"
    assert any("Red Artillery fights Blue Infantry" in line for line in after.told)


@pytest.mark.clause("pw.initiative.no-artillery-fire")
def test_assault_guns_fire_when_activated():
    state = table(unit("Assault Guns", "d4"), unit("Infantry", "d6", side=BLUE))
    assert not why_not(firing(state, "Red Assault Guns"), Fire("Red Assault Guns", at("d6")))


@pytest.mark.clause("pw.initiative.roll")
def test_the_winner_has_no_choice_but_to_go_first():
    state = table(*TWO)
    after = act(
        state,
        turns(1, 1),
        dice=[6, 1, 1, 1],
        picks=[Done(), Activate("Blue Infantry"), Move("Blue Infantry", at("d8"))],
    )
    assert [decision.side for decision in after.asked][:2] == [RED, BLUE]
