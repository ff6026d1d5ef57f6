"""Facts about airborne troops."""

from msgspec.structs import replace

from sandtable.board.place import Place
from sandtable.kernel.facts import UnitEvent
from sandtable.kernel.state import State
from sandtable.rules.great_battles.facts.day import marks_without
from sandtable.rules.great_battles.words import DROPS, Formation, Mark


class Bound(UnitEvent, frozen=True):
    """A stand in the air will be dropped over a point; only its owner knows."""

    at: Place

    def apply(self, state: State) -> State:
        stand = state.units[self.unit]
        return state.put(replace(stand, place=self.at, marks=stand.marks | {Mark.IN_THE_AIR}))

    def tell(self) -> str:
        return f"{self.unit} will be dropped over {self.at.x:g}, {self.at.y:g}"


class Landed(UnitEvent, frozen=True):
    """A stand is on the table."""

    at: Place

    def apply(self, state: State) -> State:
        stand = state.units[self.unit]
        marks = marks_without(stand.marks, DROPS) - {Mark.IN_THE_AIR, Mark.TO_LAND}
        return state.put(replace(stand, place=self.at, marks=marks))

    def tell(self) -> str:
        return f"{self.unit} lands at {self.at.x:g}, {self.at.y:g}"


class BlownAway(UnitEvent, frozen=True):
    """A unit is lost before it lands."""

    where: str

    def apply(self, state: State) -> State:
        unit = state.units[self.unit]
        marks = marks_without(unit.marks, DROPS) - {Mark.IN_THE_AIR, Mark.TO_LAND} | {Mark.DESTROYED}
        return state.put(replace(unit, place=None, marks=marks))

    def tell(self) -> str:
        return f"{self.unit} is lost {self.where}"


class Scattered(UnitEvent, frozen=True):
    """A whole battalion has landed: it has no formation but counts as defensive."""

    at: Place

    def apply(self, state: State) -> State:
        body = state.units[self.unit]
        marks = marks_without(body.marks, DROPS) - {Mark.TO_LAND, Mark.RESERVE} | {Formation.DEFENSIVE, Mark.SCATTERED}
        return state.put(replace(body, place=self.at, marks=marks))

    def tell(self) -> str:
        return f"{self.unit} has landed and is scattered"
