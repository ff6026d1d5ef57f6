"""Facts about airborne troops."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.facts import UnitEvent
from sandtable.kernel.state import Unit
from sandtable.rules.great_battles.facts.day import marks_without
from sandtable.rules.great_battles.words import DROPS, Formation, Mark


class Bound(UnitEvent, frozen=True):
    """A stand in the air will be dropped over a point; only its owner knows."""

    words = "{0.unit} will be dropped over {0.at.x:g}, {0.at.y:g}"

    at: Place

    def change(self, unit: Unit) -> Unit:
        return replace(unit, place=self.at, marks=unit.marks | {Mark.IN_THE_AIR})


class Landed(UnitEvent, frozen=True):
    """A stand is on the table."""

    words = "{0.unit} lands at {0.at.x:g}, {0.at.y:g}"

    at: Place

    def change(self, unit: Unit) -> Unit:
        marks = marks_without(unit.marks, DROPS) - {Mark.IN_THE_AIR, Mark.TO_LAND}
        return replace(unit, place=self.at, marks=marks)


class BlownAway(UnitEvent, frozen=True):
    """A unit is lost before it lands."""

    words = "{0.unit} is lost {0.where}"

    where: str

    def change(self, unit: Unit) -> Unit:
        marks = marks_without(unit.marks, DROPS) - {Mark.IN_THE_AIR, Mark.TO_LAND} | {Mark.DESTROYED}
        return replace(unit, place=None, marks=marks)


class Scattered(UnitEvent, frozen=True):
    """A whole battalion has landed: it has no formation but counts as defensive."""

    words = "{0.unit} has landed and is scattered"

    at: Place

    def change(self, unit: Unit) -> Unit:
        marks = marks_without(unit.marks, DROPS) - {Mark.TO_LAND, Mark.RESERVE} | {Formation.DEFENSIVE, Mark.SCATTERED}
        return replace(unit, place=self.at, marks=marks)
