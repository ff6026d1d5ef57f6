"""Calling a registered or on-call mission: which one, on what point, who spots, and when it comes."""

from collections.abc import Iterator

from msgspec import Struct

from sandtable.book.modifiers import Modifiers
from sandtable.kernel.decision import Command, Option, Refusal
from sandtable.kernel.facts import Throw
from sandtable.kernel.play import Play
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.rules.great_battles.battle.scenario import battle
from sandtable.rules.great_battles.book.books import D10, D20, Shared, by_rules, in_d10, in_d20
from sandtable.rules.great_battles.commands.artillery import CallMission
from sandtable.rules.great_battles.commands.day import Done
from sandtable.rules.great_battles.edition import Terms, charts, cite, delays_by, earned, refuse, rolls
from sandtable.rules.great_battles.effects.missions import (
    gun_of,
    is_aircraft,
    mission_clause,
    missions,
    refuse_serving,
    rounds,
)
from sandtable.rules.great_battles.guns.air import refuse_flying
from sandtable.rules.great_battles.guns.by_edition import GunsByEdition
from sandtable.rules.great_battles.guns.spotting import refuse_point, spotters
from sandtable.rules.great_battles.table.field import has
from sandtable.rules.great_battles.words import Kind, Mark, Tally, Trait

USUAL_QUALITY = "average"  # of the artillery of a side for which the scenario names none


def refuse_call(state: State, mission: Unit) -> Refusal | None:
    """Why nobody can call a mission."""
    if mission.tallies.get(Tally.DAY) != state.tallies[Tally.DAY]:
        why = "barrage.field-guns" if Trait.OF_A_GUN in mission.traits else "dawn.artillery-plan"
        return refuse(state, why, f"{mission.id} was not there for the plan at dawn")
    if not mission.marks.isdisjoint({Mark.USED, Mark.FALLING, Mark.CALLED}):
        return refuse(state, "barrage.template-spent", f"{mission.id} can be called once a day")
    if Mark.PRE_PLANNED in mission.marks:
        return refuse(state, "barrage.missions", f"{mission.id} comes as planned")
    if is_aircraft(mission):
        return refuse_flying(state)
    if why_not := refuse_serving(state, mission):
        return why_not
    return None if rounds(state, mission.side) > 0 else refuse(state, "barrage.out-of-rounds", "no round is left")


def callable_missions(state: State, side: Side) -> list[Unit]:
    return [mission for mission in missions(state, side) if refuse_call(state, mission) is None]


def first_of_each(state: State, ready: list[Unit]) -> list[Unit]:
    """On-call templates of a division are alike, and so are aircraft; a gun's template goes with its gun."""
    found: dict[tuple[str, UnitId | None], Unit] = {}
    for mission in ready:
        if Mark.ON_CALL in mission.marks:
            gun = gun_of(state, mission)
            found.setdefault((mission.kind, gun.id if gun else None), mission)
    return list(found.values())


def call_options(view: State, side: Side) -> Iterator[Option]:
    """Every registered mission whose point is in sight, and the first of each kind of on-call mission."""
    ready = callable_missions(view, side)
    posts = spotters(view, side) if ready else []
    registered = [mission for mission in ready if Mark.REGISTERED in mission.marks]
    for mission in [*registered, *first_of_each(view, ready)]:
        clause = mission_clause(view, mission, "barrage.missions" if mission.place else "barrage.spotting")
        for seen in posts:
            if mission.place is None:
                yield Option(CallMission(mission.id, None, seen.body.id), clause, seen)
            elif seen.contains(mission.place):
                yield Option(CallMission(mission.id, mission.place, seen.body.id), clause)
    yield Option(Done(), cite(view, "barrage.own-turn-only"))


def no_calls(view: State, side: Side) -> Iterator[Option]:
    """Missions that cannot be called, and why."""
    for mission in missions(view, side):
        for seen in spotters(view, side):
            command = CallMission(mission.id, mission.place, seen.body.id)
            if why := why_not_call(view, command):
                yield Option(command, why.clause, refusal=why)


def why_not_call(view: State, command: Command) -> Refusal | None:
    """Why this mission cannot be called on this point by this battalion."""
    if not isinstance(command, CallMission) or not {command.unit, command.spotter} <= view.units.keys():
        return None
    mission, body = view.units[command.unit], view.units[command.spotter]
    if why := refuse_call(view, mission):
        return why
    if mission.place is not None and command.to != mission.place:
        return refuse(view, "barrage.missions", f"{mission.id} has a registered point")
    if command.to and (why := refuse_point(view, body, command.to)):
        return why
    first = Mark.REGISTERED in mission.marks or mission in first_of_each(view, callable_missions(view, mission.side))
    return None if first else refuse(view, "barrage.step-4a", f"you call others like {mission.id} first")


def roll_delay(play: Play, mission: Unit, spotter: UnitId) -> int:
    """The turns until it comes. Only the owner sees the die."""
    level = delay_quality(play.state, mission)
    modifiers, by = delay_modifiers(play.state, mission, spotter), frozenset({mission.side})
    words = f"{mission.id} called by {spotter}, {level} {'aircraft' if is_aircraft(mission) else 'artillery'}"
    throw = Throw("delay", words, mission.id, (spotter,))
    return rolls(play.state).percent.read(play, throw, delays_by(charts(play.state), level), modifiers, by=by)


def delay_quality(state: State, mission: Unit) -> str:
    """The quality for the delay table."""
    own, guns = (
        GunsByEdition.of(state).air_quality if is_aircraft(mission) else "",
        battle(state).army(mission.side).artillery,
    )
    return own or (guns.quality if guns else USUAL_QUALITY)


class Call(Struct, frozen=True, gc=False):
    """The facts that decide the modifiers of a delay."""

    with_hq: bool  # the battalion that spots
    registered: bool


ROWS: tuple[Shared[Call], ...] = (
    Shared("HQ attached to the spotting battalion", "HQ attached to the spotting battalion", "HQ with the spotter",
           "barrage.delay-modifiers", lambda call: call.with_hq),
    Shared("Registered (pre-registered) mission", "Pre-registered", "registered", "barrage.delay-modifiers",
           lambda call: call.registered),
    Shared("On-call mission", "On-call", "on call", "barrage.delay-modifiers", lambda call: not call.registered),
)  # fmt: skip
MODIFIERS = by_rules(
    Modifiers(D20, "barrage-delay-modifiers", in_d20(ROWS)),
    Modifiers(D10, "barrage-delay-modifiers", in_d10(ROWS), elsewhere=["Pre-planned"]),
)


def delay_modifiers(state: State, mission: Unit, spotter: UnitId) -> Terms:
    """barrage.delay-modifiers: an HQ with the spotting battalion, and a registered point."""
    call = Call(has(state, spotter, Kind.HQ), Mark.REGISTERED in mission.marks)
    return tuple(one for one in earned(state, MODIFIERS, call) if one.value)
