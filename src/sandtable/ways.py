"""The ways that a command can go, and the odds that they come to."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import sqrt
from operator import add
from typing import Literal

from msgspec import Struct

from sandtable.board.lazy import lazy
from sandtable.kernel.decision import Command, Question, Topic
from sandtable.kernel.events import Entry, Noted, Verdict
from sandtable.kernel.facts import Event, Rolled, Throw, gathered
from sandtable.kernel.play import FRESH, Trail
from sandtable.kernel.state import Side, State
from sandtable.merging import DICE

Tone = Literal["good", "even", "bad"]
TONES: tuple[Tone, ...] = ("good", "even", "bad")
Assumed = Literal["", "holding", "acting"]  # what the odds assume the others do: nothing, or the first thing they can
NOTHING = "no effect"
FEW = 3  # verdicts or changes that a player reads beside an option


class Outcome(Struct, frozen=True):
    """A possible outcome of a command."""

    facts: tuple[Event, ...]  # without the dice
    asked: Topic | None  # the question that follows from it
    chance: Fraction
    score: int  # above zero: good for the acting side

    @property
    def tone(self) -> Tone:
        return "good" if self.score > 0 else "bad" if self.score < 0 else "even"

    def __str__(self) -> str:
        words = [fact.tell() for fact in self.facts] + ([self.asked.words] if self.asked else [])
        return "; ".join(words) or NOTHING


class Odds(Struct, frozen=True):
    """The possible outcomes, most likely first; none if no die decides."""

    outcomes: tuple[Outcome, ...] = ()
    brief: tuple[Outcome, ...] = ()  # the same in short: changes on the table, or the winner
    throws: tuple[Rolled, ...] = ()  # the throws with their sums; the faces are only examples
    tries: int = 0  # estimated from so many tries; 0: exact
    ways: int = 0  # how many were counted or tried
    assumed: Assumed = ""
    too_many: bool = False  # there was no time to count or to try
    side: Side | None = None  # the acting side

    def __str__(self) -> str:
        told = ", ".join(f"{one} {one.chance}" for one in self.outcomes)
        return f"about, {self.tries} tries: {told}" if self.tries else told

    def chance(self, tone: Tone) -> Fraction:
        """The chance of outcomes with this tone for the acting side."""
        return sum((one.chance for one in self.outcomes if one.tone == tone), Fraction(0))

    def error(self, chance: Fraction) -> float:
        """The standard error of an estimated chance. It is above zero even if all tries had the same outcome."""
        if not self.tries:
            return 0.0
        share = (float(chance) * self.tries + 1) / (self.tries + 2)
        return sqrt(share * (1 - share) / self.tries)


UNDECIDED = Odds()  # no die decides it


class Way(Struct, frozen=True, dict=True):
    """One way a command can go: its entries, the next question, its chance, and the state after it."""

    entries: Sequence[Entry]
    question: Question | None
    chance: Fraction
    after: State
    trail: Trail = FRESH  # up to the question

    @lazy
    def told(self) -> list[Event]:
        """The facts that are worth a line, without throws."""
        facts = [entry.event for entry in self.entries if not isinstance(entry.event, Rolled)]
        return [fact for fact in facts if fact.tell()]

    def happens(self, *but: type[Event]) -> tuple[Event, ...]:
        """The same without some kinds, each as short as it can be told."""
        return gathered(fact for fact in self.told if not isinstance(fact, but))

    @property
    def asked(self) -> Topic | None:
        """The question that is part of the outcome."""
        return self.question.topic if self.question and not self.question.topic.aside else None

    def verdicts(self, command: Command) -> tuple[Event, ...]:
        """The verdicts on the units that the command names."""
        named = set(command.units)
        found = [entry.event for entry in self.entries if isinstance(entry.event, Verdict)]
        return tuple([fact for fact in found if named <= set(fact.units)][:1])


def tabled(
    ways: Iterable[Way], side: Side, facts_of: Callable[[Way], tuple[Event, ...]], *, asked: bool = True
) -> tuple[Outcome, ...]:
    """Equal outcomes together, most likely first."""
    found: dict[tuple[tuple[Event, ...], Topic | None], list[Way]] = {}
    for way in ways:
        found.setdefault((facts_of(way), way.asked if asked else None), []).append(way)
    outcomes = [
        Outcome(*key, reduce(add, [way.chance for way in alike]), score(alike[0].after, side, *key))
        for key, alike in found.items()
    ]
    return tuple(sorted(outcomes, key=lambda one: (-one.chance, -one.score, str(one))))


def score(state: State, side: Side, facts: Iterable[Event], topic: Topic | None) -> int:
    """The value of the facts and the question for a side: good for its units, bad for the enemy's."""
    tones = [(fact.tone, fact.units[0]) for fact in facts if fact.tone and fact.units]
    tones += [(topic.tone, topic.about[0])] if topic and topic.about else []
    return sum(tone if state.units[unit].side == side else -tone for tone, unit in tones if unit in state.units)


def summed_up(ways: Sequence[Way], command: Command, side: Side, assumed: Assumed = "", tries: int = 0) -> Odds:
    throws: dict[Throw, Rolled] = {}
    for roll in (entry.event for way in ways for entry in way.entries if isinstance(entry.event, Rolled)):
        throws.setdefault(roll.throw, roll)
    return Odds(
        outcomes=tabled(ways, side, lambda way: way.happens(*DICE)),
        brief=in_brief(ways, command, side),
        throws=tuple(throws.values()),
        tries=tries,
        ways=tries or len(ways),
        assumed=assumed,
        side=side,
    )


def in_brief(ways: Sequence[Way], command: Command, side: Side) -> tuple[Outcome, ...]:
    """Outcomes by changes on the table; if there are too many, by verdict, if every way has one."""
    changes = tabled(ways, side, lambda way: way.happens(Noted))
    verdicts = tabled(ways, side, lambda way: way.verdicts(command), asked=False)
    judged = len(changes) > FEW >= len(verdicts) > 1 and all(one.facts for one in verdicts)
    return verdicts if judged else changes
