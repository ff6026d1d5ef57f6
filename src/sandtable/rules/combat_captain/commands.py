"""What a player may say."""

from typing import ClassVar

from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.state import Side, UnitId

# ---- setting up


class Deploy(Placing, frozen=True):
    """Set up a company in an arrangement about its leader."""

    words = "set up {0.unit} {0.arrangement} at {0.there}"

    arrangement: str = ""
    mounted: bool = False


class NameLeader(Command, frozen=True):
    words = "{0.unit} leads {0.company}"

    unit: UnitId
    company: UnitId


class Adjust(Command, frozen=True):
    words = "move single sub-units of {0.company}"

    company: UnitId


class PutApart(Placing, frozen=True):
    words = "put {0.unit} at {0.there}"


class Ready(Command, frozen=True):
    words = "ready"
    quiet: ClassVar[bool] = True

    side: Side


# ---- activation


class Activate(Command, frozen=True):
    words = "activate {0.company}"

    company: UnitId


class EndActivation(Command, frozen=True):
    """The dice of all that have not been activated are given up."""

    words = "activate no more companies"
    quiet: ClassVar[bool] = True
    ends: ClassVar[bool] = True

    side: Side


class Move(Command, frozen=True):
    """Spend a die on moving."""

    words = "{0.company} moves"

    company: UnitId


class Rally(Command, frozen=True):
    words = "{0.company} rallies"

    company: UnitId


class Pass(Command, frozen=True):
    """Give up the dice that are left."""

    words = "{0.company} gives up its dice"
    quiet: ClassVar[bool] = True
    ends: ClassVar[bool] = True

    company: UnitId


# ---- moving


class March(Placing, frozen=True):
    """The company goes: its leader to a place, the others with it."""

    words = "{0.unit} goes {0.arrangement} to {0.there}"

    arrangement: str = ""


class Charge(Command, frozen=True):
    """Go into contact with an enemy company."""

    words = "{0.company} charges {0.target}"
    attack: ClassVar[bool] = True

    company: UnitId
    target: UnitId


class MoveOne(Placing, frozen=True):
    """One sub-unit goes somewhere by itself."""

    words = "{0.unit} goes to {0.there}"


class Halt(Command, frozen=True):
    """Nobody else of the company moves on this die."""

    words = "{0.company} stays"
    quiet: ClassVar[bool] = True

    company: UnitId


# ---- cover


class SeekCover(Command, frozen=True):
    """All of a company, facing one way or each the nearest enemy."""

    words = "{0.company} seeks cover facing {0.way}"

    company: UnitId
    facing: int | None = None

    @property
    def way(self) -> str:
        return "the enemy" if self.facing is None else f"{self.facing} degrees"


class SeekCoverSingly(Command, frozen=True):
    words = "single sub-units of {0.company} seek cover"

    company: UnitId


class TakeCover(Placing, frozen=True):
    """One sub-unit, where it stands; the place says which way it faces."""

    words = "{0.unit} seeks cover facing {0.way}"

    @property
    def way(self) -> str:
        return f"{self.to.facing} degrees" if self.to else "..."


# ---- fire


class Fire(Command, frozen=True):
    """All of a company that can, at one enemy sub-unit, with so many dice each."""

    words = "{0.company} fires at {0.target}, dice: {0.dice}"
    attack: ClassVar[bool] = True

    company: UnitId
    target: UnitId
    dice: int = 1


class FireSome(Command, frozen=True):
    """The same, but choose who fires, and with what."""

    words = "part of {0.company} fires at {0.target}, dice: {0.dice}"

    company: UnitId
    target: UnitId
    dice: int = 1


class LeaveOut(Command, frozen=True):
    words = "{0.unit} does not fire"

    unit: UnitId


class Switch(Command, frozen=True):
    """It fires its other weapon."""

    words = "{0.unit} fires its {0.weapon}"

    unit: UnitId
    weapon: str


class Shoot(Command, frozen=True):
    """The group as it is now."""

    words = "fire at {0.target}"
    quiet: ClassVar[bool] = True

    company: UnitId
    target: UnitId


class CeaseFire(Command, frozen=True):
    """Nobody else of the company fires in this activity."""

    words = "{0.company} ceases fire"
    quiet: ClassVar[bool] = True

    company: UnitId


class HoldFire(Command, frozen=True):
    """No opportunity fire now."""

    words = "hold fire"
    quiet: ClassVar[bool] = True

    side: Side


# ---- losses


class TakeNext(Command, frozen=True):
    words = "{0.unit} takes the hits"

    unit: UnitId


class TakeOne(Command, frozen=True):
    words = "{0.unit} takes one hit"

    unit: UnitId


