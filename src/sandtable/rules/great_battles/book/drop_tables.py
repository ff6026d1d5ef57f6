"""The three tables of airborne landings. They belong to the d10 charts and are read from that book only."""

from functools import cache

from sandtable.book.book import Cell
from sandtable.rules.great_battles.book.books import D10

HIGH, LOW = "high", "low"
DESTROYED, SUPPRESSED = "D", "S"


table = D10.table


@cache
def heights() -> tuple[str, ...]:
    """The first word of each; the rest is about gliders."""
    return tuple(str(row[0]).split()[0].lower() for row in table("approach-damage").rows)


@cache
def flaks() -> tuple[str, ...]:
    return tuple(name.removesuffix(" AA").lower() for name in table("approach-damage").columns[1:])


@cache
def theatres() -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.split(",")[0] for name in table("drift").columns))


def approach(height: str, flak: str, die: int) -> str:
    """The effect of the flak on a stand: D, S or nothing."""
    entry = str(row_of(height)[1 + flaks().index(flak)])
    parts = [part.split() for part in entry.split("/")]
    return next((effect for faces, effect in parts if is_among(faces, die)), "")


def factor(height: str) -> float:
    """The factor for the drift."""
    value = row_of(height)[0]
    assert isinstance(value, int | float)
    return value


def row_of(height: str) -> tuple[Cell, ...]:
    return table("approach-damage").rows[heights().index(height)][1:]


def drift(theatre: str, first: int, second: int) -> tuple[float, float]:
    """Inches to the east and to the north, before the factor."""
    at = 2 * theatres().index(theatre)
    return inches(table("drift").row(str(second))[at + 1]), inches(table("drift").row(str(first))[at])


def inches(entry: Cell) -> float:
    """ "4 S" is four inches the other way; "0" goes nowhere."""
    figure, _, way = str(entry).partition(" ")
    return -float(figure) if way in ("S", "W") else float(figure)


def landing(die: int, *, night: bool, glider: bool, rough: bool) -> str:
    """The effect of the landing on a stand: D, S or nothing."""
    words = ("Night" if night else "Day", "Glider" if glider else "Para", "Rough" if rough else "Clear")
    column = table("landing-damage").column(" ".join(words))
    found = next(effect for effect, faces in column.items() if is_among(str(faces), die))
    return found if found in (DESTROYED, SUPPRESSED) else ""


def is_among(faces: str, die: int) -> bool:
    """Whether a die shows one of the faces: "2-3"."""
    low, _, high = faces.partition("-")
    return int(low) <= die <= int(high or low)
