"""A game is a path of answers. A position is a point on it.

When a missing answer comes, the rule runs again from the start of its step with all answers so far.
State is immutable, so nothing has to be undone first.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from sandtable.kernel.decision import Command, Decision, Question, Resign
from sandtable.kernel.dice import Dice, Dicing, Shown
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import FRESH, Gone, OneWay, Over, Play, Trail
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side, State
from sandtable.kernel.view import View

Answer = Shown | Command


class Position(Struct, frozen=True, gc=False):
    """A game that waits for an answer to `question`, or is over if there is none. Copies cost nothing."""

    start: State  # at the last step boundary
    path: tuple[Answer, ...]  # answers since then
    state: State  # the state after them
    told: int  # how many entries they led to
    question: Question | None
    trail: Trail = FRESH  # saves work when the step runs again; may be dropped

    def __repr__(self) -> str:
        asked = f"{self.question.side} is asked: {self.question.text}" if self.question else "nothing is asked"
        return f"<position of {self.state.scenario.id} after {len(self.path)} answers of its step; {asked}>"

    @property
    def decision(self) -> Decision | None:
        return self.question.decision if self.question else None


class Leg(Struct, frozen=True, gc=False):
    """The way from one position to the next: the answers, and what happened."""

    position: Position
    answers: tuple[Answer, ...]
    entries: tuple[Entry, ...]


class PathError(ValueError):
    """An answer does not fit the rules; `index` is its number in the run."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(why)
        self.index = index


# Errors of a rule that gets answers to other questions: they can lead it anywhere.
MISFITS = (PathError, LookupError, TypeError, AssertionError, ValueError)


class Waiting(Exception):
    def __init__(self, question: Question) -> None:
        self.question = question


class Conceded(Exception):
    def __init__(self, side: Side) -> None:
        self.side = side


Chooser = Callable[[Question, "Path"], Command | None]  # None: wait for a person


def wait(question: Question, path: "Path") -> None:
    """Nobody answers: the game waits."""


class Path(OneWay):
    """Repeats the given answers, then throws dice and asks the chooser. Without an answer it stops."""

    begun = 0  # how many answers led to the last step boundary
    told = 0  # entries up to that boundary
    used = 0  # answers
    _results: tuple[list[Any], ...] = ()  # not the play itself: it knows the path, and neither would be freed

    def __init__(
        self,
        start: State,
        given: Sequence[Answer],
        dice: Dice,
        choose: Chooser = wait,
        proof: Dice | None = None,
        trail: Trail = FRESH,
    ) -> None:
        self.start, self.given = start, list(given)  # the state at the last step boundary
        self._dice, self._choose, self._proof = dice, choose, proof
        self._trail = trail  # of the first step

    def set_out(self, view: View) -> Play:
        """Begin the next step."""
        play = Play(self.start, self, view, self._trail)
        self._trail, self._results = FRESH, play.results
        return play

    @property
    def trail(self) -> Trail:
        """The trail of the present step."""
        return Trail(*map(tuple, self._results)) if self._results else FRESH

    def throw(self, count: int, reading: Dicing, what: Throw) -> Shown:
        if self.used == len(self.given):
            self.given.append(self._dice.throw(count, reading))
            self.used += 1
            return self.given[-1]  # type: ignore[return-value]
        shown = self.given[self.used]
        self.used += 1
        if isinstance(shown, Command) or not reading.fits(count, shown):
            raise PathError(self.used - 1, f"{what.words}: the rules throw {reading.called(count)}, not {tell(shown)}")
        if self._proof is not None and (proven := self._proof.throw(count, reading)) != shown:
            raise PathError(self.used - 1, f"the dice show {tell(shown)}, the seed gives {tell(proven)}")
        return shown

    def choose(self, question: Question) -> Command:
        answer: Answer
        if self.used < len(self.given):
            answer = self.given[self.used]
        else:
            chosen = question.forced or self._choose(question, self)
            if chosen is None:
                raise Waiting(question)
            self.given.append(chosen)
            answer = chosen
        self.used += 1
        if isinstance(answer, tuple):
            raise PathError(self.used - 1, f"the rules ask {question.side}: {question.text}; not {tell(answer)}")
        if type(answer) is Resign:
            raise Conceded(answer.side)
        return answer

    @property
    def of_step(self) -> tuple[Answer, ...]:
        """The answers of the present step."""
        return tuple(self.given[self.begun : self.used])

    @property
    def gone(self) -> Gone:
        return self.used, 0

    def answers_since(self, gone: Gone) -> tuple[Sequence[Answer], int]:
        return self.given[gone[0] : self.used], 0

    def pass_over(self, answers: Sequence[Answer], forks: int) -> None:
        """Go on behind these answers, which were given when the step ran before."""
        self.given += answers[len(self.given) - self.used :]
        self.used += len(answers)

    def position(self, question: Question, trail: Trail = FRESH) -> Position:
        return Position(self.start, self.of_step, question.state, question.told, question, trail)

    def boundary(self, state: State, told: int) -> None:
        """A step is over. Later runs start here."""
        self.start, self.begun, self.told = state, self.used, told


def tell(answer: Answer) -> str:
    return answer.tell() if isinstance(answer, Command) else " ".join(map(str, answer))


def take_step(rules: RuleSet, path: Path) -> tuple[list[Entry], Question | None]:
    """Play the next step along the path. Returns what happened, and the question where it stopped, if any."""
    play = path.set_out(rules.view)
    try:
        play.take_step(rules.sequence)
    except Over:
        pass
    except Conceded as given_up:
        with suppress(Over):
            rules.concede(play, given_up.side)
    except Waiting as halt:
        return play.entries, halt.question
    path.boundary(play.state, path.told + len(play.entries))
    return play.entries, None


def follow(rules: RuleSet, path: Path) -> Leg:
    """Play along the path until somebody must choose or nothing is left to do."""
    entries: list[Entry] = []
    while path.start.agenda:
        told, question = take_step(rules, path)
        entries += told
        if question is not None:
            return Leg(path.position(question, path.trail), tuple(path.given), tuple(entries))
    if path.used < len(path.given):
        raise PathError(path.used, f"the battle is over, but {tell(path.given[path.used])} follows")
    return Leg(between_steps(path.start), tuple(path.given), tuple(entries))


def between_steps(state: State) -> Position:
    """A position without a question: the battle is over, or the next step has not begun."""
    return Position(state, (), state, 0, None)


def run(rules: RuleSet, start: State, answers: Sequence[Answer], dice: Dice, choose: Chooser = wait) -> Leg:
    """Play from a step boundary with these answers."""
    return follow(rules, Path(start, answers, dice, choose))


def resume(rules: RuleSet, at: Position, command: Command, dice: Dice, choose: Chooser = wait) -> Leg:
    """Answer the open question and play on. The leg holds only new entries."""
    return since(at, follow(rules, answered(at, command, dice, choose)))


def answered(at: Position, command: Command, dice: Dice, choose: Chooser = wait, trail: Trail | None = None) -> Path:
    """The path that answers the open question; `trail`: its known results."""
    return Path(at.start, (*at.path, command), dice, choose, trail=at.trail if trail is None else trail)


def settle(rules: RuleSet, at: Position, path: Path) -> Leg:
    """Play along a path to the next question or to the end of the step."""
    entries, question = take_step(rules, path)
    position = path.position(question, path.trail) if question else between_steps(path.start)
    return since(at, Leg(position, tuple(path.given), tuple(entries)))


def since(at: Position, leg: Leg) -> Leg:
    return Leg(leg.position, leg.answers[len(at.path) :], leg.entries[at.told :])
