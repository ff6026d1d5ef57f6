"""Commands for guns and aircraft."""

from sandtable.kernel.decision import Command, OfUnit, Placing
from sandtable.kernel.state import UnitId

# ---- the plan of the day


class PrePlan(Placing, frozen=True):
    """The mission comes to that point on a turn that its owner writes down."""

    words = "{0.unit} is pre-planned at {0.there}"


class Register(Placing, frozen=True):
    """The mission can be called on that point."""

    words = "{0.unit} is registered at {0.there}"


class KeepOnCall(OfUnit, frozen=True):
    """The mission can be called on any point."""

    words = "{0.unit} is on call"
    quiet = True


class ArriveOn(Command, frozen=True):
    """The turn of a pre-planned mission."""

    words = "it comes on turn {0.turn}"

    turn: int


# ---- step 4


class KeepUp(OfUnit, frozen=True):
    """Spend a round and let the barrage go on."""

    words = "keep up {0.unit}"


class Lift(OfUnit, frozen=True):
    """Take the template off the table."""

    words = "lift {0.unit}"
    quiet = True


class CancelMission(OfUnit, frozen=True):
    words = "cancel {0.unit}"
    ends = True


class LetCome(Command, frozen=True):
    """Cancel no more missions."""

    words = "let the missions come"
    quiet = True


class CallMission(Placing, frozen=True):
    """Call a mission on a point that a battalion sees."""

    words = "call {0.unit} on {0.there}, spotted by {0.spotter}"

    spotter: UnitId = UnitId("")


class AskForAircraft(OfUnit, frozen=True):
    """The unit pays the point."""

    words = "spend an activation point of {0.unit} on an aircraft"


class FireShell(OfUnit, frozen=True):
    words = "{0.unit} fires shells"


class FireSmoke(OfUnit, frozen=True):
    words = "{0.unit} fires smoke"


class Strike(OfUnit, frozen=True):
    words = "{0.unit} attacks {0.target}"
    attack = True

    target: UnitId
