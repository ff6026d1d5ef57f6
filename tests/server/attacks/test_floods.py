"""Floods below the messages, against a real server with the limits of a public one."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest
import uvicorn
from scripted import post

from sandtable.server.app import create_app
from sandtable.server.connections import protocols
from sandtable.server.limits import Allowance, Limits
from tests.patience import PATIENCE, wait_until

UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
PING, PONG = b"\x89\x80\0\0\0\0", b"\x8a\x00"  # frames without a word, the first masked with zeros
FLOOD = 150_000  # frames: more than an address may send at once, so that reading them takes a minute


@contextmanager
def server(folder, **limits) -> Iterator[tuple[str, int]]:
    allowed = Limits(**limits)
    speaking = protocols(allowed)
    app = create_app(f"sqlite:///{folder / 'games.sqlite3'}", allowed)
    config = uvicorn.Config(app, http=speaking.http, ws=speaking.ws, log_level="error")
    listening = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, args=([listening],), daemon=True)
    thread.start()
    try:
        wait_until(lambda: running.started)
        yield listening.getsockname()
    finally:
        running.should_exit = True
        thread.join(PATIENCE)


def socket_to(address: tuple[str, int], token: str) -> socket.socket:
    """A WebSocket, bare, that has said hello."""
    line = socket.create_connection(address, timeout=PATIENCE)
    line.sendall(f"GET /ws/{token} HTTP/1.1\r\nHost: {address[0]}\r\n{UPGRADE}{KEY}\r\n\r\n".encode())
    assert line.recv(12) == b"HTTP/1.1 101"
    say(line, b'{"type":"hello"}')
    hear(line, b'"type":"table"')
    return line


def say(line: socket.socket, text: bytes) -> None:
    line.sendall(b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text)


def hear(line: socket.socket, words: bytes) -> None:
    heard = b""
    while words not in heard:
        more = line.recv(1 << 16)
        assert more, heard[-200:]
        heard += more


@pytest.fixture
def links(tmp_path):
    with server(tmp_path) as address, ExitStack() as lines:
        found = post("{}:{}".format(*address), "/api/games", {"rules": "portable-wargame", "scenario": "krojanty"})
        yield [lines.enter_context(closing(socket_to(address, found["watch"]))) for _ in range(2)]


def test_a_flood_of_frames_is_taken_in_a_little_at_a_time(links):
    """A ping in a packet of thousands costs next to nothing; all of them at once cost seconds."""
    stranger, other = links
    threading.Thread(target=stranger.sendall, args=(PING * FLOOD,), daemon=True).start()
    heard = stranger.recv(2)  # the flood is being read
    say(other, b'{"type":"ping"}')
    hear(other, b"pong")
    stranger.setblocking(False)
    with suppress(BlockingIOError):
        while more := stranger.recv(1 << 16):
            heard += more
    assert 0 < len(heard) < FLOOD * len(PONG), "everybody had to wait until the whole flood was read"


def test_so_many_connections_of_an_address_and_no_more(tmp_path):
    with server(tmp_path, connections_an_address=3) as address, ExitStack() as lines:
        for _ in range(3):
            lines.enter_context(socket.create_connection(address, timeout=PATIENCE))
        with socket.create_connection(address, timeout=PATIENCE) as fourth, suppress(ConnectionError):
            fourth.sendall(b"GET /api/home HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert fourth.recv(100) == b""


def test_a_connection_that_says_nothing_is_dropped(tmp_path):
    with server(tmp_path, head=0.1) as address, suppress(ConnectionError):
        assert socket.create_connection(address, timeout=PATIENCE).recv(100) == b""


def test_a_request_in_many_pieces_is_read_whole(tmp_path):
    """More than is taken in at once, and in packets that end anywhere."""
    with server(tmp_path) as address, socket.create_connection(address, timeout=PATIENCE) as line:
        body = b"[" + b" " * 50_000 + b"]"
        head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
        request = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
        for start in range(0, len(request), 7001):
            line.sendall(request[start : start + 7001])
        assert line.recv(100).startswith(b"HTTP/1.1 400")


def test_whoever_asks_too_often_is_hung_up_on(tmp_path):
    """Thousands of requests may wait in one connection. After the first refusal nobody reads them."""
    with server(tmp_path, requests=Allowance(1, 0.001)) as address:
        line, heard = socket.create_connection(address, timeout=PATIENCE), b""
        with line, suppress(ConnectionError):
            line.sendall(b"GET /api/rules/none HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
            while more := line.recv(1 << 16):
                heard += more
    assert heard.count(b"HTTP/1.1 400") == 1 and heard.count(b"HTTP/1.1 429") == 1
