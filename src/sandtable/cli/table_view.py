"""Draws a free table: inches along its edges, ground, models, and your options in magenta."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from rich.style import Style
from rich.text import Text

from sandtable.board import shapes
from sandtable.board.board import Base
from sandtable.board.place import Place, Point
from sandtable.board.table import FreeTable
from sandtable.cli.board_view import TEMPLATES, marker_sign
from sandtable.cli.frame import Cell, Frame
from sandtable.cli.screen import DARK, DIM, INK, ON_MAP, OVER, Light
from sandtable.cli.table_ground import drawn, names
from sandtable.kernel.state import Unit
from sandtable.mechanics.landmarks import middle_of
from sandtable.telling.display import Display

ARROWS = "▲◥▶◢▼◣◀◤"  # north first, clockwise
FIRE_INK = "#8C1C13"
MARGIN = 4  # columns for the figures at either side
BEHIND = 1.0  # inches from the rearmost model to the label
SEARCH = 12  # columns to search for room around a crowded spot
LOST, STOPPED = "†", "!"  # instead of the arrow


class TableView:
    """One drawing of one state."""

    def __init__(self, display: Display, frame: Frame, light: Light = DARK) -> None:
        assert isinstance(display.state.board, FreeTable)
        self.display, self.state, self.board = display, display.state, display.state.board
        self.frame, self.light, self.tags = frame, light, display.tags
        self.ground = drawn(self.board, frame)
        self.ink: dict[Cell, tuple[str, Style]] = {}
        self.taken: set[Cell] = set()
        self.letters = letters(display)

    @property
    def width(self) -> int:
        return self.frame.columns + 2 * MARGIN

    def lines(self) -> list[Text]:
        """North at the top."""
        self.draw()
        head = self.figures()
        return [head, *(self.line(number) for number in range(self.frame.lines)), head]

    def draw(self) -> None:
        """Draw models first, because nothing may hide them; then everything that fits beside them."""
        for cell, (character, ink) in names(self.board, self.frame).items():
            self.put(cell, character, Style(color=ink, italic=True))
        for a, b in (edge for outline in self.light.outlines for edge in edges(outline)):
            for cell in self.frame.line(a, b):
                self.put(cell, "◦", Style(color=OVER, bold=True))
        for unit in self.display.units:
            for model in self.front_first(self.display.models(unit)):
                if self.display.look(model).role != "template":
                    self.draw_model(model)
        for body in self.display.groups:
            self.draw_label(body)
        for marker in self.display.of_role("template"):
            self.draw_template(marker)
        for marker in self.display.of_role("objective"):
            if marker.place is not None and marker.id not in self.tags:
                self.draw_marker(marker)

    # ---- the sheet

    def figures(self) -> Text:
        """Inches from the west edge."""
        frame, room = self.frame, [" "] * (self.frame.columns + 2 * MARGIN)
        for inches in marks(frame.left, frame.width, frame.step):
            figure = str(inches)
            at = MARGIN + min(round((inches - frame.left) * frame.scale), frame.columns - 1)
            room[at : at + len(figure)] = figure
        return Text("".join(room).rstrip(), DIM)

    def line(self, number: int) -> Text:
        frame = self.frame
        lines = {
            min(frame.cell((frame.left, float(inches)))[0], frame.lines - 1): str(inches)
            for inches in reversed(marks(frame.bottom, frame.depth, frame.step))
        }
        figure = lines.get(number, "")
        text = Text().append(f"{figure:>{MARGIN - 1}} ", DIM)
        for column in range(frame.columns):
            text.append_text(self.cell((number, column)))
        return text.append(f" {figure}", DIM)

    def cell(self, cell: Cell) -> Text:
        ground = self.ground[cell]
        character, style = self.ink.get(cell, (ground.character, Style(color=ground.ink)))
        return Text(character, Style(bgcolor=ground.paper) + style)

    def put(self, cell: Cell, character: str, style: Style) -> None:
        if self.frame.holds(cell):
            self.ink[cell] = character, style

    # ---- models

    def draw_model(self, model: Unit) -> None:
        """Draw a model on its ground if that is free, otherwise in the nearest room for two characters."""
        assert model.place is not None
        base = self.display.rules.base(self.state, model)
        centre = self.frame.cell(model.place.point)
        if not self.frame.holds(centre):
            return
        cells = self.footprint(model.place, base)
        words = self.words(model)
        if any(cell in self.taken for cell in cells) or len(cells) < len(words):
            cells = list(self.room_near(centre, len(words)))
        self.fill(cells, words, centre, self.style_of(model))

    def footprint(self, place: Place, base: Base) -> list[Cell]:
        slab = shapes.footprint(place, base)
        west, south, east, north = shapes.box_of(shapes.corners_of(slab), slab.rim)
        (top, first), (low, last) = self.frame.cell((west, north)), self.frame.cell((east, south))
        cells = [(line, column) for line in range(top, low + 1) for column in range(first, last + 1)]
        return [cell for cell in cells if self.frame.holds(cell) and covers(slab, self.frame.middle(cell))]

    def words(self, model: Unit) -> str:
        """A letter for its kind, and an arrow for its facing or a sign for its state."""
        assert model.place is not None
        if model.id in self.tags:
            return self.tags[model.id]
        letter = self.letters[self.display.kind(model)]
        letter = letter if model.side == self.state.sides[0] else letter.lower()
        look = self.display.look(model)
        stopped = any(badge.stops for badge in look.marks)
        return letter + (LOST if look.lost else STOPPED if stopped else arrow(model.place))

    def style_of(self, unit: Unit) -> Style:
        style = ON_MAP[self.state.sides.index(unit.side) % 2]
        if self.display.look(unit).lost:
            return style + Style(dim=True)
        return style + Style(bgcolor=OVER) if unit.id in self.light.units else style

    def fill(self, cells: list[Cell], words: str, centre: Cell, style: Style) -> None:
        """Write the words on one line as near the middle as they fit, and blank the rest of the ground."""
        by_line: dict[int, list[Cell]] = {}
        for cell in cells:
            by_line.setdefault(cell[0], []).append(cell)
        wide = [row for row in by_line.values() if len(row) >= len(words)]
        spots = min(wide, key=lambda row: abs(row[0][0] - centre[0])) if wide else cells
        start = (len(spots) - len(words)) // 2
        for cell in cells:
            self.put(cell, " ", style)
        for cell, character in zip(spots[start:], words, strict=False):
            self.put(cell, character, style)
        self.taken.update(cells)

    def room_near(self, centre: Cell, length: int) -> Iterator[Cell]:
        """Free cells in a row, the nearest first."""
        for line, column in around(centre):
            cells = [(line, column + number) for number in range(length)]
            if all(self.frame.holds(cell) and cell not in self.taken for cell in cells):
                yield from cells
                return

    def front_first(self, models: list[Unit]) -> list[Unit]:
        """The models on the table, foremost first: if cells are too coarse for all, these keep their ground."""
        here = [(self.display.look(model).lost, -ahead(model.place), model) for model in models if model.place]
        return [model for *_, model in sorted(here, key=lambda one: one[:2])]

    # ---- beside the models

    def draw_label(self, body: Unit) -> None:
        """Its letters and the number of its models, behind them if there is room."""
        here = self.display.standing(body)
        if not here:
            return
        label = f"{self.mark(body)}{self.tags[body.id]}·{len(here)}"
        colour = ON_MAP[self.state.sides.index(body.side) % 2].bgcolor
        style = Style(color=OVER if self.mark(body) else colour, bold=True)
        line, column = self.frame.cell(rear_of(here))
        for cell, character in zip(self.room_near((line, column - len(label) // 2), len(label)), label, strict=False):
            self.put(cell, character, style)
            self.taken.add(cell)

    def mark(self, body: Unit) -> str:
        """A sign if the unit is in question or an option names it."""
        own = {body.id, *(model.id for model in self.display.models(body))}
        return "»" if self.light.active in own else "›" if own & self.light.units else ""

    def draw_template(self, marker: Unit) -> None:
        """An open template covers its ground round the models. A secret one is a cross at its point."""
        if marker.place is None:
            return
        centre, style = self.frame.cell(marker.place.point), Style(color=FIRE_INK, bold=True)
        if marker.known_to is not None:
            self.put(centre, TEMPLATES["planned"], style)
            return
        base = self.display.rules.base(self.state, marker)
        cells = [cell for cell in self.covered(marker.place, base) if cell not in self.taken]
        for cell in cells or list(self.room_near(centre, 1)):
            self.put(cell, marker_sign(self.display, marker), style)
        if is_tape(base):
            front = shapes.ahead(marker.place.point, marker.place.facing, base.depth / 2)
            head = [centre, *self.frame.line(marker.place.point, front)][-1]  # its last cell on the map
            if head not in self.taken:
                self.put(head, arrow(marker.place), style)

    def covered(self, place: Place, base: Base) -> list[Cell]:
        """The cells under a template. For a tape narrower than a cell, the cells on its line."""
        cells = self.footprint(place, base)
        if not is_tape(base):
            return cells
        ends = (shapes.ahead(place.point, place.facing, way * base.depth / 2) for way in (-1, 1))
        return [*dict.fromkeys([*cells, *self.frame.line(*ends)])]

    def draw_marker(self, marker: Unit) -> None:
        assert marker.place is not None
        owner = ON_MAP[self.state.sides.index(marker.side) % 2].bgcolor if marker.side in self.state.sides else None
        style = Style(color=owner.name if owner else INK, bold=True)
        character = marker_sign(self.display, marker)
        for cell in self.room_near(self.frame.cell(marker.place.point), 1):
            self.put(cell, character, style)
            self.taken.add(cell)


# ---- geometry


def covers(slab: shapes.Slab, point: Point) -> bool:
    return shapes.span_of(shapes.nearest_in(slab, point), point) <= slab.rim + shapes.SLACK


def is_tape(base: Base) -> bool:
    return not base.disc and base.depth > 0


def arrow(place: Place) -> str:
    return ARROWS[round(place.facing / 45) % 8]


def rear_of(models: list[Unit]) -> Point:
    """A point a little behind the rearmost model."""
    places = [model.place for model in models if model.place is not None]
    x, y = middle_of([place.point for place in places])
    ahead_x, ahead_y = shapes.heading(places[0].facing)
    back = max((x - place.x) * ahead_x + (y - place.y) * ahead_y for place in places)
    return shapes.ahead((x, y), places[0].facing, -back - BEHIND)


def ahead(place: Place) -> float:
    """How far forward a place lies, in the direction of its facing."""
    x, y = shapes.heading(place.facing)
    return place.x * x + place.y * y


def around(centre: Cell) -> list[Cell]:
    """Cells by their visual distance: a line counts double."""
    line, column = centre
    deep = range(-SEARCH // 2, SEARCH // 2 + 1)
    found = [(line + down, column + across) for down in deep for across in range(-SEARCH, SEARCH + 1)]
    return sorted(found, key=lambda cell: (abs(cell[0] - line) * 2 + abs(cell[1] - column), cell))


def edges(outline: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    """All edges of a polygon; of a line only one way."""
    points = list(outline)
    if len(points) == 1:
        yield points[0], points[0]
    yield from pairwise(points)
    if len(points) > 2 and not is_line(points):
        yield points[-1], points[0]


def marks(start: float, length: float, step: int) -> list[int]:
    """Multiples of the step within a stretch."""
    first = int(-(-start // step)) * step
    return list(range(first, int(start + length) + 1, step))


def is_line(outline: list[Point]) -> bool:
    longest = max(shapes.span_of(a, b) for a, b in pairwise(outline))
    return len(outline) == 2 or shapes.span_of(outline[-1], outline[0]) > longest * 1.5


# ---- letters and signs


def letters(display: Display) -> dict[str, str]:
    """A capital letter for each kind of model in groups: an initial if one is free."""
    kinds = dict.fromkeys(display.kind(model) for body in display.groups for model in display.models(body))
    found: dict[str, str] = {}
    for kind in sorted(kinds, key=lambda kind: len(re.split(r"[\s-]+", kind))):
        words = re.split(r"[\s-]+", kind.upper())
        wanted = [*(word[0] for word in words if word), *kind.upper().replace(" ", ""), *"XYZ"]
        found[kind] = next((letter for letter in wanted if letter not in found.values()), "?")
    return found
