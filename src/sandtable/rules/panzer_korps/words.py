"""The words that state is written in: kinds of units, markers, tallies."""

from typing import Final, Literal, get_args


def words_of(sort: type) -> tuple[str, ...]:
    """All words of a sort."""
    return tuple(word for name, word in vars(sort).items() if name.isupper())


class Kind:
    """What is no formation. A formation's kind is its type."""

    FORCE: Final = "Force"  # a side
    GROUP: Final = "Force Group"
    LEADER: Final = "Leader"  # aboard his formation
    SQUADRON: Final = "Squadron"  # never on the table
    OBJECTIVE: Final = "Objective"
    SMOKE: Final = "Smoke"
    BURST: Final = "Burst"  # where a bombardment or a bomb fell this turn


class Type:
    """pk.organisation.types"""

    INFANTRY: Final = "infantry"
    CAVALRY: Final = "cavalry"
    AFV: Final = "AFV"
    AT: Final = "AT"
    INFANTRY_GUNS: Final = "infantry guns"
    ARTILLERY: Final = "artillery"
    ANTI_AIRCRAFT: Final = "anti-aircraft"
    WAGONS: Final = "wagons"


TYPES: Final = words_of(Type)
GUNS: Final = frozenset({Type.AT, Type.INFANTRY_GUNS, Type.ARTILLERY, Type.ANTI_AIRCRAFT})


class Company:
    """Kinds of attached companies: pk.organisation.attached."""

    MMG: Final = "MMG"
    HMG: Final = "HMG"
    MORTAR: Final = "mortar"
    SUPPORT: Final = "support infantry"
    AT: Final = "AT"
    AT_RIFLES: Final = "anti-tank rifles"
    BAZOOKAS: Final = "bazookas"
    INFANTRY_GUN: Final = "IG"
    AFV: Final = "AFV"
    FLAMETHROWERS: Final = "flamethrowers"
    ANTI_AIRCRAFT: Final = "anti-aircraft"
    HQ: Final = "Divisional HQ"


COMPANIES: Final = words_of(Company)
How = Literal[  # ways of moving
    "", "at the double quick", "deploying first", "deploying at the end", "forming column first", "forming column last"
]
HOWS: Final[tuple[How, ...]] = get_args(How)
ZONES: Final = ("central", "left", "right", "right flank", "left flank")  # a mark of each arriving Force Group


class Order:
    """pk.command.orders: a mark of each Force Group."""

    ADVANCE: Final = "Advance"
    MOVE: Final = "Move"
    HOLD: Final = "Hold"


ORDERS: Final = words_of(Order)


class Mark:
    """Of formations."""

    COLUMN: Final = "Transit Column"  # without it a formation is Deployed
    ENTRENCHED: Final = "entrenched"
    PANICKED: Final = "Panicked"
    SPOTTED: Final = "spotted"  # known to the other side
    WAS_SPOTTED: Final = "last known here"  # until the end of this turn, for blind fire
    HAS_FIRED: Final = "has fired"  # until the other side's next spotting step
    OUT_OF_SUPPLY: Final = "out of supply"
    OFF_TABLE: Final = "off the table"  # artillery behind the table edge
    LOST: Final = "lost"  # dispersed or retired
    WITHDRAWN: Final = "withdrawn"
    PLACED: Final = "set up"
    GIVES_WAY: Final = "giving way"  # it falls back with its panicking group in the next turn too
    # of groups
    PANICKING: Final = "panicking"  # it falls back in this turn too, and rolls no Decision Die
    DELAYED: Final = "delayed"  # it does not arrive on this day
    WAITING: Final = "still to come"  # it rolls on the Arrival chart
    KEEPS_OFF: Final = "keeps off the enemy"  # it is set up 30 inches from every known enemy
    # of sides
    SUPERIORITY: Final = "superior in the air"  # in this Day Segment
    LAUNCHED: Final = "waiting for its next missile"  # in this Day Segment
    HAS_FOUGHT: Final = "in battle"  # on this day or before
    FRESH: Final = "fresh"  # it arrived the day before and has not fought
    # of squadrons
    PATROL: Final = "on patrol"
    STRIKE: Final = "on a strike"
    FLOWN: Final = "has flown"  # in this Day Segment
    ABORTED: Final = "gone home"


class Did:
    """What a formation has done or suffered in this Tactical Turn."""

    MOVED: Final = "moved"
    MARCHED: Final = "made its move"  # by choice, in its group's movement
    MARCHED_TWICE: Final = "made its free move"
    HELD: Final = "failed to disengage"
    DOUBLED: Final = "moved at the double quick"
    FIRED: Final = "fired"
    BOMBARDED: Final = "bombarded"
    SPOTTED: Final = "looked for the enemy"
    SHELLED: Final = "under artillery fire"
    SURPRISED: Final = "surprised"
    DISORDERED: Final = "took Disorder"
    OVERRAN: Final = "has overrun"
    FOUGHT: Final = "fought"
    BEATEN: Final = "beaten in close assault"
    FELL_BACK: Final = "fell back"
    FLED: Final = "panicked"
    TESTED: Final = "tested morale"
    SAW_BREAK: Final = "saw a friend break"  # panic, disperse or retire
    FOUND: Final = "has been spotted"
    WAS_SUPPRESSED: Final = "was Suppressed when the turn began"
    WAS_FRAGMENTED: Final = "was Fragmented when the turn began"
    # of groups
    DECIDED: Final = "rolled its Decision Die"
    FLAK: Final = "fired at aircraft"
    UNDER_AA: Final = "under anti-aircraft fire"  # of a squadron


class Tally:
    DISORDER: Final = "Disorder"
    PANICS: Final = "Panic"  # red markers
    DIGGING: Final = "Day Segments to dig"
    SPOTTED: Final = "spotted in"  # the Day Segment, counted through the battle
    CAPTURED: Final = "captured"  # equipment, of a formation
    DAMAGE: Final = "ADM"  # of a squadron
    TRIES: Final = "arrival rolls"  # of a group: Day Segments since its first attempt
    WAITS: Final = "Day Segments to wait"  # of a group, until it may roll for arrival
    HAD: Final = "formations so far"  # of a side, on the table
    MISSILES: Final = "missiles"  # of a side
    # of the battle
    DAY: Final = "day"
    SEGMENT: Final = "segment"  # its number in the table, 0: Early Morning
    TURN: Final = "turn"  # Tactical Turns since the battle began
    TURNS: Final = "turns"  # of this segment
    WIND: Final = "wind"  # its row in the table of velocities
    DIRECTION: Final = "wind from"  # degrees


class Tie:
    COMMANDS: Final = "commands"  # from a leader to his Force Group
    FIRED_AT: Final = "fired at"  # in the last Fire phase
    BOMBARDED: Final = "bombarded"  # in this turn
    FIGHTS: Final = "fights"  # a combat that began by this formation's move into contact
    SAW: Final = "saw flee"  # an enemy that it saw panic or fall back this turn
    STRIKES: Final = "strikes"  # a squadron at its target
    DOGFIGHTS: Final = "dogfights"  # a squadron and the one that it met
    INITIATIVE: Final = "has the initiative"  # from its force to itself


class Trait:
    """Of formations and squadrons, beside quality and nation."""

    SS: Final = "SS"
    FANATIC: Final = "Fanatic"
    RECCE: Final = "recce"
    CINC: Final = "CinC"  # of leaders
    DECORATED: Final = "Decorated"
