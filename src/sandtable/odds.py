"""Exact odds: the rules themselves, run once for every path of dice that matters."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec import Struct

from sandtable.kernel.decision import Command
from sandtable.kernel.dice import Reading, Shown, branches
from sandtable.kernel.events import Rolled
from sandtable.kernel.position import Chooser, Leg, Position, settle, wait
from sandtable.kernel.ruleset import RuleSet

BUDGET = 4096  # branches; past it the question is too large to answer exactly


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
    open_paths: list[tuple[tuple[Shown, ...], Fraction]] = [((), Fraction(1))]
    met = 0
    while open_paths:
        throws, chance = open_paths.pop()
        try:
            leg = settle(rules, at, command, Forked(throws), choose)
        except Fork as fork:
            open_paths += [((*throws, throw), chance * share) for throw, share in reversed(fork.throws)]
            continue
        met += 1
        if met > budget:
            raise TooManyBranches(f"more than {budget} outcomes")
        yield leg, chance


class Odds(Struct, frozen=True):
    """What can happen, likeliest first."""

    chances: tuple[tuple[str, Fraction], ...]

    def __str__(self) -> str:
        return ", ".join(f"{what} {chance}" for what, chance in self.chances)

    def of(self, what: str) -> Fraction:
        return dict(self.chances).get(what, Fraction(0))


def odds(rules: RuleSet, at: Position, command: Command, sort: Callable[[Position, Leg], str] | None = None) -> Odds:
    """The chances of a command, sorted by what it leads to."""
    table: dict[str, Fraction] = {}
    for leg, chance in outcomes(rules, at, command):
        what = (sort or gist)(at, leg)
        table[what] = table.get(what, Fraction(0)) + chance
    return Odds(tuple(sorted(table.items(), key=lambda item: (-item[1], item[0]))))


def gist(at: Position, leg: Leg) -> str:
    """What happened in a few words: the facts told, dice apart, and what is then asked of the other side."""
    told = [entry.event.tell() for entry in leg.entries if not isinstance(entry.event, Rolled)]
    question = leg.position.question
    if question and leg.position.path and at.question and question.side != at.question.side:
        told.append(question.text)
    return "; ".join(filter(None, told)) or "no effect"
