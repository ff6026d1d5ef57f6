"""The battle, the day, the segment and the turn, on one page."""

from collections.abc import Callable
from typing import Any

from sandtable.kernel.events import Heading, Spent, TurnBegun
from sandtable.kernel.play import Play, Procedures, rule
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import Side, State, Step, UnitId
from sandtable.rules.panzer_korps import setup
from sandtable.rules.panzer_korps.air import find_superiority, give_missions, has_air, recover_squadrons
from sandtable.rules.panzer_korps.arrival import availability, roll_arrivals, to_roll_for
from sandtable.rules.panzer_korps.bombardment import bombardment, targets
from sandtable.rules.panzer_korps.bombing import air_war, bombing, fire_flak
from sandtable.rules.panzer_korps.book import SEGMENTS
from sandtable.rules.panzer_korps.combats import close_combat
from sandtable.rules.panzer_korps.day_facts import Remembered, TurnOver
from sandtable.rules.panzer_korps.decision import movement
from sandtable.rules.panzer_korps.dogfights import choose_to_break_off, fight_round, intercept, next_round, pair_patrols
from sandtable.rules.panzer_korps.entering import enter
from sandtable.rules.panzer_korps.field import groups, status
from sandtable.rules.panzer_korps.fieldworks import dig_in, finish_works, lose_works
from sandtable.rules.panzer_korps.fire import fire_phase
from sandtable.rules.panzer_korps.group_moves import move_group
from sandtable.rules.panzer_korps.initiative import check_initiative, choose_sign, chooses, in_order
from sandtable.rules.panzer_korps.midnight import stay_or_leave
from sandtable.rules.panzer_korps.morale import end_panics, morale_phase
from sandtable.rules.panzer_korps.orders import (
    give_first_orders,
    give_new_orders,
    replace_leader,
    show_orders,
    without_leader,
)
from sandtable.rules.panzer_korps.recovery import recover
from sandtable.rules.panzer_korps.scenario import battle, table
from sandtable.rules.panzer_korps.segments import (
    begin_day,
    begin_segment,
    first_segment,
    force_start,
    is_last,
    may_force,
    roll_turns,
)
from sandtable.rules.panzer_korps.spotting import lose_sight, spot_contacts, spotting
from sandtable.rules.panzer_korps.steps import (
    AirMissions,
    AirWar,
    Arrivals,
    Bombardment,
    Bombing,
    BreakingOff,
    CloseCombat,
    Dawn,
    Day,
    Deployment,
    Dogfight,
    EarlyStart,
    Entering,
    Fieldworks,
    Fire,
    FirstOrders,
    Flak,
    GroupMoves,
    Initiative,
    InitiativeSign,
    Interception,
    Logistics,
    Morale,
    Movement,
    NextRound,
    Opening,
    OrdersShown,
    Pairing,
    Recovery,
    Replacement,
    Segment,
    SegmentEnd,
    SegmentRoll,
    Spotting,
    TacticalTurn,
    Targets,
    TurnEnd,
)
from sandtable.rules.panzer_korps.supply import trace_supply
from sandtable.rules.panzer_korps.terrain_generator import roll_up
from sandtable.rules.panzer_korps.victory import check_victory, standing, take_objectives, time_is_up
from sandtable.rules.panzer_korps.weather import MIDNIGHT, clear_smoke, drift_smoke, roll_wind, tell_visibility
from sandtable.rules.panzer_korps.woods import reveal_woods
from sandtable.rules.panzer_korps.words import ZONES, Did, Mark, Tally

FOUGHT = frozenset({Did.FIRED, Did.BOMBARDED, Did.FOUGHT, Did.OVERRAN, Did.DISORDERED, Did.SHELLED})
MORNING = 1  # its number among the Day Segments


def begin(scenario: Scenario, variants: frozenset[str]) -> State:
    return setup.begin(scenario, variants).change(agenda=(Opening(),))


# ---- the battle


