"""The words of the state: kinds of stands, markers, tallies.

Plain strings: reading an enumeration costs ten times as much, and these are read all the time.
"""

from enum import StrEnum
from typing import Final

ITS_TRACK: Final = "'s half-track"  # a half-track has the name of its stand


class Kind:
    """Stands and markers on the table, and the bodies they make up."""

    INFANTRY: Final = "Infantry"
    ARMOUR: Final = "Armour"
    ANTI_TANK: Final = "Anti-tank gun"
    FIELD_GUN: Final = "Field gun"
    HEAVY_WEAPONS: Final = "Heavy weapons"
    HQ: Final = "HQ"
    HALF_TRACK: Final = "Half-track"  # one that has unloaded and stays on the table
    C_OPS: Final = "C Ops"
    FUP: Final = "FUP"
    TEMPLATE: Final = "Template"
    AIR_MISSION: Final = "Air mission"
    OBJECTIVE: Final = "Objective"
    BATTALION: Final = "Battalion"
    BATTLEGROUP: Final = "Battlegroup"
    FORCE: Final = "Force"  # a side
    DIVISION: Final = "Division"  # where a side has several
    ORDERS: Final = "Standing orders"
    SKY: Final = "Sky"  # carries the weather


GUNS = frozenset({Kind.ANTI_TANK, Kind.FIELD_GUN})
FIGHTING = GUNS | {Kind.INFANTRY, Kind.ARMOUR}
SUPPORT = frozenset({Kind.HQ, Kind.HEAVY_WEAPONS})
COMPANIES = FIGHTING | SUPPORT  # what counts as a stand of a battalion
STANDS = COMPANIES | {Kind.HALF_TRACK}
COMMAND = frozenset({Kind.C_OPS, Kind.FUP})
MISSIONS = frozenset({Kind.TEMPLATE, Kind.AIR_MISSION})


class Formation(StrEnum):
    """Marks of a battalion; it always has one of them while it is on the table."""

    MARCH = "march"
    ROAD_MARCH = "road march"
    ASSAULT = "assault"
    DEFENSIVE = "defensive"


class Mark:
    # of battalions
    ACTIVATED: Final = "activated"
    TO_GROUND: Final = "gone to ground"
    DEACTIVATED: Final = "deactivated"  # by its owner, today
    ACTION_TAKEN: Final = "action taken"
    RESERVE: Final = "in reserve"
    KEPT_BACK: Final = "kept back"  # its owner left it in reserve at the start
    WIPED_OUT: Final = "wiped out"
    REBUILT: Final = "rebuilt"  # after being wiped out: one quality level lower
    TO_LAND: Final = "still to land"  # from the air; also a C Ops
    SCATTERED: Final = "scattered"  # it has landed and has not reached its rendezvous
    # of stands
    SUPPRESSED: Final = "suppressed"
    DESTROYED: Final = "destroyed"
    SET_UP: Final = "set up"
    LOADED: Final = "loaded"  # carried or towed by its own transport
    NO_TRANSPORT: Final = "without transport"  # the enemy has destroyed it
    WAITING: Final = "waiting"  # replaced, but not yet back with its battalion
    DUG_IN: Final = "dug in"
    IN_THE_AIR: Final = "in the air"  # its place is its drop point
    RENDEZVOUS: Final = "the rendezvous"  # of its scattered battalion
    WITHHELD: Final = "held back"  # it comes later; also a C Ops or a FUP
    OFF_ROAD: Final = "off the road"  # a C Ops that has landed there
    # of missions
    PRE_PLANNED: Final = "pre-planned"
    REGISTERED: Final = "registered"
    ON_CALL: Final = "on call"
    CALLED: Final = "called"  # on its way; also a battalion that was held back
    SMOKE: Final = "smoke"  # of one that is falling
    FALLING: Final = "falling"  # on the table
    USED: Final = "used"  # out of use until the next dawn
    # of standing orders
    LETS_PASS: Final = "lets every move pass"  # only in the thoughts of a computer player


FOUND_CUT = "found cut: "  # a side's staff has found this source of reserves closed; its name follows
DROPS = "dropping "  # mark of a parachute unit; the height follows
ENTERS = "comes over "  # mark of a battalion that is held back; the piece of terrain follows


