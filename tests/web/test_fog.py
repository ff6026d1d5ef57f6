"""Over whole battles, what a browser is sent and what it shows holds nothing that its side may not know.

Two browsers play to the same end. When the battle is over its save says what was true at each moment, and every byte
that was received and every page that was shown is held against it.
"""

import json
from random import Random
from typing import NamedTuple

import pytest
from hiding import Reader
from listening import Wire
from playing import give_up, play_out_between, save_of, take_at_once, told_who_won
from playwright.sync_api import Page

from sandtable.kernel.game import Game
from sandtable.kernel.savefile import SavedText
from sandtable.kernel.state import Side
from sandtable.rules import rule_sets
from sandtable.server.battle import Battle

D20, D10 = "great-battles-d20", "great-battles-d10"
BATTLES = [
    (D20, "first-orders", 1),
    (D20, "close-quarters", 3),
    (D10, "malta-airfield", 3),
    (D10, "crossroads", 5),
]
# commands after which somebody gives up: all have landed, most are still hidden; and all have fought at close quarters
GIVEN_UP = {"malta-airfield": 45, "close-quarters": 90}
EVERY = 4  # commands between two looks at the whole page
MOST = 900  # commands

# Somebody at the same seat and browser who asks about everything, by a socket of his own.
NOSY = """async ([token, names]) => {
  const line = new WebSocket(`ws://${location.host}/ws/${token}`);
  const end = new Promise((_, reject) => (line.onclose = (event) => reject(new Error(`hung up: ${event.code}`))));
  await Promise.race([end, new Promise((resolve) => (line.onopen = resolve))]);
  const key = JSON.parse(localStorage.getItem('keys'))[token];
  line.send(JSON.stringify({ type: 'hello', since: -1, log: 0, key }));
  for (const name of names) {
    line.send(JSON.stringify({ type: 'field', id: 'f', piece: name }));
    line.send(JSON.stringify({ type: 'sight', id: 's', a: name, b: [1, 1] }));
    line.send(JSON.stringify({ type: 'measure', id: 'm', points: [name, [1, 1]] }));
  }
  line.send(JSON.stringify({ type: 'play', seq: 0, option: 9999, nonce: 'x' }));
  line.send('{');
  line.send(JSON.stringify({ type: 'ping' }));
  const pong = new Promise((resolve) => (line.onmessage = (event) => event.data.includes('pong') && resolve()));
  await Promise.race([end, pong]);
  line.close();
}"""


class Shown(NamedTuple):
    """What a page showed when so many frames had come."""

    frames: int
    content: str


class Browser:
    """A page at one seat, with everything it hears and much of what it shows."""

    def __init__(self, page: Page, side: Side, token: str) -> None:
        self.page, self.side, self.token = page, side, token
        self.wire = Wire(page)
        self.shown: list[Shown] = []
        page.on("console", lambda said: self.shown.append(Shown(len(self.wire.frames), said.text)))
        page.goto(f"/s/{token}")

    def look_at_the_page(self) -> None:
        content = self.page.content()  # frames that come meanwhile may be on it already
        self.shown.append(Shown(len(self.wire.frames), content))

    def be_nosy(self, names: list[str]) -> None:
        self.page.evaluate(NOSY, [self.token, names])

    def leaks(self, game: Game) -> Reader:
        """Everything in the order in which it came, against what was true then."""
        reader, seq, battle = Reader(self.side), 0, Battle(game, dict.fromkeys(game.state.sides, "person"))
        pages = [*self.shown]
        for number, frame in enumerate(self.wire.frames):
            told = json.loads(frame)
            then = told.get("seq", seq)
            seq = then if told["type"] in ("table", "moved") else seq
            reader.discover(battle.game.stages[: stage_of(battle, then, self.side) + 1])
            reader.hear(frame, *truth(battle, then, self.side))
            while pages and pages[0].frames <= number + 1:
                reader.see(pages.pop(0).content, *truth(battle, seq, self.side))
        return reader


def truth(battle, seq, side):
    """What was so after the command that the side knows by this number, and what it could see of it."""
    state = battle.game.stages[stage_of(battle, seq, side)].leg.position.state
    return state, battle.rules.view(state, side)


def stage_of(battle, seq, side):
    return battle.stage_of(seq, battle.audiences.index((side,)))


@pytest.mark.parametrize(("rules", "scenario", "seed"), BATTLES)
def test_no_byte_and_no_page_tells_of_what_a_side_may_not_know(visit, rules, scenario, seed):
    page = visit()
    begun = page.request.post("/api/games", data={"rules": rules, "scenario": scenario, "seed": f"fog {seed}"}).json()
    browsers = [Browser(visit(), side, token) for side, token in begun["seats"].items()]
    written = rule_sets()[rules].scenarios()[scenario]
    names = list(rule_sets()[rules].setup(written, frozenset(written.options)).units)
    play_out(browsers, Random(seed), names, GIVEN_UP.get(scenario))
    assert len({told_who_won(browser.page) for browser in browsers}) == 1
    for browser in browsers:
        browser.look_at_the_page()
    saved = save_of(page, browsers[0].token)
    game = SavedText(scenario, saved).load(rule_sets(), check=False)
    readers = [browser.leaks(game) for browser in browsers]
    assert [leak for reader in readers for leak in reader.leaks] == []
    assert all(reader.read > 100_000 for reader in readers)
    assert sum(reader.withheld for reader in readers) > 100, "nothing was hidden: this shows nothing"


def play_out(browsers: list[Browser], rng: Random, names: list[str], enough: int | None) -> None:
    """By clicks to the end, or so far; now and then somebody is nosy, and the pages are looked at."""

    def meanwhile(given: int) -> None:
        if given % EVERY == 0:
            browsers[given // EVERY % 2].look_at_the_page()
        if given in (5, 40):
            browsers[given % 2].be_nosy(rng.sample(names, min(12, len(names))))
        if given == enough:
            give_up(browsers[0].page)

    play_out_between([browser.page for browser in browsers], rng, meanwhile, MOST, take_at_once)
