"""Who is the attacker and who plays first."""

from sandtable.kernel.state import Side, State
from sandtable.rules.great_battles.battle.scenario import battle


def in_order(state: State) -> tuple[Side, Side]:
    """setup.roles: the attacker first."""
    attacker = Side(battle(state).attacker)
    return attacker, state.foe(attacker)


def players(state: State) -> tuple[Side, Side]:
    first = Side(battle(state).first_player)
    return first, state.foe(first)
