"""Limits on raw connections: their number per address, the time for a request's head, and the rate of reading."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import thread_time
from typing import Any, NamedTuple

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandtable.server.limits import AddressCounts, Bucket, Limits, PerAddress

SIP, GULP = 512, 2048  # bytes that are read at once: from a socket, and from a request


class Protocols(NamedTuple):
    """The protocol classes of a server."""

    http: type[HttpToolsProtocol]
    ws: type[WebSocketsSansIOProtocol]


class Valve:
    """A transport. Its reader asks for more and gets it in sips."""

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
    """Bytes that have arrived and have not been read yet.

    Thousands of small messages in one packet would delay everybody. So they are read a little at a time, and others
    get their turn in between. A client that sends more than its share must wait.
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
        """Read nothing more."""
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
        if source.get_write_buffer_size() > self._most:  # the client asks but does not read the answers
            source.abort()
        elif self._unread or debt:
            source.pause_reading()
            self._turn = asyncio.get_running_loop().call_later(debt, self._sip)
        else:
            source.resume_reading()


class Shared(NamedTuple):
    """What all connections of a server share."""

    limits: Limits
    counts: AddressCounts
    reading: PerAddress[Bucket]

    def sips(self, transport: Any, size: int, take: Callable[[bytes], None]) -> Sips:
        address = transport.get_extra_info("peername")
        return Sips(transport, size, take, self.reading.of(address[0] if address else ""), self.limits.unread_bytes)


class LimitedHttp(HttpToolsProtocol):
    """An HTTP connection that is dropped if it sends its request too slowly, or if its address has too many."""

    shared: Shared
    _waiting: asyncio.TimerHandle | None = None
    _counted = False

    def connection_made(self, transport: Any) -> None:
        self._sips = self.shared.sips(transport, GULP, super().data_received)
        super().connection_made(self._sips.valve)  # type: ignore[arg-type]
        self._counted = self.shared.counts.enter(self._address)
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
        """From now on the connection counts as a socket."""
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
            self.shared.counts.leave(self._address)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is read a little at a time."""

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
    """The protocol classes of a server with these limits."""
    shared = Shared(limits, AddressCounts(limits.connections_an_address), PerAddress(partial(Bucket, limits.reading)))
    return Protocols(
        type("LimitedHttp", (LimitedHttp,), {"shared": shared}),
        type("LimitedWebSocket", (LimitedWebSocket,), {"shared": shared}),
    )
