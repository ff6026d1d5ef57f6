"""Strangers in numbers, and strangers with large parcels: the game goes on and memory stays bounded."""

import asyncio
from pathlib import Path

import pytest
import websockets
from scripted import Server, post, seated
from websockets.exceptions import ConnectionClosed

KROJANTY = {"rules": "portable-wargame", "scenario": "krojanty"}
SILENT = 1000
BOUND = 120_000  # kB that a thousand silent sockets may take


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(f"sqlite:///{tmp_path_factory.mktemp('crowd') / 'games.sqlite3'}")
    yield found
    found.stop()


def memory(server) -> int:
    """kB that the server holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


async def knock(address: str) -> asyncio.StreamWriter:
    """Open a socket and say nothing."""
    reader, writer = await asyncio.open_connection(*address.split(":"))
    writer.write(
        b"GET /ws/some-token HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert b"101" in await reader.readline()
    return writer


def test_a_thousand_who_say_nothing_do_not_stop_the_game(server):
    links = post(server.address, "/api/games", KROJANTY)

    async def crowd():
        async with seated(server.address, links["seats"]["German"]) as german:
            before = memory(server)
            doors = [await knock(server.address) for _ in range(SILENT)]
            await german.play()
            moved = await german.hear_of("moved")
            grown = memory(server) - before
            async with seated(server.address, links["seats"]["Polish"]) as late:  # there is room for one who speaks
                assert late.table["seq"] == moved["seq"]
            for door in doors:
                door.close()
            return grown

    assert asyncio.run(crowd()) < BOUND


def test_ten_megabytes_in_one_message_cost_the_sender_his_socket_and_nobody_else(server):
    links = post(server.address, "/api/games", KROJANTY)

    async def parcel():
        async with seated(server.address, links["seats"]["German"]) as german:
            before = memory(server)
            async with websockets.connect(f"ws://{server.address}/ws/{links['watch']}", max_size=None) as rude:
                with pytest.raises(ConnectionClosed) as end:
                    await rude.send("x" * 10_000_000)
                    await rude.recv()
            await german.play()
            assert (await german.hear_of("moved"))["seq"] == 1
            return end.value.rcvd.code if end.value.rcvd else None, memory(server) - before

    code, grown = asyncio.run(parcel())
    assert code in (1009, None) and grown < 50_000
