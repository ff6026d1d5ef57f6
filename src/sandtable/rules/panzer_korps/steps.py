"""The parts of the sequence of play. `sequence.py` says what each of them does."""

from typing import ClassVar, Literal

from sandtable.kernel.state import Side, Step, UnitId

# ---- setting up: pk.setup.sequence


class Opening(Step, frozen=True):
    """Who sets up first, and which Force Groups are there."""

    sets_up: ClassVar[bool] = True


class Deployment(Step, frozen=True):
    sets_up: ClassVar[bool] = True

    side: Side


class FirstOrders(Step, frozen=True):
    """A side gives its Force Groups their first orders and attaches its leaders. In secret."""

    sets_up: ClassVar[bool] = True

    side: Side


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


class InitiativeSign(Step, frozen=True):
    """A good CinC adds or subtracts. In secret."""

    side: Side


class Initiative(Step, frozen=True):
    """pk.initiative.check"""


class Arrivals(Step, frozen=True):
    """pk.arrival.timing"""


class Replacement(Step, frozen=True):
    """A Force Group that has lost its leader gets another."""

    group: UnitId


class Fieldworks(Step, frozen=True):
    side: Side


class SegmentEnd(Step, frozen=True):
    """pk.day-segments.end"""


# ---- the Tactical Turn: pk.turn.tactical-sequence


class TacticalTurn(Step, frozen=True):
    number: int  # of its Day Segment
    of: int


class Logistics(Step, frozen=True):
    """A side writes new orders and attaches leaders. In secret."""

    side: Side


class AirMissions(Step, frozen=True):
    """A side gives its squadrons missions. In secret."""

    side: Side


class AirWar(Step, frozen=True):
    """Missions are revealed, and patrols meet."""


class Interception(Step, frozen=True):
    """One patrol of a side after another may intercept a strike."""

    side: Side


class Dogfight(Step, frozen=True):
    """One round; before it, a squadron may break off."""

    one: UnitId
    other: UnitId
    round: int


class BreakingOff(Step, frozen=True):
    """Whether a squadron fights on. In secret."""

    unit: UnitId
    enemy: UnitId


class Flak(Step, frozen=True):
    """Anti-aircraft guns of a side fire."""

    side: Side


class Bombing(Step, frozen=True):
    """All bombs and missiles; `aims`: of the missiles."""

    aims: tuple[tuple[Side, tuple[float, float]], ...] = ()


class Targets(Step, frozen=True):
    """A side chooses targets for its artillery. In secret."""

    side: Side


class Bombardment(Step, frozen=True):
    """All of it comes down at once."""


class Movement(Step, frozen=True):
    """A side takes its Force Groups one after another."""

    side: Side


class GroupMoves(Step, frozen=True):
    """The formations of a group move: so many, and so many again."""

    group: UnitId
    moves: int
    free: int = 0


class Entering(Step, frozen=True):
    """A Force Group that has arrived marches on."""

    group: UnitId
    zone: Literal["central", "left", "right", "right flank", "left flank"]


class Recovery(Step, frozen=True):
    """pk.disorder.recovery-timing: when the group's movement is finished."""

    group: UnitId


class Spotting(Step, frozen=True):
    side: Side


class Fire(Step, frozen=True):
    """One shot after another."""

    side: Side


class CloseCombat(Step, frozen=True):
    """One combat after another."""


class Morale(Step, frozen=True):
    """One side tests; then the other."""

    side: Side


class TurnEnd(Step, frozen=True):
    """Victory; what the turn remembered is cleared."""
