"""The words that state is written in: kinds of stands, markers, tallies."""

from enum import StrEnum


class Kind(StrEnum):
    """Stands and markers on the table, and the bodies they make up."""

    INFANTRY = "Infantry"
    ARMOUR = "Armour"
    ANTI_TANK = "Anti-tank gun"
    FIELD_GUN = "Field gun"
    HEAVY_WEAPONS = "Heavy weapons"
    HQ = "HQ"
    HALF_TRACK = "Half-track"  # one that has unloaded and stays on the table
    C_OPS = "C Ops"
    FUP = "FUP"
    TEMPLATE = "Template"
    AIR_MISSION = "Air mission"
    OBJECTIVE = "Objective"
    BATTALION = "Battalion"
    BATTLEGROUP = "Battlegroup"
    FORCE = "Force"
    ORDERS = "Standing orders"
    SKY = "Sky"  # carries the weather


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


class Mark(StrEnum):
    # of battalions
    ACTIVATED = "activated"
    TO_GROUND = "gone to ground"
    DEACTIVATED = "deactivated"  # by its owner's will, today
    ACTION_TAKEN = "action taken"
    RESERVE = "in reserve"
    KEPT_BACK = "kept back"  # its owner left it in reserve at the start
    WIPED_OUT = "wiped out"
    REBUILT = "rebuilt"  # after being wiped out: one quality level lower
    TO_LAND = "still to land"  # from the air; of a C Ops too
    SCATTERED = "scattered"  # it has landed and not yet come together
    # of stands
    SUPPRESSED = "suppressed"
    DESTROYED = "destroyed"
    SET_UP = "set up"
    LOADED = "loaded"  # carried or towed by its own transport
    NO_TRANSPORT = "without transport"  # it has been destroyed
    WAITING = "waiting"  # replaced, but not yet back with its battalion
    DUG_IN = "dug in"
    IN_THE_AIR = "in the air"  # its place is the point it is to be dropped on
    RENDEZVOUS = "the rendezvous"  # of its scattered battalion
    OFF_ROAD = "off the road"  # a C Ops that has landed there
    # of missions
    PRE_PLANNED = "pre-planned"
    REGISTERED = "registered"
    ON_CALL = "on call"
    CALLED = "called"  # on its way
    FALLING = "falling"  # on the table
    USED = "used"  # out of use until the next dawn


MISSION_KINDS = (Mark.PRE_PLANNED, Mark.REGISTERED, Mark.ON_CALL)
ATTACKS = "attacks "  # mark of a battalion in close combat, followed by the name of the one it moved against
UNDER = "under "  # mark of a stand, followed by the name of a template it has been rolled for
FOUND_CUT = "found cut: "  # what a side's staff has found out of a way onto the table, followed by its name
DROPS = "dropping "  # mark of a unit that comes by parachute, followed by the height
STRIKES = "strikes "  # mark of an aircraft, followed by the name of the stand it has picked


class Trait(StrEnum):
    SMG = "SMG"
    ATTACHED = "attached"
    ENGINEERS = "engineers"
    AIRBORNE = "airborne"
    GLIDER = "glider"
    COMMONWEALTH = "Commonwealth"
    GERMAN = "German"
    MAY_START_SET_UP = "may start set up"
    MAY_WAIT = "may start in reserve"
    ROCKETS = "rockets"
    OF_A_GUN = "of a field gun"


GUN, ARMOUR, SPEED, RIDES = "gun ", "armour ", "speed ", "rides "  # traits of stands, followed by a class


class Did(StrEnum):
    """What a battalion or a stand has done or suffered in this player turn."""

    SUPPRESSED = "was suppressed"
    DESTROYED = "was destroyed"
    TESTED = "has tested morale"
    WON = "has won"
    FOUGHT = "has fought"
    ACTED = "has acted this round"  # the battalion's action of the round is used
    BUSY = "has done its part"  # the stand's part of a some-may action
    FIRED = "has fired"
    STAYED = "stays where it is"  # keeps its action of the round for its stands
    MOVED = "has moved"
    TRIED = "has tried to reactivate"
    STOOD_DOWN = "has stood down"
    MOUNTED = "has got up on a tank"
    GOT_DOWN = "has got down from a tank"
    ACTIVATED = "has used a column"  # the side
    EDITED = "has changed its standing orders"
    KEPT = "is kept in reserve"  # a battalion its owner has thought better of bringing on
    REINFORCED = "has had its replacements"  # a battalion, this night
    REJOINED = "has been sent for"  # a replaced stand, whether or not it could rejoin


class Tally(StrEnum):
    DAY = "day"
    TURN = "turn"
    SIGHT = "sighting distance"  # in inches
    ODD = "odd light"  # the die of the third turn was odd
    POINTS = "activation points"
    ROUNDS = "rounds"
    ACTIONS = "actions"
    INTERVAL = "interval"  # between neighbours in line, in hundredths of an inch
    SLOT = "slot"  # a stand's rank in its battalion's order
    AT_DAWN = "stands at dawn"
    LOST_TODAY = "lost today"
    LOST_ON = "lost on day"
    DUE = "due"  # the turn a mission arrives
    AMMO_LOW = "low ammunition"
    DIGGING = "digging"
    OVERRUN = "times overrun"
    CHANCE = "fire at"  # standing order: per cent
    WITHIN = "fire within"  # standing order: inches
    READY_ON = "activated on turn"
    ROAD_X = "makes for x"  # the point of a road that a C Ops makes for, in hundredths of an inch
    ROAD_Y = "makes for y"
    USED_INCHES = "moved set up"  # hundredths of an inch in this player turn
