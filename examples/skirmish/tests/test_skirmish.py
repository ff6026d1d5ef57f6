"""A test for every clause and every worked case; the whole contract, for every battle."""

from fractions import Fraction

import pytest
from skirmish import RULES, EndTurn, Fire, Move

import sandtable as st
from sandtable.testing import check_battle

GUN, RIFLES = "Blue Machine gun at 12,4", "Red Rifles at 12,20"
SHOT = Fire("Blue Machine gun", "Red Rifles")


def refusal(table: st.Table, order: st.Command) -> str:
    """The clause that forbids an order; none if it is allowed."""
    refused = table.question.refuse(order)
    return refused.clause if refused else ""


@pytest.mark.parametrize("name", RULES.scenarios())
def test_a_battle_keeps_the_contract(name, tmp_path):
    assert check_battle(RULES, RULES.scenarios()[name], frozenset(), "contract", tmp_path).refused > 400


@pytest.mark.parametrize(
    ("team", "fault"),
    [
        ("Red Lancers at 9,20", "'Lancers' is not one of Rifles, Machine gun"),
        ("Red Rifles", "'Red Rifles': say where it stands"),
        ("Red Rifles at 9,24", "it would not stand whole on the table"),
        ("Blue Rifles at 9,9", "teams: the name 'Blue Rifles' is given twice"),
        ("Blue Rifles 2 at 9,9", "two sides of different names are needed"),
    ],
)
def test_what_is_wrong_in_a_scenario_is_said(team, fault):
    with pytest.raises(st.ScenarioError, match=fault):
        st.table("skirmish", "Blue Rifles at 9,3", team)


# ---- the turn


@pytest.mark.clause("sk.turn.sequence", "sk.turn.orders")
def test_the_first_side_acts_then_the_second():
    game = st.new_game("skirmish", "mill")
    sides = []
    for _ in range(4):
        sides.append(game.decision.side)
        game.play(EndTurn())
    assert sides == ["Blue", "Red", "Blue", "Red"]


# ---- moving


@pytest.mark.clause("sk.move.inches", "sk.move.once")
def test_a_team_moves_once_and_as_far_as_its_table_says():
    table = st.table("skirmish", GUN, RIFLES)
    assert refusal(table, Move("Blue Machine gun", st.Place(12, 8.1))) == "sk.move.inches"
    assert table.give(Move("Blue Machine gun", st.Place(12, 8))).state.units["Blue Machine gun"].place.y == 8
    assert refusal(table, Move("Blue Machine gun", st.Place(12, 9))) == "sk.move.once"


@pytest.mark.clause("sk.move.room")
@pytest.mark.parametrize("place", [st.Place(12, 0.5), st.Place(13, 5)])
def test_a_base_needs_room(place):
    table = st.table("skirmish", GUN, "Blue Rifles at 14,5", RIFLES)
    assert refusal(table, Move("Blue Machine gun", place)) == "sk.move.room"


# ---- fire


@pytest.mark.clause("sk.fire.once")
def test_a_team_fires_once():
    table = st.table("skirmish", GUN, "Blue Rifles at 16,4", RIFLES)
    table.give(SHOT, dice=[1, 1])
    assert refusal(table, SHOT) == "sk.fire.once"


@pytest.mark.clause("sk.fire.range")
def test_range_is_measured_from_base_to_base():
    """16 inches are 17.5 between the middles."""
    assert not refusal(st.table("skirmish", "Blue Machine gun at 12,2.5", RIFLES), SHOT)
    assert refusal(st.table("skirmish", "Blue Machine gun at 12,2.4", RIFLES), SHOT) == "sk.fire.range"


@pytest.mark.clause("sk.fire.sight")
def test_two_inches_of_woods_are_seen_through():
    assert not refusal(st.table("skirmish", GUN, RIFLES, ground=["woods at 12,12 size 4,2"]), SHOT)
    assert refusal(st.table("skirmish", GUN, RIFLES, ground=["woods at 12,12 size 4,2.1"]), SHOT) == "sk.fire.sight"


@pytest.mark.case("sk.fire.dice", 1)
@pytest.mark.clause("sk.fire.hit", "sk.win.no-team")
def test_a_five_hits_in_the_open_and_the_last_team_loses_the_battle():
    acted = st.table("skirmish", GUN, RIFLES).give(SHOT, dice=[2, 5])
    assert acted.cited >= {"sk.fire.dice", "sk.fire.hit", "sk.win.no-team"}
    assert acted.state.winner == "Blue"


@pytest.mark.case("sk.fire.cover", 1)
def test_a_five_does_not_hit_in_woods():
    table = st.table("skirmish", GUN, RIFLES, ground=["woods at 12,20 size 4,4"])
    assert table.give(SHOT, dice=[2, 5]).state.units["Red Rifles"].place
    assert [str(term) for term in table.odds(SHOT).throws[0].adds] == ["-1 in cover [sk.fire.cover]"]


@pytest.mark.clause("sk.fire.moved")
def test_a_team_that_has_moved_needs_a_six():
    table = st.table("skirmish", "Blue Rifles at 12,10", RIFLES)
    table.give(Move("Blue Rifles", st.Place(12, 11)))
    assert table.odds(Fire("Blue Rifles", "Red Rifles")).chance("good") == Fraction(1, 6)


# ---- winning


@pytest.mark.clause("sk.win.last-turn")
@pytest.mark.parametrize(("place", "winner"), [("18,9", "Blue"), ("18,4", "Red")])
def test_whoever_is_alone_at_the_objective_wins(place, winner):
    table = st.table("skirmish", f"Blue Rifles at {place}", "Red Rifles at 2,22")
    assert table.take(picks=[EndTurn()] * 12).state.winner == winner
