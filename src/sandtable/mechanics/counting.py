"""Numbers of units: how they are told, and how they change."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from sandtable.kernel.state import Unit

PLURALS: Final = {"die": "dice", "man": "men"}


def told(number: int, what: str) -> str:
    """1 die, 2 dice; 1 man, 2 men."""
    return f"{number} {what if number == 1 else PLURALS.get(what, f'{what}s')}"


def tallied(unit: Unit, changes: Mapping[str, int]) -> Unit:
    return replace(unit, tallies={**unit.tallies, **changes})


def added(unit: Unit, tally: str, number: int) -> Unit:
    return tallied(unit, {tally: unit.tallies[tally] + number})
