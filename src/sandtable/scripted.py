"""Given dice and choices, for tables set up by hand and for tests.

A forced choice uses no answer. Any other choice uses the next answer, which must be allowed. Dice are used in the order
in which the rules throw them. An answer that is missing, not allowed or left over is an error, which says what the
rules wanted.
"""

from collections.abc import Callable, Iterable

from sandtable.kernel.decision import Command, Decision, Question
from sandtable.kernel.dice import Dicing, Shown
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Rolled, Throw
from sandtable.kernel.play import OneWay, Over, Play
from sandtable.kernel.position import Waiting
from sandtable.kernel.state import State
from sandtable.kernel.view import View, known

ANY = "any"  # kind of question
UNSAID = Throw("something", "something")


class ScriptError(AssertionError):
    """The script does not fit the throws and questions of the rules."""


class Scripted(OneWay):
    """Given dice and choices. `halts`: stop at a question without an answer; `until`: or at one of that kind."""

    def __init__(
        self, dice: Iterable[int] = (), picks: Iterable[Command] = (), *, halts: bool = False, until: str = ""
    ) -> None:
        self.dice, self.picks, self.halts, self.until = list(dice), list(picks), halts, until
        self.asked: list[Decision] = []

    def throw(self, count: int, reading: Dicing, what: Throw = UNSAID) -> Shown:
        given, left = list(self.dice), iter(self.dice)
        try:
            shown = reading.cast(count, lambda sides: next(left))
        except StopIteration:
            rest = f"only {given} is left of the given dice" if given else "no given dice are left"
            raise ScriptError(f"expected {told(what, count, reading)}; {rest}") from None
        if not reading.fits(count, shown):
            raise ScriptError(f"expected {told(what, count, reading)}; the given dice are {list(shown)}")
        self.dice = list(left)
        return shown

    def choose(self, question: Question) -> Command:
        if self.until in (question.topic.kind, ANY) and not self.picks:
            raise Waiting(question)
        self.asked.append(question.decision)
        if question.forced is not None:
            return question.forced
        if not self.picks:
            if self.halts:
                raise Waiting(question)
            raise ScriptError(f"{question.side} is asked: {question.text} There is no answer for it")
        pick = self.picks.pop(0)
        if refusal := question.refuse(pick):
            raise ScriptError(f"{question.side} is asked: {question.text} The given answer is {pick.tell()}: {refusal}")
        return pick

    def finish(self) -> None:
        """Nothing may be left over."""
        if self.dice:
            raise ScriptError(f"the rules threw no more dice; these are left: {self.dice}")
        if self.picks:
            raise ScriptError(
                f"the rules asked no more; these are left: {'; '.join(pick.tell() for pick in self.picks)}"
            )


def told(what: Throw, count: int, reading: Dicing) -> str:
    """A throw to hit of A1/2 at B1/1 (1d20)."""
    who = f" of {what.unit or what.side}" if what.unit or what.side else ""
    at = f" at {', '.join(what.at)}" if what.at else ""
    return f"a throw for {what.kind}{who}{at} ({reading.called(count)})"


class Acted:
    """The result of a rule."""

    def __init__(self, state: State, entries: list[Entry], asked: list[Decision]) -> None:
        self.state, self.entries, self.asked = state, entries, asked

    @property
    def told(self) -> list[str]:
        return [str(entry) for entry in self.entries if entry.event.tell()]

    @property
    def cited(self) -> set[str]:
        return {entry.clause for entry in self.entries}

    @property
    def rolls(self) -> list[Rolled]:
        return [entry.event for entry in self.entries if isinstance(entry.event, Rolled)]

    def __str__(self) -> str:
        return "\n".join(self.told)


def act(
    state: State,
    carry_out: Callable[[Play], object],
    dice: Iterable[int] = (),
    picks: Iterable[Command] = (),
    view: View = known,
) -> Acted:
    """Carry out a rule with scripted answers. It must use them all."""
    script = Scripted(dice, picks)
    play = Play(state, script, view)
    try:
        carry_out(play)
    except Over:
        pass
    script.finish()
    return Acted(play.state, play.entries, script.asked)


def asks(
    state: State,
    carry_out: Callable[[Play], object],
    dice: Iterable[int] = (),
    picks: Iterable[Command] = (),
    view: View = known,
    kind: str = "",
) -> Question:
    """The first open question; `kind`: the first of that kind or of ANY, even if it leaves no choice."""
    script = Scripted(dice, picks, halts=True, until=kind)
    try:
        carry_out(Play(state, script, view))
    except Waiting as halt:
        return halt.question
    raise ScriptError("the rules ask nothing more")


def offers(question: Question) -> list[Command]:
    """The offered commands that need no place."""
    return [option.command for option in question.options if option.region is None]


def why_not(question: Question, command: Command) -> str:
    """The clause that forbids a command; empty if it is allowed."""
    refusal = question.refuse(command)
    return refusal.clause if refusal else ""
