"""Distances and lines of sight between units, model by model."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from sandtable.board.board import Base, Board, Sight
from sandtable.board.place import Place
from sandtable.kernel.state import Unit
from sandtable.telling.display import Display


class End(Struct, frozen=True):
    """One end of a ruler: a model, or a point."""

    place: Place
    base: Base
    name: str


class Gap(Struct, frozen=True):
    """The distance between the two nearest ends."""

    inches: float
    one: End
    other: End


def ends(display: Display, models: Iterable[Unit]) -> list[End]:
    state, base_of = display.state, display.rules.base
    return [End(model.place, base_of(state, model), model.id) for model in models if model.place is not None]


def gap(display: Display, one: Unit, other: Unit) -> Gap | None:
    """The gap from edge to edge; None if one of them is not on the table."""
    ours, theirs = (ends(display, display.standing(unit)) for unit in (one, other))
    return gap_between(display.state.board, ours, theirs)


def gap_between(board: Board, ours: Iterable[End], theirs: Sequence[End]) -> Gap | None:
    """The gap between the two nearest ends."""
    found = [Gap(board.distance(a.place, b.place, a.base, b.base), a, b) for a in ours for b in theirs]
    return min(found, key=lambda one: one.inches, default=None)


def nearest(display: Display, one: Unit, others: Iterable[Unit]) -> tuple[float, Unit] | None:
    """The nearest of some units, and its distance."""
    found = [(apart.inches, other) for other in others if (apart := gap(display, one, other))]
    return min(found, key=lambda pair: pair[0], default=None)


def sight(display: Display, one: Unit, other: Unit) -> tuple[Unit, Unit, Sight] | None:
    """Sight between the models of two units; None if one of them is not on the table."""
    ours, theirs = display.standing(one), display.standing(other)
    return sight_between(display, ours, theirs) if ours and theirs else None


def sight_between(display: Display, ours: Sequence[Unit], theirs: Sequence[Unit]) -> tuple[Unit, Unit, Sight]:
    """The first pair of models that see each other; otherwise the nearest pair and what blocks them."""
    pairs = [(gap(display, a, b), a, b) for a in ours for b in theirs]
    ordered = sorted(pairs, key=lambda pair: pair[0].inches if pair[0] else 0.0)
    seen = [(a, b, display.rules.sight(display.state, a, b)) for _, a, b in ordered]
    return next((pair for pair in seen if pair[2].clear), seen[0])
