"""Lists the scenarios, or shows one: setting, map, forces, options and how to win."""

from shlex import quote

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli.drawing import drawn, legend
from sandtable.cli.find import FoundBattle, all_scenarios, battle_called, book_of, staged
from sandtable.cli.screen import DIM, open_console, side_style
from sandtable.kernel.state import Side
from sandtable.rules import rule_sets
from sandtable.rules.engagements import engagements
from sandtable.telling import forces as telling
from sandtable.telling.display import Display


def show(name: str | None) -> None:
    if name is None or name in rule_sets():
        list_them({one: battle for one, battle in all_scenarios().items() if name in (None, battle[0].id)})
        list_engagements()
    elif name in engagements():
        for called, battle in staged(engagements()[name]).items():
            describe(open_console(), battle, called)
    else:
        describe(open_console(), battle_called(name, "scenario or rule set", [*engagements(), *rule_sets()]), name)


def list_engagements() -> None:
    """Battles for every book: RULES/BATTLE is one of them under one book."""
    console, table = open_console(), Table.grid(padding=(0, 2, 0, 0))
    for battle in engagements().values():
        table.add_row(Text(battle.id, "bold"), battle.title)
    example = next(iter(engagements()))
    console.print(Text("one battle under every book", "bold underline"))
    console.print(table)
    console.print(Text(f"sandtable compare {example}; sandtable play portable-wargame/{example}", DIM))


def list_them(found: dict[str, FoundBattle]) -> None:
    """Scenarios by rule set, two lines each: the title, then the size, the length and the options."""
    console = open_console()
    for rules in (one for one in rule_sets().values() if any(battle[0] is one for battle in found.values())):
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="bold", min_width=max(map(len, found)))
        for name, (own, scenario) in found.items():
            if own is rules:
                table.add_row(name, scenario.title)
                about = (scenario.size, rules.showing.length(scenario), ", ".join(scenario.options))
                table.add_row("", Text(" · ".join(filter(None, about)), DIM))
        console.print(Text.assemble((rules.id, "bold underline"), "  ", book_of(rules).about.name))
        console.print(Padding(table, (0, 0, 1, 0)))


def describe(console: Console, battle: FoundBattle, name: str) -> None:
    """`name`: the name or the file that the user typed."""
    rules, scenario = battle
    display = Display(rules, rules.setup(scenario, frozenset(scenario.options)))
    console.print(Text.assemble((scenario.title, "bold"), "  ", (f"{scenario.id} · {rules.id}", DIM)))
    extent = "; ".join(filter(None, (scenario.size, rules.showing.length(scenario))))
    console.print(f"{scenario.setting}\n{extent[:1].upper()}{extent[1:]}.")
    if drawing := drawn(display, console.width):
        console.print(Padding(Text("\n").join(drawing), (1, 0, 0, 0)))
        console.print(legend(display))
    console.print(Padding(forces(display), (1, 0)))
    for head, words in (
        ("Victory", scenario.victory_text),
        ("Options", ", ".join(scenario.options) or (rules.variants and "none; there are " + ", ".join(rules.variants))),
        ("Notes", scenario.notes),
    ):
        if words:
            console.print(Text.assemble((f"{head}: ", "bold"), words))
    console.print(Text(f"To play: sandtable play {quote(name)}", DIM))


def forces(display: Display) -> Table:
    """Both sides, side by side."""
    pair = Table.grid(padding=(0, 4, 0, 0))
    pair.add_row(*(force(display, side) for side in display.state.sides))
    return pair


def force(display: Display, side: Side) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column()
    table.add_column(style=DIM)
    table.add_row("", Text(side, f"bold {side_style(display.state, side)}"), "")
    for troops in telling.forces(display, side):
        table.add_row(str(troops.count), troops.name, troops.words)
    return table
