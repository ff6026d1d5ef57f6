"""One socket: reads its messages and answers them. A slow reader never delays the others."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from time import thread_time
from typing import Any, Protocol, TypeVar

import msgspec

from sandtable.forecast import row_begun
from sandtable.kernel.decision import Command, Decision
from sandtable.kernel.position import Position
from sandtable.kernel.state import Side
from sandtable.server import advising, asking, setting_up
from sandtable.server import messages as wire
from sandtable.server.gathering import ENCODER
from sandtable.server.limits import AddressShare, Bucket, Limits
from sandtable.server.odds import odds
from sandtable.server.refused import Refused
from sandtable.server.room import Room
from sandtable.server.store import Link
from sandtable.server.viewpoint import Viewpoint
from sandtable.server.workers import NotWanted

LOG = logging.getLogger(__name__)
TOO_DEEP = "the message is nested too deeply"
OUR_FAULT = "The server made a mistake. The game is safe."
BREATH = 0.02  # seconds
A_BYTE = 4e-8  # seconds to draw, encode and send one byte of a table
T = TypeVar("T")
FAULTS = 20  # unreadable messages after which the socket is closed


def always() -> bool:
    return True


class Full(Exception):
    """The client reads too slowly."""


class Outbox:
    """Messages that wait for one client. A new whole table replaces the tables and moves that wait before it."""

    def __init__(self, messages: int, most: int) -> None:
        self._messages, self._most = messages, most
        self._waiting: deque[tuple[bytes, bool]] = deque()  # a text, and whether it shows the table
        self.size = 0  # bytes
        self._some = asyncio.Event()
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, text: bytes, *, shows: bool = False, whole: bool = False) -> None:
        """Add a message; Full if there is no room. A single message always has room."""
        if whole:
            self._waiting = deque(one for one in self._waiting if not one[1])
            self.size = sum(len(text) for text, _ in self._waiting)
        too_much = self.size + len(text) > self._most or len(self._waiting) >= self._messages
        if self._closed or (self._waiting and too_much):
            raise Full
        self._waiting.append((text, shows or whole))
        self.size += len(text)
        self._some.set()

    async def get(self) -> bytes | None:
        """The next message; None when the outbox is closed."""
        while not self._waiting:
            if self._closed:
                return None
            self._some.clear()
            await self._some.wait()
        text, _ = self._waiting.popleft()
        self.size -= len(text)
        return text

    def close(self) -> None:
        """Send nothing more, and drop what waits."""
        self._waiting.clear()
        self.size = 0
        self._closed = True
        self._some.set()


class Wire(Protocol):
    """A socket of any library."""

    async def send(self, text: bytes) -> None: ...
    async def receive(self) -> bytes: ...


class Gone(Exception):
    """The socket is closed."""


class Caller:
    """A Visitor of a room, at a socket."""

    def __init__(self, socket: Wire, room: Room, link: Link, limits: Limits, share: AddressShare | None = None) -> None:
        """`share`: what all sockets of an address share."""
        self.socket, self.room, self.link, self.limits = socket, room, link, limits
        self.eyes: Side | None = None
        self._outbox = Outbox(limits.unread, limits.unread_bytes)
        self._bucket, self._faults = Bucket(limits.messages), 0
        self._share = share or AddressShare(limits)
        self._questions: set[asyncio.Task[None]] = set()
        self._why: Exception | None = None

    # ---- called by the room

    def send(self, text: bytes, *, shows: bool = False, whole: bool = False) -> None:
        try:
            self._outbox.put(text, shows=shows, whole=whole)
        except Full:
            self.leave(Refused("the client reads too slowly"))

    def show(self, text: bytes, *, whole: bool) -> None:
        self.send(text, shows=True, whole=whole)

    def say(self, message: Any) -> None:
        self.send(ENCODER.encode(message))

    def leave(self, why: Exception) -> None:
        """Send nothing more and close."""
        self._why = self._why or why
        self._outbox.close()

    # ---- the conversation

    async def talk(self) -> None:
        """Read and write until one end closes."""
        self.room.enter(self)
        tasks = [asyncio.create_task(work) for work in (self._write(), self._listen())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self.room.exit(self)
            for task in (*tasks, *self._questions):
                task.cancel()
            await asyncio.gather(*tasks, *self._questions, return_exceptions=True)

    async def _write(self) -> None:
        while (text := await self._outbox.get()) is not None:
            try:
                async with asyncio.timeout(self.limits.sending):
                    await self.socket.send(text)
            except TimeoutError:
                raise Refused("the client reads too slowly") from None
        raise self._why or Gone()

    async def _listen(self) -> None:
        await self._greet()
        while True:
            message = await self._hear()
            if message is not None:
                await self._answer(message)
            await asyncio.sleep(self._share.work.debt)  # an address that asks much must wait
            while len(self._outbox) > self.limits.unread // 2:  # the client must read first
                await asyncio.sleep(BREATH)

    async def _greet(self) -> None:
        """Send the table, and charge its length to the address."""
        async with self._share.asking:
            await self.room.greet(self)
            self._share.work.charge(self._outbox.size * A_BYTE)

    async def _hear(self) -> Any:
        """The next message; None if it is unreadable or comes too soon."""
        text = await self.socket.receive()
        if not self._bucket.take():
            self._find_fault("You send too many messages. Please slow down.")
            return None
        try:
            return wire.HEARD.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            self._find_fault(f"that is not a message: {fault}")
        except RecursionError:
            self._find_fault(TOO_DEEP)
        return None

    def _find_fault(self, why: str) -> None:
        self._faults += 1
        if self._faults > FAULTS:
            raise Refused(why)
        self.say(wire.Fault(why))

    async def _answer(self, message: Any) -> None:
        try:
            await self._reply(message)
        except Refused as fault:
            name = getattr(message, "id", "") or getattr(message, "nonce", "")  # of the question or the command
            self.say(wire.Refusal(name, fault.why, fault.clause))
        except Exception:  # our fault: the log gets it in full, the caller one sentence
            LOG.exception("could not answer %s", type(message).__name__)
            self.say(wire.Fault(OUR_FAULT))

    async def _reply(self, message: Any) -> None:
        match message:
            case wire.Hello():
                await self._greet()
            case wire.Play():
                await self.room.finish(self.room.play(self, message))
            case wire.Resign():
                await self.room.finish(self.room.resign(self, message))
            case wire.Arrange():
                await self.room.finish(self.room.arrange(self, message))
            case wire.AskUndo():
                await self.room.finish(self.room.undo(self, message))
            case wire.Consent():
                await self.room.finish(self.room.consent(self, message))
            case wire.Chat() | wire.CallMe() | wire.FreeSeat():
                await self.room.finish(self._remark(message))
            case wire.Want():
                await self.room.want(self, message)
            case wire.Ready():
                await self.room.ready(self)
            case wire.Ping():
                self.say(wire.Pong())
            case _:
                await self._ask(message)

    async def _remark(self, message: wire.Chat | wire.CallMe | wire.FreeSeat) -> None:
        if not self._share.talk.take():
            raise Refused("You say too much at once. Please wait a moment.")
        match message:
            case wire.Chat():
                await self.room.chat(self, message)
            case wire.CallMe():
                await self.room.call(self, message)
            case wire.FreeSeat():
                await self.room.free_seat(self)

    # ---- questions

    async def _ask(self, message: Any) -> None:
        async with self._share.asking, self.room.lock:
            if self.eyes is None:
                raise Refused("the table is covered")
            if isinstance(message, wire.Asking | wire.Propose):
                await self._ask_now(message)
            elif isinstance(message, wire.AskHint):
                await self._advise(message, self._seen(self.eyes))
            else:
                self.say(await self._work_out(partial(self._look_up, message, self._seen(self.eyes))))

    async def _work_out(self, work: Callable[[], T]) -> T:
        """Do slow work outside the event loop, and charge its time to the address."""

        def timed() -> T:
            begun = thread_time()
            try:
                return work()
            finally:
                self._share.work.charge(thread_time() - begun)

        return await self.room.work_out(timed)

    def _look_up(self, message: Any, seen: Viewpoint) -> Any:
        table = asking.SeenTable(self.room.battle, seen.view(), seen.eyes)
        match message:
            case wire.At():
                stage = self.room.battle.stage_of(message.seq, seen.who)
                if stage is None:
                    raise Refused("there is no such moment")
                return seen.moment_at(stage, message.id)
            case wire.LookAlong():
                return asking.sighted(table, message)
            case wire.Measure():
                return asking.measured(table, message)
            case wire.PointAt():
                return asking.ground_at(table, message)
            case wire.AskField():
                return asking.field_of(table, message)
            case wire.AskSetUp():
                return setting_up.given_by(self.room.battle, seen.eyes, message)
        raise AssertionError(message)

    async def _ask_now(self, message: wire.Asking | wire.Propose) -> None:
        """A question about the open decision."""
        battle = self.room.battle
        if message.seq != self.room.number(self):
            self.say(wire.Stale(message.id, self.room.number(self)))
            return
        decision = self.room.decision_of(self)
        match message:
            case wire.Test():
                view = self._seen(decision.side).view()
                self.say(await self._work_out(partial(asking.tested, battle, decision, view, message)))
            case wire.Weigh():
                await self._weigh(decision, message)
            case wire.Suggest() | wire.AskReach():
                self._ask_region(decision, message)
            case wire.Propose():
                self._propose(message)

    def _propose(self, message: wire.Propose) -> None:
        at, given = self.room.battle.position, setting_up.asked_for(self.room.battle, message)

        async def work_out() -> wire.Proposed:
            found = await self.room.thinkers.propose(at, given, message.seed, self._wanted(message))
            return setting_up.proposed(found, message)

        self._later(message, work_out)

    async def _weigh(self, decision: Decision, message: wire.Weigh) -> None:
        battle = self.room.battle
        found = asking.option_asked(battle, decision, message, message.to)
        if refusal := await self._work_out(partial(asking.refusal_of, battle, found.command)):
            raise Refused(refusal.why, refusal.clause)
        began, view = row_begun(battle.game), self._seen(decision.side).view()

        async def weigh() -> Any:
            weighed = await self.room.thinkers.weigh(found.at, began, found.command, self._wanted(message))
            return odds(weighed, battle.rules.showing, view, message.id, message.seq)

        self._later(message, weigh)

    def _ask_region(self, decision: Decision, message: wire.Suggest | wire.AskReach) -> None:
        battle, thinkers = self.room.battle, self.room.thinkers
        spot, about = asking.region_asked(battle, decision, message), (message.id, message.seq, message.option)

        async def work_out() -> wire.Places | wire.Reach:
            if isinstance(message, wire.Suggest):
                return wire.Places(*about, await thinkers.suggest(spot.at, spot.number, self._wanted(message)))
            return wire.Reach(*about, await thinkers.reach(spot.at, spot.number, self._wanted(message)))

        self._later(message, work_out)

    async def _advise(self, message: wire.AskHint, seen: Viewpoint) -> None:
        """What the computer would do. The view is that of the asked side; after the battle nothing is hidden."""
        battle = self.room.battle
        at = advising.position_asked(battle, message.seq, seen.who)
        decision = self.room.decision_of(self) if battle.asked is not None else None
        compared = advising.compared(battle, decision, message)
        for command in compared:
            if refusal := await self._work_out(partial(asking.refusal_of, battle, command)):
                raise Refused(refusal.why, refusal.clause)

        async def advise() -> wire.Hints:
            found = await self.room.thinkers.advise(at, compared, self._wanted(message) if decision else always)
            if decision is not None:
                return advising.hints(at, found, seen.view(), message, decision, [None] * len(found))
            chances = [await self._odds_then(at, one.command, message) for one in found]
            return advising.hints(at, found, at.state, message, None, chances)

        self._later(message, advise)

    async def _odds_then(self, at: Position, command: Command, message: wire.AskHint) -> wire.Odds:
        """The odds of a command at an earlier moment. The battle is over, so nothing is hidden."""
        weighed = await self.room.thinkers.weigh(at, at, command, always)
        return odds(weighed, self.room.battle.rules.showing, at.state, message.id, message.seq)

    def _wanted(self, message: wire.Asking | wire.Propose | wire.AskHint) -> Callable[[], bool]:
        """Tells whether the decision is still open that the message asks about."""
        return lambda: self.room.number(self) == message.seq

    def _seen(self, eyes: Side) -> Viewpoint:
        return self.room.viewpoint(eyes, self.room.audience(self.link))

    def _later(
        self, message: wire.Asking | wire.Propose | wire.AskHint, work: Callable[[], Coroutine[Any, Any, Any]]
    ) -> None:
        """Answer when the work is done. Other messages do not wait for it."""
        if len(self._questions) >= self.limits.questions:
            raise Refused("You asked too many questions at once. Please try again.")

        async def answer() -> None:
            try:
                async with self._share.thinking:  # one address gets only a few turns at once
                    self.say(await work())
            except NotWanted:
                self.say(wire.Stale(message.id, self.room.number(self)))
            except Refused as fault:
                self.say(wire.Refusal(message.id, fault.why, fault.clause))
            except TimeoutError as fault:
                self.say(wire.Refusal(message.id, str(fault), ""))
            except Exception:
                LOG.exception("could not work out %s", type(message).__name__)
                self.say(wire.Refusal(message.id, OUR_FAULT, ""))

        task = asyncio.create_task(answer())
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)
