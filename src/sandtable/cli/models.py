"""Models and what becomes of them: the letter each kind has on the map, and the sign of each state."""

import re

from sandtable.kernel.state import State, Unit
from sandtable.telling.names import battalions, models_of

SIGNS = {"destroyed": "†", "suppressed": "!"}  # instead of the arrow


def sign(unit: Unit) -> str:
    return next((character for mark, character in SIGNS.items() if mark in unit.marks), "")


def letters(state: State) -> dict[str, str]:
    """For each kind of model that makes up battalions a capital of its own: an initial if one is free."""
    whole = {body.id for body in battalions(state)}
    kinds = dict.fromkeys(str(unit.kind) for unit in state.units.values() if unit.part_of in whole)
    found: dict[str, str] = {}
    for kind in sorted(kinds, key=lambda kind: len(re.split(r"[\s-]+", kind))):
        words = re.split(r"[\s-]+", kind.upper())
        wanted = [*(word[0] for word in words if word), *kind.upper().replace(" ", ""), *"XYZ"]
        found[kind] = next((letter for letter in wanted if letter not in found.values()), "?")
    return found


def content(state: State, body: Unit) -> tuple[str, str]:
    """A battalion before the battle: its name, what it is, and what it is made of."""
    names = [re.sub(r"^/?\d*\s*", "", model.id.removeprefix(body.id)) for model in models_of(state, body)]
    made_of = [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
    return body.id, f"{', '.join(sorted(body.traits))}: {', '.join(made_of)}"
