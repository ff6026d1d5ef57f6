"""Nobody can count secret commands: they send no message, change no number and leave no tick."""

import asyncio
import json
import random

import pytest
from keeping import Kept
from test_fog import Nobody, chosen, rules_of

from sandtable.rules.great_battles.commands.artillery import KeepOnCall, PrePlan
from sandtable.server import messages as wire
from sandtable.server.caller import Caller
from sandtable.server.decisions import spot
from sandtable.server.limits import Limits
from sandtable.server.lobby import Begin, Lobby
from sandtable.server.store import Store
from sandtable.server.taking_back import undo_for
from sandtable.server.thinking import Thinkers

FOGGY = [("summa", 1), ("nissoria", 5), ("le-mesnil-patry", 2), ("malta-airfield", 3)]
COMMANDS = 120


class Listener(Caller):
    """A seat that keeps all it is sent."""

    def __init__(self, room, link):
        super().__init__(Nobody(), room, link, Limits(unread=10**6))
        self.heard = []

    def show(self, text, *, whole):
        self.send(text)

    def send(self, text):
        self.heard.append(text)

    @property
    def side(self):
        return self.link.side

    def table(self):
        """What a page that is loaded again would show."""
        eyes, self.eyes = self.eyes, self.room.eyes_for(self)
        shown = wire_text(self.room.table(self))
        self.eyes = eyes
        return shown


def wire_text(message):
    from sandtable.server.room import ENCODER  # noqa: PLC0415

    return ENCODER.encode(message)


class Evening:
    """A game with a listener at each seat and a watcher. It ends with the block."""

    def __init__(self, scenario, seed, folder):
        self.begin = Begin(rules=rules_of(scenario), scenario=scenario, seed=str(seed))
        self.lobby = Lobby(Store(f"sqlite:///{folder / 'games.sqlite3'}"), Thinkers(), Limits())

    async def __aenter__(self):
        await self.lobby.open()
        links = await self.lobby.begin(self.begin, "here")
        self.listeners = []
        for token in (*links.seats.values(), links.watch):
            link = await self.lobby.link(token, "here")
            room = await self.lobby.room(link)
            self.listeners.append(Listener(room, link))
            room.enter(self.listeners[-1])
            await room.greet(self.listeners[-1])
        self.battle = room.battle
        return self

    async def __aexit__(self, *_):
        await self.lobby.close()

    @property
    def asker(self):
        return next(one for one in self.listeners if one.side == self.battle.asked)

    async def play(self, number, to):
        asker = self.asker
        await asker._answer(wire.Play(asker.room.number(asker), number, f"n{self.battle.seq}", to))


@pytest.mark.parametrize(("scenario", "seed"), FOGGY)
def test_what_somebody_does_not_notice_sends_him_nothing_and_changes_nothing_he_could_ask_for(scenario, seed, tmp_path):
    async def fight():
        unnoticed = 0
        async with Evening(scenario, seed, tmp_path) as evening:
            rng, battle = random.Random(seed), evening.battle
            for _ in range(COMMANDS):
                if battle.asked is None:
                    break
                before = [(len(one.heard), one.table()) for one in evening.listeners]
                asker = evening.asker
                await evening.play(*chosen(battle, rng))
                noticed = battle.ledger.marks[-1].noticed
                for one, (heard, table) in zip(evening.listeners, before, strict=True):
                    if one.room.audience(one.link) not in noticed:
                        assert one is not asker
                        assert len(one.heard) == heard and one.table() == table
                        unnoticed += 1
        return unnoticed

    assert asyncio.run(fight()) > 3, "nothing was done in secret: this shows nothing"


@pytest.mark.parametrize(("scenario", "seed"), [("nissoria", 5), ("malta-airfield", 3), ("malta", 1)])
def test_two_plans_of_different_length_look_the_same_to_everybody_else(scenario, seed, tmp_path):
    """A pre-planned barrage takes two answers, a barrage on call takes one."""

    async def listen(kind, folder):
        folder.mkdir()
        async with Evening(scenario, seed, folder) as evening:
            rng, battle = random.Random(seed), evening.battle
            while not battle.position.question.text.endswith("what does it do today?"):
                await evening.play(*chosen(battle, rng))
            planner, planned = evening.asker, 0
            while battle.asked == planner.side and (number := option_of(battle, kind)) is not None:
                region = battle.decision.options[number].region
                await evening.play(number, spot(region.sample(rng)) if region else None)
                planned += 1
            others = [one for one in evening.listeners if one is not planner]
            return planned, [told(one) for one in others]

    short, long = [asyncio.run(listen(kind, tmp_path / kind.__name__)) for kind in (KeepOnCall, PrePlan)]
    assert long[0] > short[0] > 0
    assert long[1] == short[1]


def option_of(battle, kind):
    """The first option of a kind while the plan is being made, else the first turn; None: the plan is made."""
    options = battle.decision.options
    kinds = [type(option.command).__name__ for option in options]
    for name in (kind.__name__, "ArriveOn", "KeepOnCall"):
        if name in kinds:
            return kinds.index(name)
    return None


def told(listener):
    """All messages, and the present table, without the name of the game."""
    messages = [json.loads(text) for text in (*listener.heard, listener.table())]
    return [{key: value for key, value in message.items() if key != "game"} for message in messages]


def test_what_nobody_else_has_noticed_is_taken_back_without_asking_and_without_telling(tmp_path):
    async def listen():
        async with Evening("nissoria", 5, tmp_path) as evening:
            rng, battle = random.Random(5), evening.battle
            while True:
                asker = evening.asker
                before = [(len(one.heard), one.table()) for one in evening.listeners]
                await evening.play(*chosen(battle, rng))
                others = [n for n, one in enumerate(evening.listeners) if one is not asker]
                noticed = battle.ledger.marks[-1].noticed
                if all(evening.listeners[n].room.audience(evening.listeners[n].link) not in noticed for n in others):
                    break
            assert undo_for(asker.room.battle, (asker.side,)).needs == ""
            await asker._answer(wire.AskUndo("u"))
            for n in others:
                assert len(evening.listeners[n].heard) == before[n][0]
                assert evening.listeners[n].table() == before[n][1]
            return json.loads(asker.heard[-1])

    assert asyncio.run(listen())["log"][-1]["words"].endswith("takes back its last command")


def test_numbers_are_the_same_after_the_battle_was_read_again():
    kept = Kept("great-battles-d20", "nissoria")
    kept.play(40)
    kept.undo(kept.battle.ledger.marks[-1].side)
    kept.play(20)
    kept.undo(kept.battle.ledger.marks[-1].side)
    again = kept.again()
    assert again.ledger.numbers == kept.battle.ledger.numbers and len(set(again.ledger.numbers)) > 1
    assert again.ledger.marks == kept.battle.ledger.marks
