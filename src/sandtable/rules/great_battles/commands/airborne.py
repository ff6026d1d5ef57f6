"""Commands for airborne troops, tank riders and a C Ops that saves its actions."""

from typing import ClassVar

from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.day import where

# ---- from the air


class ComeIn(Command, frozen=True):
    """The height from which a battalion drops."""

    unit: UnitId
    height: str

    def tell(self) -> str:
        return f"{self.unit} drops from {self.height} altitude"


class DropOver(Placing, frozen=True):
    """The point over which a stand is dropped, and its facing on the ground."""

    def tell(self) -> str:
        return f"{self.unit} is dropped over {where(self.to)}"


class MakeFor(Placing, frozen=True):
    """The point on a road that a C Ops heads for after landing off it."""

    def tell(self) -> str:
        return f"{self.unit} heads for {where(self.to)}"


class Meet(Command, frozen=True):
    """The stand that is the rendezvous of a scattered battalion."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is the rendezvous"


class Consolidate(Command, frozen=True):
    """Every straggler goes towards the rendezvous."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} consolidates"


class MoveOff(Command, frozen=True):
    """Give up the stragglers."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} moves off without its stragglers"


class Infiltrate(Command, frozen=True):
    """Go on through the enemy."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} goes on through the enemy"


class StopShort(Command, frozen=True):
    """Stop in front of the enemy."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stops short of the enemy"


# ---- on tanks


class Mount(Command, frozen=True):
    """Get up on a tank."""

    unit: UnitId
    tank: UnitId

    def tell(self) -> str:
        return f"{self.unit} gets up on {self.tank}"


class GetDown(Placing, frozen=True):
    """Get down next to the tank."""

    def tell(self) -> str:
        return f"{self.unit} gets down at {where(self.to)}"


# ---- the staff's own actions


class TravelNow(Command, frozen=True):
    """The C Ops spends an action on moving."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} moves"


class SavePoint(Command, frozen=True):
    """The C Ops turns an action into an activation point."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} saves an activation point"


class Allot(Command, frozen=True):
    """A division gets so many of the shared activation points."""

    unit: UnitId
    points: int

    def tell(self) -> str:
        return f"{self.unit} gets {self.points}"
