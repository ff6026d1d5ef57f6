"""A slow command runs in a thread: other tables go on, and its own table waits."""

import asyncio
import json
import random
import threading

from test_fog import chosen, spied_on

from sandtable.server import messages as wire


def test_while_a_long_command_is_carried_out_others_are_answered_and_its_room_waits(tmp_path):
    began, may_end = threading.Event(), threading.Event()

    async def play():
        async with spied_on("first-orders", 1, tmp_path) as spies:
            battle = spies[0].room.battle
            asker = next(spy for spy in spies if spy.side == battle.asked)
            really = battle.play

            def slowly(*order):
                began.set()
                assert may_end.wait(300), "the event loop stood still"
                return really(*order)

            battle.play = slowly
            heard = []
            asker.send = lambda text: heard.append(json.loads(text))
            number, to = chosen(battle, random.Random(1))
            first = asyncio.create_task(asker._answer(wire.Play(asker.room.number(asker), number, "one", to)))
            while not began.is_set():
                await asyncio.sleep(0.001)
            second = asyncio.create_task(asker._answer(wire.Play(asker.room.number(asker), number, "two", to)))
            await asker._answer(wire.Ping())
            meanwhile = [one["type"] for one in heard]
            may_end.set()
            await asyncio.gather(first, second)
            return meanwhile, [one["type"] for one in heard], battle.seq

    meanwhile, heard, seq = asyncio.run(play())
    assert meanwhile == ["pong"]
    assert heard == ["pong", "moved", "stale"] and seq == 1
