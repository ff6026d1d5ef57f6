"""Starts servers that tests kill. A program imports everything once, and each server is a fork of it.

Run as a program: a line "start PORT DATABASE" on its input starts a server and answers with its process id.
"""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from sandtable.rules import rule_sets
from sandtable.server.app import create_app
from sandtable.server.serving import serve


def fork_server(port: int, db: str) -> int:
    child = os.fork()
    if child:
        return child
    serve(db, "127.0.0.1", port, lambda *_: os.write(1, b"ready\n"))
    os._exit(0)


def main() -> None:
    rule_sets()
    create_app("sqlite://")  # fills the caches that all forks use
    for line in sys.stdin:
        _, port, db = line.split()
        child = fork_server(int(port), db)
        os.write(1, b"%d\n" % child)
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


class ServerForks:
    """The program above, and the last server that it started."""

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
        """Kill the server and wait until it is gone."""
        self.strike()
        self.wait()

    def strike(self) -> None:
        os.kill(self.server, 9)

    def wait(self) -> None:
        assert self.process.stdout and self.process.stdout.readline() == "dead\n"

    def close(self) -> None:
        """Stop everything, in any state."""
        self.process.kill()
        self.process.wait()
        with suppress(ProcessLookupError):
            self.strike()


if __name__ == "__main__":
    main()
