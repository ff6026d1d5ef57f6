"""Distances and lines of sight between units, model by model."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from sandtable.board.board import Base, Sight
from sandtable.cli.models import is_lost, present
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State, Unit

BaseOf = Callable[[State, Unit], Base]


class Gap(Struct, frozen=True):
    """How far it is between the two models nearest to each other."""

    inches: float
    one: Unit
    other: Unit


def standing(state: State, unit: Unit) -> list[Unit]:
    """Its models that are on the table and not lost."""
    return [model for model in present(state, unit) if not is_lost(model)]


def gap(state: State, base_of: BaseOf, one: Unit, other: Unit) -> Gap | None:
    """From edge to edge; None if one of them is not on the table."""
    found = [
        Gap(state.board.distance(a.place, b.place, base_of(state, a), base_of(state, b)), a, b)
        for a in standing(state, one)
        for b in standing(state, other)
        if a.place is not None and b.place is not None
    ]
    return min(found, key=lambda one: one.inches, default=None)


def nearest(state: State, base_of: BaseOf, one: Unit, others: Iterable[Unit]) -> tuple[float, Unit] | None:
    """The nearest of some units, and how far off it is."""
    found = [(apart.inches, other) for other in others if (apart := gap(state, base_of, one, other))]
    return min(found, key=lambda pair: pair[0], default=None)


def sight(rules: RuleSet, state: State, one: Unit, other: Unit) -> tuple[Unit, Unit, Sight] | None:
    """The first pair of models that see each other, or else the nearest pair and what is in their way."""
    pairs = [(gap(state, rules.base, a, b), a, b) for a in standing(state, one) for b in standing(state, other)]
    ordered = sorted(pairs, key=lambda pair: pair[0].inches if pair[0] else 0.0)
    seen = [(a, b, line_between(rules, state, a, b)) for _, a, b in ordered]
    clear = [pair for pair in seen if pair[2].clear]
    return next(iter(clear or seen), None)


def line_between(rules: RuleSet, state: State, a: Unit, b: Unit) -> Sight:
    assert a.place is not None and b.place is not None
    return rules.sight(state, a, b) if rules.sight else state.board.sight(a.place, b.place)
