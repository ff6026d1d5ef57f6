"""Mines and wire: work that takes whole turns."""

from collections.abc import Iterator

from sandtable.board.grid import Square
from sandtable.kernel.decision import Option, Refusal
from sandtable.kernel.events import Added, Discarded, Marked, Noted, Tallied, Unmarked
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit, UnitId
from sandtable.rules.portable_wargame.book import ENGINEERS, MINES, RIVER, WIRE
from sandtable.rules.portable_wargame.commands import ClearMines, ClearWire, LayMines, LayWire
from sandtable.rules.portable_wargame.entering import give_up_mines
from sandtable.rules.portable_wargame.events import GroundWorked
from sandtable.rules.portable_wargame.field import field, grid, square_of
from sandtable.rules.portable_wargame.stacking import in_river, refuse_beside_tank
from sandtable.rules.portable_wargame.words import Did, Mark, Marker, Tally

TURNS = {Marker.LAYING: 3, Marker.CLEARING: 5}  # pw.engineers.lay-minefield, pw.engineers.remove-minefield
LAY, CLEAR = Clause("pw.engineers.lay-minefield"), Clause("pw.engineers.remove-minefield")
WIRE_LAY, WIRE_CLEAR = Clause("pw.terrain.wire-lay"), Clause("pw.terrain.wire-remove")
WIRE_WORK = Clause("pw.terrain.wire-work")
NOT_READY = Refusal(WIRE_WORK, "it must have been in the square since the turn began, and a gun must not have fired")
NO_ROOM = Refusal(WIRE_WORK, "the square already has wire, or it is a river")
NO_WIRE = Refusal(WIRE_WORK, "the square has no wire")
AT_IT = Refusal(Clause("pw.engineers.work"), "it is already at that work, and goes on without activation")
WIRING = {Mark.LAYING_WIRE, Mark.CLEARING_WIRE}


def refuse_lay(state: State, square: Square) -> Refusal | None:
    clause = Clause("pw.engineers.minefield-square")
    ground = grid(state).grounds[square]
    if MINES in ground:
        return Refusal(clause, "the square already has a minefield")
    if RIVER in ground:
        return Refusal(clause, "a river cannot have mines")
    return Refusal(clause, "a Unit is there") if square in field(state).at else None


def refuse_wire(state: State, unit: Unit, *, laying: bool) -> Refusal | None:
    if Did.ENTERED in unit.spent or Did.FIRED in unit.spent:
        return NOT_READY
    if refusal := refuse_beside_tank(state, unit):
        return refusal
    board, square = grid(state), square_of(state, unit)
    wired = WIRE in board.grounds[square]
    if laying:
        return NO_ROOM if wired or in_river(board, square) else None
    return None if wired else NO_WIRE


def works(view: State, unit: Unit) -> Iterator[Option]:
    """The work that a Unit may begin with its activation."""
    if refuse_wire(view, unit, laying=True) is None:
        yield Option(LayWire(unit.id), WIRE_LAY)
    elif refuse_wire(view, unit, laying=False) is None:
        yield Option(ClearWire(unit.id), WIRE_CLEAR)
    if unit.kind != ENGINEERS:
        return
    board = grid(view)
    for square in board.beside[square_of(view, unit)]:
        if MINES in board.grounds[square]:
            if not is_at(view, unit, Marker.CLEARING, square):
                yield Option(ClearMines(unit.id, board.place(square)), CLEAR)
        elif refuse_lay(view, square) is None and not is_at(view, unit, Marker.LAYING, square):
            yield Option(LayMines(unit.id, board.place(square)), LAY)


def is_at(state: State, unit: Unit, work: str, square: Square) -> bool:
    """Whether it already does this work. To begin again would lose the turns worked so far."""
    marker = field(state).works.get(unit.id)
    return marker is not None and (state.units[marker].kind, square_of(state, state.units[marker])) == (work, square)


