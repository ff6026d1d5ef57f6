"""A save that a stranger brings along is proven and drawn apart, within limits, before anybody gets a link to it."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace
from talking import FIRST_ORDERS, KROJANTY

import sandtable as st
from sandtable.kernel.savefile import SaveError, lines, sealed
from sandtable.server import proving
from sandtable.server.thinking import Busy, Thinkers


def forged(battle, **changes) -> bytes:
    """A save with a changed scenario and a new seal."""
    game = st.new_game(**battle)
    head, *rest = lines(game)
    content = msgspec.json.decode(head)
    content["scenario"] |= changes
    return sealed([msgspec.json.encode(content), *rest])


def forces(count: int) -> list[dict[str, object]]:
    sides = msgspec.to_builtins(st.new_game(**KROJANTY).scenario)["side"]
    return [{**side, "forces": [{**entry, "count": count} for entry in side["forces"]]} for side in sides]


@pytest.mark.parametrize(
    ("battle", "changes", "told"),
    [
        (KROJANTY, {"title": "x" * 3_000_000}, "title: a text of 3000000 characters; at most 100 are allowed"),
        (KROJANTY, {"map": "\n".join(["." * 60] * 60)}, "60 columns and 60 rows is too large"),
        (KROJANTY, {"side": forces(900)}, "Units are too many; at most 60 are allowed"),
        (KROJANTY, {"options": ["x"] * 5000}, "options: 5000 entries; at most 100 are allowed"),
        (FIRST_ORDERS, {"map": {"size": [900, 900]}}, "900 by 900 inches is too large; at most 144 are allowed"),
        (FIRST_ORDERS, {"days": 999}, "days: 999 is too many; at most 31 are allowed"),
    ],
)
def test_an_upload_past_a_limit_is_refused_with_the_limit(client, battle, changes, told):
    answer = client.post("/api/games/open", content=forged(battle, **changes))
    assert answer.status_code == 400 and told in answer.json()["error"]


def test_a_table_that_is_too_large_to_be_shown_is_refused(monkeypatch):
    game = st.new_game(**KROJANTY)
    monkeypatch.setattr(proving, "SHOWN", 1000)
    with pytest.raises(SaveError, match="bytes; at most 1000 are allowed"):
        proving.prove(sealed([*lines(game)]))


def test_only_a_few_saves_wait_to_be_proven():
    async def bring() -> list[object]:
        thinkers, may_end = Thinkers(uploads=3), asyncio.Event()

        async def do(task):
            await may_end.wait()

        thinkers._proofs.do = do
        waiting = [asyncio.create_task(thinkers.prove(b"")) for _ in range(5)]
        await asyncio.sleep(0)
        may_end.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        await thinkers.prove(b"")  # there is room again
        await thinkers.close()
        return found

    found = asyncio.run(bring())
    assert found[:3] == [None] * 3 and all(isinstance(one, Busy) for one in found[3:])


def test_proving_shares_no_process_with_what_people_ask_for():
    thinkers = Thinkers()
    others = {id(one) for one in (thinkers._odds, thinkers._places, thinkers._players, thinkers._displays)}
    assert len(others) == 4 and id(thinkers._proofs) not in others


def test_a_save_is_only_brought_in_after_it_was_proven(client, monkeypatch):
    """What breaks the process that proves it never comes near the server's own."""

    async def broken(self, save):
        raise SaveError("the save: it cannot be drawn")

    monkeypatch.setattr(Thinkers, "prove", broken)
    game = st.new_game(**KROJANTY)
    answer = client.post("/api/games/open", content=sealed([*lines(replaced(game))]))
    assert answer.status_code == 400 and "cannot be drawn" in answer.json()["error"]


def replaced(game: st.Game) -> st.Game:
    game.scenario = replace(game.scenario, notes="brought along")
    return game
