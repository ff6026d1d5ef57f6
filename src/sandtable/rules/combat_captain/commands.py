"""What a player may say."""

from typing import ClassVar

from sandtable.board.place import direction
from sandtable.kernel.counting import told
from sandtable.kernel.decision import Command, Manner, OfSide, OfUnit, Placing
from sandtable.kernel.state import UnitId


class OfCompany(Command, frozen=True):
    company: UnitId


class AtTarget(OfCompany, frozen=True):
    target: UnitId


class Against(OfCompany, frozen=True):
    enemy: UnitId


# ---- setting up


class Deploy(Placing, frozen=True):
    """Set up a company in an arrangement about its leader."""

    words = "set up {0.unit} {0.arrangement} at {0.there}"
    switched = (("arrangement", "Arrangement"), ("mounted", "Riders"))

    arrangement: str = ""
    mounted: bool = False

    def way_of(self, field: str) -> str:
        if field == "mounted":
            return "mounted" if self.mounted else "on foot"
        return super().way_of(field)


class NameLeader(OfUnit, frozen=True):
    words = "{0.unit} leads {0.company}"
    by_hand = True

    company: UnitId


class Adjust(OfCompany, frozen=True):
    words = "move single sub-units of {0.company}"
    by_hand = True


class PutApart(Placing, frozen=True):
    words = "put {0.unit} at {0.there}"
    by_hand = True


class Ready(OfSide, frozen=True):
    words = "ready"
    quiet = True


# ---- activation


class Activate(OfCompany, frozen=True):
    words = "activate {0.company}"
    opens = True


class EndActivation(OfSide, frozen=True):
    """The dice of all that have not been activated are given up."""

    words = "activate no more companies"
    quiet = True
    ends = True


class Move(OfCompany, frozen=True):
    words = "{0.company} moves"
    goes = True


class Rally(OfCompany, frozen=True):
    words = "{0.company} rallies"


class Pass(OfCompany, frozen=True):
    """Give up the dice that are left."""

    words = "{0.company} gives up its dice"
    quiet = True
    ends = True


# ---- moving


class March(Placing, frozen=True):
    """The company goes: its leader to a place, the others with it."""

    words = "{0.unit} goes {0.arrangement} to {0.there}"
    switched = (("arrangement", "Arrangement"),)

    arrangement: str = ""


class Charge(AtTarget, frozen=True):
    """Go into contact with an enemy company."""

    words = "{0.company} charges {0.target}"
    attack = True


class MoveOne(Placing, frozen=True):
    """One sub-unit goes somewhere by itself."""

    words = "{0.unit} goes to {0.there}"
    by_hand = True


class Halt(OfCompany, frozen=True):
    """Nobody else of the company moves on this die."""

    words = "{0.company} stays"
    quiet = True


# ---- cover


class SeekCover(OfCompany, frozen=True):
    """All of a company, facing one way or each the nearest enemy."""

    words = "{0.company} seeks cover facing {0.way}"

    facing: int | None = None

    @property
    def way(self) -> str:
        return "the enemy" if self.facing is None else direction(self.facing)


class SeekCoverSingly(OfCompany, frozen=True):
    words = "single sub-units of {0.company} seek cover"
    by_hand = True


class TakeCover(Placing, frozen=True):
    """One sub-unit, where it stands; the place says which way it faces."""

    words = "{0.unit} seeks cover{0.facing}"
    by_hand = True


# ---- fire


class Firing(AtTarget, frozen=True):
    """At one enemy sub-unit, with so many dice for each firer."""

    switched = (("dice", "Dice"),)
    deed = "Fire"
    who: ClassVar[str] = ""

    dice: int = 1

    @property
    def ways(self) -> tuple[Manner, ...]:
        return (*super().ways, Manner("Who fires", self.who))

    @property
    def thrown(self) -> str:
        return told(self.dice, "die")


class Fire(Firing, frozen=True):
    """All of a company that can."""

    words = "{0.company} fires at {0.target} with {0.thrown}"
    attack = True
    who = "all who can"


