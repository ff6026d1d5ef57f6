"""Unlike dice that are thrown together and read on a chart."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.dice import Chart, Pool, Reading, SeededDice, branches, pips
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.reckoning import Term
from sandtable.scripted import Scripted, ScriptError

EVEN = Reading((0, 2, 0, 4, 0, 6))
CHART = Chart(0, ((0,), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 2), (0, 1, 1, 2, 2, 3), (9,)))
POOL = Pool(((1, pips(6)), (2, EVEN)), -1, CHART, pips(6), "{} hits")


def test_a_low_score_is_read_in_the_first_row_and_throws_no_further_die():
    assert POOL.score((1, 3, 5)) == 0
    assert POOL.cast(1, scripted(1, 3, 5, 6)) == (1, 3, 5)
    assert POOL.total((1, 3, 5)) == 0


def test_a_score_on_the_chart_is_read_across_by_one_more_die():
    assert POOL.cast(1, scripted(4, 1, 1, 6)) == (4, 1, 1, 6)
    assert POOL.total((4, 1, 1, 6)) == 3
    assert POOL.total((4, 1, 1, 1)) == 0


def test_a_score_past_the_chart_has_its_last_row():
    assert POOL.cast(1, scripted(6, 6, 6, 1)) == (6, 6, 6)
    assert POOL.total((6, 6, 6)) == 9


def test_a_column_below_the_first_is_worth_nothing():
    shaken = Pool(((1, pips(6)),), 0, CHART, Reading((-1, 0, 1, 2, 3, 4)))
    assert [shaken.total((3, die)) for die in (1, 2, 3, 4, 6)] == [0, 0, 0, 1, 2]


def test_its_branches_are_those_of_every_throw_counted_out():
    counted = dict.fromkeys(range(10), 0)
    for faces in product(range(1, 7), repeat=4):
        shown = faces if POOL.fits(1, faces) else faces[:3]
        counted[POOL.total(shown)] += 1
    found = {POOL.total(shown): throws for shown, throws in branches(1, POOL)}
    assert found == {worth: throws for worth, throws in counted.items() if throws}
    assert all(POOL.fits(1, shown) for shown, _ in branches(1, POOL))


READINGS = st.lists(st.integers(0, 4), min_size=2, max_size=4).map(lambda worth: Reading(tuple(worth)))
PARTS = st.lists(st.tuples(st.integers(1, 2), READINGS), min_size=1, max_size=2).map(tuple)
ROWS = st.lists(st.lists(st.integers(0, 9), min_size=6, max_size=6).map(tuple), min_size=1, max_size=6)


@given(PARTS, st.integers(-4, 4), ROWS, st.integers(0, 7))
def test_any_pool_agrees_with_an_independent_dice_library(parts, added, rows, chits):
    """Below the chart and past it no further die is thrown."""
    pool = Pool(parts, added, Chart(0, ((0,), *rows, (99,))), Reading(tuple(face - chits for face in range(1, 7))))
    sums = added + sum(count @ icepool.Die(list(reading.worth)) for count, reading in parts)

    def read(score, die):
        row = pool.chart.row(score)
        return row[0] if len(row) == 1 else row[die - chits - 1] if die > chits else 0

    expected = icepool.map(read, sums, icepool.d6)
    found = {pool.total(shown): throws for shown, throws in branches(1, pool)}
    assert {worth: Fraction(throws, sum(found.values())) for worth, throws in found.items()} == {
        worth: Fraction(n, expected.denominator()) for worth, n in expected.items()
    }


@pytest.mark.parametrize("shown", [(), (1, 3), (1, 3, 5, 6), (4, 1, 1), (4, 1, 1, 7), (4, 1, 1, 6, 6), (0, 1, 1, 2)])
def test_faces_that_cannot_lie_there_are_refused(shown):
    assert not POOL.fits(1, shown)


def test_it_is_told_with_its_sum_and_what_it_comes_to():
    term = Term(-1, "range", "x.range")
    throw = Throw("to hit", "Red fires")
    told = [Rolled(throw, POOL, shown, (term,)).tell() for shown in ((4, 1, 1, 6), (1, 3, 5))]
    assert told[0] == "Red fires: rolls 4 1 1 6 -1 range [x.range] = 3; the chart with a 6: 3 hits"
    assert told[1] == "Red fires: rolls 1 3 5 -1 range [x.range] = 0; 0 hits"


def test_seeded_dice_of_a_pool_are_those_of_its_like_dice():
    assert SeededDice("7").throw(1, POOL)[:3] == SeededDice("7").throw(3, pips(6))


def test_given_dice_are_used_up_one_by_one():
    script = Scripted([4, 1, 1, 6, 2])
    assert script.throw(1, POOL) == (4, 1, 1, 6)
    assert script.dice == [2]
    with pytest.raises(ScriptError, match=r"1d6 \+ 2d6 \+ 1d6.*only \[2\] is left"):
        script.throw(1, POOL)


def scripted(*faces):
    left = iter(faces)
    return lambda sides: next(left)
