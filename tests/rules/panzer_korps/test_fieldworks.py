"""Fieldworks: who may dig, the roll, and when the work is done or lost."""

import pytest
from msgspec.structs import replace
from pk_day import FRENCH, GERMAN, asks, does, run, step, sums, table, unit

from sandtable.board.place import Place
from sandtable.rules.panzer_korps.commands import Dig, DigNoMore
from sandtable.rules.panzer_korps.fieldworks import dig
from sandtable.rules.panzer_korps.move_facts import Moved
from sandtable.rules.panzer_korps.steps import Fieldworks, SegmentEnd, TurnEnd
from sandtable.rules.panzer_korps.words import Did, Mark, Tally
from sandtable.scripted import offers, why_not

CONDITIONS = "pk.fieldworks.conditions"


def digger(rating="E", words="", kind="3 infantry", at="36,5", order="Hold", **said):
    """I may be able to dig in; Z of another group is in any case."""
    own = f"German I at {at} facing N: {kind}; order {order}, led by {rating}{words}"
    other = "German Z at 5,5: 3 infantry; order Hold, led by E, group Other"
    return table(own, other, "French A at 36,43: 3 infantry", **said)


def digs(state, die):
    """The total, and the Day Segments of work."""
    after = does(state, dig, state.units["I"], dice=[die])
    return sums(after)[0], unit(after, "I").tallies.get(Tally.DIGGING)


@pytest.mark.case("pk.fieldworks.modifiers", 1)
def test_as_printed_a_german_under_a_d_leader_never_succeeds():
    assert digs(digger("D"), 6) == (4, None)


@pytest.mark.case("pk.fieldworks.attempt", 1)
def test_a_russian_under_an_f_leader_needs_one_segment_on_a_four():
    assert digs(digger("F", ", nation Russia"), 4) == (6, 1)


@pytest.mark.case("pk.fieldworks.sign-swap", 1)
def test_with_the_signs_swapped_a_d_leader_helps():
    assert digs(digger("D", options=frozenset({"fieldworks-sign-swap"})), 3) == (5, 2)


@pytest.mark.clause("pk.fieldworks.sign-swap")
def test_with_the_signs_swapped_an_f_leader_hinders_and_russians_are_as_before():
    swapped = frozenset({"fieldworks-sign-swap"})
    assert digs(digger("F", options=swapped), 6) == (5, 2)
    assert digs(digger("H", ", nation Russia", options=swapped), 5) == (5, 2)


@pytest.mark.clause("pk.fieldworks.attempt")
@pytest.mark.parametrize(("die", "segments"), [(1, None), (4, None), (5, 2), (6, 1)])
def test_the_die_says_how_long_the_work_takes(die, segments):
    assert digs(digger("E"), die) == (die, segments)


@pytest.mark.clause("pk.fieldworks.modifiers")
@pytest.mark.parametrize(("rating", "figure"), [("A", -2), ("D", -2), ("E", 0), ("F", 1), ("H", 1)])
def test_the_leader_of_the_group_counts(rating, figure):
    assert digs(digger(rating), 3)[0] == 3 + figure


@pytest.mark.clause("pk.fieldworks.conditions")
@pytest.mark.parametrize(
    ("state", "clause"),
    [
        (digger(words=", column"), CONDITIONS),
        (digger(kind="3 AFV 75"), CONDITIONS),
        (digger(kind="3 wagons"), CONDITIONS),
        (digger(words=", disorder 6"), CONDITIONS),
        (digger(words=", Panicked"), CONDITIONS),
        (digger(words=", entrenched"), CONDITIONS),
        (digger(words=", digging 1"), CONDITIONS),
        (digger(at="36,41"), CONDITIONS),
        (digger("D"), "pk.fieldworks.modifiers"),
        (digger(order="Move"), "pk.command.orders"),
        (digger(order="Advance"), "pk.command.orders"),
        (digger(), ""),
    ],
)
def test_who_may_dig(state, clause):
    assert why_not(asks(state, Fieldworks(GERMAN)), Dig("I")) == clause


@pytest.mark.clause("pk.fieldworks.conditions")
def test_each_formation_tries_once():
    question = asks(digger(), Fieldworks(GERMAN), dice=[2], picks=[Dig("I")])
    assert offers(question) == [Dig("Z"), DigNoMore(GERMAN)]


@pytest.mark.clause("pk.fieldworks.conditions")
def test_nobody_is_asked_if_nobody_may_dig():
    assert not run(table(), Fieldworks(GERMAN), Fieldworks(FRENCH)).asked


def ends(state, segments):
    for _ in range(segments):
        state = step(state, SegmentEnd()).state
    return Mark.ENTRENCHED in unit(state, "I").marks


@pytest.mark.clause("pk.fieldworks.conditions")
@pytest.mark.parametrize(("work", "done"), [(1, [True, True]), (2, [False, True])])
def test_the_work_is_done_at_the_end_of_the_segment_or_of_the_next(work, done):
    state = digger(words=f", digging {work}", segment="Morning")
    assert [ends(state, segments) for segments in (1, 2)] == done


@pytest.mark.case("pk.fieldworks.conditions", 1)
def test_who_moves_before_the_work_is_done_has_dug_for_nothing():
    state = step(digger(words=", digging 2", order="Advance"), SegmentEnd()).state
    one = state.units["I"]
    after = does(state, lambda play: play.emit(Moved("I", Place(36, 6, 0)))).state
    assert Tally.DIGGING in one.tallies and Tally.DIGGING not in unit(after, "I").tallies
    assert not ends(after, 1)


@pytest.mark.clause("pk.fieldworks.conditions")
def test_whoever_fires_digs_on():
    state = digger(words=", digging 1")
    state = state.put(replace(state.units["I"], spent=frozenset({Did.FIRED})))
    assert Tally.DIGGING in unit(run(state, TurnEnd()), "I").tallies


@pytest.mark.clause("pk.fieldworks.conditions")
def test_entrenchments_last_until_the_formation_moves():
    state = digger(words=", entrenched")
    assert Mark.ENTRENCHED in unit(run(state, TurnEnd()), "I").marks
    after = does(state, lambda play: play.emit(Moved("I", Place(36, 6, 0))))
    assert Mark.ENTRENCHED not in unit(after, "I").marks
