"""Odds in words: a few beside an option, all of them in a table."""

import re
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.cli.chances import Chances
from sandtable.cli.names import fighters, short_name
from sandtable.cli.screen import DIM, dress
from sandtable.kernel.state import State, Unit
from sandtable.outcomes import NOTHING

SHOWN = 3  # outcomes beside an option
BAR = 24


def percent(chance: Fraction) -> str:
    share = float(100 * chance)
    return f"{share:.0f}%" if 1 <= share <= 99 or share in (0, 100) else f"{share:.1f}%"


def in_short(found: Chances, state: State) -> Text:
    """Effect 33%: 22% is hit: retreat or lose 1 SP? · 11% loses 1 SP, 2 left."""
    if found.too_many:
        return Text("too many outcomes to count", DIM)
    if found.brief is None:
        return Text()
    table = shortened(found.brief.chances, state)
    nothing = table.pop(NOTHING, Fraction(0))
    items = sorted(table.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{percent(chance)} {what}" for what, chance in items[:SHOWN]] + ["…"] * (len(items) > SHOWN)
    return Text.assemble((f"effect {percent(1 - nothing)}", "bold"), f": {' · '.join(parts)}" if parts else "")


def shortened(outcomes: tuple[tuple[str, Fraction], ...], state: State) -> dict[str, Fraction]:
    """Without what is certain, and without names where one would only repeat the same."""
    split = [set(what.split("; ")) for what, _ in outcomes]
    certain = set.intersection(*split) if len(split) > 1 else set()
    proper = {unit.id: unit for unit in (*fighters(state), *state.units.values()) if unit.part_of}
    named = [unit for unit in proper.values() if any(is_named(unit, what) for what, _ in outcomes)]
    sums: dict[str, Fraction] = {}
    for what, chance in outcomes:
        facts = [fact for fact in what.split("; ") if fact not in certain]
        words = "; ".join(shorten(fact, named) for fact in facts) or NOTHING
        sums[words] = sums.get(words, Fraction(0)) + chance
    return sums


def is_named(unit: Unit, words: str) -> bool:
    """By its own name, not as the beginning of another's."""
    return re.search(rf"(?<!\w){re.escape(unit.id)}(?![\w/])", words) is not None


def shorten(words: str, named: list[Unit]) -> str:
    names = [short_name(unit) for unit in named]
    for unit in sorted(named, key=lambda unit: -len(unit.id)):
        if len(named) == 1:
            words = words.removeprefix(f"{unit.id} ")
        elif names.count(short_name(unit)) == 1:
            words = words.replace(unit.id, short_name(unit))
    return words


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
