"""What a player may say. Each chapter adds its own here."""

from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.state import Side, UnitId


class OfUnit(Command, frozen=True):
    unit: UnitId


class OfSide(Command, frozen=True):
    side: Side


# ---- setting up, orders, the day


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
    # spotting and fire, bombardment
    Fire, BlindFire, HoldFire,
)  # fmt: skip
__all__ = ["COMMANDS", "OfSide", "OfUnit", "Placing"]
