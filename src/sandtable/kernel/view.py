"""What one side may know. A view is a State, so players and screens need no second set of types."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sandtable.kernel.state import Pile, Side, State, Unit

View = Callable[[State, Side], State]
UNREAD = "?"  # a card whose face one does not see


def open_table(state: State, side: Side) -> State:
    """For games in which every model is seen by all and only cards are kept from the other side."""
    for pile in state.piles.values():
        if pile.known_to is not None and side not in pile.known_to:
            return state.change(piles={name: face_down(pile, side) for name, pile in state.piles.items()})
    return state


def known(state: State, side: Side, unseen: Sequence[Unit] | None = None) -> State:
    """Unseen units are not there; cards one may not read are only counted. An open table is returned as it is.

    `unseen`: its hidden units, where they have been looked up already.
    """
    unseen = hidden_units(state, side) if unseen is None else unseen
    if not unseen and not any(pile.known_to is not None and side not in pile.known_to for pile in state.piles.values()):
        return state
    units = dict(state.units)
    for unit in unseen:
        del units[unit.id]
    return replace(state, units=units, piles={name: face_down(pile, side) for name, pile in state.piles.items()})


def hidden_units(state: State, side: Side) -> list[Unit]:
    """Those of which the side knows nothing."""
    return [unit for unit in state.units.values() if unit.known_to is not None and not unit.known_by(side)]


def face_down(pile: Pile, side: Side) -> Pile:
    if pile.known_to is None or side in pile.known_to:
        return pile
    return Pile((UNREAD,) * len(pile.cards), pile.known_to)
