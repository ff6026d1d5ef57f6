"""Missions in some state of their life, for the tests of barrages, plans and aircraft."""

from gbtable import stand

from sandtable.board.place import Place
from sandtable.kernel.state import State
from sandtable.rules.great_battles.mission_events import Called, Fell, Planned
from sandtable.rules.great_battles.scenario import Artillery
from sandtable.rules.great_battles.view import view
from sandtable.rules.great_battles.words import Mark
from sandtable.testing import act

GUNS = Artillery("average", 3, 5)
ONE, TWO, THREE = "Red template 1", "Red template 2", "Red template 3"


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


def carried_out(state: State, rule, *args, dice=(), picks=()):
    """What comes of a rule when everybody is asked by his own view."""
    return act(state, lambda play: rule(play, *args), dice, picks, view)


def rolls(after) -> list:
    return [entry for entry in after.entries if type(entry.event).__name__ == "Rolled"]


def is_used(state: State, name: str) -> bool:
    unit = state.units[name]
    return unit.marks == {Mark.USED} and unit.place is None


def is_falling(state: State, name: str) -> bool:
    return Mark.FALLING in state.units[name].marks
