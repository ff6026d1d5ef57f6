"""Odds as the client draws them."""

from fractions import Fraction

import pytest
from keeping import Kept
from msgspec.structs import replace

import sandtable as st
from sandtable.kernel.dice import Reading, at_least, at_most
from sandtable.kernel.events import Marked
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.showing import Showing
from sandtable.server.odds import odds, reckoning, wanted
from sandtable.ways import Outcome


def likely(*outcomes: tuple[str, int, Fraction]) -> st.Odds:
    """Outcomes by the marks that B gets, what they are worth, and their chance."""
    found = tuple(
        Outcome(tuple(Marked("B", mark) for mark in marks.split("; ") if mark), None, chance, score)
        for marks, score, chance in outcomes
    )
    return st.Odds(found, found, ways=len(found))


def shown(found: st.Odds):
    told = odds(found, Showing(), Kept().battle.state, "w", 3)
    return [(one.words, one.tone) for one in told.outcomes]


def test_the_best_comes_first_and_what_happens_anyway_is_left_out():
    found = likely(
        ("seen", 0, Fraction(1, 2)), ("seen; suppressed", 1, Fraction(1, 3)), ("seen; destroyed", 3, Fraction(1, 6))
    )
    assert shown(found) == [("B is destroyed", "good"), ("B is suppressed", "good"), ("no effect", "even")]


def test_what_is_bad_for_the_side_that_acts_comes_last():
    assert shown(likely(("a", 2, Fraction(1, 2)), ("b", -1, Fraction(1, 2)))) == [("B is a", "good"), ("B is b", "bad")]


def test_what_cannot_be_counted_says_so():
    told = odds(st.Odds(too_many=True), Showing(), Kept().battle.state, "w", 3)
    assert told.too_many and not told.exact and told.outcomes == ()


def term(value: int) -> Term:
    return Term(value, "why", Clause("x.y"))


@pytest.mark.parametrize(
    ("reading", "need", "adds", "total", "words"),
    [
        (at_least(6, 6), 5, (-1,), 6, "needs 6 or more"),
        (at_least(3, 6), 5, (1, 1), 3, "needs 3 or more"),
        (at_least(19, 20), 9, (-4, -6), 19, "needs 19 or more"),
        (at_least(19, 20), 19, (-8,), 27, "needs 19 or more"),  # 19 always hits
        (at_most(3, 6), 3, (), 3, "needs 3 or less"),
        (Reading((0,) * 6, "needs {} or more"), 9, (), 9, "cannot be made"),
    ],
)
def test_the_sum_says_what_the_die_must_show(reading, need, adds, total, words):
    roll = Rolled(Throw("to hit", "he fires"), reading, (1,), tuple(map(term, adds)), Reckoning(term(need)))
    assert sum(one.value for one in reckoning(roll)) == total and wanted(roll) == words


def test_without_a_need_the_sum_is_what_is_added():
    roll = Rolled(Throw("dice", "he dices"), at_least(1, 6), (1,), (term(2),))
    assert [one.value for one in reckoning(roll)] == [2]
    table = replace(likely(("a", 0, Fraction(1, 2)), ("b", 0, Fraction(1, 2))), throws=(roll,))
    told = odds(table, Showing(), Kept().battle.state, "w", 3)
    assert told.total is None and told.need is None


def test_an_option_that_changes_nothing_yet_is_not_said_to_have_no_effect():
    """It comes on turn 5 or on turn 6, and nothing on the table is moved by that."""
    found = likely(("on turn 5", 0, Fraction(1, 2)), ("on turn 6", 0, Fraction(1, 2)))
    quiet = replace(found, brief=(Outcome((), None, Fraction(1), 0),))
    assert odds(quiet, Showing(), Kept().battle.state, "w", 3).brief == ""
