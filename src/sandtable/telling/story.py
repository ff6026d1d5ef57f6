"""The log as a story: what is worth a line, and who may read it."""

from collections.abc import Iterable

from sandtable.kernel.events import Entry
from sandtable.kernel.state import Side


def readable(entries: Iterable[Entry], side: Side | None) -> list[Entry]:
    """What is worth a line and may be read by this side."""
    return [
        entry
        for entry in entries
        if entry.event.tell() and (side is None or entry.known_to is None or side in entry.known_to)
    ]


def sentence(told: str) -> str:
    """As a line of the log begins."""
    return told[:1].upper() + told[1:]
