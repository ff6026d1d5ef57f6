"""What takes long is worked out in other processes: computer players, odds, the outlines of large regions."""

import asyncio
import logging
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandtable.board.board import Picker, Region
from sandtable.forecast import ON_REQUEST, UNDECIDED, Odds, as_known, odds
from sandtable.kernel.decision import Command
from sandtable.kernel.position import Answer, Position, run
from sandtable.kernel.savefile import SavedText, SaveError
from sandtable.kernel.seat import NoDice, Seat
from sandtable.kernel.state import State
from sandtable.players import PLAYERS
from sandtable.players.candidates import some_of
from sandtable.rules import rule_sets
from sandtable.server import scene
from sandtable.server.battle import EVERYBODY, PERSON, Battle
from sandtable.server.decisions import spot, worked_out
from sandtable.server.viewpoint import Viewpoint
from sandtable.server.workers import Workers

SUGGESTED = 12  # places
COUNTING = 1.0  # seconds in which odds are counted; what takes longer is too much to count
QUESTION, MOVE, PROOF = 10.0, 60.0, 60.0  # seconds after which a process is given up
SHOWN = 1024 * 1024  # bytes of a table that somebody brings along
KEPT = 256  # boards and scenarios that have been pickled
ASIDE = 2  # threads for commands that take long
T = TypeVar("T")
WEAKEST = next(iter(PLAYERS))
LOG = logging.getLogger(__name__)
Wanted = Callable[[], bool]


class Busy(Exception):
    """Too many wait for this already."""


# ---- a position on its way to another process


class Asked(Struct, frozen=True):
    """A position without its question, which cannot travel: it is put again by running the step again."""

    board: bytes  # apart, because it seldom changes and keeps what has been worked out of it
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
    """Pickled once for as long as it is the same thing."""
    kept = _FROZEN.get(id(value))
    if kept is None or kept[0] is not value:
        while len(_FROZEN) >= KEPT:
            _FROZEN.pop(next(iter(_FROZEN)), None)  # the oldest; two threads may mean the same one
        kept = _FROZEN[id(value)] = value, pickle.dumps(value)
    return kept[1]


@lru_cache(maxsize=64)
def thawed(value: bytes) -> Any:
    return pickle.loads(value)


# ---- what is thought there


def choose(asked: Asked, level: str, seed: str) -> Command:
    """A computer player is given its seat and nothing else."""
    at = unpacked(asked)
    assert at.question is not None
    return PLAYERS[level](seed).choose(Seat(rule_sets()[at.start.rules], at.question, at))


def weigh(asked: Asked, row_began: Asked, command: Command) -> Odds:
    """As the side that is asked may know it."""
    at = unpacked(asked)
    rules = rule_sets()[at.start.rules]
    known = as_known(rules, at)
    before = as_known(rules, unpacked(row_began)) if row_began is not asked else known
    return odds(rules, known, command, ON_REQUEST, before, COUNTING) if known else UNDECIDED


def reach(asked: Asked, number: int) -> scene.Region:
    return worked_out(region_of(asked, number))


def suggest(asked: Asked, number: int) -> tuple[scene.Spot, ...]:
    return suggested(region_of(asked, number))


def suggested(region: Region | None) -> tuple[scene.Spot, ...]:
    """Places worth a look, or any if none is."""
    found = some_of(region, Picker(0), SUGGESTED) or [region.sample(Picker(0))] if region else []
    return tuple(dict.fromkeys(map(spot, found)))


def region_of(asked: Asked, number: int) -> Region:
    at = unpacked(asked)
    assert at.question is not None
    region = at.question.options[number].region
    assert region is not None
    return region


def prove(save: bytes) -> None:
    """Every die and every command of a save, and that its table can be shown; SaveError says what is wrong with it.

    Whatever a stranger's file can break is broken here, in a process that may die of it.
    """
    game = SavedText("the save", save).load(rule_sets(), check=True)
    battle = Battle(game, dict.fromkeys(game.state.sides, PERSON))
    for who, sides in enumerate(battle.audiences):
        seen = Viewpoint(battle, sides[0] if sides else EVERYBODY, who)
        seen.log()
        size = len(msgspec.json.encode((seen.moment(), seen.ground())))
        if size > SHOWN:
            raise SaveError(f"the save: its table takes {size} bytes to show; at most {SHOWN} are allowed")


# ---- the processes


class Thinkers:
    """Computers' thoughts do not keep people's questions waiting, nor odds the places of a move, nor saves either.

    Battles between computers think in a process of their own, so that a person's opponent need not wait for them.
    """

    def __init__(self, processes: int = 2, uploads: int = 3) -> None:
        self._players, self._displays = Workers(processes, MOVE), Workers(1, MOVE)
        self._odds, self._places = Workers(1, QUESTION), Workers(1, QUESTION)
        self._proofs, self._uploads, self._proving = Workers(1, PROOF), uploads, 0
        self._aside = ThreadPoolExecutor(ASIDE, "aside")

    async def choose(self, at: Position, level: str, seed: str, *, display: bool = False) -> Command:
        """A computer that cannot make up its mind does anything. `display`: no person plays in this battle."""
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

    async def reach(self, at: Position, number: int, wanted: Wanted) -> scene.Region:
        return await self._places.do(partial(reach, packed(at), number), wanted)

    async def suggest(self, at: Position, number: int, wanted: Wanted) -> tuple[scene.Spot, ...]:
        return await self._places.do(partial(suggest, packed(at), number), wanted)

    async def prove(self, save: bytes) -> None:
        """A stranger's save may hold anything, and take as long as it likes. Busy: others wait already."""
        if self._proving >= self._uploads:
            raise Busy("other saves are being read; please try again in a minute")
        self._proving += 1
        try:
            await self._proofs.do(partial(prove, save))
        finally:
            self._proving -= 1

    async def aside(self, work: Callable[[], T]) -> T:
        """Carried out beside the event loop, so that other tables need not wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    async def close(self) -> None:
        self._aside.shutdown(wait=False, cancel_futures=True)
        for workers in (self._players, self._displays, self._odds, self._places, self._proofs):
            await workers.close()
