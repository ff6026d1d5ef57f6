"""Dice. A `Reading` says what each face is worth; the value of a throw is the sum."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import comb
from typing import Protocol

from msgspec import Struct

from sandtable.kernel.reckoning import Term

Shown = tuple[int, ...]  # the faces on the table
LADDER = (4, 6, 8, 10, 12)  # sides of the dice that a shift moves along
Branches = tuple[tuple[Shown, Fraction], ...]  # throws and their chances
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
        """One throw for every possible total, with the chance of that total."""
        return tuple((shown, Fraction(n, self.sides**count)) for shown, n in throws_by_total(count, self).values())


class OneByOne(Reading, frozen=True, gc=False):
    """Dice that are read each for itself, in the order in which they lie."""

    def branches(self, count: int) -> Branches:
        """Every throw there is."""
        faces = range(1, self.sides + 1)
        chance = Fraction(1, self.sides**count)
        return tuple((shown, chance) for shown in itertools.product(faces, repeat=count))


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
            found.append(((good,) * succeed + (bad,) * fail, Fraction(n, self.sides ** (succeed + fail))))
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


class Dicing(Protocol):
    """The dice of a throw and their meaning. A `Reading` is for equal dice, a `Pool` for different ones."""

    @property
    def says(self) -> str: ...
    def total(self, shown: Shown) -> int: ...
    def fits(self, count: int, shown: Shown) -> bool: ...
    def called(self, count: int) -> str: ...
    def comes_to(self, shown: Shown, adds: tuple[Term, ...]) -> str: ...
    def cast(self, count: int, die: Callable[[int], int]) -> Shown: ...
    def each(self, shown: Shown) -> list[tuple[Reading, int]]: ...
    def branches(self, count: int) -> Branches: ...
    def __hash__(self) -> int: ...


class Dice(Protocol):
    """A source of throws."""

    def throw(self, count: int, reading: Dicing) -> Shown: ...


class SeededDice:
    """Seed, take and number of the throw determine each die, so a saved game can prove its rolls."""

    def __init__(self, seed: str, take: int = 0, thrown: int = 0) -> None:
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


@lru_cache(maxsize=4096)
def branches(count: int, reading: Dicing) -> Branches:
    """One throw for every possible value, with the chance of that value."""
    return reading.branches(count)
