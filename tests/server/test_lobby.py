"""Rooms are removed without visitors, dropped when the database fails, and never delayed by a slow reader."""

import asyncio
import random
from contextlib import asynccontextmanager
from functools import partial
from time import monotonic

import pytest

from sandtable.server import messages as wire
from sandtable.server.caller import Caller, Gone
from sandtable.server.limits import Limits
from sandtable.server.lobby import Begin, Lobby
from sandtable.server.refused import Refused
from sandtable.server.store import Store, StoreError
from sandtable.server.thinking import Thinkers

GREEDY = {"German": "greedy"}
KROJANTY = Begin(rules="portable-wargame", scenario="krojanty", seed="1")


@asynccontextmanager
async def lobby(folder, limits=None):
    found = Lobby(Store(f"sqlite:///{folder / 'games.sqlite3'}"), Thinkers(), limits or Limits())
    await found.open()
    try:
        yield found
    finally:
        await found.close()


async def room_of(rooms, token):
    return await rooms.room(await rooms.link(token, "here"))


class Mute:
    """A socket that takes nothing and says nothing."""

    async def send(self, text: bytes) -> None:
        await asyncio.sleep(60)

    async def receive(self) -> bytes:
        await asyncio.sleep(60)
        raise Gone


class Guest:
    """A visitor that keeps what it is sent."""

    def __init__(self, link):
        self.link, self.eyes, self.heard, self.left = link, None, [], ""

    def send(self, text):
        self.heard.append(text)

    def show(self, text, *, whole):
        self.send(text)

    def leave(self, why):
        self.left = why


async def play(room, n=0):
    """The first thing that may be done."""
    command = room.battle.decision.options[0].complete(random.Random(n))
    await room._carry_out(partial(room.battle.play, command, room.battle.asked, f"n{n}"))


def test_a_room_that_nobody_visits_leaves_memory_and_comes_back(tmp_path):
    async def visit():
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            room = await room_of(rooms, links.watch)
            await play(room)
            rooms.put_away(monotonic() - 60)
            assert rooms.rooms, "it has only just been left"
            rooms.put_away(monotonic() + 1)
            assert not rooms.rooms
            return room.battle, (await room_of(rooms, links.watch)).battle

    before, after = asyncio.run(visit())
    assert before is not after and after.state == before.state and after.seq == 1


def test_a_room_with_a_visitor_stays(tmp_path):
    async def visit():
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            room = await room_of(rooms, links.watch)
            room.enter(Guest(await rooms.link(links.watch, "here")))
            rooms.put_away(monotonic() + 1)
            return list(rooms.rooms.values()) == [room]

    assert asyncio.run(visit())


def test_two_who_come_at_once_find_one_room(tmp_path):
    async def visit():
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            rooms.put_away(monotonic() + 1)
            found = await asyncio.gather(*(room_of(rooms, links.watch) for _ in range(5)))
            return len({id(room) for room in found})

    assert asyncio.run(visit()) == 1


def test_a_command_that_cannot_be_kept_has_not_happened(tmp_path, monkeypatch):
    async def fail(game, row):
        raise StoreError("the command could not be kept")

    async def visit():
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            room = await room_of(rooms, links.watch)
            guest = Guest(await rooms.link(links.watch, "here"))
            room.enter(guest)
            await room.greet(guest)
            shown = len(guest.heard)
            monkeypatch.setattr(rooms.store, "append", fail)
            with pytest.raises(Refused, match="could not be kept"):
                await play(room)
            again = await room_of(rooms, links.watch)
            return guest.left, len(guest.heard) - shown, again.battle.seq

    left, told, seq = asyncio.run(visit())
    assert left and told == 0 and seq == 0


