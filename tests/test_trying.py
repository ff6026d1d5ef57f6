"""Random tries, and from a few of them how many ways there are."""

from collections import Counter
from fractions import Fraction

import pytest

import sandtable as st
from sandtable.forecast import Allowed
from sandtable.kernel.dice import at_least, pips
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import FRESH, Play
from sandtable.kernel.position import Path, wait
from sandtable.kernel.view import known
from sandtable.outcomes import Ahead
from sandtable.trying import Tries
from sandtable.ways import Way

TABLE = st.table("combat-captain", "German Able at 20,10", "American Baker at 20,30")
THROW = Throw("any", "a die")


class Counted:
    """The ways of a rule, and how many of them were played."""

    def __init__(self, rule):
        self._rule, self.played = rule, 0
        self.ahead = Ahead(TABLE.state, (), wait, FRESH, self.play_on)

    def play_on(self, path: Path):
        self.played += 1
        return self._rule(path.set_out(known))

    def tries(self, seed: str = "any") -> Tries:
        return Tries(self.ahead, lambda: seed)


def total(play: Play, dice: int, sides: int = 6) -> int:
    return sum(play.roll(THROW, pips(sides)) for _ in range(dice))


def uneven(play: Play) -> int:
    """A die in sixteen leads to 81 ways, the others to one."""
    return total(play, 4, 3) if play.roll(THROW, at_least(16, 16)) else 0


def higher_of_each(play: Play, pairs: int) -> int:
    """Of each pair of dice the rule keeps what is six or not."""
    sixes = 0
    for _ in range(pairs):
        sixes += total(play, 2) >= 6
        play.meet(sixes)
    return sixes


# ---- how many ways there are


@pytest.mark.parametrize("dice", [1, 3, 8])
def test_a_few_probes_tell_how_many_ways_even_forks_make(dice):
    found = Counted(lambda play: total(play, dice))
    assert found.tries().estimate() == 6**dice
    assert found.played <= 12


def test_uneven_forks_are_estimated_within_a_half_on_average():
    estimates = [Counted(uneven).tries(f"seed {number}").estimate() for number in range(40)]
    assert sum(estimates) / 40 == pytest.approx(82, rel=0.5)


def test_ways_that_meet_are_not_taken_for_many():
    """Eight pairs of dice are 6^16 throws, but no more than nine ways begin each of the eight stages."""
    estimate = Counted(lambda play: higher_of_each(play, 8)).tries().estimate()
    assert 36 * 8 <= estimate <= 36 * sum(range(1, 9)) * 2


# ---- tries


def test_tries_fall_as_the_dice_do():
    tried = Counted(lambda play: total(play, 2)).tries().some(3600, lambda: False)
    seen = Counter()
    for end, times in tried:
        seen[end] += times
    assert seen.total() == 3600 and seen.keys() == set(range(2, 13))
    squares = sum(
        (seen[n] - 100 * ways) ** 2 / (100 * ways)
        for n, ways in zip(range(2, 13), [*range(1, 7), *range(5, 0, -1)], strict=True)
    )
    assert squares < 10 + 5 * 20**0.5


def test_no_way_is_played_twice():
    found = Counted(lambda play: total(play, 2))
    found.tries().some(1000, lambda: False)
    assert found.played == 36


def test_tries_with_the_same_seed_are_the_same():
    first, again, other = (Counted(uneven).tries(seed).some(50, lambda: False) for seed in ("one", "one", "two"))
    assert first == again != other


# ---- counting or trying


def way(play: Play, dice: int) -> Way:
    total(play, dice)
    return Way(play.entries, None, Fraction(0), play.state)


def test_few_ways_are_all_counted_without_probes():
    found = Counted(lambda play: way(play, 2))
    ways, tries = Allowed(1000, 1e9).ways(found.ahead, lambda: "any")
    assert (len(ways), tries, found.played) == (36, 0, 36)


def test_far_too_many_ways_are_known_by_the_first_of_them():
    found = Counted(lambda play: way(play, 10))
    ways, tries = Allowed(1000, 1e9).ways(found.ahead, lambda: "any")
    assert tries == 333 and found.played == 1 + len(ways)
    assert sum(one.chance for one in ways) == 1


def test_too_many_ways_are_known_long_before_they_are_counted():
    found = Counted(lambda play: way(play, 5))
    ways, tries = Allowed(1000, 1e9).ways(found.ahead, lambda: "any")
    assert tries == 333 and found.played <= 100 + 12 + len(ways)
