"""Dice: seeded throws, and the chances of totals."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.dice import Reading, SeededDice, at_least, at_most, at_most_until, branches, pips


def totals(count, reading):
    of = reading.sides**count
    return {reading.total(shown): Fraction(throws, of) for shown, throws in branches(count, reading)}


READINGS = st.lists(st.integers(-3, 6), min_size=2, max_size=10).map(lambda worth: Reading(tuple(worth)))


@given(READINGS, st.integers(0, 5))
def test_the_throws_of_all_totals_are_all_there_are(reading, count):
    assert sum(throws for _, throws in branches(count, reading)) == reading.sides**count


@given(READINGS, st.integers(1, 4))
def test_totals_agree_with_an_independent_dice_library(reading, count):
    pool = count @ icepool.Die(list(reading.worth))
    expected = {total: Fraction(n, pool.denominator()) for total, n in pool.items()}
    assert totals(count, reading) == expected


@given(READINGS, st.integers(1, 4))
def test_each_branch_shows_faces_that_come_to_its_total(reading, count):
    shown = [throw for throw, _ in branches(count, reading)]
    assert len({reading.total(throw) for throw in shown}) == len(shown)
    assert all(len(throw) == count and set(throw) <= set(range(1, reading.sides + 1)) for throw in shown)


def test_a_score_may_be_read_either_way():
    assert at_least(5, 6).worth == (0, 0, 0, 0, 1, 1)
    assert at_most(2, 6).worth == (1, 1, 0, 0, 0, 0)
    assert at_most(0, 6, always=1).worth == (1, 0, 0, 0, 0, 0)


@given(st.integers(1, 5), st.integers(0, 5), st.integers(1, 6))
def test_dice_thrown_until_so_many_fail_have_the_chances_of_every_throw_counted_out(score, count, failures):
    reading = at_most_until(score, 6, failures)
    counted: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=count):
        left = iter(faces)
        total = reading.total(reading.cast(count, lambda sides, left=left: next(left)))
        counted[total] = counted.get(total, Fraction(0)) + Fraction(1, 6**count)
    assert totals(count, reading) == counted
    assert all(reading.fits(count, shown) for shown, _ in branches(count, reading))


def test_dice_after_the_last_failure_are_not_thrown():
    reading = at_most_until(2, 6, 2)
    left = iter((1, 3, 2, 6, 1))
    assert reading.cast(5, lambda sides: next(left)) == (1, 3, 2, 6)
    assert [reading.fits(5, shown) for shown in ((1, 3, 2, 6), (1, 3, 2), (1, 3, 6, 1), (1, 1, 2, 2, 1), (7, 7))] == [
        True, False, False, True, False,
    ]  # fmt: skip


def test_the_same_seed_take_and_number_show_the_same_faces():
    first = [SeededDice("7").throw(3, pips(6)) for _ in range(2)]
    assert first[0] == first[1]
    again = SeededDice("7", take=0, thrown=1)
    dice = SeededDice("7")
    dice.throw(3, pips(6))
    assert dice.throw(20, pips(10)) == again.throw(20, pips(10))


def test_another_take_shows_other_faces():
    assert SeededDice("7", take=0).throw(30, pips(6)) != SeededDice("7", take=1).throw(30, pips(6))


@pytest.mark.parametrize("sides", [4, 6, 10, 20, 100])
def test_every_face_comes_up_about_equally_often(sides):
    dice = SeededDice(f"fair {sides}")
    seen = [face for _ in range(500) for face in dice.throw(16, pips(sides))]
    expected = len(seen) / sides
    spread = sum((seen.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))
    assert spread < sides + 4 * (2 * sides) ** 0.5  # chi squared, four standard deviations
