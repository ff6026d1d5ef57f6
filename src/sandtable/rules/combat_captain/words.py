"""The words that state is written in: kinds of units, markers, tallies."""

from typing import Final


class Body:
    """What is no sub-unit. A sub-unit's kind is its row in the charts."""

    FORCE: Final = "Force"  # a side
    COMPANY: Final = "Company"  # the unit of the book: a company, a tank company, a battery
    OBJECTIVE: Final = "Objective"
    SHELL: Final = "Shell"
    TAPE: Final = "Tape"


class Mark:
    LOST: Final = "lost"
    PLACED: Final = "set up"
    LED: Final = "leader named"  # by its owner, at the set-up
    LOW_AMMUNITION: Final = "low on ammunition"
    SHORT_NEXT: Final = "low on ammunition in its next turn"


class Tally:
    MEN: Final = "men"
    COVER: Final = "cover"
    STILL: Final = "turns still"  # own turns since it last moved
    CHITS: Final = "chits"
    LOST_NOW: Final = "sub-units lost"  # there if a company has lost any in the event that is under way
    DICE: Final = "dice left"  # activation dice
    FIRE_DICE: Final = "dice fired"  # of those that are spent
    PLANES: Final = "planes"
    HAD: Final = "sub-units at the start"  # cars and trucks not counted
    TURN: Final = "turn"


class Did:
    """What a sub-unit or a company has done in this player turn."""

    MOVED: Final = "moved"
    FIRED: Final = "fired on opportunity"
    WITHDREW: Final = "withdrew"
    ACTED: Final = "activated"
    FOUGHT: Final = "fought"


class Die:
    """What an activation die was spent on."""

    MOVE: Final = "move"
    FIRE: Final = "fire"
    COVER: Final = "cover"
    RALLY: Final = "rally"
    TRANSPORT: Final = "mount or dismount"
    PASS: Final = "given up"


class Tie:
    LEADER: Final = "led by"  # from a company to its leader sub-unit
    STANDS: Final = "standing against"  # from a company to an enemy company whose charge it awaits


ENHANCED: Final = "enhanced small arms"  # a trait of rifle squads
