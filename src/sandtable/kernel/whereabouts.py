"""How facts speak of places: in numbers, or as a reader of the log would say it."""

from typing import Protocol

from sandtable.board.place import Place
from sandtable.kernel.state import UnitId


class Whereabouts(Protocol):
    def at(self, place: Place) -> str:
        """12, 8.5 or the edge of the wood."""
        ...

    def goal(self, unit: UnitId, place: Place) -> str:
        """The place to which a unit goes; in words with how far, and which way."""
        ...

    def facing(self, place: Place) -> str:
        """270 or west."""
        ...


class InNumbers:
    """As a player writes them in a terminal."""

    def at(self, place: Place) -> str:
        return f"{place.x:g}, {place.y:g}"

    def goal(self, unit: UnitId, place: Place) -> str:
        return self.at(place)

    def facing(self, place: Place) -> str:
        return f"{place.facing}"


NUMBERS = InNumbers()
