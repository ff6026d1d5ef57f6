"""The words that markers and tallies use."""

from enum import StrEnum


class Did(StrEnum):
    """What a Unit has done this turn."""

    ACTIVATED = "activated"
    MOVED = "moved"  # pw.move.moved-meaning
    ENTERED = "entered"  # came into its square this turn, by moving, retreating or advancing
    FIRED = "fired"
    FOUGHT = "fought"  # started a close combat
    LOADED = "loaded"  # loading or unloading: tied to its square


class Mark(StrEnum):
    LOADING = "loading"
    UNLOADING = "unloading"
    LAYING_WIRE = "laying wire"
    CLEARING_WIRE = "clearing wire"
    EXHAUSTED = "exhausted"  # of a whole force
    GAS_SHELL = "gas shell"


class Tally(StrEnum):
    SP = "SP"
    INITIAL = "initial SP"
    LOST = "lost SP"
    EXHAUSTED_IN = "exhausted in turn"
    ARRIVES = "arrives in turn"  # 0 once it has come
    CAME = "came in turn"  # an aircraft's first turn of endurance
    BOMBS = "bomb loads"
    TARGET = "target square"
    TARGET_TURN = "target turn"
    WORKED = "turns worked"
    MADE = "made in turn"
    TURN = "turn"
    ACTIVATIONS = "activations left"


class Marker(StrEnum):
    """Kinds of things on the table that are not Units of the rules."""

    FORCE = "force"
    OBJECTIVE = "objective"
    CLOUD = "gas cloud"
    LAYING = "laying mines"
    CLEARING = "clearing mines"
