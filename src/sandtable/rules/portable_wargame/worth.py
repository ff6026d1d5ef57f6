"""How well a side stands: what a computer player goes by."""

from sandtable.kernel.state import Side, State


def worth(state: State, side: Side) -> float:
    return 0.0
