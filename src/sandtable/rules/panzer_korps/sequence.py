"""The battle, the day, the segment and the turn, on one page."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.board.table import FreeTable
from sandtable.board.terrain import Piece
from sandtable.kernel.events import GroundChanged, Heading, Marked, Spent, TurnBegun
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play, Procedures, rule
from sandtable.kernel.state import Side, State, Step, UnitId
from sandtable.rules.panzer_korps import (  # the chapters
    air,
    arrival,
    bombardment,
    bombing,
    combats,
    decision,
    dogfights,
    entering,
    fieldworks,
    fire,
    group_moves,
    morale,
    orders,
    segments,
    setup,
    spotting,
    steps,
    terrain_generator,
)
from sandtable.rules.panzer_korps.book import BOOK, D6, SEGMENTS
from sandtable.rules.panzer_korps.day_facts import TurnOver
from sandtable.rules.panzer_korps.field import REMEMBERED, cinc_rating, field, groups, standing, status
from sandtable.rules.panzer_korps.ground import UNKNOWN
from sandtable.rules.panzer_korps.initiative import GOOD, check_initiative, choose_sign, chooses, in_order
from sandtable.rules.panzer_korps.scenario import battle, table
from sandtable.rules.panzer_korps.victory import check_victory, take_objectives, time_is_up
from sandtable.rules.panzer_korps.weather import MIDNIGHT, clear_smoke, drift_smoke, roll_wind, tell_visibility
from sandtable.rules.panzer_korps.words import ZONES, Did, Mark, Tally

FOUGHT = frozenset({Did.FIRED, Did.BOMBARDED, Did.FOUGHT, Did.OVERRAN, Did.DISORDERED, Did.SHELLED})
MORNING = 1  # its number among the Day Segments
NEAR = 6.0  # inches: pk.terrain-generator.unknown
WOODS = tuple(str(cell) for cell in BOOK.table("terrain-features").column("woods").values())
HEAVY = 5  # on the chart, and the last result here: a 6 is heavy too


# ---- the battle


@rule("pk.setup.sequence")
def open_battle(play: Play, step: steps.Opening) -> bool:
    """The ground, if it is rolled up; availability; then the defender sets up, then the other side; first orders."""
    if battle(play.state).roll_terrain and not table(play.state).terrain:
        terrain_generator.roll_up(play)
    first = setup.first_to_set_up(play)
    if first is None:
        return True
    for group in arrival.to_roll_for(play.state):
        arrival.availability(play, group)
    one, other = play.state.sides
    deploy = steps.Deployment(first), steps.Deployment(play.state.foe(first))
    play.queue(*deploy, steps.FirstOrders(one), steps.FirstOrders(other), steps.OrdersShown(), steps.Day(1))
    return False


def deployment(play: Play, step: steps.Deployment) -> bool:
    """One formation after another; when both sides stand, they know of each other."""
    more = setup.deploy_next(play, step.side)
    if not more and not isinstance(play.state.agenda[1], steps.Deployment):
        setup.know_each_other(play)
    return more


# ---- the day


@rule("pk.day-segments.early-morning")
def day(play: Play, step: steps.Day) -> None:
    """It begins with Morning, or with the Early Morning if a side forces it. Delayed groups may be available now."""
    segments.begin_day(play, step.number)
    for group in arrival.to_roll_for(play.state):
        if Mark.DELAYED in group.marks and step.number > 1:
            arrival.availability(play, group)
    late = [steps.Deployment(side) for side in in_order(play.state) if setup.unplaced(play.state, side)]
    tries = tuple(side for side in in_order(play.state) if cinc_rating(play.state, side) in GOOD)
    start = segments.first_segment(play.state)
    play.queue(*late, steps.EarlyStart(tries) if start is None else steps.Segment(start))


def early_start(play: Play, step: steps.EarlyStart) -> None:
    """Whoever succeeds starts the battle; if nobody does, the day begins with Morning."""
    if not step.sides:
        play.queue(steps.Segment(MORNING))
    elif segments.force_start(play, step.sides[0]):
        play.queue(steps.Segment(0))
    else:
        play.queue(steps.EarlyStart(step.sides[1:]))


@rule("pk.turn.segment-sequence")
def segment(play: Play, step: steps.Segment) -> None:
    """Wind, number of turns, initiative, arrivals, fieldworks, the turns. New leaders replace lost ones."""
    segments.begin_segment(play, step.number)
    tell_visibility(play)
    if SEGMENTS[step.number] == MIDNIGHT:
        arrival.stay_or_leave(play)
    air.find_superiority(play)
    roll_wind(play)
    turns = segments.roll_turns(play)
    leaders = [steps.Replacement(group) for group in orders.without_leader(play.state)]
    signs = [steps.InitiativeSign(side) for side in play.state.sides if chooses(play.state, side)]
    played = [steps.TacticalTurn(number + 1, turns) for number in range(turns)]
    play.queue(*leaders, *signs, steps.Initiative(), steps.Arrivals(), *played, steps.SegmentEnd())


def arrivals(play: Play, step: steps.Arrivals) -> None:
    """Force Groups arrive, squadrons recover; then each side digs in."""
    arrival.roll_arrivals(play)
    air.recover_squadrons(play)
    play.queue(*map(steps.Fieldworks, in_order(play.state)))


@rule("pk.day-segments.end")
def segment_end(play: Play, step: steps.SegmentEnd) -> None:
    """The next Day Segment begins, after Midnight a new day; after the last segment the battle is decided."""
    fieldworks.finish_works(play)
    if segments.is_last(play.state):
        time_is_up(play)
    number = play.state.tallies[Tally.SEGMENT] + 1
    day = play.state.tallies[Tally.DAY] + 1
    play.queue(steps.Segment(number) if number < len(SEGMENTS) else steps.Day(day))


# ---- the Tactical Turn


@rule("pk.turn.tactical-sequence")
def tactical_turn(play: Play, step: steps.TacticalTurn) -> None:
    """steps.Logistics, Air Support and steps.Bombardment, steps.Movement, steps.Fire, Close Combat, Morale."""
    play.emit(TurnBegun(Tally.TURN, play.state.tallies[Tally.TURN] + 1))
    play.emit(Heading(f"Tactical Turn {step.number} of {step.of}"))
    remember(play)
    orders.trace_supply(play)
    drift_smoke(play)
    spotting.lose_sight(play)
    one, other = play.state.sides
    first, second = in_order(play.state)
    missions = [steps.AirMissions(side) for side in play.state.sides if air.has_air(play.state, side)]
    play.queue(
        steps.Logistics(one), steps.Logistics(other), steps.OrdersShown(),
        *missions, steps.Targets(one), steps.Targets(other),
        *([steps.AirWar()] if missions else ()), steps.Bombardment(),
        *arriving(play.state, first), steps.Movement(first), *arriving(play.state, second), steps.Movement(second),
        *steps.after_movement(first, second),
    )  # fmt: skip


def arriving(state: State, side: Side) -> list[steps.Entering]:
    """Force Groups that have arrived."""
    return [steps.Entering(group.id, zone) for group in groups(state, side) for zone in ZONES if zone in group.marks]


@rule("pk.turn.flags")
def remember(play: Play) -> None:
    """The status of each formation at the start of the turn, also of those that are about to march on."""
    for unit in play.state.units.values():
        hurt = unit.tallies.get(Tally.DISORDER) and unit.marks.isdisjoint({Mark.LOST, Mark.WITHDRAWN})
        if hurt and (did := REMEMBERED.get(status(play.state, unit))):
            play.emit(Spent(unit.id, did))


@rule("pk.turn.flags")
def turn_end(play: Play, step: steps.TurnEnd) -> None:
    """Victory is checked, and what the turn remembered is cleared."""
    clear_smoke(play)
    note_fighting(play)
    check_victory(play)
    morale.end_panics(play)
    play.emit(TurnOver())


@rule("pk.day-segments.modifiers")
def note_fighting(play: Play) -> None:
    """Which sides have fought: they are fresh no longer."""
    fought = {unit.side for unit in standing(play.state) if not FOUGHT.isdisjoint(unit.spent)}
    for side in play.state.sides:
        if side in fought:
            play.emit_if_new(Marked(UnitId(side), Mark.HAS_FOUGHT))


@rule("pk.terrain-generator.unknown")
def reveal_woods(play: Play) -> None:
    """A formation in an unknown wood or within 6 inches of it finds out what it is."""
    for piece in table(play.state).derived(unknown):
        if near := [unit for unit, slab in field(play.state).slabs.items() if piece.is_near(slab, NEAR)]:
            throw = Throw("woods", f"{near[0]} looks at {piece.name}", near[0])
            kind = f"{WOODS[min(play.roll(throw, D6), HEAVY) - 1]} woods"
            play.emit(GroundChanged(f"{piece.name} is {kind}", (replace(piece, kind=kind),), by=near[0]))


def unknown(board: FreeTable) -> list[Piece]:
    return [piece for piece in board.terrain if piece.kind == UNKNOWN]


def then_look(procedure: Callable[[Play, Any], bool | None]) -> Callable[[Play, Any], bool | None]:
    """When formations have moved or gone: who is spotted, which objectives change hands, which woods are known."""

    def carry_out(play: Play, step: Step) -> bool | None:
        again = procedure(play, step)
        spotting.spot_contacts(play)
        take_objectives(play)
        if table(play.state).derived(unknown):
            reveal_woods(play)
        return again

    return carry_out


SEQUENCE: Procedures = {
    steps.Opening: open_battle,
    steps.Deployment: then_look(deployment),
    steps.FirstOrders: orders.give_first_orders,
    steps.OrdersShown: orders.show_orders,
    steps.Day: day,
    steps.EarlyStart: early_start,
    steps.Segment: segment,
    steps.Replacement: orders.replace_leader,
    steps.InitiativeSign: choose_sign,
    steps.Initiative: check_initiative,
    steps.Arrivals: arrivals,
    steps.Fieldworks: fieldworks.dig_in,
    steps.TacticalTurn: tactical_turn,
    steps.Logistics: orders.give_new_orders,
    steps.AirMissions: air.give_missions,
    steps.AirWar: bombing.air_war,
    steps.Interception: dogfights.intercept,
    steps.Dogfight: dogfights.fight_round,
    steps.BreakingOff: dogfights.choose_to_break_off,
    steps.Flak: bombing.fire_flak,
    steps.Bombing: then_look(bombing.bombing),
    steps.Targets: bombardment.targets,
    steps.Bombardment: then_look(bombardment.bombardment),
    steps.Movement: then_look(decision.movement),
    steps.GroupMoves: then_look(group_moves.move_group),
    steps.Entering: then_look(entering.enter),
    steps.Recovery: decision.recover,
    steps.Spotting: spotting.spotting,
    steps.Fire: then_look(fire.fire_phase),
    steps.CloseCombat: then_look(combats.close_combat),
    steps.Morale: then_look(morale.morale_phase),
    steps.TurnEnd: turn_end,
    steps.SegmentEnd: segment_end,
}
