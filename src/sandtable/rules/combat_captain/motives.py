"""The parts of a computer player's judgement in words, to say why a command is good."""

from sandtable.kernel.ruleset import Motive
from sandtable.kernel.state import Side, State
from sandtable.rules.combat_captain.threats import volleys
from sandtable.rules.combat_captain.worth import FIRE_TO_COME, FIRE_TO_GIVE, VICTORY, aims, fights, strength


def outcome(state: State, side: Side) -> float:
    if state.agenda or state.winner is None:
        return 0.0
    return VICTORY if state.winner == side else -VICTORY


def enemy_worn(state: State, side: Side) -> float:
    return -strength(state, state.foe(side))


def goals_ahead(state: State, side: Side) -> float:
    return aims(state, side) - aims(state, state.foe(side))


def fire_to_give(state: State, side: Side) -> float:
    return FIRE_TO_GIVE * volleys(state, side)


def fire_to_come(state: State, side: Side) -> float:
    return -FIRE_TO_COME * volleys(state, state.foe(side))


MOTIVES = (
    Motive("It wins the battle", "It loses the battle", outcome),
    Motive("It wears the enemy down", "The enemy recovers", enemy_worn),
    Motive("It makes us stronger", "It may cost us men", strength),
    Motive("It brings us nearer to an objective", "It takes us away from an objective", goals_ahead),
    Motive("Our fire can do more", "Our fire can do less", fire_to_give),
    Motive("It keeps us safer from enemy fire", "It exposes us to enemy fire", fire_to_come),
    Motive("We stand well in close combat", "We stand badly in close combat", fights),
)
