"""What a rule may do: read the table, roll, ask a player, state a fact."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, Generic, NoReturn, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from sandtable.kernel.decision import Command, Option, Question, Topic, WhyNot
from sandtable.kernel.dice import Dicing, Shown, pips_one_by_one
from sandtable.kernel.events import Entry, Finished, Queued, Won
from sandtable.kernel.facts import Event, Knowers, Rolled, Throw
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.state import Side, State, Step
from sandtable.kernel.view import View

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
T = TypeVar("T")
C = TypeVar("C", bound=Command)


class Answers(Protocol):
    """The source of answers for the rules: dice and players, a saved path, or every branch in turn."""

    def throw(self, count: int, reading: Dicing, what: Throw) -> Shown: ...
    def choose(self, question: Question) -> Command: ...
    def meet(self, entries: Sequence[Entry], kept: Hashable) -> None: ...
    def at_once(self, play: "Play", each: Sequence[T], act: "Act[T, R]") -> "Results[R]": ...
    @property
    def gone(self) -> "Gone": ...
    def answers_since(self, gone: "Gone") -> tuple[Sequence[Any], int]: ...
    def pass_over(self, answers: Sequence[Any], forks: int) -> None: ...


Gone = tuple[int, int]  # how many answers are used, and how many forks are behind


class Results(Protocol[R_co]):
    """The results of acts that happen at one moment. A rule reads them in one way, and only as far as they matter."""

    def by_rank(self, rank: Callable[[R_co], Any]) -> Iterable[R_co]:
        """One after another by their rank, those of one rank in turn. To odds all results of one rank are the same."""

    def summed(self, read: Callable[[int], T]) -> T:
        """What their sum is read as. To odds all sums that are read alike are the same."""


class Known(Struct, Generic[R], frozen=True):
    """The results themselves."""

    results: list[R]

    def by_rank(self, rank: Callable[[R], Any]) -> Iterable[R]:
        return sorted(self.results, key=rank)

    def summed(self, read: Callable[[int], T]) -> T:
        return read(sum(self.results))  # type: ignore[arg-type]


class OneWay:
    """Answers that lead one way: it meets no other, and the acts of one moment are carried out in turn."""

    def meet(self, entries: Sequence[Entry], kept: Hashable) -> None:
        pass

    def at_once(self, play: "Play", each: Sequence[T], act: "Act[T, R]") -> "Results[R]":
        return Known([found for one in each if (found := act(play, one)) is not None])

    @property
    def gone(self) -> Gone:
        return 0, 0

    def answers_since(self, gone: Gone) -> tuple[Sequence[Any], int]:
        return (), 0

    def pass_over(self, answers: Sequence[Any], forks: int) -> None:
        """Only a path goes the same way again."""


class Over(Exception):
    """The game has ended."""


class Part(Struct, Generic[R], frozen=True, gc=False):
    """A part of a step that is over: its result and all that came of it."""

    result: R
    entries: Sequence[Entry]
    states: Sequence[State]
    worked_out: Sequence[Any]
    parts: "Sequence[Part[Any] | None]"
    answers: Sequence[Any]
    forks: int


class Trail:
    """The results of a step so far. When the step runs again, it takes them from here.

    A trail only saves work, so positions that differ only in their trails are equal.
    """

    __slots__ = ("entries", "parts", "states", "worked_out")

    def __init__(
        self,
        entries: Sequence[Entry] = (),
        states: Sequence[State] = (),
        worked_out: Sequence[Any] = (),
        parts: Sequence[Part[Any] | None] = (),
    ) -> None:
        self.entries, self.states, self.worked_out = entries, states, worked_out
        self.parts = parts  # in the order of their beginnings; None: it is not over

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail)

    def __hash__(self) -> int:
        return 0


FRESH = Trail()
NO_CLAUSE = Clause("")  # outside every rule


class Play:
    """Every rule gets this, and acts only through it."""

    __slots__ = (
        *("clause", "entries", "state", "states", "view"),
        *("_answers", "_known", "_meetings", "_parts", "_trail", "_worked_out"),
    )

    def __init__(self, state: State, answers: Answers, view: View, trail: Trail = FRESH) -> None:
        self.state = state
        self.entries: list[Entry] = []
        self.states: list[State] = []  # behind each entry
        self.clause = NO_CLAUSE
        self._answers = answers
        self.view = view
        self._worked_out: list[Any] = []
        self._parts: list[Part[Any] | None] = []
        self._meetings = 0
        self._trail, self._known = trail, len(trail.entries)

    def emit(self, event: Event, clause: Clause | None = None, *, after: State | None = None) -> None:
        """State a fact under the clause of the present rule, or under another clause that fits better.

        `after`: the state after the fact, if the rule has already worked it out.
        """
        entries = self.entries
        if self._known and len(entries) < self._known:
            after = self._trail.states[len(entries)]
            entries.append(self._trail.entries[len(entries)])
        else:
            before = self.state
            after = event.apply(before) if after is None else after
            entries.append(Entry(event, clause or self.clause, event.known_to(before, after)))
        self.state = after
        self.states.append(after)

    def emit_if_new(self, event: Event, clause: Clause | None = None, *, after: State | None = None) -> None:
        """State a fact only if it changes something."""
        after = event.apply(self.state) if after is None else after
        if after != self.state:
            self.emit(event, clause, after=after)

    def work_out(self, read: Callable[[], R]) -> R:
        """Read something costly off the table. When the rule runs again, it is not read again."""
        done = len(self._worked_out)
        self._worked_out.append(self._trail.worked_out[done] if done < len(self._trail.worked_out) else read())
        found: R = self._worked_out[-1]
        return found

    def part(self, carry_out: "Callable[Concatenate[Play, P], R]", *args: P.args, **kwargs: P.kwargs) -> R:
        """Carry out a part of the step. When the step runs again and this part is over, it is passed over.

        All that comes of it must be its facts and its result. A part in which ways meet is always carried out.
        """
        parts, answers, known = self._parts, self._answers, self._trail.parts
        number = len(parts)
        if number < len(known) and (over := known[number]) is not None:
            self._pass_over(over)
            return over.result  # type: ignore[no-any-return]
        parts.append(None)
        gone, meetings, told, done = answers.gone, self._meetings, len(self.entries), len(self._worked_out)
        result = carry_out(self, *args, **kwargs)
        if meetings == self._meetings:
            came = self.entries[told:], self.states[told:], self._worked_out[done:], parts[number + 1 :]
            parts[number] = Part(result, *came, *answers.answers_since(gone))
        return result

    def _pass_over(self, part: Part[Any]) -> None:
        """Go on behind a part that is over."""
        self.take(part.entries, part.states)
        self._worked_out += part.worked_out
        self._parts.append(part)
        self._parts += part.parts
        self._answers.pass_over(part.answers, part.forks)

    @property
    def results(self) -> tuple[list[Any], ...]:
        """The results of the step, which grow as it goes on. From them a trail is made."""
        return self.entries, self.states, self._worked_out, self._parts

    def roll(
        self,
        throw: Throw,
        reading: Dicing,
        count: int = 1,
        *,
        adds: tuple[Term, ...] = (),
        need: Reckoning | None = None,
        by: Knowers = None,
    ) -> int:
        """Throw dice and return their value. The log shows every die."""
        shown = self._answers.throw(count, reading, throw)
        self.emit(Rolled(throw, reading, shown, adds, need, by))
        return reading.total(shown)

    def roll_each(self, throw: Throw, sides: int, count: int, *, adds: tuple[Term, ...] = ()) -> Shown:
        """Throw dice that are read each for itself, and give their faces."""
        reading = pips_one_by_one(sides)
        shown = self._answers.throw(count, reading, throw)
        self.emit(Rolled(throw, reading, shown, adds))
        return shown

    def ask(
        self,
        side: Side,
        topic: Topic,
        options: Callable[[State], Iterable[Option]],
        barred: Callable[[State], Iterable[Option]] | None = None,
        why_not: WhyNot | None = None,
    ) -> Command:
        """Let a side choose among options from its own view of the table."""
        return self._answers.choose(Question(self, side, topic, options, barred, why_not))

    def ask_for(
        self, kind: type[C], side: Side, topic: Topic, options: Callable[[State], Iterable[Option]],
        why_not: WhyNot | None = None,
    ) -> C:  # fmt: skip
        """Let a side choose among commands of one kind."""
        command = self.ask(side, topic, options, why_not=why_not)
        assert isinstance(command, kind)
        return command

    def ask_which(
        self, side: Side, topic: Topic, judged: Callable[[State], Iterable[Option]], why_not: WhyNot | None = None
    ) -> Command:
        """Let a side choose among options, of which some may be barred."""
        return self.ask(
            side,
            topic,
            lambda view: (option for option in judged(view) if option.refusal is None),
            lambda view: (option for option in judged(view) if option.refusal is not None),
            why_not,
        )

    def meet(self, *kept: Hashable) -> None:
        """Say that what follows depends on no die thrown so far, but for what it has done and what is kept of it.

        Whoever counts every way then goes on once for all that have met here with the same facts behind them.
        """
        self._meetings += 1
        self._answers.meet(self.entries, kept)

    def at_once(self, each: Sequence[T], act: "Act[T, R]") -> Results[R]:
        """Do the same for each, as at one moment: no act depends on the result of another, and none asks anybody.

        Whoever counts every way goes along each act once, and follows their results only as far as they are read.
        """
        return self._answers.at_once(self, each, act)

    def take(self, entries: Sequence[Entry], states: Sequence[State]) -> None:
        """Go on behind these entries, whose states are known."""
        self.entries += entries
        self.states += states
        self.state = self.states[-1] if states else self.state

    def win(self, side: Side | None, why: str) -> NoReturn:
        """End the battle. Without a side it is a draw."""
        self.emit(Won(side, why))
        raise Over

    def queue(self, *steps: Step) -> None:
        """Put steps before everything else on the agenda."""
        self.emit(Queued(steps))

    def take_step(self, procedures: "Procedures") -> None:
        """Play the first step of the agenda, and take it off unless it comes again."""
        step = self.state.agenda[0]
        if not procedures[type(step)](self, step):
            self.emit(Finished())


Procedures = Mapping[type[Step], Callable[[Play, Any], bool | None]]  # plays each step; True: it comes again
Rule = Callable[Concatenate[Play, P], R]
Act = Callable[[Play, T], R | None]  # None: nothing comes of it


def rule(clause: str) -> Callable[[Rule[P, R]], Rule[P, R]]:
    """The function carries out this clause, and its facts cite it."""
    return rule_by({}, always=Clause(clause))


def rule_by(clauses: Mapping[str, Clause], always: Clause | None = None) -> Callable[[Rule[P, R]], Rule[P, R]]:
    """The same with a clause for each rule set, by its id; `always`: one clause for all."""

    def cite(carry_out: Rule[P, R]) -> Rule[P, R]:
        @wraps(carry_out)
        def cited(play: Play, /, *args: P.args, **kwargs: P.kwargs) -> R:
            outer, play.clause = play.clause, always or clauses[play.state.rules]
            try:
                return carry_out(play, *args, **kwargs)
            finally:
                play.clause = outer

        return cited

    return cite
