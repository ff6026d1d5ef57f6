"""Models on the map: the letter of each kind, and signs for lost and stopped models."""

import re

from sandtable.kernel.showing import Look
from sandtable.telling.display import Display

LOST, STOPPED = "†", "!"  # instead of the arrow


def sign(look: Look) -> str:
    return LOST if look.lost else STOPPED if any(badge.stops for badge in look.marks) else ""


def letters(display: Display) -> dict[str, str]:
    """A capital letter for each kind of model in groups: an initial if one is free."""
    kinds = dict.fromkeys(display.kind(model) for body in display.groups for model in display.models(body))
    found: dict[str, str] = {}
    for kind in sorted(kinds, key=lambda kind: len(re.split(r"[\s-]+", kind))):
        words = re.split(r"[\s-]+", kind.upper())
        wanted = [*(word[0] for word in words if word), *kind.upper().replace(" ", ""), *"XYZ"]
        found[kind] = next((letter for letter in wanted if letter not in found.values()), "?")
    return found
