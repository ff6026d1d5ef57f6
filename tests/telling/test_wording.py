"""Odds in a few words."""

from fractions import Fraction

from sandtable.telling.wording import uncertain

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def test_outcomes_that_read_alike_without_what_is_certain_are_one():
    marked, hit = "B4 is marked", "A2 is suppressed"
    told = uncertain(((f"{marked}; {hit}", HALF), (f"{marked}; {hit}; {marked}", QUARTER), (marked, QUARTER)))
    assert [(words, chance) for words, _, chance in told] == [(hit, HALF + QUARTER), ("no effect", QUARTER)]
