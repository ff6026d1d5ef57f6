"""Servers to visit: one in this process, one in a process of its own."""

import pytest
from scripted import Server
from talking import server_in


@pytest.fixture
def client(tmp_path):
    with server_in(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """Where a real server listens; it serves all tests that do not harm it."""
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('db') / 'games.sqlite3'}")
    yield server.address
    server.stop()
