"""A village to be taken, and greedy players who play some steps of it."""

from collections.abc import Iterable

from gbtable import BLUE, RED, Piece
from msgspec.structs import replace

from sandtable.kernel.decision import Command
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.position import run
from sandtable.kernel.state import Side, State, Step
from sandtable.players import GreedyPlayer
from sandtable.players.player import seated
from sandtable.rules import rule_sets
from sandtable.rules.great_battles.battle.scenario import Hold, Objective, Victory
from sandtable.rules.great_battles.steps import Aiming, Firing, Moving, Tidying

RULES = rule_sets()["great-battles-d20"]
VILLAGE: Piece = {"kind": "village", "name": "village", "at": [20, 20], "size": [6, 4]}
GOAL = Objective("the village", piece="village")
TAKE_IT = Victory(hold=Hold(RED, ("the village",)), otherwise=BLUE)


def played(state: State, *agenda: Step) -> tuple[State, list[Command]]:
    """What greedy players say and do in some steps."""
    rules, players = rule_sets()[state.rules], {side: GreedyPlayer(side) for side in state.sides}
    leg = run(rules, replace(state, agenda=agenda), (), SeededDice("greedy"), seated(rules, players))
    return leg.position.state, [answer for answer in leg.answers if isinstance(answer, Command)]


def a_round(side: Side, number: int = 1) -> tuple[Step, ...]:
    return Moving(side, number), Tidying(side, number), Aiming(side, number), Firing(side, number)


def said(orders: Iterable[Command], kind: type[Command] | tuple[type[Command], ...]) -> list[Command]:
    return [order for order in orders if isinstance(order, kind)]
