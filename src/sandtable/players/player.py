"""The protocol of players."""

import random
from collections.abc import Mapping
from typing import Protocol

from sandtable.kernel.decision import Command, IllegalCommand, Question
from sandtable.kernel.position import Chooser, Path
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import Side


class RandomPlayer:
    """Chooses any option and any place."""

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, seat: Seat) -> Command:
        options = seat.options
        rng = self._rng
        return options[int(rng.random() * len(options))].complete(rng)


class Player(Protocol):
    """Gets a seat and chooses a command."""

    def choose(self, seat: Seat) -> Command: ...


def seated(rules: RuleSet, players: Mapping[Side, Player]) -> Chooser:
    """A chooser that asks these players, so that the game never stops. A side without a player waits.

    A player's command is checked, unless the player can only choose from the options.
    """

    def choose(question: Question, path: Path) -> Command | None:
        player = players.get(question.side)
        if player is None:
            return None
        command = player.choose(Seat(rules, question, path))
        if not isinstance(player, RandomPlayer) and (refusal := question.refuse(command)):
            raise IllegalCommand(command, refusal)
        return command

    return choose
