"""Games at rest: the same in a file and in PostgreSQL."""

import asyncio
import random
import sqlite3
from contextlib import asynccontextmanager
from functools import partial

import pytest
from databases import KINDS, postgresql
from msgspec.structs import replace
from sqlalchemy import text

from sandtable.kernel.state import Side
from sandtable.server.ledger import Kept, Remark, Row
from sandtable.server.limits import Limits
from sandtable.server.lobby import Begin, Lobby
from sandtable.server.store import Link, Store, StoreError, default_url, digest_of
from sandtable.server.thinking import Thinkers

GAME = Kept(
    "g1",
    b"head",
    {Side("Polish"): "person", Side("German"): "greedy"},
    True,
    12.5,
    [(None, frozenset({0, 1}))],
    "save",
    practice=True,
)
LINKS = {"token": Link("g1", "seat", Side("Polish")), "watch": Link("g1", "watch", Side(""))}
ROWS = [
    Row(1, Side("Polish"), "n1", b"[1]", noticed=frozenset({0, 2})),
    Row(2, Side("German"), "", b"[2]", spared=True),
    Row(3, Side("Polish"), "u", undone=2, again=True),
]
REMARKS = [Remark(0, Side("Polish"), "took", "ab12", 1.5), Remark(1, Side("Polish"), "said", "Gruß <b>", 2.5)]


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """The address of each kind of database that is at hand."""
    found = {"sqlite": f"sqlite:///{tmp_path_factory.mktemp('store') / 'games.sqlite3'}"}
    if "postgresql" not in KINDS:
        yield found
        return
    with postgresql(tmp_path_factory.mktemp("postgresql")) as url:
        yield {**found, "postgresql": url}


@pytest.fixture(params=KINDS)
def url(request, servers):
    """Empty, each time."""
    address = servers[request.param]
    asyncio.run(emptied(address))
    return address


async def emptied(url):
    async with opened(url) as store, store._engine.begin() as connection:
        for table in ("remarks", "rows", "links", "games"):
            await connection.execute(text(f"DELETE FROM {table}"))


@asynccontextmanager
async def opened(url):
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def test_a_game_comes_back_as_it_was_kept(url):
    async def keep_and_load():
        async with opened(url) as store:
            await store.create(GAME, LINKS)
            for row in ROWS:
                await store.append("g1", row)
            for remark in REMARKS:
                await store.remark("g1", remark)
        async with opened(url) as store:  # another life
            return await store.load("g1")

    kept = asyncio.run(keep_and_load())
    assert list(kept.rows) == ROWS
    assert list(kept.remarks) == REMARKS
    assert replace(kept, rows=(), remarks=()) == GAME


def test_a_token_leads_to_its_game_and_no_other_token_does(url):
    async def find():
        async with opened(url) as store:
            await store.create(GAME, LINKS)
            return [await store.link(token) for token in ("token", "watch", "other")]

    assert asyncio.run(find()) == [LINKS["token"], LINKS["watch"], None]


def test_a_number_is_given_once_and_the_others_of_its_commit_are_kept(url):
    """Two servers on one database: the second to write a row is told."""

    async def collide():
        async with opened(url) as store:
            await store.create(GAME, LINKS)
            await store.append("g1", ROWS[0])
            doubled = Row(1, Side("German"), "x", b"[9]")
            results = await asyncio.gather(
                store.append("g1", doubled), store.append("g1", ROWS[1]), return_exceptions=True
            )
            return results, await store.load("g1")

    (first, second), kept = asyncio.run(collide())
    assert isinstance(first, StoreError) and second is None
    assert list(kept.rows) == ROWS[:2]


def test_many_rows_at_once_are_all_kept_in_order(url):
    async def crowd():
        async with opened(url) as store:
            await store.create(GAME, LINKS)
            rows = [Row(n, Side("Polish"), f"n{n}", b"[%d]" % n) for n in range(1, 101)]
            await asyncio.gather(*(store.append("g1", row) for row in rows))
            return rows, await store.load("g1")

    rows, kept = asyncio.run(crowd())
    assert list(kept.rows) == rows


def test_a_battle_is_played_and_comes_back_in_another_life(url):
    async def first_life():
        async with lobby(url) as rooms:
            links = await rooms.begin(Begin(rules="portable-wargame", scenario="krojanty"), "here")
            room = await rooms.room(await rooms.link(links.watch, "here"))
            for n in range(15):
                option = room.battle.decision.options[0]
                command = option.complete(random.Random(n))
                await room._carry_out(partial(room.battle.play, command, room.battle.asked, f"n{n}"))
            return links.watch, room.battle

    async def second_life(token):
        async with lobby(url) as rooms:
            return (await rooms.room(await rooms.link(token, "here"))).battle

    token, before = asyncio.run(first_life())
    after = asyncio.run(second_life(token))
    assert after.seq == 15 and after.state == before.state and after.game.log() == before.game.log()


@asynccontextmanager
async def lobby(url):
    found = Lobby(Store(url), Thinkers(), Limits())
    await found.open()
    try:
        yield found
    finally:
        await found.close()


def test_the_tables_are_made_from_nothing_and_once(url):
    async def versions():
        async with opened(url), opened(url) as store, store._engine.connect() as connection:
            return (await connection.execute(text("SELECT version_num FROM alembic_version"))).all()

    assert asyncio.run(versions()) == [("0004",)]


def test_a_file_is_written_ahead_and_flushed_at_each_commit(tmp_path):
    async def pragmas():
        async with opened(f"sqlite:///{tmp_path / 'g.sqlite3'}") as store, store._engine.connect() as connection:
            asked = ("journal_mode", "synchronous", "foreign_keys")
            return [(await connection.execute(text(f"PRAGMA {name}"))).scalar() for name in asked]

    assert asyncio.run(pragmas()) == ["wal", 2, 1]


def test_the_database_does_not_hold_the_tokens(tmp_path):
    async def keep():
        async with opened(f"sqlite:///{tmp_path / 'g.sqlite3'}") as store:
            await store.create(GAME, {"a-secret-token": LINKS["token"]})

    asyncio.run(keep())
    with sqlite3.connect(tmp_path / "g.sqlite3") as file:
        assert file.execute("SELECT digest FROM links").fetchall() == [(digest_of("a-secret-token"),)]
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"a-secret-token" not in stored


def test_a_database_that_is_not_there_is_an_error_in_a_sentence(tmp_path):
    async def ask():
        async with opened(f"sqlite:///{tmp_path / 'g.sqlite3'}") as store:
            async with store._engine.begin() as connection:
                await connection.execute(text("DROP TABLE links"))
            await store.link("token")

    with pytest.raises(StoreError, match="does not answer"):
        asyncio.run(ask())


def test_games_lie_in_the_users_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path / 'sandtable' / 'games.sqlite3'}"
    assert (tmp_path / "sandtable").is_dir()
