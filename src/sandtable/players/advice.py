"""What the computer would do, and why: its best commands and what each of them gains and costs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import fsum
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.position import Position
from sandtable.kernel.ruleset import Motive
from sandtable.kernel.seat import Seat
from sandtable.players.greedy import PLACES, REPLIES, Outcomes, Plan, Thought, candidates

MOST = 3  # commands
TELLING = 0.25  # a motive is told if it has at least this share of the strongest one
LEAST = 0.02  # and weighs at least so much
REASONS = 2  # told for a command, of each sort


class Advice(Struct, frozen=True):
    """A command, the commands that should follow it, and the motives for and against it."""

    command: Command
    then: tuple[Command, ...] = ()
    gains: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()


def advise(seat: Seat, seed: int | str = 0) -> list[Advice]:
    """Commands for the asked side, the best first; none if nothing fits what the side knows."""
    rng = Random(seed)
    if (at_once := seat.reflex) is not None:
        return [Advice(at_once)]
    at = seat.foresee(rng)
    if at is None:
        return []
    thought = Thought(seat.rules, seat.side, rng)
    commands = list(candidates(seat.options, rng, PLACES))
    plans = [thought.turned(at, seat.options, commands), *thought.plans(at, commands, REPLIES)]
    return [advice(seat, thought, at, plan) for plan in islice(varied(plans), MOST)]


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


def advice(seat: Seat, thought: Thought, at: Position, plan: Plan) -> Advice:
    changes = weighed(seat, at, outcome_of(thought, at, plan.line))
    gains = [motive.gain for motive, change in changes if change > 0]
    costs = [motive.cost for motive, change in changes if change < 0]
    return Advice(plan.line[0], plan.line[1:], tuple(gains[:REASONS]), tuple(costs[:REASONS]))


def outcome_of(thought: Thought, at: Position, line: Sequence[Command]) -> Outcomes:
    """The positions after a plan. Commands that only open a further choice are followed to its answer."""
    met = thought.outcomes(at, line[0])
    return outcome_of(thought, met[0][0], line[1:]) if len(line) > 1 and thought.is_door(at, met) else met


def weighed(seat: Seat, at: Position, met: Outcomes) -> list[tuple[Motive, float]]:
    """The motives that matter, strongest first, with the expected change of each."""
    side, motives = seat.side, seat.rules.motives
    changes = [
        (motive, fsum(chance * motive.worth(end.state, side) for end, chance in met) - motive.worth(at.state, side))
        for motive in motives
    ]
    strongest = max((abs(change) for _, change in changes), default=0.0)
    least = max(LEAST, TELLING * strongest)
    return sorted((one for one in changes if abs(one[1]) >= least), key=lambda one: -abs(one[1]))
