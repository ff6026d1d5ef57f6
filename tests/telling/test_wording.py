"""Odds in a few words."""

from fractions import Fraction

from sandtable.kernel.events import Marked
from sandtable.telling.wording import uncertain
from sandtable.ways import Outcome
from tests.telling.anygame import any_table

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def test_outcomes_that_read_alike_without_what_is_certain_are_one():
    marked, hit = Marked("B4", "marked"), Marked("A2", "suppressed")
    told = uncertain([
        Outcome((marked, hit), None, HALF, 1),
        Outcome((marked, hit, marked), None, QUARTER, 1),
        Outcome((marked,), None, QUARTER, 0),
    ], any_table())  # fmt: skip
    assert [(one.words, one.chance) for one in told] == [(hit.tell(), HALF + QUARTER), ("no effect", QUARTER)]
