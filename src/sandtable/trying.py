"""Random tries along the ways ahead. A few of them tell how many ways there are."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import prod
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.board import Picker
from sandtable.kernel.events import Entry
from sandtable.merging import Merging
from sandtable.outcomes import Ahead, Way, meeting_key

T = TypeVar("T")
PROBES = 12  # ways that are looked at to estimate how many there are

Branches = tuple[Any, ...]


class Fork(Struct, frozen=True, gc=False):
    """A fork of the ways: its branches, the sums of their chances, and the way to it."""

    branches: list[Any]
    sums: list[float]
    reached: Way


class Gone(Struct, Generic[T], frozen=True, gc=False):
    """A way that was gone: its end, and where it met others: behind how many forks, and with which key."""

    end: T
    met: list[tuple[int, Hashable]]


class Trying(Merging):
    """One of the ways. At a new fork somebody picks the branch. Where it meets others, it goes on and makes a note."""

    def __init__(self, ahead: Ahead[Any], way: Way, pick: Callable[[Fork], Any]) -> None:
        super().__init__(ahead.start, ahead.given, way, ahead.choose)
        self._pick, self.met = pick, list[tuple[int, Hashable]]()

    def taken(self, ends: Collection[tuple[T, int]]) -> T:
        branches, weights = zip(*ends, strict=True)
        of = sum(weights)
        branch: T = self._pick(Fork(list(branches), list(accumulate(n / of for n in weights)), self.way))
        return branch

    def meet(self, entries: Sequence[Entry], kept: Hashable) -> None:
        self.met.append((self._behind, meeting_key(self, entries, kept)))


class Tries(Generic[T]):
    """Tries from one position. No part of a way is played twice."""

    def __init__(self, ahead: Ahead[T], seed: Callable[[], str]) -> None:
        self._ahead, self._seed = ahead, seed
        self._forks: dict[Branches, Fork] = {}
        self._gone: dict[Branches, Gone[T]] = {}

    def some(self, number: int, is_over: Callable[[], bool]) -> list[tuple[T, int]]:
        """The ends of so many ways by chance, or until the time is over, and how often each was reached."""
        found: Counter[Branches] = Counter()
        while found.total() < number and not is_over():
            found[self._go(self._by_chance)] += 1
        return [(self._gone[way].end, times) for way, times in found.items()]

    def estimate(self) -> float:
        """About how many ways would be counted: for each stage between meetings its ways from every start."""
        probes = [self._go(self._evenly) for _ in range(PROBES)]
        widths, keys = zip(*map(self._stages, probes), strict=True)
        total, starts, stage = 0.0, 1.0, 0
        while reached := [one[stage] for one in widths if len(one) > stage]:
            ways = starts * sum(reached) / len(reached)
            starts = min(ways, kinds([one[stage] for one in keys if len(one) > stage]))
            total, stage = total + ways, stage + 1
        return total

    def _go(self, pick: Callable[[Fork], Any]) -> Branches:
        """One way, as far as possible along known forks."""
        way = Way((), self._ahead.trail)
        while fork := self._forks.get(way.branches):
            way = replace(fork.reached, branches=(*way.branches, pick(fork)))
        if way.branches in self._gone:
            return way.branches

        def pick_new(fork: Fork) -> Any:
            self._forks[fork.reached.branches] = fork
            return pick(fork)

        path = Trying(self._ahead, way, pick_new)
        end = self._ahead.play_on(path)
        self._gone[path.way.branches] = Gone(end, path.met)
        return path.way.branches

    @cached_property
    def _picker(self) -> Picker:
        return Picker(self._seed())

    def _by_chance(self, fork: Fork) -> Any:
        return fork.branches[min(bisect(fork.sums, self._picker.random()), len(fork.sums) - 1)]

    def _evenly(self, fork: Fork) -> Any:
        return self._picker.choice(fork.branches)

    def _stages(self, way: Branches) -> tuple[list[int], list[Hashable]]:
        """For each stage of a way how many ways its forks make, and the keys of the meetings between."""
        met = self._gone[way].met
        ends = [0, *(forks for forks, _ in met), len(way)]
        forks = [len(self._forks[way[:number]].branches) for number in range(len(way))]
        return [prod(forks[a:b]) for a, b in pairwise(ends)], [key for _, key in met]


def kinds(seen: Sequence[Hashable]) -> float:
    """About how many kinds there are, by how many were seen only once or twice (Chao's estimate)."""
    often = Counter(seen)
    times = Counter(often.values())
    return len(often) + times[1] * (times[1] - 1) / (2 * (times[2] + 1))
