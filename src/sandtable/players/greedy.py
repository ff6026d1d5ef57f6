"""A player that goes for the best expected value of its next command, by exact odds."""

from collections.abc import Sequence
from heapq import nlargest
from random import Random

from sandtable.kernel.decision import Command
from sandtable.kernel.position import Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import Side
from sandtable.outcomes import TooManyBranches, outcomes
from sandtable.players.candidates import candidates

PLACES = 40  # looked at where the choice is of a place
FOLLOW_UPS = 4  # places looked at when thinking of what comes after
FINALISTS = 5  # commands thought through to their follow-up
REPLIES = 2  # choices of either side thought through within one step
BRANCHES = 60


class GreedyPlayer:
    """Judges commands by what the table is worth afterwards; thinks the best through to the end of the step."""

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = Random(seed)

    def choose(self, seat: Seat) -> Command:
        commands = list(candidates(seat.options, self._rng, PLACES))
        at = seat.imagine(self._rng)
        if at is None or len(commands) == 1:
            return self._rng.choice(commands)
        self._rng.shuffle(commands)  # so that among equals any may come first
        thought = Thought(seat.rules, seat.side, self._rng)
        if len(commands) > FINALISTS:
            commands = thought.best(at, commands, FINALISTS)
        return max(commands, key=lambda command: thought.expected(at, command, REPLIES))


class Thought:
    """One side's reckoning from one position."""

    def __init__(self, rules: RuleSet, side: Side, rng: Random) -> None:
        self._rules, self._side, self._rng = rules, side, rng
        self._thoughts = 0

    def best(self, at: Position, commands: Sequence[Command], count: int) -> list[Command]:
        """Those that look best at first sight."""
        return nlargest(count, commands, key=lambda command: self.expected(at, command, 0))

    def expected(self, at: Position, command: Command, replies: int) -> float:
        """What the table is worth after the command, on average over the dice."""
        self._thoughts += 1
        try:
            met = list(outcomes(self._rules, at, command, budget=BRANCHES))
        except TooManyBranches:
            return self._rules.worth(at.state, self._side)
        return sum(float(chance) * self.value(leg.position, replies) for leg, chance in met)

    def value(self, at: Position, replies: int) -> float:
        """Worth now, or after the best reply of whoever is asked next within the same step."""
        question = at.question
        if question is None or not at.path or not replies or self._thoughts > self._rules.patience:
            return self._rules.worth(at.state, self._side)
        pick = max if question.side == self._side else min
        commands = list(candidates(question.options, self._rng, FOLLOW_UPS))
        return pick(self.expected(at, command, replies - 1) for command in commands)
