"""Raises servers that are soon to be killed: everything is imported once, each server is a fork.

Run as a program: a line "start PORT DATABASE" on its input begets a server and answers with its process id.
"""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from sandtable.rules import rule_sets
from sandtable.server.app import create_app
from sandtable.server.serving import serve


def beget(port: int, db: str) -> int:
    child = os.fork()
    if child:
        return child
    serve(db, "127.0.0.1", port, lambda address: os.write(1, b"ready\n"))
    os._exit(0)


def main() -> None:
    rule_sets()
    create_app("sqlite://")  # what is worked out for the first app serves all others
    for line in sys.stdin:
        _, port, db = line.split()
        child = beget(int(port), db)
        os.write(1, b"%d\n" % child)
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


class Nursery:
    """The program above, and the server it has raised last."""

    def __init__(self, db: str, port: int) -> None:
        self.db, self.port = db, port
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.server = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"start {self.port} {self.db}\n")
        self.process.stdin.flush()
        said = {self.process.stdout.readline().strip() for _ in range(2)}
        assert "ready" in said, said
        self.server = int((said - {"ready"}).pop())

    def kill(self) -> None:
        """As hard as can be, and wait until it is gone."""
        self.strike()
        self.wait()

    def strike(self) -> None:
        os.kill(self.server, 9)

    def wait(self) -> None:
        assert self.process.stdout and self.process.stdout.readline() == "dead\n"

    def close(self) -> None:
        """Whatever state a test has left it in."""
        self.process.kill()
        self.process.wait()
        with suppress(ProcessLookupError):
            self.strike()


if __name__ == "__main__":
    main()
