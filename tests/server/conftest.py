"""Servers for tests: one in this process, one in its own process."""

import pytest
from scripted import Server
from talking import server_in


@pytest.fixture
def client(tmp_path):
    with server_in(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """The address of a real server. All tests that do not harm it share it."""
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('db') / 'games.sqlite3'}")
    yield server.address
    server.stop()
