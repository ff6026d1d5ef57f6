"""Option: fire at aircraft from the ground."""

from collections.abc import Iterator

from sandtable.kernel.decision import Option, Refusal
from sandtable.kernel.dice import Reading
from sandtable.kernel.events import Removed, Spent
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, rule
from sandtable.kernel.reckoning import Clause, Reckoning, Term
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.portable_wargame.book import ANTI_AIRCRAFT, BOOK, KINDS, MACHINE_GUNS, RANGES
from sandtable.rules.portable_wargame.commands import Flak
from sandtable.rules.portable_wargame.field import commander_with_or_next_to, facing, field, grid, square_of, strength
from sandtable.rules.portable_wargame.fire import refuse_ground
from sandtable.rules.portable_wargame.losses import lose, to_reach
from sandtable.rules.portable_wargame.words import Did

TO_HIT = Reckoning(BOOK.term(5, "to hit an aircraft", "pw.ground-to-air.hits"))
STILL = BOOK.term(1, "not moved", "pw.ground-to-air.mod-not-moved")
COMMANDER = BOOK.term(1, "Commander near", "pw.ground-to-air.mod-commander")
REACH = Clause("pw.ground-to-air.range")
WITH_ARTILLERY = Clause("pw.ground-to-air.anti-aircraft-phase")
WITH_SMALL_ARMS = Clause("pw.ground-to-air.machine-gun-phase")


def can_engage(unit: Unit) -> bool:
    """pw.ground-to-air.who: only Anti-aircraft Guns and Machine Guns."""
    return unit.kind == MACHINE_GUNS or ANTI_AIRCRAFT in unit.traits


def aircraft_over(state: State, side: Side) -> list[Unit]:
    planes = field(state).planes
    return [unit for i in sorted(planes.values()) if (unit := state.units[i]).side == side] if planes else []


def refuse_flak(state: State, gun: Unit, target: Unit) -> Refusal | None:
    """The aircraft must be overhead, or in range and in the forward arc. Nothing on the ground blocks the line."""
    if not can_engage(gun):
        return Refusal(Clause("pw.ground-to-air.who"), "only Anti-aircraft Guns and Machine Guns fire at aircraft")
    if refusal := refuse_ground(state, gun):
        return refusal
    board, square, over = grid(state), square_of(state, gun), square_of(state, target)
    reach = KINDS[gun.kind].range if gun.kind == MACHINE_GUNS else RANGES[ANTI_AIRCRAFT]
    if board.squares_apart(square, over) > reach:
        return Refusal(REACH, "the aircraft is out of range")
    if square != over and not board.in_arc(square, facing(gun), over):
        return Refusal(REACH, "the aircraft is neither overhead nor in its forward arc")
    return None


def flak_targets(view: State, gun: Unit) -> Iterator[Option]:
    clause = WITH_SMALL_ARMS if gun.kind == MACHINE_GUNS else WITH_ARTILLERY
    if field(view).planes and can_engage(gun):
        for plane in aircraft_over(view, view.foe(gun.side)):
            if refuse_flak(view, gun, plane) is None:
                yield Option(Flak(gun.id, plane.id), clause)


def no_flak_targets(view: State, gun: Unit, never: Refusal | None = None) -> Iterator[Option]:
    for plane in aircraft_over(view, view.foe(gun.side)):
        if refusal := never or refuse_flak(view, gun, plane):
            yield Option(Flak(gun.id, plane.id), refusal.clause, refusal=refusal)


@rule("pw.ground-to-air.hits")
def shoot_at_aircraft(play: Play, order: Flak) -> None:
    """Throw only one die, even for Machine Guns. A hit costs the aircraft a Strength Point."""
    gun = play.state.units[order.gun]
    reading, adds = flak_reading(play.state, gun)
    play.emit(Spent(gun.id, Did.FIRED))
    throw = Throw("to hit", f"{gun.id} fires at {order.target}", gun.id, (order.target,))
    if play.roll(throw, reading, adds=adds, need=TO_HIT):
        damage(play, order.target)


def flak_reading(state: State, gun: Unit) -> tuple[Reading, tuple[Term, ...]]:
    """The score that its die needs, and its modifiers."""
    near = commander_with_or_next_to(state, gun.side, square_of(state, gun))
    adds = (() if Did.MOVED in gun.spent else (STILL,)) + ((COMMANDER,) if near else ())
    return to_reach(TO_HIT, adds), adds


@rule("pw.air.strength")
def damage(play: Play, target: UnitId, points: int = 1) -> None:
    """Aircraft have no quality, so a hit is a loss."""
    left = strength(play.state.units[target])
    if left == 0:
        return  # shot down by another gun that fired at the same time
    lose(play, target, min(points, left), play.clause)
    if strength(play.state.units[target]) == 0:
        play.emit(Removed(target, "shot down"), Clause("pw.air.destroyed"))
