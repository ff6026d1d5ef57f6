"""Fill the gaps of a view, so that a computer player can think about it. Unseen units are off the table."""

from msgspec.structs import replace

from sandtable.board.board import Picker
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.table.field import field
from sandtable.rules.great_battles.words import STANDS, Kind, Tally


def imagine(view: State, rng: Picker) -> State:
    """A battalion seen in part counts as its visible stands and one more that is off the table."""
    units = dict(view.units)
    for unit in view.units.values():
        if unit.kind == Kind.BATTALION and Tally.AT_DAWN not in unit.tallies:
            units[unit.id] = made_whole(view, unit)
            unseen = UnitId(f"{unit.id}/? unseen")
            units[unseen] = Unit(unseen, Kind.INFANTRY, unit.side, part_of=unit.id, known_to=frozenset())
    for side in view.sides:
        keeper = UnitId(f"{side} standing orders")
        units.setdefault(keeper, Unit(keeper, Kind.ORDERS, side, known_to=frozenset()))
        if len(field(view).bodies[side]) < len(battle(view).army(side).battalions):  # not seen is not destroyed
            name = UnitId(f"{side} somebody unseen")
            units[name] = Unit(name, Kind.INFANTRY, side, known_to=frozenset())
    return replace(view, units=units)


def made_whole(view: State, body: Unit) -> Unit:
    seen = [unit for unit in view.units.values() if unit.part_of == body.id and unit.kind in STANDS]
    place = next((stand.place for stand in seen if stand.place is not None), None)
    return replace(body, place=place, tallies={**body.tallies, Tally.AT_DAWN: len(seen), Tally.LOST_TODAY: 0})
