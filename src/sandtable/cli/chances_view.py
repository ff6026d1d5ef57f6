"""Odds in words: a few beside an option, all of them in a table."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.cli.screen import DIM, dress
from sandtable.kernel.state import State
from sandtable.telling.chances import Chances
from sandtable.telling.wording import effects, percent

BAR = 24


def in_short(found: Chances, state: State) -> Text:
    """Effect 33%: 22% is hit: retreat or lose 1 SP? · 11% loses 1 SP, 2 left."""
    if found.too_many:
        return Text("too many outcomes to count", DIM)
    if found.brief is None:
        return Text()
    head, parts = effects(found.brief, state)
    return Text.assemble((head, "bold"), f": {' · '.join(parts)}" if parts else "")


def in_full(command: str, found: Chances, state: State) -> RenderableType:
    """Every outcome with its bar, its chance in figures and as a fraction."""
    head = dress(command, state)
    if found.too_many:
        return head.append(": more ways than can be counted exactly here", DIM)
    if found.odds is None:
        return head.append(": no die decides it", DIM)
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="magenta")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True, style=DIM)
    table.add_column()
    for what, chance in found.odds.chances:
        table.add_row("█" * max(1, round(float(chance) * BAR)), percent(chance), str(chance), dress(what, state))
    exact = f"exact, up to the next choice{', ' + found.assumed if found.assumed else ''}"
    return Group(head, table, Text(exact, DIM))
