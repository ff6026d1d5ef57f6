"""The log of one pair of eyes: every fact that they may read as a line, dice drawn, sums item by item."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from sandtable.kernel.events import Entry, Rolled
from sandtable.kernel.reckoning import Term
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side, State, UnitId
from sandtable.server import scene
from sandtable.server.decisions import spot
from sandtable.server.drawing import side_number
from sandtable.telling.story import is_heading, readable, sentence


class Span(Struct, frozen=True):
    """What one command led to: facts, and the table before and after as the reader may see it."""

    seq: int
    entries: tuple[Entry, ...]
    before: State
    after: State
    everybody: tuple[UnitId, ...]  # every name there is; of those that are not seen none is told


def told(rules: RuleSet, span: Span, reader: Side, first: int) -> Iterator[scene.Line]:
    """The lines of a command, numbered on from `first`: only what the reader may read is counted."""
    for n, entry in enumerate(readable(span.entries, reader), first):
        yield line(rules, span, entry, n)


def line(rules: RuleSet, span: Span, entry: Entry, n: int) -> scene.Line:
    event, words = entry.event, entry.event.tell()
    units = named(rules, words, span)
    mover = next((unit for unit in units if place_of(span.after, unit) != place_of(span.before, unit)), None)
    kind = scene.TURN if is_heading(words) else rules.showing.fact(event)
    moves = kind == "move" and mover is not None
    return scene.Line(
        n=n,
        seq=span.seq,
        side=side_of(span, units, words),
        words=sentence(event.purpose if isinstance(event, Rolled) else words),
        clause=entry.clause,
        kind=kind,
        dice=dice(event) if isinstance(event, Rolled) else (),
        terms=sums(event.adds) if isinstance(event, Rolled) else (),
        units=units,
        need=need(event) if isinstance(event, Rolled) else None,
        start=place_of(span.before, mover) if moves and mover else None,
        end=place_of(span.after, mover) if moves and mover else None,
    )


def side_of(span: Span, units: tuple[str, ...], words: str) -> int:
    """Whose line it is: of the unit it names first, else of the side it names; most others are nobody's."""
    known = [span.after.units[UnitId(unit)].side for unit in units]
    named_sides = [side for side in span.after.sides if re.search(rf"\b{re.escape(side)}\b", words)]
    return side_number(span.after, next(iter([*known, *named_sides]), None))


def dice(roll: Rolled) -> tuple[scene.Die, ...]:
    worth = roll.reading.worth
    return tuple(
        scene.Die(len(worth), face, worth[face - 1] > 0 if roll.need is not None else None) for face in roll.shown
    )


def sums(terms: Iterable[Term]) -> tuple[scene.Sum, ...]:
    return tuple(scene.Sum(term.value, term.label, term.clause) for term in terms)


def need(roll: Rolled) -> scene.Need | None:
    if roll.need is None:
        return None
    words = roll.reading.says.format(roll.need.total)
    return scene.Need(roll.need.total, words, sums((roll.need.base, *roll.need.modifiers)))


def named(rules: RuleSet, words: str, span: Span) -> tuple[str, ...]:
    """The units on show that a sentence names, each once."""
    view = span.after
    found = [view.units.get(UnitId(name)) for name in dict.fromkeys(names(span.everybody).findall(words))]
    return tuple(unit.id for unit in found if unit and rules.showing.look(view, unit).role != "none")


@lru_cache(maxsize=512)
def names(units: tuple[UnitId, ...]) -> re.Pattern[str]:
    """Whole names, the longest first: A1/2 infantry is not A1."""
    longest = sorted(units, key=len, reverse=True)
    return re.compile(rf"(?<![\w/])(?:{'|'.join(map(re.escape, longest))})(?![\w/])" if longest else r"(?!)")


def place_of(view: State, unit: str | None) -> scene.Spot | None:
    found = view.units.get(UnitId(unit)) if unit else None
    return spot(found.place) if found is not None and found.place is not None else None
