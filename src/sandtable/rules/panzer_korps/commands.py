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


class TakeGroup(Command, frozen=True):
    """This group rolls its Decision Die and moves next."""

    words = "{0.group} moves next"

    group: UnitId


class Rally(OfUnit, frozen=True):
    """Markers of the Auto Rally come off."""

    words = "{0.unit} rallies {0.markers}"

    markers: int


class March(Placing, frozen=True):
    """A formation moves to a place and ends its move there."""

    words = "{0.unit} goes {0.manner}to {0.there}"

    how: str = ""

    @property
    def manner(self) -> str:
        return f"{self.how} " if self.how else ""


class Bend(March, frozen=True):
    """It goes on from there in another direction."""

    words = "{0.unit} goes {0.manner}by way of {0.there}"


class Assault(OfUnit, frozen=True):
    """Move straight into contact with an enemy."""

    words = "{0.unit} assaults {0.target} {0.how}"
    attack = True

    target: UnitId
    how: str = ""


class Overrun(Assault, frozen=True):
    """Move into contact and fight at once."""

    words = "{0.unit} overruns {0.target} {0.how}"
    attack = True


class Withdraw(OfUnit, frozen=True):
    """Leave the table over the own edge."""

    words = "{0.unit} withdraws from the battle"
    ends = True


class Halt(OfUnit, frozen=True):
    """A formation under way ends its move where it is."""

    words = "{0.unit} halts"
    quiet = True


class EndMoves(Command, frozen=True):
    words = "no more moves of {0.group}"
    quiet = True
    ends = True

    group: UnitId


# ---- spotting and fire, bombardment


# ---- close assault and morale


COMMANDS: tuple[type[Command], ...] = (TakeGroup, Rally, March, Bend, Assault, Overrun, Withdraw, Halt, EndMoves)
__all__ = ["COMMANDS", "OfSide", "OfUnit", "Placing"]
