"""Activation dice, and what an activated Unit does: it moves, fires and fights, or works."""

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.dice import pips
from sandtable.kernel.events import Counted, Noted
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.portable_wargame import commands as said
from sandtable.rules.portable_wargame.air import Flight, crash, sortie
from sandtable.rules.portable_wargame.antiaircraft import flak_targets, no_flak_targets, shoot_at_aircraft
from sandtable.rules.portable_wargame.book import COMMANDER, D6, KINDS
from sandtable.rules.portable_wargame.close_combat import attacks, fight, no_attacks
from sandtable.rules.portable_wargame.events import Activated
from sandtable.rules.portable_wargame.field import field, kind, on_board, square_of, strength, turn
from sandtable.rules.portable_wargame.fire import fire, no_targets, refuse_firing, targets, why_not_fire
from sandtable.rules.portable_wargame.movement import Going, entries, is_in, march, moves, refuse_move, why_not_move
from sandtable.rules.portable_wargame.routes import Leg, fresh_leg, routes
from sandtable.rules.portable_wargame.transport import begin, loadings, no_loadings, why_not_load
from sandtable.rules.portable_wargame.victory import check_annihilation, check_dash, is_waiting
from sandtable.rules.portable_wargame.words import Did, Tally
from sandtable.rules.portable_wargame.works import begin_mines, begin_wire, no_works, works

ONCE, ORDER = Clause("pw.activation.once-each"), Clause("pw.turn.activation-order")
ALREADY = Refusal(ONCE, "it has already been activated this turn")
FLOWN = Refusal(Clause("pw.air-move.once"), "it has already flown this turn")
MUST_FLY = Clause("pw.air-move.must-activate")
ABOARD = Refusal(Clause("pw.transport.passenger-status"), "it is being carried or towed")
NOT_YET = Refusal(Clause("pw.setup.reinforcements"), "it has not arrived yet")
NOT_YET_OVER = Refusal(Clause("pw.air.arrival"), "it arrives in a later turn")
BLOCKED = Refusal(Clause("pw.setup.reinforcements"), "every square it could enter by is blocked")
NO_SKY = Refusal(Clause("pw.air.arrival"), "another aircraft is in every square it could enter by")
GONE = Refusal(Clause("pw.move.board-edge"), "it has left the board and does not return")
GONE_HOME = Refusal(Clause("pw.air.departure"), "it has gone home and does not return")
LOSING = Clause("pw.activation.losing-dice")
MOVE_OVER = Refusal(Clause("pw.move.once"), "its move for this turn is over")
LOST = Refusal(Clause("pw.units.destroyed"), "it is out of the battle")
WORK: dict[type[Command], Callable[[Play, Any], None]] = {
    said.Load: begin,
    said.Unload: begin,
    said.LayMines: begin_mines,
    said.ClearMines: begin_mines,
    said.LayWire: begin_wire,
    said.ClearWire: begin_wire,
}


# ---- the dice


def counts_for_dice(state: State, unit: Unit) -> bool:
    """pw.activation.what-counts: on the board, or a reinforcement whose turn has come; aircraft over the board."""
    if unit.kind not in KINDS:
        return False
    if on_board(unit):
        return True
    return is_waiting(unit) and not kind(unit).air and unit.tallies[Tally.ARRIVES] <= turn(state)


