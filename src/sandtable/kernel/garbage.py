"""When to collect garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 50_000  # new objects between two searches for cycles


@contextmanager
def rare_collection() -> Iterator[None]:
    """Search for cycles rarely: our values hold none, so nearly everything is freed at once."""
    usual = gc.get_threshold()
    gc.set_threshold(RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextmanager
def until_the_end() -> Iterator[None]:
    """For a program that ends with this: Python need not search all that it has loaded for cycles once more."""
    with rare_collection():
        try:
            yield
        finally:
            gc.freeze()
