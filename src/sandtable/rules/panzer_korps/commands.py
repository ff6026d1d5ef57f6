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


# ---- the air


# ---- movement


# ---- spotting and fire, bombardment


# ---- close assault and morale


COMMANDS: tuple[type[Command], ...] = ()
__all__ = ["COMMANDS", "OfSide", "OfUnit", "Placing"]
