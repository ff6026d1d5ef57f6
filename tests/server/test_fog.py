"""Nothing that a seat receives tells of what its side may not know. Every byte is held against the true state."""

import asyncio
import random
from contextlib import asynccontextmanager

import msgspec
import pytest
from hiding import Reader
from keeping import picked

from sandtable.rules import rule_sets
from sandtable.rules.great_battles.commands.airborne import DropOver
from sandtable.server import messages as wire
from sandtable.server.battle import EVERYBODY
from sandtable.server.caller import Caller
from sandtable.server.decisions import spot
from sandtable.server.limits import Limits
from sandtable.server.lobby import Begin, Lobby
from sandtable.server.store import Store
from sandtable.server.taking_back import undo_for
from sandtable.server.thinking import Thinkers

BATTLES = [("nissoria", 5), ("le-mesnil-patry", 4), ("malta-airfield", 3)]


class Nobody:
    """A socket without a client. Messages are read before they would be sent."""

    async def send(self, text: bytes) -> None: ...

    async def receive(self) -> bytes:
        raise NotImplementedError


class Spy(Caller):
    """A seat that holds every message against what its side may know at that moment."""

    def __init__(self, room, link):
        super().__init__(Nobody(), room, link, Limits(unread=10**6))
        self.reader = Reader(self.side)

    @property
    def number(self):
        return self.room.number(self)

    @property
    def side(self):
        return self.link.side or EVERYBODY

    def show(self, text, *, whole):
        self.send(text)

    def send(self, text):
        message = msgspec.json.decode(text)
        battle = self.room.battle
        who = self.room.audience(self.link)
        stage = battle.stage_of(message["seq"], who) if message["type"] == "moment" else None
        state = battle.state if stage is None else battle.game.stages[stage].leg.position.state
        self.reader.discover(battle.game.stages)
        self.reader.hear(text.decode(), state, battle.rules.view(state, self.side))


def rules_of(scenario: str) -> str:
    return next(rules.id for rules in rule_sets().values() if scenario in rules.scenarios())


@asynccontextmanager
async def spied_on(scenario: str, seed: int, folder):
    """A game with a spy at each seat and a watcher."""
    lobby = Lobby(Store(f"sqlite:///{folder / 'games.sqlite3'}"), Thinkers(), Limits())
    await lobby.open()
    links = await lobby.begin(Begin(rules=rules_of(scenario), scenario=scenario, seed=str(seed)), "here")
    spies = []
    for token in (*links.seats.values(), links.watch):
        link = await lobby.link(token, "here")
        spies.append(Spy(await lobby.room(link), link))
        spies[-1].room.enter(spies[-1])
        await spies[-1].room.greet(spies[-1])
    try:
        yield spies
        assert not [leak for spy in spies for leak in spy.reader.leaks]
    finally:
        await lobby.close()


@pytest.mark.parametrize(("scenario", "seed"), BATTLES)
def test_over_a_whole_battle_no_byte_tells_of_what_a_side_may_not_know(scenario, seed, tmp_path):
    async def fight():
        async with spied_on(scenario, seed, tmp_path) as spies:
            await play_out(spies, random.Random(seed))
            return spies

    spies = asyncio.run(fight())
    assert spies[0].room.battle.asked is None and spies[0].room.battle.seq > 100
    assert all(spy.reader.read > 100_000 and spy.reader.withheld > 1000 and spy.reader.hidden for spy in spies)


async def play_out(spies, rng):
    """At random; everybody asks curious questions, most of them about what he should not know."""
    battle = spies[0].room.battle
    while battle.asked is not None:
        asker = next(spy for spy in spies if spy.side == battle.asked)
        number, to = chosen(battle, rng)
        if rng.random() < 0.2:
            await be_curious(rng.choice(spies), rng, number, to)
        await asker._answer(wire.Play(asker.number, number, f"n{battle.seq}", to))


def chosen(battle, rng):
    number = picked(battle, rng)
    region = battle.decision.options[number].region
    return number, spot(region.sample(rng)) if region else None


async def be_curious(spy, rng, number, to):
    battle = spy.room.battle
    everybody = list(battle.state.units)
    some = rng.choice(everybody)
    for question in (
        wire.LookAlong("q1", some, rng.choice(everybody)),
        wire.Measure("q2", [some, (1.0, 1.0)]),
        wire.AskField("q3", some),
        wire.PointAt("q4", 5.0, 5.0),
        wire.At("q5", rng.choice(battle.ledger.marks).numbers[0]),
        wire.Hello(),
        wire.AskUndo("u") if spy.link.role == "watch" else wire.Ping(),
        wire.Test("q6", spy.number, number, to or (1.0, 1.0, 0)),
        wire.Play(spy.number, 10_000, "x", None),
    ):
        await spy._answer(question)


