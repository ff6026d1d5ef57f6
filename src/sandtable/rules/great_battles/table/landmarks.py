"""Goals and facings a battalion may want: objectives, enemies, cover. For computer players."""

from collections.abc import Iterator

from sandtable.board.place import Point
from sandtable.kernel.state import State, Unit
from sandtable.mechanics.landmarks import bearings_to, nearest_first, nearest_of_each, shelters
from sandtable.rules.great_battles.battle.scenario import battle, table
from sandtable.rules.great_battles.book.charts import NONE
from sandtable.rules.great_battles.table.field import known_enemies
from sandtable.rules.great_battles.words import Kind


def objectives_by_distance(state: State, here: Point) -> list[Point]:
    units = [unit for unit in state.units.values() if unit.kind == Kind.OBJECTIVE]
    return nearest_first(here, [unit.place.point for unit in units if unit.place is not None])


def enemies_by_distance(state: State, body: Unit, here: Point) -> list[Point]:
    """The nearest stand of every known enemy battalion."""
    known = known_enemies(state, body)
    return nearest_of_each(here, [(enemy.part_of, enemy.place.point) for enemy in known if enemy.place])


def shelters_by_distance(state: State, here: Point) -> list[Point]:
    """The nearest place well inside every piece of cover."""
    covers = [kind for kind, ground in battle(state).grounds.items() if ground.cover != NONE]
    return shelters(table(state), covers, here)


def bearings(state: State, body: Unit) -> Iterator[int]:
    """Facings it may want: to the nearest enemy, to the nearest objective."""
    here = body.at.point
    return bearings_to(here, enemies_by_distance(state, body, here), objectives_by_distance(state, here))
