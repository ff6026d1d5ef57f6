"""Commands for the staff, the reserves and the night."""

from typing import ClassVar

from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.commands.day import where


class MoveStaff(Placing, frozen=True):
    """The C Ops or the FUP goes there."""

    def tell(self) -> str:
        return f"{self.unit} goes to {where(self.to)}"


class Stay(Command, frozen=True):
    """It stays where it is."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stays where it is"


class Withdraw(Command, frozen=True):
    """A battalion, or an attached stand, goes into reserve."""

    ends: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} goes into reserve"


class Load(Command, frozen=True):
    """A stand's transport comes back for it."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} loads up again"


class Rejoin(Command, frozen=True):
    """A replaced stand takes this place in the order of its battalion."""

    unit: UnitId
    place: int  # counted from the first

    def tell(self) -> str:
        return f"{self.unit} joins as number {self.place + 1}"


class WaitInReserve(Command, frozen=True):
    """A replaced stand cannot reach its battalion yet."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} waits in reserve"


class Attach(Command, frozen=True):
    """A support unit joins a battalion."""

    unit: UnitId
    to: UnitId

    def tell(self) -> str:
        return f"{self.unit} is attached to {self.to}"


class Detach(Command, frozen=True):
    """An attached stand becomes its own unit."""

    ends: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is detached"
