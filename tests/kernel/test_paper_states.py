"""Paper states: one rich moment of a battle for each of the five books, written down with the kernel's own types.

They ask whether units, marks, tallies, piles and steps have a place for everything a book needs, before the rules that
need it are written. The clause beside a datum says what it is for. What fits badly is told in docs/paper-states.md;
the tests at the end that are expected to fail are its first proposals.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import testing
from sandtable.board.board import Base, Board
from sandtable.board.grid import SquareGrid
from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Area, Strip
from sandtable.kernel import events
from sandtable.kernel.dice import at_most
from sandtable.kernel.events import (
    Added,
    Carried,
    Counted,
    Discarded,
    Event,
    Hidden,
    Marked,
    Moved,
    Queued,
    Removed,
    Revealed,
    Spent,
    Stacked,
    Tallied,
    UnitEvent,
    Unmarked,
)
from sandtable.kernel.play import Play
from sandtable.kernel.reckoning import Clause
from sandtable.kernel.scenario import Scenario
from sandtable.kernel.state import NOBODY, Pile, Side, State, Step, Unit, UnitId
from sandtable.kernel.view import UNREAD, known
from sandtable.rules.portable_wargame.artillery import pile as orders_of
from sandtable.rules.portable_wargame.commands import Bombard
from sandtable.rules.portable_wargame.words import Did, Mark, Marker, Tally
from sandtable.testing import Scripted

# ---- how a state is written down here


class Phase(Step, frozen=True):
    """Stands in for the steps a rule set would define. It names sides, numbers and open units, never a hidden one."""

    name: str
    side: Side | None = None
    number: int = 0


class Attached(UnitEvent, frozen=True):
    """Part of another body from now on. The kernel has no such fact."""

    to: UnitId

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], part_of=self.to))


class Taken(UnitEvent, frozen=True):
    """An objective changes hands. The Portable Wargame has its own such fact, the kernel has none."""

    side: Side

    def apply(self, state: State) -> State:
        return state.put(replace(state.units[self.unit], side=self.side))


class Change(NamedTuple):
    """Something typical that happens, the facts that say so, and what is true afterwards."""

    what: str
    clause: str
    facts: tuple[Event, ...]
    holds: Callable[[State], object]
    secret_from: Side | None = None  # sees nothing of it and reads nothing of it


class Paper(NamedTuple):
    """A state, what the book hides in it, and changes to try on it."""

    state: State
    changes: tuple[Change, ...]
    unseen: Mapping[Side, set[str]] = {}  # ids of units that a side does not see
    unread: Mapping[Side, set[str]] = {}  # names of piles that a side can only count


def words(text: str) -> frozenset[str]:
    return frozenset(text.split(", ")) if text else frozenset()


def unit(
    name: str,
    kind: str,
    side: Side,
    place: Place | None = None,
    *,
    of: str | None = None,
    aboard: str | None = None,
    traits: str = "",
    marks: str = "",
    spent: str = "",
    hidden: bool = False,
    **tallies: int,
) -> Unit:
    """Words are parted by commas; an underscore in the name of a tally is read as a blank."""
    return Unit(
        UnitId(name),
        kind,
        side,
        place,
        UnitId(of) if of else None,
        UnitId(aboard) if aboard else None,
        words(traits),
        words(marks),
        words(spent),
        {tally.replace("_", " "): value for tally, value in tallies.items()},
        frozenset() if hidden else None,
    )


def table(
    rules: str,
    sides: tuple[Side, Side],
    board: Board,
    units: Iterable[Unit],
    agenda: tuple[Step, ...],
    tallies: Mapping[str, int],
    piles: Mapping[str, Pile] | None = None,
    options: str = "",
) -> State:
    scenario = Scenario(id="paper", rules=rules, title="On paper", setting="", size="")
    everything = {one.id: one for one in units}
    return State(rules, scenario, board, sides, everything, agenda, tallies, piles=piles or {}, variants=words(options))


def box(
    name: str, kind: str, corners: tuple[float, float, float, float], level: int = 0, *, opaque: bool = False
) -> Area:
    left, bottom, right, top = corners
    return Area(name, kind, ((left, bottom), (right, bottom), (right, top), (left, top)), level, opaque)


def marks(state: State, name: str) -> frozenset[str]:
    return state.units[UnitId(name)].marks


def tally(state: State, name: str, which: str) -> int:
    return state.units[UnitId(name)].tallies[which]


def place(state: State, name: str) -> Place | None:
    return state.units[UnitId(name)].place


# ---- Great Battles, d10: paratroops on an island, day 1, turn 5, the Axis player's first actions

AXIS, ALLIES = Side("Axis"), Side("Allies")


def great_battles_d10() -> Paper:
    board = FreeTable(
        36,
        30,
        (
            box("airfield", "airfield", (15, 14, 21, 18)),  # gb10.variants.malta-airfield: open ground, an objective
            box("port", "town", (28, 22, 32, 26), opaque=True),  # gb10.setup.terrain
            box("Mosta", "town", (6, 20, 12, 24), opaque=True),
            Strip("road", "dirt road", ((30, 24), (18, 18), (9, 22), (0, 24)), 0.5),  # gb10.move.road-default
        ),
    )
    axis = [
        # A body without a place keeps what belongs to it: gb10.activate.pool, gb10.barrage.rounds,
        # gb10.replacements.quality, gb10.barrage.delay, gb10.command.overrun.
        unit("7. Fliegerdivision", "division", AXIS, traits="supply Inferior, artillery Average",
             activation_points=5, rounds=2, C_Ops_lost=0),
        unit("Regiment P", "battlegroup", AXIS, of="7. Fliegerdivision"),
        # gb10.airborne.scattered, gb10.activate.markers, gb10.actions.roll, gb10.organisation.battalion-quality.
        # Quality is a number, for it is compared by levels and can fall by one (gb10.replacements.wiped-out).
        unit("P1", "battalion", AXIS, of="Regiment P", marks="activated, defensive, scattered",
             spent="first action", quality=3, actions=2),
        unit("P1/1", "SMG Infantry", AXIS, Place(18.0, 16.0, 90), of="P1", marks="rendezvous", rank=1, file=1),
        # gb10.fire.suppressed; "hit" is what this player turn did to it: gb10.morale.counting; gb10.fire.ammo-low.
        unit("P1/2", "SMG Infantry", AXIS, Place(22.5, 12.0, 90), of="P1", marks="suppressed", spent="hit",
             rank=1, file=2, ammo_low=1),
        # gb10.fire.eliminated-marker: it lies where it fell until morale is done.
        unit("P1/3", "SMG Infantry", AXIS, Place(13.0, 19.5, 90), of="P1", marks="destroyed", spent="hit"),
        unit("P1/HQ", "HQ", AXIS, Place(16.0, 14.5, 90), of="P1", traits="home Regiment P"),  # gb10.command.hq
        # gb10.variants.malta-withheld: kept back, with a turn and a drop zone written down. The secret point is a
        # marker of its own, hidden like its battalion.
        unit("P2", "battalion", AXIS, of="Regiment P", marks="held back", hidden=True, quality=3, lands_in_turn=7),
        unit("P2/1", "SMG Infantry", AXIS, of="P2", hidden=True),
        unit("P2/2", "SMG Infantry", AXIS, of="P2", hidden=True),
        # gb10.airborne.height-choice
        unit("P2 drop zone", "aiming point", AXIS, Place(9.0, 17.0), of="P2", hidden=True),
        # gb10.formation.road-column: order of march in `file`; gb10.transport.transport-state: a carried stand keeps
        # its own place, so being carried is a mark; what carries it is a trait.
        unit("S1", "battalion", AXIS, of="7. Fliegerdivision", marks="inactive, road column", quality=2, actions=0),
        unit("S1/1", "Infantry", AXIS, Place(32.0, 25.5, 243), of="S1", traits="truck", marks="mounted", file=1),
        unit("S1/2", "Infantry", AXIS, Place(33.25, 26.0, 243), of="S1", traits="truck", marks="mounted", file=2),
        unit("S1/AT", "Anti Tank", AXIS, Place(34.5, 26.5, 243), of="S1", traits="truck, gun M", marks="mounted",
             file=3),
        # A template has no place until it lies on the table: gb10.barrage.duration. A point that is planned or called
        # is a hidden marker with a turn: gb10.barrage.delay-arrival.
        unit("Axis template 1", "template", AXIS, Place(12.0, 23.0), of="7. Fliegerdivision"),
        unit("Axis template 2", "template", AXIS, of="7. Fliegerdivision", hidden=True),
        unit("target of Axis template 2", "called", AXIS, Place(9.5, 22.5), of="Axis template 2", hidden=True,
             arrives_in_turn=6),
        # gb10.air.modes
        unit("Axis sortie 1", "air attack", AXIS, of="7. Fliegerdivision", traits="rockets", hidden=True),
    ]  # fmt: skip
    allies = [
        unit("Malta Command", "division", ALLIES, traits="supply Average, artillery Average",
             activation_points=2, rounds=3, C_Ops_lost=0),
        unit("Brigade B", "battlegroup", ALLIES, of="Malta Command"),
        # gb10.formation.assault: the formation is the battalion's, the ranks are the stands'. One rally number serves
        # the whole turn (gb10.rally.whole-battalion); set-up weapons move 1 in a turn in all, so what was moved is
        # kept, in hundredths of an inch (gb10.move.set-up-weapons).
        unit("B1", "battalion", ALLIES, of="Brigade B", marks="activated, assault", quality=2, actions=0,
             rally_number=6, hundredths_moved=40),
        unit("B1/1", "Infantry", ALLIES, Place(24.0, 15.0, 270), of="B1", marks="action taken", rank=1, file=1),
        unit("B1/2", "Infantry", ALLIES, Place(24.0, 17.5, 270), of="B1", rank=1, file=2),
        # gb10.variants.malta-entrench
        unit("B1/3", "Infantry", ALLIES, Place(24.9, 15.0, 270), of="B1", rank=2, file=1, dug=3),
        unit("B1/4", "Infantry", ALLIES, Place(24.9, 17.5, 270), of="B1", marks="entrenched", rank=2, file=2),
        # gb10.opfire.action-taken, gb10.fire.guns-set-up: debts and set-up weapons are marks of the stand.
        unit("B1/AT", "Anti Tank", ALLIES, Place(24.0, 19.5, 270), of="B1", traits="gun L",
             marks="set up, action taken", rank=1, file=3),
        # gb10.sighting.hidden-start, gb10.barrage.hidden-targets: suppressed, and the Axis do not know it.
        unit("B2", "battalion", ALLIES, of="Brigade B", marks="inactive, defensive", hidden=True, quality=2, actions=1),
        unit("B2/1", "Infantry", ALLIES, Place(8.0, 22.0, 90), of="B2", hidden=True, rank=1, file=1),
        unit("B2/2", "Infantry", ALLIES, Place(10.0, 22.0, 90), of="B2", marks="suppressed", hidden=True, rank=1,
             file=2),
        unit("B2/HW", "Hvy Wpns", ALLIES, Place(9.0, 21.2, 90), of="B2", hidden=True, rank=2, file=1),
        # gb10.sighting.hidden-information: reserves not yet revealed; off the table, and not destroyed.
        unit("B3", "battalion", ALLIES, of="Brigade B", marks="inactive, in reserve", hidden=True, quality=2),
        unit("B3/1", "Infantry", ALLIES, of="B3", traits="truck", hidden=True),
        unit("spare Hvy Wpns", "Hvy Wpns", ALLIES, of="Brigade B", traits="home Brigade B", hidden=True),
        # gb10.sighting.stays-spotted
        unit("Allied C Ops", "C Ops", ALLIES, Place(30.0, 24.0), of="Malta Command", hidden=True),
        unit("Allied FUP", "FUP", ALLIES, Place(29.0, 23.5), of="Malta Command", hidden=True),
        # gb10.dawn.artillery-plan: pre-planned (point and turn), registered (point) and on call (neither).
        unit("Allied template 1", "template", ALLIES, of="Malta Command", hidden=True),
        unit("target of Allied template 1", "pre-planned", ALLIES, Place(18.5, 15.0), of="Allied template 1",
             hidden=True, arrives_in_turn=6),
        unit("Allied template 2", "template", ALLIES, of="Malta Command", hidden=True),
        unit("target of Allied template 2", "registered", ALLIES, Place(26.0, 12.0), of="Allied template 2",
             hidden=True),
        unit("Allied template 3", "template", ALLIES, of="Malta Command", hidden=True),
        unit("Allied template 4", "template", ALLIES, of="Malta Command", marks="used"),  # gb10.barrage.template-once
        # gb10.sighting.smoke-rounds
        unit("Allied template 5", "template", ALLIES, Place(20.5, 16.5), of="Malta Command", marks="smoke"),
    ]  # fmt: skip
    neutral = [
        unit("airfield", "objective", AXIS, Place(18.0, 16.0)),  # the side is the holder: gb10.victory.default
        unit("port", "objective", ALLIES, Place(30.0, 24.0)),
        unit("the weather", "weather", NOBODY, marks="drizzle"),  # gb10.weather.roll
    ]
    state = table(
        "great-battles-d10",
        (AXIS, ALLIES),
        board,
        [*axis, *allies, *neutral],
        agenda=(  # gb10.setup.turn-sequence
            Phase("first actions", AXIS), Phase("second actions", AXIS), Phase("close combat", AXIS),
            Phase("morale", AXIS), Phase("player turn", ALLIES, 5), Phase("turn", number=6),
        ),
        tallies={"day": 1, "turn": 5, "sighting": 12},  # gb10.setup.day-sequence, gb10.sighting.distance
        options="malta, air-attack, ammo-low, smoke",
    )  # fmt: skip
    target = unit("target of Allied template 3", "called", ALLIES, Place(21.0, 13.0), of="Allied template 3",
                  hidden=True, arrives_in_turn=7)  # fmt: skip
    spotted = tuple(Revealed(UnitId(name)) for name in ("B2", "B2/1", "B2/2", "B2/HW"))
    landed = tuple(Revealed(UnitId(name)) for name in ("P2", "P2/1", "P2/2"))
    changes = (
        Change("a stand is suppressed", "gb10.fire.procedure", (Marked("B1/2", "suppressed"), Spent("B1/2", "hit")),
               lambda s: "suppressed" in marks(s, "B1/2") and "hit" in s.units["B1/2"].spent),
        Change("opportunity fire is paid back", "gb10.actions.repay", (Unmarked("B1/1", "action taken"),),
               lambda s: not marks(s, "B1/1")),
        Change("a barrage suppresses a hidden stand", "gb10.barrage.hidden-targets", (Marked("B2/1", "suppressed"),),
               lambda s: "suppressed" in marks(s, "B2/1"), secret_from=AXIS),
        Change("a hidden battalion is spotted", "gb10.sighting.who-spots", spotted,
               lambda s: "suppressed" in marks(known(s, AXIS), "B2/2")),
        Change("a mission is called and delayed", "gb10.barrage.delay-arrival", (Added(target),),
               lambda s: tally(s, "target of Allied template 3", "arrives in turn") == 7, secret_from=AXIS),
        Change("a pre-planned barrage lands", "gb10.barrage.placement-sequence",
               (Revealed("Allied template 1"), Moved("Allied template 1", Place(18.5, 15.0)),
                Discarded("target of Allied template 1"), Tallied("Malta Command", "rounds", 2)),
               lambda s: place(known(s, AXIS), "Allied template 1") == Place(18.5, 15.0)),
        Change("points are paid and a battalion is activated", "gb10.activate.cost",
               (Tallied("7. Fliegerdivision", "activation points", 3), Unmarked("S1", "inactive"),
                Marked("S1", "activated")),
               lambda s: "activated" in marks(s, "S1")),
        Change("a battalion goes to ground", "gb10.activate.gone-to-ground",
               (Unmarked("B1", "activated"), Marked("B1", "gone to ground")),
               lambda s: marks(s, "B1") == {"gone to ground", "assault"}),
        Change("a battalion changes formation", "gb10.formation.change",
               (Unmarked("B1", "assault"), Marked("B1", "defensive"), Moved("B1/3", Place(24.0, 12.5, 270)),
                Tallied("B1/3", "rank", 1), Tallied("B1/3", "file", 4)),
               lambda s: tally(s, "B1/3", "rank") == 1),
        Change("a towed gun is unhitched", "gb10.transport.unload",
               (Unmarked("S1/AT", "mounted"), Marked("S1/AT", "transport away")),
               lambda s: marks(s, "S1/AT") == {"transport away"}),
        Change("paratroops come down", "gb10.airborne.sequence",
               (*landed, Moved("P2/1", Place(11.0, 17.0)), Moved("P2/2", Place(9.0, 20.0)),
                Marked("P2/2", "suppressed")),
               lambda s: place(known(s, ALLIES), "P2/2") == Place(9.0, 20.0)),
        Change("a stand is withdrawn at night", "gb10.night.withdraw", (Removed("B1/4", "withdrawn"), Hidden("B1/4")),
               lambda s: place(s, "B1/4") is None and "B1/4" not in known(s, AXIS).units),
        Change("a support stand is attached in reserve", "gb10.night.attachments", (Attached("spare Hvy Wpns", "B3"),),
               lambda s: s.units["spare Hvy Wpns"].part_of == "B3", secret_from=AXIS),
        Change("the airfield changes hands", "gb10.variants.malta-airfield", (Taken("airfield", ALLIES),),
               lambda s: s.units["airfield"].side == ALLIES),
        Change("fog comes up", "gb10.weather.roll", (Unmarked("the weather", "drizzle"), Marked("the weather", "fog")),
               lambda s: marks(s, "the weather") == {"fog"}),
    )  # fmt: skip
    plans = {f"{prefix}Allied template {n}" for n in (1, 2) for prefix in ("", "target of ")} | {"Allied template 3"}
    garrison = {"B2", "B2/1", "B2/2", "B2/HW", "B3", "B3/1", "spare Hvy Wpns", "Allied C Ops", "Allied FUP"}
    drop = {"P2", "P2/1", "P2/2", "P2 drop zone", "Axis template 2", "target of Axis template 2", "Axis sortie 1"}
    return Paper(state, changes, unseen={AXIS: plans | garrison, ALLIES: drop})


# ---- Great Battles, d20: before Agira, day 2, turn 4, the Germans' close combat

CANADIANS, GERMANS = Side("Canadians"), Side("Germans")


def great_battles_d20() -> Paper:
    board = FreeTable(
        45,
        34,
        (
            Strip("ridge", "hill", ((18, 6), (20, 30)), 3.0, level=1),  # gb20.data.crest
            box("vineyard", "vineyard", (16.8, 19.5, 20, 25)),  # gb20.data.terrain; gb20.sighting.cover hides E1 in it
            Strip("road", "dirt road", ((0, 17), (19, 17), (45, 19)), 0.5),
        ),
    )
    canadians = [
        unit("1st Canadian Division", "division", CANADIANS, traits="supply Average, artillery Inferior",
             activation_points=6, rounds=9, C_Ops_lost=0),
        unit("Brigade A", "battlegroup", CANADIANS, of="1st Canadian Division"),
        # gb20.setup.state-markers: actions, activation state, debt, formation, all of the battalion; here even the debt
        # (gb20.opfire.marker). gb20.close-combat.tie: who attacked stays the attacker, so the mark names the other.
        unit("A1", "battalion", CANADIANS, of="Brigade A", marks="activated, assault, action taken, fights E1",
             quality=2, actions=0),
        # gb20.morale.stands-at-start: each stand shows that it began the day; a number kept by a battalion of which
        # stands are hidden (gb20.sighting.reveal) would give their number away.
        unit("A1/1", "infantry", CANADIANS, Place(16.0, 16.0, 90), of="A1", marks="since dawn, suppressed", rank=1,
             file=1),
        unit("A1/2", "infantry", CANADIANS, Place(16.0, 18.2, 90), of="A1", marks="since dawn", rank=1, file=2),
        # gb20.replacements.roll: destroyed, off the table, and rolled for every night.
        unit("A1/3", "infantry", CANADIANS, of="A1", marks="since dawn, destroyed"),
        unit("A1/HQ", "HQ", CANADIANS, Place(15.1, 16.0, 90), of="A1", traits="home Brigade A", marks="since dawn",
             rank=2, file=1),
        # gb20.replacements.rejoin: it came back, but its battalion is too far from the FUP.
        unit("A1/4", "infantry", CANADIANS, of="A1", marks="waiting"),
        # gb20.replacements.wiped-out: in reserve; it may roll again in the night after day 2.
        unit("A2", "battalion", CANADIANS, of="Brigade A", marks="in reserve", hidden=True, quality=2,
             wiped_out_on_day=1),
        unit("A2/1", "infantry", CANADIANS, of="A2", marks="destroyed", hidden=True),
        # gb20.transport.half-tracks: it stays beside the stand it carried. gb20.variants.tank-riders: aboard a tank.
        unit("D1", "battalion", CANADIANS, of="Brigade A", marks="inactive, road march", quality=2, actions=0),
        unit("D1/1", "M4 Sherman", CANADIANS, Place(9.0, 17.0, 90), of="D1", marks="since dawn", file=1),
        unit("D1/2", "infantry", CANADIANS, of="D1", aboard="D1/1", marks="since dawn"),
        unit("D1 half-track", "half-track", CANADIANS, Place(7.5, 17.0, 90), of="D1"),
        unit("Canadian C Ops", "C Ops", CANADIANS, Place(8.0, 17.0), of="1st Canadian Division"),
        unit("Canadian FUP", "FUP", CANADIANS, Place(4.0, 17.0), of="1st Canadian Division"),
        unit("Canadian template 1", "template", CANADIANS, Place(21.0, 17.0), of="1st Canadian Division"),
        unit("Canadian template 2", "template", CANADIANS, of="1st Canadian Division", hidden=True),
        unit("target of Canadian template 2", "pre-planned", CANADIANS, Place(25.0, 12.0), of="Canadian template 2",
             hidden=True, arrives_in_turn=6),  # gb20.dawn.artillery-plan
    ]  # fmt: skip
    germans = [
        unit("29. Panzergrenadier", "division", GERMANS, traits="supply Inferior, artillery Average",
             activation_points=4, rounds=3, C_Ops_lost=1),
        unit("Regiment E", "battlegroup", GERMANS, of="29. Panzergrenadier"),
        # gb20.sighting.reveal: each stand is sighted separately, so a known battalion can have unknown stands.
        unit("E1", "battalion", GERMANS, of="Regiment E", marks="gone to ground, defensive", quality=3, actions=0),
        unit("E1/1", "infantry", GERMANS, Place(16.5, 17.0, 270), of="E1", marks="since dawn", rank=1, file=1),
        unit("E1/2", "infantry", GERMANS, Place(17.5, 20.5, 270), of="E1", marks="since dawn, suppressed", spent="hit",
             hidden=True, rank=1, file=2, dug=4),  # gb20.variants.entrenching, gb20.morale.hit-count
        unit("E1/FG", "field gun", GERMANS, Place(17.5, 23.0, 270), of="E1", traits="gun M",
             marks="since dawn, set up", hidden=True, rank=1, file=3),
        unit("E2", "battalion", GERMANS, of="Regiment E", marks="inactive, in reserve", hidden=True, quality=3),
        unit("E2/1", "infantry", GERMANS, of="E2", marks="since dawn", hidden=True),
        # gb20.command.c-ops-destroyed: off the table until the dawn that brings it back.
        unit("German C Ops", "C Ops", GERMANS, of="29. Panzergrenadier", marks="destroyed"),
        unit("German FUP", "FUP", GERMANS, Place(41.0, 19.0), of="29. Panzergrenadier", hidden=True),
        # gb20.barrage.field-guns: a template that is lost with its gun.
        unit("E1 field gun template", "template", GERMANS, of="E1/FG", hidden=True),
    ]  # fmt: skip
    neutral = [
        unit("Agira", "objective", GERMANS, Place(41.0, 20.0)),  # gb20.victory.hold
        unit("the weather", "weather", NOBODY, marks="heat"),  # gb20.weather.effects
    ]
    state = table(
        "great-battles-d20",
        (CANADIANS, GERMANS),
        board,
        [*canadians, *germans, *neutral],
        agenda=(  # gb20.setup.turn-sequence, gb20.night.sequence
            Phase("close combat", GERMANS), Phase("morale", GERMANS), Phase("turn", number=5), Phase("night", number=2),
        ),
        # gb20.night.day-length; a turn may have two sighting distances: gb20.sighting.dawn-visibility
        tallies={"day": 2, "turn": 4, "turns today": 10, "sighting, 1st player": 12, "sighting, 2nd player": 12},
        options="tank-riders, entrenching",
    )  # fmt: skip
    changes = (
        Change("one stand of a battalion is sighted", "gb20.sighting.reveal", (Revealed("E1/FG"),),
               lambda s: "E1/FG" in known(s, CANADIANS).units and "E1/2" not in known(s, CANADIANS).units),
        Change("a hidden stand digs on", "gb20.variants.entrenching",
               (Tallied("E1/2", "dug", 5), Marked("E1/2", "entrenched")),
               lambda s: tally(s, "E1/2", "dug") == 5, secret_from=CANADIANS),
        Change("a waiting stand rejoins", "gb20.replacements.rejoin",
               (Unmarked("A1/4", "waiting"), Marked("A1/4", "since dawn"), Moved("A1/4", Place(15.1, 18.2, 90)),
                Tallied("A1/4", "rank", 2), Tallied("A1/4", "file", 2)),
               lambda s: place(s, "A1/4") == Place(15.1, 18.2, 90)),
        Change("a battalion is rebuilt, a level lower", "gb20.replacements.wiped-out",
               (Unmarked("A2/1", "destroyed"), Tallied("A2", "quality", 1)),
               lambda s: tally(s, "A2", "quality") == 1, secret_from=GERMANS),
        Change("the debt is paid", "gb20.actions.pay-back",
               (Unmarked("A1", "action taken"), Tallied("A1", "actions", 1)),
               lambda s: "action taken" not in marks(s, "A1")),
        Change("the close combat ends", "gb20.close-combat.loser-retreat",
               (Unmarked("A1", "fights E1"), Moved("A1/1", Place(13.0, 16.0, 90))),
               lambda s: "fights E1" not in marks(s, "A1")),
        Change("riders get off", "gb20.variants.tank-riders",
               (Carried("D1/2", None), Moved("D1/2", Place(9.0, 15.8, 90))),
               lambda s: s.units["D1/2"].aboard is None and place(s, "D1/2")),
        Change("the C Ops comes back", "gb20.command.c-ops-destroyed",
               (Unmarked("German C Ops", "destroyed"), Moved("German C Ops", Place(45.0, 19.0))),
               lambda s: place(s, "German C Ops")),
        Change("the night brings rounds", "gb20.night.artillery",
               (Tallied("1st Canadian Division", "rounds", 14), Counted("day", 3)),
               lambda s: s.tallies["day"] == 3),
        Change("a mission is called", "gb20.barrage.delay",
               (Added(unit("target of E1 field gun template", "called", GERMANS, Place(14.0, 17.0),
                           of="E1 field gun template", hidden=True, arrives_in_turn=5)),),
               lambda s: place(s, "target of E1 field gun template"), secret_from=CANADIANS),
    )  # fmt: skip
    return Paper(
        state,
        changes,
        unseen={
            CANADIANS: {"E1/2", "E1/FG", "E2", "E2/1", "German FUP", "E1 field gun template"},
            GERMANS: {"A2", "A2/1", "Canadian template 2", "target of Canadian template 2"},
        },
    )


# ---- Combat Captain: turn 4, Able Company has spent two of its three dice; nothing is hidden (cc.sighting.no-hidden)

AMERICAN, GERMAN = Side("American"), Side("German")


def combat_captain() -> Paper:
    board = FreeTable(
        72,
        48,
        (
            box("house", "building", (33, 22, 36, 26), opaque=True),
            box("hill", "hill", (46, 8, 56, 14), level=1),
            Strip("road", "road", ((36, 0), (36, 48)), 2.0),  # cc.setup.terrain: over other ground the road counts
            Strip("wall", "obstacle", ((20, 20), (30, 20)), 0.1),  # a line, given the least width
        ),
    )
    american = [
        # cc.air.maximum, cc.events.low-ammo, cc.victory.collapse: the side as a whole.
        unit("American", "side", AMERICAN, marks="low ammunition", aircraft=2, sub_units_had=8, sub_units_lost=1),
        # cc.activation.three-dice: each die spent is a word, so the count and what each bought are both there
        # (cc.fire.bonus-timing), and a new turn clears them. cc.morale.on-unit: chits are a number.
        unit("Able", "infantry company", AMERICAN, of="American", traits="Regular, American",
             spent="die 1: move, die 2: fire", chits=2),
        # cc.casualties.consolidate, cc.cohesion.leader, cc.cover.levels, cc.cover.facing (the place has the facing),
        # cc.fire.stationary-count. The order of a unit's list is the order of the sub-units in the state.
        unit("Able rifle 1", "Rifle squad", AMERICAN, Place(30.0, 12.0, 0), of="Able", traits="enhanced small arms",
             marks="leader", men=5, cover=2, stationary=1),
        unit("Able rifle 2", "Rifle squad", AMERICAN, Place(33.0, 12.5, 0), of="Able", traits="enhanced small arms",
             spent="moved", men=3, cover=0, stationary=0),
        unit("Able mortar", "Mortar squad", AMERICAN, Place(31.0, 9.0, 0), of="Able", men=3, cover=3, stationary=2),
        unit("Able rifle 3", "Rifle squad", AMERICAN, of="Able", marks="eliminated", men=0),  # cc.casualties.eliminated
        unit("Able truck", "Truck", AMERICAN, Place(36.0, 6.0, 0), of="Able"),
        unit("Able bazooka", "Bazooka squad", AMERICAN, Place(36.0, 9.0, 0), of="Able", men=2, cover=0, stationary=2),
        unit("Battery", "battery", AMERICAN, of="American", traits="Regular", chits=0),
        unit("Battery half-track", "Half-track", AMERICAN, Place(40.0, 5.0, 0), of="Battery"),
        # cc.vehicles.transport: towed or aboard, it is at the vehicle's place and has none of its own.
        unit("57 mm gun", "Gun", AMERICAN, of="Battery", aboard="Battery half-track", traits="ordinary gun", men=4),
        unit("Tanks", "tank company", AMERICAN, of="American", traits="Regular", spent="activated", chits=1),
        unit("Sherman 1", "Tank", AMERICAN, Place(44.0, 16.0, 0), of="Tanks", traits="ordinary gun, ordinary armour",
             cover=0, stationary=0),
    ]  # fmt: skip
    german = [
        unit("German", "side", GERMAN, aircraft=3, sub_units_had=3, sub_units_lost=0),
        # cc.opfire.limit, cc.close-combat.withdraw-once; cc.close-combat.withdraw-timing asks once for each charger.
        unit("1. Kompanie", "infantry company", GERMAN, of="German", traits="Regular, German",
             spent="opportunity fire, withdrew, charged by Able", chits=1),
        unit("1. rifle 1", "Rifle squad", GERMAN, Place(34.5, 24.0, 180), of="1. Kompanie",
             traits="enhanced small arms", marks="leader", men=5, cover=4, stationary=3),
        unit("1. rifle 2", "Rifle squad", GERMAN, Place(38.0, 26.0, 180), of="1. Kompanie",
             traits="enhanced small arms", men=2, cover=1, stationary=3),
        unit("Pak", "battery", GERMAN, of="German", traits="Regular", chits=0),
        unit("PaK 40", "Gun", GERMAN, Place(42.0, 32.0, 200), of="Pak", traits="ordinary gun", men=4, cover=3,
             stationary=3),
    ]  # fmt: skip
    neutral = [unit("the town", "objective", GERMAN, Place(36.0, 24.0))]  # cc.victory.control
    state = table(
        "combat-captain",
        (AMERICAN, GERMAN),
        board,
        [*american, *german, *neutral],
        agenda=(  # cc.turn.sequence; nothing is hidden, so a step may name the unit whose dice are being spent
            Phase("activity of Able", AMERICAN), Phase("activation", AMERICAN), Phase("close combat", AMERICAN),
            Phase("random event", AMERICAN), Phase("player turn", GERMAN, 4),
        ),
        tallies={"turn": 4},
    )  # fmt: skip
    changes = (
        Change("the third die is spent", "cc.activation.dice-are-time",
               (Spent("Able", "die 3: seek cover"), Tallied("Able rifle 2", "cover", 1)),
               lambda s: sum(w.startswith("die ") for w in s.units["Able"].spent) == 3),
        Change("a man is lost", "cc.fire.hits-foot", (Tallied("1. rifle 2", "men", 1),),
               lambda s: tally(s, "1. rifle 2", "men") == 1),
        Change("losses are consolidated and a sub-unit is gone", "cc.casualties.consolidate-procedure",
               (Tallied("Able rifle 2", "men", 0), Removed("Able rifle 2", "eliminated"),
                Marked("Able rifle 2", "eliminated"), Tallied("American", "sub units lost", 2)),
               lambda s: place(s, "Able rifle 2") is None),
        Change("a chit is taken", "cc.morale.gain-elimination", (Tallied("Able", "chits", 3),),
               lambda s: tally(s, "Able", "chits") == 3),
        Change("a new leader is promoted", "cc.cohesion.promotion",
               (Unmarked("Able rifle 1", "leader"), Marked("Able mortar", "leader")),
               lambda s: "leader" in marks(s, "Able mortar")),
        # Coming aboard takes two facts, for the kernel's `Carried` leaves the model on the table.
        Change("a squad mounts", "cc.vehicles.mount",
               (Removed("Able bazooka", "mounted"), Carried("Able bazooka", "Able truck"),
                Tallied("Able bazooka", "stationary", 0)),
               lambda s: place(s, "Able bazooka") is None and s.units["Able bazooka"].aboard == "Able truck"),
        Change("a gun is unlimbered", "cc.vehicles.mount",
               (Carried("57 mm gun", None), Moved("57 mm gun", Place(40.0, 8.0))),
               lambda s: place(s, "57 mm gun")),
        Change("an aircraft is lost", "cc.air.maximum", (Tallied("American", "aircraft", 1),),
               lambda s: tally(s, "American", "aircraft") == 1),
        Change("ammunition is plentiful again", "cc.turn.resets",
               (Unmarked("American", "low ammunition"), events.Refreshed()),
               lambda s: not any(u.spent for u in s.units.values())),
        Change("the town is taken", "cc.victory.control", (Taken("the town", AMERICAN),),
               lambda s: s.units["the town"].side == AMERICAN),
    )  # fmt: skip
    return Paper(state, changes)


# ---- Panzer Korps: fog at Arracourt, Morning, the second of three turns


def panzer_korps() -> Paper:
    board = FreeTable(
        72,
        48,
        (
            box("village", "village", (21, 23, 27, 29), opaque=True),
            box("wood", "unknown woods", (26, 30, 34, 38), opaque=True),  # pk.terrain-generator.unknown: to both sides
            Strip("stream", "stream", ((0, 22), (72, 12)), 1.0),
        ),
    )
    german = [
        # pk.decision.move-units, pk.decision.auto-rally, pk.decision.free-move: what the Decision Die has given and is
        # not yet used. pk.command.colour. The order itself is secret and lies in a pile.
        unit("Panzer Brigade 113", "force group", GERMAN, traits="Blue", spent="decided",
             moves_left=2, auto_rally=1, free_moves=0, captured=1),
        # pk.organisation.decorated-leaders: a leader is carried by the formation he is with.
        unit("von Seckendorff", "leader", GERMAN, of="Panzer Brigade 113", aboard="II. Panzer",
             traits="E, CinC, decorated"),
        # pk.organisation.attached: companies of one kind are counted. pk.turn.flags: "fired" outlasts the turn, so it
        # is a mark; "moved" and the status the turn began with do not.
        unit("II. Panzer", "AFV", GERMAN, Place(40.0, 14.0, 0), of="Panzer Brigade 113",
             traits="Recruit, medium tracked", marks="deployed, spotted, fired", spent="moved", calibre=75, companies=3,
             disorder=4, panics=1, status_at_start=0, AFV_88mm=1),
        unit("Panzergrenadiere 1", "infantry", GERMAN, Place(34.0, 10.0, 0), of="Panzer Brigade 113",
             traits="Recruit, mechanised", marks="deployed, panicked, out of supply, spotted", companies=3, disorder=4,
             panics=1, panicked_until_turn=3, HMG=2, mortar_81mm=1),  # pk.morale.panic-state, pk.logistics.supply
        # pk.spotting.step: an enemy names what he has not spotted, so something lies on the table: a blind. The
        # formation is hidden and aboard it; neither its type nor its markers are known.
        unit("German blind 1", "blind", GERMAN, Place(24.0, 12.0, 0)),
        unit("I. Panzer", "AFV", GERMAN, of="Panzer Brigade 113", aboard="German blind 1", hidden=True,
             traits="Recruit, heavy tracked, superior weapon", marks="transit column", calibre=75, companies=3,
             disorder=1, panics=0),  # pk.organisation.states
    ]  # fmt: skip
    american = [
        unit("Combat Command A", "force group", AMERICAN, traits="White", moves_left=0, auto_rally=0, free_moves=0,
             captured=0),
        unit("Clarke", "leader", AMERICAN, of="Combat Command A", aboard="10th Armored Infantry",
             traits="B, CinC, decorated"),
        unit("10th Armored Infantry", "infantry", AMERICAN, Place(24.0, 26.0, 180), of="Combat Command A",
             traits="Veteran, mechanised", marks="deployed, entrenched, spotted, under artillery fire", companies=3,
             disorder=2, panics=0, HMG=1, mortar_81mm=1),
        # pk.spotting.status: unspotted again, but where it was last seen stays marked this turn.
        unit("Tank destroyers", "AFV", AMERICAN, aboard="American blind 1", of="Combat Command A", hidden=True,
             traits="Veteran, medium tracked, superior weapon", marks="deployed", calibre=76, companies=2, disorder=0,
             panics=0),
        unit("American blind 1", "blind", AMERICAN, Place(52.0, 30.0, 180)),
        unit("American last seen 1", "last seen", AMERICAN, Place(50.0, 28.0)),
        unit("25th Engineers", "infantry", AMERICAN, Place(52.0, 34.0, 180), of="Combat Command A", traits="Regular",
             marks="deployed", companies=2, disorder=3, panics=0, segments_to_dig=1),  # pk.fieldworks.attempt
        # pk.bombardment.off-table: no place, always in play.
        unit("Field artillery", "artillery", AMERICAN, of="Combat Command A", traits="Veteran, off the table",
             marks="deployed", spent="bombarded", calibre=105, companies=3, disorder=0),
        # pk.arrival.availability: still on the road, and the enemy has not heard of it.
        unit("Combat Command R", "force group", AMERICAN, traits="Red", hidden=True, rolls_from_segment=1, attempts=1),
        unit("Reserve tanks", "AFV", AMERICAN, of="Combat Command R", traits="Regular, medium tracked", hidden=True,
             calibre=75, companies=3, disorder=0, panics=0),
        # pk.air.squadron: never on the table. pk.air.destroyed.
        unit("405th squadron", "fighter-bombers", AMERICAN, traits="Regular, fast, front-line", air_damage=3),
    ]  # fmt: skip
    neutral = [
        # pk.weather.smoke, pk.weather.wind, pk.weather.conditions, pk.victory.objective
        unit("smoke 1", "smoke", NOBODY, Place(30.0, 20.0), placed_in_turn=2),
        unit("the weather", "weather", NOBODY, marks="fog, fall"),
        unit("Lezey", "objective", AMERICAN, Place(24.0, 26.0)),
        unit("Hill 318", "objective", NOBODY, Place(38.0, 20.0)),
    ]
    state = table(
        "panzer-korps",
        (GERMAN, AMERICAN),
        board,
        [*german, *american, *neutral],
        agenda=(  # pk.turn.tactical-sequence, pk.turn.segment-sequence
            Phase("movement of Panzer Brigade 113", GERMAN), Phase("movement", GERMAN), Phase("movement", AMERICAN),
            Phase("fire", GERMAN), Phase("fire", AMERICAN), Phase("close combat"), Phase("morale"),
            Phase("tactical turn", number=3), Phase("segment", number=2),
        ),
        # pk.day-segments.list (a number of the list), pk.initiative.check (a number of `sides`), pk.weather.wind
        tallies={"day": 1, "segment": 1, "turns": 3, "turn": 2, "initiative": 0, "wind": 2, "wind from": 270},
        piles={
            # pk.command.orders: secret for as long as they stand.
            "order of Panzer Brigade 113": Pile(("Advance",), frozenset({GERMAN})),
            "order of Combat Command A": Pile(("Hold",), frozenset({AMERICAN})),
            # pk.air.sequence, pk.decision-point.bombard: written by each side, then turned up together.
            "American missions": Pile(("405th squadron: strike II. Panzer",), frozenset({AMERICAN})),
        },
    )  # fmt: skip
    changes = (
        Change("fire disorders a formation", "pk.cover.effect", (Tallied("II. Panzer", "disorder", 6),),
               lambda s: tally(s, "II. Panzer", "disorder") == 6),
        Change("shells fall on what nobody has spotted", "pk.bombardment.pattern",
               (Tallied("I. Panzer", "disorder", 2),),
               lambda s: tally(s, "I. Panzer", "disorder") == 2, secret_from=AMERICAN),
        Change("a blind is spotted", "pk.spotting.roll",
               (Revealed("I. Panzer"), Moved("I. Panzer", Place(24.0, 12.0, 0)), Carried("I. Panzer", None),
                Discarded("German blind 1")),
               lambda s: place(known(s, AMERICAN), "I. Panzer") and "German blind 1" not in s.units),
        Change("it is lost from sight", "pk.spotting.status",
               (Added(unit("German blind 2", "blind", GERMAN, Place(34.0, 10.0, 0))), Hidden("Panzergrenadiere 1"),
                Unmarked("Panzergrenadiere 1", "spotted"), Removed("Panzergrenadiere 1"),
                Carried("Panzergrenadiere 1", "German blind 2")),
               lambda s: "Panzergrenadiere 1" not in known(s, AMERICAN).units),
        Change("an order is changed", "pk.command.activation-use",
               (Stacked("order of Panzer Brigade 113", Pile(("Move",), frozenset({GERMAN}))),),
               lambda s: s.piles["order of Panzer Brigade 113"].cards == ("Move",), secret_from=AMERICAN),
        Change("missions are turned up", "pk.air.sequence",
               (Stacked("American missions", Pile(("405th squadron: strike II. Panzer",))),),
               lambda s: known(s, GERMAN).piles["American missions"].cards == ("405th squadron: strike II. Panzer",)),
        Change("a marker is rallied off", "pk.decision.auto-rally",
               (Tallied("Panzer Brigade 113", "auto rally", 0), Tallied("II. Panzer", "disorder", 3)),
               lambda s: tally(s, "II. Panzer", "disorder") == 3),
        Change("a leader goes to another formation", "pk.organisation.decorated-leaders",
               (Carried("von Seckendorff", "Panzergrenadiere 1"),),
               lambda s: s.units["von Seckendorff"].aboard == "Panzergrenadiere 1"),
        Change("reserves arrive", "pk.arrival.roll",
               (Revealed("Combat Command R"), Revealed("Reserve tanks"), Moved("Reserve tanks", Place(36.0, 47.0, 180)),
                Marked("Reserve tanks", "transit column")),
               lambda s: place(known(s, GERMAN), "Reserve tanks")),
        Change("smoke drifts", "pk.weather.smoke", (Moved("smoke 1", Place(32.0, 20.0)),),
               lambda s: place(s, "smoke 1") == Place(32.0, 20.0)),
        Change("works are finished", "pk.fieldworks.conditions",
               (Tallied("25th Engineers", "segments to dig", 0), Marked("25th Engineers", "entrenched")),
               lambda s: "entrenched" in marks(s, "25th Engineers")),
        Change("a segment of two turns begins", "pk.day-segments.turns",
               (Counted("segment", 2), Counted("turns", 2), Counted("turn", 1)),
               lambda s: s.tallies["segment"] == 2),
        Change("a formation disperses", "pk.disorder.status",
               (Removed("25th Engineers", "dispersed"), Marked("25th Engineers", "dispersed")),
               lambda s: place(s, "25th Engineers") is None),
    )  # fmt: skip
    return Paper(
        state,
        changes,
        unseen={GERMAN: {"Tank destroyers", "Combat Command R", "Reserve tanks"}, AMERICAN: {"I. Panzer"}},
        unread={
            GERMAN: {"order of Combat Command A", "American missions"},
            AMERICAN: {"order of Panzer Brigade 113"},
        },
    )


# ---- Portable Wargame: turn 6, Red has written its artillery orders; the words are those of the rule set

RED, BLUE = Side("Red"), Side("Blue")


def portable_wargame() -> Paper:
    open_ground = SquareGrid(8, 8, (frozenset(),) * 64, (0,) * 64, frozenset({"wood", "bunker"}))
    ground = {"d4": {"wood"}, "e6": {"minefield"}, "c6": {"barbed wire", "trench"}, "f2": {"road"}}
    board = reduce(lambda b, item: b.with_ground(b.named(item[0]), frozenset(item[1])), ground.items(), open_ground)

    def at(square: str, facing: int = 0) -> Place:
        return board.place(board.named(square), facing)

    def sp(points: int, **others: int) -> dict[str, int]:
        return {Tally.SP: points, **others}

    units = [
        # pw.exhaustion.point, pw.exhaustion.reached
        unit("Red", Marker.FORCE, RED, **{Tally.INITIAL: 30, Tally.LOST: 4}),
        unit("Blue", Marker.FORCE, BLUE, marks=Mark.EXHAUSTED,
             **{Tally.INITIAL: 24, Tally.LOST: 9, Tally.EXHAUSTED_IN: 5}),
        unit("Red Infantry", "Infantry", RED, at("c4"), of="Red", traits="Average",
             spent=f"{Did.ACTIVATED}, {Did.MOVED}", **sp(3)),
        # pw.artillery.mod-repeat: the square fired at, as a number, and the turn; pw.gas.allocation.
        unit("Red Field Artillery", "Artillery", RED, at("d2"), of="Red", traits="Average, Field Artillery",
             marks=Mark.GAS_SHELL, **sp(2, **{Tally.TARGET: board.named("d6"), Tally.TARGET_TURN: 5})),
        # pw.transport.procedure: loading takes the turn; pw.tank-riders.carry.
        unit("Red Trucks", "Trucks", RED, at("f2"), of="Red", traits="Average", **sp(2)),
        unit("Red Mortars", "Mortars", RED, at("f2"), of="Red", aboard="Red Trucks", traits="Average",
             marks=Mark.LOADING, **sp(2)),
        unit("Red Tanks", "Tanks", RED, at("e3"), of="Red", traits="Elite", **sp(3)),
        unit("Red Tank Riders", "Infantry", RED, of="Red", aboard="Red Tanks", traits="Elite", **sp(4)),
        unit("Red Bomber", "Two-seater Bomber Aircraft", RED, at("b5"), of="Red",
             **sp(3, **{Tally.CAME: 4, Tally.BOMBS: 2})),
        unit("Blue Engineers", "Engineers", BLUE, at("d6", 180), of="Blue", traits="Average", **sp(4)),
        # pw.engineers.work: the marker is on the square worked at and belongs to the worker.
        unit("Blue Engineers, laying mines", Marker.LAYING, BLUE, at("d5"), of="Blue Engineers", **{Tally.WORKED: 2}),
        unit("Blue Infantry", "Infantry", BLUE, at("c6", 180), of="Blue", traits="Poor", marks=Mark.LAYING_WIRE,
             spent=Did.ENTERED, **sp(1)),
        unit("Blue Armoured Cars", "Armoured Cars", BLUE, of="Blue", traits="Average, enters d8",
             **sp(3, **{Tally.ARRIVES: 7})),  # pw.setup.reinforcements
        unit("gas cloud 5.1", Marker.CLOUD, NOBODY, at("d7"), **{Tally.MADE: 5}),  # pw.gas.drift-timing
        unit("objective e6", Marker.OBJECTIVE, BLUE, at("e6")),  # pw.victory.objectives
    ]  # fmt: skip
    order = msgspec.json.encode(Bombard(UnitId("Red Field Artillery"), at("d6"), gas=True)).decode()
    state = table(
        "portable-wargame",
        (RED, BLUE),
        board,
        units,
        agenda=(  # pw.turn.sequence
            Phase("orders", BLUE), Phase("bombardment"), Phase("initiative"), Phase("end phase"),
            Phase("turn", number=7),
        ),
        tallies={Tally.TURN: 6, Tally.ACTIVATIONS: 0},
        piles={orders_of(RED): Pile((order,), frozenset({RED}))},  # pw.artillery.resolution-order
        options="gas, air, tank-riders",
    )  # fmt: skip
    changes = (
        Change("the last strength point is lost", "pw.units.record-losses",
               (Tallied("Blue Infantry", Tally.SP, 0), Removed("Blue Infantry", "destroyed"),
                Tallied("Blue", Tally.LOST, 10)),
               lambda s: place(s, "Blue Infantry") is None),
        Change("another order is written", "pw.artillery.resolution-order",
               (Stacked(orders_of(RED), Pile((order, order), frozenset({RED}))),),
               lambda s: len(s.piles[orders_of(RED)].cards) == 2),
        Change("orders are turned up", "pw.artillery.resolution-order", (Stacked(orders_of(RED), Pile((order,))),),
               lambda s: known(s, BLUE).piles[orders_of(RED)].cards == (order,)),
        Change("a gas cloud drifts", "pw.gas.drift", (Moved("gas cloud 5.1", at("d8")),),
               lambda s: place(s, "gas cloud 5.1") == at("d8")),
        Change("work goes on", "pw.engineers.work", (Tallied("Blue Engineers, laying mines", Tally.WORKED, 3),),
               lambda s: tally(s, "Blue Engineers, laying mines", Tally.WORKED) == 3),
        Change("work is given up", "pw.engineers.work", (Discarded("Blue Engineers, laying mines"),),
               lambda s: "Blue Engineers, laying mines" not in s.units),
        Change("loading is done", "pw.transport.procedure",
               (Unmarked("Red Mortars", Mark.LOADING), Removed("Red Mortars", "loaded"),
                Carried("Red Mortars", "Red Trucks")),
               lambda s: place(s, "Red Mortars") is None and s.units["Red Mortars"].aboard),
        Change("bombs are dropped", "pw.air-to-ground.bomb-loads",
               (Tallied("Red Bomber", Tally.BOMBS, 0), Spent("Red Bomber", Did.FIRED)),
               lambda s: tally(s, "Red Bomber", Tally.BOMBS) == 0),
        Change("the objective is taken", "pw.victory.objectives", (Taken("objective e6", RED),),
               lambda s: s.units["objective e6"].side == RED),
        Change("the dice are thrown", "pw.activation.total", (Counted(Tally.ACTIVATIONS, 7),),
               lambda s: s.tallies[Tally.ACTIVATIONS] == 7),
    )  # fmt: skip
    return Paper(state, changes, unread={BLUE: {orders_of(RED)}})


PAPERS = [great_battles_d10(), great_battles_d20(), combat_captain(), panzer_korps(), portable_wargame()]

each_paper = pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.state.rules)
each_side = pytest.mark.parametrize(
    ("paper", "side"),
    [pytest.param(paper, side, id=f"{paper.state.rules}-{side}") for paper in PAPERS for side in paper.state.sides],
)
each_change = pytest.mark.parametrize(
    ("paper", "change"),
    [
        pytest.param(paper, change, id=f"{paper.state.rules}: {change.what}")
        for paper in PAPERS
        for change in paper.changes
    ],
)


# ---- a state can be written, and built by facts


@each_paper
def test_a_state_can_be_written_as_json(paper):
    written = msgspec.json.decode(msgspec.json.encode(paper.state))
    assert set(written["units"]) == set(paper.state.units)


@each_paper
def test_a_unit_comes_back_from_json_as_it_was(paper):
    units = list(paper.state.units.values())
    assert msgspec.json.decode(msgspec.json.encode(units), type=list[Unit]) == units


@each_paper
def test_facts_alone_build_the_state_on_an_empty_table(paper):
    state = paper.state
    empty = replace(state, units={}, agenda=(), tallies={}, piles={})
    facts: list[Event] = [Added(one) for one in state.units.values()]
    facts += [Counted(name, value) for name, value in state.tallies.items()]
    facts += [Stacked(name, pile) for name, pile in state.piles.items()]
    assert reduce(lambda so_far, fact: fact.apply(so_far), [*facts, Queued(state.agenda)], empty) == state


# ---- what a side sees


@each_side
def test_hidden_units_are_absent_from_a_view_and_open_ones_are_there(paper, side):
    assert set(paper.state.units) - set(known(paper.state, side).units) == paper.unseen.get(side, set())


@each_side
def test_what_is_seen_is_seen_as_it_is(paper, side):
    view = known(paper.state, side)
    assert all(one == paper.state.units[name] for name, one in view.units.items())


@each_side
def test_secret_piles_are_only_counted(paper, side):
    unread = paper.unread.get(side, set())
    backs = {name: (UNREAD,) * len(pile.cards) for name, pile in paper.state.piles.items() if name in unread}
    faces = {name: pile.cards for name, pile in paper.state.piles.items() if name not in unread}
    assert {name: pile.cards for name, pile in known(paper.state, side).piles.items()} == backs | faces


@each_side
def test_a_view_nowhere_names_what_it_hides(paper, side):
    assert not leaks(paper.state, side)


@each_side
def test_whatever_a_seen_unit_belongs_to_or_rides_is_seen(paper, side):
    assert not testing.loose_ends(known(paper.state, side))


@each_side
def test_what_a_side_does_not_know_changes_nothing_it_sees(paper, side):
    state = paper.state
    for name in paper.unseen.get(side, ()):
        state = Moved(name, Place(1.0, 1.0)).apply(Tallied(name, "hits", 9).apply(Marked(name, "bogged").apply(state)))
    for name in paper.unread.get(side, ()):
        pile = state.piles[name]
        state = Stacked(name, replace(pile, cards=("another card",) * len(pile.cards))).apply(state)
    assert known(state, side) == known(paper.state, side)


def leaks(state: State, side: Side) -> list[str]:
    return testing.leaks(state, known(state, side))


def test_the_check_sees_a_hidden_unit_that_a_step_names():
    state = great_battles_d10().state
    assert leaks(state.change(agenda=(Phase("actions of B2", ALLIES),)), AXIS) == ["B2"]


def test_the_check_sees_a_card_shown_in_another_pile():
    state = portable_wargame().state
    (card,) = state.piles[orders_of(RED)].cards
    assert leaks(Stacked("discards", Pile((card,))).apply(state), BLUE) == [card]


def test_the_check_sees_a_stand_whose_battalion_is_still_hidden():
    state = Revealed(UnitId("B2/1")).apply(great_battles_d10().state)
    assert testing.loose_ends(known(state, AXIS)) == ["B2/1"]


@each_paper
def test_everything_that_has_a_place_is_on_the_table(paper):
    board = paper.state.board
    on_table = board.holds if isinstance(board, FreeTable) else board.has
    assert all(on_table(one.place) for one in paper.state.units.values() if one.place)


# ---- what happens


@each_change
def test_the_change_can_be_told_in_facts(paper, change):
    assert change.holds(carried_out(paper, change).state)


@each_change
def test_the_change_is_a_change(paper, change):
    assert carried_out(paper, change).state != paper.state


@each_change
def test_facts_alone_rebuild_the_state_after_the_change(paper, change):
    play = carried_out(paper, change)
    written = msgspec.json.encode([entry.event for entry in play.entries])
    facts = msgspec.json.decode(written, type=list[FACTS])
    assert reduce(lambda so_far, fact: fact.apply(so_far), facts, paper.state) == play.state


@each_change
def test_views_stay_whole_and_tight_after_the_change(paper, change):
    after = carried_out(paper, change).state
    faults = [(side, leaks(after, side), testing.loose_ends(known(after, side))) for side in after.sides]
    assert faults == [(side, [], []) for side in after.sides]


@pytest.mark.parametrize(
    ("paper", "change"),
    [
        pytest.param(paper, change, id=f"{paper.state.rules}: {change.what}")
        for paper in PAPERS
        for change in paper.changes
        if change.secret_from
    ],
)
def test_a_secret_change_is_neither_seen_nor_read(paper, change):
    play = carried_out(paper, change)
    read = [entry for entry in play.entries if entry.known_to is None or change.secret_from in entry.known_to]
    assert (known(play.state, change.secret_from), read) == (known(paper.state, change.secret_from), [])


def test_a_template_on_the_table_blocks_sight():
    state = great_battles_d10().state
    smoke, firer, target = (state.units[UnitId(name)].place for name in ("Allied template 5", "P1/1", "B1/2"))
    board = state.board
    assert isinstance(board, FreeTable) and smoke and firer and target
    seen = [board.sight(firer, target, standing).clear for standing in ([], [(smoke, Base(1.0, disc=True))])]
    assert seen == [True, False]


FACTS = Added | Carried | Counted | Discarded | Hidden | Marked | Moved | Removed | Revealed | Spent | Stacked
FACTS |= Tallied | Unmarked | events.Refreshed | Attached | Taken


def carried_out(paper: Paper, change: Change) -> Play:
    play = Play(paper.state, Scripted(), known)
    for fact in change.facts:
        play.emit(fact, Clause(change.clause))
    return play


# ---- what does not fit yet: docs/paper-states.md proposes a remedy for each


def test_a_die_for_a_hidden_stand_is_not_shown_to_the_firer():
    play = Play(great_battles_d10().state, Scripted(dice=[3]), known)
    play.roll("B2/1 is under fire", at_most(6, 10), by=frozenset({ALLIES}))
    assert play.entries[-1].known_to == {ALLIES}


def test_a_secret_plan_is_given_up_in_secret():
    play = Play(great_battles_d10().state, Scripted(), known)
    play.emit(Discarded(UnitId("target of Allied template 2")), Clause("gb10.barrage.cancel"))
    assert play.entries[-1].known_to == {ALLIES}
