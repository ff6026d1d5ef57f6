"""Numbers in words, and tallies that go up and down."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from sandtable.kernel.state import Unit

PLURALS: Final = {"die": "dice", "man": "men", "inch": "inches"}


def told(number: float, what: str) -> str:
    """1 marker, 2 markers; 1 die, 2 dice."""
    return f"{number:g} {what if number == 1 else PLURALS.get(what, f'{what}s')}"


def tallied(unit: Unit, changes: Mapping[str, int]) -> Unit:
    """The unit with other tallies."""
    return replace(unit, tallies={**unit.tallies, **changes})


def added(unit: Unit, tally: str, by: int) -> Unit:
    """The unit with a tally that is so much higher."""
    return replace(unit, tallies={**unit.tallies, tally: unit.tallies.get(tally, 0) + by})
