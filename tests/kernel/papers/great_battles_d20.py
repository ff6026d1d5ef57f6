"""Great Battles, d20: before Agira, day 2, turn 4, the Germans' close combat."""

from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.kernel.events import (
    Added,
    Carried,
    Counted,
    Marked,
    Moved,
    Revealed,
    Tallied,
    Unmarked,
)
from sandtable.kernel.state import NOBODY, Side
from sandtable.kernel.view import known
from tests.kernel.papers.paper import Change, Paper, Phase, box, marks, place, table, tally, unit

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
