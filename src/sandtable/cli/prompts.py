"""Reads what a player types: a number, a few words of an option, a place, or a verb of the program."""

import re

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.grid import SquareGrid
from sandtable.cli.errors import Unclear
from sandtable.cli.places import WIND, Spot, only_turns, read_spot
from sandtable.cli.spotter import Spotter
from sandtable.cli.steps import Way, read_way
from sandtable.kernel.decision import Command, Decision, Option
from sandtable.telling.display import Display

NUMBER = re.compile(r"(\d+)\.?(?:\s+(.*))?$")
AT = re.compile(r"^(?:at|to)\s+|(?<=\s)(?:at|to)\s+$", re.IGNORECASE)
FACING = re.compile(rf"(?:\d{{1,3}}|{WIND})", re.IGNORECASE)
VERBS = (
    "?", "why not", "why", "odds", "map", "zoom", "measure", "sight", "log", "roster", "undo", "save!", "save",
    "auto turn", "auto deploy", "auto", "resign", "help", "quit",
)  # fmt: skip


class WhereTo(Exception):
    """The chosen option needs a place."""

    def __init__(self, option: Option) -> None:
        self.option = option


class Verb(Struct, frozen=True):
    """A request to the program, not to the rules."""

    name: str
    rest: str


def read_verb(text: str) -> Verb | None:
    for verb in VERBS:
        if text.lower() == verb or text.lower().startswith(f"{verb} "):
            return Verb(verb, text[len(verb) :].strip())
    return None


class Reader:
    """Reads answers to one decision."""

    def __init__(self, decision: Decision, display: Display) -> None:
        self.decision, self.display, self.board = decision, display, display.state.board

    def command(self, text: str) -> Command:
        """The command that the player means. If it is not allowed, the rules say why."""
        if found := NUMBER.match(text):
            return self.by_number(text, int(found[1]), found[2] or "")
        return self.by_words(text, self.decision.options) or self.by_place(text) or self.nothing_like(text)

    def by_number(self, text: str, number: int, rest: str) -> Command:
        """An option by its number. On a free table two numbers may also be a place."""
        if not rest or isinstance(self.board, SquareGrid):
            return self.placed(self.numbered(number), rest)
        place = self.by_place(text)
        try:
            picked = self.placed(self.numbered(number), rest)
        except Unclear:
            if place is None:
                raise
            return place
        allowed = [one for one in (picked, place) if one is not None and self.decision.admits(one)]
        if len(allowed) == 2 and picked != place:
            raise Unclear(f"is this option {number} or a place? Type {number} at {rest}, or at {text}")
        return allowed[0] if allowed else picked

    def numbered(self, number: int) -> Option:
        options = self.decision.options
        if not 1 <= number <= len(options):
            raise Unclear(f"there is no option {number}; the options are 1 to {len(options)}")
        return options[number - 1]

    def placed(self, option: Option, text: str) -> Command:
        """The chosen option with the text after it."""
        text = AT.sub("", text)
        wrote = self.wrote(text, option) if option.region is not None else None
        if text and (wrote is None or wrote.before):
            what = "is not a place" if option.region is not None else "has no meaning after a number"
            raise Unclear(f"{text!r} {what}")
        return self.finish(option, wrote)

    # ---- words

    def by_words(self, text: str, options: tuple[Option, ...]) -> Command | None:
        fits = [option for option in options if self.fits(text, option)]
        if len(fits) > 1:
            exact = [option for option in fits if option.command.tell().lower() == text.lower()]
            if not exact:
                raise Unclear(f"this could mean {self.numbers(fits)}")
            fits = exact
        return self.finish(fits[0], None) if fits else None

    def fits(self, text: str, option: Option) -> bool:
        """Whether every word begins a word of the option or is the tag of a unit in it. Numbers must be complete."""
        said = option.command.tell().lower().split()
        tags = self.display.tags
        known = said + [tags[unit].lower() for unit in option.command.units if unit in tags]
        return all(
            any(one == word or (not word.isdecimal() and one.startswith(word)) for one in known)
            for word in text.lower().split()
        )

    def numbers(self, options: list[Option]) -> str:
        found = [str(self.decision.options.index(option) + 1) for option in options if option in self.decision.options]
        return " or ".join(found[:8]) or "several commands, but none is allowed"

    def nothing_like(self, text: str) -> Command:
        """A refused option with these words, if there is one: the rules then say why."""
        barred = self.by_words(text, self.decision.barred)
        if barred is None:
            raise Unclear(f"no option is called {text!r}; type a number or help")
        return barred

    # ---- places

    def by_place(self, text: str) -> Command | None:
        """A place, with or without words before it, for an option that needs one."""
        wrote = self.wrote(text)
        if wrote is None:
            return None
        before = AT.sub("", f"{wrote.before} ").strip()
        open_ones = [o for o in self.decision.options if o.region is not None and self.fits(before, o)]
        if not open_ones:
            return None
        inside = [o for o in open_ones if self.spotter.is_inside(o, wrote)]
        return self.finish((inside or open_ones)[0], wrote)

    def wrote(self, text: str, option: Option | None = None) -> Spot | Way | None:
        """A place or a way; if only the facing is open, a facing."""
        if isinstance(self.board, SquareGrid):
            return read_spot(self.board, text)
        if option is not None and option.region is not None and only_turns(option.region):
            text = f"face {text}" if FACING.fullmatch(text) else text
        return read_spot(self.board, text) or read_way(text)

    @property
    def spotter(self) -> Spotter:
        return Spotter(self.display)

    def finish(self, option: Option, wrote: Spot | Way | None) -> Command:
        if option.region is None:
            return option.command
        if wrote is None:
            raise WhereTo(option)
        return replace(option.command, to=self.spotter.place(option, wrote))
