"""Asking for odds: a command is followed until it is settled, along all ways of the dice or some."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf
from time import thread_time

from msgspec.structs import replace

from sandtable.board.board import Picker
from sandtable.kernel.decision import Command, Question
from sandtable.kernel.events import Entry, Verdict
from sandtable.kernel.facts import Rolled
from sandtable.kernel.game import Game
from sandtable.kernel.play import FRESH
from sandtable.kernel.position import Answer, Chooser, Path, Position, between_steps, take_step, wait
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat, imagined
from sandtable.kernel.state import Side
from sandtable.merging import Merging
from sandtable.outcomes import FORKED, Ahead, Fork, Forking, TooManyBranches, every_way, is_hopeless, seed_of
from sandtable.trying import Tries
from sandtable.ways import UNDECIDED, Odds, Way, summed_up

BUDGET = 1000  # ways to count for the list of options
ON_REQUEST = 3000  # ways to count if a player asks
PATIENT = 50  # answers assumed of the others
FAR = 60  # steps to look ahead until an order or a charge is carried out
SHARE = 3  # one try replaces so many counted ways
FEWEST = 100  # fewer tries say nothing
FIRST = 100  # ways that are counted before it is estimated how many there are
SETTLING = (Rolled, Verdict)  # facts that carry out a command for the units they name


class Oracle:
    """Gives odds for one position at a time and remembers them."""

    def __init__(self) -> None:
        self._stage: tuple[int, int] = (-1, -1)
        self._known: dict[tuple[Command, int], Odds] = {}
        self._at: Position | None = None
        self._before: Position | None = None  # the start of a row of similar questions

    def ask(self, game: Game, command: Command, budget: int = BUDGET) -> Odds:
        self._turn_to(game)
        if (command, budget) not in self._known:
            at = self._at
            self._known[command, budget] = odds(game.rules, at, command, budget, self._before) if at else UNDECIDED
        return self._known[command, budget]

    def _turn_to(self, game: Game) -> None:
        stage = (len(game.stages), game.take)
        if stage != self._stage:
            self._stage, self._known = stage, {}
            self._at = as_known(game.rules, game.position)
            self._before = as_known(game.rules, row_begun(game))


def as_known(rules: RuleSet, at: Position) -> Position | None:
    """The position as the asked side may know it. Hidden units are assumed to do nothing."""
    if at.question is None:
        return None
    seat = Seat(rules, at.question, at)
    seen = rules.view(at.start, seat.side)
    if seen is at.start:
        return at
    return seat.imagine(Picker(0)) or imagined(rules, rules.imagine(seen, Picker(0)), at)


def row_begun(game: Game) -> Position:
    """The position of the first of a row of similar questions: targets are named one by one and fired at together."""
    legs = [stage.leg for stage in game.stages]
    asked = legs[-1].position.question
    while len(legs) > 1 and asked and not thrown(legs[-1].entries):
        before = legs[-2].position.question
        alike = before and (before.side, before.clause) == (asked.side, asked.clause)
        if not alike or legs[-1].position.path:
            break
        legs.pop()
    return legs[-1].position


def odds(
    rules: RuleSet,
    at: Position,
    command: Command,
    budget: int = BUDGET,
    before: Position | None = None,
    seconds: float = inf,
) -> Odds:
    """The odds of what happens now, or later when a named shot or a written order is carried out."""
    assert at.question is not None
    side, allowed = at.question.side, Allowed(budget, seconds)
    try:
        ways, tries = at_once(rules, at, command, wait, allowed)
        if any(thrown(way.entries) for way in ways):
            return summed_up([consequent(at, way) for way in ways], command, side, tries=tries)
        if any(entry.known_to is not None for entry in ways[0].entries):
            return when_settled(rules, at, at.question, command, allowed)
        if command.attack:
            return when_settled(rules, before or at, at.question, command, allowed)
        if ways[0].question and ways[0].question.side != side:
            return under_fire(rules, replace(at, trail=ways[0].trail), command, side, allowed)
    except TooManyBranches:
        return Odds(too_many=True)
    return UNDECIDED


class Allowed:
    """The budget of ways and of time. Half of the time is for counting, half for trying.

    Only processor time counts, so that a busy machine gives the same odds as a quiet one.
    """

    def __init__(self, budget: int, seconds: float) -> None:
        self.budget, self.tries = budget, max(budget // SHARE, FEWEST)
        self._begun, self._seconds = thread_time(), seconds

    def ways(self, ahead: Ahead[Way], seed: Callable[[], str]) -> tuple[list[Way], int]:
        """All ways with their chances, or else some tries; and the number of tries, 0 if the ways were counted."""
        tries = Tries(ahead, seed)
        try:
            return self._counted(ahead, tries), 0
        except TooManyBranches:
            found = tries.some(self.tries, lambda: self._is_over(1))
        number = sum(times for _, times in found)
        if number < FEWEST:
            raise TooManyBranches("too many to try in time")
        return [replace(way, chance=Fraction(times, number)) for way, times in found], number

    def _counted(self, ahead: Ahead[Way], tries: Tries[Way]) -> list[Way]:
        """All of them, if there are not too many. The first one may tell, or else some probes after the first few."""

        def check(gone: int, first: Forking) -> None:
            hopeless = gone == 1 and is_hopeless(first, self.budget)
            if hopeless or self._is_over(2) or (gone == FIRST and tries.estimate() > self._in_time(gone)):
                raise TooManyBranches("too many to count")

        return [replace(way, chance=chance) for way, chance in every_way(ahead, self.budget, Merging, check)]

    def _in_time(self, gone: int) -> float:
        """How many ways can be counted, if so many were gone till now."""
        spent = thread_time() - self._begun
        return min(self.budget, gone * self._seconds / 2 / spent) if spent else self.budget

    def _is_over(self, parts: int) -> bool:
        """Whether so great a part of the time is over: the half, or all of it."""
        return thread_time() > self._begun + self._seconds / parts


# ---- commands that are carried out at once


def at_once(rules: RuleSet, at: Position, command: Command, choose: Chooser, allowed: Allowed) -> tuple[list[Way], int]:
    """The ways up to the next choice with their chances, and the number of tries."""
    ahead = Ahead(at.start, (*at.path, command), choose, at.trail, lambda path: way_along(rules, path, at.told))
    return allowed.ways(ahead, lambda: seed_of(at.state, command))


def way_along(rules: RuleSet, path: Path, told: int) -> Way:
    """Play along a path to the next choice or to the end of the step; `told`: the entries before it."""
    entries, question = take_step(rules, path)
    if question is None:
        return Way(entries[told:], None, Fraction(0), path.start)
    return Way(entries[told:], question, Fraction(0), question.state, path.trail)


def consequent(at: Position, way: Way) -> Way:
    """Without its question, if that follows from the order of play and not from the dice."""
    asked, before = way.question, at.question
    follows = asked and before and (asked.side, asked.clause) != (before.side, before.clause)
    return way if follows else replace(way, question=None)


def under_fire(rules: RuleSet, at: Position, command: Command, side: Side, allowed: Allowed) -> Odds:
    """The odds if the others may react: they do the first thing they can."""
    ways, tries = at_once(rules, at, command, others_act(side), allowed)
    if not any(thrown(way.entries) for way in ways):
        return UNDECIDED
    return summed_up([consequent(at, way) for way in ways], command, side, "acting", tries)


def others_act(side: Side) -> Chooser:
    def choose(question: Question, path: Path) -> Command | None:
        if question.side == side or sum(isinstance(answer, Command) for answer in path.given) > PATIENT:
            return None
        return question.options[0].complete(Picker(0))

    return choose


def thrown(entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry.event, Rolled) for entry in entries)


# ---- named shots and written orders: their dice fall later


def when_settled(rules: RuleSet, at: Position, asked: Question, command: Command, allowed: Allowed) -> Odds:
    """Play on to the step that throws the dice, and count or try its ways there."""
    choose = others_hold(asked, command, at.path)
    for _ in range(FAR):
        path = Path(at.start, at.path, FORKED, choose)
        try:
            _, question = take_step(rules, path)
        except Fork:
            return when_thrown(rules, at, choose, command, asked.side, allowed)
        if question is not None or not path.start.agenda:
            return UNDECIDED
        if command in path.given[len(at.path) :]:
            choose = others_hold(None, command, ())
        at = between_steps(path.start)
    return UNDECIDED


def settles(entries: Sequence[Entry], command: Command) -> bool:
    """Whether there is a throw or a verdict for all units that the command names."""
    named = set(command.units)
    return bool(named) and any(isinstance(one.event, SETTLING) and named <= set(one.event.units) for one in entries)


def others_hold(asked: Question | None, command: Command, path_so_far: tuple[Answer, ...]) -> Chooser:
    """Give the command once, and then prefer commands that follow from it.

    All other questions get the quiet answer. After a die has fallen, or if a rule keeps asking, no answer is assumed.
    """
    before = path_so_far.count(command)

    def choose(question: Question, path: Path) -> Command | None:
        since = path.given[len(path_so_far) :]
        if len(since) > PATIENT or any(isinstance(answer, tuple) for answer in since):
            return None
        if question == asked and path.given.count(command) <= before:
            return command
        return comes_of(command, question) or question.quiet.complete(Picker(0))

    return choose


def comes_of(command: Command, question: Question) -> Command | None:
    """An offered command of another kind with the same units: after a charge, its close combat."""
    names = set(command.units)
    if len(names) < 2:
        return None
    others = (option for option in question.options if type(option.command) is not type(command))
    return next((option.complete(Picker(0)) for option in others if set(option.command.units) == names), None)


class Unsettled(Exception):
    """These dice are not those of the command, but of an earlier shot of another unit."""


def when_thrown(rules: RuleSet, at: Position, choose: Chooser, command: Command, side: Side, allowed: Allowed) -> Odds:
    """The odds of the step, if it settles the command whichever way it goes."""

    def settling(path: Path) -> Way:
        way = way_along(rules, path, at.told)
        if not settles(way.entries, command):
            raise Unsettled
        return way

    ahead = Ahead(at.start, at.path, choose, FRESH, settling)
    try:
        ways, tries = allowed.ways(ahead, lambda: seed_of(at.state, command))
    except Unsettled:
        return UNDECIDED
    return summed_up(ways, command, side, "holding", tries)
