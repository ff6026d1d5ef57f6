"""Great Battles, d10: paratroops on an island, day 1, turn 5, the Axis player's first actions."""

from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.kernel.events import (
    Added,
    Discarded,
    Held,
    Hidden,
    Joined,
    Marked,
    Moved,
    Removed,
    Revealed,
    Spent,
    Tallied,
    Unmarked,
)
from sandtable.kernel.state import NOBODY, Side, UnitId
from sandtable.kernel.view import known
from tests.kernel.papers.paper import Change, Paper, Phase, box, marks, place, table, tally, unit

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
        Change("a support stand is attached in reserve", "gb10.night.attachments", (Joined("spare Hvy Wpns", "B3"),),
               lambda s: s.units["spare Hvy Wpns"].part_of == "B3", secret_from=AXIS),
        Change("the airfield changes hands", "gb10.variants.malta-airfield", (Held("airfield", ALLIES),),
               lambda s: s.units["airfield"].side == ALLIES),
        Change("fog comes up", "gb10.weather.roll", (Unmarked("the weather", "drizzle"), Marked("the weather", "fog")),
               lambda s: marks(s, "the weather") == {"fog"}),
    )  # fmt: skip
    plans = {f"{prefix}Allied template {n}" for n in (1, 2) for prefix in ("", "target of ")} | {"Allied template 3"}
    garrison = {"B2", "B2/1", "B2/2", "B2/HW", "B3", "B3/1", "spare Hvy Wpns", "Allied C Ops", "Allied FUP"}
    drop = {"P2", "P2/1", "P2/2", "P2 drop zone", "Axis template 2", "target of Axis template 2", "Axis sortie 1"}
    return Paper(state, changes, unseen={AXIS: plans | garrison, ALLIES: drop})