@rule("pk.setup.sequence")
def open_battle(play: Play, step: Opening) -> bool:
    """The ground, if it is rolled up; availability; then the defender sets up, then the other side; first orders."""
    if battle(play.state).roll_terrain and not table(play.state).terrain:
        roll_up(play)
    first = setup.first_to_set_up(play)
    if first is None:
        return True
    for group in to_roll_for(play.state):
        availability(play, group)
    one, other = play.state.sides
    deploy = Deployment(first), Deployment(play.state.foe(first))
    play.queue(*deploy, FirstOrders(one), FirstOrders(other), OrdersShown(), Day(1))
    return False


def deployment(play: Play, step: Deployment) -> bool:
    """One formation after another; when both sides stand, they know of each other."""
    more = setup.deploy_next(play, step.side)
    if not more and not isinstance(play.state.agenda[1], Deployment):
        setup.know_each_other(play)
    return more


# ---- the day


def day(play: Play, step: Day) -> None:
    """Force Groups that were delayed may be available now."""
    begin_day(play, step.number)
    late = [group for group in to_roll_for(play.state) if Mark.DELAYED in group.marks and step.number > 1]
    for group in late:
        availability(play, group)
    play.queue(*[Deployment(side) for side in in_order(play.state) if setup.unplaced(play.state, side)], Dawn())


@rule("pk.day-segments.early-morning")
def dawn(play: Play, step: Dawn) -> None:
    """The day begins with Morning, or with the Early Morning if a side forces it."""
    start = first_segment(play.state)
    if start is not None:
        play.queue(Segment(start))
        return
    play.queue(EarlyStart(tuple(side for side in in_order(play.state) if may_force(play.state, side))))


def early_start(play: Play, step: EarlyStart) -> None:
    """Whoever succeeds starts the battle; if nobody does, the day begins with Morning."""
    if not step.sides:
        play.queue(Segment(MORNING))
    elif force_start(play, step.sides[0]):
        play.queue(Segment(0))
    else:
        play.queue(EarlyStart(step.sides[1:]))


@rule("pk.turn.segment-sequence")
def segment(play: Play, step: Segment) -> None:
    """It begins with new leaders for groups that have lost theirs."""
    begin_segment(play, step.number)
    if SEGMENTS[step.number] == MIDNIGHT:
        stay_or_leave(play)
    play.queue(*[Replacement(group) for group in without_leader(play.state)], SegmentRoll())


@rule("pk.turn.segment-sequence")
def segment_roll(play: Play, step: SegmentRoll) -> None:
    """Wind, number of turns, initiative, arrivals, fieldworks, the turns."""
    tell_visibility(play)
    find_superiority(play)
    roll_wind(play)
    turns = roll_turns(play)
    signs = [InitiativeSign(side) for side in play.state.sides if chooses(play.state, side)]
    play.queue(*signs, Initiative(), Arrivals(), *[TacticalTurn(n + 1, turns) for n in range(turns)], SegmentEnd())


def arrivals(play: Play, step: Arrivals) -> None:
    """Force Groups that arrive; then each side digs in."""
    roll_arrivals(play)
    recover_squadrons(play)
    play.queue(*[Fieldworks(side) for side in in_order(play.state)])


@rule("pk.day-segments.end")
def segment_end(play: Play, step: SegmentEnd) -> None:
    """The next Day Segment begins, after Midnight a new day; after the last segment the battle is decided."""
    finish_works(play)
    if is_last(play.state):
        time_is_up(play)
    number = play.state.tallies[Tally.SEGMENT] + 1
    play.queue(Segment(number) if number < len(SEGMENTS) else Day(play.state.tallies[Tally.DAY] + 1))


# ---- the Tactical Turn


