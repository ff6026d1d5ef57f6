"""Squadrons: who may fly, missions in secret, air superiority, recovery."""

from collections.abc import Iterator

from sandtable.kernel.decision import Command, Option, Refusal, Topic
from sandtable.kernel.events import Marked, Unmarked
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.regions import AnyPoint
from sandtable.rules.panzer_korps.book import SEGMENTS, cite
from sandtable.rules.panzer_korps.commands import FlyPatrol, FlyStrike, LaunchMissile, NoMoreMissions
from sandtable.rules.panzer_korps.day_facts import MissionFlown, SquadronRested
from sandtable.rules.panzer_korps.field import enemies, is_known, known_enemies, nation_of, point_of
from sandtable.rules.panzer_korps.initiative import in_order
from sandtable.rules.panzer_korps.nations import Origin
from sandtable.rules.panzer_korps.papers import read_out, write, written
from sandtable.rules.panzer_korps.scenario import Squadron, battle, entries, table
from sandtable.rules.panzer_korps.steps import AirMissions
from sandtable.rules.panzer_korps.weather import is_night
from sandtable.rules.panzer_korps.words import Kind, Mark, Tally

SEQUENCE, DESTROYED = cite("pk.air.sequence"), cite("pk.air.destroyed")
FIGHTERS = frozenset({"fighter", "fighter-bomber"})
GROUNDED, RECOVERED = 4, 2  # ADM: pk.air.destroyed
GONE = Refusal(DESTROYED, "it is destroyed")
DAMAGED = Refusal(DESTROYED, f"with {GROUNDED} or more AIR DAMAGE markers it cannot fly")
FLOWN = Refusal(SEQUENCE, "it has flown in this Day Segment")
NOT_HERE = Refusal(cite("pk.air.squadron"), "it is not available yet")
DARK = Refusal(cite("pk.weather.night"), "only night or radar aircraft fly at night")
NO_FIGHTER = Refusal(SEQUENCE, "only fighters and fighter-bombers fly patrols")
NO_BOMBER = Refusal(SEQUENCE, "fighters carry no bombs")
UNSPOTTED = Refusal(cite("pk.spotting.needed"), "only a spotted enemy formation can be struck")
ASSIGNED = Refusal(SEQUENCE, "it has its mission")
MISSILE = cite("pk.air.missile")
ONE_MISSILE = Refusal(MISSILE, "one missile may be launched in a Day Segment")
NO_MISSILE = Refusal(MISSILE, "no missile is left")
OFF_TABLE = Refusal(MISSILE, "that is no point of the table")


# ---- squadrons


def squadrons(state: State, side: Side) -> list[Unit]:
    own = (unit for unit in state.units.values() if unit.kind == Kind.SQUADRON and unit.side == side)
    return [unit for unit in own if Mark.LOST not in unit.marks]


def squadron_of(state: State, unit: Unit) -> Squadron:
    return entries(state).squadrons[unit.id]


def origin_of(state: State, unit: Unit) -> Origin:
    return Origin(nation_of(state, unit), battle(state).year, squadron_of(state, unit).arm)


def flying(state: State, side: Side, mission: str) -> list[Unit]:
    """Its squadrons on a mission that are still in the air."""
    return [unit for unit in squadrons(state, side) if mission in unit.marks and Mark.ABORTED not in unit.marks]


def is_on_mission(unit: Unit) -> bool:
    return not unit.marks.isdisjoint({Mark.PATROL, Mark.STRIKE})


def is_available(state: State, unit: Unit) -> bool:
    """pk.air.squadron: whether its Day Segment of the first day has come."""
    entry, now = squadron_of(state, unit), (state.tallies[Tally.DAY], state.tallies[Tally.SEGMENT])
    return now >= (1, SEGMENTS.index(entry.available_from or SEGMENTS[0]))


def refuse_flying(state: State, unit: Unit) -> Refusal | None:
    if Mark.LOST in unit.marks:
        return GONE
    if Mark.FLOWN in unit.marks:
        return FLOWN
    if unit.tallies[Tally.DAMAGE] >= GROUNDED:
        return DAMAGED
    if is_night(state) and not squadron_of(state, unit).night:
        return DARK
    return None if is_available(state, unit) else NOT_HERE


def refuse_patrol(state: State, unit: Unit) -> Refusal | None:
    return refuse_flying(state, unit) or (None if squadron_of(state, unit).role in FIGHTERS else NO_FIGHTER)


def refuse_strike(state: State, unit: Unit, target: Unit) -> Refusal | None:
    if squadron_of(state, unit).role == "fighter":
        return refuse_flying(state, unit) or NO_BOMBER
    spotted = target.place is not None and target.side != unit.side and is_known(target)
    return refuse_flying(state, unit) or (None if spotted else UNSPOTTED)


# ---- missions


