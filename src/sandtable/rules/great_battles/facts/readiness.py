"""Facts that change several things of a battalion at once: it starts, turns about or stands down."""

from typing import ClassVar

from msgspec.structs import replace

from sandtable.kernel.state import State
from sandtable.rules.great_battles.facts.day import Formed, Marched
from sandtable.rules.great_battles.table.formation import backwards
from sandtable.rules.great_battles.words import Mark


class Started(Formed, frozen=True):
    """A battalion starts on the table and leaves the reserve."""

    verb: ClassVar[str] = "starts"

    def apply(self, state: State) -> State:
        after = super().apply(state)
        body = after.units[self.unit]
        return after.put(replace(body, marks=body.marks - {Mark.RESERVE}))


class TurnedAbout(Marched, frozen=True):
    """A battalion faces the other way where it stands: the last stand in its order is now the first."""

    how: str = "turns about at"

    def apply(self, state: State) -> State:
        after = super().apply(state)
        for stand in backwards([unit for unit in after.units.values() if unit.part_of == self.unit]):
            after = after.put(stand)
        return after
