"""Checks what a player reads against what his side may know."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from sandtable.board.place import Point
from sandtable.kernel.events import Revealed
from sandtable.kernel.game import Stage
from sandtable.kernel.state import Side, State


class Reader:
    """One side, and everything that it was ever allowed to see."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.known: set[str] = set()
        self.places: set[Point] = set()  # a known place may be named again
        self.hidden: set[str] = set()  # what stood or went somewhere without its knowledge
        self.withheld = 0  # how many secrets were searched for
        self.read = 0  # characters
        self.leaks: list[str] = []
        self._lines = self._stages = 0

    def discover(self, stages: Sequence[Stage]) -> None:
        """Notes what everybody saw during a command, even if it was out of sight again at its end."""
        for stage in stages[self._stages :]:
            self.known |= {one.event.unit for one in stage.leg.entries if isinstance(one.event, Revealed)}
        self._stages = len(stages)

    def hear(self, message: str, state: State, view: State) -> None:
        """Checks a message of the server against the true state and the view at that time."""
        self.see(message, state, view)
        self._count(msgspec.json.decode(message), state, view)

    def see(self, words: str, state: State, view: State) -> None:
        """Checks any other text, such as a screen."""
        self.known |= set(view.units)
        self.read += len(words)
        for secret in self._secrets(state, view):
            self.withheld += 1
            if secret in words:  # a quick test first, then the whole name
                found = re.search(rf"(?<![\w/.]){re.escape(secret)}(?![\w/.])", words)
                if found:
                    around = words[max(found.start() - 100, 0) : found.end() + 100]
                    self.leaks.append(f"{self.side} reads of {secret}: {around}")

    def _secrets(self, state: State, view: State) -> Iterator[str]:
        """Names, types and places of unknown units, in the words of a message."""
        hidden = [unit for unit in state.units.values() if unit.id not in self.known]
        public = f"{state.scenario.setting} {state.scenario.title}"
        told = {name_of(unit_id) for unit_id in self.known}
        self.places |= {unit.place.point for unit in view.units.values() if unit.place}
        seen = self.places | {point for piece in state.board.terrain for point in piece.points}
        for unit in hidden:
            yield unit.id
            kind = name_of(unit.id)
            if not any(kind in name for name in (*told, public)):
                yield kind
            if unit.place and unit.place.point not in seen:
                self.hidden.add(unit.id)
                x, y = unit.place.point
                yield from (f'"x":{x},"y":{y}', f"[{x},{y}", f"{x:g}, {y:g}")

    def _count(self, message: dict[str, Any], state: State, view: State) -> None:
        """No message may tell the strength of a partly seen battalion, or how many lines others have read."""
        for group in message.get("groups", ()):
            own = {unit.id for unit in state.units.values() if unit.part_of == group["id"]}
            seen = own & set(view.units)
            if not set(group["pieces"]) <= seen:
                self.leaks.append(f"{self.side} sees {group['pieces']}")
            in_part = own - seen and state.units[group["id"]].side != self.side
            if in_part and (group["strength"] is not None or group["x"] is not None):
                self.leaks.append(f"{self.side} is told how strong {group['id']} is")
        told = message.get("log", message.get("lines", []))
        if isinstance(told, list) and told and message["type"] in ("table", "moved"):
            first = told[0]["n"]
            known = 0 if "log" in message else self._lines  # two sockets of one page may tell the same lines
            if first > known or [line["n"] for line in told] != list(range(first, first + len(told))):
                self.leaks.append(f"{self.side} can count the lines it may not read")
            self._lines = max(self._lines, first + len(told))


def name_of(unit_id: str) -> str:
    """The name without its number: of A1/6 6 pounder AT gun, 6 pounder AT gun."""
    return unit_id.rpartition("/")[2].partition(" ")[2] or unit_id