class Consolidate(Command, frozen=True):
    words = "{0.giver} gives men to {0.taker}"

    giver: UnitId
    taker: UnitId


# ---- transport


class MountUp(Command, frozen=True):
    words = "all of {0.company} that can mount"

    company: UnitId


class Dismount(Command, frozen=True):
    words = "all of {0.company} dismount"

    company: UnitId


class MountSingly(Command, frozen=True):
    words = "single sub-units of {0.company} mount or dismount"

    company: UnitId


class Mount(Command, frozen=True):
    words = "{0.unit} mounts {0.carrier}"

    unit: UnitId
    carrier: UnitId


class SetDown(Placing, frozen=True):
    """A passenger gets out; or survivors stand by the wreck."""

    words = "{0.unit} dismounts at {0.there}"


class Done(Command, frozen=True):
    words = "no more"
    quiet: ClassVar[bool] = True

    company: UnitId


# ---- close combat


class Stand(Command, frozen=True):
    words = "{0.company} stands against {0.enemy}"
    quiet: ClassVar[bool] = True

    company: UnitId
    enemy: UnitId


class Withdraw(Command, frozen=True):
    """Run before the charge comes to blows."""

    words = "{0.company} withdraws from {0.enemy}"

    company: UnitId
    enemy: UnitId


class Fight(Command, frozen=True):
    """This close combat next."""

    words = "{0.company} fights {0.enemy}"
    attack: ClassVar[bool] = True

    company: UnitId
    enemy: UnitId


class Turning(Command, frozen=True):
    """A withdrawal; `turn`: degrees to the right of straight away from the enemy."""

    turn: int

    @property
    def way(self) -> str:
        return (
            "straight" if not self.turn else f"{abs(self.turn)} degrees to the {'right' if self.turn > 0 else 'left'}"
        )


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


class Occupy(Command, frozen=True):
    """A winning attacker moves in with all that find room."""

    words = "{0.company} occupies the ground"

    company: UnitId


class OccupyOne(Placing, frozen=True):
    words = "{0.unit} advances to {0.there}"


class CounterAttack(Placing, frozen=True):
    """A winning defender moves forward."""

    words = "{0.unit} counter-attacks to {0.there}"


class StayPut(Command, frozen=True):
    """No advance."""

    words = "{0.company} stays where it is"
    quiet: ClassVar[bool] = True

    company: UnitId


# ---- events


class TryLuck(Command, frozen=True):
    """Throw for a random event."""

    words = "throw for artillery or aircraft"

    side: Side


class NoLuck(Command, frozen=True):
    words = "do not throw"
    quiet: ClassVar[bool] = True

    side: Side


class Choose(Command, frozen=True):
    """Which support: artillery, strafing or bombing."""

    side: Side
    support: str

    def tell(self) -> str:
        return SUPPORT.get(self.support, self.support)


SUPPORT = {"artillery": "off-board artillery fire", "strafing": "a strafing run", "bombing": "a bombing run"}


class Aim(Placing, frozen=True):
    """A shell."""

    words = "aim at {0.there}"
    attack: ClassVar[bool] = True


class LayTape(Placing, frozen=True):
    """The middle of the tape lies there, and the plane flies the way it faces."""

    words = "lay the tape over {0.there}"
    attack: ClassVar[bool] = True


class Strafe(Command, frozen=True):
    """The rest of the run."""

    words = "strafe on to the end"
    attack: ClassVar[bool] = True

    side: Side


class StrafeOne(Command, frozen=True):
    """The next man, then think again."""

    words = "strafe one man of {0.unit}"

    side: Side
    unit: UnitId


class BreakOff(Command, frozen=True):
    words = "break off the run"
    quiet: ClassVar[bool] = True

    side: Side


class Bomb(Command, frozen=True):
    words = "bomb {0.target}"
    attack: ClassVar[bool] = True

    side: Side
    target: UnitId


COMMANDS: tuple[type[Command], ...] = (
    Deploy, NameLeader, Adjust, PutApart, Ready, Activate, EndActivation, Move, Rally, Pass, March, Charge, MoveOne,
    Halt, SeekCover, SeekCoverSingly, TakeCover, Fire, FireSome, LeaveOut, Switch, Shoot, CeaseFire, HoldFire, TakeNext,
    TakeOne, Consolidate, MountUp, Dismount, MountSingly, Mount, SetDown, Done, Stand, Withdraw, Fight, FallBack,
    FallBackLeg, TurnAway, Occupy, OccupyOne, CounterAttack, StayPut, TryLuck, NoLuck, Choose, Aim, LayTape, Strafe,
    StrafeOne, BreakOff, Bomb,
)  # fmt: skip
