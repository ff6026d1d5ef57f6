"""What one side may know: hidden stands are missing, and a battalion with hidden stands keeps its strength secret."""

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
        state.layout(Field)  # the table is the same for both: one layout is enough
        return state.change(**otherwise)
    seen = replace(state, **otherwise)
    partly = {unit.part_of for unit in hidden if unit.kind in COMPANIES}
    bodies = [unit for unit in seen.units.values() if unit.kind == Kind.BATTALION and unit.id in partly]
    shown = {unit.part_of for unit in seen.units.values() if unit.kind in STANDS and unit.place} if bodies else set()
    return replace(seen, units={**seen.units, **{body.id: veiled(body, body.id in shown) for body in bodies}})


def veiled(body: Unit, shown: bool) -> Unit:
    """The anchor and the counts of a battalion would tell of its hidden stands.

    `shown`: some of its stands or half-tracks are visible, and so is its formation; else it would tell of the rest.
    """
    tallies = {name: value for name, value in body.tallies.items() if name in OPEN_TALLIES}
    if shown:
        return replace(body, place=None, tallies=tallies)
    tallies.pop(Tally.INTERVAL, None)
    return replace(body, place=None, marks=body.marks - frozenset(Formation), tallies=tallies)
