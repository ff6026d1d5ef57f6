"""The action roll, and the two rounds in which actions are spent."""

import pytest
from gbday import plays, with_actions
from gbtable import BLUE, FOE, RED, TANK, Body, asks, first_question, offers, sid, stand, table, why_not
from orders import CLOSE, battalion

from sandtable.board.place import Place
from sandtable.rules.great_battles.commands.day import (
    ChangeFormation,
    Done,
    Fire,
    Form,
    Halt,
    Limber,
    Move,
    OpenFire,
    Pick,
    Rally,
)
from sandtable.rules.great_battles.day.actions import act as take_action
from sandtable.rules.great_battles.day.actions import aim_next, move_next, tidy_next, with_action
from sandtable.rules.great_battles.facts.day import RoundOver
from sandtable.rules.great_battles.fire.fire import able_to_fire
from sandtable.rules.great_battles.fire.watch import watchers
from sandtable.rules.great_battles.move.drill import Forms
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.staff.action_roll import pay_back, roll_actions
from sandtable.rules.great_battles.steps import ActionRolls, Aiming, Clearing, CloseCombat, Firing, Moving, Tidying
from sandtable.rules.great_battles.words import Did, Formation, Mark, Tally
from sandtable.scripted import act


def rolls(body: Body, *dice: int):
    """How many actions a battalion gets for each of some dice, and by which clause."""
    found = []
    for die in dice:
        after = act(table(body, FOE), lambda play: roll_actions(play, RED), [die])
        found.append((after.state.units["A1"].tallies[Tally.ACTIONS], after.told[-1].split("[")[1].rstrip("]")))
    return found


# ---- the roll


@pytest.mark.clause("gb20.actions.roll")
def test_every_battalion_on_the_table_rolls_whatever_its_state():
    bodies = Body("A1", (20, 10)), Body("A2", (30, 10), active=False), Body("A3", (40, 10), marks=(Mark.TO_GROUND,))
    after = act(table(*bodies, Body("A4"), FOE), lambda play: roll_actions(play, RED), [3, 3, 3])
    assert [line.split()[0] for line in after.told if "rolls for actions" in line] == ["A1", "A2", "A3"]
    assert "gb20.actions.roll" in after.cited


@pytest.mark.case("gb20.actions.two-actions", 1)
def test_a_raw_battalion_needs_19_for_two_actions():
    assert rolls(battalion("raw"), 19, 18) == [(2, "gb20.actions.two-actions"), (0, "gb20.actions.no-action")]


@pytest.mark.clause("gb20.actions.two-actions")
@pytest.mark.parametrize(
    ("quality", "figure"), [("raw", 19), ("inferior", 17), ("average", 16), ("experienced", 15), ("veteran", 13)]
)
def test_the_figure_for_two_actions_goes_by_quality(quality, figure):
    assert [actions for actions, _ in rolls(battalion(quality), figure, figure - 1)] == [2, 0]


@pytest.mark.case("gb20.actions.one-action", 1)
def test_the_bare_die_of_1_to_10_gives_one_action():
    assert rolls(battalion(), 10, 11) == [(1, "gb20.actions.one-action"), (0, "gb20.actions.no-action")]


@pytest.mark.clause("gb20.actions.one-action")
@pytest.mark.parametrize("quality", ["raw", "veteran"])
def test_quality_and_hq_make_no_difference_to_one_action(quality):
    assert [actions for actions, _ in rolls(battalion(quality, "HQ"), 1, 10)] == [1, 1]


@pytest.mark.clause("gb20.actions.no-action")
def test_anything_else_is_no_action():
    assert {actions for actions, _ in rolls(battalion(), *range(11, 16))} == {0}
    question = first_question(with_actions(table(battalion(), FOE), A1=0), lambda play: move_next(play, RED, 1))
    assert why_not(question, Pick("A1")) == "gb20.actions.no-action"


@pytest.mark.case("gb20.actions.hq-modifier", 1)
def test_an_hq_adds_2_towards_two_actions():
    assert [actions for actions, _ in rolls(battalion("average", "HQ"), 13, 14)] == [0, 2]


@pytest.mark.case("gb20.actions.hq-modifier", 2)
def test_it_does_not_make_two_actions_of_a_bare_10():
    assert [actions for actions, _ in rolls(battalion("veteran", "HQ"), 10, 11)] == [1, 2]


@pytest.mark.clause("gb20.actions.hq-modifier")
def test_the_roll_shows_the_hq():
    after = act(table(battalion("average", "HQ"), FOE), lambda play: roll_actions(play, RED), [14])
    assert "rolls 14 +2 HQ [gb20.actions.hq-modifier] = 16" in after.told[0]