class FireSome(Firing, frozen=True):
    """The same, but choose who fires, and with what."""

    words = "part of {0.company} fires at {0.target} with {0.thrown}"
    by_hand = True
    who = "some of them"


class LeaveOut(OfUnit, frozen=True):
    words = "{0.unit} does not fire"


class Switch(OfUnit, frozen=True):
    """It fires its other weapon."""

    words = "{0.unit} fires its {0.weapon}"

    weapon: str


class Shoot(AtTarget, frozen=True):
    words = "fire at {0.target}"
    quiet = True


class CeaseFire(OfCompany, frozen=True):
    """Nobody else of the company fires in this activity."""

    words = "{0.company} ceases fire"
    quiet = True


class HoldFire(OfSide, frozen=True):
    words = "hold fire"
    quiet = True


# ---- losses


class TakeNext(OfUnit, frozen=True):
    words = "{0.unit} takes the hits"


class TakeOne(OfUnit, frozen=True):
    words = "{0.unit} takes one hit"


class Consolidate(Command, frozen=True):
    words = "{0.giver} gives men to {0.taker}"

    giver: UnitId
    taker: UnitId


# ---- transport


class MountUp(OfCompany, frozen=True):
    words = "all of {0.company} that can mount"


class Dismount(OfCompany, frozen=True):
    words = "all of {0.company} dismount"


class MountSingly(OfCompany, frozen=True):
    words = "single sub-units of {0.company} mount or dismount"
    by_hand = True


class Mount(OfUnit, frozen=True):
    words = "{0.unit} mounts {0.carrier}"

    carrier: UnitId


class SetDown(Placing, frozen=True):
    """A passenger gets out; or survivors stand by the wreck."""

    words = "{0.unit} dismounts at {0.there}"


class Done(OfCompany, frozen=True):
    words = "no more"
    quiet = True


# ---- close combat


class Stand(Against, frozen=True):
    words = "{0.company} stands against {0.enemy}"
    quiet = True


class Withdraw(Against, frozen=True):
    """Run before the charge comes to blows."""

    words = "{0.company} withdraws from {0.enemy}"


class Fight(Against, frozen=True):
    words = "{0.company} fights {0.enemy}"
    attack = True


class Turning(Command, frozen=True):
    """A withdrawal; `turn`: degrees to the right of straight away from the enemy."""

    turn: int

    @property
    def way(self) -> str:
        hand = "right" if self.turn > 0 else "left"
        return f"{abs(self.turn)} degrees to the {hand}" if self.turn else "straight"


class FallBack(Turning, frozen=True):
    """All of a company, all the way."""

    words = "{0.company} falls back {0.way}"

    company: UnitId


class FallBackLeg(Turning, frozen=True):
    """All of a company, for the next die alone."""

    words = "{0.company} falls back {0.way} for one die"

    company: UnitId


class TurnAway(Turning, frozen=True):
    """One sub-unit goes its own way on the next die."""

    words = "{0.unit} falls back {0.way}"

    unit: UnitId


class Occupy(OfCompany, frozen=True):
    """A winning attacker moves in with all that find room."""

    words = "{0.company} occupies the ground"


class OccupyOne(Placing, frozen=True):
    words = "{0.unit} advances to {0.there}"
    by_hand = True


class CounterAttack(Placing, frozen=True):
    """A winning defender moves forward."""

    words = "{0.unit} counter-attacks to {0.there}"


class StayPut(OfCompany, frozen=True):
    words = "{0.company} stays where it is"
    quiet = True


# ---- events


class Aim(Placing, frozen=True):
    words = "aim at {0.there}"
    attack = True


class LayTape(Placing, frozen=True):
    """The middle of the tape lies there, and the plane flies the way it faces."""

    words = "lay the tape over {0.there}"
    attack = True


class Strafe(OfSide, frozen=True):
    words = "strafe on to the end"
    attack = True


class StrafeOne(OfSide, frozen=True):
    """The next man, then think again."""

    words = "strafe one man of {0.unit}"

    unit: UnitId


class BreakOff(OfSide, frozen=True):
    words = "break off the run"
    quiet = True


class Bomb(OfSide, frozen=True):
    words = "bomb {0.target}"
    attack = True

    target: UnitId
