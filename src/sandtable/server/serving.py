"""Run the server until somebody stops it."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable, Sequence

import uvicorn

from sandtable.server.addresses import Door, in_url, is_home, reachable
from sandtable.server.app import create_app
from sandtable.server.connections import protocols
from sandtable.server.limits import AT_HOME, MESSAGE, Limits
from sandtable.server.store import check

Ready = Callable[[str, Sequence[str]], None]
RARELY = 5000, 20, 200  # thresholds of the garbage collector's three generations
TURN = 0.0005  # seconds
SILENT = 40  # seconds between two pings of a socket


class Server(uvicorn.Server):
    """Calls `ready` when it accepts visitors."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(url: str, host: str, port: int, ready: Ready, names: Sequence[str] = ()) -> None:
    """`ready` gets the address, and those for other people.

    OSError: the port is taken; StoreError: the database cannot be used.
    """
    asyncio.run(check(url))
    listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    port = listening.getsockname()[1]
    address = f"http://{in_url(host)}:{port}/"
    door = Door(host, port, tuple(names))
    limits = AT_HOME if is_home(host) else Limits()
    speaking, own = protocols(limits), socket.gethostname().lower()  # others may use this name if they can reach it
    config = uvicorn.Config(
        create_app(url, limits, [*names, host, *([] if is_home(host) else [own, f"{own}.local"])], door),
        http=speaking.http,
        ws=speaking.ws,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=MESSAGE,
        ws_ping_interval=SILENT,
        ws_ping_timeout=SILENT,
        timeout_graceful_shutdown=2,
    )
    gc.freeze()
    gc.set_threshold(*RARELY)  # our values hold no cycles
    sys.setswitchinterval(TURN)  # switch threads often, so that the writer runs
    Server(config, lambda: ready(address, reachable(door).addresses)).run([listening])
