"""The parts of the sequence of play. `sequence.py` says what each of them does."""

from typing import Literal

from sandtable.kernel.state import Side, SideStep, Step, UnitId


class OfGroup(Step, frozen=True):
    group: UnitId


# ---- setting up: pk.setup.sequence


class Opening(Step, frozen=True):
    """Who sets up first, and which Force Groups are there."""

    sets_up = True


class Deployment(SideStep, frozen=True):
    sets_up = True


class FirstOrders(SideStep, frozen=True):
    """A side gives its Force Groups their first orders and attaches its leaders. In secret."""

    sets_up = True


class OrdersShown(Step, frozen=True):
    """What both sides have written is carried out: first orders, or the orders of a Logistics phase."""


# ---- the day: pk.turn.segment-sequence


class Day(Step, frozen=True):
    number: int


class EarlyStart(Step, frozen=True):
    """Sides that may try to force an early start, one after another."""

    sides: tuple[Side, ...]


class Segment(Step, frozen=True):
    number: int  # its row in the table of Day Segments


class InitiativeSign(SideStep, frozen=True):
    """A good CinC adds or subtracts. In secret."""


class Initiative(Step, frozen=True):
    """pk.initiative.check"""


class Arrivals(Step, frozen=True):
    """pk.arrival.timing"""


class Replacement(OfGroup, frozen=True):
    """A Force Group that has lost its leader gets another."""


class Fieldworks(SideStep, frozen=True):
    """Its formations dig in."""


class SegmentEnd(Step, frozen=True):
    """pk.day-segments.end"""


# ---- the Tactical Turn: pk.turn.tactical-sequence


class TacticalTurn(Step, frozen=True):
    number: int  # of its Day Segment
    of: int


class Logistics(SideStep, frozen=True):
    """A side writes new orders and attaches leaders. In secret."""


class AirMissions(SideStep, frozen=True):
    """A side gives its squadrons missions. In secret."""


class AirWar(Step, frozen=True):
    """Missions are revealed, and patrols meet."""


class Interception(SideStep, frozen=True):
    """One patrol of a side after another may intercept a strike."""


class Dogfight(Step, frozen=True):
    """One round; before it, a squadron may break off."""

    one: UnitId
    other: UnitId
    round: int


class BreakingOff(Step, frozen=True):
    """Whether a squadron fights on. In secret."""

    unit: UnitId
    enemy: UnitId


class Flak(SideStep, frozen=True):
    """Anti-aircraft guns of a side fire."""


class Bombing(Step, frozen=True):
    """All bombs and missiles; `aims`: of the missiles."""

    aims: tuple[tuple[Side, tuple[float, float]], ...] = ()


class Targets(SideStep, frozen=True):
    """A side chooses targets for its artillery. In secret."""


class Bombardment(Step, frozen=True):
    """All of it comes down at once."""


class Movement(SideStep, frozen=True):
    """A side takes its Force Groups one after another."""


class GroupMoves(OfGroup, frozen=True):
    """The formations of a group move: so many, and so many again."""

    moves: int
    free: int = 0


class Entering(OfGroup, frozen=True):
    """A Force Group that has arrived marches on."""

    zone: Literal["central", "left", "right", "right flank", "left flank"]


class Recovery(OfGroup, frozen=True):
    """pk.disorder.recovery-timing: when the group's movement is finished."""


class Spotting(SideStep, frozen=True):
    """A side looks for the enemy."""


class Fire(SideStep, frozen=True):
    """One shot after another."""


class CloseCombat(Step, frozen=True):
    """One combat after another."""


class Morale(SideStep, frozen=True):
    """One side tests; then the other."""


class TurnEnd(Step, frozen=True):
    """Victory; what the turn remembered is cleared."""


def after_movement(first: Side, second: Side) -> tuple[Step, ...]:
    """The rest of a Tactical Turn."""
    fights = Spotting(first), Fire(first), Spotting(second), Fire(second), CloseCombat()
    return *fights, Morale(first), Morale(second), TurnEnd()
