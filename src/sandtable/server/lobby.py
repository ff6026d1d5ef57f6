"""Beginning games, finding the room a link leads to, and putting away rooms that nobody visits."""

import asyncio
import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from time import monotonic, time
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from sandtable.kernel.game import Game
from sandtable.kernel.savefile import SavedText, SaveError
from sandtable.kernel.scenario import ScenarioError
from sandtable.kernel.state import Side
from sandtable.players import PLAYERS
from sandtable.rules import rule_sets
from sandtable.server.battle import BROUGHT, CHOSEN, PERSON, Battle, head_of, restored
from sandtable.server.ledger import Kept
from sandtable.server.limits import Buckets, Heads, House, Known, Limits
from sandtable.server.porch import Porch
from sandtable.server.refused import Refused
from sandtable.server.room import Room
from sandtable.server.store import Link, Store
from sandtable.server.thinking import Busy, Thinkers

LOG = logging.getLogger(__name__)
ROUND = 30.0  # seconds between two rounds through the rooms


class Begin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to play."""

    rules: str
    scenario: str
    options: list[str] | None = None  # the scenario's own if not given
    seats: dict[str, str] = {}
    hotseat: bool = False
    seed: str | None = None


class Begun(Struct, frozen=True):
    """The links to a new game."""

    game: str
    seats: dict[str, str]
    table: str | None
    watch: str


class NotFound(Exception):
    """The link leads nowhere."""


class TooMany(Exception):
    """Not so many at once, not so soon."""


class Lobby:
    def __init__(self, store: Store, thinkers: Thinkers, limits: Limits) -> None:
        self.store, self.thinkers, self.limits = store, thinkers, limits
        self.rooms: dict[str, Room] = {}
        self._sockets, self._at = 0, Heads(limits.sockets_an_address)
        self.houses = Known(partial(House, limits))
        self.porch = Porch(limits.silent, limits.hello)
        self._games, self._guesses = Buckets(limits.games), Buckets(limits.guesses)
        self._finding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # only while somebody waits
        self._reading = asyncio.Lock()  # one battle is set up or played again at a time
        self._rounds: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.open()
        self._rounds = asyncio.create_task(self._go_round())

    async def close(self) -> None:
        tasks = [self._rounds, *(room.thinking for room in self.rooms.values())]
        for task in tasks:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)
        await self.thinkers.close()
        await self.store.close()

    @contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """A socket for as long as it is open; TooMany if there are."""
        if self._sockets >= self.limits.sockets:
            raise TooMany("too many visitors; please try again in a minute")
        if not self._at.enter(address):
            raise TooMany("too many windows are open at your address")
        self._sockets += 1
        try:
            yield
        finally:
            self._sockets -= 1
            self._at.leave(address)

    # ---- new games

    async def begin(self, asked: Begin, address: str) -> Begun:
        self._count_game(address)
        rules = rule_sets().get(asked.rules)
        if rules is None:
            raise Refused(f"there is no rule set {asked.rules!r}")
        if asked.scenario not in rules.scenarios():
            raise Refused(f"{rules.id} has no scenario {asked.scenario!r}")
        scenario = rules.scenarios()[asked.scenario]
        options = frozenset(scenario.options if asked.options is None else asked.options)
        if strange := sorted(options - set(rules.variants)):
            raise Refused(f"{rules.id} has no option {strange[0]!r}")
        try:
            async with self._reading:  # a large battle takes a while to be laid out
                seed = asked.seed or secrets.token_hex(16)
                game = await asyncio.to_thread(Game, rules, scenario, seed, options)
        except ScenarioError as fault:
            raise Refused(str(fault)) from None
        origin = CHOSEN if asked.seed else ""
        return await self._seat(Battle(game, self._seats(game, asked.seats), origin=origin), hotseat=asked.hotseat)

    async def bring(self, save: bytes, seats: Mapping[str, str], address: str, *, hotseat: bool) -> Begun:
        """Go on with a battle that was saved."""
        self._count_game(address)
        try:
            await self.thinkers.prove(save)
            async with self._reading:
                game = await asyncio.to_thread(SavedText("the save", save).load, rule_sets(), check=False)
        except SaveError as fault:
            raise Refused(" ".join(str(fault).split())) from None
        except TimeoutError:
            raise Refused("the save takes too long to read") from None
        except Busy as fault:
            raise TooMany(str(fault)) from None
        game.reseed(secrets.token_hex(16))  # whoever has read the save knows the dice of its seed
        return await self._seat(Battle(game, self._seats(game, seats), origin=BROUGHT), hotseat=hotseat)

    def _count_game(self, address: str) -> None:
        if not self._games.of(address).take():
            raise TooMany("that is many games in a short time; please try again later")

    def _seats(self, game: Game, wanted: Mapping[str, str]) -> dict[Side, str]:
        sides = game.state.sides
        for side, who in wanted.items():
            if side not in sides:
                raise Refused(f"there is no side {side!r}, only {' and '.join(sides)}")
            if who != PERSON and who not in PLAYERS:
                raise Refused(f"nobody of the name {who!r} can play, only {PERSON}, {', '.join(sorted(PLAYERS))}")
        return {side: wanted.get(side, PERSON) for side in sides}

    async def _seat(self, battle: Battle, *, hotseat: bool) -> Begun:
        id, tokens = secrets.token_hex(8), {side: secrets.token_urlsafe(16) for side in battle.people}
        table, watch = secrets.token_urlsafe(16) if hotseat and tokens else None, secrets.token_urlsafe(16)
        links = {token: Link(id, "seat", side) for side, token in tokens.items()}
        links[watch] = Link(id, "watch", Side(""))
        if table is not None:
            links[table] = Link(id, "table", Side(""))
        kept = Kept(id, head_of(battle.game), battle.seats, hotseat, time(), battle.opening(), battle.origin)
        await self.store.create(kept, links)
        self._admit(Room(id, battle, hotseat=hotseat, store=self.store, thinkers=self.thinkers))
        return Begun(id, {str(side): token for side, token in tokens.items()}, table, watch)

    def _admit(self, room: Room) -> Room:
        self.rooms[room.id] = room
        room.set_thinking()
        return room

    # ---- finding the room

    async def link(self, token: str, address: str) -> Link:
        """What a token leads to; whoever tries many that lead nowhere has to wait."""
        bucket = self._guesses.of(address)
        if not bucket.has_some():
            raise TooMany("too many links that lead nowhere; please try again in a minute")
        found = await self.store.link(token)
        if found is None:
            bucket.take()
            raise NotFound("this link leads to no game")
        return found

    async def room(self, link: Link) -> Room:
        """In memory, or read from the database and played again."""
        async with self._finding.setdefault(link.game, asyncio.Lock()):
            room = self.rooms.get(link.game)
            if room is not None and not room.broken:
                return room
            kept = await self.store.load(link.game)
            try:
                async with self._reading:
                    battle = await asyncio.to_thread(restored, kept, rule_sets())
            except SaveError as fault:  # it names a command, which may be a secret
                LOG.error("game %s cannot be played again: %s", kept.id, fault)
                raise Refused("this game was begun under older rules and cannot be played on") from None
            return self._admit(Room(kept.id, battle, hotseat=kept.hotseat, store=self.store, thinkers=self.thinkers))

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(min(ROUND, self.limits.idle))
            self.put_away(monotonic() - self.limits.idle)

    def put_away(self, before: float) -> None:
        """Rooms that nobody has visited since then and in which nobody thinks; they lose nothing by it."""
        for id, room in list(self.rooms.items()):
            if room.broken or (room.is_idle and room.left_at <= before and not room.lock.locked()):
                del self.rooms[id]


def seats_of(text: str | None) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str]) if text else {}
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Refused(f"seats: {fault}") from None
