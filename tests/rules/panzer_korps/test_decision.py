"""Decision Dice: the die, panic, freeze, moves, Auto Rally, free moves."""

import pytest
from msgspec.structs import replace
from pk_moves import GROUP, asked, at, moves, offered, one, table, unit

from sandtable.kernel.state import State
from sandtable.kernel.view import open_table
from sandtable.rules.panzer_korps.commands import EndMoves, March, Rally, TakeGroup
from sandtable.rules.panzer_korps.decision import SIZES, decide, decision_terms, movement
from sandtable.rules.panzer_korps.field import field
from sandtable.rules.panzer_korps.steps import GroupMoves, Movement, Recovery
from sandtable.rules.panzer_korps.words import Did, Mark, Tally
from sandtable.scripted import act, asks, why_not


def group(number: int, words: str = "colour Red", *more: str, leader: bool = True, **said) -> State:
    """So many formations beside one another; the first has the leader."""
    named = [f"German {n + 1} at {10 + 4 * n},10: 3 infantry; {words}" for n in range(number)]
    state = table(*named, *more, **said)
    if leader:
        return state
    lost = unit(state, "German group leader")
    return state.put(replace(lost, aboard=None, marks=frozenset({Mark.LOST})))


def decides(state: State, *dice: int, picks=()):
    return act(state, lambda play: decide(play, GROUP), dice, picks, open_table)


def told(state: State, *dice: int) -> str:
    return " ".join(decides(state, *dice).told)


def takes_turn(state: State, *dice: int, picks=()):
    return act(state, lambda play: movement(play, Movement("German")), dice, picks, open_table)


# ---- the die


@pytest.mark.case("pk.decision.procedure", 1)
def test_a_red_group_of_four_with_a_leader_rolls_four():
    after = decides(group(4), 4)
    assert "may move 3 formations, Auto Rally 1" in str(after)
    assert {"pk.decision.procedure", "pk.decision.modifiers"} <= after.cited | {
        term.clause for roll in after.rolls for term in roll.adds
    }


@pytest.mark.case("pk.decision.procedure", 2)
def test_a_yellow_group_of_two_without_a_leader_freezes_on_six():
    assert "freezes" in told(group(2, "colour Yellow", leader=False), 6)


@pytest.mark.case("pk.decision.procedure", 3)
def test_a_black_group_of_nine_does_all_on_six():
    assert "may move 9 formations, Auto Rally 8, 3 free moves" in told(group(9, "colour Black"), 6)


@pytest.mark.case("pk.decision.procedure", 4)
def test_a_blue_group_of_six_without_a_leader_panics_on_one():
    assert "panics" in told(group(6, "colour Blue", leader=False), 1)


@pytest.mark.clause("pk.decision.procedure")
def test_a_total_below_the_column_panics():
    assert "panics" in told(group(1, "colour Yellow", leader=False), 1)


@pytest.mark.case("pk.decision.modifiers", 1)
def test_small_groups_decide_worse():
    assert [SIZES.figure(size) for size in (9, 8, 6, 4, 2)] == [0, -1, -2, -3, -4]
    assert [term.value for term in decision_terms(group(4), GROUP)] == [-3, 1]


@pytest.mark.clause("pk.decision.modifiers")
def test_each_leader_with_the_group_adds_one():
    state = table("German 1 at 10,10: 3 infantry; decorated 2", "German 2 at 20,10: 3 infantry")
    assert [term.value for term in decision_terms(state, GROUP)] == [-4, 3]


@pytest.mark.clause("pk.command.colour")
def test_the_colour_follows_the_leader_unless_the_scenario_says_otherwise():
    assert "may move 3 formations" in told(group(4, "led by A"), 1)  # Black: -1
    assert "may move 1 formation" in told(group(4, "led by D"), 1)  # Red
    assert "panics" in told(group(4, "led by H"), 1)  # Yellow


# ---- one group after another


@pytest.mark.clause("pk.decision.procedure")
def test_a_side_takes_its_groups_one_at_a_time_in_any_order():
    state = table("German 1 at 10,10: 3 infantry; group North", "German 2 at 30,10: 3 infantry; group South")
    question = asks(state, lambda play: movement(play, Movement("German")), view=open_table)
    assert offered(question, TakeGroup) == [TakeGroup("North"), TakeGroup("South")]
    after = takes_turn(state, 6, picks=[TakeGroup("South")])
    assert after.state.agenda[1:4] == (GroupMoves("South", 4, 0), Recovery("South"), Movement("German"))
    assert "North" in str(takes_turn(after.state.change(agenda=()), 6))


# ---- panic and freeze


@pytest.mark.case("pk.decision.panic", 1)
def test_a_panicking_group_in_the_open_falls_back_for_two_turns():
    state = one("3 infantry; colour Yellow", at="20,30", foe="French A at 20,40 facing S: 3 infantry")
    first = takes_turn(state, 1)
    assert unit(first.state).place.point == (20, 26)
    assert unit(first.state).place.facing == 0
    assert unit(first.state).tallies[Tally.PANICS] == 0
    assert Mark.PANICKED not in unit(first.state).marks
    assert "pk.decision.panic" in first.cited
    next_turn = act(first.state, lambda play: None).state
    fresh = next_turn.change(units={i: replace(u, spent=frozenset()) for i, u in next_turn.units.items()})
    second = takes_turn(fresh)
    assert unit(second.state).place.point == (20, 22)
    assert second.rolls == []
    assert Mark.PANICKING not in unit(second.state, GROUP).marks


