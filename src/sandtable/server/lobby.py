"""Begins games, finds the room of a link, and removes idle rooms from memory."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from time import monotonic, time
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from sandtable.kernel.game import Game
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.savefile import SavedText, SaveError
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import Side
from sandtable.players import PLAYERS
from sandtable.rules import rule_sets
from sandtable.server import messages as wire
from sandtable.server.battle import BROUGHT, CHOSEN, LESSON, PERSON, RESUMED, Battle, head_of, restored
from sandtable.server.ledger import Kept
from sandtable.server.library import Made
from sandtable.server.limits import AddressCounts, AddressShare, Bucket, Limits, PerAddress
from sandtable.server.making import rules_called, scenario_of
from sandtable.server.people import People, Taken
from sandtable.server.refused import Refused
from sandtable.server.room import Room
from sandtable.server.store import Link, Store
from sandtable.server.thinking import Busy, Thinkers

LOG = logging.getLogger(__name__)
OUTDATED = (
    "This game began under an older version of the rules, so it cannot go on here. "
    "Nothing was deleted: the version of sandtable that began it can still open it."
)
ROUND = 30.0  # seconds between two checks for idle rooms


class Porch:
    """Sockets wait here until their hello. Space is limited, so the oldest makes room."""

    def __init__(self, room_for: int, patience: float) -> None:
        self._room_for, self._patience = room_for, patience
        self._waiting: dict[asyncio.Task[bytes], None] = {}  # the oldest first
        self._sent_away: set[asyncio.Task[bytes]] = set()

    async def hear_hello(self, receive: Callable[[], Awaitable[bytes]]) -> wire.Hello:
        """Wait for the hello and give it; Refused if it comes too late or is another message."""
        hearing = asyncio.ensure_future(receive())
        assert isinstance(hearing, asyncio.Task)
        self._waiting[hearing] = None
        if len(self._waiting) > self._room_for:
            oldest = next(iter(self._waiting))
            self._sent_away.add(oldest)
            oldest.cancel()
        try:
            async with asyncio.timeout(self._patience):
                text = await hearing
        except TimeoutError:
            raise Refused("the first message came too late") from None
        except asyncio.CancelledError:
            if hearing not in self._sent_away:
                raise  # the server stops
            raise Refused("Too many others are waiting. Please try again.") from None
        finally:
            self._waiting.pop(hearing, None)
            self._sent_away.discard(hearing)
            hearing.cancel()
        return read_hello(text)


def read_hello(text: bytes) -> wire.Hello:
    try:
        hello = wire.HEARD.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        hello = None
    if not isinstance(hello, wire.Hello):
        raise Refused("the first message must be hello")
    return hello


class Begin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new game."""

    rules: str
    scenario: str
    options: list[str] | None = None  # the scenario's own if None
    seats: dict[str, str] = {}
    hotseat: bool = False
    seed: str | None = None
    made: Made | None = None  # not a scenario of the book, but one that its charts make
    practice: bool = False  # against the computer everything may be taken back


