"""The question, the numbered options with their odds, and the refused options with the reasons."""

from itertools import groupby

from msgspec.structs import asdict
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.board.board import Region
from sandtable.board.grid import SquareGrid
from sandtable.board.place import Place
from sandtable.cli.places import example, only_turns
from sandtable.cli.screen import CHOICE, DIM, Light, dress, side_style
from sandtable.kernel.decision import Command, Decision, Option, Placing
from sandtable.kernel.state import State, UnitId

MANY = 4  # from this number on, options of one kind without odds stand in columns
LONG = 12  # options; a longer list is folded
ALIKE = 3  # options per unit, on average, that make folding worthwhile

Numbered = list[tuple[int, Option]]


def question(decision: Decision, state: State) -> Text:
    """The asked side, and the question in one sentence."""
    mark = ("■ " if decision.side == state.sides[0] else "◆ ", side_style(state, decision.side))
    sentence = dress(decision.question, state)
    sentence.stylize("bold")
    return Text.assemble(mark, sentence, (f" [{decision.clause}]", DIM))


def options(decision: Decision, state: State, odds: dict[Command, Text], width: int) -> Group:
    """The numbered options. Options of one kind stand together, in columns if there are many without odds."""
    parts: list[RenderableType] = []
    subject = common_subject(decision)
    numbered = list(enumerate(decision.options, 1))
    if is_long(numbered):
        return Group(*paragraphs(numbered, state))
    for _, group in groupby(numbered, key=lambda pair: type(pair[1].command)):
        alike = list(group)
        rolls = any(option.command in odds for _, option in alike)
        if len(alike) >= MANY and not rolls:
            parts.append(columns(alike, state, width))
        else:
            parts.append(rows(alike, state, odds, subject, width))
    return Group(*parts)


def rows(alike: Numbered, state: State, odds: dict[Command, Text], subject: UnitId | None, width: int) -> Table:
    """One option per line. If there are many, their odds are cut short so that the map stays on the screen."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", width=3, style=CHOICE)
    table.add_column(no_wrap=True)
    table.add_column()
    room = width - 7 - max(len(words(option, subject)) for _, option in alike)
    for number, option in alike:
        beside = odds.get(option.command) or hint(option, state)
        if len(alike) > MANY:
            beside.truncate(room, overflow="ellipsis")
        table.add_row(str(number), dress(words(option, subject), state), beside)
    return table


def hint(option: Option, state: State) -> Text:
    """How to type a place or a way."""
    if option.region is None:
        return Text()
    like = example(state.board, option.region)
    if isinstance(state.board, SquareGrid):
        return Text(f"type a place, like {like}", DIM)
    if only_turns(option.region):
        return Text(f"type a facing, like {like}", DIM)
    unit = state.units.get(option.command.unit) if isinstance(option.command, Placing) else None
    ways = ", or ahead 3, 2 NE, towards …" if unit and unit.place else ""
    return Text(f"type a place, like {like}{ways}", DIM)


def words(option: Option, subject: UnitId | None) -> str:
    """The words without the name of the unit in question."""
    return option.command.tell().removeprefix(f"{subject} ").replace(" ...", " …")


def columns(alike: Numbered, state: State, width: int) -> RenderableType:
    """Options in columns, numbered down each column."""
    cells = [cell(number, option, state) for number, option in alike]
    across = max(1, min(4, width // (max(text.cell_len for text in cells) + 2)))
    deep = -(-len(cells) // across)
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in range(deep):
        table.add_row(*cells[row::deep])
    return Group(table, Padding(hint(alike[0][1], state), (0, 4))) if alike[0][1].region else table


def cell(number: int, option: Option, state: State) -> Text:
    return Text.assemble((f"{number:3} ", CHOICE), dress(option.command.tell(), state))


def common_subject(decision: Decision) -> UnitId | None:
    """The unit that acts in every option, if the question is about it."""
    does = {option.command.units[:1] for option in decision.options}
    return next((unit for unit in decision.topic.about if does == {(unit,)}), None)


# ---- on the map


def light(decision: Decision, state: State) -> Light:
    """The highlights: exactly what the options name."""
    regions: list[Region] = []
    for option in decision.options:
        if option.region is not None and option.region not in regions:
            regions.append(option.region)
    subject = common_subject(decision) or placing(decision)
    named = {unit for option in decision.options for unit in option.command.units if unit in state.units} - {subject}
    places = {place for unit in named if (place := state.units[unit].place)}
    for option in decision.options:
        places |= {value for value in asdict(option.command).values() if isinstance(value, Place)}
    return Light(tuple(regions), frozenset(named), frozenset(places), subject)


def placing(decision: Decision) -> UnitId | None:
    """The unit that an option with an open place moves."""
    open_ones = [option.command for option in decision.options if option.region is not None]
    units = {command.unit for command in open_ones if isinstance(command, Placing)}
    return units.pop() if len(units) == 1 else None


# ---- why not


def barred(decision: Decision, state: State) -> RenderableType:
    """The refused options, by reason."""
    if not decision.barred:
        return Text("There is no list of refused options here. Try a command and the rules will say why not.", DIM)
    table = Table.grid(padding=(0, 1))
    table.add_column(style=DIM, width=1)
    table.add_column()
    reasons: dict[str, list[Option]] = {}
    for option in decision.barred:
        reasons.setdefault(str(option.refusal), []).append(option)
    for reason, those in reasons.items():
        table.add_row("⊘", dress(f"{listed(those, state)}: {reason}", state))
    return Padding(table, (0, 0, 0, 1))


def listed(those: list[Option], state: State) -> str:
    """Options of one kind in one list that gives the verb only once."""
    told = [option.command.tell() for option in those]
    start = shared_start(told)
    for side in state.sides:
        start = start.removesuffix(f"{side} ")  # only whole names get a colour
    rest = [one[len(start) :] for one in told]
    return f"{start}{', '.join(rest)}" if len(told) > 1 else told[0]


# ---- long lists


def by_unit(options: Numbered) -> dict[str, Numbered]:
    """Options by unit, in the order of the list. An option without a unit stands alone."""
    found: dict[str, Numbered] = {}
    for number, option in options:
        acts = next(iter(option.command.units), str(number))
        found.setdefault(acts, []).append((number, option))
    return found


def is_long(options: Numbered) -> bool:
    """Whether folding helps: there are many options, of several units, with a few each."""
    units = by_unit(options)
    return len(options) > LONG and 1 < len(units) <= len(options) / ALIKE


def paragraphs(options: Numbered, state: State) -> list[Padding]:
    return [Padding(paragraph(alike, state), (0, 0, 0, 4)) for alike in by_unit(options).values()]


def paragraph(alike: Numbered, state: State) -> Text:
    """The common beginning, then the rest of each option: call template 1 on … spotted by  4 A1  5 A2."""
    told = [option.command.tell().replace(" ...", " …") for _, option in alike]
    start = shared_start(told) if len(told) > 1 else ""
    text = dress(start, state)
    for (number, _), words in zip(alike, told, strict=True):
        text.append(f" {number} ", CHOICE).append_text(dress(words[len(start) :], state))
    return text


def shared_start(told: list[str]) -> str:
    """The whole words that all options begin with."""
    words = [one.split(" ") for one in told]
    same = 0
    while all(len(one) > same + 1 and one[same] == words[0][same] for one in words):
        same += 1
    return " ".join([*words[0][:same], ""]) if same else ""
