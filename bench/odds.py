"""Odds of volleys beside icepool for the same bare dice, and odds of moves under opportunity fire."""

from collections.abc import Callable, Iterator
from functools import partial
from math import cos, inf, radians, sin

import icepool

import sandtable as st
from bench.timing import rate, side_by_side
from sandtable.board.board import Picker
from sandtable.forecast import ON_REQUEST, Allowed, as_known, odds, when_thrown
from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.dice import Reading, SeededDice
from sandtable.kernel.position import Position, between_steps, resume, wait
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State, UnitId
from sandtable.rules.great_battles.commands.day import Fire
from sandtable.rules.great_battles.frame.tabletop import BLUE, INFANTRY, RED, Body, tabletop
from sandtable.rules.great_battles.steps import Firing
from sandtable.rules.great_battles.words import Formation, Tie
from sandtable.ways import Odds

SHOOTERS = (1, 4, 8, 12)
TANK, TARGET, FAR = "Sherman M-M-M", UnitId("B1/1 infantry"), 4.5
TIMES = 20  # the same odds in one measurement
MOVES = 30


def run() -> None:
    print("Odds, one core, interpreted\n")
    for book in ("great-battles-d20", "great-battles-d10"):
        show_volleys(st.rule_sets()[book])
    show_moves(st.rule_sets()["great-battles-d20"], "close-quarters")


# ---- volleys


def show_volleys(rules: RuleSet) -> None:
    print(f"{rules.short}: odds of a volley through all its rules, and icepool for its bare dice alone")
    for shooters in SHOOTERS:
        state = volley(rules, shooters)
        exact = odds_of(rules, state)
        assert not exact.tries and len(exact.throws) == 2 * shooters
        mine, all_results, worst = side_by_side(
            partial(again, partial(odds_of, rules, state)),
            partial(again, partial(bare_dice, exact, shooters)),
            partial(again, partial(worst_of_bare_dice, exact, shooters)),
        )
        print(
            f"  {shooters:2} shooters {1000 / mine:6.2f} ms   {all_results / mine:5.2f} of icepool for all results"
            f" ({1000 / all_results:.2f} ms), {worst / mine:5.1f} for the worst one alone ({1000 / worst:.2f} ms)"
        )
    print()


def volley(rules: RuleSet, shooters: int) -> State:
    """So many tanks round one infantry stand, their targets named."""
    bearings = [360 * number // shooters for number in range(shooters)]
    spots = [(b, (24 - FAR * sin(radians(b)), 24 - FAR * cos(radians(b)))) for b in bearings]
    tanks = [Body(f"A{n}", spot, bearing, stands=(TANK,)) for n, (bearing, spot) in enumerate(spots, 1)]
    foe = Body("B1", (24, 24), 180, side=BLUE, formation=Formation.DEFENSIVE, stands=(INFANTRY,))
    state = tabletop((*tanks, foe), rules=rules.id, agenda=(Firing(RED, 1),))
    firers = [unit for unit in state.units.values() if unit.side == RED and unit.place and unit.part_of]
    return state.put_all(unit.link(Tie.AIMS, TARGET) for unit in firers)


def odds_of(rules: RuleSet, state: State) -> Odds:
    """The odds of the whole volley, as a player reads them."""
    shot = Fire(UnitId("A1/1 Sherman"), TARGET)
    return when_thrown(rules, between_steps(state), wait, shot, RED, Allowed(ON_REQUEST, inf))


def bare_dice(exact: Odds, shooters: int) -> object:
    """How many shots miss, suppress and destroy."""
    return one_shot(exact).pool(shooters).expand()


def worst_of_bare_dice(exact: Odds, shooters: int) -> object:
    return one_shot(exact).highest(shooters)


def one_shot(exact: Odds) -> "icepool.Die[int]":
    hit, destroyed = (roll.reading for roll in exact.throws[:2])
    assert isinstance(hit, Reading) and isinstance(destroyed, Reading)
    to_hit, to_destroy = sum(hit.worth), sum(destroyed.worth)
    die = icepool.d(hit.sides)
    return (die <= to_hit).map({False: 0, True: (die <= to_destroy).map({False: 1, True: 2})})


def again(work: Callable[[], object]) -> int:
    for _ in range(TIMES):
        work()
    return TIMES


# ---- moves under fire


def show_moves(rules: RuleSet, scenario: str) -> None:
    """Each option of a move in greedy battles that the other side may fire at."""
    found = list(moves_under_fire(rules, scenario))
    once = sorted(1000 / max(map(rate, [partial(played, rules, *one)] * 3)) for one in found)
    took = sorted(1000 / max(map(rate, [partial(weighed, rules, *one)] * 3)) for one in found)
    number, about = len(found), sum(odds(rules, *one, ON_REQUEST).tries > 0 for one in found)
    p50, p95 = took[number // 2], took[number * 95 // 100]
    print(f"{rules.short}: odds of {number} moves under opportunity fire in {scenario}, {about} of them not exact")
    print(
        f"  p50 {p50:.1f} ms, p95 {p95:.1f}, most {took[-1]:.1f}; {p50 / once[number // 2]:.1f} times one such move\n"
    )


def moves_under_fire(rules: RuleSet, scenario: str) -> Iterator[tuple[Position, Command]]:
    picker, found = Picker(1), 0
    for number in range(MOVES):
        game = st.new_game(rules.id, scenario, seed=f"moves {number}")
        players = {side: st.GreedyPlayer(f"{number} {side}") for side in game.state.sides}
        while (question := game.position.question) is not None:
            at = as_known(rules, game.position)
            moves = [option for option in question.options if isinstance(option.command, Placing)]
            if at is not None and moves:
                command = picker.choice(moves).complete(picker)
                after = resume(rules, at, command, SeededDice("1")).position.question
                if after is not None and after.topic.kind == "opportunity":
                    found += 1
                    yield at, command
            if found == MOVES:
                return
            game.play(players[question.side].choose(game.seat()))


def played(rules: RuleSet, at: Position, command: Command) -> int:
    resume(rules, at, command, SeededDice("1"))
    return 1


def weighed(rules: RuleSet, at: Position, command: Command) -> int:
    odds(rules, at, command, ON_REQUEST)
    return 1
