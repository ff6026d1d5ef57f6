"""The roster: every unit of a side, where it is, how strong, and what it has done this turn."""

from rich.table import Table
from rich.text import Text

from sandtable.cli.board_view import strength
from sandtable.cli.places import where
from sandtable.cli.screen import DIM, side_style
from sandtable.kernel.state import Side, State, Unit
from sandtable.telling.names import Tags, fighters, short_name

FRESH, USED = "●", "○"


def heading(state: State, side: Side) -> Text:
    """The side, and whatever its force as a whole has had counted or marked."""
    text = Text().append(side, f"bold {side_style(state, side)}")
    fighting = fighters(state)
    for body in state.units.values():
        if body.side == side and body.place is None and any(unit.part_of == body.id for unit in fighting):
            words = ", ".join([*sorted(body.marks), *(f"{name} {value}" for name, value in body.tallies.items())])
            whose = f"{body.id}: " if words and str(body.id) != side else ""
            text.append(f"  {whose}{words}", DIM)
    return text


def roster(state: State, tags: Tags, sides: tuple[Side, ...], width: int, height: int = 1000) -> Table:
    """As many lines as there is room for; what is left out is counted."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.width = width
    for style in ("bold", "", "", ""):
        table.add_column(no_wrap=True, style=style)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    rows = [row for side in sides for row in side_rows(state, tags, side, min(longest(state), width - 17))]
    shown = rows if len(rows) <= height else rows[: height - 1]
    for row in shown:
        table.add_row(*row)
    if len(rows) > len(shown):
        table.add_row("", Text(f"{len(rows) - len(shown)} more: roster", DIM))
    return table


def side_rows(state: State, tags: Tags, side: Side, room: int) -> list[tuple[Text, ...]]:
    own = [unit for unit in fighters(state) if unit.side == side]
    return [unit_row(state, tags, unit, room) for unit in sorted(own, key=is_lost)]


def unit_row(state: State, tags: Tags, unit: Unit, room: int) -> tuple[Text, ...]:
    style = DIM if is_lost(unit) else side_style(state, unit.side)
    figure = strength(unit)
    return (
        Text(tags[unit.id], style),
        Text(f"{clipped(short_name(unit), room):{room}}", style),
        Text("" if figure is None else str(figure), justify="right"),
        Text(where(state.board, unit.place) if unit.place else "", DIM),
        Text.assemble(freshness(unit), " ", condition(unit)),
    )


def longest(state: State) -> int:
    return max(len(short_name(unit)) for unit in fighters(state))


def clipped(words: str, room: int) -> str:
    return words if len(words) <= room else f"{words[: room - 1]}…"


def freshness(unit: Unit) -> tuple[str, str]:
    """Whether it has done anything this turn; nothing for a unit that is not there."""
    if unit.place is None and unit.aboard is None:
        return " ", ""
    return (USED, DIM) if unit.spent else (FRESH, "bold")


def is_lost(unit: Unit) -> bool:
    return unit.place is None and unit.aboard is None and strength(unit) == 0


def condition(unit: Unit) -> Text:
    """Marks first, then what it is, then what it has done."""
    if is_lost(unit):
        return Text("lost", DIM)
    kinds = [trait for trait in sorted(unit.traits) if trait[:1].isupper()]  # small: instructions for the set-up
    text = Text(", ".join(sorted(unit.marks)), "bold yellow")
    words = [*kinds, *sorted(unit.spent), *absence(unit)]
    return text.append(f"{', ' if unit.marks and words else ''}{', '.join(words)}", "not bold default")


def absence(unit: Unit) -> list[str]:
    """Why a unit is not to be seen on the table."""
    if unit.aboard is not None:
        return [f"aboard {unit.aboard.removeprefix(f'{unit.side} ')}"]
    if unit.place is not None:
        return []
    later = [f"{name} {value}" for name, value in unit.tallies.items() if value and name.startswith("arrives")]
    return later or ["off the table"]
