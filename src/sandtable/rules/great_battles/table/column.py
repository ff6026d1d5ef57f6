"""Bases end to end along a road."""

from sandtable.board.board import Base
from sandtable.board.course import in_file
from sandtable.board.place import Place
from sandtable.board.shapes import to_lattice
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.battle.scenario import table
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.field import turned
from sandtable.rules.great_battles.table.formation import Places, in_order
from sandtable.rules.great_battles.table.walks import near, walk

ON_ROAD = 1.0  # inches from the middle of a road within which a stand can step onto it


def along_road(state: State, stands: list[Unit], centre: Unit, facing: int) -> tuple[Place, Places] | None:
    """End to end on the road at the centre stand, in order, facing as the road leads."""
    assert centre.place is not None
    file = in_order(stands)
    before = bases_of(state, file)[: file.index(centre) + 1]
    ahead = sum(base.depth for base in before) - (before[0].depth + before[-1].depth) / 2
    return file_at(state, file, Place(*centre.place.point, facing), ahead)


def file_at(state: State, file: list[Unit], place: Place, ahead: float = 0.0) -> tuple[Place, Places] | None:
    """End to end on the nearest road that leads that way; the first stand so many inches ahead of that place."""
    board, bases = table(state), bases_of(state, file)
    leading = [spot for _, spot in near(board, place.point, ON_ROAD) if spot[0].heading == place.facing]
    if not leading:
        return None
    (stretch, at), room = leading[0], room_for(bases)
    along = walk(board, (stretch,), room)
    places = in_file(along.course, along.inches(0, to_lattice(at)) + ahead, bases, backwards=False)
    return (places[0], {stand.id: place for stand, place in zip(file, places, strict=True)}) if places else None


def bases_of(state: State, file: list[Unit]) -> list[Base]:
    return [turned(charts(state).bases[stand.kind]) for stand in file]


def room_for(bases: list[Base]) -> float:
    """Inches of road that a file takes up at most, whatever bends it stands in."""
    return 2 * sum(base.depth for base in bases)


def road_headings(state: State, stand: Unit) -> list[int]:
    """Which ways roads lead that a stand can step onto, the nearest first."""
    found = near(table(state), stand.place.point, ON_ROAD) if stand.place else []
    return [*dict.fromkeys(stretch.heading for _, (stretch, _) in found)]
