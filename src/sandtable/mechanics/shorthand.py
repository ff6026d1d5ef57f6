"""Units and ground in a few words, for tables that people set up by hand.

    Red A1 at 20,10 facing 90: 3 Infantry, Heavy weapons; veteran, march, suppressed 2
    side, name, place, facing: what it is made of; words of the book

Everything after the name may be left out. The book defines what a word means.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.grid import square_place
from sandtable.board.place import Place
from sandtable.board.tablemap import Laid
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import Side, Unit

WINDS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
HEAD = r"(?P<side>\S+) (?P<name>.+?)(?: at (?P<at>\S+))?(?: facing (?P<facing>\S+))?"
PIECE = r"(?P<kind>.+?) at (?P<at>\S+) size (?P<size>\S+)(?: level (?P<level>-?\d+))?"


class Described(Struct, frozen=True):
    """The description of a unit."""

    side: Side
    name: str
    place: Place | None
    made_of: tuple[str, ...]
    words: tuple[str, ...]
    text: str

    def one_of(self, known: Collection[str], otherwise: str) -> str:
        """The first of these words that it has."""
        return next((word for word in self.words if word in known), otherwise)

    def value(self, word: str) -> str:
        """What follows a word: "led by A"; empty: it has not the word."""
        return next((one[len(word) + 1 :] for one in self.words if one.startswith(f"{word} ")), "")

    def fault(self, why: str) -> ScenarioError:
        return ScenarioError(f"{self.text!r}: {why}")


def described(text: str) -> Described:
    rest, _, words = text.partition(";")
    head, _, made_of = rest.partition(":")
    found = re.fullmatch(HEAD, head.strip())
    if found is None:
        raise ScenarioError(f"{text!r}: describe a unit like 'Red A1 at 20,10 facing 90: 3 Infantry; veteran'")
    at = place(found["at"], found["facing"] or "N", text) if found["at"] else None
    return Described(Side(found["side"]), found["name"], at, tuple(counted(listed(made_of))), listed(words), text)


def sides_of(given: Iterable[Described], usual: Iterable[Side]) -> tuple[Side, Side]:
    """The sides that are named, the first one first; `usual`: the sides if they name no other."""
    first, second, *_ = dict.fromkeys([*(said.side for said in given), *usual])
    return first, second


def place(at: str, facing: str, text: str) -> Place:
    """d4 on a grid, 20,10 on a free table."""
    turn = WINDS.get(facing.upper())
    if turn is None and not facing.isdecimal():
        raise ScenarioError(f"{text!r}: facing {facing!r} is neither degrees nor one of {', '.join(WINDS)}")
    degrees = turn if turn is not None else int(facing) % 360
    if re.fullmatch(r"[a-z]\d+", at):
        return Place(*square_place(at).point, degrees)
    return Place(*point(at, text), degrees)


def point(words: str, text: str) -> tuple[float, float]:
    try:
        x, y = map(float, words.split(","))
    except ValueError:
        raise ScenarioError(f"{text!r}: {words!r} is not a place; a place is d4 or 20,10") from None
    return x, y


def listed(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())


def counted(words: Iterable[str]) -> Iterable[str]:
    """3 Infantry: Infantry three times."""
    for word in words:
        number, _, what = word.partition(" ")
        yield from [what] * int(number) if number.isdecimal() and what else [word]


def piece(text: str) -> Laid:
    """A piece of terrain on a free table: woods at 20,14 size 4,1 level 1."""
    found = re.fullmatch(PIECE, text.strip())
    if found is None:
        raise ScenarioError(f"{text!r}: describe ground like 'woods at 20,14 size 4,1'")
    level = int(found["level"] or 0)
    return Laid(found["kind"], at=point(found["at"], text), size=point(found["size"], text), level=level)


Words = Mapping[str, str]  # what the state calls each word


def marked(unit: Unit, said: Described, word: str, *, marks: Words, did: Collection[str], tallies: Words) -> Unit:
    """The unit with one of its words: a mark, what it has done, or a tally with its value ("disorder 3")."""
    if word in marks:
        return replace(unit, marks=unit.marks | {marks[word]})
    if word in did:
        return replace(unit, spent=unit.spent | {word})
    tally, _, number = word.partition(" ")
    if tally not in tallies or not number.isdecimal():
        raise said.fault(f"{word!r} means nothing of a unit")
    return replace(unit, tallies={**unit.tallies, tallies[tally]: int(number)})


def placed(place: Place | None, words: Sequence[str]) -> Place | None:
    """Elsewhere or facing another way: "at 20 14", "facing 90"."""
    match words:
        case ["at", x, y]:
            return Place(float(x), float(y), place.facing if place else 0)
        case ["facing", degrees] if place:
            return replace(place, facing=int(degrees))
    return None
