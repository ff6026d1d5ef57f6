"""Databases for games: a file, and our own PostgreSQL server if its programs are installed."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDERS = [*os.environ.get("PATH", "").split(":"), *map(str, Path("/usr/lib/postgresql").glob("*/bin"))]


def program(name: str) -> str | None:
    return shutil.which(name, path=":".join(FOLDERS))


KINDS = ["sqlite", *(["postgresql"] if program("initdb") and program("postgres") else [])]


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A server that listens only on this machine. It does not run as root, so another user runs it then."""
    user = {"user": "postgres"} if os.getuid() == 0 else {}
    if user:
        shutil.chown(folder, "postgres")
        for parent in folder.parents:  # the other user must be able to reach it
            if parent.stat().st_uid == os.getuid() and not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o011)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    data = folder / "data"
    run = {**user, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([program("initdb"), "-D", data, "-A", "trust", "-U", "sandtable", "-N"], check=True, **run)
    options = ["-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    server = subprocess.Popen([program("postgres"), "-D", data, *options], **run)
    try:
        wait_for(port)
        yield f"postgresql://sandtable@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait()


def wait_for(port: int) -> None:
    ready = [program("pg_isready") or "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-t", "20"]
    for _ in range(200):
        if subprocess.run(ready, stdout=subprocess.DEVNULL, check=False).returncode == 0:
            return
    raise RuntimeError("PostgreSQL did not start")
