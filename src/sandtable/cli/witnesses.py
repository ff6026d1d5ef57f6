"""Keeps battles that show the clauses of a book, so that the search need not be repeated."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace


class Witness(Struct, frozen=True, forbid_unknown_fields=True):
    """One random battle, and the clauses for which it is kept."""

    scenario: str
    options: tuple[str, ...]
    seed: str
    pull: tuple[str, ...]  # sections of the book that its players preferred
    shows: tuple[str, ...]


def read(file: Path) -> list[Witness]:
    return msgspec.json.decode(file.read_bytes(), type=list[Witness]) if file.exists() else []


def write(file: Path, witnesses: Iterable[Witness]) -> None:
    """A line for each battle, so that a change shows as one line."""
    lines = ",\n".join(msgspec.json.encode(witness).decode() for witness in witnesses)
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def fewest(seen: Sequence[tuple[Witness, set[str]]], wanted: set[str]) -> list[Witness]:
    """A few battles that together show all wanted clauses: each one shows most of those still missing."""
    missing, kept = set(wanted), list[Witness]()
    while found := max(seen, key=lambda one: len(one[1] & missing), default=None):
        witness, shown = found
        if missing.isdisjoint(shown):
            break
        kept.append(replace(witness, shows=tuple(sorted(shown & missing))))
        missing -= shown
    return kept
