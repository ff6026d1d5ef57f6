"""What a battalion may want to go to, or to face: objectives, enemies, cover. For computer players."""

from collections.abc import Iterator, Mapping
from math import fsum

from sandtable.board import shapes
from sandtable.board.place import Place, Point
from sandtable.board.terrain import Piece
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.book.charts import NONE, Ground
from sandtable.rules.great_battles.table.field import all_standing
from sandtable.rules.great_battles.words import Kind

INSIDE = 1.0  # inches from the edge of a piece of cover to where one stands well in it


def objectives_by_distance(state: State, here: Point) -> list[Point]:
    units = [unit for unit in state.units.values() if unit.kind == Kind.OBJECTIVE]
    return nearest_first(here, [unit.place.point for unit in units if unit.place is not None])


def enemies_by_distance(state: State, body: Unit, here: Point) -> list[Point]:
    """Of every enemy battalion that its side knows of the nearest stand."""
    found: dict[UnitId | None, Point] = {}
    for enemy in all_standing(state, state.foe(body.side)):
        if enemy.place is not None and enemy.known_by(body.side):
            point = enemy.place.point
            other = found.setdefault(enemy.part_of, point)
            if shapes.span_of(here, point) < shapes.span_of(here, other):
                found[enemy.part_of] = point
    return nearest_first(here, list(found.values()))


def shelters_by_distance(state: State, here: Point) -> list[Point]:
    """In every piece of cover the nearest place well inside it."""
    grounds = battle(state).grounds
    pieces = [piece for piece in table(state).terrain if gives_cover(grounds, piece.kind)]
    return nearest_first(here, [inside(piece, here) for piece in pieces])


def gives_cover(grounds: Mapping[str, Ground], kind: str) -> bool:
    return kind in grounds and grounds[kind].cover != NONE


def inside(piece: Piece, here: Point) -> Point:
    """Where one comes to stand who enters a piece by the shortest way to its middle."""
    middle = middle_of(piece.points)
    if piece.lies_under(shapes.limb(here, here, 0.0)):
        return middle
    low, high = 0.0, shapes.span_of(here, middle)
    far = high
    for _ in range(8):
        inches = (low + high) / 2
        point = shapes.along(here, middle, inches)
        low, high = (low, inches) if piece.lies_under(shapes.limb(point, point, 0.0)) else (inches, high)
    return shapes.along(here, middle, min(high + INSIDE, far))


def middle_of(points: tuple[Point, ...]) -> Point:
    x, y = (fsum(values) / len(points) for values in zip(*points, strict=True))
    return x, y


def is_before(place: Place, point: Point) -> bool:
    """Whether a point is in front of somebody who stands at a place, not behind him."""
    x, y = shapes.heading(place.facing)
    return (point[0] - place.x) * x + (point[1] - place.y) * y >= 0


def nearest_first(here: Point, points: list[Point]) -> list[Point]:
    return sorted(points, key=lambda point: (shapes.span_of(here, point), point))


def bearings(state: State, body: Unit) -> Iterator[int]:
    """Which way it may want to face: to the nearest enemy, to the nearest objective."""
    assert body.place is not None
    here = body.place.point
    for points in (enemies_by_distance(state, body, here), objectives_by_distance(state, here)):
        if points and shapes.span_of(here, points[0]) > shapes.HALF_STEP:
            yield shapes.bearing(here, points[0])
