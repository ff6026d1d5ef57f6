"""Everything done in a battle, and what each audience noticed of it. All numbers only grow.

An audience counts only what it noticed, so nobody can count what others did in secret.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sandtable.kernel.state import Side
from sandtable.server.scene import What

Noticed = frozenset[int]  # the audiences that noticed something


class Row(Struct, frozen=True):
    """One entry of the database: a command with its dice, or an undo."""

    n: int
    side: Side
    nonce: str
    text: bytes = b""  # the line of a save; empty for an undo
    undone: int = 0  # commands taken back
    noticed: Noticed = frozenset()
    again: bool = False  # an undo across dice or discoveries, so that new dice are thrown
    spared: bool = False  # a command that nobody chose: its giver was spared the question


class Remark(Struct, frozen=True):
    """One entry of the database beside the battle: somebody took or freed a seat, gave a name or said something."""

    n: int
    side: Side
    what: What
    text: str = ""  # the name, the words, or the digest of the browser's key
    at: float = 0.0  # seconds since 1970


class Kept(Struct, frozen=True):
    """A game as the database keeps it."""

    id: str
    head: bytes  # its first lines as in a save, without the seal
    seats: Mapping[Side, str]
    hotseat: bool
    begun: float
    opening: Sequence[tuple[Side | None, Noticed]] = ()  # who gave and who noticed each command in the head
    origin: str = ""  # where its dice come from
    rows: Sequence[Row] = ()
    practice: bool = False  # against the computer everything may be taken back
    remarks: Sequence[Remark] = ()


class Mark(Struct, frozen=True):
    """For one stage: who gave its command, who noticed it, and how many commands each audience had noticed by then."""

    side: Side | None
    noticed: Noticed
    numbers: tuple[int, ...]  # by audience
    after_undo: Noticed = frozenset()  # who noticed an undo right before it
    nonce: str = ""  # of the message that gave it; one message may give several commands
    chosen: bool = True  # somebody gave this command; nobody was spared it


class Note(Struct, frozen=True):
    """A line of the log that is no fact of the rules, after the stage of that number, for those who noticed."""

    stage: int
    side: Side
    words: str
    noticed: Noticed
    numbers: tuple[int, ...]


class Ledger:
    """A mark for every stage of the present game, and a note for every undo that the log still tells."""

    def __init__(self, audiences: int, opening: Sequence[tuple[Side | None, Noticed]]) -> None:
        self.numbers = (-1,) * audiences  # how many commands each has noticed; the opening is 0
        self.marks: list[Mark] = []
        self.notes: list[Note] = []
        self.nonces: set[tuple[Side, str]] = set()
        self.seq = len(opening) - 1  # counts everything; nobody is told
        self.undos = 0
        self.again = 0  # how many of them were across dice or discoveries
        for side, noticed in opening:
            self._mark(side, noticed)

    def given(self, side: Side, nonce: str, noticed: Noticed, *, spared: bool = False) -> int:
        self.seq += 1
        self._mark(side, noticed, nonce, chosen=not spared)
        self.nonces.add((side, nonce))
        return self.seq

    def given_with(self, stage: int) -> int:
        """The first stage whose command came with the same message."""
        mark = self.marks[stage]
        while mark.nonce and (self.marks[stage - 1].side, self.marks[stage - 1].nonce) == (mark.side, mark.nonce):
            stage -= 1
        return stage

    def taken_back(self, row: Row) -> int:
        """Take note of an undo; its own number does not matter. Returns the number for it."""
        count, side, nonce, noticed = row.undone, row.side, row.nonce, row.noticed
        self.seq += 1
        self.undos += 1
        self.again += row.again
        self._count(noticed)
        del self.marks[-count:]
        stage = len(self.marks) - 1
        commands = "its last command" if count == 1 else "its last command and all that followed"
        self.notes = [note for note in self.notes if note.stage <= stage]
        counted = f". The dice since then are thrown again ({self.again} in this battle)" if row.again else ""
        self.notes.append(Note(stage, side, f"{side} takes back {commands}{counted}", noticed, self.numbers))
        self.nonces.add((side, nonce))
        return self.seq

    def _mark(self, side: Side | None, noticed: Noticed, nonce: str = "", *, chosen: bool = True) -> None:
        self._count(noticed)
        undone = (note.noticed for note in self.notes if note.stage == len(self.marks) - 1)
        self.marks.append(Mark(side, noticed, self.numbers, frozenset().union(*undone), nonce, chosen))

    def _count(self, noticed: Noticed) -> None:
        self.numbers = tuple(number + (who in noticed) for who, number in enumerate(self.numbers))

    def read(self, rows: Sequence[Row]) -> None:
        """Repeat what the database kept."""
        for row in rows:
            if row.undone:
                self.taken_back(row)
            else:
                self.given(row.side, row.nonce, row.noticed, spared=row.spared)
