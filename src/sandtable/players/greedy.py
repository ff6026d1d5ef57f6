"""A player that looks one command ahead, by exact odds."""

from random import Random

from msgspec.structs import replace

from sandtable.kernel.decision import Command, Option
from sandtable.kernel.position import Leg, Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import Side
from sandtable.odds import TooManyBranches, outcomes

PLACES = 24  # of a region, looked at
BRANCHES = 200


class GreedyPlayer:
    """The command of the best expected worth; among equals any."""

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = Random(seed)

    def choose(self, seat: Seat) -> Command:
        at = seat.imagine(self._rng)
        candidates = [command for option in seat.options for command in self._commands(option)]
        if at is None or len(candidates) == 1:
            return self._rng.choice(candidates)
        values = [expected(seat.rules, at, command, seat.side) for command in candidates]
        best = max(values)
        return self._rng.choice([c for c, value in zip(candidates, values, strict=True) if value >= best - 1e-9])

    def _commands(self, option: Option) -> list[Command]:
        if option.region is None:
            return [option.command]
        places = {option.region.sample(self._rng) for _ in range(PLACES)}
        return [replace(option.command, to=place) for place in sorted(places, key=lambda p: (p.x, p.y, p.facing))]


def expected(rules: RuleSet, at: Position, command: Command, side: Side) -> float:
    """What the side's position is worth after the command, on average."""
    try:
        return sum(
            float(chance) * value(rules, leg, side) for leg, chance in outcomes(rules, at, command, budget=BRANCHES)
        )
    except TooManyBranches:
        return rules.worth(at.state, side)


def value(rules: RuleSet, leg: Leg, side: Side) -> float:
    return rules.worth(leg.position.state, side)
