"""Every outcome of a command: the rules run once for every different path of dice.

If there are too many paths, the rules run many times with random dice instead.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b
from math import inf
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Question
from sandtable.kernel.dice import Dicing, SeededDice, Shown, branches
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.play import Gone, Trail
from sandtable.kernel.position import Answer, Chooser, Leg, Path, Position, answered, settle, wait
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State

T = TypeVar("T")

BUDGET = 4096  # branches; with more the odds are not exact
TRIES = 2000  # random tries instead

Share = tuple[int, int]  # so many of so many: a chance that is not reduced, because that is slow


class TooManyBranches(Exception):
    """The exact odds need more branches than the budget allows."""


class Fork(Exception):
    """The first die is thrown."""


class Forked:
    """Dice that raise Fork."""

    def throw(self, count: int, reading: Dicing) -> Shown:
        raise Fork


FORKED = Forked()


class Meeting(Exception):
    """Here a way meets all others with the same key."""

    def __init__(self, key: Hashable) -> None:
        self.key = key


class Way(Struct, frozen=True, gc=False):
    """The branches taken at each fork, how far they are known to lead, their chance, and what was chosen till there."""

    branches: tuple[Any, ...]
    trail: Trail
    share: Share = (1, 1)
    choices: tuple[Command, ...] = ()


class Forking(Path):
    """One of all ways: along its branches, then along the first of each fork; `open`: the others.

    At a meeting it goes no farther. `passed`: the meetings behind it.
    """

    width = 1  # how many ways there would be if all had the forks of this one
    meets = False  # whether it ended at a meeting
    _behind = 0  # forks

    def __init__(self, start: State, given: Sequence[Answer], way: Way, choose: Chooser, passed: int = 0) -> None:
        super().__init__(start, given, FORKED, choose, trail=way.trail)
        self.share = way.share
        self.open: list[Way] = []
        self._branches, self._passed = [*way.branches], passed
        self._known, self._choices = len(given), way.choices  # what was chosen behind the known answers

    def throw(self, count: int, reading: Dicing, what: Throw) -> Shown:
        if self.used < len(self.given):
            return super().throw(count, reading, what)
        shown = self.branch(lambda: branches(count, reading))
        self.given.append(shown)
        self.used += 1
        return shown

    def choose(self, question: Question) -> Command:
        if self.used == len(self.given):
            self.given += self._choices[len(self._chosen) :][:1]
        return super().choose(question)

    def branch(self, ends: Callable[[], Collection[tuple[T, int]]]) -> T:
        """The branch to take at this fork, of some with their weights."""
        if self._behind == len(self._branches):
            self._branches.append(self.taken(ends()))
        self._behind += 1
        branch: T = self._branches[self._behind - 1]
        return branch

    def taken(self, ends: Collection[tuple[T, int]]) -> T:
        self.width *= len(ends)
        (first, weight), *others = ends
        if others:
            here, (n, of) = self.way, self.share
            of *= sum([m for _, m in ends])
            self.open += [
                Way((*here.branches, end), here.trail, (n * m, of), here.choices) for end, m in reversed(others)
            ]
            self.share = n * weight, of
        return first

    @property
    def chance(self) -> Fraction:
        return Fraction(*self.share)

    @property
    def way(self) -> Way:
        return Way((*self._branches,), self.trail, self.share, self._chosen)

    @property
    def _chosen(self) -> tuple[Command, ...]:
        return tuple([answer for answer in self.given[self._known : self.used] if isinstance(answer, Command)])

    @property
    def gone(self) -> Gone:
        return self.used, self._behind

    def answers_since(self, gone: Gone) -> tuple[Sequence[Answer], int]:
        used, forks = gone
        return self.given[used : self.used], self._behind - forks

    def pass_over(self, answers: Sequence[Answer], forks: int) -> None:
        super().pass_over(answers, forks)
        if self.used >= self._known:  # the forks before were those of an earlier count
            self._behind += forks

    def meet(self, entries: Sequence[Entry], kept: Hashable) -> None:
        if self._passed:
            self._passed -= 1
            return
        self.meets = True
        raise Meeting(meeting_key(self, entries, kept))


def meeting_key(path: Path, entries: Sequence[Entry], kept: Hashable) -> Hashable:
    """Ways with the same facts, throws and choices behind them go on alike, if the rule keeps the same of the dice."""
    facts = [one.event.throw if isinstance(one.event, Rolled) else one.event for one in entries]
    choices = [answer for answer in path.given[: path.used] if isinstance(answer, Command)]
    return key_of((*facts, *choices)), kept


def key_of(facts: tuple[Struct, ...]) -> Hashable:
    """Equal facts have equal keys. A new unit with its tallies has no hash, so such facts are written down."""
    try:
        hash(facts)
    except TypeError:
        return msgspec.msgpack.encode(facts, order="deterministic")
    return facts


def both(one: Share, other: Share) -> Share:
    """The share of the two together."""
    return (Fraction(*one) + Fraction(*other)).as_integer_ratio()


class Ahead(Struct, Generic[T], frozen=True):
    """Where the ways begin, who chooses on them, and how each is played to its end."""

    start: State
    given: tuple[Answer, ...]
    choose: Chooser
    trail: Trail
    play_on: Callable[[Path], T]


GivesUp = Callable[[Forking, float], bool]  # whether the first way shows that there are too many
Check = Callable[[int, Forking], None]  # gets how many ways are gone and the first of them; raises TooManyBranches


def every_way(
    ahead: Ahead[T], budget: float = inf, kind: type[Forking] = Forking, check: Check | None = None
) -> Iterator[tuple[T, Fraction]]:
    """What comes of each way that the dice can fall, with its chance. Ways that meet go on as one."""
    for end, path in every_path(ahead, budget, kind, check):
        yield end, path.chance


def every_path(
    ahead: Ahead[T], budget: float = inf, kind: type[Forking] = Forking, check: Check | None = None
) -> Iterator[tuple[T, Forking]]:
    """The same with each way itself."""
    ways = [Way((), ahead.trail)]
    passed = found = gone = 0
    first = None
    while ways:
        met: dict[Hashable, Way] = {}
        before = found
        while ways:
            if check and first:
                check(gone, first)
            if found > before and not met and found + len(ways) > budget:  # each open way leads to an outcome
                raise TooManyBranches(f"more than {budget} outcomes")
            path = kind(ahead.start, ahead.given, ways.pop(), ahead.choose, passed)
            first, gone = first or path, gone + 1
            try:
                end = ahead.play_on(path)
            except Meeting as here:
                known = met.get(here.key)
                met[here.key] = replace(known, share=both(known.share, path.share)) if known else path.way
            else:
                found += 1
                if found > budget:
                    raise TooManyBranches(f"more than {budget} outcomes")
                yield end, path
            ways += path.open
        ways, passed = [*reversed(met.values())], passed + 1


def outcomes(
    rules: RuleSet, at: Position, command: Command, choose: Chooser = wait, budget: int = BUDGET
) -> Iterator[tuple[Leg, Fraction]]:
    """Every outcome of a command, up to the next choice or the end of the step, with its chance."""
    return settled(rules, at, command, choose, budget, is_hopeless)


def few_outcomes(
    rules: RuleSet, at: Position, command: Command, choose: Chooser, most: int
) -> Iterator[tuple[Leg, Fraction]]:
    """The same for somebody in a hurry, who counts no more than the first way if there are probably too many."""
    return settled(rules, at, command, choose, most, is_wide)


def settled(
    rules: RuleSet, at: Position, command: Command, choose: Chooser, budget: int, gives_up: GivesUp
) -> Iterator[tuple[Leg, Fraction]]:
    def check(gone: int, first: Forking) -> None:
        if gone == 1 and gives_up(first, budget):
            raise TooManyBranches("too many to begin with")

    ahead = Ahead(at.start, (*at.path, command), choose, at.trail, lambda path: settle(rules, at, path))
    return every_way(ahead, budget, check=check)


def is_hopeless(first: Forking, budget: float) -> bool:
    """Whether the first way has so many forks that nobody need count the others."""
    return first.width > budget**2


def is_wide(first: Forking, most: float) -> bool:
    """Whether there would be too many if all ways had the forks of the first one. Of ways that meet few go on."""
    return first.width > (most**2 if first.meets else most)


def samples(
    rules: RuleSet, at: Position, command: Command, choose: Chooser = wait, tries: int = TRIES
) -> Iterator[Leg]:
    """Outcomes of so many random tries; always the same from one position."""
    seed, trail = seed_of(at.state, command), at.trail
    path = answered(at, command, FORKED, choose, trail)
    try:
        settle(rules, at, path)
    except Fork:
        trail = path.trail  # all tries share the work before the first die
    for number in range(tries):
        yield settle(rules, at, answered(at, command, SeededDice(seed, number), choose, trail))


def seed_of(state: State, command: Command) -> str:
    """A seed for tries. No game uses such a seed."""
    text = msgspec.json.encode((replace(state, scenario=None), command), order="deterministic")
    return f"tries {blake2b(text, digest_size=16).hexdigest()}"
