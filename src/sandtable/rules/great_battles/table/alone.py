"""A battalion of a single stand: it is in assault formation, or in column along a road."""

from functools import lru_cache

from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.kernel.decision import Refusal
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.edition import parameters, refuse
from sandtable.rules.great_battles.table.field import field, formation, is_company, is_standing
from sandtable.rules.great_battles.table.roadnet import road_tracks
from sandtable.rules.great_battles.words import Formation

ASSAULT, ROAD_MARCH = Formation.ASSAULT, Formation.ROAD_MARCH
FOR_SEVERAL = (Formation.MARCH, Formation.DEFENSIVE)
ALIGNED = 15  # degrees between the facing of a stand and its road


# ---- possible formations


def is_too_few(shape: str, stands: int) -> bool:
    """formation.few-stands: whether a battalion of so many stands is too small for a formation."""
    return stands == 1 and shape in FOR_SEVERAL


def refuse_alone(state: State, shape: Formation, stands: int) -> Refusal | None:
    if not is_too_few(shape, stands):
        return None
    return refuse(state, "formation.few-stands", "a single stand is in assault formation")


# ---- the formation it counts as


def counts_as(state: State, body: Unit) -> Formation:
    """Its formation; but a single stand aligned with a road may be in column instead."""
    shape = formation(body)
    if shape != ASSAULT or not parameters(state).column_alone:
        return shape
    stand = only_stand(state, body)
    aligned = stand is not None and stand.place is not None and is_aligned(table(state), stand.place)
    return ROAD_MARCH if aligned else shape


def only_stand(state: State, body: Unit) -> Unit | None:
    """The last stand of a battalion; the search stops at the second."""
    units, left = state.units, None
    for i in field(state).stands.get(body.id, ()):
        if is_standing(units[i]) and is_company(units[i]):
            if left is not None:
                return None
            left = units[i]
    return left


@lru_cache(maxsize=4096)
def is_aligned(board: FreeTable, place: Place) -> bool:
    """Whether the middle of a base is on a road and the base faces along it."""
    for track in road_tracks(board):
        at, off = track.course.nearest(place.point)
        turn = (track.course.heading(at) - place.facing) % 180
        if off <= track.half and min(turn, 180 - turn) <= ALIGNED:
            return True
    return False
