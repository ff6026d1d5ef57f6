"""The report after a battle: the winner and the rule, the losses, the luck, and the turning points."""

from collections.abc import Iterator
from math import fsum

from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Entry, Won
from sandtable.kernel.facts import Fact, Rolled
from sandtable.kernel.game import Stage
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.showing import lucky
from sandtable.kernel.state import Side, State
from sandtable.merging import DICE
from sandtable.server import results
from sandtable.server.battle import Battle
from sandtable.server.drawing import side_number
from sandtable.telling import places

TURNING = 5  # turning points in the report
SLIGHT = 0.5  # a smaller swing is no turning point
TOLD = 3  # facts told per turning point
WEIGHTS: dict[Fact, int] = {"loss": 0, "fire": 1, "move": 1, "turn": 3}  # the most important first
OTHER = 2  # the weight of all other facts


def result_of(battle: Battle, who: int) -> results.Result:
    """The report of facts that everybody may read, and of all losses. `who`: the audience whose numbers it uses."""
    state, rules = battle.state, battle.rules
    won = next(e for stage in reversed(battle.game.stages) for e in stage.leg.entries if isinstance(e.event, Won))
    return results.Result(
        winner=side_number(state, state.winner),
        words=won.event.tell(),
        clause=won.clause,
        losses=losses(rules, state),
        by_turn=tuple(by_turn(battle, who)),
        luck=tuple(luck(battle, side) for side in state.sides),
        turning=tuple(turning(battle, who)),
    )


def losses(rules: RuleSet, state: State) -> tuple[results.Loss, ...]:
    return tuple(
        results.Loss(side_number(state, side), tuple(results.Lost(*lost) for lost in rules.losses(state, side).items()))
        for side in state.sides
    )


def by_turn(battle: Battle, who: int) -> Iterator[results.TurnLoss]:
    """The losses at the end of each turn."""
    stages = battle.game.stages
    clocks = [battle.rules.showing.clock(after(stage)) for stage in stages]
    for number, (stage, clock) in enumerate(zip(stages, clocks, strict=True)):
        if number == len(stages) - 1 or clocks[number + 1] != clock:
            seq = battle.ledger.marks[number].numbers[who]
            yield results.TurnLoss(clock.label, clock.now, seq, losses(battle.rules, after(stage)))


def after(stage: Stage) -> State:
    return stage.leg.position.state


# ---- luck


def luck(battle: Battle, side: Side) -> results.Luck:
    """Every die that this side wanted to reach its need: its exact chance, and whether it did."""
    thrown: list[tuple[float, bool]] = []
    for stage in battle.game.stages:
        for roll in (one.event for one in stage.leg.entries if one.known_to is None):
            if isinstance(roll, Rolled) and roll.need and lucky(after(stage), roll) == side:
                thrown += [made(reading, face) for reading, face in roll.reading.each(roll.shown)]
    expected = fsum(chance for chance, _ in thrown)
    got = sum(made for _, made in thrown)
    return results.Luck(side_number(battle.state, side), len(thrown), expected, got, tuple(thrown))


def made(reading: Reading, face: int) -> tuple[float, bool]:
    """The chance that a die reached its need, and whether it did."""
    return sum(value > 0 for value in reading.worth) / reading.sides, reading.worth[face - 1] > 0


# ---- turning points


def turning(battle: Battle, who: int) -> list[results.Turning]:
    """The commands that made the first side's position much better or much worse, in order."""
    worth, first = battle.rules.worth, battle.state.sides[0]
    stages = battle.game.stages[:-1]  # the end is no turning point
    values = [worth(after(stage), first) for stage in stages]
    clock = battle.rules.showing.clock
    fought = [n for n in range(1, len(stages)) if clock(after(stages[n - 1])).now]  # nor is setting up
    swings = [(values[n] - values[n - 1], n) for n in fought]
    largest = sorted(swings, key=lambda swing: -abs(swing[0]))[:TURNING]
    found = [(n, swing) for swing, n in largest if abs(swing) >= SLIGHT]
    told = [(n, swing, words(after(stages[n - 1]), stages[n].leg.entries)) for n, swing in sorted(found)]
    return [
        results.Turning(battle.ledger.marks[n].numbers[who], what, round(swing, 2)) for n, swing, what in told if what
    ]


def words(state: State, entries: tuple[Entry, ...]) -> str:
    """The most important facts of a command that everybody may read, without the dice."""
    found = [(entry.event.fact, words) for entry, words in sentences(state, entries)]
    first = sorted(range(len(found)), key=lambda n: WEIGHTS.get(found[n][0], OTHER))[:TOLD]
    return "; ".join(found[n][1] for n in sorted(first))


def sentences(state: State, entries: tuple[Entry, ...]) -> Iterator[tuple[Entry, str]]:
    for entry in entries:
        words = places.told(entry.event, state)
        if words and entry.known_to is None and not isinstance(entry.event, DICE):
            yield entry, words
        state = entry.event.apply(state)
