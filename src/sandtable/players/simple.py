"""A player that does anything legal at random."""

import random

from sandtable.kernel.decision import Command
from sandtable.kernel.seat import Seat


class RandomPlayer:
    """Chooses any option and any place."""

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, seat: Seat) -> Command:
        options = seat.options
        rng = self._rng
        return options[int(rng.random() * len(options))].complete(rng)