def test_a_refusal_does_not_tell_whether_a_unit_is_hidden_or_not_there(tmp_path):
    async def ask():
        async with spied_on("nissoria", 1, tmp_path) as spies:
            canadian, german, _ = spies
            heard = []
            german.send = lambda text: heard.append(msgspec.json.decode(text))
            for name in (next(iter(canadian.reader.known - german.reader.known)), "Napoleon"):
                await german._answer(wire.LookAlong("q", name, (1.0, 1.0)))
            return heard

    hidden, absent = asyncio.run(ask())
    assert hidden == absent and hidden["type"] == "refused"


def test_the_odds_and_the_reach_of_a_side_are_worked_out_from_what_it_knows(tmp_path):
    """The thinkers are sent the true position; their answers are held against what the side may know."""

    async def ask():
        async with spied_on("nissoria", 3, tmp_path) as spies:
            battle, rng = spies[0].room.battle, random.Random(3)
            answered = 0
            while answered < 6 and battle.asked is not None:
                asker = next(spy for spy in spies if spy.side == battle.asked)
                number, to = chosen(battle, rng)
                if battle.state.tallies["turn"] >= 3:
                    await asker._answer(wire.Weigh("w", asker.number, number, to))
                    if to:
                        await asker._answer(wire.Suggest("s", asker.number, number))
                    await asyncio.gather(*asker._questions)
                    answered += 1
                await asker._answer(wire.Play(asker.number, number, f"n{battle.seq}", to))
            return answered

    assert asyncio.run(ask()) == 6


def test_where_paratroops_were_aimed_at_is_told_to_their_owner_alone(tmp_path):
    point = (10.37, 12.41)

    async def drop():
        async with spied_on("malta-airfield", 3, tmp_path) as spies:
            battle, rng, heard = spies[0].room.battle, random.Random(3), ["", "", ""]
            while not any(isinstance(option.command, DropOver) for option in battle.decision.options):
                asker = next(spy for spy in spies if spy.side == battle.asked)
                arranging = "arrange before" in battle.decision.question  # nobody is held back
                number, to = (len(battle.decision.options) - 1, None) if arranging else chosen(battle, rng)
                await asker._answer(wire.Play(asker.number, number, f"n{battle.seq}", to))
            for n, spy in enumerate(spies):
                spy.send = lambda text, n=n: heard.__setitem__(n, heard[n] + text.decode())
            asker = next(spy for spy in spies if spy.side == battle.asked)
            await asker._answer(wire.Play(asker.number, 0, "drop", (*point, 0)))
            for spy in spies:
                await spy._answer(wire.Hello())
            return [spy.side for spy in spies], heard

    sides, heard = asyncio.run(drop())
    told = dict(zip(sides, heard, strict=True))
    assert all("P1/1 infantry" in text for text in heard), "nobody has come down: this shows nothing"
    assert "10.37, 12.41" in told["Axis"]
    others = told["Allies"] + told[EVERYBODY]
    assert not [words for words in ("10.37, 12.41", "[10.37,12.41", '"x":10.37,"y":12.41') if words in others]


def test_what_an_undo_needs_does_not_tell_of_dice_thrown_out_of_sight(tmp_path):
    """An undo needs consent while anything is hidden. The reason mentions dice only if the asker has seen some."""

    async def fight():
        async with spied_on("nissoria", 2, tmp_path) as spies:
            battle, rng, needs, secret = spies[0].room.battle, random.Random(2), set(), 0
            for _ in range(150):
                if battle.asked is None:
                    break
                asker = next(spy for spy in spies if spy.side == battle.asked)
                number, to = chosen(battle, rng)
                await asker._answer(wire.Play(asker.number, number, f"n{battle.seq}", to))
                for spy in spies[:2]:
                    undo, undoing = undo_for(spy.room.battle, (spy.side,)), battle.undoing((spy.side,))
                    if undo.may and undoing.fog and not undoing.quiet:
                        needs.add(undo.needs)
                        assert undoing.told == ("dice" in undo.why)
                        secret += bool(battle.chances(undoing.count)) and not undoing.told
            return needs, secret

    needs, secret = asyncio.run(fight())
    assert needs == {"consent"}
    assert secret, "nothing was thrown out of sight: this shows nothing"
