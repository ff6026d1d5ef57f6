"""Odds in words: a few beside an option, all of them in a table."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.cli.screen import DIM, dress
from sandtable.kernel.showing import Showing
from sandtable.kernel.state import State
from sandtable.telling.wording import SUPPOSED, effects, give_or_take, in_prospect, percent
from sandtable.ways import Odds

BAR = 24


def in_short(found: Odds, showing: Showing, state: State) -> Text:
    """Win 33%, stand-off 67%: 22% is hit: retreat or lose 1 SP? · 11% loses 1 SP, 2 left."""
    if found.too_many:
        return Text("there are too many outcomes to count", DIM)
    if not found.brief:
        return Text()
    head, parts = in_prospect(found, showing, state), effects(found, state)[1]
    return Text.assemble((head, "bold"), f": {' · '.join(parts)}" if parts else "")


def in_full(command: str, found: Odds, state: State) -> RenderableType:
    """Every outcome with a bar, its chance, and the fraction or the error."""
    head = dress(command, state)
    if found.too_many:
        return head.append(": there are too many outcomes to count or to try", DIM)
    if not found.outcomes:
        return head.append(": no die decides this", DIM)
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="magenta")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True, style=DIM)
    table.add_column()
    for one in found.outcomes:
        bar = "█" * max(1, round(float(one.chance) * BAR))
        beside = f"±{give_or_take(found, one.chance)}" if found.tries else str(one.chance)
        table.add_row(bar, percent(one.chance), beside, dress(str(one), state))
    sure = f"about: {found.tries:,} tries, ± the standard error" if found.tries else "exact"
    assumed = SUPPOSED[found.assumed]
    return Group(head, table, Text(f"{sure}, up to the next choice{', ' + assumed if assumed else ''}", DIM))
