"""Commands for the staff, the reserves and the night."""

from sandtable.kernel.decision import OfUnit, Placing
from sandtable.kernel.state import UnitId


class MoveStaff(Placing, frozen=True):
    """The C Ops or the FUP goes there."""

    words = "{0.unit} goes to {0.there}"


class Stay(OfUnit, frozen=True):
    words = "{0.unit} stays where it is"
    quiet = True


class Withdraw(OfUnit, frozen=True):
    """A battalion, or an attached stand."""

    words = "{0.unit} goes into reserve"
    ends = True


class Load(OfUnit, frozen=True):
    words = "{0.unit} loads up again"


class Rejoin(OfUnit, frozen=True):
    """A replaced stand takes this place in the order of its battalion."""

    words = "{0.unit} joins as number {0.number}"

    place: int  # counted from the first

    @property
    def number(self) -> int:
        return self.place + 1


class WaitInReserve(OfUnit, frozen=True):
    """A replaced stand cannot reach its battalion yet."""

    words = "{0.unit} waits in reserve"
    quiet = True


class Attach(OfUnit, frozen=True):
    words = "{0.unit} is attached to {0.to}"

    to: UnitId


class Detach(OfUnit, frozen=True):
    """An attached stand becomes its own unit."""

    words = "{0.unit} is detached"
    ends = True


# ---- units that are held back


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
    words = "{0.unit} is put off"
