"""Rallying by the d10 charts."""

import pytest
from gbtable import BLUE, FOE, INFANTRY, RED, Body, act10, moved, stand, table10
from msgspec.structs import replace

from sandtable.rules.great_battles.commands.day import Halt
from sandtable.rules.great_battles.facts.day import Destroyed, PlayerTurnOver, RoundOver
from sandtable.rules.great_battles.melee.close_combat import fight_all
from sandtable.rules.great_battles.nerve.rally import rally, rally_modifiers, score_to_rally
from sandtable.rules.great_battles.words import Mark, Tally
from sandtable.scripted import act


def number(state, body="A1"):
    unit = state.units[body]
    return score_to_rally(state, unit).value + sum(one.value for one in rally_modifiers(state, unit))


def suppressed(state):
    there = [unit.id for unit in state.units.values() if unit.part_of == "A1"]
    return [n for n, i in enumerate(there, 1) if Mark.SUPPRESSED in state.units[i].marks]


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


@pytest.mark.clause("gb10.rally.action", "gb10.rally.number")
@pytest.mark.parametrize(
    ("level", "figure"), [("raw", 6), ("inferior", 7), ("average", 8), ("experienced", 9), ("veteran", 10)]
)
def test_a_stand_rallies_on_the_number_of_its_quality(level, figure):
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4, quality=level, suppressed=(1,)), FOE)
    assert score_to_rally(state, state.units["A1"]).value == figure
    after = act(state, lambda play: rally(play, "A1"), [figure - 1])
    assert suppressed(after.state) == []
    assert f"{figure} {level} [gb10.rally.number]" in after.told[0] and "gb10.rally.action" in after.cited
    if figure < 10:
        assert suppressed(act(state, lambda play: rally(play, "A1"), [figure]).state) == [1]


@pytest.mark.clause("gb10.rally.destroyed-count")
def test_every_stand_lost_today_counts_attachments_too():
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 4, attached=("AT gun M",), suppressed=(1,)), FOE)
    for name in ("A1/4", "A1/5"):
        state = Destroyed(stand(state, name).id, "", 1).apply(state)
    assert number(state) == 8 - 1 - 4


@pytest.mark.clause("gb10.rally.cover-bonus")
@pytest.mark.parametrize(
    ("kind", "inside", "bonus"),
    [("woods", 1, 0), ("woods", 2, 1), ("village", 1, 1), ("village", 2, 2), ("bunker", 1, 2), ("bunker", 2, 3)],
)
def test_cover_counts_by_kind_and_by_how_many_are_in_it(kind, inside, bonus):
    piece = {"kind": kind, "name": kind, "at": (40, 30), "size": (6, 4)}
    state = table10(Body("A1", (20, 10), stands=(INFANTRY,) * 3, suppressed=(1,)), FOE, pieces=(piece,))
    for place in range(inside):
        state = moved(state, f"A1/{place + 1}", 38.5 + 2 * place, 30)
    assert number(state) == 8 - 1 + bonus


@pytest.mark.clause("gb10.rally.close-combat-losers")
def test_who_loses_a_close_combat_rolls_on_the_same_number():
    ours = Body("A1", (20, 10), stands=(INFANTRY,) * 2, quality="raw", marks=("attacks B1",))
    state = table10(ours, Body("B1", (20, 10.02), 180, side=BLUE))
    after = act10(state, lambda play: fight_all(play, RED), [1, 10, 6, 7], [Halt("B1")])
    assert sum("needs 6 or less (6 raw [gb10.rally.number])" in line for line in after.told) == 2
    assert suppressed(after.state)[0] in (1, 2)
