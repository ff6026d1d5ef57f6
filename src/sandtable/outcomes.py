"""Every outcome of a command: the rules run once for every different path of dice.

If there are too many paths, the rules run many times with random dice instead.
"""

from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Question
from sandtable.kernel.dice import Dicing, SeededDice, Shown, branches
from sandtable.kernel.play import Trail
from sandtable.kernel.position import Chooser, Leg, Position, answered, settle, wait
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State

BUDGET = 4096  # branches; with more the odds are not exact
TRIES = 2000  # random tries instead


class TooManyBranches(Exception):
    """The exact odds need more branches than the budget allows."""


class Fork(Exception):
    def __init__(self, throws: tuple[tuple[Shown, Fraction], ...]) -> None:
        self.throws = throws


class Forked:
    """Dice that show the given throws and then raise Fork."""

    def __init__(self, throws: tuple[Shown, ...]) -> None:
        self._throws, self._used = throws, 0

    def throw(self, count: int, reading: Dicing) -> Shown:
        if self._used == len(self._throws):
            raise Fork(branches(count, reading))
        self._used += 1
        return self._throws[self._used - 1]


def outcomes(
    rules: RuleSet, at: Position, command: Command, choose: Chooser = wait, budget: int = BUDGET
) -> Iterator[tuple[Leg, Fraction]]:
    """Every outcome of a command, up to the next choice or the end of the step, with its chance."""
    open_paths: list[tuple[tuple[Shown, ...], Fraction, Trail]] = [((), Fraction(1), at.trail)]
    met = 0
    while open_paths:
        throws, chance, trail = open_paths.pop()
        path = answered(at, command, Forked(throws), choose, trail)
        try:
            leg = settle(rules, at, path)
        except Fork as fork:
            trail = path.trail
            open_paths += [((*throws, throw), chance * share, trail) for throw, share in reversed(fork.throws)]
            continue
        met += 1
        if met > budget:
            raise TooManyBranches(f"more than {budget} outcomes")
        yield leg, chance


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
