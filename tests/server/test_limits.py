"""What a stranger may do before he is asked to wait."""

import asyncio
import json

import pytest

from sandtable.server.limits import FORGETFUL, Allowance, Bucket, Buckets
from sandtable.server.porch import Porch
from sandtable.server.refused import Refused


def test_a_bucket_fills_as_time_goes_by():
    now = [0.0]
    bucket = Bucket(Allowance(2, 0.5), lambda: now[0])
    assert [bucket.take(), bucket.take(), bucket.take()] == [True, True, False]
    now[0] = 2.0
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] = 1000.0
    assert [bucket.take(), bucket.take(), bucket.take()] == [True, True, False]


def test_each_address_has_its_own_and_the_oldest_are_forgotten():
    buckets = Buckets(Allowance(1, 0.0))
    assert buckets.of("a").take() and not buckets.of("a").take() and buckets.of("b").take()
    for n in range(FORGETFUL):
        buckets.of(f"n{n}")
    assert buckets.of("a").take()


def test_whoever_sits_at_this_machine_is_no_stranger():
    buckets = Buckets(Allowance(1, 0.0))
    assert all(buckets.of("127.0.0.1").take() for _ in range(100))


# ---- the porch


async def silence() -> bytes:
    await asyncio.sleep(60)
    return b""


async def hello() -> bytes:
    return json.dumps({"type": "hello"}).encode()


def test_whoever_says_nothing_has_to_leave():
    with pytest.raises(Refused, match="nothing was said"):
        asyncio.run(Porch(5, 0.01).hear_hello(silence))


def test_when_the_porch_is_full_the_longest_waiting_makes_room():
    async def crowd():
        porch = Porch(3, 60.0)
        waiting = [asyncio.create_task(porch.hear_hello(silence)) for _ in range(3)]
        await asyncio.sleep(0)
        await porch.hear_hello(hello)
        await asyncio.sleep(0)
        gone = [task.done() for task in waiting]
        for task in waiting:
            task.cancel()
        return gone, await asyncio.gather(*waiting, return_exceptions=True)

    gone, ends = asyncio.run(crowd())
    assert gone == [True, False, False]
    assert isinstance(ends[0], Refused) and isinstance(ends[1], asyncio.CancelledError)
