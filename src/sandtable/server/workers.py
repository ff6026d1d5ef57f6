"""Processes for slow work. They start when needed, and end with the server, even if it crashes."""

import asyncio
from collections.abc import Callable
from multiprocessing import get_context
from typing import TypeVar

from sandtable.server.working import READY, work

T = TypeVar("T")
START = 60.0  # seconds that a process may take to start


class NotWanted(Exception):
    """Nobody wanted the answer any more when a worker was free."""


class Worker:
    """One process. Tasks and answers must be picklable."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._is_ready = False
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def do(self, task: Callable[[], T], seconds: float) -> T:
        """Blocks. EOFError or OSError: the process has died. TimeoutError: it takes too long and must be killed."""
        self._wait_for_start()
        self._line.send(task)
        if not self._line.poll(seconds):
            raise TimeoutError("the answer takes too long to work out")
        done, answer = self._line.recv()
        if not done:
            raise answer
        found: T = answer
        return found

    def _wait_for_start(self) -> None:
        """The time to start does not count against the first task."""
        if not self._is_ready:
            if not self._line.poll(START):
                raise TimeoutError("no process could be started")
            self._is_ready = self._line.recv() == READY

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


class Workers:
    """At most `most` workers, each with `seconds` for a task. A task is finished even if its asker goes away."""

    def __init__(self, most: int, seconds: float) -> None:
        self._seconds = seconds
        self._free: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()  # None: not started yet
        for _ in range(most):
            self._free.put_nowait(None)
        self._started: list[Worker] = []
        self._tasks: set[asyncio.Task[object]] = set()

    async def do(self, task: Callable[[], T], wanted: Callable[[], bool] = lambda: True) -> T:
        """TimeoutError if it takes too long; NotWanted if nobody wants it any more when a worker is free."""
        worker = await self._free.get()
        if not wanted():
            self._free.put_nowait(worker)
            raise NotWanted
        doing = asyncio.create_task(self._do(worker or self._start(), task))
        self._tasks.add(doing)
        doing.add_done_callback(self._tasks.discard)
        return await asyncio.shield(doing)

    async def _do(self, worker: Worker, task: Callable[[], T]) -> T:
        """A dead worker is replaced at once; one that takes too long is replaced when the next task comes."""
        free: Worker | None = worker
        try:
            return await asyncio.to_thread(worker.do, task, self._seconds)
        except TimeoutError:
            self._dismiss(worker)
            free = None
            raise
        except (EOFError, OSError):
            self._dismiss(worker)
            free = self._start()
            return await asyncio.to_thread(free.do, task, self._seconds)
        finally:
            self._free.put_nowait(free)

    def _start(self) -> Worker:
        worker = Worker()
        self._started.append(worker)
        return worker

    def _dismiss(self, worker: Worker) -> None:
        self._started.remove(worker)
        worker.kill()

    async def close(self) -> None:
        for worker in self._started:
            await asyncio.to_thread(worker.kill)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
