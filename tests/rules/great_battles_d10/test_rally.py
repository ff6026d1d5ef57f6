"""Rallying by the d10 charts."""

import pytest
from gbtable import BLUE, INFANTRY, Body, stand, table10
from msgspec.structs import replace

from sandtable.rules.great_battles.events import PlayerTurnOver, RoundOver
from sandtable.rules.great_battles.rally import rally, rally_modifiers, score_to_rally
from sandtable.rules.great_battles.words import Mark, Tally
from sandtable.testing import act

FOE = Body("B1", (20, 40), 180, side=BLUE)


def number(state, body="A1"):
    unit = state.units[body]
    return score_to_rally(state, unit).value + sum(one.value for one in rally_modifiers(state, unit))


def suppressed(state):
    return [n for n in (1, 2, 3, 4) if Mark.SUPPRESSED in stand(state, f"A1/{n}").marks]


@pytest.mark.case("gb10.rally.modifiers", 1)
def test_an_hq_and_two_suppressed_stands():
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4, attached=("HQ",), suppressed=(1, 2)), FOE)
    assert number(state) == 7


@pytest.mark.case("gb10.rally.modifiers", 2)
def test_losses_of_the_day_and_hard_cover():
    village = {"kind": "village", "name": "village", "at": (20, 10), "size": (8, 6)}
    ours = Body("A1", (20, 10), stands=(INFANTRY,) * 4, quality="experienced", suppressed=(1,), destroyed=(4,))
    state = table10(ours, FOE, pieces=(village,))
    unit = state.units["A1"]
    assert number(state.put(replace(unit, tallies={**unit.tallies, Tally.LOST_TODAY: 1}))) == 8


@pytest.mark.case("gb10.rally.whole-battalion", 1)
def test_the_number_is_worked_out_once_and_kept_for_the_turn():
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4, suppressed=(1, 2, 3)), FOE)
    first = act(state, lambda play: rally(play, "A1"), [5, 6, 6])
    assert suppressed(first.state) == [2, 3]
    again = act(RoundOver().apply(first.state), lambda play: rally(play, "A1"), [6, 5])
    assert suppressed(again.state) == [2]
    assert "-3 as before in this turn [gb10.rally.whole-battalion]" in again.told[0]
    later = act(PlayerTurnOver().apply(first.state), lambda play: rally(play, "A1"), [6, 7])
    assert suppressed(later.state) == [3]  # two suppressed: 8 - 2


@pytest.mark.case("gb10.rally.no-soft-cover-in-open", 1)
def test_lying_low_is_no_cover():
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4, quality="raw", active=False, suppressed=(1,)), FOE)
    assert number(state) == 5