@rule("pw.activation.number-of-dice")
def count_dice(play: Play, side: Side) -> int:
    """One for a living Commander, and one for every five other Units left. A rest below five counts as five."""
    own = [unit for unit in play.state.units.values() if unit.side == side and unit.kind in KINDS]
    left = [unit for unit in own if counts_for_dice(play.state, unit)]
    others = len([unit for unit in left if unit.kind != COMMANDER])
    dice = (others < len(left)) + -(-others // 5)
    of = f"{others} Unit{'s' * (others != 1)}{' and the Commander' * (others < len(left))}"
    fallen = 0 in [strength(unit) for unit in own]
    play.emit(Noted(f"{side} has {dice} activation dice for {of}", side=side), LOSING if fallen else None)
    return dice


@rule("pw.activation.throw")
def throw_dice(play: Play, side: Side) -> None:
    """The total is the number of Units that may be activated."""
    dice = count_dice(play, side)
    total = play.roll(Throw("activation", f"{side} throws for activation", side=side), pips(D6), dice) if dice else 0
    play.emit(Counted(Tally.ACTIVATIONS, total), Clause("pw.activation.total"))


# ---- which Unit


def refuse_activate(state: State, unit: Unit) -> Refusal | None:
    if Did.ACTIVATED in unit.spent:
        return FLOWN if kind(unit).air else ALREADY
    if unit.place is not None:
        return None
    if unit.aboard is not None:
        return ABOARD
    if not is_waiting(unit):
        return LOST if strength(unit) == 0 else GONE_HOME if kind(unit).air else GONE
    if unit.tallies[Tally.ARRIVES] > turn(state):
        return NOT_YET_OVER if kind(unit).air else NOT_YET
    if kind(unit).air:
        return None if Flight(state, unit).starts else NO_SKY
    return None if routes(state, unit, fresh_leg(state, unit), entries(state, unit)).open_ended else BLOCKED


def activations(view: State, side: Side) -> Iterator[Option]:
    if view.tallies[Tally.ACTIVATIONS] > 0:
        over = field(view).planes.values()
        for unit in view.units.values():
            if unit.side == side and unit.kind in KINDS and refuse_activate(view, unit) is None:
                yield Option(said.Activate(unit.id), MUST_FLY if unit.id in over else ONCE)
    yield Option(said.Done(), ONCE)


def no_activations(view: State, side: Side) -> Iterator[Option]:
    spent = Refusal(Clause("pw.activation.total"), "its side has no activations left")
    for unit in view.units.values():
        if unit.kind not in KINDS:
            continue
        refusal = refuse_activate(view, unit) if unit.side == side else Refusal(ONCE, "it is an enemy Unit")
        if view.tallies[Tally.ACTIVATIONS] == 0:
            refusal = refusal or spent
        if refusal:
            yield Option(said.Activate(unit.id), refusal.clause, refusal=refusal)


@rule("pw.activation.once-each")
def activate_next(play: Play, side: Side) -> bool:
    """Activate one Unit, of any order. Returns whether the side goes on."""
    unit_id = play.part(next_unit, side)
    if unit_id is None:
        crash(play, side)
        return False
    if kind(play.state.units[unit_id]).air:
        sortie(play, unit_id)
    else:
        activate(play, unit_id)
    check_annihilation(play)
    return True


def next_unit(play: Play, side: Side) -> UnitId | None:
    """The Unit that the side activates; None: it stops."""
    left = play.state.tallies[Tally.ACTIVATIONS]
    order = play.ask(
        side,
        Topic("activate", f"{side}, {left} activation{'s' * (left != 1)} left: which Unit is activated?"),
        lambda view: activations(view, side),
        lambda view: no_activations(view, side),
    )
    if not isinstance(order, said.Activate):
        return None
    play.emit(Activated(order.unit, left - 1))
    return order.unit


# ---- what it does


@rule("pw.turn.activation-order")
def activate(play: Play, unit_id: UnitId) -> None:
    """The Unit may move, then fire, then fight; or it spends the activation on one piece of work."""
    if play.part(move_and_fire, unit_id):
        close_in(play, unit_id)
    check_dash(play, unit_id)


def move_and_fire(play: Play, unit_id: UnitId) -> bool:
    """All but the fight. Returns whether the Unit is still where it has fired."""
    unit = play.state.units[unit_id]
    leg = fresh_leg(play.state, unit)
    order = play.ask(
        unit.side,
        Topic("action", f"{unit_id}: what does it do?", (unit_id,)),
        lambda view: choices(view, view.units[unit_id], leg),
        lambda view: no_choices(view, view.units[unit_id]),
        lambda view, command: why_not_move(view, command, unit_id, leg) or why_not_load(view, command),
    )
    if work := WORK.get(type(order)):
        work(play, order)
        return False
    moved = play.part(march, unit_id, order, leg)
    if moved is None:
        return False
    where = square_of(play.state, play.state.units[unit_id])
    shoot(play, unit_id, moved)
    check_annihilation(play)
    return is_in(play.state, unit_id, where)


def choices(view: State, unit: Unit, leg: Leg) -> Iterator[Option]:
    yield from moves(view, unit, leg)
    if unit.place is not None:
        yield from loadings(view, unit)
        yield from works(view, unit)


def no_choices(view: State, unit: Unit) -> Iterator[Option]:
    if refusal := refuse_move(unit):
        yield Option(said.Move(unit.id), refusal.clause, refusal=refusal)
    if unit.place is not None:
        yield from no_loadings(view, unit)
        yield from no_works(view, unit)


def shoot(play: Play, unit_id: UnitId, leg: Leg) -> None:
    """pw.fire.once: one target square, or for Machine Guns one aircraft instead."""
    order = play.ask(
        play.state.units[unit_id].side,
        Topic("fire", f"{unit_id}: does it fire?", (unit_id,)),
        lambda view: shots(view, view.units[unit_id], leg),
        lambda view: no_shots(view, view.units[unit_id], leg),
        lambda view, command: no_second_move(view, command) or why_not_fire(view, command),
    )
    match order:
        case said.Fire():
            fire(play, order)
        case said.Flak():
            shoot_at_aircraft(play, order)


def no_second_move(_view: State, command: Command) -> Refusal | None:
    return MOVE_OVER if isinstance(command, Going) else None


def shots(view: State, unit: Unit, leg: Leg) -> Iterator[Option]:
    yield from targets(view, unit, leg)
    if refuse_firing(view, unit, leg) is None:
        yield from flak_targets(view, unit)
    yield Option(said.HoldFire(unit.id), ORDER)


def no_shots(view: State, unit: Unit, leg: Leg) -> Iterator[Option]:
    yield from no_targets(view, unit, leg)
    yield from no_flak_targets(view, unit, refuse_firing(view, unit, leg))


def close_in(play: Play, unit_id: UnitId) -> None:
    order = play.ask(
        play.state.units[unit_id].side,
        Topic("attack", f"{unit_id}: does it attack?", (unit_id,)),
        lambda view: attacks(view, view.units[unit_id]),
        lambda view: no_attacks(view, view.units[unit_id]),
        no_second_move,
    )
    if isinstance(order, said.Attack):
        fight(play, order)
