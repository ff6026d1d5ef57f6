"""What the computer would do, and why: its best commands and what each of them gains and costs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import fsum
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.motive import Motive
from sandtable.kernel.position import Position
from sandtable.kernel.seat import Seat
from sandtable.players.arranging import step_of_set_up
from sandtable.players.greedy import PLACES, REPLIES, Outcomes, Plan, Thought, candidates

MOST = 3  # commands
TELLING = 0.25  # a motive is told if it has at least this share of the strongest one
LEAST = 0.02  # and weighs at least so much
REASONS = 2  # told for a command, of each sort


Line = tuple[Command, ...]  # a command, and the answers to the questions after it


class Advice(Struct, frozen=True):
    """A command, the commands that should follow it, and the motives for and against it."""

    command: Command
    then: tuple[Command, ...] = ()
    gains: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()


def advise(seat: Seat, seed: int | str = 0) -> list[Advice]:
    """Commands for the asked side, the best first. If no guess fits what the side knows, the usual one."""
    rng = Random(seed)
    at, at_once = seat.foresee(rng), seat.reflex
    if at is None:
        return [Advice(at_once or seat.habit or next(candidates(seat.shortlist, rng, PLACES)))]
    thought = Thought(seat.rules, seat.side, rng)
    if at_once is not None:
        return [advice(seat, thought, at, (at_once,))]
    commands = list(candidates(seat.options, rng, PLACES))
    plans = [thought.turned(at, seat.options, commands), *thought.plans(at, commands, REPLIES)]
    return [advice(seat, thought, at, plan.line) for plan in islice(varied(plans), MOST)]


def compared(seat: Seat, command: Command, best: Command, seed: int | str = 0) -> Advice:
    """What a command gains and costs, measured by another one."""
    rng = Random(seed)
    at, thought = seat.foresee(rng), Thought(seat.rules, seat.side, rng)
    if at is None:
        return Advice(command)
    line, met = thought_on(seat, thought, at, (command,))
    return worded(line, weighed(seat, thought_on(seat, thought, at, (best,))[1], met))


def varied(plans: Sequence[Plan]) -> Iterator[Plan]:
    """The best plan for each option, then the best ones for other points of the table."""
    ranked = sorted(plans, key=lambda plan: -plan.worth)
    best = firsts(ranked, without_place)
    yield from best
    yield from (plan for plan in firsts(ranked, without_facing) if plan not in best)


def firsts(plans: Iterable[Plan], alike: Callable[[Command], Command]) -> list[Plan]:
    """The first of all plans whose commands are alike."""
    found = dict[Command, Plan]()
    for plan in plans:
        found.setdefault(alike(plan.line[0]), plan)
    return list(found.values())


def without_place(command: Command) -> Command:
    return replace(command, to=None) if isinstance(command, Placing) else command


def without_facing(command: Command) -> Command:
    return (
        replace(command, to=replace(command.to, facing=0)) if isinstance(command, Placing) and command.to else command
    )


def advice(seat: Seat, thought: Thought, at: Position, line: Line) -> Advice:
    line, met = thought_on(seat, thought, at, line)
    told = worded(line, weighed(seat, [(at, 1.0)], met))
    return replace(told, costs=()) if step_of_set_up(at) else told  # whatever enters the table changes its worth


def worded(line: Line, changes: Sequence[tuple[Motive, float]]) -> Advice:
    gains = [motive.gain for motive, change in changes if change > 0]
    costs = [motive.cost for motive, change in changes if change < 0]
    return Advice(line[0], line[1:], tuple(gains[:REASONS]), tuple(costs[:REASONS]))


def thought_on(seat: Seat, thought: Thought, at: Position, line: Line) -> tuple[Line, Outcomes]:
    """The outcomes of a plan. If by itself it changes nothing that matters, with the next command of the same side."""
    met = outcome_of(thought, at, line)
    if weighed(seat, [(at, 1.0)], met) or not (later := follow_up(seat, thought, met)):
        return line, met
    return (*line, *later), outcome_of(thought, met[0][0], later)


def follow_up(seat: Seat, thought: Thought, met: Outcomes) -> Line:
    """What comes next for the same side, if a command by itself changes nothing that matters."""
    (then, _), question = met[0], met[0][0].question
    if len(met) > 1 or question is None or question.side != seat.side:
        return ()
    options = seat.rules.shortlist(question)
    commands = list(candidates(options, Random(0), PLACES))
    return thought.turned(then, options, commands).line


def outcome_of(thought: Thought, at: Position, line: Line) -> Outcomes:
    """The positions after a plan. Commands that only open a further choice are followed to its answer."""
    met = thought.outcomes(at, line[0])
    return outcome_of(thought, met[0][0], line[1:]) if len(line) > 1 and thought.is_door(at, met) else met


def weighed(seat: Seat, before: Outcomes, after: Outcomes) -> list[tuple[Motive, float]]:
    """The motives that matter, strongest first, with the expected change of each."""
    now, then = (expected(seat, met) for met in (before, after))
    changes = [later - earlier for earlier, later in zip(now, then, strict=True)]
    least = max(LEAST, TELLING * max(map(abs, changes), default=0.0))
    told = [one for one in zip(seat.rules.motives, changes, strict=True) if abs(one[1]) >= least]
    return sorted(told, key=lambda one: -abs(one[1]))


def expected(seat: Seat, met: Outcomes) -> list[float]:
    """The value of each motive."""
    side, motives = seat.side, seat.rules.motives
    found = [[chance * motive.worth(end.state, side) for motive in motives] for end, chance in met]
    return [fsum(values) for values in zip(*found, strict=True)]
