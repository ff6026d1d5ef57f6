"""What other processes work out: the choices of computer players, their advice, odds. They receive a position."""

import pickle
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable.forecast import ON_REQUEST, as_known, odds
from sandtable.kernel.decision import Command
from sandtable.kernel.position import Answer, Position, run
from sandtable.kernel.seat import NoDice, Seat
from sandtable.kernel.state import State
from sandtable.players import PLAYERS
from sandtable.players import advice as players
from sandtable.players.advice import Advice
from sandtable.rules import rule_sets
from sandtable.ways import UNDECIDED, Odds

COUNTING = 1.0  # seconds for exact odds; if they take longer, the odds are estimated
KEPT = 256  # pickled boards and scenarios to keep


class Asked(Struct, frozen=True):
    """A position without its question, which cannot be pickled. The other process runs the step again to get it."""

    board: bytes  # pickled apart, because it seldom changes and keeps derived values
    scenario: bytes
    start: State
    path: tuple[Answer, ...]


def packed(at: Position) -> Asked:
    bare = replace(at.start, board=None, scenario=None)
    return Asked(frozen(at.start.board), frozen(at.start.scenario), bare, at.path)


def unpacked(asked: Asked) -> Position:
    start = replace(asked.start, board=thawed(asked.board), scenario=thawed(asked.scenario))
    return run(rule_sets()[start.rules], start, asked.path, NoDice()).position


_FROZEN: dict[int, tuple[Any, bytes]] = {}


def frozen(value: Any) -> bytes:
    """Pickle a value; the same object is pickled only once."""
    kept = _FROZEN.get(id(value))
    if kept is None or kept[0] is not value:
        while len(_FROZEN) >= KEPT:
            _FROZEN.pop(next(iter(_FROZEN)), None)  # the oldest; another thread may have removed it
        kept = _FROZEN[id(value)] = value, pickle.dumps(value)
    return kept[1]


@lru_cache(maxsize=64)
def thawed(value: bytes) -> Any:
    return pickle.loads(value)


# ---- the tasks


def choose(asked: Asked, level: str, seed: str) -> Command:
    """The computer player gets its seat and nothing else."""
    at = unpacked(asked)
    assert at.question is not None
    return PLAYERS[level](seed).choose(Seat(rule_sets()[at.start.rules], at.question, at))


def advise(asked: Asked, compared: Sequence[Command]) -> list[Advice]:
    """What the computer would do in the seat of the asked side, or how two commands compare, from what it may know."""
    at = unpacked(asked)
    assert at.question is not None
    seat = Seat(rule_sets()[at.start.rules], at.question, at)
    return [players.compared(seat, compared[0], compared[1])] if compared else players.advise(seat)


def weigh(asked: Asked, row_began: Asked, command: Command) -> Odds:
    """Odds from what the asked side may know."""
    at = unpacked(asked)
    rules = rule_sets()[at.start.rules]
    known = as_known(rules, at)
    before = as_known(rules, unpacked(row_began)) if row_began is not asked else known
    return odds(rules, known, command, ON_REQUEST, before, COUNTING) if known else UNDECIDED
