"""How much a stranger may do before the server makes him wait."""

import asyncio
import json

import pytest

from sandtable.server.caller import Full, Outbox
from sandtable.server.limits import FORGETFUL, AddressCounts, Allowance, Bucket, PerAddress, network_of
from sandtable.server.lobby import Porch
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
    buckets = PerAddress(lambda: Bucket(Allowance(1, 0.0)))
    assert buckets.of("a").take() and not buckets.of("a").take() and buckets.of("b").take()
    for n in range(FORGETFUL):
        buckets.of(f"n{n}")
    assert buckets.of("a").take()


def test_whoever_sits_at_this_machine_has_limits_too():
    buckets = PerAddress(lambda: Bucket(Allowance(1, 0.0)))
    assert buckets.of("127.0.0.1").take() and not buckets.of("127.0.0.1").take()


def test_a_customer_with_many_addresses_of_version_6_is_one():
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") != network_of("10.0.0.2")
    buckets = PerAddress(lambda: Bucket(Allowance(1, 0.0)))
    assert buckets.of("2001:db8::1").take() and not buckets.of("2001:db8::2").take()


def test_work_is_charged_when_it_is_done_and_a_debt_has_to_be_waited_out():
    now = [0.0]
    bucket = Bucket(Allowance(1, 0.25), lambda: now[0])
    bucket.charge(0.5)
    assert bucket.debt == 0
    bucket.charge(1.5)
    assert bucket.debt == 4.0
    now[0] = 4.0
    assert bucket.debt == 0


def test_so_many_of_an_address_are_let_in_and_no_more():
    heads = AddressCounts(2)
    assert [heads.enter("a"), heads.enter("a"), heads.enter("a"), heads.enter("b")] == [True, True, False, True]
    heads.leave("a")
    assert heads.enter("a")


# ---- the outbox


def test_a_table_takes_the_place_of_tables_and_moves_that_wait():
    async def read():
        box = Outbox(10, 1000)
        box.put(b"old table", whole=True)
        box.put(b"moved", shows=True)
        box.put(b"odds")
        box.put(b"new table", whole=True)
        return [await box.get(), await box.get()], len(box), box.size

    assert asyncio.run(read()) == ([b"odds", b"new table"], 0, 0)


def test_an_outbox_is_full_by_number_and_by_bytes_but_one_message_always_fits():
    box = Outbox(3, 100)
    box.put(b"x" * 5000)
    with pytest.raises(Full):
        box.put(b"y")
    box = Outbox(3, 100)
    for _ in range(3):
        box.put(b"x")
    with pytest.raises(Full):
        box.put(b"y")


def test_a_closed_outbox_holds_nothing_and_ends_the_reading():
    async def read():
        box = Outbox(3, 100)
        box.put(b"x" * 50)
        box.close()
        return box.size, await box.get()

    assert asyncio.run(read()) == (0, None)


# ---- the porch


async def silence() -> bytes:
    await asyncio.sleep(60)
    return b""


async def hello() -> bytes:
    return json.dumps({"type": "hello"}).encode()


def test_whoever_says_nothing_has_to_leave():
    with pytest.raises(Refused, match="came too late"):
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
