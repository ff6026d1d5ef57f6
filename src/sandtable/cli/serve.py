"""Serve the web table."""

import os
import sys
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from threading import Thread

import typer

from sandtable.cli.errors import Trouble, one_line

NEEDED = ("litestar", "uvicorn", "sqlalchemy", "alembic", "aiosqlite")


OPEN_DOOR = (
    "Everybody who can reach this machine can begin games here, and can take every free seat whose link he has.\n"
    "Nothing is encrypted. On the open Internet put a web server with HTTPS in front and give its name by --name.\n"
    "The owner of this machine sees everything: the database holds the secrets of every battle."
)


def serve(host: str, port: int, db: str | None, names: list[str], *, open_browser: bool) -> None:
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise Trouble(f"the web table needs {missing[0]}: pip install 'sandtable[server]'")
    from sandtable.server.addresses import is_home
    from sandtable.server.serving import serve as run
    from sandtable.server.store import StoreError, default_url

    def ready(address: str, others: Sequence[str]) -> None:
        typer.echo(f"sandtable runs at {address}  (Ctrl+C stops it)")
        for other in others:
            typer.echo(f"Others reach it at {other}/")
        if not is_home(host):
            typer.echo(OPEN_DOOR)
        if open_browser and has_browser():
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        run(db or default_url(), host, port, ready, names)
    except OSError as fault:
        raise Trouble(f"{host}:{port}: {one_line(fault)}") from None
    except StoreError as fault:
        raise Trouble(one_line(fault)) from None
    except KeyboardInterrupt:
        pass


def has_browser() -> bool:
    """Whether there is a graphical browser. A browser in the terminal would hide our output."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
