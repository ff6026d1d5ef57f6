"""Commands for airborne troops, tank riders and a C Ops that saves its actions."""

from sandtable.kernel.decision import OfUnit, Placing
from sandtable.kernel.state import UnitId

# ---- from the air


class ComeIn(OfUnit, frozen=True):
    words = "{0.unit} drops from {0.height} altitude"

    height: str


class DropOver(Placing, frozen=True):
    """The point over which a stand is dropped, and its facing on the ground."""

    words = "{0.unit} is dropped over {0.there}"


class MakeFor(Placing, frozen=True):
    """The point on a road that a C Ops heads for after landing off it."""

    words = "{0.unit} heads for {0.there}"


class Meet(OfUnit, frozen=True):
    """The stand that is the rendezvous of a scattered battalion."""

    words = "{0.unit} is the rendezvous"


class Consolidate(OfUnit, frozen=True):
    """Every straggler goes towards the rendezvous."""

    words = "{0.unit} consolidates"


class MoveOff(OfUnit, frozen=True):
    words = "{0.unit} moves off without its stragglers"


class Infiltrate(OfUnit, frozen=True):
    words = "{0.unit} goes on through the enemy"


class StopShort(OfUnit, frozen=True):
    words = "{0.unit} stops short of the enemy"
    quiet = True


# ---- on tanks


class Mount(OfUnit, frozen=True):
    words = "{0.unit} gets up on {0.tank}"

    tank: UnitId


class GetDown(Placing, frozen=True):
    words = "{0.unit} gets down at {0.there}"


# ---- the staff's own actions


class TravelNow(OfUnit, frozen=True):
    """The C Ops spends an action on moving."""

    words = "{0.unit} moves"


class SavePoint(OfUnit, frozen=True):
    """The C Ops turns an action into an activation point."""

    words = "{0.unit} saves an activation point"


class Allot(OfUnit, frozen=True):
    """A division gets so many of the shared activation points."""

    words = "{0.unit} gets {0.points}"

    points: int
