"""The result of a battle, in the form of the wire."""

from msgspec import Struct


class Lost(Struct, frozen=True):
    label: str
    count: int


class Loss(Struct, frozen=True):
    side: int
    items: tuple[Lost, ...]


class TurnLoss(Struct, frozen=True):
    turn: str
    number: int
    seq: int
    losses: tuple[Loss, ...]


class Luck(Struct, frozen=True):
    side: int
    rolls: int
    expected: float
    got: int
    made: tuple[tuple[float, bool], ...]  # the chance of each die, and whether it reached its need


class Turning(Struct, frozen=True):
    seq: int
    words: str
    swing: float  # above zero: towards the first side


class Result(Struct, frozen=True):
    winner: int
    words: str
    clause: str
    losses: tuple[Loss, ...]
    by_turn: tuple[TurnLoss, ...]
    luck: tuple[Luck, ...]
    turning: tuple[Turning, ...]
