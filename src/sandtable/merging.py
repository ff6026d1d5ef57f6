"""Every outcome with far fewer ways: what happens at one moment is counted together, not one act after another."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import lcm
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sandtable.kernel.decision import Question
from sandtable.kernel.events import Entry, ReadAs
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.play import FRESH, Act, Play, Results
from sandtable.kernel.position import Answer, Path
from sandtable.kernel.state import State
from sandtable.outcomes import Ahead, Forking, every_path, key_of

R = TypeVar("R")
T = TypeVar("T")
Ranks = tuple[Any, ...]  # of results, the first first
Weights = dict[Any, int]
DICE = (Rolled, ReadAs)  # no outcomes, because many faces lead to the same


class Merging(Forking):
    """Goes along each act of one moment once, and follows their results only as far as the rule reads them."""

    def at_once(self, play: Play, each: Sequence[T], act: Act[T, R]) -> Results[R]:
        if self.used < len(self.given):
            return super().at_once(play, each, act)  # these dice have been thrown
        return Unread(self, play.part(self._go_along_all, each, act))

    def _go_along_all(self, play: Play, each: Sequence[T], act: Act[T, R]) -> "list[Course[R]]":
        return [self._go_along(play, one, act) for one in each]

    def _go_along(self, play: Play, one: T, act: Act[T, R]) -> "Course[R]":
        courses = play.work_out(lambda: courses_of(play, one, act))
        course = courses[self.branch(lambda: numbered(courses)) if len(courses) > 1 else 0]
        play.take(course.entries, course.states)
        self.given += course.throws
        self.used += len(course.throws)
        return course


# ---- the courses of an act


class Course(Struct, Generic[R], frozen=True, gc=False):
    """What can come of an act if it states certain facts."""

    throws: list[Answer]  # an example
    entries: list[Entry]  # the facts, and every throw that there can be
    states: list[State]
    results: list[tuple[R | None, int]]  # with their weights, which compare with those of the other courses

    @property
    def weight(self) -> int:
        return sum([weight for _, weight in self.results])


class End(Struct, Generic[R], frozen=True, gc=False):
    """One way that an act can go."""

    result: R | None
    path: Forking
    play: Play

    @property
    def thrown(self) -> list[tuple[Throw, Entry]]:
        return [(entry.event.throw, entry) for entry in self.play.entries if isinstance(entry.event, Rolled)]

    @property
    def key(self) -> Hashable:
        """The same for all ends with the same facts."""
        return key_of(tuple([entry.event for entry in self.play.entries if not isinstance(entry.event, DICE)]))

    def weight(self, scale: int) -> int:
        n, of = self.path.share
        return n * (scale // of)


def courses_of(play: Play, one: T, act: Act[T, R]) -> list[Course[R]]:
    """The courses that an act can take: all ways with the same facts are one."""

    def end_of(path: Path) -> End[R]:
        alone = path.set_out(play.view)
        alone.clause = play.clause
        return End(act(alone, one), path, alone)  # type: ignore[arg-type]

    ends = [end for end, _ in every_path(Ahead(play.state, (), ask_nobody, FRESH, end_of), kind=Merging)]
    scale = lcm(*[end.path.share[1] for end in ends])
    found: dict[Hashable, list[End[R]]] = {}
    for end in ends:
        found.setdefault(end.key, []).append(end)
    return [course_of(alike, scale) for alike in found.values()]


def numbered(courses: Sequence[Course[Any]]) -> list[tuple[int, int]]:
    return [(number, course.weight) for number, course in enumerate(courses)]


def ask_nobody(question: Question, path: Path) -> None:
    raise AssertionError(f"what happens at one moment asks nobody, but {question.side} is asked: {question.text}")


def course_of(ends: Sequence[End[R]], scale: int) -> Course[R]:
    first, further = ends[0], further_throws(ends)
    return Course(
        first.path.given,
        first.play.entries + further,
        first.play.states + [first.play.state] * len(further),
        [(end.result, end.weight(scale)) for end in ends],
    )


def further_throws(ends: Sequence[End[Any]]) -> list[Entry]:
    """The throws that only other ends than the first have."""
    first, *others = ends
    own = [throw for throw, _ in first.thrown]
    found = {throw: entry for end in others for throw, entry in end.thrown if throw not in own}
    return list(found.values())


# ---- reading the results


class Unread(Generic[R]):
    """Results that are known only as far as they were read."""

    def __init__(self, path: Forking, courses: Sequence[Course[R]]) -> None:
        self._path, self._courses = path, courses

    def by_rank(self, rank: Callable[[R], Any]) -> Iterator[R]:
        known: Ranks = ()
        while len(known) < len(self._courses):
            found = self._path.branch(lambda: next_ranks(self._weights(rank), known).items())  # noqa: B023
            if found is None:
                return
            known = (*known, found)
            results = (result for course in self._courses for result, _ in course.results)
            yield next(result for result in results if result is not None and rank(result) == found)

    def summed(self, read: Callable[[int], T]) -> T:
        found: T = self._path.branch(lambda: read_sums(self._weights(int), read).items())
        return found

    def _weights(self, rank: Callable[[Any], Any]) -> list[Weights]:
        """For each act the weights of its ranks, and of None: nothing came of it."""
        found: list[Weights] = []
        for course in self._courses:
            weights: Weights = {}
            for result, weight in course.results:
                ranked = None if result is None else rank(result)
                weights[ranked] = weights.get(ranked, 0) + weight
            found.append(weights)
        return found


def next_ranks(acts: Sequence[Weights], known: Ranks) -> Weights:
    """The ranks of the next result behind those that are known; None: there is no more."""
    count = len(known)
    found: Weights = {}
    for ranks, weight in first_ranks(acts, count + 1).items():
        if ranks[:count] == known:
            found[ranks[count] if len(ranks) > count else None] = weight
    return found


def first_ranks(acts: Sequence[Weights], count: int) -> dict[Ranks, int]:
    """The ranks of the first so many results of all acts together."""

    def add(so_far: Ranks, rank: Any) -> Ranks:
        if rank is None or (len(so_far) == count and so_far[-1] <= rank):
            return so_far
        return tuple(sorted((*so_far, rank))[:count])

    return together(acts, (), add)


def read_sums(acts: Sequence[Weights], read: Callable[[int], Any]) -> Weights:
    """What the sums of the results of all acts are read as."""
    found: Weights = {}
    for total, weight in together(acts, 0, lambda so_far, number: so_far + (number or 0)).items():
        found[read(total)] = found.get(read(total), 0) + weight
    return found


def together(acts: Sequence[Weights], start: T, add: Callable[[T, Any], T]) -> dict[T, int]:
    """The results of all acts, added one after another. Whatever has come to the same is one."""
    found = {start: 1}
    for weights in acts:
        more: dict[T, int] = {}
        for so_far, n in found.items():
            for result, m in weights.items():
                after = add(so_far, result)
                more[after] = more.get(after, 0) + n * m
        found = more
    return found
