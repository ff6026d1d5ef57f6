"""Hostile requests: each is answered at once, with a status that says whose fault it is."""

import socket
from itertools import count
from queue import Queue

import pytest
from litestar.exceptions import WebSocketDisconnect
from msgspec.structs import replace
from talking import HERE, KROJANTY, chair, server_in

import sandtable as st
from sandtable.kernel.savefile import lines, sealed
from sandtable.server.app import in_bytes
from sandtable.server.limits import Allowance
from tests.patience import PATIENCE

RULES = "/api/rules/portable-wargame"
CLAUSE = f"{RULES}/pw.fire.hit"
BURST = 150  # questions


# ---- what is asked for


@pytest.mark.parametrize("table", ["1" * 50_000, "9." * 20_000, "../../etc/passwd", "\x00"])
def test_a_table_that_no_book_has_is_refused(client, table):
    assert client.get(CLAUSE, params={"table": table}).status_code in (400, 404, 414, 431)


def test_a_search_for_thousands_of_words_is_refused(client):
    answer = client.get(f"{RULES}/find", params={"q": "a " * 5000})
    assert answer.status_code == 400 and "at most 300" in answer.json()["error"]


def test_json_that_is_nested_too_deeply_is_refused(client):
    deep = "[" * 30_000 + "]" * 30_000
    headers = {"content-type": "application/json"}
    assert client.post("/api/games", content=f'{{"rules":{deep}}}', headers=headers).status_code == 400
    assert client.post("/api/games/open", content=f'{{"sandtable":2,"scenario":{deep}}}\n[]\n{{}}\n').status_code == 400
    assert client.post("/api/games/open", params={"seats": "[" * 5000}, content=b"x").status_code == 400


def test_a_socket_survives_deep_json(client):
    links = client.post("/api/games", json=KROJANTY).json()
    with chair(client, links["watch"]) as seat:
        seat.socket.send_text("[" * 30_000)
        assert "not a message" in seat.hear_of("error")["why"] or "deeply" in seat.hear_of("error")["why"]
        assert seat.ask("pong", type="ping") == {"type": "pong"}


def test_a_nonce_that_no_database_keeps_is_refused(client):
    links = client.post("/api/games", json=KROJANTY).json()
    with chair(client, links["seats"]["German"]) as germans:
        germans.say(type="resign", nonce="a\u0000b", side=1)
        assert "nonce" in germans.hear_of("error")["why"]


def test_what_may_not_be_done_has_no_odds_but_a_refusal(client):
    links = client.post("/api/games", json=KROJANTY).json()
    with chair(client, links["seats"]["German"]) as germans:
        option = germans.table["decision"]["options"][0]
        answer = germans.ask("odds", type="weigh", id="w", seq=germans.table["seq"], option=option["n"], to=[0, 7, 0])
        assert answer["type"] == "refused" and answer["clause"] == "pw.setup.deployment"


def test_a_reason_for_closing_fits_into_its_frame():
    assert len(in_bytes("ü" * 500, 120).encode()) <= 120


# ---- where it comes from


def test_a_name_that_is_not_ours_is_refused(client):
    """Another site may point its name at this machine; the browser would then let it read our answers."""
    assert client.get("/api/home", headers={"host": "evil.example"}).status_code == 421
    for host in ("localhost:8765", "127.0.0.1", "[::1]:80", "192.168.1.7:8765"):
        assert client.get("/api/home", headers={"host": host}).status_code == 200


def test_a_page_of_another_site_may_not_begin_a_game(client):
    foreign = client.post("/api/games", json=KROJANTY, headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert client.post("/api/games", json=KROJANTY, headers={"origin": "null"}).status_code == 403
    assert client.post("/api/games", json=KROJANTY, headers={"origin": HERE}).status_code == 201


def test_a_page_of_another_site_may_not_open_a_socket(client):
    links = client.post("/api/games", json=KROJANTY).json()
    foreign = {"origin": "https://evil.example"}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/ws/{links['watch']}", headers=foreign) as line:
        line.receive_json(timeout=PATIENCE)


# ---- how often


def test_requests_without_end_are_asked_to_wait(tmp_path):
    with server_in(tmp_path, requests=Allowance(5, 0.0)) as client:
        answers = [client.get("/api/home").status_code for _ in range(7)]
    assert answers == [200] * 5 + [429] * 2


def test_so_many_windows_of_one_address_and_no_more(tmp_path):
    with server_in(tmp_path, sockets_an_address=2) as client:
        links = client.post("/api/games", json=KROJANTY).json()
        with chair(client, links["watch"]), chair(client, links["watch"]):
            with client.websocket_connect(f"/ws/{links['watch']}") as third:
                told = third.receive_json(timeout=PATIENCE)
            assert told["type"] == "error" and "Too many windows" in told["why"]
        assert any(is_let_in(client, links["watch"]) for _ in range(200)), "a place that was left is free again"


def is_let_in(client, token) -> bool:
    """The server may not have noticed yet that others have left."""
    with chair(client, token) as later:
        return bool(later.table)


# ---- a real server, below the requests


def test_connections_that_say_nothing_or_too_little_are_let_go(address):
    """At home the head of a request has ten seconds; meanwhile others are served."""
    host, port = address.rsplit(":", 1)
    silent, slow = (socket.create_connection((host, int(port))) for _ in range(2))
    slow.sendall(b"GET /api/home HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    with socket.create_connection((host, int(port))) as quick:
        quick.sendall(b"GET /api/rules/none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert quick.recv(100).startswith(b"HTTP/1.1 400")
    for line in (silent, slow):
        line.settimeout(PATIENCE)
        try:
            assert line.recv(100) == b""
        except ConnectionResetError:
            pass
        line.close()


def test_a_burst_of_questions_does_not_hold_up_another_game(client):
    """Sockets take turns: a ping in another game is answered before half of the burst."""
    first = client.post("/api/games", json={"rules": "great-battles-d20", "scenario": "first-orders"}).json()
    other = client.post("/api/games", json=KROJANTY).json()
    with chair(client, first["watch"]) as busy, chair(client, other["watch"]) as quiet:
        piece = next(one["id"] for one in busy.table["pieces"] if one["x"] is not None)
        answers = busy.socket.send_queue = quiet.socket.send_queue = Queue()  # of both, in the order they are given
        for number in range(BURST):
            busy.say(type="field", id=str(number), piece=piece)
        quiet.say(type="ping")
        given = answers.qsize()
        before = next(number for number in count() if busy.hear()["type"] == "pong")
        assert before - given < BURST // 2
        while busy.hear_of("field", "refused")["id"] != f"{BURST - 1}":
            pass


def brought(client, id):
    game = st.new_game(**KROJANTY)
    game.scenario = replace(game.scenario, id=id)
    return client.post("/api/games/open", content=sealed([*lines(game)]))


def test_a_file_name_cannot_break_a_header(client):
    links = brought(client, 'x"; filename=evil.exe').json()
    save = client.get(f"/api/save/{links['table']}")
    assert save.headers["content-disposition"] == 'attachment; filename="x---filename-evil.exe.jsonl"'
    answer = brought(client, 'x"\r\nSet-Cookie: a=b')
    assert answer.status_code == 400 and "cannot be shown" in answer.json()["error"]
