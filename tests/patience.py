"""How long a test waits for an event: long enough for a busy machine, but not for ever."""

import time
from collections.abc import Callable

PATIENCE = 120.0  # seconds for one event; each event on the way starts them again
A_WHILE = 0.01  # seconds between two looks


def wait_until(
    holds: Callable[[], object], rest: Callable[[float], None] = time.sleep, saw: Callable[[], str] = lambda: ""
) -> None:
    """`rest` waits so many seconds; `saw` says what is there if the event does not happen."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"it did not happen {saw()}"
        rest(A_WHILE)
