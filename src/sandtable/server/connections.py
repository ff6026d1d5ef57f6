"""Connections below the requests: so many of one address, and a head that comes in time."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sandtable.server.limits import Heads, Limits


def protocol(limits: Limits) -> type[HttpToolsProtocol]:
    """How connections are spoken to under these limits."""
    heads = Heads(limits.connections_an_address)

    class Watched(HttpToolsProtocol):
        """Whoever opens connections and says nothing, or says it letter by letter, is let go."""

        _waiting: asyncio.TimerHandle | None = None
        _counted = False

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._counted = heads.enter(self._address)
            if self._counted:
                self._wait_for_head()
            else:
                transport.abort()

        @property
        def _address(self) -> str:
            return self.client[0] if self.client else ""

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
                self._waiting = self.loop.call_later(limits.head, self.transport.abort)

        def _stop_waiting(self) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None

        def _let_go(self) -> None:
            self._stop_waiting()
            if self._counted:
                self._counted = False
                heads.leave(self._address)

    return Watched
