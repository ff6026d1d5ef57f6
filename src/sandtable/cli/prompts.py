"""Understand what a player types: a number, a few words of an option, a place, or one of the program's own verbs."""

import re

from msgspec import Struct
from msgspec.structs import asdict, replace

from sandtable.board.board import Board
from sandtable.board.grid import COMPASS, SquareGrid, square_name
from sandtable.board.place import Place
from sandtable.cli.names import Tags
from sandtable.cli.places import Spot, facings_at, read_spot
from sandtable.kernel.decision import Command, Decision, Option

NUMBER = re.compile(r"(\d+)\.?(?:\s+(.*))?$")
VERBS = (
    "?", "why not", "why", "odds", "map", "log", "roster", "undo", "save!", "save", "auto turn", "auto deploy", "auto",
    "resign", "help", "quit",
)  # fmt: skip


class Unclear(Exception):
    """What was typed cannot be taken as a choice; says why in one line."""


class WhereTo(Exception):
    """An option was picked that needs a place."""

    def __init__(self, option: Option) -> None:
        self.option = option


class Verb(Struct, frozen=True):
    """Something asked of the program rather than of the rules."""

    name: str
    rest: str


def read_verb(text: str) -> Verb | None:
    for verb in VERBS:
        if text.lower() == verb or text.lower().startswith(f"{verb} "):
            return Verb(verb, text[len(verb) :].strip())
    return None


class Reader:
    """Reads answers to one decision."""

    def __init__(self, decision: Decision, board: Board, tags: Tags) -> None:
        self.decision, self.board, self.tags = decision, board, tags

    def command(self, text: str) -> Command:
        """The command that is meant. It need not be allowed: the rules say why not."""
        if found := NUMBER.match(text):
            return self.placed(self.numbered(int(found[1])), found[2] or "")
        return self.by_words(text, self.decision.options) or self.by_place(text) or self.nothing_like(text)

    def numbered(self, number: int) -> Option:
        options = self.decision.options
        if not 1 <= number <= len(options):
            raise Unclear(f"there is no option {number}; they go from 1 to {len(options)}")
        return options[number - 1]

    def placed(self, option: Option, text: str) -> Command:
        """An option already picked, and what was typed after it."""
        spot = read_spot(self.board, text) if option.region is not None else None
        if text and (spot is None or spot.before):
            what = "is not a place" if option.region is not None else "is not understood after a number"
            raise Unclear(f"{text!r} {what}")
        return self.finish(option, spot)

    # ---- words

    def by_words(self, text: str, options: tuple[Option, ...]) -> Command | None:
        fits = [option for option in options if self.fits(text, option)]
        if len(fits) > 1:
            exact = [option for option in fits if option.command.tell().lower() == text.lower()]
            if not exact:
                raise Unclear(f"that could be {self.numbers(fits)}")
            fits = exact
        return self.finish(fits[0], None) if fits else None

    def fits(self, text: str, option: Option) -> bool:
        """Every word begins a word of the option, or is the tag of a unit in it; figures must be whole."""
        said = option.command.tell().lower().split()
        named = [tag for unit, tag in self.tags.items() if unit in asdict(option.command).values()]
        known = said + [tag.lower() for tag in named]
        return all(
            any(one == word or (not word.isdecimal() and one.startswith(word)) for one in known)
            for word in text.lower().split()
        )

    def numbers(self, options: list[Option]) -> str:
        found = [str(self.decision.options.index(option) + 1) for option in options if option in self.decision.options]
        return " or ".join(found[:8]) or "several things, none of them allowed"

    def by_place(self, text: str) -> Command | None:
        """A place alone, or words and a place, for an option that has one open."""
        spot = read_spot(self.board, text)
        if spot is None:
            return None
        open_ones = [o for o in self.decision.options if o.region is not None and self.fits(spot.before, o)]
        if not open_ones:
            return None
        inside = [o for o in open_ones if o.region is not None and facings_at(o.region, spot)]
        return self.finish((inside or open_ones)[0], spot)

    def nothing_like(self, text: str) -> Command:
        """Perhaps it is something the rules forbid just now: then they say why."""
        barred = self.by_words(text, self.decision.barred)
        if barred is None:
            raise Unclear(f"nothing on offer is called {text!r}; type a number, or help")
        return barred

    # ---- places

    def finish(self, option: Option, spot: Spot | None) -> Command:
        if option.region is None:
            return option.command
        if spot is None:
            raise WhereTo(option)
        facings = facings_at(option.region, spot)
        if spot.facing is None and len(facings) > 1:
            at = Place(spot.x, spot.y)
            name = square_name(at) if isinstance(self.board, SquareGrid) else f"{spot.x:g} {spot.y:g}"
            choices = " or ".join(COMPASS[facing] for facing in facings)
            raise Unclear(f"{name}: facing {choices}? For instance: {name} {COMPASS[facings[0]]}")
        facing = spot.facing if spot.facing is not None else facings[0] if facings else 0
        return replace(option.command, to=Place(spot.x, spot.y, facing))
