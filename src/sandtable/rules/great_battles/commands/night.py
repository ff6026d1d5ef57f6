"""What a player may say about his staff, his reserves and the night."""

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
    """A battalion, or a stand that is attached to one, goes into reserve."""

    ends: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} goes into reserve"


class Load(Command, frozen=True):
    """The transport of a stand comes back for it."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} loads up again"


class Rejoin(Command, frozen=True):
    """A stand that has been replaced takes this place in the order of its battalion."""

    unit: UnitId
    place: int  # counted from the first

    def tell(self) -> str:
        return f"{self.unit} joins as number {self.place + 1}"


class WaitInReserve(Command, frozen=True):
    """A stand that has been replaced cannot reach its battalion yet."""

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
    """An attached stand becomes a unit of its own."""

    ends: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is detached"
