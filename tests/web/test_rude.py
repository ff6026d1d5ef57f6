"""Strangers and faulty pages trouble a table while two browsers play at it: the battle goes on to its end."""

import json
import re
import socket
from collections.abc import Callable
from random import Random

import pytest
from playing import FRIEND, LEARNING, begin, friends_link, look, play_out_between, save_of, told_who_won, until_seq
from playwright.sync_api import Page, expect
from server_process import ServerProcess

from tests.patience import PATIENCE

BATTLE = LEARNING["portable-wargame"]
SILENT = 1000
BOUND = 150_000  # kB that all of this together may cost the server
EVERY = 5  # commands

# Each command goes out twice, and older ones come again after it.
STUTTER = """
const say = WebSocket.prototype.send;
const said = [];
WebSocket.prototype.send = function (text) {
  say.call(this, text);
  if (!text.includes('"play"')) return;
  say.call(this, text);
  for (const old of said.slice(-3).reverse()) say.call(this, old);
  said.push(text);
};
"""

# By a socket of one's own at the same link: what is said, and how it ends.
SAY = """async ([address, parcels]) => {
  const line = new WebSocket(address.replace('http', 'ws'));
  const end = new Promise((resolve) => (line.onclose = (event) => resolve(event.code)));
  await Promise.race([end, new Promise((resolve) => (line.onopen = resolve))]);
  for (const parcel of parcels) line.send(parcel);
  return await Promise.race([end, new Promise((resolve) => setTimeout(() => resolve(0), PATIENCE))]);
}""".replace("PATIENCE", f"{1000 * PATIENCE}")

KEY = "JSON.parse(localStorage.getItem('keys'))[location.pathname.split('/')[2]]"
GARBAGE = ["", "{", "null", "[]", '{"type":"no such"}', '{"type":"play"}', '{"type":"play","seq":"x"}', "\x00\x01\x02"]


@pytest.fixture
def server(tmp_path):
    """A server of its own, to measure its memory."""
    server = ServerProcess(tmp_path)
    server.open()
    yield server
    server.kill()


class Trouble:
    """What befalls a table, one thing after another."""

    def __init__(self, page: Page, server: ServerProcess, visit: Callable[..., Page]) -> None:
        self.page, self.server, self.visit = page, server, visit
        self.doors: list[socket.socket] = []
        self.troubles = iter([self.second_tab, self.garbage, self.parcel, self.silence, self.wrong_link])

    def befall(self, given: int) -> None:
        """The next one, every few commands."""
        if given % EVERY == 0 and (trouble := next(self.troubles, None)):
            trouble()

    def say(self, *parcels: str) -> int:
        """From within a browser, at this very seat; the code with which the server hangs up."""
        seat = self.page.url.replace("/s/", "/ws/")
        return int(self.page.evaluate(SAY, [seat, list(parcels)]))

    @property
    def hello(self) -> str:
        return json.dumps({"type": "hello", "key": self.page.evaluate(KEY)})

    def garbage(self) -> None:
        assert self.say(*GARBAGE) == 4400
        assert self.say(self.hello, *GARBAGE * 4) == 4400

    def parcel(self) -> None:
        """Ten megabytes in one message, before and after hello."""
        for parcels in (["x" * 10_000_000], [self.hello, "x" * 10_000_000]):
            assert self.say(*parcels) in (1009, 1006, 4400)

    def silence(self) -> None:
        """A thousand who say nothing, and stay."""
        address = re.sub("^http://", "", self.server.address).split(":")
        for _ in range(SILENT):
            door = socket.create_connection((address[0], int(address[1])), PATIENCE)
            door.sendall(
                b"GET /ws/some-token HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            assert b"101" in door.recv(1000)
            self.doors.append(door)

    def wrong_link(self) -> None:
        page = self.visit(f"{re.sub('/s/.*', '', self.page.url)}/s/nobody-has-this-link")
        expect(page.get_by_role("heading", name="This link leads to no battle.")).to_be_visible()

    def second_tab(self) -> None:
        """At the same seat: it sees the same, and is as far as the first."""
        tab = self.page.context.new_page()
        tab.goto(self.page.url)
        until_seq(tab, look(self.page)["seq"])
        self.page.bring_to_front()  # a tab behind another is drawn once a second

    def over(self) -> None:
        for door in self.doors:
            door.close()


def test_among_rude_strangers_and_stuttering_pages_two_browsers_play_to_the_end(visit, server):
    mine = visit()
    mine.add_init_script(STUTTER)
    begin(mine, BATTLE, FRIEND)
    theirs = visit()
    theirs.add_init_script(STUTTER)
    theirs.goto(friends_link(mine))
    trouble = Trouble(mine, server, visit)
    before = server.memory
    given = play_out_between([mine, theirs], Random(4), trouble.befall)
    assert next(trouble.troubles, None) is None, "the battle was too short for all of it"
    grown = server.memory - before
    trouble.over()
    assert grown < BOUND
    assert told_who_won(mine) == told_who_won(theirs)
    save = save_of(mine, mine.url.rsplit("/", 1)[1])
    assert json.loads(save.splitlines()[-1])["commands"] == given  # none done twice
