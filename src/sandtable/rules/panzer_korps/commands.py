"""What a player may say. Each chapter adds its own here."""

from sandtable.kernel.decision import Command, Manner, OfSide, OfUnit, Placing, commands_of
from sandtable.kernel.state import UnitId
from sandtable.mechanics.papers import Papers
from sandtable.rules.panzer_korps.words import How


class AtTarget(OfUnit, frozen=True):
    target: UnitId


class Attack(AtTarget, frozen=True):
    attack = True


class Pass(OfSide, frozen=True):
    quiet = True


class NoMore(Pass, frozen=True):
    ends = True


class PlaceCrossing(Placing, frozen=True):
    """The one ford or bridge of a river. `unit` is the side that places it."""

    words = "the crossing is at {0.there}"


# ---- setting up, orders, the day


class Deploy(Placing, frozen=True):
    words = "set up {0.unit} at {0.there}"
    ways = (Manner("Formation", "Deployed"),)


class DeployInColumn(Deploy, frozen=True):
    words = "set up {0.unit} in Transit Column at {0.there}"
    deed = "Deploy"
    ways = (Manner("Formation", "Transit Column"),)


class GiveOrder(Command, frozen=True):
    words = "{0.group}: {0.order}"

    group: UnitId
    order: str


class AttachLeader(Command, frozen=True):
    words = "attach {0.leader} to {0.formation}"

    leader: UnitId
    formation: UnitId


class KeepOrders(Pass, frozen=True):
    """No more changes of orders and leaders."""

    words = "no more changes"


class ForceStart(OfSide, frozen=True):
    """Try to start the battle in the Early Morning."""

    words = "try to force an early start"


class WaitForMorning(Pass, frozen=True):
    words = "wait for Morning"


class AddInitiative(OfSide, frozen=True):
    words = "add the CinC's figure, to go first"


class SubtractInitiative(OfSide, frozen=True):
    words = "subtract the CinC's figure, to go second"


class Dig(OfUnit, frozen=True):
    words = "{0.unit} digs in"


class DigNoMore(Pass, frozen=True):
    words = "nobody else digs in"


# ---- the air


class FlyPatrol(OfUnit, frozen=True):
    words = "{0.unit}: patrol"


class FlyStrike(Attack, frozen=True):
    words = "{0.unit}: strike {0.target}"


class LaunchMissile(Placing, frozen=True):
    """`unit` is the force."""

    words = "launch a missile at {0.there}"
    attack = True


class NoMoreMissions(Pass, frozen=True):
    words = "no more missions"


class PairPatrols(AtTarget, frozen=True):
    words = "{0.unit}: meet {0.target}"


class Intercept(Attack, frozen=True):
    words = "{0.unit}: intercept {0.target}"


class InterceptNobody(Pass, frozen=True):
    words = "intercept nobody"


class FightOn(OfUnit, frozen=True):
    words = "{0.unit}: fight on"
    quiet = True


class BreakOff(OfUnit, frozen=True):
    words = "{0.unit}: break off and go home"


class FireFlak(Attack, frozen=True):
    words = "{0.unit} fires at {0.target}"


class HoldFlak(Pass, frozen=True):
    words = "the anti-aircraft guns hold fire"


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
    switched = (("how", "Manner"),)

    how: How = ""

    @property
    def manner(self) -> str:
        return f"{self.how} " if self.how else ""

    def way_of(self, field: str) -> str:
        return self.how or "as it is"


class Bend(Placing, frozen=True):
    """It goes on from there in another direction. How it moves is said at the end."""

    words = "{0.unit} goes by way of {0.there}"


class Assault(Attack, frozen=True):
    """Move straight into contact with an enemy."""

    words = "{0.unit} {0.manner}assaults {0.target}"

    how: How = ""

    @property
    def manner(self) -> str:
        return "deploys and " if self.how else ""


class Overrun(Assault, frozen=True):
    """Move into contact and fight at once."""

    words = "{0.unit} {0.manner}overruns {0.target}"


class Withdraw(OfUnit, frozen=True):
    """Leave the table over the own edge."""

    words = "{0.unit} withdraws from the battle"
    ends = True


class Halt(OfUnit, frozen=True):
    """A formation under way ends its move where it is."""

    words = "{0.unit} halts"
    quiet = True


class Enter(Placing, frozen=True):
    """A formation of an arriving Force Group marches on."""

    words = "{0.unit} marches on to {0.there}"


class EnterAndBend(Enter, frozen=True):
    """It goes on from there in another direction."""

    words = "{0.unit} marches on by way of {0.there}"


class EndMoves(Command, frozen=True):
    words = "no more moves of {0.group}"
    quiet = True
    ends = True

    group: UnitId


# ---- spotting and fire, bombardment


class Spot(AtTarget, frozen=True):
    words = "{0.unit} looks for {0.target}"


class SpotNearest(OfSide, frozen=True):
    words = "all others look for the nearest"


class SpotNoMore(NoMore, frozen=True):
    words = "nobody else looks"


class Fire(Attack, frozen=True):
    words = "{0.unit} fires at {0.target}"


class BlindFire(Fire, frozen=True):
    words = "{0.unit} fires blind at {0.target}"


class HoldFire(NoMore, frozen=True):
    words = "hold fire"


class Bombard(Attack, frozen=True):
    words = "{0.unit} bombards {0.target}"


class LaySmoke(AtTarget, frozen=True):
    words = "{0.unit} lays smoke on {0.target}"


class BombardNoMore(NoMore, frozen=True):
    words = "no more bombardments"


# ---- close assault and morale


class TakeCombat(OfUnit, frozen=True):
    words = "fight the combat of {0.unit}"


class Strike(Attack, frozen=True):
    words = "{0.unit}: strike {0.target}"


class Occupy(Placing, frozen=True):
    words = "{0.unit} moves up to {0.there}"


class StayPut(Pass, frozen=True):
    words = "nobody moves up"


class TakeTest(OfUnit, frozen=True):
    words = "{0.unit} tests next"


class TakeTests(Pass, frozen=True):
    words = "all test in the order of the list"


COMMANDS = commands_of(__name__)
PAPERS = Papers(COMMANDS)  # choices that both sides make at once
