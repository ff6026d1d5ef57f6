"""What one side may know. A view is a State, so players and screens need no second set of types."""

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.kernel.state import Pile, Side, State, Unit

View = Callable[[State, Side], State]
UNREAD = "?"  # a card that lies face down


def open_table(state: State, side: Side) -> State:
    """The view in games without hidden models: only cards are secret."""
    secret = [pile for pile in state.piles.values() if (known := pile.known_to) is not None and side not in known]
    return state.change(piles=face_down(state, side)) if secret else state


def known(state: State, side: Side) -> State:
    """The view without unknown units and with unknown cards face down. If nothing is hidden, it is the state itself."""
    hidden = hidden_units(state, side)
    otherwise = seen_otherwise(state, side, hidden)
    return state.without(tuple([unit.id for unit in hidden]), **otherwise) if otherwise else state


def seen_otherwise(state: State, side: Side, hidden: Sequence[Unit]) -> dict[str, Any]:
    """The fields that differ in the view of a side from which these units are hidden; none if nothing is hidden."""
    if not hidden and all(pile.known_by(side) for pile in state.piles.values()):
        return {}
    units = dict(state.units)
    for unit in hidden:
        del units[unit.id]
    return {"units": units, "piles": face_down(state, side)}


def hidden_units(state: State, side: Side) -> list[Unit]:
    """The units that the side does not know of."""
    units = state.units.values()  # `known_by` written out: every question looks at every unit
    return [one for one in units if (known := one.known_to) is not None and side not in known and side != one.side]


def face_down(state: State, side: Side) -> dict[str, Pile]:
    """The piles, with those face down that the side may not read."""
    return {
        name: pile if pile.known_by(side) else Pile((UNREAD,) * len(pile.cards), pile.known_to)
        for name, pile in state.piles.items()
    }
