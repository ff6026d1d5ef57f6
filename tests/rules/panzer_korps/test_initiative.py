"""Initiative: the signs of good CinCs, the throw, and who goes first."""

import pytest
from pk_day import FRENCH, GERMAN, asks, run, sums, table

from sandtable.kernel.view import UNREAD, open_table
from sandtable.mechanics.papers import paper
from sandtable.rules.panzer_korps.commands import PAPERS, AddInitiative, SubtractInitiative
from sandtable.rules.panzer_korps.initiative import chooses, first_side, in_order
from sandtable.rules.panzer_korps.steps import Initiative, InitiativeSign
from sandtable.scripted import offers

SIGNS = InitiativeSign(GERMAN), InitiativeSign(FRENCH)


def led(german, french, **said):
    return table(cinc={"German": german, "French": french}, **said)


@pytest.mark.case("pk.initiative.check", 1)
def test_the_higher_total_has_the_initiative_until_the_next_day_segment():
    after = run(led("E", "D"), Initiative(), dice=[2, 4])
    assert first_side(after.state) == FRENCH and in_order(after.state) == (FRENCH, GERMAN)


@pytest.mark.case("pk.initiative.modifiers", 1)
def test_equal_totals_are_thrown_again():
    after = run(led("C", "F"), SIGNS[0], Initiative(), dice=[3, 5, 5, 1], picks=[AddInitiative(GERMAN)])
    assert sums(after) == [4, 4, 6, 0] and first_side(after.state) == GERMAN


@pytest.mark.clause("pk.initiative.modifiers")
@pytest.mark.parametrize(("rating", "plus", "minus"), [("A", 3, -3), ("B", 2, -2), ("C", 1, -1)])
def test_a_good_cinc_adds_or_subtracts(rating, plus, minus):
    for pick, figure in ((AddInitiative(GERMAN), plus), (SubtractInitiative(GERMAN), minus)):
        after = run(led(rating, "D"), SIGNS[0], Initiative(), dice=[4, 2 if figure > 0 else 6], picks=[pick])
        assert sums(after)[0] == 4 + figure


@pytest.mark.clause("pk.initiative.modifiers")
@pytest.mark.parametrize(("rating", "figure"), [("D", 0), ("E", 0), ("F", -1), ("G", -2), ("H", -3)])
def test_other_cincs_have_no_choice(rating, figure):
    state = led(rating, "D")
    assert not chooses(state, GERMAN)
    assert sums(run(state, Initiative(), dice=[4, 6])) == [4 + figure, 6]


@pytest.mark.clause("pk.initiative.modifiers")
def test_the_sign_is_chosen_in_secret_before_the_dice():
    state = led("A", "B")
    question = asks(state, *SIGNS, Initiative(), picks=[SubtractInitiative(GERMAN)])
    assert question.side == FRENCH
    assert PAPERS.written(open_table(question.state, GERMAN), GERMAN) == [SubtractInitiative(GERMAN)]
    assert open_table(question.state, FRENCH).piles[paper(GERMAN)].cards == (UNREAD,)
    assert offers(question) == [AddInitiative(FRENCH), SubtractInitiative(FRENCH)]


@pytest.mark.case("pk.initiative.both-dice", 1)
def test_with_the_variant_a_good_cinc_adds_to_his_die_and_subtracts_from_the_enemys():
    state = led("A", "D", options=frozenset({"initiative-both-dice"}))
    assert not chooses(state, GERMAN)
    after = run(state, Initiative(), dice=[2, 6])
    assert sums(after) == [5, 3] and first_side(after.state) == GERMAN
    assert after.rolls[1].adds[0].clause == "pk.initiative.both-dice"


@pytest.mark.clause("pk.initiative.both-dice")
def test_with_the_variant_other_cincs_work_as_usual():
    after = run(led("F", "C", options=frozenset({"initiative-both-dice"})), Initiative(), dice=[6, 1])
    assert sums(after) == [6 - 1 - 1, 1 + 1]


@pytest.mark.clause("pk.command.rating-cinc")
def test_the_initiative_is_the_cincs_and_not_another_leaders():
    state = table(
        "German I at 36,5: 3 infantry; group North, led by G",
        "French A at 36,43: 3 infantry; led by D",
        cinc={"German": "A"},
    )
    assert sums(run(state, Initiative(), SIGNS[0], dice=[2, 1], picks=[AddInitiative(GERMAN)]))[0] == 5


@pytest.mark.clause("pk.initiative.check")
def test_before_the_first_check_the_scenarios_first_player_goes_first():
    state = table()
    force = state.units["German"]
    assert first_side(state.put(force.unlink("has the initiative"))) == GERMAN
