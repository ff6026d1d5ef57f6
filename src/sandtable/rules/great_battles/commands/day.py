"""Commands of the day: setting up, activating, moving and firing."""

from sandtable.kernel.decision import Command, OfUnit, Placing
from sandtable.kernel.state import UnitId
from sandtable.rules.great_battles.words import Formation

# ---- setting up and the dawn


class PlaceUnit(Placing, frozen=True):
    """Start there, or come onto the table there, in a formation; the place is the middle of the front edge."""

    words = "{0.unit} in {0.formation} formation{0.manner} at {0.there}"
    switched = (("formation", "Formation"), ("interval", "Spacing"), ("mounted", "Riders"), ("set_up", "Weapons"))

    formation: Formation = Formation.ASSAULT
    mounted: bool = False
    set_up: bool = False
    interval: int = 100  # between neighbours in line, in hundredths of an inch

    @property
    def manner(self) -> str:
        how = " mounted" * self.mounted + " with its weapons set up" * self.set_up
        return how + f", {self.interval / 100:g} inches apart," * (self.interval != 100)

    def way_of(self, field: str) -> str:
        match field:
            case "interval":
                return spacing(self.interval)
            case "mounted":
                return "mounted" if self.mounted else "on foot"
            case "set_up":
                return "set up" if self.set_up else "packed up"
        return super().way_of(field)


def spacing(interval: int) -> str:
    """Hundredths of an inch in words."""
    return f"{interval / 100:g}″"


class KeepBack(OfUnit, frozen=True):
    words = "keep {0.unit} in reserve"
    quiet = True


class EntrenchHere(OfUnit, frozen=True):
    words = "{0.unit} starts dug in"


class Done(Command, frozen=True):
    """Nothing more of this kind."""

    words = "no more"
    quiet = True


class Activate(Command, frozen=True):
    """One battalion, or one to three battlegroups."""

    units: tuple[UnitId, ...]

    def tell(self) -> str:
        return f"activate {', '.join(self.units)}"


class Deactivate(OfUnit, frozen=True):
    words = "{0.unit} stands down"
    ends = True


class Reactivate(OfUnit, frozen=True):
    words = "{0.unit} tries to reactivate"


class Pass(Command, frozen=True):
    """Pass the turn at dawn."""

    words = "pass"
    quiet = True


class Proceed(Command, frozen=True):
    words = "proceed to the day"


class EndDay(Command, frozen=True):
    words = "end the day"
    ends = True


class PlayOn(Command, frozen=True):
    words = "play on"
    quiet = True


# ---- acting


class Move(Placing, frozen=True):
    """Go there with the whole battalion and end the move."""

    words = "{0.unit} moves to {0.there}{0.facing}"


class Hurry(OfUnit, frozen=True):
    """At a risk; the move comes next."""

    words = "{0.unit} hurries over bad going"


class Leg(Placing, frozen=True):
    words = "{0.unit} moves to {0.there} first, then on"


class Charge(OfUnit, frozen=True):
    words = "{0.unit} moves into contact with {0.target}"
    attack = True

    target: UnitId


class Leave(OfUnit, frozen=True):
    """Move off by the friendly edge, into reserve."""

    words = "{0.unit} leaves the table"


class Halt(OfUnit, frozen=True):
    words = "{0.unit} halts"
    quiet = True


class ChangeFormation(OfUnit, frozen=True):
    """Use the action to change formation; the next question is which one."""

    words = "{0.unit} changes formation"
    opens = True


class Form(Placing, frozen=True):
    """Change formation round the centre stand, facing as the place says."""

    words = '{0.unit} forms for {0.formation} at {0.inches:g}"{0.facing}'
    switched = (("formation", "Formation"), ("interval", "Spacing"))

    formation: Formation = Formation.ASSAULT
    interval: int = 100  # between neighbours in line, in hundredths of an inch

    @property
    def inches(self) -> float:
        return self.interval / 100

    def way_of(self, field: str) -> str:
        return spacing(self.interval) if field == "interval" else super().way_of(field)


class Lead(OfUnit, frozen=True):
    """This stand stands first in the formation."""

    words = "{0.stand} leads"

    stand: UnitId


class Dismount(OfUnit, frozen=True):
    stay: bool = False  # half-tracks stay with it

    def tell(self) -> str:
        return f"{self.unit} dismounts{', its half-track stays' * self.stay}"


class LetOut(OfUnit, frozen=True):
    """Some passengers get out; the next question is which ones."""

    words = "some of {0.unit} dismount"


class StayAboard(OfUnit, frozen=True):
    """Do not get out under fire."""

    words = "{0.unit} stays in its transport"


class Rally(OfUnit, frozen=True):
    """Every suppressed stand of the battalion that has done nothing else tries to rally."""

    words = "{0.unit} rallies"


class Limber(OfUnit, frozen=True):
    words = "{0.unit} packs up"
    ends = True


class Dig(OfUnit, frozen=True):
    words = "{0.unit} digs"


# ---- firing


class Fire(OfUnit, frozen=True):
    attack = True

    target: UnitId
    indirect: bool = False

    def tell(self) -> str:
        return f"{self.unit} fires {'indirectly ' * self.indirect}at {self.target}"


class HoldFire(OfUnit, frozen=True):
    words = "{0.unit} holds its fire"
    quiet = True


class SetUp(OfUnit, frozen=True):
    """Set up a heavy weapon for its bonus."""

    words = "{0.unit} is set up"


class DoNotSetUp(OfUnit, frozen=True):
    words = "{0.unit} is not set up"
    quiet = True


class OpenFire(OfUnit, frozen=True):
    """Opportunity fire by this battalion, now."""

    words = "{0.unit} fires as the enemy moves"
    opens = True


class Wait(Command, frozen=True):
    """No opportunity fire yet."""

    words = "hold fire for now"


class LetPass(Command, frozen=True):
    """No opportunity fire at this move."""

    words = "let them pass"
    quiet = True


class EditOrders(Command, frozen=True):
    """For opportunity fire."""

    words = "change standing orders"


class FireAt(Command, frozen=True):
    """Standing order: fire when the chance to suppress a stand is at least this, in per cent."""

    chance: int

    def tell(self) -> str:
        return f"fire at {self.chance}% or better" if self.chance <= 100 else "hold fire"


class FireWithin(Command, frozen=True):
    """Standing order: fire only within this distance."""

    words = 'fire within {0.inches}"'

    inches: int


class AskMe(Command, frozen=True):
    words = "ask me each time"
    quiet = True


class Take(OfUnit, frozen=True):
    words = "{0.unit} takes the hit"


class Pick(OfUnit, frozen=True):
    words = "choose {0.unit}"
    opens = True