@pytest.mark.clause("gb20.actions.roll")
def test_what_a_hidden_battalion_rolls_only_its_owner_sees():
    state = table(Body("A1", (20, 10), hidden=True), FOE)
    after = act(state, lambda play: roll_actions(play, RED), [14])
    assert {entry.known_to for entry in after.entries if entry.event.tell()} == {frozenset({RED})}


# ---- paying back


@pytest.mark.case("gb20.actions.pay-back", 1)
@pytest.mark.parametrize(("actions", "marker", "free"), [(2, False, [2]), (1, False, []), (0, True, [])])
def test_the_first_action_takes_the_marker_off_and_the_second_is_free(actions, marker, free):
    state = with_actions(table(battalion(marks=(Mark.ACTION_TAKEN,)), FOE), A1=actions)
    after = act(state, lambda play: pay_back(play, RED)).state
    assert (Mark.ACTION_TAKEN in after.units["A1"].marks) == marker
    assert with_action(after, RED, 1) == []
    second = RoundOver().apply(after)
    assert [number for number in (2,) if with_action(second, RED, number)] == free


@pytest.mark.clause("gb20.actions.pay-back")
def test_with_a_marker_no_other_action_is_possible():
    state = with_actions(table(battalion(marks=(Mark.ACTION_TAKEN,), suppressed=(1,)), CLOSE), A1=2)
    question = first_question(state, lambda play: move_next(play, RED, 1))
    assert why_not(question, Pick("A1")) == "gb20.actions.pay-back"
    assert offers(first_question(state, lambda play: tidy_next(play, RED, 1))) == [Done()]
    assert act(state, lambda play: aim_next(play, RED, 1)).asked == []


@pytest.mark.clause("gb20.actions.pay-back")
def test_the_marker_goes_right_after_the_roll():
    day = plays(table(battalion(marks=(Mark.ACTION_TAKEN,)), FOE), ActionRolls(RED), dice=[16])
    assert day.told[-1] == "A1 removes its action-taken marker [gb20.actions.pay-back]"


@pytest.mark.clause("gb20.actions.one-marker")
def test_a_battalion_with_a_marker_does_not_fire_as_the_enemy_moves():
    marked = Body("B1", (20, 15), 180, side=BLUE, marks=(Mark.ACTION_TAKEN,))
    other = Body("B2", (26, 15), 180, side=BLUE, stands=(TANK,))
    state = with_actions(table(Body("A1", (20, 10)), marked, other), A1=1)
    assert [body.id for body in watchers(state, Way(state, state.units["A1"], Place(20, 12, 0)))] == ["B2"]
    day = plays(state, Moving(RED, 1), picks=[Pick("A1"), Move("A1", Place(20, 13, 0))], until="opportunity fire?")
    assert why_not(day.question, OpenFire("B1")) == "gb20.actions.one-marker"
    assert why_not(day.question, OpenFire("B2")) == ""


# ---- rounds


@pytest.mark.clause("gb20.actions.first-then-second")
def test_in_the_second_round_only_those_with_two_actions_go_on():
    state = with_actions(table(Body("A1", (20, 10)), Body("A2", (30, 10)), FOE), A1=1, A2=2)
    question = asks(state, lambda play: move_next(play, RED, 2))
    assert offers(question)[:1] == [Pick("A2")]
    assert why_not(question, Pick("A1")) == "gb20.actions.one-action"


@pytest.mark.clause("gb20.actions.lost-if-unused")
def test_actions_that_were_not_used_are_lost():
    state = with_actions(table(battalion(), FOE), A1=2)
    day = plays(state, *(part(RED, number) for number in (1, 2) for part in (Moving, Tidying, Aiming, Firing)))
    assert "gb20.actions.lost-if-unused" in day.cited
    again = plays(day.state, CloseCombat(RED), Clearing(RED), ActionRolls(RED), dice=[3])
    assert again.state.units["A1"].tallies[Tally.ACTIONS] == 1


# ---- what an action is spent on


@pytest.mark.clause("gb20.actions.all-must")
def test_after_a_move_no_stand_of_the_battalion_does_anything_else():
    state = with_actions(table(battalion(suppressed=(3,)), CLOSE), A1=1)
    day = plays(state, Moving(RED, 1), picks=[Pick("A1"), Move("A1", Place(20, 10.5, 0))], steps=1)
    assert Did.ACTED in day.state.units["A1"].spent
    assert offers(first_question(day.state, lambda play: tidy_next(play, RED, 1))) == [Done()]
    assert act(day.state, lambda play: aim_next(play, RED, 1)).asked == []
    question = first_question(day.state, lambda play: move_next(play, RED, 1))
    assert why_not(question, Pick("A1")) == "gb20.actions.all-must"


