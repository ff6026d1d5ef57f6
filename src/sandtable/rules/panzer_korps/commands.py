"""What a player may say. Each chapter adds its own here."""

from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.state import Side, UnitId


class OfUnit(Command, frozen=True):
    unit: UnitId


class OfSide(Command, frozen=True):
    side: Side


# ---- the battlefield


class PlaceCrossing(Placing, frozen=True):
    """The one ford or bridge of a river. `unit` is the side that places it."""

    words = "the crossing is at {0.there}"


# ---- setting up, orders, the day


class Deploy(Placing, frozen=True):
    words = "set up {0.unit} at {0.there}"


class DeployInColumn(Placing, frozen=True):
    words = "set up {0.unit} in Transit Column at {0.there}"


class GiveOrder(Command, frozen=True):
    words = "{0.group}: {0.order}"

    group: UnitId
    order: str


class AttachLeader(Command, frozen=True):
    words = "attach {0.leader} to {0.formation}"

    leader: UnitId
    formation: UnitId


class KeepOrders(OfSide, frozen=True):
    """No more changes of orders and leaders."""

    words = "no more changes"
    quiet = True


class ForceStart(OfSide, frozen=True):
    """Try to start the battle in the Early Morning."""

    words = "try to force an early start"


class WaitForMorning(OfSide, frozen=True):
    words = "wait for Morning"
    quiet = True


class AddInitiative(OfSide, frozen=True):
    words = "add the CinC's figure, to go first"


class SubtractInitiative(OfSide, frozen=True):
    words = "subtract the CinC's figure, to go second"


class Dig(OfUnit, frozen=True):
    words = "{0.unit} digs in"


class DigNoMore(OfSide, frozen=True):
    words = "nobody else digs in"
    quiet = True


# ---- the air


# ---- movement


# ---- spotting and fire, bombardment


class Fire(OfUnit, frozen=True):
    words = "{0.unit} fires at {0.target}"
    attack = True

    target: UnitId


class BlindFire(Fire, frozen=True):
    words = "{0.unit} fires blind at {0.target}"


class HoldFire(OfSide, frozen=True):
    words = "hold fire"
    quiet = True
    ends = True


# ---- close assault and morale


COMMANDS: tuple[type[Command], ...] = (
    # setting up, orders, the day
    Deploy, DeployInColumn, GiveOrder, AttachLeader, KeepOrders, ForceStart, WaitForMorning, AddInitiative,
    SubtractInitiative, Dig, DigNoMore,
    # the air
    # movement
    # spotting and fire, bombardment
    Fire, BlindFire, HoldFire,
    # close assault and morale
)  # fmt: skip
