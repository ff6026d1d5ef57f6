"""Commands of the day: setting up, activating, moving and firing."""

from typing import ClassVar

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.words import Formation


def where(place: Place | None) -> str:
    return f"{place.x:g}, {place.y:g}" if place else "…"


# ---- setting up and the dawn


class PlaceUnit(Placing, frozen=True):
    """Start there, or come onto the table there, in a formation; the place is the middle of the front edge."""

    formation: Formation = Formation.ASSAULT
    mounted: bool = False
    set_up: bool = False
    interval: int = 100  # between neighbours in line, in hundredths of an inch

    def tell(self) -> str:
        how = " mounted" * self.mounted + " with its weapons set up" * self.set_up
        how += f", {self.interval / 100:g} inches apart," * (self.interval != 100)
        return f"{self.unit} in {self.formation} formation{how} at {where(self.to)}"


class KeepBack(Command, frozen=True):
    """Stay in reserve for now."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"keep {self.unit} in reserve"


class Done(Command, frozen=True):
    """Nothing more of this kind."""

    quiet: ClassVar[bool] = True

    def tell(self) -> str:
        return "no more"


class Activate(Command, frozen=True):
    """One battalion, or one to three battlegroups."""

    units: tuple[UnitId, ...]

    def tell(self) -> str:
        return f"activate {', '.join(self.units)}"


class Deactivate(Command, frozen=True):
    ends: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stands down"


class Reactivate(Command, frozen=True):
    """Try to reactivate it by initiative."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} tries to reactivate"


class Pass(Command, frozen=True):
    """Pass the turn at dawn."""

    quiet: ClassVar[bool] = True

    def tell(self) -> str:
        return "pass"


class Proceed(Command, frozen=True):
    def tell(self) -> str:
        return "proceed to the day"


class EndDay(Command, frozen=True):
    ends: ClassVar[bool] = True

    def tell(self) -> str:
        return "end the day"


class PlayOn(Command, frozen=True):
    quiet: ClassVar[bool] = True

    def tell(self) -> str:
        return "play on"


# ---- acting


class Move(Placing, frozen=True):
    """Go there with the whole battalion and end the move."""

    def tell(self) -> str:
        facing = f", facing {self.to.facing}" if self.to else ""
        return f"{self.unit} moves to {where(self.to)}{facing}"


class Hurry(Command, frozen=True):
    """Hurry over bad going, at a risk; the move comes next."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} hurries over bad going"


class Leg(Placing, frozen=True):
    """Go there first, then further."""

    def tell(self) -> str:
        return f"{self.unit} moves to {where(self.to)} first, then on"


class Charge(Command, frozen=True):
    """Move into contact."""

    attack: ClassVar[bool] = True

    unit: UnitId
    target: UnitId

    def tell(self) -> str:
        return f"{self.unit} moves into contact with {self.target}"


class Leave(Command, frozen=True):
    """Move off by the friendly edge, into reserve."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} leaves the table"


class Halt(Command, frozen=True):
    """Go no further."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} halts"


class ChangeFormation(Command, frozen=True):
    """Use the action to change formation; the next question is which one."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} changes formation"


class Form(Placing, frozen=True):
    """Change formation round the centre stand, facing as the place says."""

    formation: Formation = Formation.ASSAULT
    interval: int = 100  # between neighbours in line, in hundredths of an inch

    def tell(self) -> str:
        facing = f", facing {self.to.facing}" if self.to else ""
        return f'{self.unit} forms for {self.formation} at {self.interval / 100:g}"{facing}'


class Lead(Command, frozen=True):
    """This stand stands first in the formation."""

    unit: UnitId
    stand: UnitId

    def tell(self) -> str:
        return f"{self.stand} leads"


class Dismount(Command, frozen=True):
    unit: UnitId
    stay: bool = False  # half-tracks stay with it

    def tell(self) -> str:
        return f"{self.unit} dismounts{', its half-track stays' * self.stay}"


class LetOut(Command, frozen=True):
    """Some passengers get out; the next question is which ones."""

    unit: UnitId

    def tell(self) -> str:
        return f"some of {self.unit} dismount"


class StayAboard(Command, frozen=True):
    """Do not get out under fire."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stays in its transport"


class Rally(Command, frozen=True):
    """Every suppressed stand of the battalion that has done nothing else tries to rally."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} rallies"


class Limber(Command, frozen=True):
    """Pack up one weapon."""

    ends: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} packs up"


class Dig(Command, frozen=True):
    """Spend the action on digging in."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} digs"


# ---- firing


class Fire(Command, frozen=True):
    attack: ClassVar[bool] = True

    unit: UnitId
    target: UnitId
    indirect: bool = False

    def tell(self) -> str:
        return f"{self.unit} fires {'indirectly ' * self.indirect}at {self.target}"


class HoldFire(Command, frozen=True):
    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} holds its fire"


class SetUp(Command, frozen=True):
    """Set up a heavy weapon for its bonus."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is set up"


class DoNotSetUp(Command, frozen=True):
    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} is not set up"


class OpenFire(Command, frozen=True):
    """Opportunity fire by this battalion, now."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} fires as the enemy moves"


class Wait(Command, frozen=True):
    """No opportunity fire yet."""

    def tell(self) -> str:
        return "hold fire for now"


class LetPass(Command, frozen=True):
    """No opportunity fire at this move."""

    quiet: ClassVar[bool] = True

    def tell(self) -> str:
        return "let them pass"


class EditOrders(Command, frozen=True):
    """Change the standing orders for opportunity fire."""

    def tell(self) -> str:
        return "change standing orders"


class FireAt(Command, frozen=True):
    """Standing order: fire when the chance to suppress a stand is at least this, in per cent."""

    chance: int

    def tell(self) -> str:
        return f"fire at {self.chance}% or better" if self.chance <= 100 else "hold fire"


class FireWithin(Command, frozen=True):
    """Standing order: fire only within this distance."""

    inches: int

    def tell(self) -> str:
        return f'fire within {self.inches}"'


class AskMe(Command, frozen=True):
    """No standing orders: ask me each time."""

    quiet: ClassVar[bool] = True

    def tell(self) -> str:
        return "ask me each time"


class Take(Command, frozen=True):
    """This stand takes the hit."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} takes the hit"


class Pick(Command, frozen=True):
    """Choose this unit next."""

    unit: UnitId

    def tell(self) -> str:
        return f"choose {self.unit}"
