"""A player that chooses the command with the best expected value, by exact odds."""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import islice
from math import fsum, inf
from random import Random

from msgspec import Struct, msgpack
from msgspec.structs import replace

from sandtable.board.board import Landmarked, Region
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Placing, Question
from sandtable.kernel.position import Answer, Path, Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import Side, State
from sandtable.outcomes import TooManyBranches, few_outcomes, samples

PLACES = 40  # places tried for one option
FOLLOW_UPS = 4  # places tried for a later choice
FINALISTS = 5  # commands that are thought through
REPLIES = 2  # later choices within one step, of either side
BRANCHES = 20  # of the dice, followed one by one
THROWS = 8  # tried if there are more branches
ENOUGH = 0.1  # a plan that gains so much ends the search
SAMPLES = 3  # random places in a region that cannot be counted
LANDMARKS = 40  # places tried in a region that names its important places

IN_ORDER = msgpack.Encoder(order="deterministic")
Outcomes = list[tuple[Position, float]]  # positions after a command, and their chances


class Plan(Struct, frozen=True):
    """A command, the answers to the questions after it, and the value of the table then."""

    line: tuple[Command, ...]
    worth: float


class GreedyPlayer:
    """Judges commands by the value of the table after them, and thinks the best ones through to the end of the step."""

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = Random(seed)
        self._foreseen: dict[tuple[Answer, ...], Command] = {}  # planned answers, by the path to them

    def choose(self, seat: Seat) -> Command:
        foreseen, self._foreseen = self._foreseen, {}  # they are good only for the next question
        if (at_once := seat.reflex) is not None:
            return at_once
        at = seat.foresee(self._rng)
        if at is not None and (known := foreseen.get(at.path)) is not None:
            self._foreseen = foreseen
            return known
        options = seat.shortlist
        commands = list(candidates(options, self._rng, PLACES))
        if at is None or len(commands) == 1:
            return self._rng.choice(commands)
        self._rng.shuffle(commands)  # so that equal commands have equal chances
        line = Thought(seat.rules, seat.side, self._rng).turned(at, options, commands).line
        self._foreseen = {(*at.path, *line[:n]): line[n] for n in range(1, len(line))}
        return line[0]


class Judge:
    """Judges tables for one side. Many ways lead to the same table, and it is judged once."""

    def __init__(self, rules: RuleSet, side: Side) -> None:
        self._rules, self._side = rules, side
        self._first: State | None = None  # the first table judged; only what differs from it tells others apart
        self._known: dict[bytes, float] = {}

    def worth(self, state: State) -> float:
        first = self._first = self._first or state
        if state.board is not first.board:
            return self._rules.worth(state, self._side)
        unlike = difference(first, state)
        found = self._known.get(unlike)
        if found is None:
            found = self._known[unlike] = self._rules.worth(state, self._side)
        return found


def difference(first: State, state: State) -> bytes:
    """What another state of the same battle on the same board has changed; equal for equal states."""
    known = first.units.get
    units = [unit for unit in state.units.values() if known(unit.id) is not unit]
    piles = None if state.piles is first.piles else state.piles
    return IN_ORDER.encode((units, len(state.units), state.agenda, state.tallies, piles, state.winner))


