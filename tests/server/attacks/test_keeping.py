"""What lies on the disk is its owner's alone; a database that fails tells no secrets."""

import asyncio
import logging
import sqlite3
import stat

import pytest
from sqlalchemy.exc import OperationalError
from test_lobby import KROJANTY, lobby, play, room_of

from sandtable.cli import serve as serving
from sandtable.server import serving as server
from sandtable.server import store as stores
from sandtable.server.ledger import Row
from sandtable.server.refused import Refused


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_folder_and_the_files_are_readable_by_their_owner_only(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    stores.default_url()
    assert mode(tmp_path / "sandtable") == 0o700

    async def keep():
        await stores.check(f"sqlite:///{tmp_path / 'games.sqlite3'}")
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            await play(await room_of(rooms, links.watch))
            return {file.name: mode(file) for file in tmp_path.glob("games.sqlite3*")}

    found = asyncio.run(keep())
    assert "games.sqlite3" in found and set(found.values()) == {0o600}


def full(engine, lines):
    raise OperationalError("INSERT INTO rows ...", {"text": "a secret"}, sqlite_full(), hide_parameters=True)


def sqlite_full() -> sqlite3.OperationalError:
    fault = sqlite3.OperationalError("database or disk is full")
    fault.sqlite_errorname = "SQLITE_FULL"
    return fault


def test_a_full_disk_is_told_to_the_player_and_no_row_to_the_log(tmp_path, monkeypatch, caplog):
    async def fill():
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            room = await room_of(rooms, links.watch)
            monkeypatch.setattr(stores, "with_file", full)
            with pytest.raises(Refused) as told:
                await play(room)
            return told.value.why

    with caplog.at_level(logging.DEBUG):
        assert asyncio.run(fill()) == stores.DISK_FULL
    assert "a secret" not in caplog.text and "full" in caplog.text


def test_a_real_database_error_logs_no_row(tmp_path, caplog):
    """A number that is given twice: the database says which row it will not keep, and we do not repeat it."""

    async def twice():
        async with lobby(tmp_path) as rooms:
            links = await rooms.begin(KROJANTY, "here")
            room = await room_of(rooms, links.watch)
            await play(room)
            with pytest.raises(stores.StoreError, match="could not keep it"):
                await rooms.store.append(room.id, Row(1, room.battle.asked, "again", b'["a secret"]'))

    with caplog.at_level(logging.DEBUG, "sandtable"):
        asyncio.run(twice())
    assert "not kept" in caplog.text and "a secret" not in caplog.text


def test_serving_beyond_this_machine_says_what_it_means(monkeypatch, capsys):
    monkeypatch.setattr(
        server, "serve", lambda db, host, port, ready, names: ready("http://somewhere/", ["http://192.0.2.7:80"])
    )
    for host, warned in (("127.0.0.1", False), ("::1", False), ("0.0.0.0", True)):
        serving.serve(host, 0, "sqlite://", [], open_browser=False)
        assert (serving.OPEN_DOOR in capsys.readouterr().out) == warned
