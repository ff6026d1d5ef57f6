"""Odds: the rules themselves, run once for every path of dice that matters, or many times where there are too many."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import blake2b
from math import sqrt

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Question
from sandtable.kernel.dice import Reading, SeededDice, Shown, branches
from sandtable.kernel.events import Entry, Event, ReadAs, Rolled
from sandtable.kernel.play import Trail
from sandtable.kernel.position import Chooser, Leg, Position, answered, settle, wait
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State

NOTHING = "no effect"
DICE = (Rolled, ReadAs)  # they tell of one face out of many that lead to the same
BUDGET = 4096  # branches; past it the question is too large to answer exactly
TRIES = 2000  # throws that take the place of counting then


class TooManyBranches(Exception):
    """The exact odds would take more branches than the budget allows."""


class Fork(Exception):
    def __init__(self, throws: tuple[tuple[Shown, Fraction], ...]) -> None:
        self.throws = throws


class Forked:
    """The given throws, then a fork."""

    def __init__(self, throws: tuple[Shown, ...]) -> None:
        self._throws, self._used = throws, 0

    def throw(self, count: int, reading: Reading) -> Shown:
        if self._used == len(self._throws):
            raise Fork(branches(count, reading))
        self._used += 1
        return self._throws[self._used - 1]


def outcomes(
    rules: RuleSet, at: Position, command: Command, choose: Chooser = wait, budget: int = BUDGET
) -> Iterator[tuple[Leg, Fraction]]:
    """Every way a command can turn out, up to the next choice or the end of the step, with its chance."""
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
    """Ways a command turns out when it is tried so often; from one position always the same ones."""
    seed, trail = seed_of(at.state, command), at.trail
    path = answered(at, command, Forked(()), choose, trail)
    try:
        settle(rules, at, path)
    except Fork:
        trail = path.trail  # no try need work out again what comes before the first die
    for number in range(tries):
        yield settle(rules, at, answered(at, command, SeededDice(seed, number), choose, trail))


def seed_of(state: State, command: Command) -> str:
    """For dice that are nobody's: no game throws with such a seed."""
    text = msgspec.json.encode((replace(state, scenario=None), command), order="deterministic")
    return f"tries {blake2b(text, digest_size=16).hexdigest()}"


class Odds(Struct, frozen=True):
    """What can happen, likeliest first."""

    chances: tuple[tuple[str, Fraction], ...]
    tries: int = 0  # from so many throws; 0: counted exactly

    def __str__(self) -> str:
        told = ", ".join(f"{what} {chance}" for what, chance in self.chances)
        return f"about, {self.tries} tries: {told}" if self.tries else told

    def of(self, what: str) -> Fraction:
        return dict(self.chances).get(what, Fraction(0))

    def error(self, chance: Fraction) -> float:
        """The standard error of a chance found by trying; a little more than none even where all tries went one way."""
        if not self.tries:
            return 0.0
        share = (float(chance) * self.tries + 1) / (self.tries + 2)
        return sqrt(share * (1 - share) / self.tries)


def odds(rules: RuleSet, at: Position, command: Command, budget: int = BUDGET, tries: int = TRIES) -> Odds:
    """The chances of a command, sorted by what it leads to: exact, or from so many tries if there are too many ways."""
    try:
        return tabled((gist(at, leg), chance) for leg, chance in outcomes(rules, at, command, budget=budget))
    except TooManyBranches:
        each = Fraction(1, tries)
        return tabled([(gist(at, leg), each) for leg in samples(rules, at, command, tries=tries)], tries)


def tabled(found: Iterable[tuple[str, Fraction]], tries: int = 0) -> Odds:
    """Equal outcomes taken together."""
    sums: dict[str, Fraction] = {}
    for what, chance in found:
        sums[what] = sums.get(what, Fraction(0)) + chance
    return Odds(tuple(sorted(sums.items(), key=lambda item: (-item[1], item[0]))), tries)


def gist(at: Position, leg: Leg) -> str:
    """What happened in a few words, the dice left out."""
    return told(leg.entries, consequence(at, leg), DICE)


def told(entries: Iterable[Entry], question: Question | None, but: tuple[type[Event], ...]) -> str:
    """The facts, some kinds of them left out, and what is then asked because of them."""
    words = [entry.event.tell() for entry in entries if not isinstance(entry.event, but)]
    return "; ".join(filter(None, [*words, question.text if question else ""])) or NOTHING


def consequence(at: Position, leg: Leg) -> Question | None:
    """What is asked because of the dice, and not because it comes next in the order of play."""
    question, before = leg.position.question, at.question
    if question is None or before is None or not leg.position.path:
        return None
    return question if (question.side, question.clause) != (before.side, before.clause) else None
