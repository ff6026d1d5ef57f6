"""What a computer player goes by, part by part and in words."""

from collections.abc import Callable

from msgspec import Struct

from sandtable.kernel.state import Side, State

VICTORY = 1000.0  # more than anything else can be worth


class Motive(Struct, frozen=True):
    """Part of what a table is worth to a side, in words: "It wears the enemy down", "The enemy recovers".

    `part` is a value of one side. It counts `ours` times for the side itself and `theirs` times for its enemy.
    """

    gain: str
    cost: str
    part: Callable[[State, Side], float]
    ours: float = 1.0
    theirs: float = 0.0

    def worth(self, state: State, side: Side) -> float:
        own = self.ours * self.part(state, side) if self.ours else 0.0
        return own + self.theirs * self.part(state, state.foe(side)) if self.theirs else own


def victory(state: State, side: Side) -> float:
    """The value of a battle that is over; 0 while it goes on."""
    if state.agenda or state.winner is None:
        return 0.0
    return VICTORY if state.winner == side else -VICTORY


OUTCOME = Motive("It wins the battle", "It loses the battle", victory)
