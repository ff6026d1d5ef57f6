"""Which entries of the log are worth a line, and who may read them."""

from collections.abc import Iterable

from sandtable.kernel.events import Entry
from sandtable.kernel.state import Side


def readable(entries: Iterable[Entry], side: Side | None) -> list[Entry]:
    """Entries with words that this side may read."""
    return [entry for entry in entries if may_read(entry, side)]


def may_read(entry: Entry, side: Side | None) -> bool:
    """Whether it has words that this side may read; None: a reader of everything."""
    return bool(entry.event.tell()) and (side is None or entry.known_by(side))


def sentence(told: str) -> str:
    """With a capital letter, for a line of the log."""
    return told[:1].upper() + told[1:]
