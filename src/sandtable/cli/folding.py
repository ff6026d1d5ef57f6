"""Folds long lists of options: a paragraph for each unit, with the number of each option."""

from rich.padding import Padding
from rich.text import Text

from sandtable.cli.screen import CHOICE, dress
from sandtable.kernel.decision import Option
from sandtable.kernel.state import State

LONG = 12  # options; a longer list is folded
ALIKE = 3  # options per unit, on average, that make folding worthwhile

Numbered = list[tuple[int, Option]]


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
