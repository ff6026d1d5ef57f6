"""The action roll and the two rounds by the d10 charts; markers lie on stands."""

import pytest
from gbday import plays, with_actions
from gbtable import BLUE, FOE, INFANTRY, RED, Body, asks, first_question, marked, offers, sid, stand, table10, why_not
from orders import CLOSE, battalion

from sandtable.board.place import Place
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.day import Done, Fire, Halt, Limber, Move, Pick, Rally
from sandtable.rules.great_battles.day.actions import aim_next, move_next, tidy_next, with_action
from sandtable.rules.great_battles.day.deploy import owe_action
from sandtable.rules.great_battles.day.night import tidy_up
from sandtable.rules.great_battles.facts.day import Destroyed, RoundOver, Withdrawn
from sandtable.rules.great_battles.fire.fire import able_to_fire
from sandtable.rules.great_battles.staff.action_roll import pay_back, roll_actions
from sandtable.rules.great_battles.steps import ActionRolls, Aiming, Clearing, CloseCombat, Firing, Moving, Tidying
from sandtable.rules.great_battles.words import Did, Formation, Mark, Tally
from sandtable.scripted import act


def actions_for(body, die):
    after = act(table10(body, FOE), lambda play: roll_actions(play, RED), [die])
    assert "gb10.actions.roll" in after.cited
    return after.state.units["A1"].tallies[Tally.ACTIONS]


def who_owes(state, body="A1"):
    return [i for i, unit in state.units.items() if unit.part_of == body and Mark.ACTION_TAKEN in unit.marks]


# ---- the roll


@pytest.mark.case("gb10.actions.roll", 1)
def test_an_average_battalion_has_one_action_on_26():
    assert [actions_for(battalion(), die) for die in (25, 26, 75, 76)] == [2, 1, 1, 0]


@pytest.mark.case("gb10.actions.roll", 2)
@pytest.mark.clause("gb10.actions.hq-bonus")
def test_with_an_hq_35_is_as_good_as_25():
    assert [actions_for(battalion("average", "HQ"), die) for die in (35, 36, 85, 86)] == [2, 1, 1, 0]
    after = act(table10(battalion("average", "HQ"), FOE), lambda play: roll_actions(play, RED), [35])
    need = "needs 35 or less (25 average, for two [gb10.actions.roll], +10 HQ [gb10.actions.hq-bonus])"
    assert after.told[0] == f"A1 rolls for actions: rolls 35; {need} [gb10.actions.roll]"
    assert after.told[1] == "A1 has 2 actions [gb10.actions.roll]"


@pytest.mark.case("gb10.actions.roll", 3)
def test_veterans_with_an_hq_always_have_an_action():
    assert actions_for(battalion("veteran", "HQ"), 100) == 1


@pytest.mark.case("gb10.actions.roll", 4)
def test_a_raw_battalion_has_none_on_61():
    assert actions_for(battalion("raw"), 61) == 0


@pytest.mark.clause("gb10.actions.who-rolls", "gb10.actions.counter")
def test_everybody_on_the_table_rolls_and_reserves_do_not():
    bodies = Body("A1", (20, 10), hidden=True), Body("A2", (30, 10), active=False), Body("A3", (40, 10))
    gun = Body("A4", (50, 10), stands=("AT gun M",))
    after = act(table10(*bodies, gun, Body("A5"), FOE), lambda play: roll_actions(play, RED), [20, 60, 90, 60])
    assert [after.state.units[f"A{n}"].tallies[Tally.ACTIONS] for n in range(1, 6)] == [2, 1, 0, 1, 0]


@pytest.mark.clause("gb10.actions.no-action-hq-loss", "gb10.actions.hq-bonus")
def test_a_battalion_that_has_lost_its_hq_only_loses_the_bonus():
    state = table10(battalion("average", "HQ"), FOE)
    state = Destroyed(sid(state, "A1/4"), "", 1).apply(state)
    assert act(state, lambda play: roll_actions(play, RED), [35]).state.units["A1"].tallies[Tally.ACTIONS] == 1


@pytest.mark.case("gb10.actions.lost", 1)
def test_what_was_not_used_is_not_saved():
    state = with_actions(table10(battalion(), FOE), A1=2)
    rounds = [part(RED, number) for number in (1, 2) for part in (Moving, Tidying, Aiming, Firing)]
    day = plays(state, *rounds, picks=[Pick("A1"), Move("A1", Place(20, 12, 0))])
    assert "gb10.actions.lost" in day.cited
    again = plays(day.state, CloseCombat(RED), Clearing(RED), ActionRolls(RED), dice=[50])
    assert again.state.units["A1"].tallies[Tally.ACTIONS] == 1


# ---- paying back


def marked_pair(actions, **more):
    """Four stands, of which the first two have fired at somebody on the move."""
    body = Body("A1", (20, 10), stands=(INFANTRY,) * 4, formation=Formation.DEFENSIVE, **more)
    state = with_actions(table10(body, CLOSE), A1=actions)
    return marked(marked(state, "A1/1", Mark.ACTION_TAKEN), "A1/2", Mark.ACTION_TAKEN)


@pytest.mark.case("gb10.actions.repay-stands", 1)
@pytest.mark.clause("gb10.actions.repay")
def test_marked_stands_pay_and_the_others_may_fire_but_nobody_moves():
    after = act(marked_pair(1), lambda play: pay_back(play, RED))
    assert "A1/1 infantry removes its action-taken marker [gb10.actions.repay]" in after.told
    assert who_owes(after.state) == []
    assert [stand.id for stand in able_to_fire(after.state, "A1")] == ["A1/3 infantry", "A1/4 infantry"]
    question = first_question(after.state, lambda play: move_next(play, RED, 1))
    assert why_not(question, Pick("A1")) == "gb10.actions.repay-stands"
    assert [body.id for body in with_action(after.state, RED, 1)] == ["A1"]


