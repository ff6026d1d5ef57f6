"""The log of one viewer: a line for every fact that he may read, with its dice, its sum and its ways."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Entry
from sandtable.kernel.facts import Rolled
from sandtable.kernel.reckoning import Term
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import Side, State, UnitId
from sandtable.server import scene
from sandtable.server.decisions import spot
from sandtable.server.drawing import side_number
from sandtable.server.ways import along
from sandtable.telling import places, throws
from sandtable.telling.story import may_read, sentence


class Passage(Struct, frozen=True):
    """One fact that a reader may read, and his view of the table right before and right after it."""

    entry: Entry
    before: State
    after: State
    veiled: frozenset[UnitId] = frozenset()  # units that facts have changed since the command that he may not read


class Span(Struct, frozen=True):
    """One command: its number, and the reader's view of the table before and after all of it."""

    seq: int
    before: State
    after: State

    def hides(self, unit: UnitId, passage: Passage) -> bool:
        """Whether the reader may not see how a unit comes to its last state: it is out of sight, or was for a while."""
        return unit not in self.after.units or unit in passage.veiled


def passages(rules: RuleSet, start: State, entries: Sequence[Entry], eyes: Side) -> Iterator[Passage]:
    """Each fact that the reader may read."""
    state, before, veiled = start, rules.view(start, eyes), frozenset[UnitId]()
    for entry in entries:
        earlier, state = state, entry.event.apply(state)
        if may_read(entry, eyes):
            after = rules.view(state, eyes)
            yield Passage(entry, before, after, veiled)
            before = after
        elif state.units is not earlier.units:
            veiled |= frozenset(unread_changes(earlier, state, known=entry.known_by(eyes)))


def unread_changes(earlier: State, state: State, *, known: bool) -> Iterator[UnitId]:
    """The units that such a fact changes, and their bodies. `known`: it only has no words, so places are secret."""
    for name, unit in state.units.items():
        was = earlier.units.get(name)
        if was is not unit and not (known and was is not None and was.place == unit.place):
            yield name
            if unit.part_of:
                yield unit.part_of


def line(rules: RuleSet, span: Span, passage: Passage, n: int, deed: int) -> scene.Line:
    event = passage.entry.event
    roll = event if isinstance(event, Rolled) else None
    known = (unit for unit in event.units if unit in span.after.units or unit in span.before.units)
    units = on_show(rules, known, passage.after, passage.before)
    words = roll.throw.words if roll else places.told(event, passage.before)
    spots = tuple(spot_at(span, passage, unit) for unit in units)
    return scene.Line(
        n=n,
        seq=span.seq,
        deed=deed,
        side=side_of(span, passage, units),
        words=sentence(words),
        clause=passage.entry.clause,
        kind=event.fact,
        dice=dice(roll) if roll else (),
        terms=sums(roll.adds) if roll else (),
        units=units,
        spots=spots if any(spots) else (),
        ways=ways(span, passage, units),
        label=words.removeprefix(f"{units[0]} ") if units else "",
        tone=(event.tone > 0) - (event.tone < 0),  # type: ignore[arg-type]
        needs=throws.needs(roll) if roll else "",
        adds=throws.adds(roll) if roll else "",
        total=throws.total(roll) if roll else "",
        came=rules.showing.came(roll) if roll else "",
        need=need(roll) if roll else None,
    )


def side_of(span: Span, passage: Passage, units: tuple[UnitId, ...]) -> int:
    """The side of a line: that of the first unit it names, otherwise the side it names; -1 for most others."""
    known = (passage.after.units.get(unit) or passage.before.units.get(unit) for unit in units)
    sides = [*(unit.side for unit in known if unit), *passage.entry.event.sides]
    return side_number(span.after, next(iter(sides), None))


# ---- the dice


def dice(roll: Rolled) -> tuple[scene.Die, ...]:
    """The dice as they lie, and for each whether it reached its need, or whether it counts if others do not."""
    return tuple(
        scene.Die(reading.sides, face, reading.worth[face - 1] > 0 if roll.need or picks(reading) else None)
        for reading, face in roll.reading.each(roll.shown)
    )


def picks(reading: Reading) -> bool:
    """Whether some faces count and others do not."""
    return min(reading.worth) <= 0 < max(reading.worth)


def sums(terms: Iterable[Term]) -> tuple[scene.Sum, ...]:
    return tuple(scene.Sum(term.value, term.label, term.clause, term.printed) for term in terms)


def need(roll: Rolled) -> scene.Need | None:
    if roll.need is None:
        return None
    words = roll.reading.says.format(roll.need.total)
    return scene.Need(roll.need.total, words, sums((roll.need.base, *roll.need.modifiers)))


# ---- the units


def on_show(rules: RuleSet, units: Iterable[UnitId], *views: State) -> tuple[UnitId, ...]:
    """The units among these that a screen shows in one of the views. A template shows only where it lies."""
    return tuple(unit for unit in units if any(shows(rules, view, unit) for view in views))


def shows(rules: RuleSet, view: State, name: UnitId) -> bool:
    unit = view.units.get(name)
    role = rules.showing.look(view, unit).role if unit else "none"
    return role != "none" and (role != "template" or bool(unit and unit.place))


def spot_at(span: Span, passage: Passage, unit: UnitId) -> scene.Spot | None:
    """Where the reader sees a unit then; where it was at first, if he may not see how it goes on."""
    if span.hides(unit, passage):
        return spot_of(span.before, unit)
    return spot_of(passage.after, unit) or spot_of(passage.before, unit)


def spot_of(view: State, name: UnitId) -> scene.Spot | None:
    unit = view.units.get(name)
    return spot(unit.place) if unit is not None and unit.place is not None else None


def ways(span: Span, passage: Passage, units: tuple[UnitId, ...]) -> tuple[scene.Way, ...]:
    """The way of each that is elsewhere afterwards. Those who follow the first go round the same bends."""
    seen = [unit for unit in units if not span.hides(unit, passage)]
    ends = {unit: (spot_of(passage.before, unit), spot_of(passage.after, unit)) for unit in seen}
    via = passage.entry.event.via if seen and seen[0] == units[0] else ()
    course = (ends[units[0]][0], *via, ends[units[0]][1]) if via else ()
    return tuple(
        scene.Way(unit, along(course, start, end)) for unit, (start, end) in ends.items() if end and end != start
    )