@pytest.mark.clause("gb20.actions.all-must")
def test_after_a_change_of_formation_the_centre_stand_does_nothing_either():
    state = with_actions(table(battalion(), CLOSE), A1=1)
    region = Forms(state, state.units["A1"], Formation.DEFENSIVE)
    order = Form("A1", next(region.notable()), Formation.DEFENSIVE)
    day = plays(state, Moving(RED, 1), picks=[Pick("A1"), ChangeFormation("A1"), order], steps=1)
    assert Formation.DEFENSIVE in day.state.units["A1"].marks
    assert act(day.state, lambda play: aim_next(play, RED, 1)).asked == []


@pytest.mark.case("gb20.actions.some-may", 1)
def test_with_one_action_some_rally_one_fires_and_a_gun_is_limbered():
    body = Body("A1", (20, 10), attached=("AT gun M",), suppressed=(1, 2), set_up=(4,), formation=Formation.DEFENSIVE)
    state = with_actions(table(body, CLOSE), A1=1)
    tidy = first_question(state, lambda play: tidy_next(play, RED, 1))
    assert {Rally("A1"), Limber(sid(state, "A1/4"))} <= set(offers(tidy))
    orders = [Rally("A1"), Limber(sid(state, "A1/4")), Fire(sid(state, "A1/3"), sid(state, "B1/1"))]
    round_of_actions = Moving(RED, 1), Tidying(RED, 1), Aiming(RED, 1), Firing(RED, 1)
    day = plays(state, *round_of_actions, picks=orders, dice=[20, 20, 20, 20])
    assert Mark.SUPPRESSED not in stand(day.state, "A1/1").marks | stand(day.state, "A1/2").marks
    assert Mark.SET_UP not in stand(day.state, "A1/4").marks
    assert any("A1/3 infantry fires at" in line for line in day.told)


@pytest.mark.clause("gb20.actions.some-may")
def test_a_stand_does_one_thing_only():
    body = Body("A1", (20, 10), suppressed=(1,), formation=Formation.DEFENSIVE)
    state = with_actions(table(body, CLOSE), A1=1)
    after = plays(state, Tidying(RED, 1), picks=[Rally("A1")], dice=[20]).state
    assert Mark.SUPPRESSED not in stand(after, "A1/1").marks
    assert sid(state, "A1/1") not in [one.id for one in able_to_fire(after, "A1")]
    assert sid(state, "A1/2") in [one.id for one in able_to_fire(after, "A1")]


@pytest.mark.clause("gb20.actions.some-may")
def test_a_battalion_that_stays_keeps_its_action_for_its_stands():
    state = with_actions(table(battalion(formation=Formation.DEFENSIVE), CLOSE), A1=1)
    day = plays(state, Moving(RED, 1), picks=[Pick("A1"), Halt("A1")], steps=1)
    assert "gb20.actions.some-may" in day.cited
    assert [body.id for body in with_action(day.state, RED, 1)] == ["A1"]
    assert len(list(able_to_fire(day.state, "A1"))) == 3


@pytest.mark.clause("gb20.actions.repeat")
def test_a_battalion_may_do_the_same_twice():
    state = with_actions(table(battalion(), FOE), A1=2)
    moves = [Pick("A1"), Move("A1", Place(20, 13, 0)), Pick("A1"), Move("A1", Place(20, 16, 0))]
    steps = Moving(RED, 1), Tidying(RED, 1), Aiming(RED, 1), Firing(RED, 1), Moving(RED, 2)
    day = plays(state, *steps, picks=moves)
    assert day.state.units["A1"].place == Place(20, 16, 0)
    second = asks(state, lambda play: move_next(play, RED, 2))
    assert second.options[0].clause == "gb20.actions.repeat"


@pytest.mark.clause("gb20.actions.skip")
def test_an_action_may_be_declined_and_then_it_is_not_offered_again():
    state = with_actions(table(battalion(), FOE), A1=1)
    question = asks(state, lambda play: take_action(play, "A1"))
    assert [option.clause for option in question.options if option.command == Halt("A1")] == ["gb20.actions.skip"]
    day = plays(state, Moving(RED, 1), picks=[Pick("A1"), Halt("A1")], steps=1)
    again = first_question(day.state, lambda play: move_next(play, RED, 1))
    assert why_not(again, Pick("A1")) == "gb20.actions.skip"


@pytest.mark.clause("gb20.actions.skip")
def test_the_quiet_answer_comes_last():
    state = with_actions(table(battalion(), FOE), A1=1)
    assert asks(state, lambda play: move_next(play, RED, 1)).options[-1].command == Done()
    assert asks(state, lambda play: take_action(play, "A1")).options[-1].command == Halt("A1")
