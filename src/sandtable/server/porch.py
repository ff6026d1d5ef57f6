"""Sockets wait here until their hello. Space is limited, so the oldest makes room."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from sandtable.server import messages as wire
from sandtable.server.refused import Refused

HELLO = msgspec.json.Decoder(wire.Heard)


class Porch:
    def __init__(self, room_for: int, patience: float) -> None:
        self._room_for, self._patience = room_for, patience
        self._waiting: dict[asyncio.Task[bytes], None] = {}  # the oldest first
        self._sent_away: set[asyncio.Task[bytes]] = set()

    async def hear_hello(self, receive: Callable[[], Awaitable[bytes]]) -> None:
        """Wait for the hello; Refused if it comes too late or is another message."""
        hearing = asyncio.ensure_future(receive())
        assert isinstance(hearing, asyncio.Task)
        self._waiting[hearing] = None
        if len(self._waiting) > self._room_for:
            oldest = next(iter(self._waiting))
            self._sent_away.add(oldest)
            oldest.cancel()
        try:
            async with asyncio.timeout(self._patience):
                text = await hearing
        except TimeoutError:
            raise Refused("the first message came too late") from None
        except asyncio.CancelledError:
            if hearing not in self._sent_away:
                raise  # the server stops
            raise Refused("Too many others are waiting. Please try again.") from None
        finally:
            self._waiting.pop(hearing, None)
            self._sent_away.discard(hearing)
            hearing.cancel()
        self._check(text)

    def _check(self, text: bytes) -> None:
        try:
            if isinstance(HELLO.decode(text), wire.Hello):
                return
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
        raise Refused("the first message must be hello")
