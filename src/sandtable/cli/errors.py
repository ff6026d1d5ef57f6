"""Errors in one line."""

from collections.abc import Iterable
from difflib import get_close_matches

MANY = 30  # names; more would be too long to read


class Trouble(Exception):
    """An error that the user can correct. Its text is one line that says what is wrong and where."""


class Unclear(Exception):
    """The input is no choice. The text says why in one line."""


def unknown(what: str, name: str, known: Iterable[str]) -> Trouble:
    """The error for an unknown name. It names the nearest one, or all of them if they are few."""
    names = list(known)
    by_lower = {one.lower(): one for one in names}
    near = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.5)
    if not near and len(names) > MANY:
        return Trouble(f"no {what} {name!r}")
    hint = f"did you mean {by_lower[near[0]]}?" if near else f"there are {', '.join(names)}"
    return Trouble(f"no {what} {name!r}; {hint}")


def one_line(fault: object) -> str:
    return " ".join(str(fault).split())
