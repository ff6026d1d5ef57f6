"""What one side may know: hidden stands are not there, and a battalion with hidden stands keeps its strength secret."""

from msgspec.structs import replace

from sandtable.kernel.state import Side, State, Unit
from sandtable.kernel.view import hidden_units, seen_otherwise
from sandtable.rules.great_battles.table.field import Field
from sandtable.rules.great_battles.words import COMPANIES, STANDS, Formation, Kind, Tally

PAPERS = frozenset({Kind.ORDERS, Kind.TEMPLATE, Kind.AIR_MISSION})  # they lie on the table once they are carried out
OPEN_TALLIES = frozenset({Tally.ACTIONS, Tally.INTERVAL})


def view(state: State, side: Side) -> State:
    hidden = hidden_units(state, side)
    otherwise = seen_otherwise(state, side, hidden)
    if not otherwise:
        return state
    if all(unit.place is None and unit.kind in PAPERS for unit in hidden):
        state.layout(Field)  # the table looks the same to both: it need not be surveyed twice
        return state.change(**otherwise)
    seen = replace(state, **otherwise)
    partly = {unit.part_of for unit in hidden if unit.kind in COMPANIES}
    bodies = [unit for unit in seen.units.values() if unit.kind == Kind.BATTALION and unit.id in partly]
    shown = {unit.part_of for unit in seen.units.values() if unit.kind in STANDS and unit.place} if bodies else set()
    return replace(seen, units={**seen.units, **{body.id: veiled(body, body.id in shown) for body in bodies}})


def veiled(body: Unit, shown: bool) -> Unit:
    """Where its middle is and how many it has been would tell of stands that nobody has seen.

    `shown`: some of them, or their half-tracks, are on the table for all to see, and fired at as they are formed; else
    its formation would tell of the others.
    """
    tallies = {name: value for name, value in body.tallies.items() if name in OPEN_TALLIES}
    if shown:
        return replace(body, place=None, tallies=tallies)
    tallies.pop(Tally.INTERVAL, None)
    return replace(body, place=None, marks=body.marks - frozenset(Formation), tallies=tallies)
