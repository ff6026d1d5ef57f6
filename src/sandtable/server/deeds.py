"""Which lines of the log belong together: an order, and all that came of it."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.facts import Event
from sandtable.kernel.state import State, UnitId

OPENING = ("turn", "win")  # facts that always begin a deed


class Deed(Struct, frozen=True):
    """The present deed. It goes on while its units do, and while a step of the rules is not over."""

    begun: int = -1  # the line that it begins with
    kin: frozenset[UnitId] = frozenset()  # its units and their bodies
    waits: bool = False  # a shot was named, but its dice have not fallen
    over: bool = True

    def at_command(self, *, goes_on: bool) -> "Deed":
        """Another command is given. `goes_on`: it was asked for in the middle of a step."""
        return self if goes_on or self.waits else replace(self, over=True)

    def at_fact(self, event: Event, view: State, n: int) -> "Deed":
        """The deed of the next line: this one, or a new one."""
        kin = kin_of(event.units, view)
        alike = bool(kin & self.kin) or not (kin or self.kin)
        goes_on = alike and not self.over and event.fact not in OPENING
        return Deed(self.begun if goes_on else n, kin | self.kin if goes_on else kin, event.fact == "fire", over=False)


def kin_of(units: Iterable[UnitId], view: State) -> frozenset[UnitId]:
    """The units with their bodies."""
    known = [view.units[unit] for unit in units if unit in view.units]
    return frozenset(unit.id for unit in known) | {unit.part_of for unit in known if unit.part_of}