def no_works(view: State, unit: Unit) -> Iterator[Option]:
    board = grid(view)
    if refusal := refuse_wire(view, unit, laying=True):
        yield Option(LayWire(unit.id), refusal.clause, refusal=refusal)
    if refusal := refuse_wire(view, unit, laying=False):
        yield Option(ClearWire(unit.id), refusal.clause, refusal=refusal)
    for square in board.beside[square_of(view, unit)]:
        refusal = refuse_lay(view, square)
        if unit.kind != ENGINEERS:
            refusal = Refusal(LAY, "only Engineers lay mines")
        elif is_at(view, unit, Marker.LAYING, square):
            refusal = refusal or AT_IT
        if refusal:
            yield Option(LayMines(unit.id, board.place(square)), refusal.clause, refusal=refusal)
        if unit.kind != ENGINEERS or MINES not in board.grounds[square]:
            refusal = Refusal(CLEAR, "only Engineers clear mines, and the square must have some")
            yield Option(ClearMines(unit.id, board.place(square)), CLEAR, refusal=refusal)
        elif is_at(view, unit, Marker.CLEARING, square):
            yield Option(ClearMines(unit.id, board.place(square)), AT_IT.clause, refusal=AT_IT)


@rule("pw.engineers.work")
def begin_mines(play: Play, order: LayMines | ClearMines) -> None:
    """A marker on the square counts the turns. A new task of the same Unit replaces the old one."""
    unit = play.state.units[order.unit]
    give_up_mines(play, unit.id)
    kind = Marker.LAYING if isinstance(order, LayMines) else Marker.CLEARING
    marker = Unit(UnitId(f"{unit.id}, {kind}"), kind, unit.side, order.at, part_of=unit.id, tallies={Tally.WORKED: 0})
    play.emit(Noted(order.tell()), LAY if isinstance(order, LayMines) else CLEAR)
    play.emit(Added(marker))


def begin_wire(play: Play, order: LayWire | ClearWire) -> None:
    laying = isinstance(order, LayWire)
    mark, clause = (Mark.LAYING_WIRE, WIRE_LAY) if laying else (Mark.CLEARING_WIRE, WIRE_CLEAR)
    play.emit(Marked(order.unit, mark), clause)


# ---- phase 5


@rule("pw.engineers.work")
def advance_works(play: Play) -> None:
    """A turn counts if the Unit stayed in its square, did not fire and started no close combat."""
    markers = [play.state.units[i] for i in field(play.state).works.values()]
    for marker in sorted(markers, key=lambda marker: play.state.sides.index(marker.side)):
        assert marker.part_of is not None and marker.place is not None
        worker = play.state.units[marker.part_of]
        worked = marker.tallies[Tally.WORKED] + (not worker.spent & {Did.ENTERED, Did.FIRED, Did.FOUGHT})
        play.emit(Tallied(marker.id, Tally.WORKED, worked))
        if worked >= TURNS[marker.kind]:
            finish_mines(play, marker, grid(play.state).square(marker.place))


def finish_mines(play: Play, marker: Unit, square: Square) -> None:
    """The mines are laid or cleared. Mines are not laid while a Unit is in the square."""
    board = grid(play.state)
    ground, name = board.grounds[square], board.names[square]
    if marker.kind == Marker.LAYING and MINES not in ground:
        if refuse_lay(play.state, square):
            return
        play.emit(GroundWorked(square, ground | {MINES}, f"a minefield is laid on {name}"), LAY)
    elif marker.kind == Marker.CLEARING and MINES in ground:
        play.emit(GroundWorked(square, ground - {MINES}, f"the minefield on {name} is cleared"), CLEAR)
    play.emit(Discarded(marker.id))


@rule("pw.terrain.wire-work")
def finish_wire(play: Play) -> None:
    for unit in [unit for unit in play.state.units.values() if unit.place and not unit.marks.isdisjoint(WIRING)]:
        square = square_of(play.state, unit)
        board = grid(play.state)
        ground, name = board.grounds[square], board.names[square]
        if Mark.LAYING_WIRE in unit.marks:
            play.emit(GroundWorked(square, ground | {WIRE}, f"wire is laid on {name}"))
        else:
            play.emit(GroundWorked(square, ground - {WIRE}, f"the wire on {name} is cleared"))
        for mark in sorted(unit.marks & WIRING):
            play.emit(Unmarked(unit.id, mark))