@rule("pk.air.sequence")
def give_missions(play: Play, step: AirMissions) -> bool:
    """Each squadron patrols, strikes a spotted enemy formation, or stays; each side writes it down."""
    side = step.side
    order = play.ask(
        side,
        Topic("missions", "Which missions do your aircraft fly?"),
        lambda view: mission_options(view, side),
        lambda view: grounded(view, side),
        why_not,
    )
    if isinstance(order, NoMoreMissions):
        return False
    write(play, side, order)
    return True


def mission_options(view: State, side: Side) -> Iterator[Option]:
    yield Option(NoMoreMissions(side), SEQUENCE)
    assigned = {command.units[0] for command in written(view, side)}
    for unit in [unit for unit in squadrons(view, side) if unit.id not in assigned]:
        if refuse_patrol(view, unit) is None:
            yield Option(FlyPatrol(unit.id), SEQUENCE)
        for target in known_enemies(view, side):
            if refuse_strike(view, unit, target) is None:
                yield Option(FlyStrike(unit.id, target.id), SEQUENCE)
    if UnitId(side) not in assigned and refuse_missile(view, side) is None:
        anywhere = AnyPoint(table(view), map(point_of, enemies(view, side)), OFF_TABLE)
        yield Option(LaunchMissile(UnitId(side)), MISSILE, anywhere)


def grounded(view: State, side: Side) -> Iterator[Option]:
    """Squadrons that cannot fly, and why."""
    for unit in squadrons(view, side):
        if refusal := refuse_flying(view, unit):
            yield Option(FlyPatrol(unit.id), refusal.clause, refusal=refusal)


def has_air(state: State, side: Side) -> bool:
    """Whether a side has anything to choose in the Air Support phase."""
    able = [unit for unit in squadrons(state, side) if refuse_flying(state, unit) is None]
    fights = any(squadron_of(state, unit).role in FIGHTERS for unit in able)
    strikes = any(squadron_of(state, unit).role != "fighter" for unit in able) and bool(known_enemies(state, side))
    return fights or strikes or refuse_missile(state, side) is None


def refuse_missile(state: State, side: Side) -> Refusal | None:
    force = state.units[UnitId(side)]
    if Mark.LAUNCHED in force.marks:
        return ONE_MISSILE
    return None if force.tallies[Tally.MISSILES] else NO_MISSILE


def why_not(view: State, command: Command) -> Refusal | None:
    unit = view.units.get(command.units[0]) if command.units else None
    if unit is None:
        return None
    if any(one.units[:1] == (unit.id,) for one in written(view, unit.side)):
        return ONE_MISSILE if isinstance(command, LaunchMissile) else ASSIGNED
    match command:
        case FlyPatrol() if unit.kind == Kind.SQUADRON:
            return refuse_patrol(view, unit)
        case FlyStrike(target=target) if unit.kind == Kind.SQUADRON and target in view.units:
            return refuse_strike(view, unit, view.units[target])
        case LaunchMissile() if unit.kind == Kind.FORCE:
            return refuse_missile(view, unit.side)
    return None


@rule("pk.air.sequence")
def reveal_missions(play: Play) -> list[LaunchMissile]:
    """Both sides show what they have written. Gives the missiles, which come down with the bombs."""
    orders = read_out(play, in_order(play.state))
    for order in orders:
        match order:
            case FlyPatrol(unit=unit):
                play.emit(MissionFlown(unit, Mark.PATROL))
            case FlyStrike(unit=unit, target=target):
                play.emit(MissionFlown(unit, Mark.STRIKE, target))
    return [order for order in orders if isinstance(order, LaunchMissile)]


# ---- Day Segments


@rule("pk.air.superiority")
def find_superiority(play: Play) -> None:
    """A side that can fly at all, with at least twice as many squadrons as the enemy, rules the sky."""
    state = play.state
    ready = {side: sum(will_fly(state, unit) for unit in squadrons(state, side)) for side in state.sides}
    for side, number in ready.items():
        superior = number > 0 and number >= 2 * ready[state.foe(side)]
        play.emit_if_new((Marked if superior else Unmarked)(UnitId(side), Mark.SUPERIORITY))


def will_fly(state: State, unit: Unit) -> bool:
    """Whether a squadron may fly in this Day Segment, once it has recovered."""
    rested = SquadronRested(unit.id, RECOVERED).apply(state)
    return refuse_flying(rested, rested.units[unit.id]) is None


@rule("pk.air.destroyed")
def recover_squadrons(play: Play) -> None:
    """At the start of a Day Segment every squadron loses two AIR DAMAGE markers and may fly again."""
    for side in play.state.sides:
        play.emit_if_new(Unmarked(UnitId(side), Mark.LAUNCHED))
        for unit in squadrons(play.state, side):
            less = min(unit.tallies[Tally.DAMAGE], RECOVERED)
            if less or Mark.FLOWN in unit.marks:
                play.emit(SquadronRested(unit.id, less))
