"""Scripted players at a socket. They choose options at random."""

import asyncio
import json
import random
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import websockets

from tests.patience import PATIENCE

Message = dict[str, Any]
ROOT = Path(__file__).parents[2]
NONCES = count(1)  # never the same twice: the server would take it for a command sent again


# ---- a real server


class Server:
    """`sandtable serve` in its own process."""

    def __init__(self, db: str) -> None:
        command = [sys.executable, "-c", "from sandtable.cli.main import main; main()"]
        options = ["serve", "--port", "0", "--no-open", "--db", db]
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[3].removeprefix("http://").rstrip("/")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def post(address: str, path: str, body: object) -> Message:
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"http://{address}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: Message = json.load(answer)
        return found


# ---- a seat


class Seat:
    """One socket, and the last table that it received."""

    def __init__(self, send: Callable[[str], Any], receive: Callable[[], Any], seed: object = 0) -> None:
        self._send, self._receive = send, receive
        self.rng = random.Random(str(seed))
        self.table: Message = {}
        self.log: list[Message] = []
        self.heard: list[Message] = []

    async def say(self, **message: object) -> None:
        await self._send(json.dumps(message))

    async def hear(self) -> Message:
        """The next message. It keeps tables and moves, and confirms a hand-over."""
        message: Message = json.loads(await asyncio.wait_for(self._receive(), PATIENCE))
        self.heard.append(message)
        match message["type"]:
            case "table":
                self.table, self.log = message, message["log"]
            case "moved":
                self.table = {**self.table, **{k: v for k, v in message.items() if k not in ("type", "ground")}}
                self.log = [*self.log, *message["lines"]]
            case "handover":
                await self.say(type="ready")
        return message

    async def hear_of(self, *types: str) -> Message:
        while True:
            message = await self.hear()
            if message["type"] in types:
                return message

    async def hello(self) -> Message:
        await self.say(type="hello", since=-1, log=0)
        return await self.hear_of("table")

    @property
    def decision(self) -> Message | None:
        return self.table.get("decision")

    async def place(self, choice: Message) -> list[float] | None:
        """A place for a choice that needs one."""
        region = choice["region"]
        if region is None:
            return None
        places: list[list[float]] = region["places"]
        if not places:
            await self.say(type="suggest", id="where", seq=self.table["seq"], option=choice["n"])
            places = (await self.hear_of("places"))["places"]
        return self.rng.choice(places)

    async def play(self, choice: Message | None = None) -> str:
        """Choose an option and send it. Returns its nonce."""
        assert self.decision is not None
        choice = choice or self.rng.choice(self.decision["options"])
        to = await self.place(choice)
        nonce = f"{next(NONCES)}"
        await self.say(type="play", seq=self.table["seq"], option=choice["n"], nonce=nonce, to=to)
        return nonce

    async def play_on(self, until: Callable[[Message], bool] = lambda table: False) -> Message:
        """Play at random until the battle is over or the condition holds."""
        played = -1
        while not self.table["result"] and not until(self.table):
            if self.decision and self.table["seq"] != played:
                played = self.table["seq"]
                await self.play()
            message = await self.hear()
            assert message["type"] not in ("error", "refused", "stale"), message
        return self.table


@asynccontextmanager
async def seated(address: str, token: str, seed: object = 0) -> AsyncIterator[Seat]:
    async with websockets.connect(f"ws://{address}/ws/{token}", max_size=None, open_timeout=PATIENCE) as socket:
        seat = Seat(socket.send, socket.recv, seed)
        await seat.hello()
        yield seat


async def whole_game(address: str, begin: Message, seed: object = 0) -> list[Message]:
    """A whole battle, with a socket for each person, or one socket for a shared table."""
    links = post(address, "/api/games", begin)
    tokens = [links["table"]] if links["table"] else list(links["seats"].values())

    async def sit(token: str) -> Message:
        async with seated(address, token, f"{seed}/{tokens.index(token)}") as seat:
            return await seat.play_on()

    return await asyncio.gather(*map(sit, tokens))
