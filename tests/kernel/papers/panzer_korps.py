"""Panzer Korps: fog at Arracourt, Morning, the second of three turns."""

from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.kernel.events import (
    Added,
    Carried,
    Counted,
    Discarded,
    GroundChanged,
    Hidden,
    Marked,
    Moved,
    Removed,
    Revealed,
    Stacked,
    Tallied,
    Unmarked,
)
from sandtable.kernel.state import NOBODY, Pile, Side
from sandtable.kernel.view import known
from tests.kernel.papers.paper import Change, Paper, Phase, box, marks, place, table, tally, unit

AMERICAN, GERMAN = Side("American"), Side("German")


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
        Change("unknown woods are entered", "pk.terrain-generator.unknown",
               (GroundChanged("It is heavy woods", (box("wood", "heavy woods", (26, 30, 34, 38), opaque=True),)),),
               lambda s: known(s, GERMAN).board.ground(Place(30.0, 34.0)) == {"heavy woods"}),
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
