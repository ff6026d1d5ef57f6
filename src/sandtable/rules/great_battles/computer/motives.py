"""The parts of a computer player's judgement in words, to say why a command is good."""

from sandtable.kernel.ruleset import Motive
from sandtable.kernel.state import Side, State
from sandtable.rules.great_battles.computer.aims import placing
from sandtable.rules.great_battles.computer.prospects import Scene
from sandtable.rules.great_battles.computer.worth import KEPT, VICTORY, melees, outlook, to_ground
from sandtable.rules.great_battles.table.divisions import points, purses
from sandtable.rules.great_battles.table.field import battalions
from sandtable.rules.great_battles.words import Mark


class Latest:
    """The scene of the newest state: all motives look at one state before they look at the next."""

    scene: Scene | None = None


def scene_of(state: State) -> Scene:
    scene = Latest.scene
    if scene is None or scene.state is not state:
        scene = Latest.scene = Scene(state)
    return scene


def outcome(state: State, side: Side) -> float:
    if state.agenda or state.winner is None:
        return 0.0
    return VICTORY if state.winner == side else -VICTORY


def objectives_held(state: State, side: Side) -> float:
    scene = scene_of(state)
    return scene.grip(side) - scene.grip(state.foe(side))


def enemy_worn(state: State, side: Side) -> float:
    return -strength(state, state.foe(side))


def strength(state: State, side: Side) -> float:
    scene, bodies = scene_of(state), battalions(state, side)
    down = [to_ground(scene, body) for body in bodies if Mark.TO_GROUND in body.marks]
    return sum(map(scene.fit, bodies)) - sum(down)


def points_kept(state: State, side: Side) -> float:
    return KEPT * sum(map(points, purses(state, side)))


def fire_to_give(state: State, side: Side) -> float:
    return outlook(scene_of(state), side)


def fire_to_come(state: State, side: Side) -> float:
    return -outlook(scene_of(state), state.foe(side))


def close_combat(state: State, side: Side) -> float:
    return melees(scene_of(state), side)


def place(state: State, side: Side) -> float:
    return placing(scene_of(state), side)


MOTIVES = (
    Motive("It wins the battle", "It loses the battle", outcome),
    Motive("It takes or keeps an objective", "It gives up an objective", objectives_held),
    Motive("It wears the enemy down", "The enemy recovers", enemy_worn),
    Motive("It makes our battalions stronger", "It may cost us stands", strength),
    Motive("It saves activation points", "It costs activation points", points_kept),
    Motive("Our fire can do more", "Our fire can do less", fire_to_give),
    Motive("It keeps us out of enemy fire", "It brings us under enemy fire", fire_to_come),
    Motive("We stand well in close combat", "We stand badly in close combat", close_combat),
    Motive("It brings us to a better place", "It takes us to a worse place", place),
)
