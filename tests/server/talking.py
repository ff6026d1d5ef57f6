"""A conversation with a server in this process, message by message."""

from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from sandtable.server.app import create_app
from sandtable.server.limits import Limits
from tests.patience import PATIENCE

HERE = "http://127.0.0.1"
KROJANTY = {"rules": "portable-wargame", "scenario": "krojanty"}
FIRST_ORDERS = {"rules": "great-battles-d20", "scenario": "first-orders"}
NISSORIA = {"rules": "great-battles-d20", "scenario": "nissoria"}
POLES, GERMANS = 0, 1


def server_in(folder: Path, **limits: Any) -> TestClient[Any]:
    """The whole server in this process, with its own database in the folder."""
    app = create_app(f"sqlite:///{folder / 'games.sqlite3'}", Limits(**limits))
    return TestClient(app, HERE, timeout=PATIENCE)


class Chair:
    """One socket of the test client."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.sent = 0

    def say(self, **message: object) -> None:
        self.socket.send_json(message)

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = self.socket.receive_json(timeout=PATIENCE)
        if message["type"] in ("table", "moved"):
            self.table = {**self.table, **message}
        return message

    def hear_of(self, *types: str) -> dict[str, Any]:
        while (message := self.hear())["type"] not in types:
            pass
        return message

    def ask(self, answer: str, **message: object) -> dict[str, Any]:
        self.say(**message)
        return self.hear_of(answer, "refused", "stale", "error")

    def hello(self) -> dict[str, Any]:
        return self.ask("table", type="hello", since=-1, log=0)

    def choice(self, words: str) -> dict[str, Any]:
        found = [one for one in self.table["decision"]["options"] if words in one["words"]]
        assert found, [one["words"] for one in self.table["decision"]["options"]]
        return found[0]

    def play(self, words: str = "", to: object = None, **but: object) -> dict[str, Any]:
        """Choose an option by its words, at the first place unless one is given. Returns the answer."""
        one = self.choice(words)
        if one["region"] and to is None:
            to = one["region"]["places"][0]
        self.sent += 1
        message = {"type": "play", "seq": self.table["seq"], "option": one["n"], "nonce": f"n{self.sent}", "to": to}
        return self.ask("moved", **{**message, **but})


@contextmanager
def chair(client: TestClient[Any], token: str, *, greeted: bool = True):
    with client.websocket_connect(f"/ws/{token}") as socket:
        found = Chair(socket)
        if greeted:
            found.hello()
        yield found


def begin(client: TestClient[Any], battle: dict[str, Any], **more: object) -> dict[str, Any]:
    answer = client.post("/api/games", json={**battle, "seed": "1", **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def deploy(*chairs: Chair) -> None:
    """Deploy both sides of Krojanty at the first allowed places, Germans first."""
    while any(one.table["turns"]["now"] == 0 for one in chairs):
        asked = next(one for one in chairs if one.table["decision"])
        asked.play()
        for other in chairs:
            if other is not asked:
                other.hear_of("moved")
