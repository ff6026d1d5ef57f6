"""Entering a square, by any kind of movement."""

from sandtable.board.grid import Square
from sandtable.board.place import Place
from sandtable.kernel.events import Carried, Discarded, Held, Noted, Unmarked
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.portable_wargame.events import Went
from sandtable.rules.portable_wargame.field import field, grid
from sandtable.rules.portable_wargame.words import Mark


def arrive(play: Play, unit_id: UnitId, to: Place, how: str, by: tuple[str, ...] = (), clause: str = "") -> None:
    """A Unit enters a square by any means: it gives up its work, and its side takes an objective there."""
    unit = play.state.units[unit_id]
    drop_work(play, unit_id)
    play.emit(Went(unit_id, to, how, by), Clause(clause) if clause else None)
    take_objective(play, unit.side, grid(play.state).square(to))


def stepped(state: State, unit: Unit, square: Square) -> Place:
    """The place in another square with the same facing."""
    assert unit.place is not None
    return grid(state).place(square, unit.place.facing)


def drop_work(play: Play, unit_id: UnitId) -> None:
    """A Unit that leaves its square abandons loading and work: pw.hits.retreat-effects, pw.engineers.work."""
    unit, here = play.state.units[unit_id], field(play.state)
    for mark in sorted(unit.marks & {Mark.LAYING_WIRE, Mark.CLEARING_WIRE}):
        play.emit(Unmarked(unit_id, mark))
    give_up_mines(play, unit_id)
    for other in (unit_id, here.boarding.get(unit_id), here.aboard.get(unit_id)):
        if other is not None:
            abandon_loading(play, play.state.units[other])


@rule("pw.engineers.work")
def give_up_mines(play: Play, unit_id: UnitId) -> None:
    """Unfinished work on a minefield is lost."""
    marker = field(play.state).works.get(unit_id)
    if marker is not None:
        play.emit(Noted(f"{unit_id} gives up {play.state.units[marker].kind}", about=(unit_id,)))
        play.emit(Discarded(marker))


def abandon_loading(play: Play, passenger: Unit) -> None:
    if Mark.LOADING in passenger.marks:
        play.emit(Unmarked(passenger.id, Mark.LOADING))
        play.emit(Carried(passenger.id, None))
    if Mark.UNLOADING in passenger.marks:
        play.emit(Unmarked(passenger.id, Mark.UNLOADING))


@rule("pw.victory.objectives")
def take_objective(play: Play, side: Side, square: Square) -> None:
    objective = field(play.state).objectives.get(square)
    if objective is not None and play.state.units[objective].side != side:
        play.emit(Held(objective, side))
