"""What a deed may come to, in the form of the wire."""

from msgspec import Struct

from sandtable.ways import Tone


class Outcome(Struct, frozen=True):
    words: str
    chance: float
    fraction: str
    tone: Tone
    effect: bool  # whether it changes anything that does not change anyway


class Prospect(Struct, frozen=True):
    """How likely a deed goes well, makes no difference, or goes badly for the player; in a word of the book."""

    tone: Tone
    words: str
    chance: float
