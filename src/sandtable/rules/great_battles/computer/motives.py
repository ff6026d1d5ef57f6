"""The parts of a computer player's judgement in words, to say why a command is good."""

from sandtable.kernel.motive import OUTCOME, Motive
from sandtable.kernel.state import Side, State
from sandtable.rules.great_battles.computer.aims import placing
from sandtable.rules.great_battles.computer.prospects import Scene
from sandtable.rules.great_battles.computer.worth import KEPT, melees, outlook, to_ground
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


def grip(state: State, side: Side) -> float:
    return scene_of(state).grip(side)


def strength(state: State, side: Side) -> float:
    scene, bodies = scene_of(state), battalions(state, side)
    down = [to_ground(scene, body) for body in bodies if Mark.TO_GROUND in body.marks]
    return sum(map(scene.fit, bodies)) - sum(down)


def points_kept(state: State, side: Side) -> float:
    return KEPT * sum(map(points, purses(state, side)))


def fire(state: State, side: Side) -> float:
    return outlook(scene_of(state), side)


def close_combat(state: State, side: Side) -> float:
    return melees(scene_of(state), side)


def place(state: State, side: Side) -> float:
    return placing(scene_of(state), side)


MOTIVES = (
    OUTCOME,
    Motive("It takes or keeps an objective", "It gives up an objective", grip, theirs=-1),
    Motive("It wears the enemy down", "The enemy recovers", strength, ours=0, theirs=-1),
    Motive("It makes our battalions stronger", "It may cost us stands", strength),
    Motive("It saves activation points", "It costs activation points", points_kept),
    Motive("Our fire can do more", "Our fire can do less", fire),
    Motive("It keeps us out of enemy fire", "It brings us under enemy fire", fire, ours=0, theirs=-1),
    Motive("We stand well in close combat", "We stand badly in close combat", close_combat),
    Motive("It brings us to a better place", "It takes us to a worse place", place),
)
