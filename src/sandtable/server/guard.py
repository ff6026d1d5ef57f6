"""Which requests are let in: those of our own pages, to one of our names, not too many and not too slow."""

import asyncio
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.limits import Bucket, Limits, PerAddress

FOREIGN_HOST = "This server does not have that name. Start it with --name {}."
FOREIGN_ORIGIN = "A page of another site may not use this server."
HASTY = "You sent too many requests. Please try again in a minute."
SAFE = ("GET", "HEAD")
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{what} {sources}" for what, sources in POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Checks every request before its route. It refuses a browser that another site or a false name has sent here."""

    def __init__(self, app: ASGIApp, names: frozenset[str], limits: Limits) -> None:
        self._app, self._names, self._limits = app, names, limits
        self._requests = PerAddress(partial(Bucket, limits.requests))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        fault = self._fault(scope)
        if fault is not None:
            await refuse(scope, send, *fault)
        elif scope["type"] == ScopeType.HTTP:
            await self._app(scope, self._in_time(receive), send)
        else:
            await self._app(scope, receive, send)

    def _fault(self, scope: Scope) -> tuple[int, str] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        name = urlsplit(f"//{host}").hostname or ""
        if not (name in self._names or is_address(name)):  # nobody can point a number address elsewhere
            return 421, FOREIGN_HOST.format(name[:100])
        origin = headers.get(b"origin")
        needs_origin = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in SAFE
        if origin is not None and needs_origin and not self._is_home(origin, host):
            return 403, FOREIGN_ORIGIN
        client = scope.get("client")
        if scope["type"] == ScopeType.HTTP and not self._requests.of(client[0] if client else "").take():
            return 429, HASTY
        return None

    def _is_home(self, origin: str, host: str) -> bool:
        """Whether the page was loaded from here or, behind a proxy, from one of our names."""
        asked = urlsplit(origin)
        return asked.netloc.lower() == host.lower() or (asked.hostname or "") in self._names

    def _in_time(self, receive: Receive) -> Receive:
        """The whole request must arrive in time."""
        end = asyncio.get_running_loop().time() + self._limits.body

        async def receive_in_time() -> Any:
            async with asyncio.timeout_at(end):
                return await receive()

        return receive_in_time


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    """Close a socket before it is accepted, which the client sees as 403; answer a request with the reason."""
    if scope["type"] == ScopeType.WEBSOCKET:
        closed: Any = {"type": "websocket.close", "code": 1008, "reason": ""}
        await send(closed)
        return
    body = msgspec.json.encode({"error": why})
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += [(b"connection", b"close")]  # or more of the same would wait behind it
    start: Message = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})


# ---- headers of every answer


async def be_safe(message: Message, _scope: Scope) -> None:
    """Add the headers to every answer, also to errors and files."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
