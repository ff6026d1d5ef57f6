"""What a process for slow work does. It imports nothing else until a task needs it, so that it starts quickly."""

import os
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Thread

from sandtable.kernel.garbage import rare_collection

READY = "ready"
POLITE = 5  # lower priority than the process of the sockets


def work(line: Connection) -> None:
    """Do one task after another until the other end closes."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    Thread(target=leave_with_parent, daemon=True).start()
    line.send(READY)
    with rare_collection():
        while answer(line):
            pass


def answer(line: Connection) -> bool:
    """Do the next task; False if there will be none."""
    try:
        task = line.recv()
    except (EOFError, KeyboardInterrupt):
        return False
    try:
        done = True, task()
    except Exception as fault:  # the asker gets it
        done = False, fault
    line.send(done)
    return True


def leave_with_parent() -> None:
    """Exit when the server dies: nobody needs the answer then."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
