"""What one side may know: hidden stands are missing, and a battalion with hidden stands keeps its strength secret."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.board.board import Picker
from sandtable.kernel.state import Pile, Side, State, Unit, UnitId
from sandtable.kernel.view import hidden_units, seen_otherwise
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.table.field import Field, field
from sandtable.rules.great_battles.words import COMPANIES, STANDS, Formation, Kind, Tally

PAPERS = frozenset({Kind.ORDERS, Kind.TEMPLATE, Kind.AIR_MISSION})  # they lie on the table once they are carried out
OPEN_TALLIES = frozenset({Tally.ACTIONS, Tally.INTERVAL})


class Glance(NamedTuple):
    """What a side sees of some units and cards: the hidden ones, and what looks otherwise to it than it is."""

    units: Mapping[UnitId, Unit]
    piles: Mapping[str, Pile]
    hidden: tuple[UnitId, ...]
    otherwise: dict[str, Any]
    open_table: bool  # all that is hidden lies beside the table


_last: dict[Side, Glance] = {}  # of each side: many questions are asked over the same units


def view(state: State, side: Side) -> State:
    last = _last.get(side)
    if last is None or last.units is not state.units or last.piles is not state.piles:
        last = _last[side] = glance(state, side)
    if not last.otherwise:
        return state
    if last.open_table:
        state.layout(Field)  # the table is the same for both: one layout is enough
        return state.change(**last.otherwise)
    return state.without(last.hidden, **last.otherwise)


def glance(state: State, side: Side) -> Glance:
    hidden = hidden_units(state, side)
    otherwise = seen_otherwise(state, side, hidden)
    open_table = all(unit.place is None and unit.kind in PAPERS for unit in hidden)
    if otherwise and not open_table:
        units, stands = otherwise["units"], field(state).stands
        for body in {unit.part_of for unit in hidden if unit.kind in COMPANIES and unit.part_of is not None}:
            if body in units:
                units[body] = veiled(units[body], any(i in units and units[i].place for i in stands[body]))
    return Glance(state.units, state.piles, tuple([unit.id for unit in hidden]), otherwise, open_table)


def veiled(body: Unit, shown: bool) -> Unit:
    """The anchor and the counts of a battalion would tell of its hidden stands.

    `shown`: some of its stands or half-tracks are visible, and so is its formation; else it would tell of the rest.
    """
    tallies = {name: value for name, value in body.tallies.items() if name in OPEN_TALLIES}
    if shown:
        return replace(body, place=None, tallies=tallies)
    tallies.pop(Tally.INTERVAL, None)
    return replace(body, place=None, marks=body.marks - frozenset(Formation), tallies=tallies)


# ---- for computer players


def imagine(view: State, rng: Picker) -> State:
    """Fill the gaps of a view: unseen units are off the table, and every battalion seen in part has one of them."""
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
