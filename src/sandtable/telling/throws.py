"""A throw in words: what it needed and why, and what was added to it."""

from collections.abc import Callable, Iterable

from sandtable.kernel.facts import Rolled
from sandtable.kernel.reckoning import Term

Naming = Callable[[Term], str]


def plain(term: Term) -> str:
    return term.label


def cited(term: Term) -> str:
    """With its clause."""
    return f"{term.label} [{term.clause}]"


def needs(roll: Rolled, name: Naming = plain) -> str:
    """What the dice had to show, and why: needs 13 or more (12 at 4 inches, +1 moved)."""
    if roll.need is None:
        return ""
    base = roll.need.base
    reasons = ", ".join([f"{base.value} {told(name(base))}", *signed(roll.need.modifiers, name)])
    return f"{roll.reading.says.format(roll.need.total)} ({reasons})"


def signed(terms: Iterable[Term], name: Naming) -> list[str]:
    """+1 moved, -2 in cover. A reason that changes nothing has no number."""
    return [f"{term.value:+d} {told(name(term))}" if term.value else name(term) for term in terms]


def told(reason: str) -> str:
    """A reason behind its figure. Two figures in a row would be read as one: +2 for 2 leaders."""
    return f"for {reason}" if reason[:1].isdigit() else reason


def adds(roll: Rolled, name: Naming = plain) -> str:
    """What is added to the dice: +1 moved, -2 in cover."""
    return ", ".join(signed(roll.adds, name))


def total(roll: Rolled) -> str:
    """What the dice come to with that: = 17; empty if one die stands for itself."""
    if summed := roll.reading.comes_to(roll.shown, roll.adds):
        return summed
    return f"= {roll.total}" if len(roll.shown) > 1 and roll.need is None else ""
