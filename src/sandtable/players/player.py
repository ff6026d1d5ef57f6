"""What a player is."""

from collections.abc import Mapping
from typing import Protocol

from sandtable.kernel.decision import Command, IllegalCommand, Question
from sandtable.kernel.position import Chooser, Path
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import Side
from sandtable.players.simple import RandomPlayer


class Player(Protocol):
    """Is given a seat at the table, and says what is done."""

    def choose(self, seat: Seat) -> Command: ...


def seated(rules: RuleSet, players: Mapping[Side, Player]) -> Chooser:
    """Players who answer at once, so that the game never stops; a side without one waits.

    What a player says is held against the rules, unless it can only pick from what it is offered.
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
