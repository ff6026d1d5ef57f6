"""The words of markers and tallies.

These are plain strings in a class: in Python 3.11 a member of a StrEnum is ten times slower to access.
"""

from typing import Final


class Did:
    """What a Unit has done this turn."""

    ACTIVATED: Final = "activated"
    MOVED: Final = "moved"  # pw.move.moved-meaning
    ENTERED: Final = "entered"  # it entered its square this turn, by a move, a retreat or an advance
    FIRED: Final = "fired"
    FOUGHT: Final = "fought"  # started a close combat
    LOADED: Final = "loaded"  # it is loading or unloading, so it must stay in its square


class Mark:
    LOADING: Final = "loading"
    UNLOADING: Final = "unloading"
    LAYING_WIRE: Final = "laying wire"
    CLEARING_WIRE: Final = "clearing wire"
    EXHAUSTED: Final = "exhausted"  # of a whole force
    GAS_SHELL: Final = "armed with a gas shell"


class Tally:
    SP: Final = "SP"
    INITIAL: Final = "initial SP"
    LOST: Final = "lost SP"
    EXHAUSTED_IN: Final = "exhausted in turn"
    ARRIVES: Final = "arrives in turn"  # 0 after its arrival
    CAME: Final = "came in turn"  # an aircraft's first turn of endurance
    BOMBS: Final = "bomb loads"
    TARGET: Final = "target square"
    TARGET_TURN: Final = "target turn"
    WORKED: Final = "turns worked"
    MADE: Final = "made in turn"
    TURN: Final = "turn"
    ACTIVATIONS: Final = "activations left"


class Marker:
    """Kinds of things on the table that are not Units of the rules."""

    FORCE: Final = "force"
    OBJECTIVE: Final = "objective"
    CLOUD: Final = "gas cloud"
    LAYING: Final = "laying mines"
    CLEARING: Final = "clearing mines"
