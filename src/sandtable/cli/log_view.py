"""The log: dice, sums with their reasons, and the clause of each line."""

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from sandtable.cli.screen import DIM, dress
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Rolled
from sandtable.kernel.state import State
from sandtable.telling.story import sentence

MADE, FAILED = "bold black on white", "bold white on grey37"


def story(entries: Iterable[Entry], state: State) -> Group:
    return Group(*lines(entries, state))


def lines(entries: Iterable[Entry], state: State) -> Iterator[RenderableType]:
    for entry in entries:
        if entry.event.fact == "turn":
            yield Rule(Text(entry.event.tell(), "bold"), style=DIM)
        else:
            yield Padding(line(entry, state), (0, 0, 0, 2), expand=False)


def line(entry: Entry, state: State) -> Text:
    event = entry.event
    text = throw(event, state) if isinstance(event, Rolled) else dress(sentence(event.tell()), state)
    return text.append(f" [{entry.clause}]", DIM)


def throw(event: Rolled, state: State) -> Text:
    """A throw: its purpose, dice, modifiers and need. A die that made its need is bright."""
    parts = [dress(f"{sentence(event.throw.words)}:", state)]
    parts += [die(event, reading, face) for reading, face in event.reading.each(event.shown)]
    parts += [dress(str(term), state) for term in event.adds]
    if sum_of := event.reading.comes_to(event.shown, event.adds):
        parts.append(Text(sum_of))
    elif len(event.shown) > 1 and event.need is None:
        parts.append(Text(f"= {event.total}"))
    if event.need is not None:
        parts.append(dress(event.wanted, state))
    return Text(" ").join(parts)


def die(event: Rolled, reading: Reading, face: int) -> Text:
    made = event.need is None or reading.worth[face - 1] > 0
    return Text.assemble((f" {face} ", MADE if made else FAILED))
