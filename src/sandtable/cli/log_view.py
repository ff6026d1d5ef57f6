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
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State
from sandtable.telling import throws
from sandtable.telling.story import sentence

MADE, FAILED = "bold black on white", "bold white on grey37"


def story(entries: Iterable[Entry], rules: RuleSet, state: State) -> Group:
    return Group(*lines(entries, rules, state))


def lines(entries: Iterable[Entry], rules: RuleSet, state: State) -> Iterator[RenderableType]:
    for entry in entries:
        if entry.event.fact == "turn":
            yield Rule(Text(entry.event.tell(), "bold"), style=DIM)
        else:
            yield Padding(line(entry, rules, state), (0, 0, 0, 2), expand=False)


def line(entry: Entry, rules: RuleSet, state: State) -> Text:
    event = entry.event
    text = throw(event, rules, state) if isinstance(event, Rolled) else dress(sentence(event.tell()), state)
    return text.append(f" [{entry.clause}]", DIM)


def throw(event: Rolled, rules: RuleSet, state: State) -> Text:
    """A throw: its purpose, need, dice, what is added, and what came of it. A die that made its need is bright."""
    needs = f" {throws.needs(event, throws.cited)}, throws" if event.need else ""
    parts = [dress(f"{sentence(event.throw.words)}:{needs}", state)]
    parts += [die(event, reading, face) for reading, face in event.reading.each(event.shown)]
    parts += [dress(told, state) for told in (throws.adds(event, throws.cited), throws.total(event)) if told]
    came = rules.showing.came(event)
    return Text(" ").join(parts).append(f": {came}" if came else "", "bold")


def die(event: Rolled, reading: Reading, face: int) -> Text:
    made = event.need is None or reading.worth[face - 1] > 0
    return Text.assemble((f" {face} ", MADE if made else FAILED))
