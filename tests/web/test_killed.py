"""The server dies and comes back, twenty times in one game, with both browsers at the table.

It dies fifty times in one game in tests/server/test_durable.py, where no page has to be drawn.
"""

import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from random import Random

import pytest
from listening import Wire
from playing import Seen, look, resting, take, until_seq
from playwright.sync_api import Page, expect
from server_forks import ServerForks

from tests.patience import wait_until

KILLS = 20
BATTLE = "slim-river"


@pytest.fixture
def server(tmp_path):
    """Servers that are soon to be killed, all at one address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    found = ServerForks(f"sqlite:///{tmp_path / 'games.sqlite3'}", port)
    found.start()
    yield found
    found.close()


class Player:
    """A browser at one seat, and all that it was told."""

    def __init__(self, page: Page) -> None:
        self.page, self.wire, self.done = page, Wire(page), -1

    @property
    def asked(self) -> Seen | None:
        seen = look(self.page)
        return seen if seen["mine"] and seen["seq"] > self.done else None

    def act(self, rng: Random) -> None:
        """One click on the button that does it; whether it arrives is another matter."""
        seen = self.asked
        assert seen
        self.done = take(self.page, seen, rng)


class Match:
    def __init__(self, players: list[Player], rng: Random, server: ServerForks) -> None:
        self.players, self.rng, self.given, self.server = players, rng, 0, server

    def kept(self) -> int:
        """How many commands the database holds."""
        with closing(sqlite3.connect(self.server.db.removeprefix("sqlite:///"))) as database:
            return int(database.execute("SELECT count(*) FROM rows").fetchone()[0])

    def wait_until(self, holds: Callable[[], object]) -> None:
        wait_until(holds, resting(self.players[0].page))

    def give(self) -> None:
        """Whoever is asked does something."""
        self.wait_until(lambda: any(player.asked for player in self.players))
        next(player for player in self.players if player.asked).act(self.rng)
        self.given += 1

    def settle(self) -> None:
        """Whoever gave something has been told of it: that is its acknowledgement. All of it is kept, and once."""
        for player in self.players:
            if player.done >= 0:
                until_seq(player.page, player.done + 1)
        assert self.kept() == self.given

    def logs(self) -> list[list[dict[str, object]]]:
        return [player.wire.log for player in self.players]


def test_killed_twenty_times_no_command_is_lost_or_done_twice_and_both_browsers_go_on(visit, server):
    players = [Player(visit()), Player(visit())]
    asked = {"rules": "portable-wargame", "scenario": BATTLE, "seed": "killed"}
    begun = players[0].page.request.post("/api/games", data=asked).json()
    for player, token in zip(players, begun["seats"].values(), strict=True):
        player.page.goto(f"/s/{token}")
    match = Match(players, Random(7), server)
    for _ in range(KILLS):
        one_life(match, server)
    assert all(not look(player.page)["over"] for player in match.players)
    match.give()
    match.settle()
    for player in match.players:
        slider = player.page.get_by_role("slider", name="Replay")
        noticed = str(look(player.page)["seq"])
        expect(slider).to_have_attribute("aria-valuenow", noticed)
        expect(slider).to_have_attribute("aria-valuemax", noticed)


def one_life(match: Match, server: ServerForks) -> None:
    """Some commands, and a death: between two of them, or while one is on its way."""
    for _ in range(match.rng.randrange(0, 2)):
        match.give()
        match.settle()
    known, tables = match.logs(), [player.wire.tables for player in match.players]
    if match.rng.random() < 0.5:
        match.give()
        time.sleep(match.rng.random() * 0.01)
    server.kill()
    server.start()
    match.wait_until(lambda: all(player.wire.tables > was for player, was in zip(match.players, tables, strict=True)))
    match.settle()  # what was on its way is done now, and once
    assert all(log[: len(before)] == before for log, before in zip(match.logs(), known, strict=True))
