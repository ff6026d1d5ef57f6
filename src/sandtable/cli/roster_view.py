"""The roster: every unit of a side with its place, its strength, and what it has done this turn."""

from rich.table import Table
from rich.text import Text

from sandtable.cli.places import where
from sandtable.cli.screen import DIM, side_style
from sandtable.kernel.showing import Look
from sandtable.kernel.state import Side, Unit
from sandtable.telling.display import Display
from sandtable.telling.names import short_name

FRESH, USED = "●", "○"


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
    rows = side_rows(display, side, min(longest(display), width - 17))
    shown = rows if len(rows) <= height else rows[: height - 1]
    for row in shown:
        table.add_row(*row)
    if len(rows) > len(shown):
        table.add_row("", Text(f"{len(rows) - len(shown)} more: roster", DIM))
    return table


def side_rows(display: Display, side: Side, room: int) -> list[tuple[Text, ...]]:
    own = [unit for unit in display.units if unit.side == side]
    return [unit_row(display, unit, room) for unit in sorted(own, key=lambda unit: display.look(unit).lost)]


def unit_row(display: Display, unit: Unit, room: int) -> tuple[Text, ...]:
    look, state = display.look(unit), display.state
    style = DIM if look.lost else side_style(state, unit.side)
    return (
        Text(display.tags[unit.id], style),
        Text(f"{clipped(short_name(unit), room):{room}}", style),
        Text(str(look.strength[0]) if look.strength else "", justify="right"),
        Text(where(state.board, unit.place) if unit.place else "", DIM),
        Text.assemble(freshness(unit), " ", condition(display, unit)),
    )


def longest(display: Display) -> int:
    return max(len(short_name(unit)) for unit in display.units)


def clipped(words: str, room: int) -> str:
    return words if len(words) <= room else f"{words[: room - 1]}…"


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
