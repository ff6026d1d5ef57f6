"""How long a test waits for what is bound to happen: long enough for a busy machine, not for ever for what hangs."""

import time
from collections.abc import Callable

PATIENCE = 120.0  # seconds for one thing to happen; whatever happens on the way begins them anew
A_WHILE = 0.01  # seconds between two looks


def wait_until(
    holds: Callable[[], object], rest: Callable[[float], None] = time.sleep, saw: Callable[[], str] = lambda: ""
) -> None:
    """`rest` lets so many seconds go by; `saw` tells what is there instead if it does not happen."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"it did not happen {saw()}"
        rest(A_WHILE)