class PlayOn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new game from a moment of another."""

    seq: int
    seats: dict[str, str] = {}
    hotseat: bool = False


class Begun(Struct, frozen=True):
    """The links to a new game."""

    game: str
    seats: dict[str, str]
    table: str | None
    watch: str


class NotFound(Exception):
    """The link leads to no game."""


class Outdated(Exception):
    """The game began under other rules and cannot be played again."""


class TooMany(Exception):
    """There are too many at once, or too many in a short time."""


class Lobby:
    def __init__(self, store: Store, thinkers: Thinkers, limits: Limits) -> None:
        self.store, self.thinkers, self.limits = store, thinkers, limits
        self.rooms: dict[str, Room] = {}
        self._sockets, self._at = 0, AddressCounts(limits.sockets_an_address)
        self.shares = PerAddress(partial(AddressShare, limits))
        self.porch = Porch(limits.silent, limits.hello)
        self._games = PerAddress(partial(Bucket, limits.games))
        self._guesses = PerAddress(partial(Bucket, limits.guesses))
        self._finding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # while somebody waits
        self._reading = asyncio.Lock()  # only one battle at a time is set up or played again
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
        """Count a socket while it is open; TooMany if there are too many."""
        if self._sockets >= self.limits.sockets:
            raise TooMany("There are too many visitors. Please try again in a minute.")
        if not self._at.enter(address):
            raise TooMany("Too many windows are open at your address.")
        self._sockets += 1
        try:
            yield
        finally:
            self._sockets -= 1
            self._at.leave(address)

    # ---- new games

    async def begin(self, asked: Begin, address: str) -> Begun:
        self._count_game(address)
        rules = rules_called(asked.rules)
        scenario = scenario_of(rules, asked.scenario, asked.made)
        options = frozenset(scenario.options if asked.options is None else asked.options)
        if strange := sorted(options - set(rules.variants)):
            raise Refused(f"{rules.id} has no option {strange[0]!r}")
        game = await self._set_up(rules, scenario, options, asked.seed)
        origin = CHOSEN if asked.seed else ""
        battle = Battle(game, self._seats(game, asked.seats), origin=origin, practice=asked.practice)
        return await self._seat(battle, hotseat=asked.hotseat)

    async def teach(self, name: str, address: str) -> Begun:
        """Begin the first lesson of a rule set."""
        self._count_game(address)
        rules = rules_called(name)
        lesson = rules.guide().lesson
        if lesson is None:
            raise Refused(f"{name} has no lesson")
        scenario = rules.scenarios()[lesson.scenario]
        game = await self._set_up(rules, scenario, frozenset(scenario.options))
        seats = {side: PERSON if side == lesson.side else lesson.opponent for side in game.state.sides}
        return await self._seat(Battle(game, seats, origin=LESSON, practice=True), hotseat=False)

    async def play_on(self, link: Link, asked: PlayOn, address: str) -> Begun:
        """A new battle from a moment of another one that is over, or that is played at one screen."""
        self._count_game(address)
        room = await self.room(link)
        async with room.lock:
            battle = room.battle
            if battle.asked is not None and link.role != "table":
                raise Refused("You can play on from an earlier moment when the battle is over.")
            stage = battle.stage_of(asked.seq, room.audience(link))
            if stage is None:
                raise Refused("there is no such moment")
            save, later = battle.save(), len(battle.game.stages) - 1 - stage
        async with self._reading:
            game = await asyncio.to_thread(SavedText("the battle", save).load, rule_sets(), check=False)
        if later:
            game.undo(later, consent=True)
        game.reseed(secrets.token_hex(16))  # the old dice are known
        return await self._seat(Battle(game, self._seats(game, asked.seats), origin=RESUMED), hotseat=asked.hotseat)

    async def _set_up(
        self, rules: RuleSet, scenario: Scenario, options: frozenset[str], seed: str | None = None
    ) -> Game:
        try:
            async with self._reading:  # setting up a large battle takes a while
                return await asyncio.to_thread(Game, rules, scenario, seed or secrets.token_hex(16), options)
        except ScenarioError as fault:
            raise Refused(str(fault)) from None

    async def bring(self, save: bytes, seats: Mapping[str, str], address: str, *, hotseat: bool) -> Begun:
        """Continue a saved battle."""
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
        game.reseed(secrets.token_hex(16))  # a reader of the save could know the dice of its seed
        return await self._seat(Battle(game, self._seats(game, seats), origin=BROUGHT), hotseat=hotseat)

    def _count_game(self, address: str) -> None:
        if not self._games.of(address).take():
            raise TooMany("You began too many games. Please try again later.")

    def _seats(self, game: Game, wanted: Mapping[str, str]) -> dict[Side, str]:
        sides = game.state.sides
        for side, who in wanted.items():
            if side not in sides:
                raise Refused(f"there is no side {side!r}, only {' and '.join(sides)}")
            if who != PERSON and who not in PLAYERS:
                raise Refused(f"there is no player {who!r}, only {PERSON}, {', '.join(sorted(PLAYERS))}")
        return {side: wanted.get(side, PERSON) for side in sides}

    async def _seat(self, battle: Battle, *, hotseat: bool) -> Begun:
        id, tokens = secrets.token_hex(8), {side: secrets.token_urlsafe(16) for side in battle.people}
        table, watch = secrets.token_urlsafe(16) if hotseat and tokens else None, secrets.token_urlsafe(16)
        links = {token: Link(id, "seat", side) for side, token in tokens.items()}
        links[watch] = Link(id, "watch", Side(""))
        if table is not None:
            links[table] = Link(id, "table", Side(""))
        head, opening = head_of(battle.game), battle.opening()
        kept = Kept(id, head, battle.seats, hotseat, time(), opening, battle.origin, practice=battle.practice)
        await self.store.create(kept, links)
        self._admit(Room(id, battle, People(), self.store, self.thinkers))
        return Begun(id, {str(side): token for side, token in tokens.items()}, table, watch)

    def _admit(self, room: Room) -> Room:
        self.rooms[room.id] = room
        room.set_thinking()
        return room

    # ---- finding the room

    async def link(self, token: str, address: str) -> Link:
        """The link of a token. An address that tries many wrong tokens must wait."""
        bucket = self._guesses.of(address)
        if not bucket.has_some():
            raise TooMany("You tried too many wrong links. Please try again in a minute.")
        found = await self.store.link(token)
        if found is None:
            bucket.take()
            raise NotFound("this link leads to no game")
        return found

    async def seated(self, token: str, key: str, address: str) -> tuple[Link, Room]:
        """The link of a token and its room, if this browser may sit there."""
        link = await self.link(token, address)
        room = await self.room(link)
        if sum(one.link == link for one in room.visitors) >= self.limits.sockets_a_seat:
            raise TooMany("too many windows are open on this seat")
        try:
            await room.sit(link, key)
        except Taken:
            self._guesses.of(address).take()  # nobody may try many keys
            raise
        return link, room

    async def room(self, link: Link) -> Room:
        """The room from memory, or from the database with its battle played again."""
        async with self._finding.setdefault(link.game, asyncio.Lock()):
            room = self.rooms.get(link.game)
            if room is not None and not room.broken:
                return room
            kept = await self.store.load(link.game)
            try:
                async with self._reading:
                    battle = await asyncio.to_thread(restored, kept, rule_sets())
            except SaveError as fault:  # not told: it names a command, which may be secret
                LOG.error("game %s cannot be played again: %s", kept.id, fault)
                raise Outdated(OUTDATED) from None
            return self._admit(Room(kept.id, battle, People(kept.remarks), self.store, self.thinkers))

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(min(ROUND, self.limits.idle))
            self.put_away(monotonic() - self.limits.idle)

    def put_away(self, before: float) -> None:
        """Drop rooms without visitors since then and without a thinking computer. The database keeps their games."""
        for id, room in list(self.rooms.items()):
            if room.broken or (room.is_idle and room.left_at <= before and not room.lock.locked()):
                del self.rooms[id]


def seats_of(text: str | None) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str]) if text else {}
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Refused(f"seats: {fault}") from None
