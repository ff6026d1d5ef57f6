"""Odds as the client draws them."""

from fractions import Fraction

import pytest
from keeping import Kept
from msgspec.structs import replace

import sandtable as st
from sandtable.kernel.dice import Reading, at_least, at_most
from sandtable.kernel.events import Rolled
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.outcomes import NOTHING
from sandtable.server.odds import odds, reckoning, wanted
from sandtable.server.thinking import Weighed
from sandtable.telling.chances import Chances


def weighed(worth: dict[str, float], **chances: Fraction) -> Weighed:
    found = st.Odds(tuple((what.replace("_", " "), chance) for what, chance in chances.items()))
    return Weighed(Chances(found, found, branches=len(chances)), worth)


def shown(found: Weighed):
    told = odds(found, Kept().battle.state, "w", 3)
    return [(one.words, one.share) for one in told.outcomes]


def test_the_best_comes_first_and_what_happens_anyway_is_left_out():
    table = st.Odds((
        ("he fires", Fraction(1, 2)),
        ("he fires; B is suppressed", Fraction(1, 3)),
        ("he fires; B is destroyed", Fraction(1, 6)),
    ))  # fmt: skip
    worth = {"he fires": 0.0, "he fires; B is suppressed": 1.0, "he fires; B is destroyed": 3.0}
    assert shown(Weighed(Chances(table, table), worth)) == [
        ("B is destroyed", "best"), ("B is suppressed", "mid"), ("no effect", "none"),
    ]  # fmt: skip


def test_where_something_always_happens_the_worst_is_low():
    found = weighed({"a": 2.0, "b": 1.0}, a=Fraction(1, 2), b=Fraction(1, 2))
    assert shown(found) == [("a", "best"), ("b", "low")]


def test_what_cannot_be_counted_says_so():
    told = odds(Weighed(Chances(too_many=True), {}), Kept().battle.state, "w", 3)
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
    roll = Rolled("he fires", reading, (1,), tuple(map(term, adds)), Reckoning(term(need)))
    assert sum(one.value for one in reckoning(roll)) == total and wanted(roll) == words


def test_without_a_need_the_sum_is_what_is_added():
    roll = Rolled("he dices", at_least(1, 6), (1,), (term(2),))
    assert [one.value for one in reckoning(roll)] == [2]
    table = st.Odds((("a", Fraction(1, 2)), ("b", Fraction(1, 2))))
    told = odds(Weighed(replace(Chances(table, table), first_roll=roll), {}), Kept().battle.state, "w", 3)
    assert told.total is None and told.need is None


def test_an_option_that_changes_nothing_yet_is_not_said_to_have_no_effect():
    """It comes on turn 5 or on turn 6, and nothing on the table is moved by that."""
    found = weighed({}, on_turn_5=Fraction(1, 2), on_turn_6=Fraction(1, 2))
    in_short = st.Odds(((NOTHING, Fraction(1)),))
    quiet = replace(found, chances=replace(found.chances, brief=in_short))
    assert odds(quiet, Kept().battle.state, "w", 3).brief == ""
