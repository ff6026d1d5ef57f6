"""Combat Captain: turn 4, Able Company has spent two of its three dice; nothing is hidden (cc.sighting.no-hidden)."""

from sandtable.board.place import Place
from sandtable.board.table import FreeTable
from sandtable.board.terrain import Strip
from sandtable.kernel import events
from sandtable.kernel.events import (
    Carried,
    Held,
    Marked,
    Moved,
    Removed,
    Spent,
    Tallied,
    Unmarked,
)
from sandtable.kernel.state import Side
from tests.kernel.papers.paper import Change, Paper, Phase, box, marks, place, table, tally, unit

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
        Change("the town is taken", "cc.victory.control", (Held("the town", AMERICAN),),
               lambda s: s.units["the town"].side == AMERICAN),
    )  # fmt: skip
    return Paper(state, changes)
