"""Bases end to end along a road."""

from sandtable.board.course import Course, in_file
from sandtable.board.place import Place, Point
from sandtable.board.shapes import to_lattice
from sandtable.kernel.state import State, Unit
from sandtable.rules.great_battles.battle.scenario import roads, table
from sandtable.rules.great_battles.edition import charts
from sandtable.rules.great_battles.table.field import turned
from sandtable.rules.great_battles.table.formation import Places, in_order

ON_ROAD = 1.0  # inches from the middle of a road within which a stand can step onto it


def along_road(state: State, stands: list[Unit], centre: Unit, facing: int) -> tuple[Place, Places] | None:
    """End to end on the road at the centre stand, in order, facing as the road leads."""
    assert centre.place is not None
    road = road_at(state, centre.place.point)
    if road is None:
        return None
    course, at = road
    backwards = facing == course.heading(at, backwards=True)
    if not backwards and facing != course.heading(at):
        return None
    file = in_order(stands)
    bases = [turned(charts(state).bases[stand.kind]) for stand in file]
    before = bases[: file.index(centre) + 1]
    ahead = sum(base.depth for base in before) - (before[0].depth + before[-1].depth) / 2
    lead = at + (ahead if not backwards else -ahead)
    places = in_file(course, lead, bases, backwards=backwards)
    if places is None:
        return None
    found: Places = {stand.id: place for stand, place in zip(file, places, strict=True)}
    return places[0], found


def road_at(state: State, point: Point) -> tuple[Course, float] | None:
    """The nearest road on which something at that point can stand, and how far along it that is."""
    found = []
    for road in roads(table(state)):
        course = Course(road.points)
        inches, off = course.nearest(point)
        if off <= ON_ROAD:
            found.append((off, road.name, course, inches))
    if not found:
        return None
    _, _, course, inches = min(found)
    return course, to_lattice(inches)


def road_headings(state: State, stand: Unit) -> list[int]:
    road = road_at(state, stand.place.point) if stand.place else None
    if road is None:
        return []
    course, at = road
    return [course.heading(at), course.heading(at, backwards=True)]
