"""Commands for close combat and its end."""

from typing import ClassVar

from sandtable.kernel.decision import Command
from sandtable.kernel.state import UnitId


class Fight(Command, frozen=True):
    """Fight this close combat next."""

    attack: ClassVar[bool] = True

    unit: UnitId
    target: UnitId

    def tell(self) -> str:
        return f"{self.unit} fights {self.target}"


class Advance(Command, frozen=True):
    """Go forward: after the enemy who has retreated, or on a bearing in degrees, clockwise from north."""

    unit: UnitId
    bearing: int | None = None

    def tell(self) -> str:
        return f"{self.unit} advances" + (f" towards {self.bearing} degrees" if self.bearing is not None else "")


class FaceAbout(Command, frozen=True):
    """After a retreat: face the other way."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} turns about"


class Retreat(Command, frozen=True):
    """Retreat on this bearing: degrees, clockwise from north."""

    unit: UnitId
    bearing: int

    def tell(self) -> str:
        return f"{self.unit} retreats towards {self.bearing} degrees"
