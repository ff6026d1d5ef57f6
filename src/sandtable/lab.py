"""Plays many battles: who wins, how often, how long they last and what they cost."""

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from math import sqrt
from multiprocessing import get_context

from msgspec import Struct

from sandtable.board.lazy import lazy
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.events import Entry, TurnBegun, Won
from sandtable.kernel.garbage import rare_collection
from sandtable.kernel.position import run
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, State
from sandtable.players import PLAYERS
from sandtable.players.player import seated

CHUNK = 10  # battles per task of a process


class Trial(Struct, frozen=True, dict=True):
    """A battle to repeat, and its players. With `swap` the players change sides after every battle."""

    rules: RuleSet
    scenario: Scenario
    variants: frozenset[str]
    players: tuple[str, str]
    seed: str
    swap: bool = False

    @lazy
    def start(self) -> State:
        """Every battle begins with the same state."""
        return self.rules.setup(self.scenario, self.variants)

    def seating(self, number: int) -> tuple[str, str]:
        one, other = self.players
        return (other, one) if self.swap and number % 2 else (one, other)


class BattleResult(Struct, frozen=True):
    number: int
    winner: str | None  # None: a draw
    by: str  # which player won
    clause: str  # the rule that ended it
    turns: int
    choices: int
    dice: int
    losses: dict[str, dict[str, int]]


class Share(Struct, frozen=True):
    """How often something happened."""

    count: int
    of: int

    @property
    def rate(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval by Wilson's formula, which is right near 0 and 1 and for few battles."""
        n, z = self.of, 1.959964
        if n == 0:
            return 0.0, 1.0
        middle = (self.rate + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(self.rate * (1 - self.rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - half), min(1.0, middle + half)


def fight(trial: Trial, number: int) -> BattleResult:
    """Fight one battle to its end. Its seed comes from the trial's seed and its number."""
    rules, seed = trial.rules, f"{trial.seed}/{number}"
    start = trial.start
    names = dict(zip(start.sides, trial.seating(number), strict=True))
    players = {side: PLAYERS[name](f"{seed}/{side}") for side, name in names.items()}
    leg = run(rules, start, (), SeededDice(seed), seated(rules, players))
    state, end = leg.position.state, leg.entries[-1]
    throws = [answer for answer in leg.answers if type(answer) is tuple]
    assert isinstance(end.event, Won), f"battle {number} did not end by a rule"
    return BattleResult(
        number,
        state.winner,
        names[state.winner] if state.winner else "",
        end.clause,
        turns_of(leg.entries),
        len(leg.answers) - len(throws),
        sum(map(len, throws)),
        {side: dict(rules.losses(state, side)) for side in state.sides},
    )


def turns_of(entries: Sequence[Entry]) -> int:
    """How many turns were fought, of all days."""
    numbers = [one.event.value for one in entries if type(one.event) is TurnBegun]
    return sum(1 for _ in groupby(numbers))  # a dawn and its first turn have the same number


def translated(trial: Trial, other: RuleSet) -> Trial:
    """The same battle under another book, with the same players and the same seed."""
    scenario = trial.rules.counterparts[other.id](trial.scenario)
    return Trial(other, scenario, frozenset(scenario.options), trial.players, trial.seed, trial.swap)


def simulate(trial: Trial, games: int, jobs: int = 1) -> Iterator[BattleResult]:
    """The results in order. A trial gives the same battles with any number of processes."""
    if jobs == 1 or games <= CHUNK:
        with rare_collection():
            yield from (fight(trial, number) for number in range(games))
        return
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=prepare, initargs=(trial,))
    try:
        for numbers, battles in zip(chunks, pool.map(fight_many, chunks), strict=True):
            if len(battles) < len(numbers):
                raise KeyboardInterrupt  # a worker was interrupted
            yield from battles
    finally:  # an early stop does not wait for the rest
        pool.shutdown(cancel_futures=True)


_prepared: list[Trial] = []  # in a worker process: its trial; empty after an interrupt


def prepare(trial: Trial) -> None:
    _prepared[:] = [trial]
    signal.signal(signal.SIGINT, lambda *_: _prepared.clear())  # Ctrl+C: begin no other battle


def fight_many(numbers: range) -> list[BattleResult]:
    with rare_collection():
        return [fight(trial, number) for number in numbers for trial in _prepared[:]]


class Report(Struct, frozen=True):
    """The summary of many battles."""

    games: int
    wins: dict[str, Share]
    draws: Share
    by_player: dict[str, Share]
    ended_by: dict[str, int]
    mean_turns: float
    mean_choices: float
    mean_dice: float
    mean_losses: dict[str, dict[str, float]]


def report(trial: Trial, battles: Sequence[BattleResult]) -> Report:
    n = len(battles)
    sides = trial.start.sides
    return Report(
        games=n,
        wins={side: Share(sum(b.winner == side for b in battles), n) for side in sides},
        draws=Share(sum(b.winner is None for b in battles), n),
        by_player={name: Share(sum(b.by == name for b in battles), n) for name in sorted(set(trial.players))},
        ended_by={clause: sum(b.clause == clause for b in battles) for clause in sorted({b.clause for b in battles})},
        mean_turns=mean([b.turns for b in battles]),
        mean_choices=mean([b.choices for b in battles]),
        mean_dice=mean([b.dice for b in battles]),
        mean_losses={side: mean_losses(battles, side) for side in sides},
    )


def mean_losses(battles: Sequence[BattleResult], side: Side) -> dict[str, float]:
    what = sorted({name for battle in battles for name in battle.losses[side]})
    return {name: mean([battle.losses[side].get(name, 0) for battle in battles]) for name in what}


def mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / len(numbers), 3) if numbers else 0.0
