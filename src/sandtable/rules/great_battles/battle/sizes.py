"""Limits on the size of a battle, so that it can be played; and roads that a column can follow."""

from itertools import pairwise

from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.kernel.scenario import ScenarioError
from sandtable.mechanics.checks import at_most
from sandtable.rules.great_battles.battle.scenario import PATHS, ROADS, Army, Entry, GreatBattle

STANDS = 20  # of a battalion
TROOPS = 120  # stands of a side
MISSIONS = 20  # templates, and aircraft, of a side
ROUNDS = 100  # of its artillery
POINTS = 500  # corners and bends on the map
LEVEL = 9  # of a hill
DAYS, TURNS = 31, 48  # of a battle, and of a day


def check_size(scenario: GreatBattle) -> None:
    at_most("days", scenario.days, DAYS)
    at_most("turns", max(scenario.turns, scenario.last_day_turns), TURNS)
    for army in scenario.side:
        check_army_size(army)


def check_army_size(army: Army) -> None:
    for entry in army.battalions:
        at_most(f"{army.name}: {entry.id}: stands", stands(entry), STANDS)
    at_most(f"{army.name}: stands", sum(map(stands, army.battalions)), TROOPS)
    if army.artillery:
        at_most(f"{army.name}: artillery: templates", army.artillery.templates, MISSIONS)
        at_most(f"{army.name}: artillery: rounds", max(army.artillery.rounds, army.artillery.daily), ROUNDS)
    if army.air:
        at_most(f"{army.name}: air: missions", army.air.missions, MISSIONS)


def stands(entry: Entry) -> int:
    return len(entry.stands) + len(entry.attached)


def check_map(board: FreeTable) -> None:
    at_most("map: corners and bends", sum(len(piece.points) for piece in board.terrain), POINTS)
    for piece in board.terrain:
        at_most(f"map: {piece.name}: level", abs(piece.level), LEVEL)
        if piece.kind in ROADS and not (isinstance(piece, Strip) and len(piece.points) > 1):
            raise ScenarioError(f"map: {piece.name}: a road has a course of 2 points or more")
        if piece.kind in PATHS and any(a == b for a, b in pairwise(piece.points)):
            raise ScenarioError(f"map: {piece.name}: its course has a point twice running")
