"""The commands of players."""

from sandtable.board.grid import COMPASS, square_name
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, OfUnit, Placing
from sandtable.kernel.state import UnitId


class OnSquare(OfUnit, frozen=True):
    at: Place

    @property
    def square(self) -> str:
        return square_name(self.at)


class Pointed(Placing, frozen=True):
    """To a square with a facing."""

    @property
    def there(self) -> str:
        return f"{square_name(self.to)} facing {COMPASS[self.to.facing]}" if self.to else "..."


# ---- setting up


class Deploy(Pointed, frozen=True):
    words = "place {0.unit} on {0.there}"


class StartAboard(OfUnit, frozen=True):
    words = "{0.unit} starts aboard {0.carrier}"

    carrier: UnitId


# ---- artillery


class Bombard(Command, frozen=True):
    attack = True

    gun: UnitId
    at: Place
    gas: bool = False

    def tell(self) -> str:
        return f"{self.gun} fires {'gas ' if self.gas else ''}at {square_name(self.at)}"


class Flak(Command, frozen=True):
    """Fire at an aircraft: Anti-aircraft Guns in the artillery phase, Machine Guns when activated."""

    words = "{0.gun} fires at {0.target}"
    attack = True

    gun: UnitId
    target: UnitId


class HoldFire(OfUnit, frozen=True):
    words = "{0.unit} holds its fire"
    quiet = True


# ---- activation


class Activate(OfUnit, frozen=True):
    words = "activate {0.unit}"
    opens = True


class Done(Command, frozen=True):
    words = "stop activating"
    quiet = True


class Move(Pointed, frozen=True):
    """Go there by the safest of the shortest ways and end the move. To its own square: turn in place."""

    words = "{0.unit} moves to {0.there}"


class Step(Placing, frozen=True):
    """Enter one square and decide again. A player chooses the way like this, if it matters."""

    words = "{0.unit} steps to {0.there}"

    @property
    def there(self) -> str:
        return square_name(self.to) if self.to else "..."


class Stay(OfUnit, frozen=True):
    """Do not move, or move no further."""

    words = "{0.unit} stays"
    quiet = True


class Leave(OfUnit, frozen=True):
    """Go over the edge of the board."""

    words = "{0.unit} leaves the board"


class Load(OfUnit, frozen=True):
    """Take aboard, or limber."""

    words = "{0.unit} takes {0.passenger} aboard"

    passenger: UnitId


class Unload(OfUnit, frozen=True):
    words = "{0.unit} sets {0.passenger} down"

    passenger: UnitId


class LayMines(OnSquare, frozen=True):
    words = "{0.unit} begins a minefield on {0.square}"


class ClearMines(OnSquare, frozen=True):
    words = "{0.unit} begins to clear the minefield on {0.square}"


class LayWire(OfUnit, frozen=True):
    words = "{0.unit} lays wire in its square"


class ClearWire(OfUnit, frozen=True):
    words = "{0.unit} clears the wire in its square"


class Fire(OnSquare, frozen=True):
    words = "{0.unit} fires at {0.square}"
    attack = True


class Attack(OfUnit, frozen=True):
    """Start a close combat."""

    words = "{0.unit} attacks {0.target}"
    attack = True

    target: UnitId


class Decline(OfUnit, frozen=True):
    """No close combat."""

    words = "{0.unit} does not attack"
    quiet = True


class Advance(OfUnit, frozen=True):
    words = "{0.unit} advances"


class Halt(OfUnit, frozen=True):
    """Do not advance."""

    words = "{0.unit} stays where it is"
    quiet = True


class Face(OfUnit, frozen=True):
    facing: int

    def tell(self) -> str:
        return f"{self.unit} faces {COMPASS.get(self.facing, '?')}"


# ---- aircraft


class Fly(Pointed, frozen=True):
    words = "{0.unit} flies to {0.there}"


class Dogfight(OfUnit, frozen=True):
    words = "{0.unit} fires at {0.target}"
    attack = True

    target: UnitId


class Strafe(OnSquare, frozen=True):
    words = "{0.unit} strafes {0.square}"
    attack = True


class Bomb(OfUnit, frozen=True):
    attack = True

    loads: int

    def tell(self) -> str:
        return f"{self.unit} drops {self.loads} bomb load{'s' * (self.loads > 1)}"


# ---- hits


class Resolve(OfUnit, frozen=True):
    """Resolve this Unit's hits next."""

    words = "{0.unit} first"


class Retreat(OnSquare, frozen=True):
    words = "{0.unit} retreats to {0.square}"


class Stand(OfUnit, frozen=True):
    """Lose the Strength Point instead of retreating."""

    words = "{0.unit} stands its ground"


class TakeAlong(OfUnit, frozen=True):
    words = "{0.unit} goes along"


class LeaveBehind(OfUnit, frozen=True):
    words = "{0.unit} stays behind"
    quiet = True


COMMANDS: tuple[type[Command], ...] = (
    Deploy, StartAboard, Bombard, Flak, HoldFire, Activate, Done, Move, Step, Stay, Leave, Load, Unload, LayMines,
    ClearMines, LayWire, ClearWire, Fire, Attack, Decline, Advance, Halt, Face, Fly, Dogfight, Strafe, Bomb, Resolve,
    Retreat, Stand, TakeAlong, LeaveBehind,
)  # fmt: skip
