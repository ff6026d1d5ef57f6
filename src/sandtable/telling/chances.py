"""What a command may lead to: odds, exact or tried, worked out by the rules themselves."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from time import monotonic
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from sandtable.board.board import Picker
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.dice import SeededDice, Shown
from sandtable.kernel.events import Entry, Event, Noted, Rolled
from sandtable.kernel.game import Game
from sandtable.kernel.position import Answer, Chooser, Leg, Path, Position, between_steps, take_step, wait
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat, imagined
from sandtable.kernel.state import Side, State
from sandtable.outcomes import (
    DICE,
    NOTHING,
    Fork,
    Forked,
    Odds,
    TooManyBranches,
    consequence,
    outcomes,
    samples,
    seed_of,
    tabled,
    told,
)

T = TypeVar("T")
BUDGET = 1000  # outcomes counted beside an option
ON_REQUEST = 3000  # and when somebody asks for them
LATER = 10  # times fewer of them where the dice fall in another step
PATIENT = 50  # answers that are supposed of the others
FAR = 60  # steps looked ahead for a written order to be read, or for a charge to come to blows
SHARE = 3  # ways that would be counted, for one try where there are more of them
FEWEST = 100  # tries that say anything
FEW = 3  # verdicts that anybody reads beside an option, and more changes than those nobody does
HOLDING, ACTING = "others holding", "others acting at the first chance"


class Chances(Struct, frozen=True):
    """The odds of a command; none where no die is thrown, or where there is no time to count or to try."""

    odds: Odds | None = None
    brief: Odds | None = None  # the same in short: what changes on the table, or who wins
    too_many: bool = False
    assumed: str = ""  # what had to be supposed of the other side
    branches: int = 0  # ways that were counted, or tries
    examples: Mapping[str, State] = {}  # the table after each outcome, as one way to it leaves it
    first_roll: Rolled | None = None  # the sum behind the first throw


UNMOVED = Chances()


class Oracle:
    """Answers for one position at a time and remembers what it has answered."""

    def __init__(self) -> None:
        self._stage: tuple[int, int] = (-1, -1)
        self._known: dict[tuple[Command, int], Chances] = {}
        self._at: Position | None = None
        self._before: Position | None = None  # where a row of like questions began

    def ask(self, game: Game, command: Command, budget: int = BUDGET) -> Chances:
        self._turn_to(game)
        if (command, budget) not in self._known:
            at = self._at
            self._known[command, budget] = chances(game.rules, at, command, budget, self._before) if at else UNMOVED
        return self._known[command, budget]

    def _turn_to(self, game: Game) -> None:
        stage = (len(game.stages), game.take)
        if stage != self._stage:
            self._stage, self._known = stage, {}
            self._at = as_known(game.rules, game.position)
            self._before = as_known(game.rules, row_begun(game))


def as_known(rules: RuleSet, at: Position) -> Position | None:
    """The position as the side that is asked may know it; what is hidden from it is supposed to be quiet."""
    if at.question is None:
        return None
    seat = Seat(rules, at.question, at)
    seen = rules.view(at.start, seat.side)
    if seen is at.start:
        return at
    return seat.imagine(Picker(0)) or imagined(rules, rules.imagine(seen, Picker(0)), at)


def row_begun(game: Game) -> Position:
    """Targets are named one after another and fired at together: where the first of them was asked for."""
    legs = [stage.leg for stage in game.stages]
    asked = legs[-1].position.question
    while len(legs) > 1 and asked and not thrown(legs[-1].entries):
        before = legs[-2].position.question
        alike = before and (before.side, before.clause) == (asked.side, asked.clause)
        if not alike or legs[-1].position.path:
            break
        legs.pop()
    return legs[-1].position


def chances(
    rules: RuleSet,
    at: Position,
    command: Command,
    budget: int = BUDGET,
    before: Position | None = None,
    seconds: float = inf,
) -> Chances:
    """Of what happens at once, or when a shot that is only named now, or an order written face down, is carried out."""
    allowed = Allowed(budget, seconds)
    try:
        legs, tries = at_once(rules, at, command, wait, allowed)
        if any(thrown(leg.entries) for leg, _ in legs):
            return counted([Way.of(at, *one) for one in legs], command, tries=tries)
        if any(entry.known_to is not None for entry in legs[0][0].entries):
            return when_read(rules, at, at.question, command, allowed)
        if is_attack(at.state, command):
            allowed.budget //= LATER
            return when_read(rules, before or at, at.question, command, allowed)
        if at.question and is_in_between(at, legs[0][0]):
            return under_fire(rules, at, command, at.question.side, allowed)
    except TooManyBranches:
        return Chances(too_many=True)
    return UNMOVED


class Allowed:
    """How many ways may be counted and how long that may take; half of the time is for counting, half for trying."""

    def __init__(self, budget: int, seconds: float) -> None:
        self.budget, self.tries = budget, max(budget // SHARE, FEWEST)
        self._begun, self._seconds = monotonic(), seconds

    def counted(self, found: Iterator[T]) -> list[T]:
        """All of them, if they can be had in time."""
        kept = []
        for one in found:
            if monotonic() > self._begun + self._seconds / 2:
                raise TooManyBranches("too many to count in time")
            kept.append(one)
        return kept

    def tried(self, found: Iterator[T]) -> list[T]:
        """As many as can be had in time, if they are enough."""
        kept = []
        for one in found:
            kept.append(one)
            if monotonic() > self._begun + self._seconds:
                break
        if len(kept) < FEWEST:
            raise TooManyBranches("too many to try in time")
        return kept


def at_once(
    rules: RuleSet, at: Position, command: Command, choose: Chooser, allowed: Allowed
) -> tuple[list[tuple[Leg, Fraction]], int]:
    """The ways up to the next choice, each with its chance, and how many tries that took: none if they were counted."""
    try:
        return allowed.counted(outcomes(rules, at, command, choose, allowed.budget)), 0
    except TooManyBranches:
        legs = allowed.tried(samples(rules, at, command, choose, allowed.tries))
        return [(leg, Fraction(1, len(legs))) for leg in legs], len(legs)


def is_in_between(at: Position, leg: Leg) -> bool:
    """Whether somebody else is asked before the command has been carried out."""
    question = leg.position.question
    return bool(question and at.question and question.side != at.question.side and leg.position.path)


def under_fire(rules: RuleSet, at: Position, command: Command, side: Side, allowed: Allowed) -> Chances:
    """Where the others may do something about it: they do the first thing they can."""
    legs, tries = at_once(rules, at, command, others_act(side), allowed)
    if not any(thrown(leg.entries) for leg, _ in legs):
        return UNMOVED
    return counted([Way.of(at, *one) for one in legs], command, ACTING, tries)


def others_act(side: Side) -> Chooser:
    def choose(question: Question, path: Path) -> Command | None:
        if question.side == side or sum(isinstance(answer, Command) for answer in path.given) > PATIENT:
            return None
        return question.options[0].complete(Picker(0))

    return choose


def thrown(entries: tuple[Entry, ...]) -> bool:
    return any(isinstance(entry.event, Rolled) for entry in entries)


class Way(Struct, frozen=True):
    """One way it can go: what happens, what is then asked, its chance, and what the table looks like after it."""

    entries: Sequence[Entry]
    question: Question | None
    chance: Fraction
    after: State

    @staticmethod
    def of(at: Position, leg: Leg, chance: Fraction) -> "Way":
        return Way(leg.entries, consequence(at, leg), chance, leg.position.state)

    def told(self, *but: type[Event]) -> str:
        return told(self.entries, self.question, but)

    def verdict(self, command: Command) -> str:
        """The first remark on all whom the command names: who has won."""
        remarks = [entry.event for entry in self.entries if isinstance(entry.event, Noted)]
        return next((remark.tell() for remark in remarks if speaks_of(remark, command)), NOTHING)

    def speaks_of(self, command: Command) -> bool:
        """Whether this very order is carried out in it."""
        return any(speaks_of(entry.event, command) for entry in self.entries)


def counted(ways: Sequence[Way], command: Command, assumed: str = "", tries: int = 0) -> Chances:
    rolls = [entry.event for entry in ways[0].entries if isinstance(entry.event, Rolled)]
    return Chances(
        tabled(((way.told(*DICE), way.chance) for way in ways), tries),
        in_brief(ways, tries, command),
        assumed=assumed,
        branches=len(ways),
        examples={way.told(*DICE): way.after for way in ways},
        first_roll=rolls[0] if rolls else None,
    )


def in_brief(ways: Sequence[Way], tries: int, command: Command) -> Odds:
    """By what changes on the table; if that is all manner of things, by the verdict, where there always is one."""
    changes = tabled(((way.told(Rolled, Noted), way.chance) for way in ways), tries)
    verdicts = tabled(((way.verdict(command), way.chance) for way in ways), tries)
    judged = len(changes.chances) > FEW >= len(verdicts.chances) > 1 and not verdicts.of(NOTHING)
    return verdicts if judged else changes


# ---- shots that are named and orders that are written: their dice fall when they are carried out


def is_attack(state: State, command: Command) -> bool:
    """Whether it names units of both sides."""
    named = [state.units[value].side for value in asdict(command).values() if value in state.units]
    return len(set(named)) > 1


def when_read(rules: RuleSet, at: Position, asked: Question | None, command: Command, allowed: Allowed) -> Chances:
    """Play on to the step that throws dice, and there count every way it can go, or try it."""
    choose = others_hold(asked, command, at.path)
    for _ in range(FAR):
        path = Path(at.start, at.path, Forked(()), choose)
        try:
            _, question = take_step(rules, path)
        except Fork:
            ways, tries = when_thrown(rules, at, choose, command, allowed)
            is_told = all(way.speaks_of(command) for way in ways)  # and not broken off by somebody else's shot
            return counted(ways, command, HOLDING, tries) if is_told else UNMOVED
        if question is not None or not path.start.agenda:
            return UNMOVED
        if command in path.given[len(at.path) :]:
            choose = others_hold(None, command, ())
        at = between_steps(path.start)
    return UNMOVED


def others_hold(asked: Question | None, command: Command, path_so_far: tuple[Answer, ...]) -> Chooser:
    """The command is given once, to what is asked, and then what comes of it is chosen before anything else.

    To all else the answer is the last option, which is the quiet one. After a die has fallen nobody's choice is
    supposed, nor where a rule would go on asking.
    """
    before = path_so_far.count(command)

    def choose(question: Question, path: Path) -> Command | None:
        since = path.given[len(path_so_far) :]
        if len(since) > PATIENT or any(isinstance(answer, tuple) for answer in since):
            return None
        if question == asked and path.given.count(command) <= before:
            return command
        return comes_of(command, question) or question.options[-1].complete(Picker(0))

    return choose


def comes_of(command: Command, question: Question) -> Command | None:
    """What is offered of another kind about all units that the command names: of a charge, its close combat."""
    names = named_in(command)
    if len(names) < 2:
        return None
    others = (option for option in question.options if type(option.command) is not type(command))
    return next((option.complete(Picker(0)) for option in others if named_in(option.command) == names), None)


def named_in(command: Command) -> set[str]:
    return {value for value in asdict(command).values() if isinstance(value, str)}


def when_thrown(
    rules: RuleSet, at: Position, choose: Chooser, command: Command, allowed: Allowed
) -> tuple[list[Way], int]:
    """The ways the step can go on, and how many tries that took."""
    try:
        return allowed.counted(branches(rules, at, choose, allowed.budget)), 0
    except TooManyBranches:
        ways = allowed.tried(trials(rules, at, choose, seed_of(at.state, command), allowed.tries))
        return [replace(way, chance=Fraction(1, len(ways))) for way in ways], len(ways)


def branches(rules: RuleSet, at: Position, choose: Chooser, budget: int) -> Iterator[Way]:
    """Every way the step can go on."""
    todo: list[tuple[tuple[Shown, ...], Fraction]] = [((), Fraction(1))]
    met = 0
    while todo:
        throws, chance = todo.pop()
        path = Path(at.start, at.path, Forked(throws), choose)
        try:
            entries, question = take_step(rules, path)
        except Fork as fork:
            todo += [((*throws, throw), chance * share) for throw, share in fork.throws]
            continue
        met += 1
        if met > budget:
            raise TooManyBranches(f"more than {budget} outcomes")
        yield Way(entries[at.told :], question, chance, question.state if question else path.start)


def trials(rules: RuleSet, at: Position, choose: Chooser, seed: str, tries: int) -> Iterator[Way]:
    """The step played on so often, with dice that are nobody's."""
    for number in range(tries):
        path = Path(at.start, at.path, SeededDice(seed, number), choose)
        entries, question = take_step(rules, path)
        yield Way(entries[at.told :], question, Fraction(0), question.state if question else path.start)


def speaks_of(event: Event, command: Command) -> bool:
    """A throw in the words of the command, or whatever is said of all units that it names."""
    said = set((event.purpose if isinstance(event, Rolled) else event.tell()).split())
    named = {word for name in named_in(command) for word in name.split()}
    is_its_throw = isinstance(event, Rolled) and said <= set(command.tell().split())
    return is_its_throw or (len(named) > 1 and named <= said)
