"""Overruns: who, whom, and what comes of them."""

import pytest
from pk_moves import GROUP, asked, at, moves, offered, one, table, unit

from sandtable.kernel.view import open_table
from sandtable.rules.panzer_korps.commands import Assault, Halt, March, Overrun
from sandtable.rules.panzer_korps.field import field
from sandtable.rules.panzer_korps.group_moves import move_group
from sandtable.rules.panzer_korps.steps import GroupMoves
from sandtable.rules.panzer_korps.words import Did, Mark
from sandtable.scripted import asks, why_not

SHAKEN = "French A at 20,15 facing S: 3 infantry; disorder 3"
RIDE = Overrun("I", "A")


def tanks(foe=SHAKEN, what="3 AFV 75; Hardened", **said):
    return one(what, foe=foe, **said)


@pytest.mark.case("pk.overrun.procedure", 1)
def test_tanks_overrun_suppressed_infantry_in_the_open_but_not_in_a_village():
    assert not why_not(asked(tanks()), RIDE)
    assert why_not(asked(tanks(ground=["village at 20,16 size 6,4"])), RIDE) == "pk.overrun.procedure"


@pytest.mark.clause("pk.overrun.procedure")
@pytest.mark.parametrize(
    "foe",
    [
        "French A at 20,15 facing S: 3 infantry",  # steady
        "French A at 20,15 facing S: 3 infantry; disorder 3, entrenched",
        "French A at 20,15 facing S: 3 AFV 75; disorder 3",
    ],
)
def test_steady_entrenched_and_armoured_enemies_are_not_overrun(foe):
    assert why_not(asked(tanks(foe)), RIDE) == "pk.overrun.procedure"
    assert offered(asked(tanks(foe)), Overrun) == []


@pytest.mark.clause("pk.overrun.procedure")
@pytest.mark.parametrize("words", ["disorder 6", "Panicked", "column"])
def test_broken_troops_and_columns_are_overrun(words):
    assert not why_not(asked(tanks(f"French A at 20,15 facing S: 3 infantry; {words}")), RIDE)


@pytest.mark.clause("pk.overrun.procedure")
def test_only_tanks_and_cavalry_overrun_and_only_on_advance():
    assert not why_not(asked(tanks(what="3 cavalry")), RIDE)
    assert why_not(asked(tanks("French A at 20,13: 3 infantry; disorder 3", "3 infantry")), RIDE)
    assert why_not(asked(tanks(what="3 AFV 75; order Hold")), RIDE) == "pk.command.orders"


@pytest.mark.clause("pk.overrun.procedure")
def test_the_enemy_is_driven_back_and_the_tanks_go_on():
    after = moves(tanks(), RIDE, March("I", at(24, 14)), dice=[6, 1])
    assert unit(after.state).place.point == (24, 14)
    assert Did.OVERRAN in unit(after.state).spent
    assert "pk.overrun.procedure" in after.cited
    assert unit(after.state, "A").place is None or Did.BEATEN in unit(after.state, "A").spent


@pytest.mark.clause("pk.overrun.procedure")
def test_the_rest_of_the_move_is_what_the_way_there_has_left():
    question = asked_on(tanks())
    gone = 2.97  # to the contact
    x, y = unit(question.state).place.point
    assert y == pytest.approx(10 + gone, abs=0.01)
    assert not why_not(question, March("I", at(x + 6, y)))
    assert why_not(question, March("I", at(round(x + 8.1, 2), y))) == "pk.move.allowance"


def asked_on(state):
    return asks(state, lambda play: move_group(play, GroupMoves(GROUP, 1)), [6, 1], [RIDE], open_table)


@pytest.mark.clause("pk.overrun.procedure")
def test_tanks_that_do_not_win_stop_in_contact():
    after = moves(
        tanks("French A at 20,15 facing S: 3 infantry; Elite, column", "3 AFV 75; Militia"), RIDE, dice=[1, 6]
    )
    assert field(after.state).contacts["I"] == ["A"]
    assert Did.FOUGHT in unit(after.state).spent


@pytest.mark.clause("pk.overrun.procedure")
def test_one_overrun_a_turn():
    state = table("German I at 20,10: 3 AFV 75; has overrun", SHAKEN)
    assert why_not(asked(state), RIDE) == "pk.overrun.procedure"
    assert not why_not(asked(state), Assault("I", "A"))


@pytest.mark.clause("pk.overrun.procedure")
def test_after_an_overrun_it_may_halt():
    after = moves(tanks(), RIDE, Halt("I"), dice=[6, 1])
    assert unit(after.state).place.y == pytest.approx(12.97, abs=0.01)
    assert sum("moves" in line or "turns" in line for line in after.told) == 1


@pytest.mark.clause("pk.overrun.procedure")
def test_an_overrun_that_disperses_the_enemy_goes_on_even_if_it_took_more():
    foe = "French A at 20,15 facing S: 3 infantry, flamethrowers; Elite, disorder 8"
    after = moves(tanks(foe, "3 AFV 75; Militia"), RIDE, Halt("I"), dice=[1, 6])
    assert Mark.LOST in unit(after.state, "A").marks
    assert {Did.BEATEN, Did.MOVED} <= unit(after.state).spent and Did.FOUGHT not in unit(after.state).spent
