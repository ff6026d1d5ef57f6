"""Commands for close combat and its end. A bearing is in degrees, clockwise from north."""

from sandtable.kernel.decision import OfUnit
from sandtable.kernel.state import UnitId


class Fight(OfUnit, frozen=True):
    words = "{0.unit} fights {0.target}"
    attack = True

    target: UnitId


class Advance(OfUnit, frozen=True):
    """Go forward: after the enemy who has retreated, or on a bearing."""

    bearing: int | None = None

    def tell(self) -> str:
        return f"{self.unit} advances" + (f" towards {self.bearing} degrees" if self.bearing is not None else "")


class FaceAbout(OfUnit, frozen=True):
    """After a retreat: face the other way."""

    words = "{0.unit} turns about"


class Retreat(OfUnit, frozen=True):
    words = "{0.unit} retreats towards {0.bearing} degrees"

    bearing: int
