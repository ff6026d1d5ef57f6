"""Tables set up by hand: their questions, and the reasons of refusals."""

import pytest

import sandtable as st
from sandtable.rules.portable_wargame import Activate


@pytest.fixture
def table():
    return st.table("portable-wargame", "Red Infantry at d4; activated", "Red Tanks at a1", "Blue Infantry at d10")


def test_what_is_asked_now_can_be_looked_at(table):
    assert table.question.side == "Red" and table.question.refuse(Activate("Red Tanks")) is None
    assert table.question.refuse(Activate("Red Infantry")).clause == "pw.activation.once-each"


def test_when_the_battle_is_over_nothing_is_asked():
    with pytest.raises(ValueError, match="the battle is over"):
        _ = st.table("portable-wargame", "Red Infantry at d4", agenda=()).question


def test_a_refusal_names_the_clause_though_the_question_is_about_no_unit(table):
    with pytest.raises(st.IllegalCommand, match=r"it has already been activated this turn \[pw\.activation\.once"):
        table.give(Activate("Red Infantry"))


def test_a_unit_that_is_not_there_is_never_asked_about(table):
    with pytest.raises(st.IllegalCommand, match="the rules never ask for it"):
        table.give(Activate("Red Cavalry"))
