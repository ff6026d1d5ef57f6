"""A stranger's questions delay nobody: slow work runs in threads, and addresses take turns."""

import asyncio
import random
import threading
from types import SimpleNamespace

import pytest
from keeping import Kept
from test_lobby import KROJANTY, Guest, lobby, play, room_of

from sandtable.server import lobby as lobbies
from sandtable.server import messages as wire
from sandtable.server import viewpoint
from sandtable.server.battle import EVERYBODY
from sandtable.server.caller import Caller
from sandtable.server.limits import AddressShare, Limits
from sandtable.server.lobby import Begin
from sandtable.server.viewpoint import Viewpoint
from sandtable.server.workers import START, Worker
from sandtable.server.working import READY


class Nobody:
    """A socket that is never used."""

    async def send(self, text): ...

    async def receive(self):
        raise AssertionError


# ---- beside the event loop


@pytest.mark.parametrize("battle", [KROJANTY, Begin(rules="great-battles-d20", scenario="first-orders", seed="1")])
def test_a_long_log_is_told_beside_the_event_loop(tmp_path, monkeypatch, battle):
    """Otherwise a visitor who comes late or after an undo would delay everybody."""
    threads = set()

    def spied(*args):
        threads.add(threading.get_ident())
        return passages(*args)

    passages = viewpoint.passages

    async def visit():
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(battle, "here")
            room = await room_of(rooms, links.watch)
            for n in range(12):
                await play(room, n)
            monkeypatch.setattr(viewpoint, "passages", spied)
            guest = Guest(await rooms.link(links.watch, "here"))
            room.enter(guest)
            await room.greet(guest)
            greeted = set(threads)
            threads.clear()
            async with room.lock:
                await room._take_back(room.battle.undoing(room.battle.people), room.battle.asked, "u")
            return greeted, set(threads)

    greeted, undone = asyncio.run(visit())
    assert greeted and undone and threading.get_ident() not in greeted | undone


def test_a_battle_is_laid_out_beside_the_event_loop(tmp_path, monkeypatch):
    threads, made = [], lobbies.Game

    def spied(*args):
        threads.append(threading.get_ident())
        return made(*args)

    async def visit():
        async with lobby(tmp_path) as rooms:
            monkeypatch.setattr(lobbies, "Game", spied)
            await rooms.begin(KROJANTY, "here")

    asyncio.run(visit())
    assert len(threads) == 1 and threads[0] != threading.get_ident()


# ---- only what is new is told


def test_after_an_undo_only_what_has_changed_is_told_again(monkeypatch):
    kept, rng, again = Kept(), random.Random(1), []
    battle = kept.battle
    kept.play(60)
    eyes = [(side, who) for who, sides in enumerate(battle.audiences) for side in sides or (EVERYBODY,)]
    seen = {one: Viewpoint(battle, *one) for one in eyes}
    for view in seen.values():
        view.log()
        monkeypatch.setattr(view, "_tell", lambda stage, tell=view._tell: (again.append(stage), tell(stage)))
    for _ in range(40):
        if rng.random() < 0.5:
            kept.play(rng.randrange(1, 4))
        else:
            battle.take_back(rng.randrange(1, 6), rng.choice(battle.state.sides))
        if rng.random() < 0.7:
            for one, view in seen.items():
                fresh = Viewpoint(battle, *one)
                assert view.log() == fresh.log() and view.has_secrets() == fresh.has_secrets()
    assert 0 < len(again) < 40 * 4 * len(eyes), "all was told again each time"


# ---- turns


def test_the_questions_of_one_address_take_their_turns(tmp_path):
    """Of fifty questions of a stranger, only a few are answered before another player's."""
    asked, may_end = [], asyncio.Event()

    async def reach(at, number, wanted):
        asked.append(number)
        await may_end.wait()
        raise TimeoutError("never mind")

    async def visit():
        limits = Limits(questions=50)
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            room = await room_of(rooms, links.watch)
            link = await rooms.link(links.seats["German"], "here")
            room.thinkers = SimpleNamespace(reach=reach)
            stranger, other = AddressShare(limits), AddressShare(limits)
            callers = [Caller(Nobody(), room, link, limits, share) for share in (stranger, other)]
            for one in callers:
                one.eyes = room.battle.asked
            for n in range(50):
                await callers[0]._answer(wire.AskReach(str(n), room.number(callers[0]), 0))
            await asyncio.sleep(0)
            before = len(asked)
            await callers[1]._answer(wire.AskReach("mine", room.number(callers[1]), 0))
            await asyncio.sleep(0)
            after = len(asked)
            may_end.set()
            while len(asked) < 51:
                await asyncio.sleep(0)
            return limits.turns, before, after

    turns, before, after = asyncio.run(visit())
    assert before == turns and after == turns + 1


class Line:
    """To a process that answers at once."""

    def __init__(self):
        self.waited, self.answers = [], [READY, (True, 7), (True, 8)]

    def send(self, task): ...

    def poll(self, seconds):
        self.waited.append(seconds)
        return True

    def recv(self):
        return self.answers.pop(0)


def test_the_start_of_a_process_is_no_time_of_its_first_question():
    """On a busy machine a process takes longer to start than a question may take."""
    worker = object.__new__(Worker)
    worker._line, worker._is_ready = line, _ = Line(), False
    assert [worker.do(int, 10.0), worker.do(int, 10.0)] == [7, 8]
    assert line.waited == [START, 10.0, 10.0]
