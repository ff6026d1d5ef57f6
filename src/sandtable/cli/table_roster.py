"""The roster of a free table: groups and their models, their state, and the distance of the enemy."""

from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sandtable.board.place import Place
from sandtable.cli.places import compass
from sandtable.cli.screen import DIM, side_style
from sandtable.kernel.state import Side, Unit
from sandtable.telling.display import Display
from sandtable.telling.measuring import nearest
from sandtable.telling.names import numbered, short_name

INDENT = 3


class TableRoster:
    """One side's units, as the reader may know them."""

    def __init__(self, display: Display) -> None:
        self.display, self.state, self.tags = display, display.state, display.tags
        self.single = [unit for unit in display.units if unit not in display.groups and unit.id in self.tags]

    def brief(self, side: Side, width: int, deep: int) -> list[Text]:
        """The roster beside the map: at most so many lines per group."""
        lines = [line for body in self.ordered(side) for line in islice(self.group(body, width), deep)]
        return lines + [line for text in self.others(side) for line in cut(text, width)]

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
        yield from cut(self.head(body), width)
        for text in (self.condition(body), Text(self.made_of(body), DIM)):
            if text:
                yield from cut(text, width - INDENT, INDENT)

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
        return ", ".join(numbered([self.kind_and_marks(model) for model in self.display.standing(body)]))

    def kind_and_marks(self, model: Unit) -> str:
        return f"{self.display.kind(model)} {', '.join(self.display.marks(model))}".strip()

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


def cut(text: Text, width: int, indent: int = 0) -> Iterable[Text]:
    """One line, cut to the width."""
    line = text.copy()
    line.truncate(max(width, 8), overflow="ellipsis")
    return [Text(" " * indent).append_text(line)]
