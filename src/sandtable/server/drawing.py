"""Turns a view of the table into things to draw, for any rule set."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.board import Board
from sandtable.board.grid import SquareGrid, square_place
from sandtable.board.place import Place, direction
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.showing import Count, Look, Showing, Terrain
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.server import landscape, scene
from sandtable.telling.display import proper
from sandtable.telling.names import Tags, name_within, short_name, tags_for, where

# ---- the ground


def ground(board: Board, scenario: Scenario, showing: Showing) -> landscape.Ground:
    if isinstance(board, SquareGrid):
        squares = tuple(tuple(sorted(here)) for here in board.grounds)
        names = tuple(place_name(square, text) for square, text in showing.names(scenario).items())
        return landscape.Ground("grid", board.files, board.ranks, scenario.climate, (), squares, board.levels, names)
    assert isinstance(board, FreeTable)
    return landscape.Ground("free", board.width, board.depth, scenario.climate, tuple(features(board)))


def place_name(square: str, text: str) -> landscape.PlaceName:
    at = square_place(square)
    return landscape.PlaceName(int(at.x), int(at.y), text)


def features(board: FreeTable) -> Iterator[landscape.Feature]:
    for piece in board.terrain:
        width = piece.width if isinstance(piece, Strip) else None
        shape = landscape.STRIP if isinstance(piece, Strip) else landscape.AREA
        yield landscape.Feature(piece.name, piece.kind, shape, piece.points, width, piece.level, piece.name)


def terrain_info(of: Terrain) -> scene.TerrainInfo:
    return scene.TerrainInfo(of.kind, tuple(scene.Row(*row) for row in of.does), of.clause)


# ---- the units


class Sketch(Struct, frozen=True):
    """A unit as it was drawn last. It stays valid while the unit and its body are the same."""

    unit: Unit
    body: Unit | None
    look: Look
    piece: scene.Piece | None


class Sketchbook:
    """The last drawings for one viewer. Most of them stay valid after a command."""

    def __init__(self) -> None:
        self.sketches: dict[UnitId, Sketch] = {}
        self._tags: Tags = {}
        self._units: tuple[UnitId, ...] = ()

    def turn_to(self, view: State, sketch: Callable[[Unit], None]) -> Tags:
        """Draw every unit as it looks now. New tags are made when a unit appears in this view or vanishes from it."""
        units = tuple(view.units)
        changed = units != self._units
        if changed:
            self.sketches.clear()
        for unit in view.units.values():
            sketch(unit)
        if changed:
            whole = proper(view, lambda unit: self.sketches[unit.id].look)
            self._units, self._tags = units, tags_for(view.sides, whole)
        return self._tags


class Drawing:
    """One view of one state, sorted for a table. `eyes`: the side whose view it is."""

    def __init__(self, rules: RuleSet, view: State, eyes: Side, book: Sketchbook | None = None) -> None:
        self.rules, self.view, self.eyes = rules, view, eyes
        book = book or Sketchbook()
        self.sketches = book.sketches
        self.tags = book.turn_to(view, self._sketch)
        self.groups_of = {unit for unit, sketch in self.sketches.items() if sketch.look.role == "group"}

    def _sketch(self, unit: Unit) -> None:
        kept = self.sketches.get(unit.id)
        body = self.view.units.get(unit.part_of) if unit.part_of else None
        if kept is None or kept.unit is not unit or kept.body is not body or kept.look.role != "piece":
            self.sketches[unit.id] = Sketch(unit, body, self.rules.showing.look(self.view, unit), None)

    def pieces(self) -> tuple[scene.Piece, ...]:
        return tuple(self.drawn(unit, look) for unit, look in self.of_role("piece"))

    def drawn(self, unit: Unit, look: Look) -> scene.Piece:
        sketch = self.sketches[unit.id]
        if sketch.piece is not None:
            return sketch.piece
        piece = self.piece(unit, look)
        self.sketches[unit.id] = replace(sketch, piece=piece)
        return piece

    def groups(self) -> tuple[scene.Group, ...]:
        made_of: dict[UnitId, list[str]] = {}
        for unit, _ in self.of_role("piece"):
            if unit.part_of in self.groups_of and unit.part_of is not None:
                made_of.setdefault(unit.part_of, []).append(unit.id)
        return tuple(self.group(unit, look, made_of.get(unit.id, [])) for unit, look in self.of_role("group"))

    def templates(self) -> tuple[scene.Template, ...]:
        return tuple(self.template(unit, unit.place, look) for unit, look in self.of_role("template") if unit.place)

    def objectives(self) -> tuple[scene.Objective, ...]:
        return tuple(
            scene.Objective(unit.id, unit.id, unit.place.x, unit.place.y, self.side(unit), look.value)
            for unit, look in self.of_role("objective")
            if unit.place is not None
        )

    def tally_row(self, count: Count) -> scene.TallyRow:
        return scene.TallyRow(count.label, count.value, side_number(self.view, count.side), count.gauge)

    def of_role(self, role: str) -> Iterator[tuple[Unit, Look]]:
        for unit in self.view.units.values():
            look = self.sketches[unit.id].look
            if look.role == role:
                yield unit, look

    # ---- one unit

    def side(self, unit: Unit) -> int:
        return side_number(self.view, unit.side)

    def is_secret(self, unit: Unit) -> bool:
        """Whether the unit belongs to the viewer and the enemy does not know of it."""
        return unit.side == self.eyes and unit.known_to is not None and not unit.known_by(self.view.foe(self.eyes))

    def piece(self, unit: Unit, look: Look) -> scene.Piece:
        base = self.rules.base(self.view, unit)
        return scene.Piece(
            **self.shown(unit, look, self.tags.get(unit.id) or short_name(unit)),
            short=name_within(unit),
            kind=look.kind or unit.kind,
            symbol=look.symbol,
            w=base.width,
            d=base.depth,
            disc=base.disc,
            group=unit.part_of if unit.part_of in self.groups_of else None,
            aboard=unit.aboard,
            task=look.task,
            goes_for=look.goes_for,
        )

    def shown(self, unit: Unit, look: Look, tag: str) -> dict[str, Any]:
        """What models and bodies of models have in common."""
        place = unit.place
        return {
            "id": unit.id,
            "name": short_name(unit),
            "tag": tag,
            "side": self.side(unit),
            "x": place.x if place else None,
            "y": place.y if place else None,
            "facing": place.facing if place else 0,
            "quality": look.quality,
            "strength": scene.Strength(*look.strength) if look.strength else None,
            "marks": look.marks,
            "done": look.done,
            "secret": self.is_secret(unit),
            "lost": look.lost,
            "card": tuple(scene.Row(label, value) for label, value in look.card),
            "says": self.says(unit, look),
        }

    def template(self, unit: Unit, place: Place, look: Look) -> scene.Template:
        base = self.rules.base(self.view, unit)
        return scene.Template(
            id=unit.id,
            kind=look.kind or unit.kind,
            side=self.side(unit),
            x=place.x,
            y=place.y,
            facing=place.facing,
            w=base.width,
            d=base.depth,
            disc=base.disc,
            secret=self.is_secret(unit),
            words=", ".join([unit.id, *(badge.word for badge in look.marks)]),
            drawing=look.drawing,
        )

    def group(self, unit: Unit, look: Look, made_of: list[str]) -> scene.Group:
        return scene.Group(
            **self.shown(unit, look, short_name(unit)),
            pieces=tuple(made_of),
            formation=look.formation,
            drawing=look.drawing,
            standing=look.standing,
            actions=scene.Actions(*look.actions) if look.actions else None,
            reserve=look.reserve,
        )

    def says(self, unit: Unit, look: Look) -> str:
        """One sentence for people who cannot see the map."""
        words = [unit.id, *([unit.side] if not unit.id.startswith(unit.side) else []), look.kind or unit.kind]
        words += [f"{look.formation} formation"] if look.formation else []
        if place := unit.place:
            words += [f"at {where(self.view.board, place)}", f"facing {direction(place.facing)}"]
        words += [f"aboard {unit.aboard}"] if unit.aboard else []
        words += [f"strength {look.strength[0]} of {look.strength[1]}"] if look.strength else []
        words += [look.quality.word] if look.quality else []
        words += [f"{look.actions[0]} of {look.actions[1]} actions left"] if look.actions else []
        words += ["lost"] if look.lost else ["in reserve"] if look.reserve else []
        return ", ".join([*words, *(badge.word for badge in look.marks)])


def side_number(state: State, side: Side | None) -> int:
    return state.sides.index(side) if side in state.sides else -1
