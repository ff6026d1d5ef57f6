"""Every outcome of a command: the rules run once for every different path of dice.

If there are too many paths, the rules run many times with random dice instead.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Question
from sandtable.kernel.dice import Dicing, SeededDice, Shown, branches
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Rolled
from sandtable.kernel.play import Trail
from sandtable.kernel.position import Answer, Chooser, Leg, Path, Position, answered, settle, wait
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State

T = TypeVar("T")
Throws = tuple[Shown, ...]

BUDGET = 4096  # branches; with more the odds are not exact
TRIES = 2000  # random tries instead


class TooManyBranches(Exception):
    """The exact odds need more branches than the budget allows."""


class Fork(Exception):
    def __init__(self, throws: tuple[tuple[Shown, Fraction], ...]) -> None:
        self.throws = throws


class Forked:
    """Dice that show the given throws and then raise Fork."""

    def __init__(self, throws: Throws) -> None:
        self._throws, self._used = throws, 0

    def throw(self, count: int, reading: Dicing) -> Shown:
        if self._used == len(self._throws):
            raise Fork(branches(count, reading))
        self._used += 1
        return self._throws[self._used - 1]


class Meeting(Exception):
    """Here a way meets all others with the same key."""

    def __init__(self, key: Hashable) -> None:
        self.key = key


class Forking(Path):
    """One of all ways: the given throws, then a fork, and at the next meeting no farther. `passed`: those behind it."""

    def __init__(
        self, start: State, given: Sequence[Answer], throws: Throws, choose: Chooser, trail: Trail, passed: int
    ) -> None:
        super().__init__(start, given, Forked(throws), choose, trail=trail)
        self._passed = passed

    def meet(self, entries: Sequence[Entry], kept: Hashable) -> None:
        if self._passed:
            self._passed -= 1
            return
        facts = [one.event.throw if isinstance(one.event, Rolled) else one.event for one in entries]
        choices = [answer for answer in self.given[: self.used] if isinstance(answer, Command)]
        raise Meeting((*facts, *choices, kept))


Way = tuple[Throws, Fraction, Trail]  # throws, their chance, and how far they are known to lead


def every_way(
    start: State, given: Sequence[Answer], choose: Chooser, trail: Trail, play_on: Callable[[Path], T], budget: int
) -> Iterator[tuple[T, Fraction]]:
    """What comes of each way that the dice can fall, with its chance. Ways that meet go on as one."""
    ways: list[Way] = [((), Fraction(1), trail)]
    passed = found = 0
    while ways:
        met: dict[Hashable, Way] = {}
        while ways:
            throws, chance, trail = ways.pop()
            path = Forking(start, given, throws, choose, trail, passed)
            try:
                end = play_on(path)
            except Fork as fork:
                ways += [((*throws, throw), chance * share, path.trail) for throw, share in reversed(fork.throws)]
            except Meeting as here:
                first, so_far, trail = met.get(here.key) or (throws, Fraction(0), path.trail)
                met[here.key] = first, so_far + chance, trail
            else:
                found += 1
                if found > budget:
                    raise TooManyBranches(f"more than {budget} outcomes")
                yield end, chance
        ways, passed = [*reversed(met.values())], passed + 1


def outcomes(
    rules: RuleSet, at: Position, command: Command, choose: Chooser = wait, budget: int = BUDGET
) -> Iterator[tuple[Leg, Fraction]]:
    """Every outcome of a command, up to the next choice or the end of the step, with its chance."""
    given = (*at.path, command)
    return every_way(at.start, given, choose, at.trail, lambda path: settle(rules, at, path), budget)


def samples(
    rules: RuleSet, at: Position, command: Command, choose: Chooser = wait, tries: int = TRIES
) -> Iterator[Leg]:
    """Outcomes of so many random tries; always the same from one position."""
    seed, trail = seed_of(at.state, command), at.trail
    path = answered(at, command, Forked(()), choose, trail)
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


def consequence(at: Position, leg: Leg) -> Question | None:
    """The next question if it follows from the dice, not from the order of play."""
    question, before = leg.position.question, at.question
    if question is None or before is None or not leg.position.path:
        return None
    return question if (question.side, question.clause) != (before.side, before.clause) else None
