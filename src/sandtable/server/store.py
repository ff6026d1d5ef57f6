"""Keeps games as append-only rows in a database. When `append` returns, the row survives a crash."""

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from errno import ENOSPC
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy import Connection, Engine, Table, create_engine, event, insert, make_url, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sandtable.kernel.state import Side
from sandtable.server.ledger import Kept, Noticed, Remark, Row
from sandtable.server.schema import GAMES, LINKS, REMARKS, ROWS

LOG = logging.getLogger(__name__)
Role = Literal["seat", "table", "watch"]
MIGRATIONS = Path(__file__).parent / "migrations"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
# Flushed at each commit, so that a power cut loses no game either.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON")
DISK_FULL = (
    "The disk of the server is full, so this was not kept. Everything before it is safe. "
    "Make room on the server, then try again."
)
UNKEPT = (
    "The database could not keep it. Everything before it is safe. "
    "Try again; if it fails again, look at what the server prints."
)
SEATS = msgspec.json.Decoder(dict[Side, str])
OPENING = msgspec.json.Decoder(list[tuple[Side | None, Noticed]])

Insert = tuple[Table, dict[str, Any]]  # a table, and the row for it


class StoreError(Exception):
    """The database does not answer, or somebody else has changed it."""


class NotKept(StoreError):
    """The database does not take a row, so what it tells has not happened."""


class Link(Struct, frozen=True):
    """The game and the seat that a token leads to."""

    game: str
    role: Role
    side: Side


