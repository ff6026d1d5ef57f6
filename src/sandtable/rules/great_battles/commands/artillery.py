"""Commands for guns and aircraft."""

from typing import ClassVar

from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.day import where

# ---- the plan of the day


class PrePlan(Placing, frozen=True):
    """The mission comes to that point on a turn that its owner writes down."""

    def tell(self) -> str:
        return f"{self.unit} is pre-planned at {where(self.to)}"


class Register(Placing, frozen=True):
    """The mission can be called on that point."""

    def tell(self) -> str:
        return f"{self.unit} is registered at {where(self.to)}"


class KeepOnCall(Command, frozen=True):
    """The mission can be called on any point."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is on call"


class ArriveOn(Command, frozen=True):
    """A pre-planned mission comes on this turn."""

    turn: int

    def tell(self) -> str:
        return f"it comes on turn {self.turn}"


# ---- step 4


class KeepUp(Command, frozen=True):
    """Spend a round and let the barrage go on."""

    unit: UnitId

    def tell(self) -> str:
        return f"keep up {self.unit}"


class Lift(Command, frozen=True):
    """Take the template off the table."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"lift {self.unit}"


class CancelMission(Command, frozen=True):
    """Cancel a mission that is on its way."""

    ends: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"cancel {self.unit}"


class LetCome(Command, frozen=True):
    """Cancel no more missions."""

    quiet: ClassVar[bool] = True

    def tell(self) -> str:
        return "let the missions come"


class CallMission(Placing, frozen=True):
    """Call a mission on a point that a battalion sees."""

    spotter: UnitId = UnitId("")

    def tell(self) -> str:
        return f"call {self.unit} on {where(self.to)}, spotted by {self.spotter}"


class AskForAircraft(Command, frozen=True):
    """Spend an activation point on a call for an aircraft."""

    unit: UnitId  # it pays the point

    def tell(self) -> str:
        return f"spend an activation point of {self.unit} on an aircraft"


class FireShell(Command, frozen=True):
    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} fires shells"


class FireSmoke(Command, frozen=True):
    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} fires smoke"


class Strike(Command, frozen=True):
    """The stand an aircraft attacks."""

    attack: ClassVar[bool] = True

    unit: UnitId
    target: UnitId

    def tell(self) -> str:
        return f"{self.unit} attacks {self.target}"
