"""Distances and lines of sight between units, model by model."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from sandtable.board.board import Base, Board, Sight
from sandtable.board.place import Place
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.state import State, Unit
from sandtable.telling.models import is_lost, present

BaseOf = Callable[[State, Unit], Base]


class End(Struct, frozen=True):
    """One end of a ruler: a model, or a point."""

    place: Place
    base: Base
    name: str


class Gap(Struct, frozen=True):
    """How far it is between the two ends nearest to each other."""

    inches: float
    one: End
    other: End


def standing(state: State, unit: Unit) -> list[Unit]:
    """Its models that are on the table and not lost."""
    return [model for model in present(state, unit) if not is_lost(model)]


def ends(state: State, base_of: BaseOf, models: Iterable[Unit]) -> list[End]:
    return [End(model.place, base_of(state, model), model.id) for model in models if model.place is not None]


def gap(state: State, base_of: BaseOf, one: Unit, other: Unit) -> Gap | None:
    """From edge to edge; None if one of them is not on the table."""
    ours, theirs = (ends(state, base_of, standing(state, unit)) for unit in (one, other))
    return gap_between(state.board, ours, theirs)


def gap_between(board: Board, ours: Iterable[End], theirs: Sequence[End]) -> Gap | None:
    """From the nearest end to the nearest end."""
    found = [Gap(board.distance(a.place, b.place, a.base, b.base), a, b) for a in ours for b in theirs]
    return min(found, key=lambda one: one.inches, default=None)


def nearest(state: State, base_of: BaseOf, one: Unit, others: Iterable[Unit]) -> tuple[float, Unit] | None:
    """The nearest of some units, and how far off it is."""
    found = [(apart.inches, other) for other in others if (apart := gap(state, base_of, one, other))]
    return min(found, key=lambda pair: pair[0], default=None)


def sight(rules: RuleSet, state: State, one: Unit, other: Unit) -> tuple[Unit, Unit, Sight] | None:
    """Between the models of two units; None if one of them is not on the table."""
    ours, theirs = standing(state, one), standing(state, other)
    return sight_between(rules, state, ours, theirs) if ours and theirs else None


def sight_between(
    rules: RuleSet, state: State, ours: Sequence[Unit], theirs: Sequence[Unit]
) -> tuple[Unit, Unit, Sight]:
    """The first pair of models that see each other, or else the nearest pair and what is in their way."""
    pairs = [(gap(state, rules.base, a, b), a, b) for a in ours for b in theirs]
    ordered = sorted(pairs, key=lambda pair: pair[0].inches if pair[0] else 0.0)
    seen = [(a, b, rules.sight(state, a, b)) for _, a, b in ordered]
    return next((pair for pair in seen if pair[2].clear), seen[0])