@rule("pk.turn.tactical-sequence")
def tactical_turn(play: Play, step: TacticalTurn) -> None:
    """Logistics, Air Support and Bombardment, Movement, Fire, Close Combat, Morale."""
    play.emit(TurnBegun(Tally.TURN, play.state.tallies[Tally.TURN] + 1))
    play.emit(Heading(f"Tactical Turn {step.number} of {step.of}"))
    remember(play)
    trace_supply(play)
    drift_smoke(play)
    lose_sight(play)
    one, other = play.state.sides
    first, second = in_order(play.state)
    play.queue(
        Logistics(one), Logistics(other), OrdersShown(),
        *air_support(play.state),
        Targets(one), Targets(other), Bombardment(),
        *entering(play.state, first), Movement(first), *entering(play.state, second), Movement(second),
        Spotting(first), Fire(first), Spotting(second), Fire(second),
        CloseCombat(), Morale(first), Morale(second), TurnEnd(),
    )  # fmt: skip


def air_support(state: State) -> list[Step]:
    """The Air Support phase, if anybody has aircraft or missiles for it."""
    sides = [side for side in state.sides if has_air(state, side)]
    return [*map(AirMissions, sides), AirWar()] if sides else []


def entering(state: State, side: Side) -> list[Entering]:
    """Force Groups that have arrived."""
    arrived = [(group, zone) for group in groups(state, side) for zone in ZONES if zone in group.marks]
    return [Entering(group.id, zone) for group, zone in arrived]


@rule("pk.turn.flags")
def remember(play: Play) -> None:
    """The status of each formation at the start of the turn."""
    was = {"Suppressed": Did.WAS_SUPPRESSED, "Fragmented": Did.WAS_FRAGMENTED}
    for unit in standing(play.state):
        if did := was.get(status(play.state, unit)):
            play.emit(Spent(unit.id, did))


@rule("pk.turn.flags")
def turn_end(play: Play, step: TurnEnd) -> None:
    """Victory is checked, and what the turn remembered is cleared."""
    clear_smoke(play)
    lose_works(play)
    note_fighting(play)
    check_victory(play)
    end_panics(play)
    play.emit(TurnOver())


def note_fighting(play: Play) -> None:
    """pk.day-segments.modifiers: which sides have fought."""
    fought = {unit.side for unit in standing(play.state) if not FOUGHT.isdisjoint(unit.spent)}
    for side in play.state.sides:
        if side in fought and Mark.HAS_FOUGHT not in play.state.units[UnitId(side)].marks:
            play.emit(Remembered(UnitId(side), Mark.HAS_FOUGHT))


def then_look(procedure: Callable[[Play, Any], bool | None]) -> Callable[[Play, Any], bool | None]:
    """When formations have moved or gone: who is spotted, which objectives change hands, which woods are known."""

    def carry_out(play: Play, step: Step) -> bool | None:
        again = procedure(play, step)
        spot_contacts(play)
        take_objectives(play)
        reveal_woods(play)
        return again

    return carry_out


def not_yet(play: Play, step: Step) -> None:
    """A chapter that is still to be written."""


SEQUENCE: Procedures = {
    Opening: open_battle,
    Deployment: then_look(deployment),
    FirstOrders: give_first_orders,
    OrdersShown: show_orders,
    Day: day,
    Dawn: dawn,
    EarlyStart: early_start,
    Segment: segment,
    Replacement: replace_leader,
    SegmentRoll: segment_roll,
    InitiativeSign: choose_sign,
    Initiative: check_initiative,
    Arrivals: arrivals,
    Fieldworks: dig_in,
    TacticalTurn: tactical_turn,
    Logistics: give_new_orders,
    AirMissions: give_missions,
    AirWar: air_war,
    Pairing: pair_patrols,
    Interception: intercept,
    Dogfight: fight_round,
    BreakingOff: choose_to_break_off,
    NextRound: next_round,
    Flak: fire_flak,
    Bombing: then_look(bombing),
    Targets: targets,
    Bombardment: then_look(bombardment),
    Movement: then_look(movement),
    GroupMoves: then_look(move_group),
    Entering: then_look(enter),
    Recovery: recover,
    Spotting: spotting,
    Fire: then_look(fire_phase),
    CloseCombat: then_look(close_combat),
    Morale: then_look(morale_phase),
    TurnEnd: turn_end,
    SegmentEnd: segment_end,
}