class Tie:
    """Kinds of links."""

    ATTACKS: Final = "attacks"  # a battalion in close combat: the one it moved against
    AIMS: Final = "aims at"  # a stand: its target
    LOBS: Final = "lobs at"  # the same by indirect fire
    UNDER: Final = "under"  # a stand: a template for which it has rolled
    STRIKES: Final = "strikes"  # an aircraft: the stand it has picked


class Trait:
    SMG: Final = "SMG"
    ATTACHED: Final = "attached"
    CAME_ATTACHED: Final = "came attached"  # it is never replaced
    ENGINEERS: Final = "engineers"
    AIRBORNE: Final = "airborne"
    GLIDER: Final = "glider"
    COMMONWEALTH: Final = "Commonwealth"
    MAY_START_SET_UP: Final = "may start set up"
    MAY_WAIT: Final = "may start in reserve"
    ROCKETS: Final = "rockets"
    ASKED_FOR: Final = "asked for"  # an aircraft bought with an activation point, for one day
    OF_A_GUN: Final = "of a field gun"


GUN, ARMOUR, SPEED, RIDES = "gun ", "armour ", "speed ", "rides "  # traits of stands, followed by a class


class Did:
    """What a battalion or a stand has done or suffered in this player turn."""

    SUPPRESSED: Final = "was suppressed"
    DESTROYED: Final = "was destroyed"
    TESTED: Final = "has tested morale"
    WON: Final = "has won"  # a close combat
    LOST: Final = "has lost"
    FOUGHT: Final = "has fought"
    ACTED: Final = "has acted this round"  # the battalion's action of the round is used
    BUSY: Final = "has done its part"  # the stand's part of a some-may action
    PAID: Final = "has paid with some stands"  # the battalion cannot move this round
    FIRED: Final = "has fired"
    STAYED: Final = "stays where it is"  # keeps its action of the round for its stands
    HURRIES: Final = "takes the risk of haste"
    ROUGH: Final = "has hurried over bad going"
    MOVED: Final = "has moved"
    TRIED: Final = "has tried to reactivate"
    STOOD_DOWN: Final = "has stood down"
    MOUNTED: Final = "has got up on a tank"
    GOT_DOWN: Final = "has got down from a tank"
    PREPARED: Final = "has written down what it holds back"  # the side
    ACTIVATED: Final = "has used a column"  # the keeper of the points
    SETTLED: Final = "activates nobody else"  # one of several divisions
    ASKED: Final = "asks for no more aircraft"  # the side
    EDITED: Final = "has changed its standing orders"
    KEPT: Final = "is kept in reserve"  # a battalion whose owner decided not to bring it on
    REINFORCED: Final = "has had its replacements"  # a battalion, this night
    REJOINED: Final = "has been sent for"  # a replaced stand, whether or not it could rejoin


class Tally:
    DAY: Final = "day"
    TURN: Final = "turn"
    SIGHT: Final = "sighting distance"  # in inches
    ODD: Final = "odd light"  # the die of the third turn was odd
    POINTS: Final = "activation points"
    ROUNDS: Final = "rounds"
    ACTIONS: Final = "actions"
    INTERVAL: Final = "interval"  # between neighbours in line, in hundredths of an inch
    BATTERY: Final = "battery"  # a field gun under a new name: the number of its template among those of guns
    SLOT: Final = "slot"  # a stand's rank in its battalion's order
    AT_DAWN: Final = "stands at dawn"
    LOST_TODAY: Final = "lost today"
    LOST_ON: Final = "lost on day"
    DUE: Final = "due"  # the turn on which a mission or a battalion that is held back arrives
    DUE_DAY: Final = "due on day"
    DARK: Final = "dark"  # the day that has ended early
    AMMO_LOW: Final = "low ammunition"
    DIGGING: Final = "digging"
    OVERRUN: Final = "times overrun"
    CHANCE: Final = "fire at"  # standing order: per cent
    WITHIN: Final = "fire within"  # standing order: inches
    READY_ON: Final = "activated on turn"
    ROAD_X: Final = "makes for x"  # the point on a road that a C Ops heads for, in hundredths of an inch
    ROAD_Y: Final = "makes for y"
    RALLY_SUM: Final = "rally modifiers"  # of its first rally in this player turn
    USED_INCHES: Final = "moved set up"  # hundredths of an inch in this player turn
