"""Divisions: the owner of each battalion, C Ops, FUP and activation point. A side that lists none is one division."""

from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import Division, battle
from sandtable.rules.great_battles.words import Kind, Tally

DIVISIONS = frozenset({Kind.FORCE, Kind.DIVISION})


def force(state: State, side: Side) -> Unit:
    """A side as a whole, with its guns and aircraft; if it lists no divisions, also its only division."""
    return state.units[UnitId(side)]


def divisions(state: State, side: Side) -> list[Unit]:
    """setup.friendly-edge: the divisions of a side, in the order of the scenario."""
    return [state.units[UnitId(one.name)] for one in battle(state).army(side).formed]


def division_of(state: State, unit: Unit) -> Unit:
    """setup.friendly-edge: the division of a battalion, stand, battlegroup, C Ops or FUP."""
    while unit.kind not in DIVISIONS:
        assert unit.part_of is not None
        unit = state.units[unit.part_of]
    return unit


def listed(state: State, division: Unit) -> Division:
    """The scenario's entry for it."""
    return next(one for one in battle(state).army(division.side).formed if one.name == division.id)


def c_ops(state: State, division: Unit) -> Unit | None:
    return staff_of(state, division, Kind.C_OPS)


def fup(state: State, division: Unit) -> Unit | None:
    return staff_of(state, division, Kind.FUP)


def staff_of(state: State, division: Unit, kind: str) -> Unit | None:
    return next((u for u in state.units.values() if u.kind == kind and u.part_of == division.id), None)


def staffs(state: State, side: Side) -> list[Unit]:
    """Every C Ops of a side that is on the table."""
    return [u for u in state.units.values() if u.kind == Kind.C_OPS and u.side == side and u.place is not None]


def purse(state: State, division: Unit) -> Unit:
    """activate.pool: the keeper of a division's activation points: its side while they are shared, or itself."""
    return next((one for one in purses(state, division.side) if one.kind == Kind.FORCE), division)


def purses(state: State, side: Side) -> list[Unit]:
    """Every keeper of activation points."""
    return [whole] if is_kept_by(whole := force(state, side)) else divisions(state, side)


def is_kept_by(unit: Unit) -> bool:
    return Tally.POINTS in unit.tallies


def is_in_common(state: State, side: Side) -> bool:
    """Whether several divisions share one purse."""
    return is_kept_by(force(state, side)) and len(divisions(state, side)) > 1


def points(account: Unit) -> int:
    return account.tallies[Tally.POINTS]


def told(count: int) -> str:
    return f"{count} {Tally.POINTS if count != 1 else 'activation point'}"
