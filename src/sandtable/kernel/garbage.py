"""When to look for garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 50_000  # new objects between two searches for cycles


@contextmanager
def rare_collection() -> Iterator[None]:
    """Values hold no cycles, so nearly everything is freed as it falls; looking for cycles can wait."""
    usual = gc.get_threshold()
    gc.set_threshold(RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
