"""A battle to be fought: what every rule set's scenarios have in common."""

from collections.abc import Iterator
from typing import Any, Literal
from unicodedata import category

import msgspec
from msgspec import Struct

# What any scenario keeps to, field by field. Rule sets limit the size of the board and the number of units besides.
LONG_TEXTS = frozenset({"setting", "notes", "victory_text", "map"})
LONG, SHORT = 4000, 100  # characters of these, and of every other text
ENTRIES = 100  # of one list
LARGEST = 1000  # number
ODD = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})  # characters that a screen obeys, or cannot show


class Scenario(Struct, frozen=True, kw_only=True):
    """Rule sets add the map, the forces and the victory conditions as fields of their own."""

    id: str
    rules: str
    title: str
    setting: str
    size: str
    options: tuple[str, ...] = ()  # variants in force unless the players say otherwise
    notes: str = ""
    victory_text: str = ""  # how it is won, for people
    learning: bool = False  # a battle to begin with
    large: bool = False  # it takes hours: a program that plays many battles plays it seldom
    climate: Literal["temperate", "winter", "arid"] = "temperate"  # how the ground is drawn; no rule reads it


class ScenarioError(ValueError):
    """A scenario cannot be played as written; says where."""


def check_limits(scenario: Scenario) -> None:
    """Every text, list and number of a scenario, whatever its rule set; the error says where, and what is allowed."""
    if fault := next(faults(msgspec.to_builtins(scenario), ()), None):
        raise ScenarioError(fault)


def faults(value: Any, place: tuple[str, ...]) -> Iterator[str]:
    """What is too much, with the place: `side 1, forces 2, name`."""
    match value:
        case str():
            yield from faults_of_text(value, place)
        case int() | float() if not abs(value) <= LARGEST:  # so that what is no number is caught too
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
