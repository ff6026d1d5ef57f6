"""The commands of players."""

from typing import ClassVar

from sandtable.board.grid import COMPASS, square_name
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Placing
from sandtable.kernel.state import UnitId


def pointed(to: Place | None) -> str:
    return f"{square_name(to)} facing {COMPASS[to.facing]}" if to else "..."


# ---- setting up


class Deploy(Placing, frozen=True):
    def tell(self) -> str:
        return f"place {self.unit} on {pointed(self.to)}"


class StartAboard(Command, frozen=True):
    unit: UnitId
    carrier: UnitId

    def tell(self) -> str:
        return f"{self.unit} starts aboard {self.carrier}"


# ---- artillery


class Bombard(Command, frozen=True):
    attack: ClassVar[bool] = True

    gun: UnitId
    at: Place
    gas: bool = False

    def tell(self) -> str:
        return f"{self.gun} fires {'gas ' if self.gas else ''}at {square_name(self.at)}"


class Flak(Command, frozen=True):
    """Fire at an aircraft: Anti-aircraft Guns in the artillery phase, Machine Guns when activated."""

    attack: ClassVar[bool] = True

    gun: UnitId
    target: UnitId

    def tell(self) -> str:
        return f"{self.gun} fires at {self.target}"


class HoldFire(Command, frozen=True):
    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} holds its fire"


# ---- activation


class Activate(Command, frozen=True):
    unit: UnitId

    def tell(self) -> str:
        return f"activate {self.unit}"


class Done(Command, frozen=True):
    quiet: ClassVar[bool] = True

    def tell(self) -> str:
        return "stop activating"


class Move(Placing, frozen=True):
    """Go there by the safest of the shortest ways and end the move. To its own square: turn in place."""

    def tell(self) -> str:
        return f"{self.unit} moves to {pointed(self.to)}"


class Step(Placing, frozen=True):
    """Enter one square and decide again. A player chooses the way like this, if it matters."""

    def tell(self) -> str:
        return f"{self.unit} steps to {square_name(self.to) if self.to else '...'}"


class Stay(Command, frozen=True):
    """Do not move, or move no further."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stays"


class Leave(Command, frozen=True):
    """Go over the edge of the board."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} leaves the board"


class Load(Command, frozen=True):
    """Take aboard, or limber."""

    unit: UnitId
    passenger: UnitId

    def tell(self) -> str:
        return f"{self.unit} takes {self.passenger} aboard"


class Unload(Command, frozen=True):
    unit: UnitId
    passenger: UnitId

    def tell(self) -> str:
        return f"{self.unit} sets {self.passenger} down"


class LayMines(Command, frozen=True):
    unit: UnitId
    at: Place

    def tell(self) -> str:
        return f"{self.unit} begins a minefield on {square_name(self.at)}"


class ClearMines(Command, frozen=True):
    unit: UnitId
    at: Place

    def tell(self) -> str:
        return f"{self.unit} begins to clear the minefield on {square_name(self.at)}"


class LayWire(Command, frozen=True):
    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} lays wire in its square"


class ClearWire(Command, frozen=True):
    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} clears the wire in its square"


class Fire(Command, frozen=True):
    attack: ClassVar[bool] = True

    unit: UnitId
    at: Place

    def tell(self) -> str:
        return f"{self.unit} fires at {square_name(self.at)}"


class Attack(Command, frozen=True):
    """Start a close combat."""

    attack: ClassVar[bool] = True

    unit: UnitId
    target: UnitId

    def tell(self) -> str:
        return f"{self.unit} attacks {self.target}"


class Decline(Command, frozen=True):
    """No close combat."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} does not attack"


class Advance(Command, frozen=True):
    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} advances"


class Halt(Command, frozen=True):
    """Do not advance."""

    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stays where it is"


class Face(Command, frozen=True):
    unit: UnitId
    facing: int

    def tell(self) -> str:
        return f"{self.unit} faces {COMPASS.get(self.facing, '?')}"


# ---- aircraft


class Fly(Placing, frozen=True):
    def tell(self) -> str:
        return f"{self.unit} flies to {pointed(self.to)}"


class Dogfight(Command, frozen=True):
    attack: ClassVar[bool] = True

    unit: UnitId
    target: UnitId

    def tell(self) -> str:
        return f"{self.unit} fires at {self.target}"


class Strafe(Command, frozen=True):
    attack: ClassVar[bool] = True

    unit: UnitId
    at: Place

    def tell(self) -> str:
        return f"{self.unit} strafes {square_name(self.at)}"


class Bomb(Command, frozen=True):
    attack: ClassVar[bool] = True

    unit: UnitId
    loads: int

    def tell(self) -> str:
        return f"{self.unit} drops {self.loads} bomb load{'s' * (self.loads > 1)}"


# ---- hits


class Resolve(Command, frozen=True):
    """Resolve this Unit's hits next."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} first"


class Retreat(Command, frozen=True):
    unit: UnitId
    at: Place

    def tell(self) -> str:
        return f"{self.unit} retreats to {square_name(self.at)}"


class Stand(Command, frozen=True):
    """Lose the Strength Point instead of retreating."""

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stands its ground"


class TakeAlong(Command, frozen=True):
    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} goes along"


class LeaveBehind(Command, frozen=True):
    quiet: ClassVar[bool] = True

    unit: UnitId

    def tell(self) -> str:
        return f"{self.unit} stays behind"


COMMANDS: tuple[type[Command], ...] = (
    Deploy, StartAboard, Bombard, Flak, HoldFire, Activate, Done, Move, Step, Stay, Leave, Load, Unload, LayMines,
    ClearMines, LayWire, ClearWire, Fire, Attack, Decline, Advance, Halt, Face, Fly, Dogfight, Strafe, Bomb, Resolve,
    Retreat, Stand, TakeAlong, LeaveBehind,
)  # fmt: skip
