"""Connections below the requests: so many of one address, a head that comes in time, and no floods."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import thread_time
from typing import Any, NamedTuple

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandtable.server.limits import Bucket, Heads, Known, Limits

SIP, GULP = 512, 2048  # bytes that are taken in at once: of a socket, and of a request


class Protocols(NamedTuple):
    """How connections are spoken to."""

    http: type[HttpToolsProtocol]
    ws: type[WebSocketsSansIOProtocol]


class Valve:
    """A transport. Whoever reads from it says when he wants more, and is given it in sips."""

    def __init__(self, source: Any, go_on: Callable[[], None]) -> None:
        self.source, self._go_on = source, go_on
        self.is_open = True

    def pause_reading(self) -> None:
        self.is_open = False
        self.source.pause_reading()

    def resume_reading(self) -> None:
        self.is_open = True
        self._go_on()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)


class Sips:
    """What has come in and has not been looked at yet.

    Thousands of small messages in one packet would keep everybody waiting. So it is taken in a little at a time, and
    others have their turn in between; whoever sends more than his share has to wait.
    """

    def __init__(self, transport: Any, size: int, take: Callable[[bytes], None], bucket: Bucket, most: int) -> None:
        source = transport.source if isinstance(transport, Valve) else transport
        self.valve = Valve(source, self._go_on)
        self._size, self._take, self._bucket, self._most = size, take, bucket, most
        self._unread = bytearray()
        self._turn: asyncio.TimerHandle | None = None
        self._ended = False

    def add(self, data: bytes) -> None:
        self._unread += data
        if self._turn is None:
            self._sip()

    def end(self) -> None:
        """Nothing more is taken in, here."""
        self._ended = True
        self._unread.clear()
        if self._turn is not None:
            self._turn.cancel()

    def _sip(self) -> None:
        self._turn = None
        part = bytes(self._unread[: self._size])
        del self._unread[: self._size]
        if part:
            begun = thread_time()
            self._take(part)
            self._bucket.charge(thread_time() - begun)
        self._go_on()

    def _go_on(self) -> None:
        source, debt = self.valve.source, self._bucket.debt
        if self._ended or self._turn is not None or not self.valve.is_open:
            return
        if source.get_write_buffer_size() > self._most:  # it asks and asks, and does not read the answers
            source.abort()
        elif self._unread or debt:
            source.pause_reading()
            self._turn = asyncio.get_running_loop().call_later(debt, self._sip)
        else:
            source.resume_reading()


class Shared(NamedTuple):
    """What all connections of a server have in common."""

    limits: Limits
    heads: Heads
    reading: Known[Bucket]

    def sips(self, transport: Any, size: int, take: Callable[[bytes], None]) -> Sips:
        address = transport.get_extra_info("peername")
        return Sips(transport, size, take, self.reading.of(address[0] if address else ""), self.limits.unread_bytes)


class Watched(HttpToolsProtocol):
    """Whoever opens connections and says nothing, or says it letter by letter, is let go."""

    shared: Shared
    _waiting: asyncio.TimerHandle | None = None
    _counted = False

    def connection_made(self, transport: Any) -> None:
        self._sips = self.shared.sips(transport, GULP, super().data_received)
        super().connection_made(self._sips.valve)  # type: ignore[arg-type]
        self._counted = self.shared.heads.enter(self._address)
        if self._counted:
            self._wait_for_head()
        else:
            transport.abort()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def data_received(self, data: bytes) -> None:
        self._sips.add(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, and counted as one."""
        self._let_go()
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.shared.limits.head, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _let_go(self) -> None:
        self._sips.end()
        self._stop_waiting()
        if self._counted:
            self._counted = False
            self.shared.heads.leave(self._address)


class Sipped(WebSocketsSansIOProtocol):
    """A socket that is read a little at a time."""

    shared: Shared

    def connection_made(self, transport: Any) -> None:
        self._sips = self.shared.sips(transport, SIP, super().data_received)
        super().connection_made(self._sips.valve)  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        self._sips.add(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._sips.end()
        super().connection_lost(exc)


def protocols(limits: Limits) -> Protocols:
    """Those of a server with these limits."""
    shared = Shared(limits, Heads(limits.connections_an_address), Known(partial(Bucket, limits.reading)))
    return Protocols(type("Watched", (Watched,), {"shared": shared}), type("Sipped", (Sipped,), {"shared": shared}))
