"""A sandtable server for tests. It can be killed and started again at the same address."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

READY = re.compile(r"http://127\.0\.0\.1:(\d+)/")


class ServerProcess:
    """`sandtable serve` in its own process. Its games are in a folder that survives it."""

    def __init__(self, folder: Path) -> None:
        self._database = f"sqlite:///{folder / 'games.sqlite3'}"
        self._process: subprocess.Popen[str] | None = None
        self._port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def open(self) -> None:
        serve = ["serve", "--no-open", "--port", str(self._port), "--db", self._database]
        self._process = subprocess.Popen(
            [Path(sys.executable).with_name("sandtable"), *serve],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := READY.search(line):
                self._port = int(found[1])
                return
        raise AssertionError("the server ended before it was ready")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def memory(self) -> int:
        """kB of memory that the server uses."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def kill(self) -> None:
        """Kill the server and its worker processes, as a power cut would."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
