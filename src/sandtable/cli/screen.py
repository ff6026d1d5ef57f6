"""Colours of the terminal: paper and ink for the world, blue and vermilion for the sides, magenta for your options."""

import re
import sys

from msgspec import Struct
from rich import box
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from sandtable.board.board import Region
from sandtable.board.lazy import lazy
from sandtable.board.place import Place, Point
from sandtable.kernel.state import State, UnitId

INK = "#20272B"
OVER = "#A01D6B"  # what you may do now; nothing else has this colour
CHOICE = "bold magenta"
DIM = "dim"
ON_MAP = (Style.parse("bold #FFFFFF on #1F4F91"), Style.parse("bold #FFFFFF on #C9401F"))
IN_TEXT = ("#4585DB", "#E2703F")  # readable on dark and on light

CLAUSE = re.compile(r"\[([a-z0-9]+(?:\.[a-z0-9-]+)+)\]")


class Light(Struct, frozen=True, dict=True):
    """What a map highlights: regions, what an option names by itself or by its place, and the unit in question."""

    regions: tuple[Region, ...] = ()
    units: frozenset[UnitId] = frozenset()
    places: frozenset[Place] = frozenset()
    active: UnitId | None = None

    @lazy
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        return tuple(tuple(outline) for region in self.regions for outline in region.outline())


DARK = Light()


def open_console() -> Console:
    return Console(highlight=False, emoji=False)


def headed() -> Table:
    """A table with a line below its heads and no frame."""
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)


def interactive() -> bool:
    """Whether a person is at the keyboard."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def side_style(state: State, side: str) -> str:
    return IN_TEXT[state.sides.index(side) % 2] if side in state.sides else ""


def dress(words: str, state: State) -> Text:
    """The text with dim clauses, and units and sides in their colours. A single letter may be an English word."""
    text = Text(words)
    text.highlight_regex(CLAUSE, DIM)
    for side in state.sides:
        own = {unit.id for unit in state.units.values() if unit.side == side and len(unit.id) > 1}
        names = sorted(own, key=len, reverse=True)
        pattern = "|".join(re.escape(name) for name in [*names, side])
        text.highlight_regex(rf"\b(?:{pattern})(?!\w)", side_style(state, side))
    return text
