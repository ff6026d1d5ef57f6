"""Other processes give the same results as this one."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from keeping import Kept

import sandtable as st
from sandtable.forecast import odds, row_begun
from sandtable.kernel.seat import Seat
from sandtable.players import PLAYERS
from sandtable.rules import rule_sets
from sandtable.server.places import reach, suggest
from sandtable.server.tasks import choose, packed, unpacked, weigh
from sandtable.server.workers import NotWanted, Workers
from tests.patience import PATIENCE, wait_until


@pytest.mark.parametrize(("rules", "scenario"), [("portable-wargame", "summa"), ("great-battles-d20", "nissoria")])
def test_a_position_that_has_travelled_asks_the_same(rules, scenario):
    kept = Kept(rules, scenario)
    for _ in range(25):
        kept.play()
        at = kept.battle.position
        assert at.question is not None
        there = unpacked(packed(at))
        assert there.question == at.question and there.state == at.state
        assert [option.command for option in there.question.options] == [o.command for o in at.question.options]


def test_a_computer_chooses_there_what_it_would_choose_here():
    kept = Kept()
    kept.play(20)
    at = kept.battle.position
    for level in PLAYERS:
        here = PLAYERS[level]("seed").choose(Seat(rule_sets()[at.start.rules], at.question, at))
        assert choose(packed(at), level, "seed") == here
        assert kept.battle.decision.admits(here)


def test_odds_of_a_command_sum_to_one_and_each_outcome_has_a_worth():
    kept = Kept("great-battles-d20", "close-quarters", "3")
    while kept.battle.asked is not None:
        at, game = kept.battle.position, kept.battle.game
        for option in kept.battle.decision.options:
            found = weigh(packed(at), packed(row_begun(game)), option.command) if option.region is None else None
            if found is not None and found.outcomes:
                assert sum(one.chance for one in found.outcomes) == 1
                assert found.ways
                return
        kept.play()
    raise AssertionError("no die was ever thrown")


def test_places_that_are_suggested_are_admitted_and_outlines_are_drawn():
    kept = Kept("great-battles-d20", "first-orders")
    seen = 0
    while seen < 6:
        decision = kept.battle.decision
        for number, option in enumerate(decision.options):
            if option.region is not None:
                places = suggest(packed(kept.battle.position), number)
                assert places and all(option.region.contains(st.Place(*place)) for place in places)
                assert reach(packed(kept.battle.position), number).outlines
                seen += 1
        kept.play()


# ---- processes


def test_a_process_that_dies_is_replaced():
    async def ask():
        workers = Workers(1, PATIENCE)
        first = await workers.do(os.getpid)
        os.kill(first, signal.SIGKILL)
        second = await workers.do(os.getpid)
        third = await workers.do(os.getpid)
        await workers.close()
        return first, second, third

    first, second, third = asyncio.run(ask())
    assert first != second == third


def test_a_fault_in_another_process_is_told_here():
    async def ask():
        workers = Workers(1, PATIENCE)
        try:
            with pytest.raises(ZeroDivisionError):
                await workers.do(partial(divmod, 1, 0))
            return await workers.do(partial(divmod, 7, 2))
        finally:
            await workers.close()

    assert asyncio.run(ask()) == (3, 1)


def test_a_question_that_nobody_waits_for_any_more_does_not_mix_up_the_answers():
    async def ask():
        workers = Workers(1, PATIENCE)
        await workers.do(os.getpid)
        hasty = asyncio.create_task(workers.do(partial(pow, 3, 200_000, 10**9)))
        await asyncio.sleep(0)
        hasty.cancel()
        answers = await asyncio.gather(*(workers.do(partial(divmod, n, 3)) for n in range(5)))
        await workers.close()
        return answers

    assert asyncio.run(ask()) == [divmod(n, 3) for n in range(5)]


def test_a_thought_that_takes_too_long_is_given_up_and_the_next_one_is_thought():
    async def ask():
        workers = Workers(1, PATIENCE)
        try:
            await workers.do(os.getpid)  # a fresh process takes its time to start
            workers._seconds = 0.3
            with pytest.raises(TimeoutError):
                await workers.do(partial(time.sleep, 60))
            workers._seconds = PATIENCE
            return await workers.do(partial(divmod, 7, 2))
        finally:
            await workers.close()

    assert asyncio.run(ask()) == (3, 1)


def test_what_is_not_wanted_any_more_when_its_turn_comes_is_not_worked_out():
    async def ask():
        workers = Workers(1, PATIENCE)
        try:
            with pytest.raises(NotWanted):
                await workers.do(os.getpid, lambda: False)
            return await workers.do(partial(divmod, 7, 2))
        finally:
            await workers.close()

    assert asyncio.run(ask()) == (3, 1)


def test_a_process_that_is_thinking_dies_with_its_server(tmp_path):
    """Killed as hard as can be, in the middle of a thought."""
    (tmp_path / "server.py").write_text(
        "import asyncio, os, time\n"
        "from functools import partial\n"
        "from sandtable.server.workers import Workers\n"
        "async def think():\n"
        "    workers = Workers(1, 100.0)\n"
        "    print(await workers.do(os.getpid), flush=True)\n"
        "    await workers.do(partial(time.sleep, 100))\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(think())\n"
    )
    server = subprocess.Popen([sys.executable, tmp_path / "server.py"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    server.kill()
    server.wait()
    wait_until(lambda: not Path(f"/proc/{worker}").exists() or "Z" in Path(f"/proc/{worker}/stat").read_text())


def test_odds_that_take_too_long_are_too_many_to_count():
    kept = Kept()
    while not (shots := [one for one in kept.battle.decision.options if "fires at" in one.command.tell()]):
        kept.play()
    at, rules = kept.battle.position, kept.battle.rules
    assert odds(rules, at, shots[0].command, 10**9, None, 10.0).outcomes
    assert odds(rules, at, shots[0].command, 10**9, None, 0.0).too_many


def test_the_odds_of_what_is_asked_again_and_again_are_soon_known():
    """A side may cancel one mission after another. A search that always assumes the same answer would never end."""
    kept = Kept("great-battles-d20", "nissoria", "5")
    while not (found := [one for one in kept.battle.decision.options if one.command.tell().startswith("cancel")]):
        kept.play()
    assert not odds(kept.battle.rules, kept.battle.position, found[0].command).outcomes
