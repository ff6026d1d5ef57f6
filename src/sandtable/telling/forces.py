"""The forces of a side before the battle, alike units together."""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from sandtable.kernel.state import Side, Unit
from sandtable.telling.display import Display
from sandtable.telling.names import numbered


class Troops(Struct, frozen=True):
    """Alike units of a side."""

    count: int
    name: str
    words: str  # everything else known before the battle
    symbol: str
    later: bool  # they come during the battle


def forces(display: Display, side: Side) -> Iterator[Troops]:
    own = [unit for unit in display.units if unit.side == side and display.look(unit).is_force]
    for (name, words, symbol, later), alike in groupby(own, key=lambda unit: described(display, unit)):
        yield Troops(len(list(alike)), name, words, symbol, later)


def described(display: Display, unit: Unit) -> tuple[str, str, str, bool]:
    look = display.look(unit)
    name, words = what_it_is(display, unit)
    models = display.models(unit)
    symbol = display.look(models[0]).symbol if models else look.symbol
    later = look.reserve and look.role != "group"  # before the battle all groups are in reserve
    return name, words, symbol, later


def what_it_is(display: Display, unit: Unit) -> tuple[str, str]:
    """Its name, and everything else known before the battle."""
    look = display.look(unit)
    if look.role == "group":
        made_of = numbered([display.name(model) for model in display.models(unit)])
        return unit.id, f"{', '.join(facts(display, unit))}: {', '.join(made_of)}"
    strong = [f"{look.strength[0]} {look.counted_in}".strip()] if look.strength else []
    return display.name(unit), ", ".join([*strong, *facts(display, unit)])


def facts(display: Display, unit: Unit) -> list[str]:
    look = display.look(unit)
    quality = [look.quality.word] if look.quality else []
    marks = [] if look.role == "group" else display.marks(unit)  # before the battle all groups are in reserve
    return [*quality, *look.brief, *marks, *look.set_up]
