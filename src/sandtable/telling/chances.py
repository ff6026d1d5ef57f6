"""What a command may lead to: exact odds, worked out by the rules themselves, and told in short and at length."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from time import monotonic
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from sandtable.board.board import Picker
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.dice import Shown
from sandtable.kernel.events import Entry, Event, Noted, Rolled
from sandtable.kernel.game import Game
from sandtable.kernel.position import Answer, Chooser, Path, Position, take_step
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat, imagined
from sandtable.kernel.state import State
from sandtable.outcomes import Fork, Forked, Odds, TooManyBranches, consequence, outcomes, tabled, told

T = TypeVar("T")
BUDGET = 1000  # outcomes counted beside an option
ON_REQUEST = 3000  # and when somebody asks for them
LATER = 10  # times fewer of them where the dice fall in another step
PATIENT = 50  # answers that are supposed of the others
FAR = 12  # steps looked ahead for a written order to be read


class Chances(Struct, frozen=True):
    """The odds of a command; none where no die is thrown, or where there are too many ways to count."""

    odds: Odds | None = None
    brief: Odds | None = None  # the same by what changes on the table, remarks left out
    too_many: bool = False
    assumed: str = ""  # what had to be supposed of the other side
    branches: int = 0  # ways that were counted
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
    until = monotonic() + seconds
    try:
        legs = list(in_time(outcomes(rules, at, command, budget=budget), until))
        if any(thrown(leg.entries) for leg, _ in legs):
            ways = [Way(leg.entries, consequence(at, leg), chance, leg.position.state) for leg, chance in legs]
            return counted(ways)
        if any(entry.known_to is not None for entry in legs[0][0].entries):
            return when_read(rules, at, at.question, command, budget, until)
        if is_attack(at.state, command):
            return when_read(rules, before or at, at.question, command, budget // LATER, until)
    except TooManyBranches:
        return Chances(too_many=True)
    return UNMOVED


def in_time(found: Iterator[T], until: float) -> Iterator[T]:
    """As many as can be had by then."""
    for one in found:
        if monotonic() > until:
            raise TooManyBranches("too many to count in time")
        yield one


def thrown(entries: tuple[Entry, ...]) -> bool:
    return any(isinstance(entry.event, Rolled) for entry in entries)


class Way(Struct, frozen=True):
    """One way it can go: what happens, what is then asked, its chance, and what the table looks like after it."""

    entries: Sequence[Entry]
    question: Question | None
    chance: Fraction
    after: State

    def told(self, *but: type[Event]) -> str:
        return told(self.entries, self.question, but)


def counted(ways: Sequence[Way], assumed: str = "") -> Chances:
    rolls = [entry.event for entry in ways[0].entries if isinstance(entry.event, Rolled)]
    return Chances(
        tabled((way.told(Rolled), way.chance) for way in ways),
        tabled((way.told(Rolled, Noted), way.chance) for way in ways),
        assumed=assumed,
        branches=len(ways),
        examples={way.told(Rolled): way.after for way in ways},
        first_roll=rolls[0] if rolls else None,
    )


# ---- shots that are named and orders that are written: their dice fall when they are carried out


def is_attack(state: State, command: Command) -> bool:
    """Whether it names units of both sides."""
    named = [state.units[value].side for value in asdict(command).values() if value in state.units]
    return len(set(named)) > 1


def when_read(
    rules: RuleSet, at: Position, asked: Question | None, command: Command, budget: int, until: float
) -> Chances:
    """Play on to the step that throws dice, and there count every way it can go."""
    start, given = at.start, at.path
    choose = others_hold(asked, command, given)
    for _ in range(FAR):
        path = Path(start, given, Forked(()), choose)
        try:
            _, question = take_step(rules, path)
        except Fork:
            ways = list(branches(rules, start, choose, command, budget, until))
            return counted(ways, "others holding") if ways else UNMOVED
        if question is not None or not path.start.agenda:
            return UNMOVED
        if command in path.given[len(given) :]:
            choose = others_hold(None, command, ())
        start, given = path.start, ()
    return UNMOVED


def others_hold(asked: Question | None, command: Command, path_so_far: tuple[Answer, ...]) -> Chooser:
    """The command is given once, to what is asked; to all else the answer is the last option, which is the quiet one.

    After a die has fallen nobody's choice is supposed, nor where a rule would go on asking.
    """
    before = path_so_far.count(command)

    def choose(question: Question, path: Path) -> Command | None:
        if len(path.given) > len(path_so_far) + PATIENT or any(isinstance(answer, tuple) for answer in path.given):
            return None
        if question == asked and path.given.count(command) <= before:
            return command
        return question.options[-1].complete(Picker(0))

    return choose


def branches(
    rules: RuleSet, start: State, choose: Chooser, command: Command, budget: int, until: float
) -> Iterator[Way]:
    """Every way the step can go in which this very order is thrown for."""
    todo: list[tuple[tuple[Shown, ...], Fraction]] = [((), Fraction(1))]
    met = 0
    while todo:
        if monotonic() > until:
            raise TooManyBranches("too many to count in time")
        throws, chance = todo.pop()
        path = Path(start, (), Forked(throws), choose)
        try:
            entries, question = take_step(rules, path)
        except Fork as fork:
            todo += [((*throws, throw), chance * share) for throw, share in fork.throws]
            continue
        met += 1
        if met > budget:
            raise TooManyBranches(f"more than {budget} outcomes")
        if any(isinstance(entry.event, Rolled) and speaks_of(entry.event, command) for entry in entries):
            yield Way(entries, question, chance, question.state if question else path.start)


def speaks_of(roll: Rolled, command: Command) -> bool:
    """In the words of the command, or of all units that it names."""
    said = set(roll.purpose.split())
    named = {word for value in asdict(command).values() if isinstance(value, str) for word in value.split()}
    return said <= set(command.tell().split()) or (len(named) > 1 and named <= said)