def default_url() -> str:
    """One file in the user's data folder."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sandtable"
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    return f"sqlite:///{folder / 'games.sqlite3'}"


def make_private(url: str) -> None:
    """Only the owner may read the file, because it holds the secrets of every battle."""
    parsed = make_url(url)
    if parsed.drivername.startswith("sqlite") and parsed.database and parsed.database != ":memory:":
        file = Path(parsed.database)
        file.touch(mode=0o600)
        file.chmod(0o600)


def digest_of(token: str) -> bytes:
    return blake2b(token.encode(), digest_size=32).digest()


def engine_for(url: str) -> AsyncEngine:
    parsed = make_url(url)
    driver = DRIVERS.get(parsed.drivername, parsed.drivername)
    engine = create_async_engine(parsed.set(drivername=driver), hide_parameters=True)
    if driver.startswith("sqlite"):
        event.listen(engine.sync_engine, "connect", set_pragmas)
    return engine


def file_engine(url: str) -> Engine | None:
    """The engine of a database file, else None. A thread writes the file in one go, which spares the event loop."""
    parsed = make_url(url)
    if not parsed.drivername.startswith("sqlite"):
        return None
    engine = create_engine(parsed.set(drivername="sqlite"), hide_parameters=True)
    event.listen(engine, "connect", set_pragmas)
    return engine


def with_file(engine: Engine, work: Callable[[Connection], None]) -> None:
    with engine.begin() as connection:
        work(connection)


def write(connection: Connection, inserts: Sequence[Insert]) -> None:
    """Write games before their links and rows."""
    for table in (GAMES, LINKS, ROWS, REMARKS):
        if rows := [row for into, row in inserts if into is table]:
            connection.execute(insert(table), rows)


def set_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


async def check(url: str) -> None:
    """Make missing tables; StoreError says in one line why the database cannot keep games."""
    try:
        make_private(url)
        store = Store(url)
        try:
            await store.open()
        finally:
            await store.close()
    except ModuleNotFoundError as fault:
        raise StoreError(f"this database needs {fault.name}: pip install 'sandtable[postgres]'") from None
    except (SQLAlchemyError, CommandError, OSError) as fault:
        raise StoreError(f"the database {make_safe(url)} cannot be opened: {str(fault).splitlines()[0]}") from None


def make_safe(url: str) -> str:
    """The address without its password."""
    try:
        return make_url(url).render_as_string()
    except ArgumentError:
        return repr(url)


Waiting = tuple[list[Insert], asyncio.Future[None]]


class Store:
    """One writer keeps everything in order. Rows that wait together share a commit."""

    def __init__(self, url: str) -> None:
        self._engine = engine_for(url)
        self._file = file_engine(url)
        self._hand = ThreadPoolExecutor(1, "store")
        self._waiting: list[Waiting] = []
        self._some = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Make missing tables, and start the writer."""
        await self._run(upgrade)
        self._writer = asyncio.create_task(self._write())

    async def _run(self, work: Callable[[Connection], None]) -> None:
        if self._file is not None:
            await asyncio.get_running_loop().run_in_executor(self._hand, with_file, self._file, work)
        else:
            async with self._engine.begin() as connection:
                await connection.run_sync(work)

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._engine.dispose()
        if self._file is not None:
            self._file.dispose()
        self._hand.shutdown()

    # ---- writing

    async def append(self, game: str, row: Row) -> None:
        """Returns when the row is durable; StoreError if it cannot be kept."""
        await self._keep([(ROWS, {"game": game, **msgspec.structs.asdict(row), "noticed": bytes(sorted(row.noticed))})])

    async def remark(self, game: str, remark: Remark) -> None:
        """The same for what people do beside the battle."""
        await self._keep([(REMARKS, {"game": game, **msgspec.structs.asdict(remark)})])

    async def create(self, game: Kept, links: Mapping[str, Link]) -> None:
        """Keep a new game and its tokens."""
        head = {name: value for name, value in msgspec.structs.asdict(game).items() if name not in ("rows", "remarks")}
        packed = {name: msgspec.json.encode(head[name]) for name in ("seats", "opening")}
        inserts: list[Insert] = [(GAMES, {**head, **packed})]
        for token, link in links.items():
            inserts.append((LINKS, {"digest": digest_of(token), **msgspec.structs.asdict(link)}))
        await self._keep(inserts)

    async def _keep(self, inserts: list[Insert]) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((inserts, future))
        self._some.set()
        await future

    async def _write(self) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            batch, self._waiting = self._waiting, []
            fault = await self._commit(batch)
            for one in batch if fault else ():  # commit them one by one to find the faulty ones
                if fault := await self._commit([one]):
                    LOG.error("not kept: %s", fault)
                    fail(one[1], NotKept(DISK_FULL if is_full(fault) else UNKEPT))

    async def _commit(self, batch: list[Waiting]) -> Exception | None:
        """Commit all or nothing; returns the fault, if any."""
        inserts = [insert for inserts, _ in batch for insert in inserts]
        try:
            await self._run(partial(write, inserts=inserts))
        except (SQLAlchemyError, OSError) as fault:
            return fault
        for _, future in batch:
            if not future.done():
                future.set_result(None)
        return None

    # ---- reading

    async def link(self, token: str) -> Link | None:
        query = select(LINKS.c.game, LINKS.c.role, LINKS.c.side).where(LINKS.c.digest == digest_of(token))
        found = await self._all(query)
        return Link(found[0].game, found[0].role, Side(found[0].side)) if found else None

    async def load(self, game: str) -> Kept:
        (head,) = await self._all(select(GAMES).where(GAMES.c.id == game))
        found = await self._all(select(ROWS).where(ROWS.c.game == game).order_by(ROWS.c.n))
        said = await self._all(select(REMARKS).where(REMARKS.c.game == game).order_by(REMARKS.c.n))
        seats, opening = SEATS.decode(head.seats), OPENING.decode(head.opening)
        rows, remarks = list(map(row_of, found)), list(map(remark_of, said))
        return Kept(
            game, head.head, seats, head.hotseat, head.begun, opening, head.origin, rows, head.practice, remarks
        )

    async def _all(self, query: Any) -> Sequence[Any]:
        try:
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()
        except (SQLAlchemyError, OSError) as fault:
            raise StoreError("the database does not answer") from fault


def row_of(kept: Any) -> Row:
    noticed = frozenset(kept.noticed)
    return Row(kept.n, Side(kept.side), kept.nonce, kept.text, kept.undone, noticed, kept.again, kept.spared)


def remark_of(kept: Any) -> Remark:
    return Remark(kept.n, Side(kept.side), kept.what, kept.text, kept.at)


def is_full(fault: Exception) -> bool:
    """Whether the disk is full, by the errors of SQLite, of PostgreSQL or of the system."""
    cause = getattr(fault, "orig", None) or fault
    name, state = getattr(cause, "sqlite_errorname", ""), getattr(cause, "sqlstate", "")
    return name == "SQLITE_FULL" or state == "53100" or getattr(cause, "errno", None) == ENOSPC


def fail(future: asyncio.Future[None], fault: Exception) -> None:
    if not future.done():
        future.set_exception(fault)
