"""How much of a move the other side sees, inch by inch; worked out as far as needed, and kept."""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.board import shapes
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.fire.shot import arm_of
from sandtable.rules.great_battles.move.movement import Stage, Way
from sandtable.rules.great_battles.table.glimpses import Look, Stretch

Knot = tuple[float, float]  # a share of the way, and the inches seen up to there


class Pair(NamedTuple):
    """A firer and a mover; `indirect`: for indirect fire."""

    firer: UnitId
    mover: UnitId
    indirect: bool = False


Seen = dict[Pair, float]  # inches


class InchesSeen:
    """The inches of one stand's way that another stand sees."""

    def __init__(self, since: float, knots: Iterator[Knot]) -> None:
        self._knots, self._rest = [(since, 0.0)], knots

    def inches(self, share: float) -> float:
        """The inches seen up to this share of the way."""
        before, total = self._knots[0]
        for at, inches in self._upto(share):
            if at > share:
                return total + (inches - total) * (share - before) / (at - before)
            before, total = at, inches
        return total

    def reaches(self, enough: float, share: float) -> float | None:
        """The share of the way at which the inches are enough, if it is not beyond `share`."""
        before, total = self._knots[0]
        if total >= enough:
            return before
        for at, inches in self._upto(share):
            if inches >= enough:
                point = before + (at - before) * (enough - total) / (inches - total)
                return point if point <= share else None
            before, total = at, inches
        return None

    def is_seen_from(self, share: float, to: float) -> bool:
        """Whether it is in sight all the way between."""
        seen, middle, start = map(self.inches, (to, (share + to) / 2, share))
        return start < middle and abs((seen - middle) - (middle - start)) <= shapes.SLACK

    def _upto(self, share: float) -> Iterator[Knot]:
        yield from self._knots
        while self._knots[-1][0] <= share:
            knot = next(self._rest, None)
            if knot is None:
                return
            self._knots.append(knot)
            yield knot


class MoveSeen:
    """What every firer sees of one move, from some share of it on."""

    def __init__(self, state: State, way: Way, since: float = 0.0) -> None:
        self.state, self.way, self.since = state, way, since
        self._pairs: dict[Pair, InchesSeen] = {}
        self._stages: list[Stage] = []
        self._to_come = way.stages()

    def of(self, pair: Pair) -> InchesSeen:
        found = self._pairs.get(pair)
        if found is None:
            found = self._pairs[pair] = InchesSeen(self.since, self._seen(pair))
        return found

    def _seen(self, pair: Pair) -> Iterator[Knot]:
        firer, mover, total = self.state.units[pair.firer], self.state.units[pair.mover], 0.0
        for stage in self._all_stages():
            a, b = stage.before[mover.id], stage.after[mover.id]
            inches = shapes.span_of(a.point, b.point)
            if stage.end <= self.since or not inches:
                continue
            share = (stage.end - stage.start) / inches
            gone = max(self.since - stage.start, 0.0) / share if share else 0.0
            look = Look(self.state, firer, mover, a, b)
            for low, high, seen in spotted(look, firer, gone) if pair.indirect else look.stretches(gone, inches):
                total += (high - low) * seen
                yield stage.start + share * high, total

    def _all_stages(self) -> Iterator[Stage]:
        yield from self._stages
        for stage in self._to_come:
            self._stages.append(stage)
            yield stage


def spotted(look: Look, firer: Unit, gone: float) -> Iterator[Stretch]:
    """sighting.indirect: within the range of indirect fire the spotters see everything."""
    low, high = look.within(arm_of(look.state, firer).limits[-1])
    low, high = max(low, gone), max(high, gone)
    if low == high:
        yield from look.stretches(gone, look.inches)
        return
    if gone < low:
        yield from look.stretches(gone, low)
    yield low, high, True
    if high < look.inches:
        yield from look.stretches(high, look.inches)
