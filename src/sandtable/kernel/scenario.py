"""A battle to be fought: what every rule set's scenarios have in common."""

from typing import Literal

from msgspec import Struct


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
