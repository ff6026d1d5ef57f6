"""List the scenarios, or show one: setting, map, forces, options and how it is won."""

from itertools import groupby
from shlex import quote

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli.board_view import strength
from sandtable.cli.drawing import drawn, legend
from sandtable.cli.errors import unknown
from sandtable.cli.find import Battle, all_scenarios, battle_called, book_of, is_file
from sandtable.cli.models import content
from sandtable.cli.screen import DIM, open_console, side_style
from sandtable.kernel.state import Side, State, Unit
from sandtable.rules import rule_sets
from sandtable.telling.names import battalions, fighters


def show(name: str | None) -> None:
    found = all_scenarios()
    if name is None or name in rule_sets():
        list_them({one: battle for one, battle in found.items() if name in (None, battle[0].id)})
    elif name in found or name.endswith(".toml") or is_file(name):
        describe(open_console(), battle_called(name), name)
    else:
        raise unknown("scenario or rule set", name, [*found, *rule_sets()])


def list_them(found: dict[str, Battle]) -> None:
    """By rule set, two lines each: the title, and below it the size, the length and the options it is played with."""
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


def describe(console: Console, battle: Battle, name: str) -> None:
    """`name` is what it was asked for by: its own, or its file's."""
    rules, scenario = battle
    state = rules.setup(scenario, frozenset(scenario.options))
    console.print(Text.assemble((scenario.title, "bold"), "  ", (f"{scenario.id} · {rules.id}", DIM)))
    console.print(
        f"{scenario.setting}\n{scenario.size[:1].upper()}{scenario.size[1:]}; {rules.showing.length(scenario)}."
    )
    if drawing := drawn(state, rules, console.width):
        console.print(Padding(Text("\n").join(drawing), (1, 0, 0, 0)))
        console.print(legend(state))
    console.print(Padding(forces(state), (1, 0)))
    for head, words in (
        ("Victory", getattr(scenario, "victory_text", "")),
        ("Options", ", ".join(scenario.options) or "none; there are " + ", ".join(rules.variants)),
        ("Notes", scenario.notes),
    ):
        if words:
            console.print(Text.assemble((f"{head}: ", "bold"), words))
    console.print(Text(f"To play: sandtable play {quote(name)}", DIM))


def forces(state: State) -> Table:
    """Both sides next to each other."""
    pair = Table.grid(padding=(0, 4, 0, 0))
    pair.add_row(*(force(state, side) for side in state.sides))
    return pair


def force(state: State, side: Side) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column()
    table.add_column(style=DIM)
    own = [unit for unit in fighters(state) if unit.side == side]
    table.add_row("", Text(side, f"bold {side_style(state, side)}"), "")
    whole = battalions(state)
    for what, group in groupby(own, key=lambda unit: content(state, unit) if unit in whole else what_it_is(unit)):
        table.add_row(str(len(list(group))), *what)
    return table


def what_it_is(unit: Unit) -> tuple[str, str]:
    """Its kind or name, and everything else that is known of it before the battle."""
    name = unit.id.removeprefix(f"{unit.side} ").rstrip("0123456789 ")
    figure = strength(unit)
    first = next(iter(unit.tallies), "")
    later = [f"{tally} {value}" for tally, value in list(unit.tallies.items())[1:]]
    kind = [] if name.lower() == unit.kind.lower() or name in unit.traits else [unit.kind]
    traits = [trait for trait in sorted(unit.traits) if trait != name]
    strong = [f"{figure} {first}"] if figure is not None else []
    return name, ", ".join([*kind, *strong, *traits, *sorted(unit.marks), *later])
