"""Records every byte of a page's sockets."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocket

Thing = dict[str, Any]


class Wire:
    """Every message that a page receives over its sockets, in order."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.tables = 0  # how often it received the whole table
        self.log: list[Thing] = []
        page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framesent", lambda frame: self.sent.append(str(frame)))
        line.on("framereceived", lambda frame: self._hear(str(frame)))

    def _hear(self, frame: str) -> None:
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] == "table":
            self.tables += 1
            self.log = message["log"]
        elif message["type"] == "moved":
            self.log = [*self.log, *message["lines"]]

    def asked(self, kind: str) -> list[Thing]:
        """Every message of one type that the page has sent."""
        return [message for message in map(json.loads, self.sent) if message["type"] == kind]

    def things(self) -> list[Thing]:
        """All pieces and battalions that this side has ever seen."""
        messages = map(json.loads, self.frames)
        return [one for message in messages for part in ("pieces", "groups") for one in message.get(part) or []]

    def latest(self, part: str) -> Thing:
        """What the page was told last of one part of the table."""
        messages: list[Thing] = list(map(json.loads, self.frames))
        return next(message[part] for message in reversed(messages) if message.get(part))
