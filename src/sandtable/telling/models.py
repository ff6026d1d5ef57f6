"""Models and what becomes of them."""

from sandtable.kernel.state import State, Unit
from sandtable.telling.names import models_of

LOST = frozenset({"destroyed", "wiped out"})


def is_lost(unit: Unit) -> bool:
    return not LOST.isdisjoint(unit.marks)


def present(state: State, unit: Unit) -> list[Unit]:
    """The models of a unit that are on the table."""
    return [model for model in models_of(state, unit) if model.place is not None]
