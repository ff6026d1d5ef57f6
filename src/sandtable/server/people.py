"""The people at a table: who holds which seat, what they are called, and what they say to each other.

Nothing here touches the battle: no rule, no die and no save knows of it.
"""

from collections.abc import Sequence
from hashlib import blake2b
from unicodedata import category

from sandtable.kernel.scenario import ODD
from sandtable.kernel.state import Side
from sandtable.server import scene
from sandtable.server.ledger import Remark
from sandtable.server.refused import Refused

NAME, WORDS = 24, 300  # characters
REMARKS = 1000  # of one game; seats may still be taken and freed, but nobody may say more
CHANGES = 2000  # of one game, with the seats
SHOWN = 100  # remarks that a new visitor gets
TAKEN = "Another browser has taken this seat."


class Taken(Exception):
    """Another browser holds the seat."""


class People:
    """Who holds each seat. A seat belongs to the first browser that comes with a key, until it frees the seat."""

    def __init__(self, remarks: Sequence[Remark] = ()) -> None:
        self.remarks: list[Remark] = []
        self._keys: dict[Side, str] = {}
        self.names: dict[Side, str] = {}
        for remark in remarks:
            self.add(remark)

    def add(self, remark: Remark) -> None:
        """Take note of what the database has kept."""
        self.remarks.append(remark)
        match remark.what:
            case "took":
                self._keys[remark.side] = remark.text
            case "freed":
                self._keys.pop(remark.side, None)
                self.names.pop(remark.side, None)
            case "named":
                self.names[remark.side] = remark.text

    def is_taken(self, side: Side) -> bool:
        return side in self._keys

    def takes(self, side: Side, key: str) -> bool:
        """Whether this visitor takes a free seat; Taken if another browser holds it."""
        holder = self._keys.get(side)
        if holder is not None and holder != digest_of(key):
            raise Taken(TAKEN)
        return holder is None and bool(key)

    # ---- what is kept next

    def taking(self, side: Side, key: str, at: float) -> Remark:
        return self._next(side, "took", digest_of(key), at, CHANGES)

    def freeing(self, side: Side, at: float) -> Remark:
        if not self.is_taken(side):
            raise Refused("nobody has taken this seat")
        return self._next(side, "freed", "", at, CHANGES)

    def naming(self, side: Side, name: str, at: float) -> Remark:
        return self._next(side, "named", plain(name, NAME), at, REMARKS)

    def saying(self, side: Side, words: str, at: float) -> Remark:
        told = plain(words, WORDS)
        if not told:
            raise Refused("there is nothing to say")
        return self._next(side, "said", told, at, REMARKS)

    def _next(self, side: Side, what: scene.What, text: str, at: float, most: int) -> Remark:
        if len(self.remarks) >= most:
            raise Refused("Too much has been said at this table.")
        return Remark(len(self.remarks), side, what, text, at)


def digest_of(key: str) -> str:
    """Only this is kept, so a reader of the database cannot take a seat."""
    return blake2b(key.encode(), digest_size=16).hexdigest()


def plain(text: str, most: int) -> str:
    """One line without characters that a screen cannot show or that turn the line around."""
    shown = "".join(" " if letter.isspace() else letter for letter in text if letter.isspace() or is_plain(letter))
    line = " ".join(shown.split())
    if len(line) > most:
        raise Refused(f"That is too long: {len(line)} characters. At most {most} are allowed.")
    return line


def is_plain(letter: str) -> bool:
    return category(letter) not in ODD
