"""The roster: every unit of a side with its place, its strength, and what it has done this turn."""

from collections.abc import Iterator
from itertools import groupby, islice

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.board.place import Place
from sandtable.cli.places import compass
from sandtable.cli.screen import DIM, side_style
from sandtable.kernel.showing import Look
from sandtable.kernel.state import Side, Unit
from sandtable.telling.display import Display
from sandtable.telling.measuring import nearest
from sandtable.telling.names import numbered, short_name, where

FRESH, USED = "●", "○"
INDENT = 3


def heading(display: Display, side: Side) -> Text:
    """The side and its counts."""
    state = display.state
    counts = [one for one in display.rules.showing.tally(state) if one.side == side]
    words = [one.value if one.label == side else f"{one.label.removeprefix(f'{side} ')}: {one.value}" for one in counts]
    return Text().append(side, f"bold {side_style(state, side)}").append(f"  {', '.join(words)}" * bool(words), DIM)


def roster(display: Display, side: Side, width: int, height: int = 1000) -> Table:
    """As many lines as fit, and the number of the others."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.width = width
    for style in ("bold", "", "", ""):
        table.add_column(no_wrap=True, style=style)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    room = min(max(len(short_name(unit)) for unit in display.units), width - 17)
    own = [unit for unit in display.units if unit.side == side]
    rows = [unit_row(display, unit, room) for unit in sorted(own, key=lambda unit: display.look(unit).lost)]
    shown = rows if len(rows) <= height else rows[: height - 1]
    for row in shown:
        table.add_row(*row)
    if len(rows) > len(shown):
        table.add_row("", Text(f"{len(rows) - len(shown)} more: roster", DIM))
    return table


def unit_row(display: Display, unit: Unit, room: int) -> tuple[Text, ...]:
    look, state, name = display.look(unit), display.state, short_name(unit)
    style = DIM if look.lost else side_style(state, unit.side)
    return (
        Text(display.tags[unit.id], style),
        Text(f"{name if len(name) <= room else f'{name[: room - 1]}…':{room}}", style),
        Text(str(look.strength[0]) if look.strength else "", justify="right"),
        Text(where(state.board, unit.place) if unit.place else "", DIM),
        Text.assemble(freshness(unit), " ", condition(display, unit)),
    )


def freshness(unit: Unit) -> tuple[str, str]:
    """Whether it has done anything this turn; empty for a unit off the table."""
    if unit.place is None and unit.aboard is None:
        return " ", ""
    return (USED, DIM) if unit.spent else (FRESH, "bold")


def condition(display: Display, unit: Unit) -> Text:
    """Its marks, its quality, where it is if not on the table, what it has done, and the rest."""
    look = display.look(unit)
    if look.lost:
        return Text("lost", DIM)
    marks, quality = display.marks(unit), [look.quality.word] if look.quality else []
    words = [*quality, *absence(unit, look), *display.done(unit), *look.brief]
    text = Text(", ".join(marks), "bold yellow")
    return text.append(f"{', ' if marks and words else ''}{', '.join(words)}", "not bold default")


def absence(unit: Unit, look: Look) -> list[str]:
    """Why a unit is not on the table."""
    if unit.aboard is not None:
        return [f"aboard {unit.aboard.removeprefix(f'{unit.side} ')}"]
    if unit.place is not None:
        return []
    return ["in reserve" if look.reserve else "off the table"]


# ---- a free table


class TableRoster:
    """One side's units, as the reader may know them."""

    def __init__(self, display: Display) -> None:
        self.display, self.state, self.tags = display, display.state, display.tags
        self.single = [unit for unit in display.units if unit not in display.groups and unit.id in self.tags]

    def brief(self, side: Side, width: int, deep: int) -> list[Text]:
        """The roster beside the map: at most so many lines per group."""
        lines = [line for body in self.ordered(side) for line in islice(self.group(body, width), deep)]
        return lines + [cut(text, width) for text in self.others(side)]

    def full(self, side: Side) -> Group:
        """Every model by name."""
        parts: list[RenderableType] = [
            part for body in self.ordered(side) for part in (self.head(body), *self.in_full(body))
        ]
        return Group(*parts, *self.others(side))

    def ordered(self, side: Side) -> list[Unit]:
        """Those on the table first."""
        own = [body for body in self.display.groups if body.side == side]
        return sorted(own, key=lambda body: not self.display.standing(body))

    # ---- a group

    def group(self, body: Unit, width: int) -> Iterator[Text]:
        yield cut(self.head(body), width)
        for text in (self.condition(body), Text(self.made_of(body), DIM)):
            if text:
                yield cut(text, width - INDENT, INDENT)

    def head(self, body: Unit) -> Text:
        """Letters, number of models, place, and distance of the enemy."""
        here = self.display.standing(body)
        text = Text().append(self.tags[body.id], f"bold {side_style(self.state, body.side)}")
        if not here:
            return text.append(" off the table", DIM)
        text.append(f" {len(here)}", "bold")
        place = body.place or here[0].place
        text.append(f"  at {spot(place)}" if place else "", DIM)
        foes = [unit for unit in self.display.groups if unit.side != body.side]
        if near := nearest(self.display, body, foes):
            text.append(f'  {near[0]:.1f}" from ').append(self.tags[near[1].id], side_style(self.state, near[1].side))
        return text

    def condition(self, body: Unit) -> Text:
        """Its formation and marks, then its actions, what it has done, and the rest."""
        look = self.display.look(body)
        away = "lost" if look.lost else "in reserve" if look.reserve else ""
        marks = [*filter(None, (look.formation, away)), *self.display.marks(body)]
        actions = [f"actions {look.actions[0]} of {look.actions[1]}"] if look.actions and look.actions[1] else []
        words = [*actions, *self.display.done(body), *self.secret(body), *look.brief]
        text = Text(", ".join(marks), "yellow")
        return text.append(f"{' · ' * bool(words and marks)}{' · '.join(words)}", "not bold default")

    def made_of(self, body: Unit) -> str:
        """4 Infantry, HQ, Heavy weapons set up."""
        here = [(self.display.kind(one), ", ".join(self.display.marks(one))) for one in self.display.standing(body)]
        return ", ".join(numbered([f"{kind} {marks}".strip() for kind, marks in here]))

    def secret(self, body: Unit) -> list[str]:
        """How many of its models the enemy has not seen."""
        foe = self.state.foe(body.side)
        hidden = sum(not model.known_by(foe) for model in self.display.standing(body))
        return [f"{hidden} unseen"] if hidden else []

    def in_full(self, body: Unit) -> Iterator[RenderableType]:
        quality = self.display.look(body).quality
        words = Text(f"{quality.word}  " if quality else "", DIM).append_text(self.condition(body))
        yield Padding(words, (0, INDENT))
        for model in sorted(self.display.models(body), key=lambda model: self.display.look(model).lost):
            yield Padding(self.model(model), (0, INDENT))

    def model(self, model: Unit) -> Text:
        look = self.display.look(model)
        text = Text(f"{model.id:28}", DIM if look.lost else "")
        text.append(f" {spot(model.place) if model.place else '':17} ", DIM)
        marks, rest = ["lost"] if look.lost else self.display.marks(model), [*look.brief, *self.display.done(model)]
        text.append(", ".join(marks), "yellow")
        return text.append(f"{'  ' * bool(marks and rest)}{', '.join(rest)}", DIM)

    # ---- what belongs to no group

    def others(self, side: Side) -> list[Text]:
        own = [unit for unit in self.single if unit.side == side]
        alone = [unit for unit in own if sum((one.kind, one.part_of) == (unit.kind, unit.part_of) for one in own) == 1]
        texts = [self.staff(unit) for unit in alone]
        many = [unit for unit in own if unit not in alone]
        for kind, units in groupby(many, key=lambda unit: unit.kind):
            states = [", ".join(self.display.marks(unit)) or "ready" for unit in units]
            counted = ", ".join(f"{states.count(one)} {one}" for one in dict.fromkeys(states))
            texts.append(Text(f"{kind}: {counted}", DIM))
        held = [unit.id for unit in self.display.of_role("objective") if unit.side == side]
        return texts + ([Text(f"★ {', '.join(held)}", side_style(self.state, side))] if held else [])

    def staff(self, unit: Unit) -> Text:
        text = Text().append(self.tags[unit.id], f"bold {side_style(self.state, unit.side)}")
        text.append(f" {short_name(unit)}").append(f"  at {spot(unit.place)}" if unit.place else "  off the table", DIM)
        words = [*self.display.marks(unit), *self.display.look(unit).brief]
        return text.append(f"  {', '.join(words)}" if words else "", "yellow")


def spot(place: Place) -> str:
    return f"{place.x:g}, {place.y:g} {compass(place.facing)}"


def cut(text: Text, width: int, indent: int = 0) -> Text:
    """One line, cut to the width."""
    line = text.copy()
    line.truncate(max(width, 8), overflow="ellipsis")
    return Text(" " * indent).append_text(line)