@pytest.mark.clause("gb10.actions.repay-stands")
def test_those_without_a_marker_rally_and_pack_up_and_those_with_one_do_not():
    state = marked_pair(1, attached=("Heavy weapons",), suppressed=(1, 3), set_up=(5,))
    paid = act(state, lambda play: pay_back(play, RED)).state
    assert set(offers(first_question(paid, lambda play: tidy_next(play, RED, 1)))) == {
        *(Rally("A1"), Limber(sid(state, "A1/5")), Done())
    }
    rallied = plays(paid, Tidying(RED, 1), picks=[Rally("A1")], dice=[1], die=1).state
    assert Mark.SUPPRESSED in stand(rallied, "A1/1").marks
    assert Mark.SUPPRESSED not in stand(rallied, "A1/3").marks


@pytest.mark.clause("gb10.actions.repay")
def test_the_second_action_is_free_again():
    paid = act(marked_pair(2), lambda play: pay_back(play, RED)).state
    second = RoundOver().apply(paid)
    assert who_owes(paid) == [] and len(list(able_to_fire(second, "A1"))) == 4
    assert why_not(first_question(second, lambda play: move_next(play, RED, 2)), Pick("A1")) == ""


@pytest.mark.clause("gb10.actions.repay")
def test_without_an_action_the_markers_stay():
    after = act(marked_pair(0), lambda play: pay_back(play, RED))
    assert who_owes(after.state) == ["A1/1 infantry", "A1/2 infantry"]


@pytest.mark.clause("gb10.actions.repay-stands", "gb10.actions.deploy-as-action")
def test_a_battalion_that_has_come_on_uses_its_whole_first_action():
    state = with_actions(table10(battalion("average", "HQ"), CLOSE), A1=2)
    came = act(state, lambda play: owe_action(play, "A1", dawn=False))
    assert len(who_owes(came.state)) == 4 and "gb10.deploy.cost" in came.cited
    paid = act(came.state, lambda play: pay_back(play, RED)).state
    assert Did.ACTED in paid.units["A1"].spent and with_action(paid, RED, 1) == []
    assert why_not(asks(RoundOver().apply(paid), lambda play: move_next(play, RED, 2)), Pick("A1")) == ""


@pytest.mark.clause("gb10.night.markers-cleared")
def test_markers_of_stands_go_at_night_and_with_a_withdrawal():
    night = act(marked_pair(0), tidy_up)
    assert who_owes(night.state) == [] and "gb10.night.markers-cleared" in night.cited
    assert who_owes(Withdrawn(UnitId("A1")).apply(marked_pair(0))) == []


# ---- what an action is spent on


@pytest.mark.case("gb10.actions.kinds", 1)
@pytest.mark.clause("gb10.actions.stationary-stands")
def test_a_battalion_does_not_fire_with_some_stands_and_move_with_the_rest():
    body = Body("A1", (20, 10), stands=(INFANTRY,) * 4, formation=Formation.DEFENSIVE, suppressed=(4,))
    state = with_actions(table10(body, CLOSE), A1=1)
    moved = plays(state, Moving(RED, 1), picks=[Pick("A1"), Move("A1", Place(20, 10.5, 0))], steps=1)
    assert "gb10.actions.stationary-stands" in moved.cited
    assert act(moved.state, lambda play: aim_next(play, RED, 1)).asked == []
    assert offers(first_question(moved.state, lambda play: tidy_next(play, RED, 1))) == [Done()]
    again = first_question(moved.state, lambda play: move_next(play, RED, 1))
    assert why_not(again, Pick("A1")) == "gb10.actions.kinds"
    stayed = plays(state, Moving(RED, 1), picks=[Pick("A1"), Halt("A1")], steps=1)
    assert "gb10.actions.kinds" in stayed.cited
    assert len(list(able_to_fire(stayed.state, "A1"))) == 3
    assert Rally("A1") in offers(first_question(stayed.state, lambda play: tidy_next(play, RED, 1)))


@pytest.mark.case("gb10.actions.round-order", 1)
def test_a_stand_that_has_rallied_may_fire_with_the_second_action():
    body = Body("A1", (20, 10), suppressed=(1,), formation=Formation.DEFENSIVE)
    state = with_actions(table10(body, CLOSE), A1=2)
    shot = Fire(sid(state, "A1/1"), sid(state, "B1/1"))
    rounds = [part(RED, number) for number in (1, 2) for part in (Moving, Tidying, Aiming, Firing)]
    day = plays(state, *rounds, picks=[Rally("A1"), shot], dice=[1], die=10)
    assert any("A1/1 infantry fires at B1/1 infantry" in line for line in day.told)
    first = plays(state, Tidying(RED, 1), picks=[Rally("A1")], dice=[1], steps=1).state
    assert sid(state, "A1/1") not in [one.id for one in able_to_fire(first, "A1")]


@pytest.mark.clause("gb10.actions.locked")
def test_in_close_combat_stands_only_rally_and_pack_up():
    body = Body("A1", (20, 10), attached=("Heavy weapons",), suppressed=(1,), set_up=(4,), marks=("attacks B1",))
    state = with_actions(table10(body, Body("B1", (20, 10.02), 180, side=BLUE)), A1=1)
    question = first_question(state, lambda play: move_next(play, RED, 1))
    assert why_not(question, Pick("A1")) == "gb10.actions.locked"
    assert offers(first_question(state, lambda play: tidy_next(play, RED, 1)))[:2] == [
        *(Rally("A1"), Limber(sid(state, "A1/4")))
    ]
    assert not list(able_to_fire(state, "A1"))
