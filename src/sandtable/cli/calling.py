"""Finds the unit that a player means."""

from sandtable.cli.errors import unknown
from sandtable.kernel.state import Unit
from sandtable.telling.display import Display
from sandtable.telling.names import short_name


def unit_called(display: Display, words: str) -> Unit:
    """The unit by its letters, by its name, or by a clear part of its name."""
    state, found, asked = display.state, display.tags, " ".join(words.split())
    exact = [unit for unit, tag in found.items() if tag == asked and unit in state.units]
    if not exact:
        low = asked.lower()
        known = [(unit.id, [unit.id.lower(), short_name(unit).lower(), found.get(unit.id, "").lower()])
                 for unit in state.units.values()]  # fmt: skip
        exact = [unit for unit, names in known if low in names]
        exact = exact or [unit for unit, names in known if low and any(name.startswith(low) for name in names)]
    if len(exact) != 1:
        raise unknown("unit", asked, sorted(exact or (unit.id for unit in display.units)))
    return state.units[exact[0]]
