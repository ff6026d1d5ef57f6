"""What has been worked out for two units, kept as long as both stay as they are."""

from collections.abc import Callable, Collection
from typing import Generic, Self, TypeVar

from sandtable.kernel.state import Following, State, Unit, UnitId

T = TypeVar("T")


class Pairs(Following, Generic[T]):
    """Values for pairs of units, in order. A value of a layout that follows its changes; each use is a class."""

    def __init__(self, state: State) -> None:
        self._known: dict[tuple[UnitId, UnitId], tuple[Unit, Unit, object, T]] = {}

    def after(self, state: State, changed: Collection[UnitId]) -> Self:
        after, gone = type(self)(state), set(changed)
        after._known = {pair: found for pair, found in self._known.items() if gone.isdisjoint(pair)}
        return after

    def get(self, one: Unit, other: Unit, basis: object, work_out: Callable[[], T]) -> T:
        """The value for these two; `basis`: what else it depends on."""
        pair = one.id, other.id
        found = self._known.get(pair)
        if found is None or found[0] is not one or found[1] is not other or found[2] != basis:
            found = self._known[pair] = one, other, basis, work_out()
        return found[3]
