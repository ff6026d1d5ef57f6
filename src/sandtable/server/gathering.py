"""The visitors of a table: who is here, who holds which seat, and what they say."""

import asyncio
from time import monotonic, time
from typing import Any, Protocol

import msgspec

from sandtable.kernel.state import Side
from sandtable.players import LEVELS
from sandtable.server import messages as wire
from sandtable.server import scene
from sandtable.server.battle import PERSON, Battle
from sandtable.server.drawing import side_number
from sandtable.server.ledger import Remark
from sandtable.server.people import People, Taken
from sandtable.server.refused import Refused
from sandtable.server.store import Link, Store, StoreError

HANDED_OVER = "You have handed over this seat. The next browser that opens its link gets it."
UNSAID = "The server could not keep that, so nobody has heard it. The battle is safe. Try again."
ENCODER = msgspec.json.Encoder()


class Visitor(Protocol):
    """A person at a socket."""

    link: Link
    eyes: Side | None  # the side whose view is on the screen; None: no view yet

    def send(self, text: bytes) -> None: ...
    def show(self, text: bytes, *, whole: bool) -> None: ...  # the whole table, or the changes
    def leave(self, why: Exception) -> None: ...


def say(visitor: Visitor, message: Any) -> None:
    visitor.send(ENCODER.encode(message))


class Gathering:
    """The visitors of a battle. All work holds `lock`."""

    def __init__(self, id: str, battle: Battle, people: People, store: Store) -> None:
        self.id, self.battle, self.people, self.store = id, battle, people, store
        self.lock = asyncio.Lock()
        self.visitors: list[Visitor] = []
        self.left_at = monotonic()

    # ---- who is here

    def sides_of(self, link: Link) -> tuple[Side, ...]:
        return (link.side,) if link.role == "seat" else self.battle.people if link.role == "table" else ()

    def audience(self, link: Link) -> int:
        """The number of the audience that a link belongs to."""
        return self.battle.audiences.index(self.sides_of(link))

    def enter(self, visitor: Visitor) -> None:
        self._tell_presence(visitor.link, here=True)
        self.visitors.append(visitor)

    def exit(self, visitor: Visitor) -> None:
        self.visitors.remove(visitor)
        self.left_at = monotonic()
        self._tell_presence(visitor.link, here=False)

    def is_here(self, side: Side) -> bool:
        return self.battle.seats[side] != PERSON or any(side in self.sides_of(v.link) for v in self.visitors)

    def _tell_presence(self, link: Link, *, here: bool) -> None:
        """Tell of the sides of a link that have no other visitor. With a second window open there are none."""
        for side in self.sides_of(link):
            if not self.is_here(side):
                self.send_all(self.presence(side, here=here))

    def presence(self, side: Side, *, here: bool) -> wire.Presence:
        number = side_number(self.battle.state, side)
        return wire.Presence(number, here, self.people.is_taken(side), self.called(side))

    def called(self, side: Side) -> str:
        """The name of the person, or of the computer's level."""
        level = LEVELS.get(self.battle.seats[side])
        return level.title if level else self.people.names.get(side, "")

    def side_info(self, side: Side) -> scene.SideInfo:
        seat, taken = self.battle.seats[side], self.people.is_taken(side)
        return scene.SideInfo(side, seat, self.is_here(side), taken, self.called(side))

    def send_all(self, message: Any) -> None:
        text = ENCODER.encode(message)
        for visitor in self.visitors:
            visitor.send(text)

    # ---- seats, names and words

    async def sit(self, link: Link, key: str) -> None:
        """Give a free seat to the browser with this key; Taken if another browser holds it."""
        if link.role != "seat":
            return
        async with self.lock:
            if self.people.takes(link.side, key):
                await self._remark(self.people.taking(link.side, key, time()))

    async def free_seat(self, visitor: Visitor) -> None:
        """The next browser that opens the link gets the seat, and this one must leave."""
        async with self.lock:
            link = self._seat_of(visitor)
            await self._remark(self.people.freeing(link.side, time()))
            for other in [one for one in self.visitors if one.link == link]:
                other.leave(Taken(HANDED_OVER))

    async def chat(self, visitor: Visitor, asked: wire.Chat) -> None:
        async with self.lock:
            await self._remark(self.people.saying(self._seat_of(visitor).side, asked.words, time()))

    async def call(self, visitor: Visitor, asked: wire.CallMe) -> None:
        async with self.lock:
            await self._remark(self.people.naming(self._seat_of(visitor).side, asked.name, time()))

    def _seat_of(self, visitor: Visitor) -> Link:
        if visitor.link.role != "seat":
            raise Refused("only a player with a seat of his own may do that")
        return visitor.link

    async def _remark(self, remark: Remark) -> None:
        """Keep a remark, then tell everybody."""
        try:
            await self.store.remark(self.id, remark)
        except StoreError:
            raise Refused(UNSAID) from None
        self.people.add(remark)
        self.send_all(wire.Told(self.said(remark)))
        if remark.what != "said":
            self.send_all(self.presence(remark.side, here=self.is_here(remark.side)))

    def said(self, remark: Remark) -> scene.Said:
        """Without the digest of a key."""
        words = remark.text if remark.what in ("named", "said") else ""
        return scene.Said(side_number(self.battle.state, remark.side), remark.what, words, remark.at)
