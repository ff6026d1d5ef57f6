"""The book, and what every chapter reads of it."""

from typing import Literal

from sandtable.book.book import Book
from sandtable.kernel.dice import Reading, pips
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Term

BOOK = Book("sandtable.rules.panzer_korps", "panzer-korps.toml")
cite = BOOK.cite

D4, D6, D10, D100 = pips(4), pips(6), pips(10), pips(100)
DICE = {sides: pips(sides) for sides in (4, 6, 8, 10, 12)}

QUALITIES = tuple(str(row[0]) for row in BOOK.table("morale-die").rows)  # pk.organisation.quality: best first
HARDENED, ELITE, VETERAN, REGULAR, RESERVIST, RECRUIT, MILITIA, PARTISAN = QUALITIES
RATINGS = tuple(str(row[0]) for row in BOOK.table("leader-rating").rows)  # A to H
COLOURS = tuple(BOOK.table("decision").key)  # Yellow, the poorest, to Black
SEGMENTS = tuple(str(row[0]) for row in BOOK.table("day-segments").rows)  # Early Morning to Midnight
THEATRES = tuple(str(row[0]) for row in BOOK.table("terrain-generator").rows)
SEASONS = tuple(str(row[0]) for row in BOOK.table("wind-season").rows)
WEATHERS = ("clear", "rain", "mud", "snow", "fog", "ice", "sand", "marsh")  # pk.weather.conditions, and the ground

Status = Literal["formed", "Suppressed", "Fragmented", "dispersed"]


def scored(play: Play, throw: Throw, reading: Reading, adds: tuple[Term, ...]) -> int:
    """A die with its modifiers: pk.setup.dice."""
    return play.roll(throw, reading, adds=adds) + sum(term.value for term in adds)


def at_least(quality: str, least: str) -> bool:
    """Whether a quality is so good: pk.organisation.quality."""
    return QUALITIES.index(quality) <= QUALITIES.index(least)
