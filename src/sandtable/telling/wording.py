"""Odds in a few words."""

import re
from fractions import Fraction
from math import ceil

from sandtable.kernel.state import State, Unit
from sandtable.outcomes import NOTHING, Odds
from sandtable.telling.names import fighters, short_name

SHOWN = 3  # outcomes beside an option


def percent(chance: Fraction) -> str:
    share = float(100 * chance)
    return f"{share:.0f}%" if 1 <= share <= 99 or share in (0, 100) else f"{share:.1f}%"


def effects(brief: Odds, state: State) -> tuple[str, list[str]]:
    """The chance that anything comes of it, and the likeliest outcomes."""
    table = shortened(brief.chances, state)
    nothing = table.pop(NOTHING, Fraction(0))
    items = sorted(table.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{percent(chance)} {what}" for what, chance in items[:SHOWN]] + ["…"] * (len(items) > SHOWN)
    return f"effect {said(brief, 1 - nothing)}", parts


def said(odds: Odds, chance: Fraction) -> str:
    """37%, or about 37% (±2, 500 tries)."""
    if not odds.tries:
        return percent(chance)
    return f"about {percent(chance)} (±{give_or_take(odds, chance)}, {odds.tries:,} tries)"


def give_or_take(odds: Odds, chance: Fraction) -> int:
    """The standard error in points of a hundred, rounded up."""
    return ceil(100 * odds.error(chance))


def shortened(outcomes: tuple[tuple[str, Fraction], ...], state: State) -> dict[str, Fraction]:
    """Without what is certain, and without names where one would only repeat the same."""
    proper = {unit.id: unit for unit in (*fighters(state), *state.units.values()) if unit.part_of}
    named = [unit for unit in proper.values() if any(is_named(unit, what) for what, _ in outcomes)]
    sums: dict[str, Fraction] = {}
    for what, _, chance in uncertain(outcomes):
        words = "; ".join(shorten(fact, named) for fact in what.split("; "))
        sums[words] = sums.get(words, Fraction(0)) + chance
    return sums


def uncertain(outcomes: tuple[tuple[str, Fraction], ...]) -> list[tuple[str, str, Fraction]]:
    """Each outcome without what happens in all of them, and in full, and its chance; those that read alike are one."""
    split = [set(what.split("; ")) for what, _ in outcomes]
    certain = set.intersection(*split) if len(split) > 1 else set()
    found: dict[str, tuple[str, Fraction]] = {}
    for what, chance in outcomes:
        words = "; ".join(fact for fact in what.split("; ") if fact not in certain) or NOTHING
        first, so_far = found.get(words, (what, Fraction(0)))
        found[words] = first, so_far + chance
    return [(words, what, chance) for words, (what, chance) in found.items()]


def is_named(unit: Unit, words: str) -> bool:
    """By its own name, not as the beginning of another's."""
    return re.search(rf"(?<!\w){re.escape(unit.id)}(?![\w/])", words) is not None


def shorten(words: str, named: list[Unit]) -> str:
    names = [short_name(unit) for unit in named]
    for unit in sorted(named, key=lambda unit: -len(unit.id)):
        if len(named) == 1:
            words = words.removeprefix(f"{unit.id} ")
        elif names.count(short_name(unit)) == 1:
            words = words.replace(unit.id, short_name(unit))
    return words
