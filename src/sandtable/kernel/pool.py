"""Different dice that are thrown together, and charts that give the result for their sum."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from math import prod

from msgspec import Struct

from sandtable.kernel.dice import Branches, Reading, Shown, throws_by_total
from sandtable.kernel.reckoning import Term


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
        """= 14; 5 on the chart: 3 hits."""
        summed, further = shown[: self.count], shown[self.count :]
        across = f"{further[0]} on the chart: " if further else ""
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
        throws = prod(reading.sides**count for count, reading in self.parts) * self.across.sides
        return tuple((shown, Fraction(n, throws)) for shown, n in found.values())

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
            for (total, (shown, n)), (rest, (dice, m)) in product(
                found.items(), throws_by_total(count, reading).items()
            ):
                example, so_far = more.get(total + rest, ((), 0))
                more[total + rest] = example or (*shown, *dice), so_far + n * m
            found = more
        return found.values()
