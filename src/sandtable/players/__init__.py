"""Computer players."""

from collections.abc import Callable, Mapping

from sandtable.players.greedy import GreedyPlayer
from sandtable.players.player import Player, RandomPlayer

__all__ = ["PLAYERS", "GreedyPlayer", "Player", "RandomPlayer"]

# By name, from the weakest to the strongest; each is made from a seed.
PLAYERS: Mapping[str, Callable[[str], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
