"""Every outcome with far fewer ways: what happens at one moment is counted together, not one act after another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, lcm
from typing import Any, TypeVar

from msgspec import Struct

from sandtable.kernel.decision import Question
from sandtable.kernel.dice import Shown
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Event, Rolled
from sandtable.kernel.play import FRESH, Act, Play, Rank
from sandtable.kernel.position import Path
from sandtable.kernel.state import State
from sandtable.outcomes import Forking, every_way

R = TypeVar("R")
T = TypeVar("T")
Ranks = tuple[Any, ...]  # of results, the first first


class Merging(Forking):
    """Goes along each act of one moment once, and follows their results only as far as the rule reads them."""

    def at_once(self, play: Play, each: Sequence[T], act: Act[T, R], rank: Rank[R]) -> Iterable[R]:
        if self.used < len(self.given):
            return super().at_once(play, each, act, rank)  # these dice are thrown
        return self._read([self._go_along(play, one, act, rank) for one in each])

    def _go_along(self, play: Play, one: T, act: Act[T, R], rank: Rank[R]) -> "Course":
        courses = play.work_out(lambda: courses_of(play, one, act, rank))
        course = courses[0]
        if len(courses) > 1:
            course = courses[self.branch(lambda: [(number, one.chance) for number, one in enumerate(courses)])]
        play.take(course.entries, course.states)
        self.given += course.throws
        self.used += len(course.throws)
        return course

    def _read(self, courses: Sequence["Course"]) -> Iterator[Any]:
        known: Ranks = ()
        while len(known) < len(courses):
            rank = self.branch(lambda: next_ranks(courses, known))  # noqa: B023
            if rank is None:
                return
            known = (*known, rank)
            yield next(course.results[rank] for course in courses if rank in course.results)


class Course(Struct, frozen=True, gc=False):
    """What can come of an act if it states these facts."""

    chance: Fraction
    throws: list[Shown]  # an example
    entries: list[Entry]  # with every throw that there can be
    states: list[State]
    weights: Mapping[Any, int]  # of each rank, and of None: nothing
    results: Mapping[Any, Any]  # an example for each rank


class End(Struct, frozen=True, gc=False):
    """One end of an act."""

    result: Any
    throws: list[Shown]
    entries: list[Entry]
    states: Sequence[State]

    @property
    def facts(self) -> tuple[Event, ...]:
        return tuple(entry.event for entry in self.entries if not isinstance(entry.event, Rolled))


def courses_of(play: Play, one: T, act: Act[T, R], rank: Rank[R]) -> list[Course]:
    """The ways that an act can go, those with the same facts together."""

    def end_of(path: Path) -> End:
        alone = path.set_out(play.view)
        alone.clause = play.clause
        result = act(alone, one)
        return End(result, path.given, alone.entries, path.trail.states)  # type: ignore[arg-type]

    found: dict[tuple[Event, ...], list[tuple[End, Fraction]]] = {}
    for end, chance in every_way(play.state, (), ask_nobody, FRESH, end_of, inf, Merging):
        found.setdefault(end.facts, []).append((end, chance))
    return [course_of(ends, rank) for ends in found.values()]


def ask_nobody(question: Question, path: Path) -> None:
    raise AssertionError(f"what happens at one moment asks nobody, but {question.side} is asked: {question.text}")


def course_of(ends: Sequence[tuple[End, Fraction]], rank: Rank[Any]) -> Course:
    first, chances, results = ends[0][0], dict[Any, Fraction](), dict[Any, Any]()
    for end, chance in ends:
        ranked = None if end.result is None else rank(end.result)
        chances[ranked] = chances.get(ranked, 0) + chance
        results.setdefault(ranked, end.result)
    entries = [*first.entries, *further_throws([end for end, _ in ends])]
    states = [*first.states, *first.states[-1:] * (len(entries) - len(first.entries))]
    return Course(sum(chances.values(), Fraction(0)), first.throws, entries, states, whole(chances), results)


def further_throws(ends: Sequence[End]) -> list[Entry]:
    """The throws that only other ends than the first have."""
    entries = [entry for end in ends for entry in end.entries if isinstance(entry.event, Rolled)]
    found = {entry.event.throw: entry for entry in reversed(entries)}  # type: ignore[attr-defined]
    own = {entry.event.throw for entry in ends[0].entries if isinstance(entry.event, Rolled)}
    return [entry for throw, entry in found.items() if throw not in own]


def whole(chances: Mapping[Any, Fraction]) -> dict[Any, int]:
    """Whole numbers in the proportions of these chances."""
    scale = lcm(*(chance.denominator for chance in chances.values()))
    return {rank: chance.numerator * (scale // chance.denominator) for rank, chance in chances.items()}


# ---- reading the results


def next_ranks(courses: Sequence[Course], known: Ranks) -> list[tuple[Any, Fraction]]:
    """The chances for the rank of the next result behind those that are known; None: there is no more."""
    count = len(known)
    weights: dict[Any, int] = {}
    for ranks, weight in first_ranks([course.weights for course in courses], count + 1).items():
        if ranks[:count] == known:
            weights[ranks[count] if len(ranks) > count else None] = weight
    total = sum(weights.values())
    return [(rank, Fraction(weight, total)) for rank, weight in weights.items()]


def first_ranks(acts: Sequence[Mapping[Any, int]], count: int) -> dict[Ranks, int]:
    """The ranks of the first so many results of all acts together, with their weights. Equal ranks are one."""
    found: dict[Ranks, int] = {(): 1}
    for weights in acts:
        more: dict[Ranks, int] = {}
        for ranks, so_far in found.items():
            for rank, weight in weights.items():
                after = ranks if rank is None else tuple(sorted((*ranks, rank))[:count])
                more[after] = more.get(after, 0) + so_far * weight
        found = more
    return found
