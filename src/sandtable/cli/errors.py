"""What goes wrong, told in one line."""

from collections.abc import Iterable
from difflib import get_close_matches

MANY = 30  # names that nobody reads to the end


class Trouble(Exception):
    """Something the user can put right. Its text is one line that names what is wrong and where."""


class Unclear(Exception):
    """What was typed cannot be taken as a choice; says why in one line."""


def unknown(what: str, name: str, known: Iterable[str]) -> Trouble:
    """There is no such thing; names the nearest there is, or all of them unless they are too many to read."""
    names = list(known)
    by_lower = {one.lower(): one for one in names}
    near = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.5)
    if not near and len(names) > MANY:
        return Trouble(f"no {what} {name!r}")
    hint = f"did you mean {by_lower[near[0]]}?" if near else f"there are {', '.join(names)}"
    return Trouble(f"no {what} {name!r}; {hint}")


def one_line(fault: object) -> str:
    return " ".join(str(fault).split())
