"""Odds in words: a few beside an option, all of them in a table."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.cli.screen import DIM, dress
from sandtable.kernel.state import State
from sandtable.outcomes import Odds
from sandtable.telling.chances import Chances
from sandtable.telling.wording import effects, give_or_take, percent

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
    """Every outcome with its bar, its chance in figures and as a fraction, or give or take how much."""
    head = dress(command, state)
    if found.too_many:
        return head.append(": more ways than can be counted or tried here", DIM)
    if found.odds is None:
        return head.append(": no die decides it", DIM)
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, style="magenta")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True, style=DIM)
    table.add_column()
    for what, chance in found.odds.chances:
        bar = "█" * max(1, round(float(chance) * BAR))
        beside = f"±{give_or_take(found.odds, chance)}" if found.odds.tries else str(chance)
        table.add_row(bar, percent(chance), beside, dress(what, state))
    return Group(head, table, Text(how_sure(found.odds, found.assumed), DIM))


def how_sure(odds: Odds, assumed: str) -> str:
    """Exact or not, and what was supposed."""
    sure = f"about: {odds.tries:,} tries, ± the standard error" if odds.tries else "exact"
    return f"{sure}, up to the next choice{', ' + assumed if assumed else ''}"