def test_a_command_is_carried_through_even_if_its_giver_goes_away_meanwhile(tmp_path, monkeypatch):
    async def visit():
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            room = await room_of(rooms, links.watch)
            guest, giver = [Guest(await rooms.link(t, "here")) for t in (links.watch, links.seats["German"])]
            for one in (guest, giver):
                room.enter(one)
                await room.greet(one)
            append = rooms.store.append

            writing, gone = asyncio.Event(), asyncio.Event()

            async def slowly(game, row):
                writing.set()
                await gone.wait()
                await append(game, row)

            monkeypatch.setattr(rooms.store, "append", slowly)
            giving = asyncio.create_task(room.finish(room.play(giver, wire.Play(0, 0, "n", (3.0, 1.0, 0)))))
            await writing.wait()
            giving.cancel()
            gone.set()
            await asyncio.gather(*room._begun)
            return room.battle.seq, guest.heard[-1]

    seq, told = asyncio.run(visit())
    assert seq == 1 and b'"type":"moved"' in told


def test_whoever_does_not_read_is_shown_out_and_the_others_play_on(tmp_path):
    async def visit():
        limits = Limits(unread=4)
        async with lobby(tmp_path, limits) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            room = await room_of(rooms, links.watch)
            deaf = Caller(Mute(), room, await rooms.link(links.watch, "here"), limits)
            talking = asyncio.create_task(deaf.talk())
            while not len(deaf._outbox) and deaf.eyes is None:
                await asyncio.sleep(0)
            for n in range(9):
                await play(room, n)
            return room.battle.seq, len(deaf._outbox), deaf._why, talking.cancel()

    seq, unread, why, _ = asyncio.run(visit())
    assert seq == 9 and unread <= 4 and str(why) == "the client reads too slowly"


def test_a_computer_goes_on_where_it_was_when_its_room_comes_back(tmp_path):
    async def visit():
        async with lobby(tmp_path) as rooms:
            seats = {"German": "random", "Polish": "random"}
            links = await rooms.begin(Begin(rules="portable-wargame", scenario="krojanty", seats=seats), "here")
            room = await watched(rooms, links)
            while room.battle.seq < 5:
                await asyncio.sleep(0.01)
            async with room.lock:  # nothing is on its way to the database
                room.thinking.cancel()
                rooms.rooms.clear()
            again = await watched(rooms, links)
            begun = again.battle.seq
            await again.thinking
            return begun, again.battle.asked

    begun, asked = asyncio.run(visit())
    assert begun >= 5 and asked is None


async def watched(rooms, links):
    """The room with a watcher."""
    room = await room_of(rooms, links.watch)
    guest = Guest(await rooms.link(links.watch, "here"))
    room.enter(guest)
    await room.greet(guest)
    return room


def test_a_battle_between_computers_stops_when_nobody_watches(tmp_path):
    async def visit():
        async with lobby(tmp_path) as rooms:
            seats = {"German": "random", "Polish": "random"}
            links = await rooms.begin(Begin(rules="portable-wargame", scenario="krojanty", seats=seats), "here")
            unwatched = (await room_of(rooms, links.watch)).thinking
            room = await watched(rooms, links)
            while room.battle.seq < 3:
                await asyncio.sleep(0.01)
            room.exit(room.visitors[0])
            await room.thinking
            return unwatched, room.battle.asked, room.is_idle

    unwatched, asked, idle = asyncio.run(visit())
    assert unwatched is None and asked is not None and idle


def test_the_computer_that_fails_is_reported_and_the_game_stays_as_it_is(tmp_path, monkeypatch, caplog):
    entered = asyncio.Event()

    async def fail(*args, **kwargs):
        await entered.wait()
        raise RuntimeError("no idea")

    async def visit():
        async with lobby(tmp_path) as rooms:
            monkeypatch.setattr(rooms.thinkers, "choose", fail)
            links = await rooms.begin(Begin(rules="portable-wargame", scenario="krojanty", seats=GREEDY), "here")
            room = await room_of(rooms, links.watch)
            guest = Guest(await rooms.link(links.watch, "here"))
            room.enter(guest)
            entered.set()
            await asyncio.wait([room.thinking])
            await asyncio.sleep(0)
            return guest.heard[-1], room.battle.seq

    told, seq = asyncio.run(visit())
    assert b"has failed" in told and b"no idea" not in told and seq == 0
    assert "no idea" in caplog.text
