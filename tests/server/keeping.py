"""Random battles, and their rows in a database."""

import random

import sandtable as st
from sandtable.rules import rule_sets
from sandtable.server import ledger
from sandtable.server.battle import EVERYBODY, Battle, head_of, restored
from sandtable.server.ledger import Row
from sandtable.server.viewpoint import Common, Viewpoint


def audience(battle: Battle, side) -> int:
    """A side alone, or everybody."""
    return battle.audiences.index(() if side == EVERYBODY else (side,))


def seen_by(battle: Battle, side, common: Common | None = None) -> Viewpoint:
    return Viewpoint(battle, side, audience(battle, side), common)


def picked(battle: Battle, rng: random.Random) -> int:
    """The number of a random option; options that end the day are rare."""
    assert battle.decision is not None
    options = battle.decision.options
    numbers = rng.sample(range(len(options)), min(3, len(options)))
    busy = [n for n in numbers if battle.rules.showing.verb(options[n].command) != "finish"]
    return (busy or numbers)[0]


class Kept:
    """A battle and its rows in a database."""

    def __init__(self, rules="portable-wargame", scenario="krojanty", seed="5", seats=None):
        game = st.new_game(rules, scenario, seed)
        self.head, self.rows = head_of(game), list[Row]()
        self.seats = seats or dict.fromkeys(game.state.sides, "person")
        self.battle, self.rng = Battle(game, self.seats), random.Random(seed)
        self.opening = self.battle.opening()

    def play(self, commands=1):
        for _ in range(commands):
            option = self.battle.decision.options[picked(self.battle, self.rng)]
            command = option.complete(self.rng)
            self.rows.append(self.battle.play(command, self.battle.asked, f"n{len(self.rows)}"))

    def undo(self, side):
        undoing = self.battle.undoing((side,))
        self.rows.append(self.battle.take_back(undoing.count, side, f"n{len(self.rows)}"))

    def again(self):
        kept = ledger.Kept("g", self.head, self.seats, False, 0.0, self.opening, rows=self.rows)
        return restored(kept, rule_sets())

    def finish(self):
        while self.battle.asked is not None:
            self.play()
        return self
