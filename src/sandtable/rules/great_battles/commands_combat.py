"""What a player may say about close combat and its end."""

from sandtable.kernel.decision import Command
from sandtable.kernel.state import UnitId


class Fight(Command, frozen=True):
    """This close combat next."""

    unit: UnitId
    target: UnitId

    def tell(self) -> str:
        return f"{self.unit} fights {self.target}"


class Advance(Command, frozen=True):
    """Follow the enemy who has been driven off."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} advances"


class Retreat(Command, frozen=True):
    """Fall back that way: degrees, clockwise from north."""

    unit: UnitId
    bearing: int

    def tell(self) -> str:
        return f"{self.unit} retreats towards {self.bearing} degrees"
