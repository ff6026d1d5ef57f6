"""The web table for two minutes: 300 games beside a stranger who uses his limits to the full. All on this machine."""

import asyncio
import contextlib
import http.client
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import websockets

from bench.server import LEARNING, Message, Seat

GAMES = 300
SECONDS = 120.0
THINK = 3.0  # seconds that a scripted player thinks, on average
ARRIVING = 15.0  # seconds in which they all come
PING = 0.05  # seconds between two pings of somebody who watches another game
CROWDED = 60  # sockets of the stranger: as many as an address may have
MUTE = 5  # of them never read
PAUSE = 0.01  # seconds between two messages of one of his sockets: as many as it may send
STRANGER = "127.66.6.6"
WATCHER = "127.77.7.7"


# ---- whoever plays


async def play(address: str, number: int, end: float, took: list[float]) -> None:
    """Both sides of a game, begun again when it is over."""
    home = f"127.{10 + number // 200}.{number % 200}.1"
    await asyncio.sleep(ARRIVING * number / GAMES)
    while time.perf_counter() < end:
        rules, scenario = LEARNING[number % len(LEARNING)]
        wanted = {"rules": rules, "scenario": scenario, "seed": str(number)}
        links = await asyncio.to_thread(asked, address, home, "POST", "/api/games", wanted)
        await asyncio.gather(*(sit(address, home, token, end, took) for token in links["seats"].values()))


async def sit(address: str, home: str, token: str, end: float, took: list[float]) -> None:
    async with connected(address, home, token) as socket:
        await Seat(socket, random.Random(token), THINK, took).play_out(end)


def connected(address: str, home: str, token: str, **more: object) -> websockets.connect:
    uri = f"ws://{address}/ws/{token}"
    return websockets.connect(uri, max_size=None, open_timeout=60, local_addr=(home, 0), **more)  # type: ignore[arg-type]


def asked(address: str, home: str, method: str, path: str, body: object = None) -> Message:
    line = http.client.HTTPConnection(address, timeout=60, source_address=(home, 0))
    try:
        line.request(method, path, json.dumps(body) if body else None, {"content-type": "application/json"})
        found: Message = json.loads(line.getresponse().read())
        return found
    finally:
        line.close()


async def ping(address: str, end: float, took: list[float]) -> None:
    """Somebody who watches a quiet game, and asks again and again whether the server is still there."""
    rules, scenario = LEARNING[0]
    links = await asyncio.to_thread(
        asked, address, WATCHER, "POST", "/api/games", {"rules": rules, "scenario": scenario}
    )
    async with connected(address, WATCHER, links["watch"]) as socket:
        await socket.send('{"type":"hello","since":-1,"log":0}')
        while time.perf_counter() < end:
            begun = time.perf_counter()
            await socket.send('{"type":"ping"}')
            while json.loads(await socket.recv())["type"] != "pong":
                pass
            took.append(time.perf_counter() - begun)
            await asyncio.sleep(PING)


# ---- the stranger


def attack(address: str, seconds: float) -> None:
    os.nice(10)  # what he reckons himself is his own affair
    asyncio.run(raid(address, time.perf_counter() + seconds))


async def raid(address: str, end: float) -> None:
    """Bursts of every kind of question in games of his own, pages and searches, connections that say nothing."""
    games = [asked(address, STRANGER, "POST", "/api/games", {"rules": r, "scenario": s}) for r, s in LEARNING[1:] * 5]
    tokens = [token for links in games for token in (*links["seats"].values(), links["watch"])]
    seats = [pester(address, token, end, number) for number, token in zip(range(CROWDED), cycle(tokens), strict=False)]
    await asyncio.gather(*seats, read_up(address, end), linger(address, end), return_exceptions=True)


async def pester(address: str, token: str, end: float, number: int) -> None:
    while time.perf_counter() < end:
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            async with connected(address, STRANGER, token, max_queue=None) as socket:
                await socket.send('{"type":"hello","since":-1,"log":0}')
                table = json.loads(await socket.recv())
                reading = asyncio.create_task(read(socket)) if number >= MUTE else None
                for message in questions(table, random.Random(number)):
                    if time.perf_counter() > end:
                        break
                    await socket.send(json.dumps(message))
                    await asyncio.sleep(PAUSE)
                if reading:
                    reading.cancel()
        await asyncio.sleep(1.0)


async def read(socket: websockets.ClientConnection) -> None:
    with contextlib.suppress(websockets.WebSocketException):
        async for _ in socket:
            pass


def questions(table: Message, rng: random.Random) -> Iterator[Message]:
    """What costs the server most."""
    pieces = [one["id"] for one in table.get("pieces", []) if one["x"] is not None] or [""]
    options = (table.get("decision") or {}).get("options", [])
    seq = table.get("seq", 0)
    while True:
        yield {"type": "hello", "since": -1, "log": 0}
        for _ in range(20):
            yield {"type": "measure", "id": "m", "points": [rng.choice(pieces) for _ in range(20)]}
            yield {"type": "field", "id": "f", "piece": rng.choice(pieces)}
            if options:
                one = rng.choice(options)
                to = [rng.uniform(0, 24), rng.uniform(0, 24), 0]
                yield {"type": "test", "id": "t", "seq": seq, "option": one["n"], "to": to}
                for kind in ("reach", "suggest", "weigh"):
                    yield {"type": kind, "id": "q", "seq": seq, "option": one["n"]}


async def read_up(address: str, end: float) -> None:
    while time.perf_counter() < end:
        for path in ("/api/home", "/api/rules/great-battles-d20/find?q=" + "fire+move+" * 25, "/api/rules/none"):
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                await asyncio.to_thread(asked, address, STRANGER, "GET", path)
        await asyncio.sleep(0.1)


async def linger(address: str, end: float) -> None:
    host, port = address.split(":")
    while time.perf_counter() < end:
        lines = []
        for _ in range(50):
            with contextlib.suppress(OSError):
                lines.append(await asyncio.open_connection(host, int(port), local_addr=(STRANGER, 0)))
        await asyncio.sleep(15)
        for _, writer in lines:
            writer.close()


# ---- what it comes to


def megabytes(pid: int) -> float:
    """Of memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def told(what: str, took: list[float]) -> str:
    ordered = sorted(took)
    p50, p99 = (1000 * ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    return f"  {what:10} p50 {p50:6.1f} ms   p99 {p99:6.1f} ms   worst {1000 * ordered[-1]:6.1f} ms   {len(ordered)}"


async def soak(address: str, server: int, games: int, seconds: float) -> None:
    end = time.perf_counter() + seconds
    commands: list[float] = []
    pings: list[float] = []
    before = megabytes(server)
    stranger = multiprocessing.get_context("spawn").Process(target=attack, args=(address, seconds), daemon=True)
    stranger.start()
    await asyncio.gather(ping(address, end, pings), *(play(address, number, end, commands) for number in range(games)))
    print(told("commands", commands))
    print(told("pings", pings))
    print(f"  memory     {before:.0f} MB before, {megabytes(server):.0f} MB after; no error\n")
    stranger.join(30)
    stranger.kill()


def run(games: int = GAMES, seconds: float = SECONDS) -> None:
    print(f"{games} games for {seconds:g} s beside a stranger with {CROWDED} sockets; players think {THINK:g} s")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.public_server", f"sqlite:///{Path(folder) / 'games.sqlite3'}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().removeprefix("http://").strip().rstrip("/")
            try:
                asyncio.run(soak(address, server.pid, games, seconds))
            finally:
                server.terminate()


if __name__ == "__main__":
    run(*(type_(text) for type_, text in zip((int, float), sys.argv[1:], strict=False)))
