"""How a battalion begins, and how it leaves off: facts that change more than one mark of it."""

from typing import ClassVar

from msgspec.structs import replace

from sandtable.kernel.events import UnitEvent
from sandtable.kernel.state import State
from sandtable.rules.great_battles.facts.common import Formed
from sandtable.rules.great_battles.words import Mark


class Started(Formed, frozen=True):
    """A battalion starts on the table: it waits in reserve no longer."""

    verb: ClassVar[str] = "starts"

    def apply(self, state: State) -> State:
        after = super().apply(state)
        body = after.units[self.unit]
        return after.put(replace(body, marks=body.marks - {Mark.RESERVE}))


class StoodDown(UnitEvent, frozen=True):
    """A battalion is activated no longer, by its owner's will."""

    def apply(self, state: State) -> State:
        body = state.units[self.unit]
        return state.put(replace(body, marks=body.marks - {Mark.ACTIVATED} | {Mark.DEACTIVATED}))

    def tell(self) -> str:
        return f"{self.unit} stands down"
