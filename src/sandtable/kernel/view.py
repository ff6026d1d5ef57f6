"""What one side may know. A view is a State, so players and screens need no second set of types."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.kernel.state import Pile, Side, State, Unit

View = Callable[[State, Side], State]
UNREAD = "?"  # a card that lies face down


def open_table(state: State, side: Side) -> State:
    """The view in games without hidden models: only cards are secret."""
    for pile in state.piles.values():
        if pile.known_to is not None and side not in pile.known_to:
            return state.change(piles={name: face_down(pile, side) for name, pile in state.piles.items()})
    return state


def known(state: State, side: Side) -> State:
    """The view without unknown units and with unknown cards face down. If nothing is hidden, it is the state itself."""
    otherwise = seen_otherwise(state, side, hidden_units(state, side))
    return replace(state, **otherwise) if otherwise else state


def seen_otherwise(state: State, side: Side, hidden: Sequence[Unit]) -> dict[str, Any]:
    """The fields that differ in the view of a side from which these units are hidden; none if nothing is hidden."""
    if not hidden and not any(pile.known_to is not None and side not in pile.known_to for pile in state.piles.values()):
        return {}
    units = dict(state.units)
    for unit in hidden:
        del units[unit.id]
    return {"units": units, "piles": {name: face_down(pile, side) for name, pile in state.piles.items()}}


def hidden_units(state: State, side: Side) -> list[Unit]:
    """The units that the side does not know of."""
    return [unit for unit in state.units.values() if unit.known_to is not None and not unit.known_by(side)]


def face_down(pile: Pile, side: Side) -> Pile:
    if pile.known_to is None or side in pile.known_to:
        return pile
    return Pile((UNREAD,) * len(pile.cards), pile.known_to)