@pytest.mark.clause("pk.decision.panic")
def test_who_is_in_cover_when_the_group_panics_freezes():
    state = table(
        "German I at 20,30: 3 infantry; colour Yellow", "German II at 30,30: 3 infantry; entrenched",
        "French A at 25,40 facing S: 3 infantry", ground=["light woods at 20,30 size 6,6"],
    )  # fmt: skip
    after = takes_turn(state, 1)
    assert [unit(after.state, name).place.y for name in ("I", "II")] == [30, 30]


@pytest.mark.clause("pk.decision.panic")
def test_who_reaches_cover_falls_back_again_all_the_same():
    state = one(
        "3 infantry; colour Yellow", at="20,30", foe="French A at 20,40 facing S: 3 infantry",
        ground=["light woods at 20,26 size 6,2"],
    )  # fmt: skip
    first = takes_turn(state, 1).state
    fresh = first.change(units={i: replace(u, spent=frozenset()) for i, u in first.units.items()})
    assert unit(takes_turn(fresh).state).place.y < unit(first).place.y


@pytest.mark.case("pk.decision.freeze", 1)
def test_a_frozen_group_tests_morale_within_twenty_inches_of_a_known_enemy():
    state = table(
        "German I at 20,10: 3 infantry; colour Yellow", "German II at 50,9: 3 infantry",
        "French A at 20,32 facing S: 3 infantry", "French B at 50,32 facing S: 3 infantry",
    )  # fmt: skip
    after = decides(state, 5, 9)
    assert [roll.throw.unit for roll in after.rolls] == [GROUP, "I"]
    assert "pk.decision.freeze" in after.cited
    assert takes_turn(state, 5, 9).state.agenda[1] == Recovery(GROUP)


@pytest.mark.clause("pk.decision.freeze")
def test_enemies_that_nobody_knows_alarm_nobody():
    state = one("3 infantry; colour Yellow", foe="French A at 20,25 facing S: 3 infantry; unspotted")
    assert len(decides(state, 5).rolls) == 1


# ---- moves


@pytest.mark.case("pk.decision.move-units", 1)
def test_so_many_formations_move_and_a_turn_is_a_move():
    state = group(5)
    assert "may move 3 formations, Auto Rally 1" in told(state, 3)
    first = moves(state, March("1", at(10, 10, 90)), number=3)
    assert first.state.agenda[1] == GroupMoves(GROUP, 2, 0)
    assert why_not(asked(first.state, 2), March("1", at(10, 11))) == "pk.decision.move-units"
    assert not why_not(asked(first.state, 2), March("2", at(14, 11)))


@pytest.mark.clause("pk.decision.move-units")
def test_only_formations_of_the_group_move():
    state = table("German 1 at 10,10: 3 infantry", "German 2 at 30,10: 3 infantry; group South")
    assert why_not(asked(state), March("2", at(30, 11))) == "pk.decision.move-units"


@pytest.mark.clause("pk.decision.move-units")
def test_the_last_move_ends_the_movement_of_the_group():
    after = moves(group(3), March("1", at(10, 11)))
    assert not [step for step in after.state.agenda if isinstance(step, GroupMoves)]


@pytest.mark.case("pk.decision.free-move", 1)
def test_a_formation_makes_a_second_move_with_a_free_one():
    first = moves(group(2), March("1", at(10, 14)), number=1, free=1).state
    assert first.agenda[1] == GroupMoves(GROUP, 0, 1)
    second = moves(first, March("1", at(10, 18)), number=0, free=1).state
    assert unit(second, "1").place.point == (10, 18)
    assert why_not(asked(second, 0, 1), March("1", at(10, 19))) == "pk.decision.move-units"


@pytest.mark.clause("pk.decision.free-move")
def test_a_free_move_may_go_to_another_formation():
    first = moves(group(2), March("1", at(10, 14)), number=1, free=1).state
    after = moves(first, March("2", at(14, 13)), number=0, free=1)
    assert unit(after.state, "2").place.point == (14, 13)
    assert "pk.decision.free-move" in after.cited


def test_the_owner_need_not_move_anybody():
    assert moves(group(2), EndMoves(GROUP)).state == group(2)


# ---- Auto Rally


@pytest.mark.case("pk.decision.auto-rally", 1)
def test_the_owner_shares_out_the_auto_rally():
    state = table(
        "German 1 at 10,10: 3 infantry; disorder 2, colour Black", "German 2 at 20,10: 3 infantry; disorder 2"
    )
    question = asks(state, lambda play: decide(play, GROUP), [5], view=open_table)
    assert Rally("1", 2) in offered(question, Rally)
    for first, second in ((2, 1), (1, 2)):
        after = decides(state, 5, picks=[Rally("1", first)] + ([Rally("2", 2)] if first == 1 else []))
        left = [unit(after.state, name).tallies[Tally.DISORDER] for name in ("1", "2")]
        assert left == [2 - first, 2 - second]
        assert "pk.decision.auto-rally" in after.cited


@pytest.mark.clause("pk.decision.auto-rally")
def test_nobody_is_asked_if_all_markers_come_off():
    state = table(
        "German 1 at 10,10: 3 infantry; disorder 1, colour Black", "German 2 at 20,10: 3 infantry; disorder 1"
    )
    after = decides(state, 5)
    assert after.asked == []
    assert [unit(after.state, name).tallies[Tally.DISORDER] for name in ("1", "2")] == [0, 0]


def test_a_group_decides_once_a_turn():
    after = takes_turn(group(2), 4)
    assert Did.DECIDED in unit(after.state, GROUP).spent
    assert field(after.state).of_group[GROUP] == ["1", "2"]
    assert takes_turn(after.state).rolls == []
