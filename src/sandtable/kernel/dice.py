"""Dice. A `Reading` says what each face is worth; the value of a throw is the sum, or what a chart gives for it."""

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import comb
from typing import Protocol

from msgspec import Struct

from sandtable.kernel.reckoning import Term

Shown = tuple[int, ...]  # the faces on the table
LADDER = (4, 6, 8, 10, 12)  # sides of the dice that a shift moves along
Branches = tuple[tuple[Shown, int], ...]  # throws, and of how many each is an example
EIGHTH = 0xFFFFFFFFFFFFFFFF  # the part of a digest for one die


class Reading(Struct, frozen=True, gc=False):
    """The value of each face, face 1 first, and the words for it."""

    worth: tuple[int, ...]
    says: str = ""  # what a score means, with {} for the number: "needs {} or more"

    @property
    def sides(self) -> int:
        return len(self.worth)

    def total(self, shown: Shown) -> int:
        worth = self.worth
        return sum([worth[face - 1] for face in shown])

    def fits(self, count: int, shown: Shown) -> bool:
        """Whether so many of these dice can show these faces."""
        return len(shown) == count and all(1 <= face <= self.sides for face in shown)

    def called(self, count: int) -> str:
        return f"{count}d{self.sides}"

    def comes_to(self, shown: Shown, adds: tuple[Term, ...]) -> str:
        """The sum of one die and its modifiers, for the log; empty if there are none."""
        return f"= {shown[0] + sum(term.value for term in adds)}" if adds and len(shown) == 1 else ""

    def cast(self, count: int, die: Callable[[int], int]) -> Shown:
        """Throw so many dice; `die` throws one with that number of sides."""
        sides = len(self.worth)
        return tuple([die(sides) for _ in range(count)])

    def each(self, shown: Shown) -> list[tuple["Reading", int]]:
        """Each die's reading and its face."""
        return [(self, face) for face in shown]

    def branches(self, count: int) -> Branches:
        """One throw for every possible total, with the number of throws that make it."""
        return tuple(throws_by_total(count, self).values())


class Counted(Reading, frozen=True, gc=False):
    """Dice that are told with what they come to; `counts`: of each face, if that is not what is read."""

    counts: tuple[int, ...] = ()

    def comes_to(self, shown: Shown, adds: tuple[Term, ...]) -> str:
        total = sum((self.counts or self.worth)[face - 1] for face in shown)
        return "" if shown == (total,) else f"= {total}"


class OneByOne(Reading, frozen=True, gc=False):
    """Dice that are read each for itself, in the order in which they lie."""

    def branches(self, count: int) -> Branches:
        """Every throw there is."""
        return tuple((shown, 1) for shown in itertools.product(range(1, self.sides + 1), repeat=count))


class UntilFailed(Reading, frozen=True, gc=False):
    """Dice that succeed or fail, thrown one after another until so many have failed; the rest are not thrown."""

    failures: int = 1

    def fits(self, count: int, shown: Shown) -> bool:
        left = iter(shown)
        return all(1 <= face <= self.sides for face in shown) and self.cast(count, lambda _: next(left, 1)) == shown

    def cast(self, count: int, die: Callable[[int], int]) -> Shown:
        shown: list[int] = []
        failed = 0
        while len(shown) < count and failed < self.failures:
            shown.append(die(self.sides))
            failed += not self.worth[shown[-1] - 1]
        return tuple(shown)

    def branches(self, count: int) -> Branches:
        """One throw for each number of successes. Of dice that are cut short the last has failed."""
        good, bad = self.worth.index(1) + 1, self.worth.index(0) + 1
        found = []
        for succeed in range(count + 1):
            fail = min(self.failures, count - succeed)
            free = succeed + fail - (fail == self.failures)  # of these any may be the successes
            n = comb(free, succeed) * sum(self.worth) ** succeed * self.worth.count(0) ** fail
            found.append(((good,) * succeed + (bad,) * fail, n * self.sides ** (count - succeed - fail)))
        return tuple(found)


@lru_cache(maxsize=64)
def pips(sides: int) -> Reading:
    """A die is worth its face."""
    return Reading(tuple(range(1, sides + 1)))


@lru_cache(maxsize=64)
def pips_one_by_one(sides: int) -> OneByOne:
    return OneByOne(tuple(range(1, sides + 1)))


@lru_cache(maxsize=1024)
def at_most(score: int, sides: int, always: int = 0) -> Reading:
    """One success for each die not above the score. A face of `always` or less succeeds in any case."""
    return Reading(tuple(int(face <= max(score, always)) for face in range(1, sides + 1)), "needs {} or less")


@lru_cache(maxsize=1024)
def at_most_until(score: int, sides: int, failures: int) -> UntilFailed:
    """The same, thrown until so many dice have shown more."""
    reading = at_most(score, sides)
    return UntilFailed(reading.worth, reading.says, failures)


@lru_cache(maxsize=1024)
def at_least(score: int, sides: int) -> Reading:
    """One success for each die that reaches the score."""
    return Reading(tuple(int(face >= score) for face in range(1, sides + 1)), "needs {} or more")


def shifted(sides: int, steps: int) -> int:
    """The die so many steps up or down the ladder; it stops at the biggest and the smallest."""
    return LADDER[min(max(LADDER.index(sides) + steps, 0), len(LADDER) - 1)]


@lru_cache(maxsize=4096)
def throws_by_total(count: int, reading: Reading) -> dict[int, tuple[Shown, int]]:
    """Every total of equal dice, with one throw that makes it and the number of such throws."""
    found: dict[int, tuple[Shown, int]] = {0: ((), 1)}
    for _ in range(count):
        more: dict[int, tuple[Shown, int]] = {}
        for total, (shown, n) in found.items():
            for face, worth in enumerate(reading.worth, 1):
                example, m = more.get(total + worth, ((*shown, face), 0))
                more[total + worth] = (example, m + n)
        found = more
    return found


