"""What one side may know. A view is a State, so players and screens need no second set of types."""

from collections.abc import Callable

from msgspec.structs import replace

from sandtable.kernel.state import Pile, Side, State

View = Callable[[State, Side], State]
UNREAD = "?"  # a card whose face one does not see


def known(state: State, side: Side) -> State:
    """Unseen units are not there; cards one may not read are only counted. An open table is returned as it is."""
    hidden = any(not unit.known_by(side) for unit in state.units.values())
    secret = any(pile.known_to is not None and side not in pile.known_to for pile in state.piles.values())
    if not hidden and not secret:
        return state
    return replace(
        state,
        units={i: unit for i, unit in state.units.items() if unit.known_by(side)},
        piles={name: face_down(pile, side) for name, pile in state.piles.items()},
    )


def face_down(pile: Pile, side: Side) -> Pile:
    if pile.known_to is None or side in pile.known_to:
        return pile
    return Pile((UNREAD,) * len(pile.cards), pile.known_to)
