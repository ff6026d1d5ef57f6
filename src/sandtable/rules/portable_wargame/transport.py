"""Carrying and towing: loading, unloading, limbering, and tank riders."""

from collections.abc import Iterator

from sandtable.board.grid import FACINGS
from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Boarded, Carried, Marked, Noted, Spent, Unmarked
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import State, Unit
from sandtable.rules.portable_wargame.book import GUNS, MOTORISED, PASSENGERS, RIDERS, TANKS, TRANSPORT
from sandtable.rules.portable_wargame.commands import Face, Load, Unload
from sandtable.rules.portable_wargame.entering import drop_work
from sandtable.rules.portable_wargame.events import Put
from sandtable.rules.portable_wargame.field import grid, passenger, square_of, units_at
from sandtable.rules.portable_wargame.stacking import refuse_stack
from sandtable.rules.portable_wargame.words import Did, Mark

ONLY_TOWS = Refusal(Clause("pw.transport.horse-drawn"), "it tows only Artillery and carries nothing")
PROCEDURE = Clause("pw.transport.procedure")
ELSEWHERE = Refusal(Clause("pw.transport.load"), "both must be in the same square")


def refuse_carry(state: State, carrier: Unit, unit: Unit) -> Refusal | None:
    """Each kind of Transport, and with the option each Tank Unit, may carry or tow certain Units."""
    if passenger(state, carrier) is not None:
        return Refusal(Clause("pw.transport.motorised"), "it already carries or tows a Unit")
    if carrier.kind in TANKS:
        return refuse_riders(state, unit)
    if carrier.kind not in TRANSPORT:
        return Refusal(Clause("pw.transport.motorised"), "it is not Transport")
    if carrier.kind not in MOTORISED:
        return None if unit.kind == "Artillery" else ONLY_TOWS
    if unit.kind == "Artillery" or unit.kind in PASSENGERS:
        return None
    return Refusal(Clause("pw.transport.motorised"), "no Transport carries such a Unit")


def refuse_riders(state: State, unit: Unit) -> Refusal | None:
    if "tank-riders" not in state.variants:
        return Refusal(Clause("pw.setup.options"), "the option tank-riders is off")
    return None if unit.kind in RIDERS else Refusal(Clause("pw.tank-riders.carry"), "only Infantry rides on tanks")


def refuse_load(state: State, carrier: Unit, unit: Unit) -> Refusal | None:
    """Both must be in the square since the turn began and not activated, and a gun must not have fired."""
    if unit.side != carrier.side or square_of(state, unit) != square_of(state, carrier):
        return ELSEWHERE
    if Did.FIRED in unit.spent:
        return Refusal(PROCEDURE, "a gun that has fired cannot limber")
    return refuse_busy(carrier, unit) or refuse_carry(state, carrier, unit)


def refuse_busy(carrier: Unit, unit: Unit) -> Refusal | None:
    if Did.ENTERED in carrier.spent or Did.ENTERED in unit.spent:
        return Refusal(PROCEDURE, "both must have been in the square since the turn began")
    if Did.ACTIVATED in unit.spent:
        return Refusal(PROCEDURE, "it has already been activated this turn")
    return None


def refuse_unload(state: State, carrier: Unit, unit: Unit) -> Refusal | None:
    if Did.ENTERED in carrier.spent or Mark.UNLOADING in unit.marks:
        return Refusal(PROCEDURE, "both must have been in the square since the turn began")
    return None


def loadings(view: State, carrier: Unit) -> Iterator[Option]:
    """The Units in its square that a Transport or Tank Unit may load or unload."""
    if carrier.kind not in TRANSPORT and carrier.kind not in TANKS:
        return
    rider = passenger(view, carrier)
    if rider is not None:
        if refuse_unload(view, carrier, rider) is None:
            yield Option(Unload(carrier.id, rider.id), loading_clause(carrier, rider))
        return
    for unit in units_at(view, square_of(view, carrier)):
        if unit.id != carrier.id and refuse_load(view, carrier, unit) is None:
            yield Option(Load(carrier.id, unit.id), loading_clause(carrier, unit))


def no_loadings(view: State, carrier: Unit) -> Iterator[Option]:
    if carrier.kind not in TRANSPORT and carrier.kind not in TANKS:
        return
    for unit in units_at(view, square_of(view, carrier)):
        if unit.id != carrier.id and (refusal := refuse_load(view, carrier, unit)):
            yield Option(Load(carrier.id, unit.id), refusal.clause, refusal=refusal)
    rider = passenger(view, carrier)
    if rider is not None and (refusal := refuse_unload(view, carrier, rider)):
        yield Option(Unload(carrier.id, rider.id), refusal.clause, refusal=refusal)


def why_not_load(view: State, command: Command) -> Refusal | None:
    """Units in the square are listed with their own reasons; all others get this one."""
    return ELSEWHERE if isinstance(command, Load | Unload) else None


def loading_clause(carrier: Unit, unit: Unit) -> Clause:
    if carrier.kind in TANKS:
        return Clause("pw.tank-riders.load")
    return Clause("pw.transport.limber" if unit.kind in GUNS else "pw.transport.load")


def begin(play: Play, order: Load | Unload) -> None:
    """Both must stay in the square for the rest of the turn. The loading ends in phase 5."""
    carrier, unit = play.state.units[order.unit], play.state.units[order.passenger]
    loading = isinstance(order, Load)
    clause = loading_clause(carrier, unit)
    if loading:
        play.emit(Carried(unit.id, carrier.id), clause)
    play.emit(Marked(unit.id, Mark.LOADING if loading else Mark.UNLOADING), clause)
    for one in (carrier, unit):
        for action in (Did.ACTIVATED, Did.LOADED):
            play.emit(Spent(one.id, action), clause)


@rule("pw.transport.procedure")
def complete(play: Play) -> None:
    """Phase 5: a Unit that is still in place is now aboard, or is set down with any facing."""
    for unit in list(play.state.units.values()):
        if Mark.LOADING in unit.marks and unit.aboard is not None:
            play.emit(Unmarked(unit.id, Mark.LOADING))
            drop_work(play, unit.id)
            play.emit(Boarded(unit.id, unit.aboard))
        elif Mark.UNLOADING in unit.marks:
            set_down(play, unit)


def set_down(play: Play, unit: Unit) -> None:
    play.emit(Unmarked(unit.id, Mark.UNLOADING))
    square = square_of(play.state, unit)
    if refuse_stack(play.state, unit, square):
        play.emit(Noted(f"{unit.id} cannot be set down: the square is full", about=(unit.id,)))
        return
    options = [Option(Face(unit.id, facing), PROCEDURE) for facing in FACINGS]
    answer = play.ask(unit.side, Topic("face", f"Which way does {unit.id} face?", (unit.id,)), lambda _: options)
    assert isinstance(answer, Face)
    play.emit(Carried(unit.id, None))
    play.emit(Put(unit.id, grid(play.state).place(square, answer.facing), "is set down on"))
