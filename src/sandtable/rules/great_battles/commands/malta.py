"""Commands of the house rules of Malta."""

from sandtable.kernel.decision import OfUnit
from sandtable.kernel.state import UnitId


class EntrenchHere(OfUnit, frozen=True):
    words = "{0.unit} starts dug in"


class Reassign(OfUnit, frozen=True):
    """A support stand joins another battalion."""

    words = "{0.unit} joins {0.to}"
    ends = True

    to: UnitId


class HoldOff(OfUnit, frozen=True):
    """A battalion in reserve or in the air is held back."""

    words = "{0.unit} is held back"


class ComeLater(OfUnit, frozen=True):
    """When it comes; without a day: some time after it is called up."""

    words = "{0.unit} comes {0.when}"

    day: int = 0
    turn: int = 0

    @property
    def when(self) -> str:
        return f"on day {self.day}, turn {self.turn}" if self.day else "some time after it is called up"


class EnterBy(OfUnit, frozen=True):
    """The piece of terrain it comes over; without one: it comes like reserves."""

    piece: str = ""

    def tell(self) -> str:
        return f"{self.unit} comes over {self.piece}" if self.piece else f"{self.unit} comes on like reserves"


class CallUp(OfUnit, frozen=True):
    """A battalion that is held back without a date."""

    words = "{0.unit} is called up"


class PutOff(OfUnit, frozen=True):
    """A battalion that is due comes later."""

    words = "{0.unit} is put off"
