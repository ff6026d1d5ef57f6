"""Messages that wait for one client: limited in number and in bytes, and never two tables."""

import asyncio
from collections import deque


class Full(Exception):
    """The client reads too slowly."""


class Outbox:
    """A new whole table replaces the tables and moves that wait before it."""

    def __init__(self, messages: int, most: int) -> None:
        self._messages, self._most = messages, most
        self._waiting: deque[tuple[bytes, bool]] = deque()  # a text, and whether it shows the table
        self.size = 0  # bytes
        self._some = asyncio.Event()
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, text: bytes, *, shows: bool = False) -> None:
        """Add a message; Full if there is no room. A single message always has room."""
        too_much = self.size + len(text) > self._most or len(self._waiting) >= self._messages
        if self._closed or (self._waiting and too_much):
            raise Full
        self._waiting.append((text, shows))
        self.size += len(text)
        self._some.set()

    def put_table(self, text: bytes) -> None:
        self._waiting = deque(one for one in self._waiting if not one[1])
        self.size = sum(len(text) for text, _ in self._waiting)
        self.put(text, shows=True)

    async def get(self) -> bytes | None:
        """The next message; None when the outbox is closed."""
        while not self._waiting:
            if self._closed:
                return None
            self._some.clear()
            await self._some.wait()
        text, _ = self._waiting.popleft()
        self.size -= len(text)
        return text

    def close(self) -> None:
        """Send nothing more, and drop what waits."""
        self._waiting.clear()
        self.size = 0
        self._closed = True
        self._some.set()
