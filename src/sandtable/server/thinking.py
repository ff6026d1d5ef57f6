"""Slow work in other processes: computer players, odds, outlines of large regions, checks of saves."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from sandtable.board.grid import SquareGrid
from sandtable.kernel.decision import Command
from sandtable.kernel.position import Position
from sandtable.players import PLAYERS
from sandtable.players.advice import Advice
from sandtable.server import scene
from sandtable.server.places import propose, reach, suggest, suggested
from sandtable.server.proving import prove
from sandtable.server.setting_up import Draft
from sandtable.server.tasks import advise, choose, packed, weigh
from sandtable.server.workers import Workers
from sandtable.ways import Odds

QUESTION, MOVE, PROOF = 10.0, 60.0, 60.0  # seconds after which a process is killed
THREADS = 2  # for slow commands
T = TypeVar("T")
WEAKEST = next(iter(PLAYERS))
LOG = logging.getLogger(__name__)
Wanted = Callable[[], bool]


class Busy(Exception):
    """Too many others wait already."""


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
