"""The seat of the asked side: what it sees and what it must decide."""

from collections.abc import Callable, Sequence

from sandtable.board.board import Picker
from sandtable.kernel.decision import Command, Decision, Option, Question, Refusal
from sandtable.kernel.dice import Dicing, Shown
from sandtable.kernel.position import MISFITS, Path, PathError, Position, run
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side, State

TRIES = 20  # guesses at hidden things before it gives up


class Seat:
    """Everything that a player gets, person or program. It leads to nothing hidden."""

    __slots__ = ("_asked", "_question", "rules")

    def __init__(self, rules: RuleSet, question: Question, asked: Path | Position) -> None:
        self.rules, self._question, self._asked = rules, question, asked

    @property
    def side(self) -> Side:
        return self._question.side

    @property
    def view(self) -> State:
        return self._question.view

    @property
    def options(self) -> list[Option]:
        return self._question.options

    @property
    def decision(self) -> Decision:
        return self._question.decision

    @property
    def reflex(self) -> Command | None:
        """A computer player's answer without thinking, if the rule set has one."""
        return self.rules.reflex(self._question)

    @property
    def habit(self) -> Command | None:
        """The answer that computer players expect here when they think ahead, if the rule set has one."""
        return self.rules.habit(self._question)

    def why_not(self, command: Command) -> Refusal | None:
        """Why this command may not be given now; None if it may."""
        return self._question.refuse(command)

    @property
    def shortlist(self) -> Sequence[Option]:
        """The options that a computer player tries."""
        return self.rules.shortlist(self._question)

    def imagine(self, rng: Picker) -> Position | None:
        """A position that fits everything this side knows; the true position if nothing is hidden from it."""
        return self._fitting(lambda seen: self.rules.imagine(seen, rng))

    def foresee(self, rng: Picker) -> Position | None:
        """The same with what a computer player expects of the enemy, unless the step has begun without it."""
        if self._actual.path:
            return self.imagine(rng)
        return self._fitting(lambda seen: self.rules.expected(self.rules.imagine(seen, rng), self.side))

    @property
    def _actual(self) -> Position:
        asked = self._asked
        return asked if isinstance(asked, Position) else asked.position(self._question, asked.trail)

    def _fitting(self, guess_of: Callable[[State], State]) -> Position | None:
        """A guess at the table, from what is seen of it, in which everything would have come to this question."""
        actual, side = self._actual, self.side
        seen = self.rules.view(actual.start, side)
        if seen is actual.start:
            return actual
        tried: State | None = None
        for _ in range(TRIES):
            start = guess_of(seen)
            if start == tried:
                continue  # a guess that failed before fails again
            guess, tried = imagined(self.rules, start, actual), start
            if guess and self.rules.view(guess.state, side) == self.view:
                return guess
        return None


def imagined(rules: RuleSet, start: State, actual: Position) -> Position | None:
    """The position after the same answers from another start; None if they do not fit there."""
    try:
        return run(rules, start, actual.path, NoDice()).position
    except MISFITS:
        return None


class NoDice:
    """Dice for runs in which all throws are given."""

    def throw(self, count: int, reading: Dicing) -> Shown:
        raise PathError(0, "the answers end before the dice do")
