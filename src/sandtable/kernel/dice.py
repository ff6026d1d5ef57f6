"""Dice. What matters about a die is what each face is worth; what matters about a throw is the sum."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Protocol

from msgspec import Struct

Shown = tuple[int, ...]  # the faces, as they lie on the table


class Reading(Struct, frozen=True, gc=False):
    """What each face is worth, face 1 first, and how to say it."""

    worth: tuple[int, ...]
    says: str = ""  # what a score means, with {} for the number: "needs {} or more"

    @property
    def sides(self) -> int:
        return len(self.worth)

    def total(self, shown: Shown) -> int:
        worth = self.worth
        return sum([worth[face - 1] for face in shown])


@lru_cache(maxsize=64)
def pips(sides: int) -> Reading:
    """A die is worth what it shows."""
    return Reading(tuple(range(1, sides + 1)))


@lru_cache(maxsize=1024)
def at_most(score: int, sides: int, always: int = 0) -> Reading:
    """One success for each die not above the score; an unmodified `always` or less succeeds anyway."""
    return Reading(tuple(int(face <= max(score, always)) for face in range(1, sides + 1)), "needs {} or less")


@lru_cache(maxsize=1024)
def at_least(score: int, sides: int) -> Reading:
    """One success for each die that reaches the score."""
    return Reading(tuple(int(face >= score) for face in range(1, sides + 1)), "needs {} or more")


class Dice(Protocol):
    """Whatever shows faces when thrown."""

    def throw(self, count: int, reading: Reading) -> Shown: ...


class SeededDice:
    """Counter-based: seed, take and number of the throw make each die, so a saved game can prove its rolls."""

    def __init__(self, seed: str, take: int = 0, thrown: int = 0) -> None:
        self.take, self.thrown = take, thrown
        self._keyed = blake2b(key=blake2b(seed.encode(), digest_size=32).digest())

    def throw(self, count: int, reading: Reading) -> Shown:
        sides = len(reading.worth)
        shown: list[int] = []
        for block in range(0, count, 8):  # eight dice to a digest
            digest = self._keyed.copy()
            digest.update(b"%d/%d/%d" % (self.take, self.thrown, block))
            number = int.from_bytes(digest.digest(), "big")
            for _ in range(min(8, count - block)):
                number, chunk = number >> 64, number & 0xFFFFFFFFFFFFFFFF
                shown.append(1 + (chunk * sides >> 64))
        self.thrown += 1
        return tuple(shown)


@lru_cache(maxsize=4096)
def branches(count: int, reading: Reading) -> tuple[tuple[Shown, Fraction], ...]:
    """One throw for every total that can come up, with the chance of that total."""
    ways: dict[int, tuple[Shown, int]] = {0: ((), 1)}
    for _ in range(count):
        more: dict[int, tuple[Shown, int]] = {}
        for total, (shown, n) in ways.items():
            for face, worth in enumerate(reading.worth, 1):
                example, m = more.get(total + worth, ((*shown, face), 0))
                more[total + worth] = (example, m + n)
        ways = more
    return tuple((shown, Fraction(n, reading.sides**count)) for shown, n in ways.values())


def totals(count: int, reading: Reading) -> Iterator[tuple[int, Fraction]]:
    """What the throw can be worth, and how likely each is."""
    return ((reading.total(shown), chance) for shown, chance in branches(count, reading))
