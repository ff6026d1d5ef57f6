"""The web table: from a command to the next view over the wire, on a quiet server and with 200 games at once."""

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import websockets

LEARNING = [
    ("portable-wargame", "krojanty"),
    ("great-battles-d20", "first-orders"),
    ("great-battles-d10", "crossroads"),
]
QUIET = 6  # games one after another, of each
CROWD = 200  # games at once, two sockets each
THINK = 0.5  # seconds that a scripted player of the crowd thinks, on average
SECONDS = 30.0  # that the crowd is measured

Message = dict[str, Any]


class Seat:
    """A scripted player: anything it is offered, at random."""

    def __init__(self, socket: Any, rng: random.Random, think: float, took: list[float]) -> None:
        self.socket, self.rng, self.think, self.took = socket, rng, think, took
        self.table: Message = {}

    async def hear(self, *types: str) -> Message:
        while True:
            message: Message = json.loads(await self.socket.recv())
            if message["type"] in ("error", "refused", "stale"):
                raise RuntimeError(message)
            if message["type"] in ("table", "moved"):
                self.table = message
            if message["type"] in types:
                return message

    async def play_out(self, end: float) -> None:
        await self.socket.send('{"type":"hello","since":-1,"log":0}')
        await self.hear("table")
        while not self.table["result"] and time.perf_counter() < end:
            if self.table["decision"] is None:
                try:
                    await asyncio.wait_for(self.hear("moved"), max(end - time.perf_counter(), 0.01))
                except TimeoutError:
                    return
            else:
                await self.command()

    async def command(self) -> None:
        """Think, choose, send; the clock runs from the command to the view that answers it."""
        if self.think:
            await asyncio.sleep(self.rng.random() * 2 * self.think)
        one = self.rng.choice(self.table["decision"]["options"])
        message = {"type": "play", "seq": self.table["seq"], "option": one["n"], "nonce": str(self.rng.random())}
        if one["region"]:
            message["to"] = await self.place(one)
        begun = time.perf_counter()
        await self.socket.send(json.dumps(message))
        while (await self.hear("moved"))["nonce"] != message["nonce"]:
            pass
        self.took.append(time.perf_counter() - begun)

    async def place(self, one: Message) -> Any:
        places = one["region"]["places"]
        if not places:
            asked = {"type": "suggest", "id": "s", "seq": self.table["seq"], "option": one["n"]}
            await self.socket.send(json.dumps(asked))
            places = (await self.hear("places"))["places"]
        return self.rng.choice(places)


async def game(address: str, battle: tuple[str, str], seed: int, think: float, end: float) -> list[float]:
    """Both sides of a game; gives how long each command took."""
    rules, scenario = battle
    links = await asyncio.to_thread(post, address, {"rules": rules, "scenario": scenario, "seed": str(seed)})
    took: list[float] = []

    async def sit(token: str) -> None:
        async with websockets.connect(f"ws://{address}/ws/{token}", max_size=None, open_timeout=60) as socket:
            await Seat(socket, random.Random(f"{seed}/{token[:1]}"), think, took).play_out(end)

    await asyncio.gather(*map(sit, links["seats"].values()))
    return took


def post(address: str, body: object) -> Message:
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"http://{address}/api/games", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: Message = json.load(answer)
    return found


def told(took: list[float]) -> str:
    ordered = sorted(took)
    p50, p95 = (1000 * ordered[int(len(ordered) * share)] for share in (0.5, 0.95))
    return f"p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   most {1000 * ordered[-1]:6.1f} ms   {len(ordered)} commands"


async def quiet(address: str) -> None:
    print("one game at a time, command to next view over the wire")
    for battle in LEARNING:
        end = time.perf_counter() + SECONDS
        await game(address, battle, 0, 0.0, end)  # the first warms up
        took = [one for seed in range(QUIET) for one in await game(address, battle, seed, 0.0, end)]
        print(f"  {battle[1]:16} {told(took)}")
    print()


async def crowd(address: str) -> None:
    end = time.perf_counter() + SECONDS
    found = await asyncio.gather(*(game(address, LEARNING[n % len(LEARNING)], n, THINK, end) for n in range(CROWD)))
    took = [one for each in found for one in each]
    print(f"{CROWD} games at once, {2 * CROWD} scripted players who think {THINK:g} s on average")
    print(f"  {told(took)}, {len(took) / SECONDS:.0f} a second, no error\n")


def run() -> None:
    print("The web table, server and scripted players on the same cores\n")
    with tempfile.TemporaryDirectory() as folder:
        options = ["serve", "--port", "0", "--no-open", "--db", f"sqlite:///{Path(folder) / 'games.sqlite3'}"]
        command = [sys.executable, "-c", "from sandtable.cli.main import main; main()", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3].removeprefix("http://").rstrip("/")
            try:
                asyncio.run(quiet(address))
                asyncio.run(crowd(address))
            finally:
                server.terminate()
