"""Squadrons: who may fly, missions in secret, air superiority, recovery."""

from collections.abc import Collection, Iterator

from sandtable.book.nations import Origin
from sandtable.book.reasons import Reasons
from sandtable.kernel.decision import Option, Refusal, Topic, judged, leaves_choice
from sandtable.kernel.events import Marked, Unmarked
from sandtable.kernel.play import Play, rule
from sandtable.kernel.state import Side, State, Unit, UnitId
from sandtable.mechanics.regions import AnyPoint
from sandtable.rules.panzer_korps.book import BOOK, SEGMENTS, cite
from sandtable.rules.panzer_korps.commands import PAPERS, FlyPatrol, FlyStrike, LaunchMissile, NoMoreMissions
from sandtable.rules.panzer_korps.day_facts import MissionFlown, SquadronRested
from sandtable.rules.panzer_korps.field import enemies, is_known, nation_of
from sandtable.rules.panzer_korps.initiative import in_order
from sandtable.rules.panzer_korps.scenario import Squadron, battle, entries, table
from sandtable.rules.panzer_korps.steps import AirMissions
from sandtable.rules.panzer_korps.weather import is_night
from sandtable.rules.panzer_korps.words import Kind, Mark, Tally

SEQUENCE = cite("pk.air.sequence")
FIGHTERS = frozenset({"fighter", "fighter-bomber"})
GROUNDED, RECOVERED = 4, 2  # ADM: pk.air.destroyed
NO_FIGHTER = Refusal(SEQUENCE, "only fighters and fighter-bombers fly patrols")
NO_BOMBER = Refusal(SEQUENCE, "fighters carry no bombs")
UNSPOTTED = Refusal(cite("pk.spotting.needed"), "only a spotted enemy formation can be struck")
MISSILE = cite("pk.air.missile")
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


def is_early(state: State, unit: Unit) -> bool:
    """Whether a squadron is not available yet."""
    first = squadron_of(state, unit).available_from or SEGMENTS[0]
    return (state.tallies[Tally.DAY], state.tallies[Tally.SEGMENT]) < (1, SEGMENTS.index(first))


refuse_flying: Reasons[[State, Unit]] = Reasons(
    BOOK,
    (SEQUENCE, "it has flown in this Day Segment", lambda state, unit: Mark.FLOWN in unit.marks),
    ("pk.air.destroyed", f"with {GROUNDED} or more AIR DAMAGE markers it cannot fly",
     lambda state, unit: unit.tallies[Tally.DAMAGE] >= GROUNDED),
    ("pk.weather.night", "only night or radar aircraft fly at night",
     lambda state, unit: is_night(state) and not squadron_of(state, unit).night),
    ("pk.air.squadron", "it is not available yet", is_early),
)  # fmt: skip


def refuse_patrol(state: State, unit: Unit) -> Refusal | None:
    return refuse_flying(state, unit) or (None if squadron_of(state, unit).role in FIGHTERS else NO_FIGHTER)


def refuse_strike(state: State, unit: Unit, target: Unit) -> Refusal | None:
    wrong = NO_BOMBER if squadron_of(state, unit).role == "fighter" else None if is_known(target) else UNSPOTTED
    return refuse_flying(state, unit) or wrong


refuse_missile: Reasons[[Unit, Collection[UnitId]]] = Reasons(  # of a force; and who has a mission already
    BOOK,
    (MISSILE, "one missile may be launched in a Day Segment",
     lambda force, assigned: force.id in assigned or Mark.LAUNCHED in force.marks),
    (MISSILE, "no missile is left", lambda force, assigned: not force.tallies[Tally.MISSILES]),
)  # fmt: skip


# ---- missions


@rule("pk.air.sequence")
def give_missions(play: Play, step: AirMissions) -> bool:
    """Each squadron patrols, strikes a spotted enemy formation, or stays; each side writes it down."""
    topic = Topic("missions", "Which missions do your aircraft fly?")
    return PAPERS.write_next(play, step.side, topic, mission_options)


def mission_options(view: State, side: Side) -> Iterator[Option]:
    """What its squadrons and missiles may do, and what they may not."""
    yield Option(NoMoreMissions(side), SEQUENCE)
    assigned = PAPERS.subjects(view, side)
    for unit in squadrons(view, side):
        busy = Refusal(SEQUENCE, "it has its mission") if unit.id in assigned else None
        yield judged(FlyPatrol(unit.id), SEQUENCE, busy or refuse_patrol(view, unit))
        for target in enemies(view, side):
            yield judged(FlyStrike(unit.id, target.id), SEQUENCE, busy or refuse_strike(view, unit, target))
    force = view.units[UnitId(side)]
    anywhere = AnyPoint(table(view), [foe.at.point for foe in enemies(view, side)], OFF_TABLE)
    yield Option(LaunchMissile(force.id), MISSILE, anywhere, refuse_missile(force, assigned))


def has_air(state: State, side: Side) -> bool:
    """Whether a side has anything to choose in the Air Support phase."""
    flies = state.units[UnitId(side)].tallies[Tally.MISSILES] or squadrons(state, side)
    return bool(flies) and leaves_choice(mission_options(state, side))


@rule("pk.air.sequence")
def reveal_missions(play: Play) -> list[LaunchMissile]:
    """Both sides show which aircraft fly. Gives the missiles, which come down with bombs and shells."""
    orders = PAPERS.read_out(play, in_order(play.state), FlyPatrol, FlyStrike, LaunchMissile)
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
    every = [unit for side in state.sides for unit in squadrons(state, side)]
    rested = state.put_all(SquadronRested(unit.id, RECOVERED).change(unit) for unit in every)
    ready = {side: sum(refuse_flying(rested, unit) is None for unit in squadrons(rested, side)) for side in state.sides}
    for side, number in ready.items():
        superior = number > 0 and number >= 2 * ready[state.foe(side)]
        play.emit_if_new((Marked if superior else Unmarked)(UnitId(side), Mark.SUPERIORITY))


@rule("pk.air.destroyed")
def recover_squadrons(play: Play) -> None:
    """At the start of a Day Segment every squadron loses two AIR DAMAGE markers and may fly again."""
    for side in play.state.sides:
        play.emit_if_new(Unmarked(UnitId(side), Mark.LAUNCHED))
        for unit in squadrons(play.state, side):
            less = min(unit.tallies[Tally.DAMAGE], RECOVERED)
            if less or Mark.FLOWN in unit.marks:
                play.emit(SquadronRested(unit.id, less))
