"""One side's seat at the table while it is asked: what it sees and what it must decide."""

from sandtable.board.board import Picker
from sandtable.kernel.decision import Command, Decision, Option, Question
from sandtable.kernel.dice import Dicing, Shown
from sandtable.kernel.position import MISFITS, Path, PathError, Position, run
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side, State

TRIES = 20  # guesses at what is hidden before giving up


class Seat:
    """All that a player, person or program, is given. Nothing hidden can be reached from it by honest means."""

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
        """What a computer player answers without a thought, if the rule set knows."""
        return self.rules.reflex(self._question)

    @property
    def _actual(self) -> Position:
        asked = self._asked
        return asked if isinstance(asked, Position) else asked.position(self._question, asked.trail)

    def imagine(self, rng: Picker) -> Position | None:
        """A position that fits all this side knows; the position itself if nothing is hidden from it."""
        actual = self._actual
        side = self.side
        seen = self.rules.view(actual.start, side)
        if seen is actual.start:
            return actual
        tried: State | None = None
        for _ in range(TRIES):
            start = self.rules.imagine(seen, rng)
            if start == tried:
                continue  # what did not fit once does not fit now
            guess, tried = imagined(self.rules, start, actual), start
            if guess and self.rules.view(guess.state, side) == self.view:
                return guess
        return None


def imagined(rules: RuleSet, start: State, actual: Position) -> Position | None:
    """Where the same answers lead from another start, if they fit there: they may name what was hidden then."""
    try:
        return run(rules, start, actual.path, NoDice()).position
    except MISFITS:
        return None


class NoDice:
    """For runs in which every throw is already known."""

    def throw(self, count: int, reading: Dicing) -> Shown:
        raise PathError(0, "the answers end before the dice do")
