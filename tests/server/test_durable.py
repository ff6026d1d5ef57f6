"""An acknowledged command is never lost, even if the server is killed."""

import asyncio
import random
import socket
from contextlib import suppress

import pytest
from databases import KINDS, postgresql
from scripted import Message, Seat, post, seated
from server_forks import ServerForks
from websockets.exceptions import ConnectionClosed

KILLS = 50
Logs = tuple[list[Message], list[Message]]


@pytest.fixture(scope="module")
def postgres(tmp_path_factory):
    with postgresql(tmp_path_factory.mktemp("postgresql")) as url:
        yield url


@pytest.fixture(params=KINDS)
def server(request, tmp_path):
    db = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    if request.param == "postgresql":
        db = request.getfixturevalue("postgres")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    found = ServerForks(db, port)
    yield found
    found.close()


def test_killed_fifty_times_in_one_game_no_acknowledged_command_is_lost(server):
    address, rng = f"127.0.0.1:{server.port}", random.Random(7)
    server.start()
    links = post(address, "/api/games", {"rules": "portable-wargame", "scenario": "slim-river", "seed": "kill"})
    acknowledged: Logs = ([], [])
    for _ in range(KILLS):
        acknowledged = asyncio.run(one_life(address, links, server, rng, acknowledged))
        server.wait()
        server.start()
    logs = asyncio.run(last_look(address, links))
    assert all(log[: len(known)] == known for log, known in zip(logs, acknowledged, strict=True))
    assert sum(map(len, acknowledged)) > 2 * KILLS


async def one_life(address, links, server, rng, before: Logs) -> Logs:
    """Both players come back, find all acknowledged commands, and play until the server is killed."""
    first, second = links["seats"].values()
    async with seated(address, first) as one, seated(address, second) as other:
        assert all(seat.log[: len(known)] == known for seat, known in zip((one, other), before, strict=True))
        known = one.log, other.log
        with suppress(ConnectionClosed):
            for _ in range(rng.randrange(1, 4)):
                known = await one_command(one if one.decision else other, one, other, rng)
            await strike(one if one.decision else other, server, rng)
        return known


async def one_command(asked: Seat, one: Seat, other: Seat, rng) -> Logs:
    """One command, acknowledged to its player and shown to the other if he may see it."""
    asked.rng = rng
    await asked.play()
    await asked.hear_of("moved")
    for seat in (one, other):
        await seat.say(type="ping")
        await seat.hear_of("pong")
    return one.log, other.log


async def strike(asked: Seat, server, rng) -> None:
    """Kill the server before, while or just after it takes a command."""
    if rng.random() < 0.7 and asked.decision:
        await asked.play()
        await asyncio.sleep(rng.random() * 0.004)
    server.strike()


async def last_look(address, links) -> Logs:
    first, second = links["seats"].values()
    async with seated(address, first) as one, seated(address, second) as other:
        return one.log, other.log


def test_a_game_comes_back_with_its_undos_and_its_computer(server):
    address = f"127.0.0.1:{server.port}"
    server.start()
    battle = {"rules": "portable-wargame", "scenario": "krojanty", "seats": {"Polish": "random"}, "seed": "x"}
    links = post(address, "/api/games", battle)

    async def begin():
        async with seated(address, links["seats"]["German"]) as german:
            await german.play_on(lambda table: table["seq"] >= 2)
            await german.say(type="undo", nonce="u")
            await german.hear_of("undone")
            await german.hear_of("table")
            return german.table, german.log

    async def come_back():
        async with seated(address, links["seats"]["German"]) as german:
            found = german.table, german.log
            return (*found, await german.play_on())

    table, log = asyncio.run(begin())
    server.kill()
    server.start()
    again, log_again, end = asyncio.run(come_back())
    assert (again["seq"], again["seqs"], again["pieces"]) == (table["seq"], table["seqs"], table["pieces"])
    assert log_again == log and log[-1]["words"].startswith("German takes back")
    assert end["result"]["words"]
