"""Reads what a player types: a number, a few words of an option, a place, or a verb of the program."""

import re

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board import shapes
from sandtable.board.board import Region
from sandtable.board.grid import SquareGrid, square_name
from sandtable.board.place import Place
from sandtable.cli.errors import Unclear
from sandtable.cli.places import WIND, Spot, facings_at, only_turns, read_spot, which_way
from sandtable.cli.steps import Way, bearing_of, end_of, read_way, snapped
from sandtable.kernel.decision import Command, Decision, Option, Placing
from sandtable.kernel.state import Unit
from sandtable.telling.display import Display

NUMBER = re.compile(r"(\d+)\.?(?:\s+(.*))?$")
AT = re.compile(r"^(?:at|to)\s+|(?<=\s)(?:at|to)\s+$", re.IGNORECASE)
FACING = re.compile(rf"(?:\d{{1,3}}|{WIND})", re.IGNORECASE)
VERBS = (
    "?", "why not", "why", "odds", "map", "zoom", "measure", "sight", "log", "roster", "undo", "save!", "save",
    "auto turn", "auto deploy", "auto", "place all", "resign", "help", "quit",
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


class Spotter:
    """Finds the place that a player means, with the unit's own facing or the only allowed one."""

    def __init__(self, display: Display) -> None:
        self.display, self.view, self.board = display, display.state, display.state.board

    def is_inside(self, option: Option, wrote: Spot | Way) -> bool:
        """Whether an option allows the place with some facing."""
        assert option.region is not None
        try:
            return option.region.contains(self.place(option, wrote))
        except Unclear:
            return isinstance(wrote, Spot)

    def place(self, option: Option, wrote: Spot | Way) -> Place:
        assert option.region is not None
        unit = self.view.units.get(option.command.unit) if isinstance(option.command, Placing) else None
        spot = self.led_to(option.region, unit, wrote) if isinstance(wrote, Way) else wrote
        if isinstance(self.board, SquareGrid):
            return self.with_facing(option.region, spot)
        return self.on_table(option.region, unit, spot)

    def led_to(self, region: Region, unit: Unit | None, way: Way) -> Spot:
        """The end of a way from the unit's place."""
        start = unit.place if unit else None
        if only_turns(region):
            x, y = region.outline()[0][0]
            start = Place(x, y, start.facing if start else 0)
        if start is None:
            raise Unclear(f"{unit.id if unit else 'the unit'} is not on the table yet; type a place, like 12.5 8 N")
        return end_of(way, region, start, bearing_of(way, start, self.display))

    # ---- facings

    def on_table(self, region: Region, unit: Unit | None, spot: Spot) -> Place:
        """The place as written; otherwise with the unit's own facing; otherwise with the only allowed facing."""
        if spot.begins and unit is not None:
            return self.begun(unit, Place(spot.x, spot.y, spot.facing or 0))
        if not facings_at(self.board, region, spot):
            spot = snapped(region, spot)
        if spot.facing is not None:
            return Place(spot.x, spot.y, spot.facing)
        here = unit.place if unit else None
        if here is not None and region.contains(Place(spot.x, spot.y, here.facing)):
            return Place(spot.x, spot.y, here.facing)
        if here is None and unit is not None and self.display.look(unit).role == "group":
            return self.with_facing(region, spot)
        fits = [facing for facing in range(360) if region.contains(Place(spot.x, spot.y, facing))]
        facing = fits[0] if len(fits) == 1 or (here is None and fits) else here.facing if here else 0
        return Place(spot.x, spot.y, facing)

    def begun(self, unit: Unit, start: Place) -> Place:
        """A tape begins at the first of two points and runs towards the second. A model stands at the first."""
        base = self.display.rules.base(self.view, unit)
        if base.disc or self.display.look(unit).role != "template":
            return start
        x, y = shapes.ahead(start.point, start.facing, base.depth / 2)
        return Place(round(x, 2), round(y, 2), start.facing)

    def with_facing(self, region: Region, spot: Spot) -> Place:
        """The place with its only allowed facing. If there are several, the player must choose."""
        facings = facings_at(self.board, region, spot)
        if spot.facing is None and len(facings) > 1:
            at = Place(spot.x, spot.y)
            name = square_name(at) if isinstance(self.board, SquareGrid) else f"{spot.x:g} {spot.y:g}"
            raise which_way(name, facings)
        facing = spot.facing if spot.facing is not None else facings[0] if facings else 0
        return Place(spot.x, spot.y, facing)


class Reader:
    """Reads answers to one decision."""

    def __init__(self, decision: Decision, display: Display) -> None:
        self.decision, self.display, self.board = decision, display, display.state.board
        self.spotter = Spotter(display)

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

    def finish(self, option: Option, wrote: Spot | Way | None) -> Command:
        if option.region is None:
            return option.command
        if wrote is None:
            raise WhereTo(option)
        return replace(option.command, to=self.spotter.place(option, wrote))
