"""Who plays: anything that chooses."""

from collections.abc import Callable, Mapping

from sandtable.players.greedy import GreedyPlayer
from sandtable.players.player import Player
from sandtable.players.simple import RandomPlayer

__all__ = ["PLAYERS", "GreedyPlayer", "Player", "RandomPlayer"]

PLAYERS: Mapping[str, Callable[[str], Player]] = {"greedy": GreedyPlayer, "random": RandomPlayer}  # by name; a seed
