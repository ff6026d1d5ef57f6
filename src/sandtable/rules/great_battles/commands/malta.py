"""Commands of the house rules of Malta."""

from typing import ClassVar

from sandtable.kernel.decision import Command
from sandtable.kernel.state import UnitId


class EntrenchHere(Command, frozen=True):
    """A battalion starts dug in."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} starts dug in"


class Reassign(Command, frozen=True):
    """A support stand joins another battalion."""

    ends: ClassVar[bool] = True

    unit: UnitId
    to: UnitId

    def tell(self) -> str:
        return f"{self.unit} joins {self.to}"


class HoldOff(Command, frozen=True):
    """A battalion in reserve or in the air is held back."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is held back"


class ComeLater(Command, frozen=True):
    """When it comes; without a day: some time after it is called up."""

    unit: UnitId
    day: int = 0
    turn: int = 0

    def tell(self) -> str:
        when = f"on day {self.day}, turn {self.turn}" if self.day else "some time after it is called up"
        return f"{self.unit} comes {when}"


class EnterBy(Command, frozen=True):
    """The piece of terrain it comes over; without one: it comes like reserves."""

    unit: UnitId
    piece: str = ""

    def tell(self) -> str:
        return f"{self.unit} comes over {self.piece}" if self.piece else f"{self.unit} comes on like reserves"


class CallUp(Command, frozen=True):
    """Call up a battalion that is held back without a date."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is called up"


class PutOff(Command, frozen=True):
    """A battalion that is due comes later."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is put off"
