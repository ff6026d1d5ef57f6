"""Computer players."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from sandtable.players.greedy import GreedyPlayer
from sandtable.players.player import Player, RandomPlayer

__all__ = ["LEVELS", "PLAYERS", "GreedyPlayer", "Level", "Player", "RandomPlayer"]


class Level(Struct, frozen=True):
    """A computer player as people know it."""

    title: str
    words: str
    make: Callable[[str], Player]  # from a seed


# By their names in programs and files, from the weakest to the strongest.
LEVELS: Mapping[str, Level] = {
    "random": Level("Recruit", "takes any command that the rules allow, without a plan", RandomPlayer),
    "greedy": Level("Veteran", "weighs the odds of every command and takes the best", GreedyPlayer),
}
PLAYERS: Mapping[str, Callable[[str], Player]] = {name: level.make for name, level in LEVELS.items()}
