"""A player that goes for the best expected value of its next command, by exact odds."""

from collections.abc import Sequence
from heapq import nlargest
from math import fsum, inf
from random import Random

from msgspec import Struct

from sandtable.kernel.decision import Command, Option, Question
from sandtable.kernel.position import Answer, Path, Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import Side
from sandtable.outcomes import TooManyBranches, outcomes, samples
from sandtable.players.candidates import candidates, facings

PLACES = 40  # looked at where the choice is of a place
FOLLOW_UPS = 4  # places looked at when thinking of what comes after
FINALISTS = 5  # commands thought through to their follow-up
REPLIES = 2  # choices of either side thought through within one step
BRANCHES = 20  # of the dice, followed one by one
THROWS = 8  # tried where there are more
ENOUGH = 0.1  # gained by a way of going on: then no other is looked for

Outcomes = list[tuple[Position, float]]  # where a command leads, and how likely


class Plan(Struct, frozen=True):
    """What to do, how to answer what is then asked, and what the table is worth after that."""

    line: tuple[Command, ...]
    worth: float


class GreedyPlayer:
    """Judges commands by what the table is worth afterwards; thinks the best through to the end of the step."""

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = Random(seed)
        self._foreseen: dict[tuple[Answer, ...], Command] = {}  # answers already thought of, by the path to them

    def choose(self, seat: Seat) -> Command:
        foreseen, self._foreseen = self._foreseen, {}  # they are good for the very next question only
        if (at_once := seat.reflex) is not None:
            return at_once
        at = seat.imagine(self._rng)
        if at is not None and (known := foreseen.get(at.path)) is not None:
            self._foreseen = foreseen
            return known
        commands = list(candidates(seat.options, self._rng, PLACES))
        if at is None or len(commands) == 1:
            return self._rng.choice(commands)
        self._rng.shuffle(commands)  # so that among equals any may come first
        line = Thought(seat.rules, seat.side, self._rng).turned(at, seat.options, commands).line
        self._foreseen = {(*at.path, *line[:n]): line[n] for n in range(1, len(line))}
        return line[0]


class Thought:
    """One side's reckoning from one position."""

    def __init__(self, rules: RuleSet, side: Side, rng: Random) -> None:
        self._rules, self._side, self._rng = rules, side, rng
        self._thoughts = 0

    # ---- what to do

    def turned(self, at: Position, options: Sequence[Option], commands: Sequence[Command]) -> Plan:
        """The best of the commands and, if that is a place among many, of the other facings there."""
        best = self.plan(at, commands, REPLIES)
        others = [command for command in facings(options, best.line[0]) if command not in commands]
        return max([best, self.plan(at, others, REPLIES)], key=lambda plan: plan.worth) if others else best

    def plan(self, at: Position, commands: Sequence[Command], replies: int) -> Plan:
        """The best of the commands; of those that only open a further choice, the first that is clearly better."""
        met = [self.outcomes(at, command) for command in commands]
        doors = [number for number, found in enumerate(met) if self.is_door(at, found)]
        acts = [number for number in range(len(met)) if number not in doors]
        plans = [Plan((commands[number],), value) for number, value in self.judged(met, acts, replies)]
        enough = max((plan.worth for plan in plans), default=-inf) + ENOUGH
        for number in doors:
            plans.append(self.beyond(commands[number], met[number][0][0], replies))
            if plans[-1].worth > enough:
                break
        return max(plans, key=lambda plan: plan.worth)

    def judged(self, met: list[Outcomes], acts: list[int], replies: int) -> list[tuple[int, float]]:
        """Those that look best at first sight, thought through as far as anything is still to be answered."""
        if len(acts) <= FINALISTS:
            return [(number, self.expected(met[number], replies)) for number in acts]
        sight = {number: self.expected(met[number], 0) for number in acts}
        best = nlargest(FINALISTS, acts, key=sight.__getitem__)
        return [(n, self.expected(met[n], replies) if is_open(met[n]) else sight[n]) for n in best]

    def is_door(self, at: Position, met: Outcomes) -> bool:
        """Whether nothing comes of a command but that the same side is asked further."""
        question = met[0][0].question
        return len(met) == 1 and question is not None and question.side == self._side and met[0][0].told == at.told

    def beyond(self, command: Command, at: Position, replies: int) -> Plan:
        """The best that can be done once the command has opened the choice."""
        assert at.question is not None
        if not replies:
            return Plan((command,), self._rules.worth(at.state, self._side))
        found = self.plan(at, list(candidates(at.question.options, self._rng, FOLLOW_UPS)), replies - 1)
        return Plan((command, *found.line), found.worth)

    # ---- what comes of it

    def outcomes(self, at: Position, command: Command) -> Outcomes:
        """Everything that can come of a command; of too much, what some throws of the dice lead to."""
        self._thoughts += 1
        try:
            met = list(outcomes(self._rules, at, command, self._reply, BRANCHES))
        except TooManyBranches:
            tries = samples(self._rules, at, command, self._reply, THROWS)
            return [(leg.position, 1 / THROWS) for leg in tries]
        return [(leg.position, float(chance)) for leg, chance in met]

    def _reply(self, question: Question, path: Path) -> Command | None:
        return self._rules.habit(question)

    def expected(self, met: Outcomes, replies: int) -> float:
        """What the table is worth after a command, on average over the dice."""
        return fsum(chance * self.value(position, replies) for position, chance in met)

    def value(self, at: Position, replies: int) -> float:
        """Worth now, or after the best reply of whoever is asked next within the same step."""
        question = at.question
        if question is None or not at.path or not replies or self._thoughts > self._rules.patience:
            return self._rules.worth(at.state, self._side)
        pick = max if question.side == self._side else min
        commands = list(candidates(question.options, self._rng, FOLLOW_UPS))
        return pick(self.expected(self.outcomes(at, command), replies - 1) for command in commands)


def is_open(met: Outcomes) -> bool:
    """Whether somebody is still to answer something."""
    return any(position.question is not None for position, _ in met)
