"""Draws a square grid: letters and figures round it, ground, units, and your options in magenta."""

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

from sandtable.board.grid import Square, SquareGrid
from sandtable.cli.ground import WIDTH, margin, paper, picture
from sandtable.cli.places import squares_in
from sandtable.cli.screen import DARK, DIM, INK, ON_MAP, OVER, Light
from sandtable.kernel.showing import Drawing
from sandtable.kernel.state import Unit, UnitId
from sandtable.telling.display import Display

ARROWS = {0: "▲", 90: "▶", 180: "▼", 270: "◀"}
OBJECTIVE = "★"
TEMPLATES: dict[Drawing, str] = {"gas": "░", "smoke": "░", "works": "∴", "burst": "※", "planned": "×", "tape": "•"}
REACH = "#F0BEDC"


class BoardView:
    """One drawing of one state."""

    def __init__(self, display: Display, board: SquareGrid, light: Light = DARK) -> None:
        self.display, self.state, self.board, self.active = display, display.state, board, light.active
        self.reach = frozenset[Square]().union(*(squares_in(board, region) for region in light.regions))
        self.aims = {board.square(place) for place in light.places}
        self.units = by_square(board, display.of_role("piece"))
        self.markers = by_square(board, display.of_role("objective", "template"))

    @property
    def width(self) -> int:
        return 3 + WIDTH * self.board.files + 3

    def lines(self) -> list[Text]:
        """North at the top."""
        letters = "".join(f"  {chr(ord('a') + file)}  " for file in range(self.board.files))
        head = Text(f"   {letters}", DIM)
        return [head, *(self.rank(rank) for rank in reversed(range(self.board.ranks))), head]

    def rank(self, rank: int) -> Text:
        line = Text().append(f"{rank + 1:2} ", DIM)
        for file in range(self.board.files):
            line.append_text(self.cell(rank * self.board.files + file))
        return line.append(f" {rank + 1}", DIM)

    # ---- one square

    def cell(self, square: Square) -> Text:
        sheet = REACH if square in self.reach else paper(self.board, square)
        unit = self.shown(square)
        text = Text()
        if unit is None:
            for character, ink in self.empty(square):
                text.append(character, Style(color=ink, bgcolor=sheet, bold=ink == OVER))
            return text
        character, ink = self.edge(square)
        text.append(character, Style(color=ink, bgcolor=sheet, bold=True))
        return text.append(self.counter(unit), ON_MAP[self.state.sides.index(unit.side) % 2])

    def empty(self, square: Square) -> list[tuple[str, str]]:
        cells = picture(self.board, square)
        if marker := self.marker(square):
            cells[2] = marker
        if self.lit_mark(square):
            cells[0] = (self.lit_mark(square), OVER)
        return cells

    def edge(self, square: Square) -> tuple[str, str]:
        """The character beside a unit: an option, otherwise another unit, a marker, or the ground."""
        if mark := self.lit_mark(square):
            return mark, OVER
        if len(self.units[square]) > 1 or any(u.aboard in self.here(square) for u in self.state.units.values()):
            return "+", INK
        return self.marker(square) or margin(self.board, square)

    def here(self, square: Square) -> list[UnitId]:
        return [unit.id for unit in self.units[square]]

    def lit_mark(self, square: Square) -> str:
        if self.active in self.here(square) if square in self.units else False:
            return "»"
        return "›" if square in self.aims else "◦" if square in self.reach else ""

    def marker(self, square: Square) -> tuple[str, str] | None:
        if square not in self.markers:
            return None
        marker = self.markers[square][-1]
        sides = self.state.sides
        ink = ON_MAP[sides.index(marker.side) % 2].bgcolor if marker.side in sides else None
        return marker_sign(self.display, marker), ink.name if ink else INK

    # ---- one unit

    def shown(self, square: Square) -> Unit | None:
        """The unit in question if it is there; otherwise the strongest."""
        there = self.units.get(square, [])
        return max(there, key=lambda unit: (unit.id == self.active, self.strength(unit) or 0), default=None)

    def strength(self, unit: Unit) -> int | None:
        strength = self.display.look(unit).strength
        return strength[0] if strength else None

    def counter(self, unit: Unit) -> str:
        """Two letters, facing, strength."""
        assert unit.place is not None
        figure = self.strength(unit)
        points = " " if figure is None else str(figure) if figure < 10 else "#"
        return f"{self.display.tags[unit.id]:2}{ARROWS.get(unit.place.facing, ' ')}{points}"


def marker_sign(display: Display, marker: Unit) -> str:
    look = display.look(marker)
    return OBJECTIVE if look.role == "objective" else TEMPLATES.get(look.drawing) or display.kind(marker)[:1] or "*"


def by_square(board: SquareGrid, units: Iterable[Unit]) -> dict[Square, list[Unit]]:
    found: dict[Square, list[Unit]] = {}
    for unit in units:
        if unit.place is not None:
            found.setdefault(board.square(unit.place), []).append(unit)
    return found
