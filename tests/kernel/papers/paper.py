"""Helpers to write down a state with the kernel's own types."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from sandtable.board.board import Board
from sandtable.board.place import Place
from sandtable.board.terrain import Area
from sandtable.kernel.facts import Event
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Pile, Side, State, Step, Unit, UnitId


class Phase(Step, frozen=True):
    """Stands in for the steps of a rule set. It names sides, numbers and open units, never a hidden one."""

    name: str
    side: Side | None = None
    number: int = 0


class Change(NamedTuple):
    """A typical event: its facts, and what is true after them."""

    what: str
    clause: str
    facts: tuple[Event, ...]
    holds: Callable[[State], object]
    secret_from: Side | None = None  # this side sees and reads nothing of it


class Paper(NamedTuple):
    """A state, its secrets, and changes to try on it."""

    state: State
    changes: tuple[Change, ...]
    unseen: Mapping[Side, set[str]] = {}  # ids of units that a side does not see
    unread: Mapping[Side, set[str]] = {}  # names of piles that a side can only count


def words(text: str) -> frozenset[str]:
    return frozenset(text.split(", ")) if text else frozenset()


def unit(
    name: str,
    kind: str,
    side: Side,
    place: Place | None = None,
    *,
    of: str | None = None,
    aboard: str | None = None,
    traits: str = "",
    marks: str = "",
    spent: str = "",
    hidden: bool = False,
    **tallies: int,
) -> Unit:
    """Commas separate words. An underscore in the name of a tally stands for a blank."""
    return Unit(
        UnitId(name),
        kind,
        side,
        place,
        UnitId(of) if of else None,
        UnitId(aboard) if aboard else None,
        words(traits),
        words(marks),
        words(spent),
        {tally.replace("_", " "): value for tally, value in tallies.items()},
        frozenset() if hidden else None,
    )


def table(
    rules: str,
    sides: tuple[Side, Side],
    board: Board,
    units: Iterable[Unit],
    agenda: tuple[Step, ...],
    tallies: Mapping[str, int],
    piles: Mapping[str, Pile] | None = None,
    options: str = "",
) -> State:
    scenario = Scenario(id="paper", rules=rules, title="On paper", setting="", size="")
    everything = {one.id: one for one in units}
    return State(rules, scenario, board, sides, everything, agenda, tallies, piles=piles or {}, variants=words(options))


def box(
    name: str, kind: str, corners: tuple[float, float, float, float], level: int = 0, *, opaque: bool = False
) -> Area:
    left, bottom, right, top = corners
    return Area(name, kind, ((left, bottom), (right, bottom), (right, top), (left, top)), level, opaque)


def marks(state: State, name: str) -> frozenset[str]:
    return state.units[UnitId(name)].marks


def tally(state: State, name: str, which: str) -> int:
    return state.units[UnitId(name)].tallies[which]


def place(state: State, name: str) -> Place | None:
    return state.units[UnitId(name)].place
