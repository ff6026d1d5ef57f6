"""The log of one viewer: a line for every fact that he may read, with its dice and sums."""

from collections.abc import Iterable

from msgspec import Struct

from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Event, Rolled
from sandtable.kernel.reckoning import Term
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State, UnitId
from sandtable.server import scene
from sandtable.server.decisions import spot
from sandtable.server.drawing import side_number
from sandtable.telling.story import sentence


class Span(Struct, frozen=True):
    """One command: its number, and the reader's view of the table before and after it."""

    seq: int
    before: State
    after: State


def line(rules: RuleSet, span: Span, entry: Entry, n: int) -> scene.Line:
    event = entry.event
    units = on_show(rules, event.units, span.after)
    mover = next((unit for unit in units if place_of(span.after, unit) != place_of(span.before, unit)), None)
    moves = event.fact == "move" and mover is not None
    return scene.Line(
        n=n,
        seq=span.seq,
        side=side_of(span.after, event, units),
        words=sentence(event.throw.words if isinstance(event, Rolled) else event.tell()),
        clause=entry.clause,
        kind=event.fact,
        dice=dice(event) if isinstance(event, Rolled) else (),
        terms=sums(event.adds) if isinstance(event, Rolled) else (),
        units=units,
        need=need(event) if isinstance(event, Rolled) else None,
        start=place_of(span.before, mover) if moves and mover else None,
        end=place_of(span.after, mover) if moves and mover else None,
    )


def side_of(view: State, event: Event, units: tuple[UnitId, ...]) -> int:
    """The side of a line: that of the first unit it names, otherwise the side it names; -1 for most others."""
    sides = [*(view.units[unit].side for unit in units), *event.sides]
    return side_number(view, next(iter(sides), None))


def dice(roll: Rolled) -> tuple[scene.Die, ...]:
    """The dice as they lie, and for each whether it reached its need."""
    return tuple(
        scene.Die(reading.sides, face, reading.worth[face - 1] > 0 if roll.need is not None else None)
        for reading, face in roll.reading.each(roll.shown)
    )


def sums(terms: Iterable[Term]) -> tuple[scene.Sum, ...]:
    return tuple(scene.Sum(term.value, term.label, term.clause, term.printed) for term in terms)


def need(roll: Rolled) -> scene.Need | None:
    if roll.need is None:
        return None
    words = roll.reading.says.format(roll.need.total)
    return scene.Need(roll.need.total, words, sums((roll.need.base, *roll.need.modifiers)))


def on_show(rules: RuleSet, units: Iterable[UnitId], view: State) -> tuple[UnitId, ...]:
    """The units among these that the reader's screen shows. A template shows only where it lies."""
    seen = [view.units[unit] for unit in units if unit in view.units]
    roles = [(unit, rules.showing.look(view, unit).role) for unit in seen]
    return tuple(unit.id for unit, role in roles if role != "none" and (role != "template" or unit.place))


def place_of(view: State, unit: UnitId | None) -> scene.Spot | None:
    found = view.units.get(unit) if unit else None
    return spot(found.place) if found is not None and found.place is not None else None
