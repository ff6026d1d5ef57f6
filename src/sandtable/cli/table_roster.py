"""The roster of a free table: battalions and their models, what state they are in, and how near the enemy is."""

from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sandtable.board.place import Place
from sandtable.cli.places import compass
from sandtable.cli.screen import DIM, side_style
from sandtable.kernel.state import Side, State, Unit
from sandtable.telling.measuring import BaseOf, nearest, standing
from sandtable.telling.models import is_lost
from sandtable.telling.names import Tags, battalions, fighters, markers, models_of, short_name

QUIET = frozenset(
    {"interval", "stands at dawn", "slot", "lost on day", "makes for x", "makes for y", "value", "odd light"}
)
INDENT = 3


class TableRoster:
    """One side's units as a reader may know them."""

    def __init__(self, state: State, tags: Tags, base_of: BaseOf) -> None:
        self.state, self.tags, self.base_of = state, tags, base_of
        self.whole = battalions(state)
        self.single = [unit for unit in fighters(state) if unit not in self.whole and unit.id in tags]

    def brief(self, side: Side, width: int, deep: int) -> list[Text]:
        """Beside the map: at most so many lines a battalion."""
        lines = [line for body in self.ordered(side) for line in islice(self.battalion(body, width), deep)]
        return lines + [line for text in self.others(side) for line in cut(text, width)]

    def full(self, side: Side) -> Group:
        """Every model by name."""
        parts: list[RenderableType] = [
            part for body in self.ordered(side) for part in (self.head(body), *self.in_full(body))
        ]
        return Group(*parts, *self.others(side))

    def ordered(self, side: Side) -> list[Unit]:
        """Those on the table first."""
        own = [body for body in self.whole if body.side == side]
        return sorted(own, key=lambda body: not standing(self.state, body))

    # ---- a battalion

    def battalion(self, body: Unit, width: int) -> Iterator[Text]:
        yield from cut(self.head(body), width)
        for text in (self.condition(body), Text(listed(standing(self.state, body)), DIM)):
            if text:
                yield from cut(text, width - INDENT, INDENT)

    def head(self, body: Unit) -> Text:
        """Letters, models, where, how near the enemy is."""
        here = standing(self.state, body)
        text = Text().append(self.tags[body.id], f"bold {side_style(self.state, body.side)}")
        if not here:
            return text.append(" off the table", DIM)
        text.append(f" {len(here)}", "bold")
        place = body.place or here[0].place
        text.append(f"  at {spot(place)}" if place else "", DIM)
        foes = [unit for unit in self.whole if unit.side != body.side]
        if near := nearest(self.state, self.base_of, body, foes):
            text.append(f'  {near[0]:.1f}" from ').append(self.tags[near[1].id], side_style(self.state, near[1].side))
        return text

    def condition(self, body: Unit) -> Text:
        """Its marks, and then what has been counted of it and what it has done."""
        text = Text(", ".join(sorted(body.marks)), "yellow")
        words = [*counted(body), *sorted(body.spent), *self.secret(body)]
        return text.append(f"{' · ' * bool(words and body.marks)}{' · '.join(words)}", "not bold default")

    def secret(self, body: Unit) -> list[str]:
        """How many of its models the enemy has not seen."""
        foe = self.state.foe(body.side)
        hidden = sum(not model.known_by(foe) for model in standing(self.state, body))
        return [f"{hidden} unseen"] if hidden else []

    def in_full(self, body: Unit) -> Iterator[RenderableType]:
        words = Text(", ".join(sorted(body.traits)), DIM).append("  ").append_text(self.condition(body))
        yield Padding(words, (0, INDENT))
        for model in sorted(models_of(self.state, body), key=is_lost):
            if model is not body:
                yield Padding(self.model(model), (0, INDENT))

    def model(self, model: Unit) -> Text:
        style = DIM if is_lost(model) else ""
        text = Text(f"{model.id:28}", style).append(f" {spot(model.place) if model.place else '':17} ", DIM)
        kind = [] if model.kind.lower() in model.id.lower() else [str(model.kind)]
        text.append(", ".join(sorted(model.marks)), "yellow")
        rest = [*kind, *sorted(model.traits), *sorted(model.spent), *counted(model)]
        return text.append(f"{'  ' * bool(model.marks and rest)}{', '.join(rest)}", DIM)

    # ---- what belongs to no battalion

    def others(self, side: Side) -> list[Text]:
        own = [unit for unit in self.single if unit.side == side]
        alone = [unit for unit in own if sum((one.kind, one.part_of) == (unit.kind, unit.part_of) for one in own) == 1]
        texts = [self.staff(unit) for unit in alone]
        many = [unit for unit in own if unit not in alone]
        for kind, units in groupby(many, key=lambda unit: unit.kind):
            texts.append(Text(f"{kind}: {', '.join(states(list(units)))}", DIM))
        held = [unit.id for unit in markers(self.state) if unit.side == side and unit.kind.lower() == "objective"]
        return texts + ([Text(f"★ {', '.join(held)}", side_style(self.state, side))] if held else [])

    def staff(self, unit: Unit) -> Text:
        text = Text().append(self.tags[unit.id], f"bold {side_style(self.state, unit.side)}")
        text.append(f" {short_name(unit)}").append(f"  at {spot(unit.place)}" if unit.place else "  off the table", DIM)
        words = [*sorted(unit.marks), *counted(unit)]
        return text.append(f"  {', '.join(words)}" if words else "", "yellow")


def listed(models: list[Unit]) -> str:
    """4 Infantry, HQ, Heavy weapons set up."""
    kinds = [f"{model.kind} {', '.join(sorted(model.marks))}".strip() for model in models]
    return ", ".join(f"{kinds.count(kind)} {kind}" if kinds.count(kind) > 1 else kind for kind in dict.fromkeys(kinds))


def states(units: list[Unit]) -> list[str]:
    """How many are in which state."""
    words = [", ".join(sorted(unit.marks)) or "ready" for unit in units]
    return [f"{words.count(one)} {one}" for one in dict.fromkeys(words)]


def counted(unit: Unit) -> list[str]:
    return [f"{name} {value}" for name, value in unit.tallies.items() if value and name not in QUIET]


def spot(place: Place) -> str:
    return f"{place.x:g}, {place.y:g} {compass(place.facing)}"


def cut(text: Text, width: int, indent: int = 0) -> Iterable[Text]:
    """One line, what is too long left off."""
    line = text.copy()
    line.truncate(max(width, 8), overflow="ellipsis")
    return [Text(" " * indent).append_text(line)]
