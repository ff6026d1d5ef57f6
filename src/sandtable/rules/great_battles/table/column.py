"""Bases end to end along a road."""

from math import fsum

from sandtable.board.board import Base
from sandtable.board.course import in_file
from sandtable.board.place import Place
from sandtable.board.shapes import to_lattice
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.layout import Places
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.field import turned
from sandtable.rules.great_battles.table.formation import in_order
from sandtable.rules.great_battles.table.walks import Walk, near, trail, walk

ON_ROAD = 1.0  # inches from the middle of a road within which a stand can step onto it


def along_road(state: State, stands: list[Unit], centre: Unit, facing: int) -> tuple[Place, Places] | None:
    """End to end on the road at the centre stand, in order, facing as the road leads."""
    assert centre.place is not None
    file = in_order(stands)
    return file_at(state, file, Place(*centre.place.point, facing), inches_before(state, file, centre))


def along_trail(state: State, stands: list[Unit], keep: Unit) -> tuple[Place, Places] | None:
    """End to end, in order, on the roads under some of them; one of these stays where it is."""
    file = in_order(stands)
    there = [(stand.id, stand.place) for stand in file if stand.place is not None]
    way, spots = trail(table(state), [place for _, place in there])
    along = walk(table(state), way, room_for(bases_of(state, file)))
    at = along.inches(*spots[[stand for stand, _ in there].index(keep.id)])
    return filed(state, file, along, at + inches_before(state, file, keep))


def file_at(state: State, file: list[Unit], place: Place, ahead: float = 0.0) -> tuple[Place, Places] | None:
    """End to end on the nearest road in that direction; the first stand so many inches ahead of that place."""
    leading = [spot for _, spot in near(table(state), place.point, ON_ROAD) if spot[0].heading == place.facing]
    if not leading:
        return None
    stretch, at = leading[0]
    along = walk(table(state), (stretch,), room_for(bases_of(state, file)))
    return filed(state, file, along, along.inches(0, to_lattice(at)) + ahead)


def filed(state: State, file: list[Unit], along: Walk, lead: float) -> tuple[Place, Places] | None:
    places = in_file(along.course, lead, bases_of(state, file), backwards=False)
    return (places[0], {stand.id: place for stand, place in zip(file, places, strict=True)}) if places else None


def inches_before(state: State, file: list[Unit], stand: Unit) -> float:
    """From the middle of a stand of a file to the middle of the first."""
    before = bases_of(state, file)[: file.index(stand) + 1]
    return fsum(base.depth for base in before) - (before[0].depth + before[-1].depth) / 2


def bases_of(state: State, file: list[Unit]) -> tuple[Base, ...]:
    return tuple([turned(charts(state).bases[stand.kind]) for stand in file])


def room_for(bases: tuple[Base, ...]) -> float:
    """The most inches of road that a file needs, in any bend."""
    return 2 * fsum(base.depth for base in bases)


def is_by_road(state: State, place: Place) -> bool:
    return bool(near(table(state), place.point, ON_ROAD))


def road_headings(state: State, stand: Unit) -> list[int]:
    """The directions of roads that a stand can step onto, the nearest first."""
    found = near(table(state), stand.place.point, ON_ROAD) if stand.place else []
    return [*dict.fromkeys(stretch.heading for _, (stretch, _) in found)]
