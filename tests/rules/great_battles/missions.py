"""Battles with artillery and aircraft, and missions in some state of their life."""

from functools import partial

from gbtable import BLUE, GB10, INFANTRY, RED, Body, asks, carried_out, fate, first_question, stand, table, why_not

from sandtable.board.place import Place
from sandtable.kernel.decision import Question
from sandtable.kernel.state import State
from sandtable.rules.great_battles.battle.scenario import Air, Artillery
from sandtable.rules.great_battles.commands.artillery import CallMission, KeepOnCall
from sandtable.rules.great_battles.facts.day import Marched
from sandtable.rules.great_battles.facts.missions import Called, Fell, Planned
from sandtable.rules.great_battles.guns.barrage import call_missions, due_missions, enter_barrages, resolve_barrages
from sandtable.rules.great_battles.guns.plan import plan_next
from sandtable.rules.great_battles.move.movement import Way
from sandtable.rules.great_battles.words import Mark, Tally

GUNS = Artillery("average", 3, 5)
ONE, TWO, THREE = "Red template 1", "Red template 2", "Red template 3"
OF_GUN = "Red template 4"  # of the first field gun
PLANE = "Red aircraft 1"

A1 = Body("A1", (30, 20))
SCOUT = Body("A1", (30, 20), stands=(INFANTRY,))


def lone(text: str = INFANTRY, **more) -> Body:
    """A single stand of Blue, 10 inches in front of Red; the pieces of ground below are all round it."""
    return Body("B1", (30, 30), 180, side=BLUE, stands=(text,), **more)


LONE = lone()
AROUND = [[27, 27], [33, 27], [33, 33], [27, 33]]
VILLAGE = {"kind": "village", "name": "Agira", "corners": AROUND}
WOOD = {"kind": "woods", "name": "the wood", "corners": AROUND}
BUNKERS = {"kind": "bunker", "name": "the bunkers", "corners": AROUND}


def battle(*bodies: Body, quality: str = "average", stock: int = 5, daily: int = 0, **said) -> State:
    return table(*bodies, artillery=Artillery(quality, 3, stock, daily), **said)


def skies(*bodies: Body, rockets: bool = False, options: tuple[str, ...] = ("air-attack",), **said) -> State:
    """Each side has an aircraft."""
    return battle(A1, *bodies, air=Air(1, rockets), options=options, **said)


battle10, skies10 = partial(battle, rules=GB10), partial(skies, rules=GB10)


# ---- missions


def pre_planned(state: State, name: str, x: float, y: float, turn: int = 5) -> State:
    return Planned(name, Mark.PRE_PLANNED, 1, Place(x, y), turn).apply(state)


def registered(state: State, name: str, x: float, y: float) -> State:
    return Planned(name, Mark.REGISTERED, 1, Place(x, y)).apply(state)


def on_call(state: State, *names: str) -> State:
    for name in names:
        state = Planned(name, Mark.ON_CALL, 1).apply(state)
    return state


def called(state: State, name: str, x: float, y: float, due: int = 5) -> State:
    return Called(name, Place(x, y), due).apply(on_call(state, name))


def falling(state: State, name: str, x: float, y: float) -> State:
    return Fell(name, Place(x, y)).apply(on_call(state, name))


def falling_on(state: State, name: str, target: str) -> State:
    place = stand(state, target).place
    return falling(state, name, place.x, place.y)


# ---- what they do


def guns_planned(state: State) -> State:
    """Dawn: the three templates of the division are kept on call; whatever else there is comes next."""
    for name in (ONE, TWO, THREE):
        state = carried_out(state, plan_next, RED, picks=[KeepOnCall(name)]).state
    return state


def is_used(state: State, name: str) -> bool:
    unit = state.units[name]
    return unit.marks == {Mark.USED} and unit.place is None


def is_falling(state: State, name: str) -> bool:
    return Mark.FALLING in state.units[name].marks


def due(state: State, name: str = ONE) -> int:
    """The turn in which a mission that was called comes."""
    return state.units[name].tallies[Tally.DUE]


def entered(state: State, x: float, y: float, *, dice=(), name: str = "A1"):
    """The battalion's anchor goes straight there."""
    way = Way(state, state.units[name], Place(x, y, state.units[name].place.facing))
    there = Marched(name, way.to, tuple(way.after.items())).apply(state)
    return carried_out(there, enter_barrages, name, dice=dice)


def suppressed(state: State, name: str = "B1/1") -> bool:
    return Mark.SUPPRESSED in stand(state, name).marks


HERE = CallMission(ONE, Place(30, 25), "A1")


def asked_to_call(state: State) -> Question:
    """What Red may call."""
    return asks(state, lambda play: call_missions(play, RED))


def blind_to(state: State, x: float, y: float, spotter: str = "A1") -> str:
    """The clause that keeps a battalion from calling a mission there; none if it spots the point."""
    question = first_question(on_call(state, ONE), lambda play: call_missions(play, RED))
    return why_not(question, CallMission(ONE, Place(x, y), spotter))


def calling(state: State, order: CallMission, *dice: int):
    return carried_out(state, call_missions, RED, dice=dice, picks=[order])


def shelled(*, dice, body: Body = LONE, **said):
    """One Red template on a stand of Blue, which rolls."""
    state = falling_on(battle(A1, body, **said), ONE, "B1/1")
    return carried_out(state, resolve_barrages, RED, dice=dice)


def over(state: State, name: str = "B1/1") -> State:
    """The aircraft has come over a stand, the only one there."""
    place = stand(state, name).place
    return carried_out(pre_planned(state, PLANE, place.x, place.y), due_missions, RED).state


def attack(die: int, *, text: str = INFANTRY, loaded: bool = False, **said):
    """The aircraft attacks the one stand of Blue."""
    return carried_out(over(skies(lone(text, loaded=loaded), **said)), resolve_barrages, RED, dice=[die])


def attacked(die: int, **how) -> str:
    return fate(attack(die, **how))


shelled10, attack10, attacked10 = (partial(does, rules=GB10) for does in (shelled, attack, attacked))
