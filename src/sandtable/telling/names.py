"""Short names for units: what the map has room for, and what is quick to type."""

from collections.abc import Iterator
from itertools import chain
from string import ascii_uppercase, digits

from sandtable.kernel.state import Side, State, Unit, UnitId

Tags = dict[UnitId, str]


def fighters(state: State) -> list[Unit]:
    """The units proper. Bodies are not, nor what a unit on the table owns; but where models make up battalions, those
    and whatever belongs to none of them."""
    units, whole = state.units, battalions(state)
    if whole:
        return whole + [unit for unit in units.values() if unit.part_of and is_single(state, unit, whole)]
    bodies = {unit.part_of for unit in units.values() if unit.part_of and units[unit.part_of].place is None}
    parts = [unit for unit in units.values() if unit.part_of in bodies and unit.id not in bodies]
    return parts or [unit for unit in units.values() if unit.side in state.sides]


def battalions(state: State) -> list[Unit]:
    """Bodies of models that are themselves part of something larger."""
    above = {unit.part_of for unit in state.units.values()}
    made_up = {(unit.part_of, unit.side) for unit in state.units.values() if unit.id not in above}
    return [unit for unit in state.units.values() if unit.part_of and (unit.id, unit.side) in made_up]


def is_single(state: State, unit: Unit, whole: list[Unit]) -> bool:
    """Neither a battalion, nor part of one, nor made up of battalions."""
    names = {body.id for body in whole}
    return unit.id not in names and unit.part_of not in names and unit.id not in {body.part_of for body in whole}


def models_of(state: State, unit: Unit) -> list[Unit]:
    """The models a battalion is made up of, wherever they are; of anything else, itself."""
    return [one for one in state.units.values() if one.part_of == unit.id and one.side == unit.side] or [unit]


def markers(state: State) -> list[Unit]:
    """Things on the table that belong to no force: objectives, clouds."""
    proper = {unit.id for unit in fighters(state)}
    battalion = {unit.id for unit in battalions(state)}
    return [
        unit
        for unit in state.units.values()
        if unit.place is not None and unit.id not in proper and unit.part_of not in battalion
    ]


def short_name(unit: Unit) -> str:
    """Without the name of its side."""
    return unit.id.removeprefix(f"{unit.side} ")


def name_within(unit: Unit) -> str:
    """Without the name of the body it is called after: 2 infantry, of A1/2 infantry."""
    within = unit.id.removeprefix(f"{unit.part_of}/")
    return within if within != unit.id else short_name(unit)


def tags(state: State) -> Tags:
    """Two characters for each unit, capitals for the first side and small letters for the other."""
    found: Tags = {}
    for number, side in enumerate(state.sides):
        found |= side_tags(state, side, number)
    return found


def side_tags(state: State, side: Side, number: int) -> Tags:
    found: Tags = {}
    for unit in fighters(state):
        if unit.side == side:
            tag = next(tag for tag in candidates(short_name(unit)) if tag not in found.values())
            found[unit.id] = tag
    return {name: tag.lower() if number else tag for name, tag in found.items()}


def candidates(name: str) -> Iterator[str]:
    """Uhlans 4: U4. Machine Guns: MG. Commanders: CO. Then whatever is free."""
    *words, last = name.upper().split()
    if len(name) == 2:
        yield name.upper()
    letters = [letter for letter in name.upper() if letter in ascii_uppercase] or ["X"]
    if len(last) == 1 and last in digits and words:
        yield from (f"{letter}{last}" for letter in letters)
    elif words:
        yield f"{words[0][0]}{last[0]}"
    yield from chain((a + b for a in letters[:1] for b in letters[1:]), (a + b for a in letters for b in digits))
    yield from (a + b for a in ascii_uppercase for b in ascii_uppercase + digits)
