"""The log as a story: what is worth a line, who may read it, and where a turn begins."""

import re
from collections.abc import Iterable

from sandtable.kernel.events import Entry
from sandtable.kernel.state import Side

TURN = re.compile(r"(?:Day \d+, )?turn \d+|dawn of day \d+|night after day \d+", re.IGNORECASE)


def readable(entries: Iterable[Entry], side: Side | None) -> list[Entry]:
    """What is worth a line and may be read by this side."""
    return [
        entry
        for entry in entries
        if entry.event.tell() and (side is None or entry.known_to is None or side in entry.known_to)
    ]


def is_heading(told: str) -> bool:
    """Whether a line of the log says that a turn, a day or a night begins."""
    return TURN.fullmatch(told) is not None


def sentence(told: str) -> str:
    """As a line of the log begins."""
    return told[:1].upper() + told[1:]
