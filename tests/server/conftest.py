"""Servers to visit: one in this process, one in a process of its own."""

import pytest
from litestar.testing import TestClient
from scripted import Server
from talking import HERE

from sandtable.server.app import create_app


@pytest.fixture
def client(tmp_path):
    """The whole server in this process, with a database of its own."""
    with TestClient(create_app(f"sqlite:///{tmp_path / 'games.sqlite3'}"), HERE) as found:
        yield found


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """Where a real server listens; it serves all tests that do not harm it."""
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('db') / 'games.sqlite3'}")
    yield server.address
    server.stop()
