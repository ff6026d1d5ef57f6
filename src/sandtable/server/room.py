"""One game, its seats and its sockets."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.board.grid import SquareGrid
from sandtable.kernel.decision import Decision, IllegalCommand
from sandtable.kernel.decision import Resign as GiveUp
from sandtable.kernel.state import Side
from sandtable.players.arranging import step_of_set_up
from sandtable.server import messages as wire
from sandtable.server import scene, setting_up
from sandtable.server.battle import EVERYBODY, PERSON, Battle, TakeBack
from sandtable.server.briefing import briefing
from sandtable.server.decisions import command_of, option_called
from sandtable.server.drawing import side_number, terrain_info
from sandtable.server.gathering import ENCODER, Gathering, Visitor, say
from sandtable.server.ledger import Row
from sandtable.server.people import SHOWN, People
from sandtable.server.refused import Refused
from sandtable.server.sparing import fires_with
from sandtable.server.store import Link, Store, StoreError
from sandtable.server.taking_back import last_of, undo_for, wants_undo
from sandtable.server.thinking import Thinkers
from sandtable.server.viewpoint import Common, Viewpoint, tick, ticks

LOG = logging.getLogger(__name__)
OVER = "the battle is over"
NOT_YOURS = "this decision is not yours"
T = TypeVar("T")


class Room(Gathering):
    """A battle and its visitors. All work on the battle holds `lock`, so nobody sees what is not yet durable."""

    def __init__(self, id: str, battle: Battle, people: People, store: Store, thinkers: Thinkers) -> None:
        super().__init__(id, battle, people, store)
        self.thinkers = thinkers
        self.viewpoints: dict[tuple[Side, int], Viewpoint] = {}
        self.common = Common()
        self.asking: tuple[Link, TakeBack, str] | None = None  # an undo that waits for consent
        self.thinking: asyncio.Task[None] | None = None
        self.broken = False
        self._begun: set[asyncio.Task[None]] = set()

    def number(self, visitor: Visitor) -> int:
        """The visitor's number of the open decision."""
        return self.battle.number(self.audience(visitor.link))

    # ---- what they see

    def viewpoint(self, eyes: Side, who: int) -> Viewpoint:
        if (eyes, who) not in self.viewpoints:
            self.viewpoints[eyes, who] = Viewpoint(self.battle, eyes, who, self.common)
        return self.viewpoints[eyes, who]

    def eyes_for(self, visitor: Visitor) -> Side:
        """The side whose view a visitor gets now. At a shared table it is the side that must decide."""
        if visitor.link.role == "watch":
            return EVERYBODY
        sides, asked = self.sides_of(visitor.link), self.battle.asked
        return asked if asked in sides and asked else visitor.eyes or sides[0]

    def needs_handover(self, visitor: Visitor, eyes: Side) -> bool:
        """At a shared screen the table is covered between two players if anything is hidden from either."""
        if visitor.link.role != "table" or len(self.battle.people) < 2 or visitor.eyes == eyes:
            return False
        if self.battle.asked is None:
            return False
        state, view = self.battle.state, self.battle.rules.view
        return any(view(state, side) is not state for side in self.battle.people)

    async def greet(self, visitor: Visitor) -> None:
        async with self.lock:
            visitor.eyes = None
            await self._draw(visitor)
            self._show_table(visitor)
            if self.asking is not None:
                self._ask_consent(visitor, *self.asking[:2])
            await self._spare()

    async def ready(self, visitor: Visitor) -> None:
        """The next player has taken the screen."""
        async with self.lock:
            if visitor.link.role == "table":
                visitor.eyes = self.eyes_for(visitor)
                visitor.show(ENCODER.encode(self.table(visitor)), whole=True)

    def _show_table(self, visitor: Visitor) -> None:
        eyes = self.eyes_for(visitor)
        if self.needs_handover(visitor, eyes):
            visitor.eyes = None
            state = self.battle.state
            say(visitor, wire.Handover(side_number(state, eyes), eyes, state.scenario.title))
            return
        visitor.eyes = eyes
        visitor.show(ENCODER.encode(self.table(visitor)), whole=True)

    def table(self, visitor: Visitor) -> scene.Table:
        battle, eyes = self.battle, visitor.eyes
        assert eyes is not None
        who = self.audience(visitor.link)
        seen, state, sides = self.viewpoint(eyes, who), battle.state, self.sides_of(visitor.link)
        moment = replace(seen.moment(), undo=undo_for(self.battle, sides), ground=seen.ground())
        return scene.Table(
            **msgspec.structs.asdict(moment),
            game=self.id,
            title=state.scenario.title,
            setting=state.scenario.setting,
            rules=scene.Rules(battle.rules.id, battle.rules.title, battle.rules.short),
            options=tuple(sorted(state.variants)),
            you=tuple(side_number(state, side) for side in sides),
            eyes=side_number(state, eyes),
            spectator=visitor.link.role == "watch",
            hotseat=visitor.link.role == "table",
            briefing=briefing(battle, eyes),
            log=tuple(seen.log()),
            seqs=ticks(battle, who),
            terrain=tuple(map(terrain_info, battle.rules.showing.terrain(state.scenario))),
            signs=battle.rules.showing.marks,
            sides=tuple(map(self.side_info, state.sides)),
            practice=battle.practice,
            rare=tuple(scene.Rare(*one) for one in battle.rules.showing.rare.items()),
            wanted=tuple(sorted({kind for side in sides for kind in battle.sparing.wanted.get(side, ())})),
            talk=tuple(map(self.said, self.people.remarks[-SHOWN:])),
        )

    def _show_move(self, by: Visitor | None, nonce: str, *, new_ground: bool) -> None:
        """Show a command to the visitors who notice it. A visitor whose view changes sides gets the whole table."""
        stage = len(self.battle.game.stages) - 1
        noticed = self.battle.ledger.marks[stage].noticed
        told: dict[tuple[Side, int], scene.Moved] = {}
        for visitor in list(self.visitors):
            eyes, who = self.eyes_for(visitor), self.audience(visitor.link)
            if who not in noticed:
                continue
            if visitor.eyes is None:  # the table is covered and stays so
                if visitor.link.role == "table":
                    self._show_table(visitor)
                continue
            if visitor.eyes != eyes and not self._sees_alike(visitor, eyes):
                self._show_table(visitor)
                continue
            visitor.eyes = eyes
            if (eyes, who) not in told:
                told[eyes, who] = self._moved(eyes, who, stage, new_ground=new_ground)
            moved = told[eyes, who]
            visitor.show(ENCODER.encode(replace(moved, nonce=nonce) if visitor is by else moved), whole=False)

    def _moved(self, eyes: Side, who: int, stage: int, *, new_ground: bool) -> scene.Moved:
        seen, sides = self.viewpoint(eyes, who), self.battle.audiences[who]
        moment = replace(seen.moment(), undo=undo_for(self.battle, sides), ground=seen.ground() if new_ground else None)
        fields = msgspec.structs.asdict(moment)
        lines, course = seen.lines_since(stage), seen.frames()
        return scene.Moved(**fields, nonce="", lines=lines, frames=course, tick=tick(self.battle, who, stage))

    def _sees_alike(self, visitor: Visitor, eyes: Side) -> bool:
        """Whether this side has the same log as the visitor's present side, and no hand-over is due."""
        assert visitor.eyes is not None
        if self.needs_handover(visitor, eyes):
            return False
        who = self.audience(visitor.link)
        return not any(self.viewpoint(one, who).has_secrets() for one in (visitor.eyes, eyes))

    # ---- commands

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Finish the work and tell everybody, even if the visitor who began it leaves."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        await asyncio.shield(task)

    async def play(self, visitor: Visitor, asked: wire.Play) -> None:
        async with self.lock:
            battle = self.battle
            if self._tells_stale(visitor, asked.nonce, asked.seq):
                return
            decision = self.decision_of(visitor)
            option = option_called(decision, asked.option)
            if option is None:
                raise Refused(f"there is no option {asked.option}")
            if option.refusal is not None:
                raise Refused(option.refusal.why, option.refusal.clause)
            command = command_of(battle.state.board, option, asked.to)
            assert battle.position.question is not None
            alone = not asked.volley and fires_with(battle.position.question.view, option) is not None
            battle.sparing.given(decision, command, alone=alone)
            await self._carry_out(partial(self.battle.play, command, decision.side, asked.nonce), visitor, asked.nonce)

    async def arrange(self, visitor: Visitor, asked: wire.Arrange) -> None:
        """Carry out the commands of a set-up one by one. An undo takes all of them back."""
        async with self.lock:
            if self._tells_stale(visitor, asked.nonce, asked.seq):
                return
            side = self.decision_of(visitor).side
            for command in setting_up.read(self.battle, asked.commands):
                if self.battle.asked != side or step_of_set_up(self.battle.position) is None:
                    break
                setting_up.check(self.battle, command)
                play = partial(self.battle.play, command, side, asked.nonce)
                await self._carry_out(play, visitor, asked.nonce, goes_on=True)
            await self._spare()

    def _tells_stale(self, visitor: Visitor, nonce: str, seq: int | None = None) -> bool:
        """Tell a sender who only needs the news: his command was carried out before, or he decided something else."""
        known = any((side, nonce) in self.battle.ledger.nonces for side in self.sides_of(visitor.link))
        stale = known or seq not in (None, self.number(visitor))
        if stale:
            say(visitor, wire.Stale(nonce, self.number(visitor)))
        return stale

    def decision_of(self, visitor: Visitor) -> Decision:
        decision = self.battle.decision
        if decision is None:
            raise Refused(OVER)
        if decision.side not in self.sides_of(visitor.link) or visitor.eyes != decision.side:
            raise Refused(NOT_YOURS)
        return decision

    async def resign(self, visitor: Visitor, asked: wire.Resign) -> None:
        async with self.lock:
            sides = self.battle.state.sides
            side = sides[asked.side] if 0 <= asked.side < len(sides) else None
            if self._tells_stale(visitor, asked.nonce):
                return
            if self.battle.asked is None:
                raise Refused(OVER)
            if side is None or side not in self.sides_of(visitor.link):
                raise Refused("you do not play that side")
            await self._carry_out(partial(self.battle.play, GiveUp(side), side, asked.nonce), visitor, asked.nonce)

    async def _carry_out(
        self, play: Callable[[], Row], by: Visitor | None = None, nonce: str = "", *, goes_on: bool = False
    ) -> None:
        """`goes_on`: the same message gives the next command."""
        board = self.battle.state.board
        try:
            row = await self.work_out(play)
        except IllegalCommand as fault:
            raise Refused(fault.refusal.why, fault.refusal.clause) from None
        await self._keep(row)
        self.asking = None
        await self._draw(*self.visitors)
        self._show_move(by, nonce, new_ground=self.battle.state.board is not board)
        if not goes_on:
            await self._spare()

    async def _spare(self) -> None:
        """Give the next command if a person is spared it; otherwise let a computer think if it must."""
        spared, side = self.battle.spared, self.battle.asked
        if spared is not None and side is not None and not self.broken:
            await self._carry_out(partial(self.battle.play, spared, side, spared=True))
        else:
            self.set_thinking()

    async def want(self, visitor: Visitor, asked: wire.Want) -> None:
        """The page knows by itself what it wants; it asks again only after a reload."""
        async with self.lock:
            if asked.kind not in self.battle.rules.showing.rare:
                raise Refused(f"there is no rare question of the kind {asked.kind}")
            sides, deciding = self.sides_of(visitor.link), self.battle.asked
            for side in [deciding] if deciding and deciding in sides else sides:
                self.battle.sparing.want(side, asked.kind, yes=asked.yes)

    async def work_out(self, work: Callable[[], T]) -> T:
        """Do work that may take a tenth of a second on a free table: in a thread there, still one after another."""
        if isinstance(self.battle.state.board, SquareGrid):
            return work()
        return await self.thinkers.in_thread(work)

    async def _draw(self, *visitors: Visitor) -> None:
        """Prepare what these visitors will see. A log from its start may take a second."""
        looks = {(self.eyes_for(visitor), self.audience(visitor.link)): None for visitor in visitors}
        for seen in [self.viewpoint(eyes, who) for eyes, who in looks]:
            if behind := seen.behind():
                await (self.thinkers.in_thread if behind > 1 else self.work_out)(seen.draw)

    async def _keep(self, row: Row) -> None:
        """Store a row before anybody hears of it. If that fails, the room is dropped and read again."""
        try:
            await self.store.append(self.id, row)
        except StoreError as fault:
            self.broken = True
            for visitor in list(self.visitors):
                visitor.leave(fault)
            raise Refused(str(fault)) from None

    # ---- taking back

    async def undo(self, visitor: Visitor, asked: wire.AskUndo) -> None:
        async with self.lock:
            sides = self.sides_of(visitor.link)
            undoing = self.battle.undoing(sides)
            if self._tells_stale(visitor, asked.nonce):
                return
            if not (may := undo_for(self.battle, sides)).may:
                raise Refused(may.why)
            if may.needs:
                self.asking = visitor.link, undoing, asked.nonce
                for other in self.visitors:
                    self._ask_consent(other, visitor.link, undoing)
                return
            await self._take_back(undoing, last_of(self.battle, sides), asked.nonce)

    def _ask_consent(self, visitor: Visitor, asker: Link, undoing: TakeBack) -> None:
        if self.may_consent(visitor.link, asker):
            say(visitor, wants_undo(self.battle, undoing, self.sides_of(asker), self.sides_of(visitor.link)))

    def may_consent(self, link: Link, asker: Link) -> bool:
        """Whether the link is another person's seat. At a shared table the two agree among themselves."""
        others = set(self.sides_of(link)) - {asker.side}
        return bool(others) and link.role != "watch"

    async def consent(self, visitor: Visitor, asked: wire.Consent) -> None:
        async with self.lock:
            if self.asking is None or not self.may_consent(visitor.link, self.asking[0]):
                raise Refused("nobody has asked you to agree to an undo")
            (asker, undoing, nonce), self.asking = self.asking, None
            side = last_of(self.battle, self.sides_of(asker))
            if not asked.yes:
                # a shared table answers for the side that did not ask
                answering = next((one for one in self.sides_of(visitor.link) if one != side), side)
                self.send_all(wire.Declined(side_number(self.battle.state, answering)))
                return
            await self._take_back(undoing, side, nonce)

    async def _take_back(self, undoing: TakeBack, side: Side, nonce: str) -> None:
        row = self.battle.take_back(undoing.count, side, nonce, again=undoing.public)
        await self._keep(row)
        self.asking = None
        self._ask_again()
        await self._draw(*self.visitors)
        by = side_number(self.battle.state, side)
        for visitor in list(self.visitors):
            if self.audience(visitor.link) not in row.noticed:
                continue
            say(visitor, wire.Undone(self.number(visitor), by))
            if visitor.eyes is not None:
                self._show_table(visitor)
        self.set_thinking()

    def _ask_again(self) -> None:
        """Who takes back his answer to a rare question wants to be asked again."""
        self.battle.sparing.fire = None
        if self.battle.spared is not None and (question := self.battle.position.question):
            self.battle.sparing.want(question.side, question.topic.kind, yes=True)

    # ---- computers

    def set_thinking(self) -> None:
        """Let a computer think if it must decide and does not think yet."""
        asked = self.battle.asked
        busy = self.thinking is not None and not self.thinking.done()
        if asked is None or self.battle.seats[asked] == PERSON or self._is_idle_display:
            return
        if not busy and not self.broken:
            self.thinking = asyncio.create_task(self._think())
            self.thinking.add_done_callback(self._thought)

    async def _think(self) -> None:
        """Play for computers until a person must decide. A battle between computers goes on while somebody watches."""
        while (side := self.battle.asked) is not None and (level := self.battle.seats[side]) != PERSON:
            if self._is_idle_display:
                return
            seq = self.battle.seq
            seed, display = f"{self.battle.game.seed}/{side}/{seq}", not self.battle.people
            command = await self.thinkers.choose(self.battle.position, level, seed, display=display)
            async with self.lock:
                if self.broken:
                    return
                if self.battle.seq == seq:
                    await self._carry_out(partial(self.battle.play, command, side, f"computer/{seq}"))

    def _thought(self, task: asyncio.Task[None]) -> None:
        """Report a computer player that failed. The game stays as it is, and the next visit tries again."""
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOG.error("a computer player failed in game %s", self.id, exc_info=fault)
            self.send_all(wire.Fault("The computer player has failed. Reload the page to let it try again."))

    @property
    def _is_idle_display(self) -> bool:
        return not self.battle.people and not self.visitors

    @property
    def is_idle(self) -> bool:
        return not self.visitors and (self.thinking is None or self.thinking.done())
