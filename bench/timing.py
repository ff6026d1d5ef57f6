"""Measuring beside a reference, because a machine's speed moves between one minute and the next."""

import gc
from collections.abc import Callable
from time import process_time

ROUNDS = 5


def rate(work: Callable[[], int]) -> float:
    """Units of work a second of this process's own time."""
    gc.collect()
    start = process_time()
    done = work()
    return done / (process_time() - start)


def side_by_side(*works: Callable[[], int]) -> list[float]:
    """The best rate of each over some rounds, the works taking turns."""
    best = [0.0] * len(works)
    for _ in range(ROUNDS):
        best = [max(so_far, rate(work)) for so_far, work in zip(best, works, strict=True)]
    return best
