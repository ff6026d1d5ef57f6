"""Slow work in other processes: computer players, odds, outlines of large regions, checks of saves."""

import asyncio
import logging
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.board import Picker, Region
from sandtable.board.grid import SquareGrid
from sandtable.forecast import ON_REQUEST, UNDECIDED, Odds, as_known, odds
from sandtable.kernel.decision import Command
from sandtable.kernel.position import Answer, Position, run
from sandtable.kernel.savefile import SavedText, SaveError
from sandtable.kernel.seat import NoDice, Seat
from sandtable.kernel.state import State
from sandtable.players import PLAYERS
from sandtable.players import advice as players
from sandtable.players.advice import Advice
from sandtable.players.greedy import preferred
from sandtable.rules import rule_sets
from sandtable.server import scene
from sandtable.server.battle import EVERYBODY, PERSON, Battle
from sandtable.server.decisions import spot, worked_out
from sandtable.server.setting_up import Draft, draft
from sandtable.server.viewpoint import Viewpoint
from sandtable.server.workers import Workers

SUGGESTED = 12  # places
COUNTING = 1.0  # seconds for exact odds; if they take longer, the odds are estimated
QUESTION, MOVE, PROOF = 10.0, 60.0, 60.0  # seconds after which a process is killed
SHOWN = 1024 * 1024  # bytes of the table of an uploaded save
KEPT = 256  # pickled boards and scenarios to keep
THREADS = 2  # for slow commands
T = TypeVar("T")
WEAKEST = next(iter(PLAYERS))
LOG = logging.getLogger(__name__)
Wanted = Callable[[], bool]


class Busy(Exception):
    """Too many others wait already."""


# ---- positions for another process


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


# ---- tasks of the other processes


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


def reach(asked: Asked, number: int) -> scene.Region:
    return worked_out(region_of(asked, number))


def suggest(asked: Asked, number: int) -> tuple[scene.Spot, ...]:
    return suggested(unpacked(asked), number)


def suggested(at: Position, number: int) -> tuple[scene.Spot, ...]:
    """Good places, the one first that the computer player prefers."""
    assert at.question is not None
    seat = Seat(rule_sets()[at.start.rules], at.question, at)
    return tuple(dict.fromkeys(map(spot, preferred(seat, seat.options[number], Picker(0)))))[:SUGGESTED]


def propose(asked: Asked, given: tuple[Command, ...], seed: str) -> Draft | None:
    at = unpacked(asked)
    return draft(rule_sets()[at.start.rules], at, given, seed)


def region_of(asked: Asked, number: int) -> Region:
    at = unpacked(asked)
    assert at.question is not None
    region = at.question.options[number].region
    assert region is not None
    return region


def prove(save: bytes) -> None:
    """Check every die and command of a save, and the size of its table; SaveError says what is wrong.

    A stranger's file may break anything. Here it can break only this process.
    """
    game = SavedText("the save", save).load(rule_sets(), check=True)
    battle = Battle(game, dict.fromkeys(game.state.sides, PERSON))
    for who, sides in enumerate(battle.audiences):
        seen = Viewpoint(battle, sides[0] if sides else EVERYBODY, who)
        seen.log()
        size = len(msgspec.json.encode((seen.moment(), seen.ground())))
        if size > SHOWN:
            raise SaveError(f"the save: its table has {size} bytes; at most {SHOWN} are allowed")


# ---- the processes


class Thinkers:
    """Separate processes for computer players, odds, places and saves, so that none delays the others.

    Battles between computers have their own process, so they do not delay a person's opponent.
    """

    def __init__(self, processes: int = 2, uploads: int = 3) -> None:
        self._players, self._displays = Workers(processes, MOVE), Workers(1, MOVE)
        self._odds, self._places, self._advice = Workers(1, QUESTION), Workers(1, QUESTION), Workers(1, MOVE)
        self._proofs, self._uploads, self._proving = Workers(1, PROOF), uploads, 0
        self._threads = ThreadPoolExecutor(THREADS, "slow-commands")

    async def choose(self, at: Position, level: str, seed: str, *, display: bool = False) -> Command:
        """A computer that takes too long is replaced by the weakest. `display`: no person plays in this battle."""
        asked, workers = packed(at), self._displays if display else self._players
        try:
            return await workers.do(partial(choose, asked, level, seed))
        except TimeoutError:
            LOG.warning("%s thought too long about %s", level, at.question.text if at.question else "")
            return await workers.do(partial(choose, asked, WEAKEST, seed))

    async def weigh(self, at: Position, row_began: Position, command: Command, wanted: Wanted) -> Odds:
        asked = packed(at)
        began = asked if row_began is at else packed(row_began)
        try:
            return await self._odds.do(partial(weigh, asked, began, command), wanted)
        except TimeoutError:
            return Odds(too_many=True)

    async def advise(self, at: Position, compared: Sequence[Command], wanted: Wanted) -> list[Advice]:
        return await self._advice.do(partial(advise, packed(at), compared), wanted)

    async def reach(self, at: Position, number: int, wanted: Wanted) -> scene.Region:
        return await self._places.do(partial(reach, packed(at), number), wanted)

    async def suggest(self, at: Position, number: int, wanted: Wanted) -> tuple[scene.Spot, ...]:
        """A computer player judges them. On a grid that takes a moment, so no other process is needed."""
        if isinstance(at.start.board, SquareGrid):
            return await self.in_thread(partial(suggested, at, number))
        return await self._players.do(partial(suggest, packed(at), number), wanted)

    async def propose(self, at: Position, given: tuple[Command, ...], seed: str, wanted: Wanted) -> Draft | None:
        return await self._players.do(partial(propose, packed(at), given, seed), wanted)

    async def prove(self, save: bytes) -> None:
        """Check a stranger's save. It may take long; Busy if too many others wait."""
        if self._proving >= self._uploads:
            raise Busy("The server is reading other saves. Please try again in a minute.")
        self._proving += 1
        try:
            await self._proofs.do(partial(prove, save))
        finally:
            self._proving -= 1

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Work outside the event loop, so that other tables do not wait."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for workers in (self._players, self._displays, self._odds, self._places, self._advice, self._proofs):
            await workers.close()
