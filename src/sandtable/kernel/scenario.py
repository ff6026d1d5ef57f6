"""What the scenarios of all rule sets share."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal
from unicodedata import category

import msgspec
from msgspec import Struct

# Limits for every field. Rule sets also limit the size of the board and the number of units.
LONG_TEXTS = frozenset({"setting", "notes", "victory_text", "map"})
LONG, SHORT = 4000, 100  # characters of these, and of every other text
ENTRIES = 100  # of one list
LARGEST = 2000  # number; a year is one
ODD = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})  # control characters and others that a screen cannot show


class Scenario(Struct, frozen=True, kw_only=True):
    """Rule sets add their own fields for the map, the forces and the victory conditions."""

    id: str
    rules: str
    title: str
    setting: str
    size: str
    options: tuple[str, ...] = ()  # options that apply unless the players choose others
    notes: str = ""
    victory_text: str = ""  # how to win it, for people
    learning: bool = False  # a battle for beginners
    large: bool = False  # it takes hours, so programs that play many battles play it rarely
    set_up: Mapping[str, tuple[Mapping[str, Any], ...]] = {}  # of a side: commands as a save writes them
    climate: Literal["temperate", "winter", "arid"] = "temperate"  # how the ground is drawn; no rule reads it


class ScenarioError(ValueError):
    """A scenario cannot be played. The message says where and why."""


def check_limits(scenario: Scenario) -> None:
    """Check every text, list and number of a scenario. The error says where, and what is allowed."""
    if fault := next(faults(msgspec.to_builtins(scenario), ()), None):
        raise ScenarioError(fault)


def faults(value: Any, place: tuple[str, ...]) -> Iterator[str]:
    """Everything outside the limits, with its place: `side 1, forces 2, name`."""
    match value:
        case str():
            yield from faults_of_text(value, place)
        case int() | float() if not abs(value) <= LARGEST:  # this way NaN is caught too
            yield f"{told(place)}: a number from -{LARGEST} to {LARGEST} is needed"
        case dict() | list() | tuple() if len(value) > ENTRIES:
            yield f"{told(place)}: {len(value)} entries; at most {ENTRIES} are allowed"
        case dict():
            for key, one in value.items():
                yield from faults_of_text(key, place)
                yield from faults(one, (*place, key))
        case list() | tuple():
            for number, one in enumerate(value, 1):
                yield from faults(one, (*place[:-1], f"{place[-1]} {number}"))


def faults_of_text(text: str, place: tuple[str, ...]) -> Iterator[str]:
    most = LONG if place and place[-1] in LONG_TEXTS else SHORT
    if len(text) > most:
        yield f"{told(place)}: a text of {len(text)} characters; at most {most} are allowed"
    elif strange := [letter for letter in text if letter != "\n" and category(letter) in ODD]:
        yield f"{told(place)}: the character {strange[0]!a} cannot be shown"
    elif most == SHORT and (text != text.strip() or "\n" in text):
        yield f"{told(place)}: one line without blanks at its ends is needed, not {text!r}"


def told(place: tuple[str, ...]) -> str:
    return ", ".join(place) or "scenario"