# ---- different dice, and charts that give the result for their sum


class Chart(Struct, frozen=True, cache_hash=True):
    """A row for every score from `first` up. A lower score has the first row, a higher one the last.

    A row of one figure is the result. In a row of several, one more die gives the column.
    """

    first: int
    rows: tuple[tuple[int, ...], ...]
    names: tuple[tuple[int, str], ...] = ()  # of figures that stand for something else than a number

    def name(self, figure: int) -> str | None:
        return next((name for number, name in self.names if number == figure), None)

    def row(self, score: int) -> tuple[int, ...]:
        return self.rows[min(max(score - self.first, 0), len(self.rows) - 1)]


class Pool(Struct, frozen=True, gc=False):
    """So many dice of each reading. A chart gives the result for their modified sum."""

    parts: tuple[tuple[int, Reading], ...]
    added: int
    chart: Chart
    across: Reading  # the further die: its column of the chart; below 1: the throw is worth nothing
    says: str = ""

    @property
    def count(self) -> int:
        """How many dice make the sum."""
        return sum([count for count, _ in self.parts])

    def score(self, shown: Shown) -> int:
        """The modified sum, which is looked up on the chart."""
        total = self.added
        for count, reading in self.parts:
            total += reading.total(shown[:count])
            shown = shown[count:]
        return total

    def total(self, shown: Shown) -> int:
        row = self.chart.row(self.score(shown[: self.count]))
        if len(row) == 1:
            return row[0]
        column = self.across.worth[shown[-1] - 1]
        return row[column - 1] if column > 0 else 0

    def fits(self, count: int, shown: Shown) -> bool:
        summed = shown[: self.count]
        if len(summed) < self.count or not all(1 <= face <= reading.sides for reading, face in self.each(shown)):
            return False
        return len(shown) == self.count + self._is_read_across(summed)

    def called(self, count: int) -> str:
        return " + ".join([*(reading.called(count) for count, reading in self.parts), self.across.called(1)])

    def comes_to(self, shown: Shown, adds: tuple[Term, ...]) -> str:
        """= 14; the chart with a 5: 3 hits."""
        summed, further = shown[: self.count], shown[self.count :]
        across = f"the chart with a {further[0]}: " if further else ""
        total = self.total(shown)
        return f"= {self.score(summed)}; {across}{self.chart.name(total) or self.says.format(total)}"

    def cast(self, count: int, die: Callable[[int], int]) -> Shown:
        summed = tuple([die(reading.sides) for count, reading in self.parts for _ in range(count)])
        return (*summed, die(self.across.sides)) if self._is_read_across(summed) else summed

    def each(self, shown: Shown) -> list[tuple[Reading, int]]:
        readings = [reading for count, reading in self.parts for _ in range(count)]
        return list(zip([*readings, self.across], shown, strict=False))

    def branches(self, count: int) -> Branches:
        """One throw for every possible result of the chart."""
        found: dict[int, tuple[Shown, int]] = {}
        for summed, n in self._sums():
            for further, m in self._further(summed):
                shown = (*summed, *further)
                example, so_far = found.get(self.total(shown), (shown, 0))
                found[self.total(shown)] = example, so_far + n * m
        return tuple(found.values())

    def _is_read_across(self, summed: Shown) -> bool:
        return len(self.chart.row(self.score(summed))) > 1

    def _further(self, summed: Shown) -> Iterable[tuple[Shown, int]]:
        """The faces of the further die. A throw without it counts for all of its faces."""
        return throws_by_total(1, self.across).values() if self._is_read_across(summed) else (((), self.across.sides),)

    def _sums(self) -> Iterable[tuple[Shown, int]]:
        """One throw for every sum of the dice, and the number of throws with that sum."""
        found: dict[int, tuple[Shown, int]] = {0: ((), 1)}
        for count, reading in self.parts:
            more: dict[int, tuple[Shown, int]] = {}
            for (total, (shown, n)), (rest, (dice, m)) in itertools.product(
                found.items(), throws_by_total(count, reading).items()
            ):
                example, so_far = more.get(total + rest, ((), 0))
                more[total + rest] = example or (*shown, *dice), so_far + n * m
            found = more
        return found.values()


Dicing = Reading | Pool  # the dice of a throw and their meaning: equal dice, or different ones


@lru_cache(maxsize=4096)
def branches(count: int, reading: Dicing) -> Branches:
    """One throw for every possible value, with the number of throws that have it."""
    return reading.branches(count)


# ---- throwing them


class Dice(Protocol):
    """A source of throws."""

    def throw(self, count: int, reading: Dicing) -> Shown: ...


class SeededDice:
    """Seed, take and number of the throw determine each die, so a saved game can prove its rolls."""

    def __init__(self, seed: str, take: int = 0, thrown: int = 0) -> None:
        from hashlib import blake2b  # noqa: PLC0415  # slow to import, and only a battle throws dice

        self.take, self.thrown = take, thrown
        self._keyed = blake2b(key=blake2b(seed.encode(), digest_size=32).digest())

    def throw(self, count: int, reading: Dicing) -> Shown:
        chunks = self._chunks()
        shown = reading.cast(count, lambda sides: 1 + (next(chunks) * sides >> 64))
        self.thrown += 1
        return shown

    def _chunks(self) -> Iterator[int]:
        """Numbers of 64 bits, eight per digest."""
        for block in itertools.count(step=8):
            digest = self._keyed.copy()
            digest.update(b"%d/%d/%d" % (self.take, self.thrown, block))
            number = int.from_bytes(digest.digest(), "big")
            for _ in range(8):
                yield number & EIGHTH
                number >>= 64