class Thought:
    """The thinking of one side."""

    def __init__(self, rules: RuleSet, side: Side, rng: Random) -> None:
        self._rules, self._side, self._rng = rules, side, rng
        self._worth = Judge(rules, side).worth
        self._thoughts = 0

    # ---- what to do

    def turned(self, at: Position, options: Sequence[Option], commands: Sequence[Command]) -> Plan:
        """The best of the commands; if it has a place, also of the other facings there."""
        best = self.plan(at, commands, REPLIES)
        others = [command for command in facings(options, best.line[0]) if command not in commands]
        return max([best, self.plan(at, others, REPLIES)], key=lambda plan: plan.worth) if others else best

    def plan(self, at: Position, commands: Sequence[Command], replies: int) -> Plan:
        """The best of the commands."""
        return max(self.plans(at, commands, replies), key=lambda plan: plan.worth)

    def plans(self, at: Position, commands: Sequence[Command], replies: int) -> list[Plan]:
        """Plans for the most promising commands. Of those that only open a further choice, the first clearly better
        one ends the search."""
        known = {command: self.outcomes(at, command) for command in dict.fromkeys(commands)}
        self._thoughts += len(commands) - len(known)  # a region may name a place twice
        met = [known[command] for command in commands]
        doors = [number for number, found in enumerate(met) if self.is_door(at, found)]
        acts = [number for number in range(len(met)) if number not in doors]
        plans = [Plan((commands[number],), value) for number, value in self.judged(met, acts, replies)]
        enough = max((plan.worth for plan in plans), default=-inf) + ENOUGH
        for number in doors:
            plans.append(self.beyond(commands[number], met[number][0][0], replies))
            if plans[-1].worth > enough:
                break
        return plans

    def judged(self, met: list[Outcomes], acts: list[int], replies: int) -> list[tuple[int, float]]:
        """The commands that look best at first, with their values after all open questions."""
        if len(acts) <= FINALISTS:
            return [(number, self.expected(met[number], replies)) for number in acts]
        sight = {number: self.expected(met[number], 0) for number in acts}
        best = nlargest(FINALISTS, acts, key=sight.__getitem__)
        return [(n, self.expected(met[n], replies) if is_open(met[n]) else sight[n]) for n in best]

    def is_door(self, at: Position, met: Outcomes) -> bool:
        """Whether a command only leads to another question for the same side."""
        question = met[0][0].question
        return len(met) == 1 and question is not None and question.side == self._side and met[0][0].told == at.told

    def beyond(self, command: Command, at: Position, replies: int) -> Plan:
        """The best plan after the command has opened a choice."""
        assert at.question is not None
        if not replies:
            return Plan((command,), self._worth(at.state))
        found = self.plan(at, list(candidates(self._rules.shortlist(at.question), self._rng, FOLLOW_UPS)), replies - 1)
        return Plan((command, *found.line), found.worth)

    # ---- outcomes

    def outcomes(self, at: Position, command: Command) -> Outcomes:
        """All outcomes of a command; if there are too many, those of some throws."""
        self._thoughts += 1
        try:
            met = list(few_outcomes(self._rules, at, command, self._reply, BRANCHES))
        except TooManyBranches:
            tries = samples(self._rules, at, command, self._reply, THROWS)
            return [(leg.position, 1 / THROWS) for leg in tries]
        return [(leg.position, float(chance)) for leg, chance in met]

    def _reply(self, question: Question, path: Path) -> Command | None:
        return self._rules.habit(question)

    def expected(self, met: Outcomes, replies: int) -> float:
        """The average value of the table after a command."""
        return fsum(chance * self.value(position, replies) for position, chance in met)

    def value(self, at: Position, replies: int) -> float:
        """The value now, or after the best reply of the next side within the same step."""
        question = at.question
        if question is None or not at.path or not replies or self._thoughts > self._rules.patience:
            return self._worth(at.state)
        pick = max if question.side == self._side else min
        commands = list(candidates(self._rules.shortlist(question), self._rng, FOLLOW_UPS))
        return pick(self.expected(self.outcomes(at, command), replies - 1) for command in commands)

    def worth_at_once(self, at: Position, command: Command) -> float:
        """The average value of the table after a command, without any thought about the questions that follow."""
        return self.expected(self.outcomes(at, command), 0)


def preferred(seat: Seat, option: Option, rng: Random) -> list[Place]:
    """Places for an option, the best first by the judgement of a computer player; each point only once."""
    assert option.region is not None
    places = some_of(option.region, rng, PLACES) or [option.region.sample(rng)]
    at = seat.foresee(rng)
    if at is None:
        return places
    thought = Thought(seat.rules, seat.side, rng)

    def value(place: Place) -> float:
        return thought.worth_at_once(at, replace(option.command, to=place))

    ranked = sorted([(value(place), place) for place in places], key=lambda found: found[0], reverse=True)
    points = list({place.point: place for _, place in reversed(ranked)}.values())[::-1]
    others = [command.to for command in facings([option], replace(option.command, to=points[0]))]
    return [max((one for one in (points[0], *others) if one), key=value), *points[1:]]


def is_open(met: Outcomes) -> bool:
    """Whether a question is still open."""
    return any(position.question is not None for position, _ in met)


# ---- commands to try


def candidates(options: Sequence[Option], rng: Random, places: int) -> Iterator[Command]:
    """Complete commands: at most so many places per region, but all its important ones."""
    found = False
    for option in options:
        if option.command.by_hand:
            continue
        if option.region is None:
            found = True
            yield option.command
            continue
        for place in some_of(option.region, rng, places):
            found = True
            yield replace(option.command, to=place)
    if not found:
        yield from (option.complete(rng) for option in options)


def some_of(region: Region, rng: Random, most: int) -> list[Place]:
    """The important places of a region, all of them if they can be counted, or a fair sample."""
    if isinstance(region, Landmarked):
        return list(islice(region.notable(), LANDMARKS))
    everywhere = region.places()
    if everywhere is None:
        return [region.sample(rng) for _ in range(min(most, SAMPLES))]
    return list(everywhere) if len(everywhere) <= most else rng.sample(everywhere, most)


def facings(options: Sequence[Option], command: Command) -> Iterator[Placing]:
    """The same command with every other facing that a countable region allows there."""
    if not isinstance(command, Placing) or command.to is None:
        return
    spot = command.to.x, command.to.y
    for option in options:
        if option.region is not None and replace(command, to=None) == option.command:
            for place in option.region.places() or ():
                if (place.x, place.y) == spot:
                    yield replace(command, to=place)
