"""Everything that was done in a battle, numbered: commands, and commands taken back. The numbers only grow."""

from collections.abc import Sequence

from msgspec import Struct

from sandtable.kernel.state import Side


class Row(Struct, frozen=True):
    """One thing that was done, as it is kept: a command with the dice it led to, or commands taken back."""

    n: int
    side: Side
    nonce: str
    text: bytes = b""  # the line of a save; empty: commands were taken back
    undone: int = 0  # how many


class Mark(Struct, frozen=True):
    """Who gave the command of a stage, and its number."""

    seq: int
    side: Side | None = None
    after_undo: bool = False


class Note(Struct, frozen=True):
    """Something for all to read that is no fact of the rules; it comes after the stage of that number."""

    seq: int
    stage: int
    side: Side
    words: str


class Ledger:
    """A mark for every stage of the game as it stands, and a note for every undo that can still be told."""

    def __init__(self, opening: Sequence[Side | None]) -> None:
        self.marks = [Mark(n, side) for n, side in enumerate(opening)]
        self.notes: list[Note] = []
        self.nonces: set[tuple[Side, str]] = set()
        self.seq = len(opening) - 1
        self.undos = 0

    def given(self, side: Side, nonce: str) -> int:
        self.seq += 1
        after_undo = bool(self.notes) and self.notes[-1].stage == len(self.marks) - 1
        self.marks.append(Mark(self.seq, side, after_undo))
        self.nonces.add((side, nonce))
        return self.seq

    def taken_back(self, count: int, side: Side, nonce: str) -> int:
        self.seq += 1
        self.undos += 1
        del self.marks[-count:]
        stage = len(self.marks) - 1
        commands = "its last command" if count == 1 else f"the last {count} commands"
        self.notes = [note for note in self.notes if note.stage <= stage]
        self.notes.append(Note(self.seq, stage, side, f"{side} takes back {commands}"))
        self.nonces.add((side, nonce))
        return self.seq

    def read(self, rows: Sequence[Row]) -> None:
        """What was kept, done again."""
        for row in rows:
            if row.undone:
                self.taken_back(row.undone, row.side, row.nonce)
            else:
                self.given(row.side, row.nonce)
