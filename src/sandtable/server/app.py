"""Routes and sockets."""

import logging
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException, NotFoundException, WebSocketDisconnect
from litestar.middleware import DefineMiddleware
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.static_files import create_static_files_router
from msgspec import Struct
from msgspec.json import Decoder

from sandtable.kernel.guide import Term
from sandtable.server import library, making
from sandtable.server import messages as wire
from sandtable.server.addresses import Door, Reachable, is_home, reachable
from sandtable.server.caller import OUR_FAULT, TOO_DEEP, Caller, Gone
from sandtable.server.gathering import ENCODER
from sandtable.server.guard import Guard, be_safe
from sandtable.server.limits import MESSAGE, UPLOAD, Limits
from sandtable.server.lobby import Begin, Begun, Lobby, NotFound, Outdated, PlayOn, TooMany, seats_of
from sandtable.server.people import Taken
from sandtable.server.refused import Refused
from sandtable.server.store import NotKept, Store, StoreError
from sandtable.server.thinking import Thinkers

LOG = logging.getLogger(__name__)
STATIC = Path(__file__).parent / "static"
NOT_BUILT = "sandtable is running, but its pages have not been built yet. Run `make setup` and start it again.\n"
PRIVATE = {"Cache-Control": "no-store"}  # links are secrets
SECRET_SAVE = (
    "A game file holds the secrets of both sides, so you can save this battle only when it is over. "
    "Nothing is lost: the server keeps every command, and this page leads back to the battle."
)
REASON = 120  # bytes; a closing frame has room for 123
YEAR = 365 * 24 * 3600  # seconds
REFUSED, TAKEN, LOST, OUTDATED, BUSY, FAILED, NOT_KEPT = 4400, 4403, 4404, 4410, 4429, 4500, 4507  # end a socket


class Trouble(Struct, frozen=True, omit_defaults=True):
    error: str
    where: str = ""


# ---- pages


@get(
    [
        "/",
        "/rules",
        "/rules/{token:str}",
        "/battle/{token:str}",
        "/s/{token:str}",
        "/w/{token:str}",
        "/replay/{token:str}",
    ],
    sync_to_thread=False,
)
def page(token: FromPath[str] = "") -> Response[str]:
    """One page; the address says what it shows."""
    return built_page(200)


def built_page(status: int) -> Response[str]:
    index = STATIC / "index.html"
    if index.is_file():
        text = index.read_text(encoding="utf-8")
        return Response(text, media_type=MediaType.HTML, headers=PRIVATE, status_code=status)
    return Response(NOT_BUILT, media_type=MediaType.TEXT, headers=PRIVATE, status_code=status)


# ---- lists and files


@get("/api/home", sync_to_thread=False)
def get_home() -> Response[bytes]:
    return Response(library.home_text(), media_type=MediaType.JSON)


@get("/api/rules/{name:str}", sync_to_thread=False)
def get_chapters(name: FromPath[str]) -> Response[bytes]:
    return Response(library.chapters_text(name), media_type=MediaType.JSON)


@get("/api/rules/{name:str}/terms", sync_to_thread=False)
def get_terms(name: FromPath[str]) -> tuple[Term, ...]:
    return library.terms(name)


@get("/api/rules/{name:str}/find", sync_to_thread=False)
def find_clauses(name: FromPath[str], q: FromQuery[str] = "") -> tuple[library.ClauseHead, ...]:
    return library.find(name, q)


@get("/api/rules/{name:str}/{clause:str}", sync_to_thread=False)
def get_clause(name: FromPath[str], clause: FromPath[str], table: FromQuery[str] = "") -> library.ClauseText:
    """`table`: a table to show with the clause, because it gave a term of a sum."""
    return library.clause(name, clause, table)


@get("/api/rules/{name:str}/part/{part:str}", sync_to_thread=False)
def get_part(name: FromPath[str], part: FromPath[str]) -> Response[bytes]:
    return Response(library.part_text(name, part), media_type=MediaType.JSON)


@get("/api/make/{name:str}", sync_to_thread=True)
def make_battle(name: FromPath[str], seed: FromQuery[str], choices: FromQuery[str] = "") -> library.ScenarioInfo:
    """A battle by a book's own charts; `choices` is JSON."""
    return making.made_info(name, library.Made(seed, making.choices_of(choices)))


@get("/api/make/{name:str}/file", sync_to_thread=True)
def make_file(name: FromPath[str], seed: FromQuery[str], choices: FromQuery[str] = "") -> Response[str]:
    file, text = making.made_file(name, library.Made(seed, making.choices_of(choices)))
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(text, media_type="application/toml", headers=headers)


@get("/api/battles", sync_to_thread=False)
def get_battles() -> tuple[making.BattleInfo, ...]:
    return making.battle_heads()


@get("/api/battles/{id:str}", sync_to_thread=True)
def get_battle(id: FromPath[str]) -> Response[bytes]:
    return Response(making.battle_text(id), media_type=MediaType.JSON)


@get("/api/reach", sync_to_thread=True)
def get_reach(request: Request[Any, Any, AppState]) -> Reachable:
    """Where a friend reaches this server. Only somebody at the machine itself is told its addresses."""
    if not (is_home(request.url.hostname or "") and is_home(address_of(request))):
        return Reachable((), "")
    return reachable(request.app.state.door)


@post("/api/games")
async def begin(data: JSONBody[Begin], request: Request[Any, Any, AppState]) -> Begun:
    return await lobby_of(request).begin(data, address_of(request))


@post("/api/games/open", request_max_body_size=UPLOAD)
async def bring(
    request: Request[Any, Any, AppState], seats: FromQuery[str | None] = None, hotseat: FromQuery[bool] = True
) -> Begun:
    save = await request.body()
    return await lobby_of(request).bring(save, seats_of(seats), address_of(request), hotseat=hotseat)


@post("/api/lessons/{name:str}")
async def teach(name: FromPath[str], request: Request[Any, Any, AppState]) -> Begun:
    return await lobby_of(request).teach(name, address_of(request))


@post("/api/play-on/{token:str}")
async def play_on(token: FromPath[str], data: JSONBody[PlayOn], request: Request[Any, Any, AppState]) -> Begun:
    lobby, address = lobby_of(request), address_of(request)
    return await lobby.play_on(await lobby.link(token, address), data, address)


@get("/api/save/{token:str}")
async def get_save(token: FromPath[str], request: Request[Any, Any, AppState]) -> Response[bytes]:
    """A save holds the secrets of both sides, so a single seat gets it only when the battle is over."""
    lobby = lobby_of(request)
    link = await lobby.link(token, address_of(request))
    room = await lobby.room(link)
    async with room.lock:
        if link.role != "table" and room.battle.asked is not None:
            raise HTTPException(SECRET_SAVE, status_code=409)
        name = f"{re.sub(r'[^A-Za-z0-9._-]', '-', room.battle.state.scenario.id)}.jsonl"
        headers = {**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'}
        return Response(room.battle.save(), media_type="application/jsonl", headers=headers)


# ---- sockets


class Socket:
    """A socket as a caller uses it."""

    def __init__(self, socket: WebSocket[Any, Any, AppState]) -> None:
        self._socket = socket

    async def send(self, text: bytes) -> None:
        try:
            await self._socket.send_data(text, mode="text")
        except (WebSocketDisconnect, RuntimeError, OSError) as fault:  # the client closed it meanwhile
            raise Gone from fault

    async def receive(self) -> bytes:
        try:
            text = await self._socket.receive_data(mode="text")
        except WebSocketDisconnect as fault:
            raise Gone from fault
        except KeyError:
            raise Refused("a message must be text") from None
        if len(text) > MESSAGE:
            raise Refused("that message is too long")
        return text if isinstance(text, bytes) else text.encode()

    async def close(self, code: int, reason: str) -> None:
        try:
            await self.send(ENCODER.encode(wire.Fault(reason)))
            await self._socket.close(code, in_bytes(reason, REASON))
        except (Gone, WebSocketDisconnect, RuntimeError, OSError):
            pass  # the client is gone


def in_bytes(text: str, most: int) -> str:
    """Cut to so many bytes."""
    return text.encode()[:most].decode(errors="ignore")


@websocket("/ws/{token:str}")
async def sit(token: FromPath[str], socket: WebSocket[Any, Any, AppState]) -> None:
    await socket.accept()
    lobby: Lobby = socket.app.state.lobby
    line = Socket(socket)
    address = socket.client.host if socket.client else ""
    try:
        with lobby.admitted(address):
            await converse(lobby, line, token, address)
    except Gone:
        pass
    except NotFound as fault:
        await line.close(LOST, str(fault))
    except TooMany as fault:
        await line.close(BUSY, str(fault))
    except Taken as fault:
        await line.close(TAKEN, str(fault))
    except Outdated as fault:
        await line.close(OUTDATED, str(fault))
    except NotKept as fault:
        await line.close(NOT_KEPT, str(fault))
    except (Refused, StoreError) as fault:
        await line.close(REFUSED, str(fault))
    except Exception:  # our fault: the log gets it in full, the visitor one sentence
        LOG.exception("a socket failed")
        await line.close(FAILED, OUR_FAULT)


async def converse(lobby: Lobby, line: Socket, token: str, address: str) -> None:
    """The game is looked up after the first message, so a silent visitor costs nothing."""
    hello = await lobby.porch.hear_hello(line.receive)
    link, room = await lobby.seated(token, hello.key, address)
    await Caller(line, room, link, lobby.limits, lobby.shares.of(address)).talk()


# ---- faults


def tell_fault(request: Request[Any, Any, AppState], fault: Exception) -> Response[Trouble] | Response[str]:
    """Answers with one sentence, never a traceback. A mistyped address of a page gets a page."""
    match fault:
        case NotFoundException() if "text/html" in request.headers.get("accept", ""):
            return built_page(404)
        case Refused():
            return trouble(400, fault.why)
        case NotFound():
            return trouble(404, str(fault))
        case Outdated():
            return trouble(410, str(fault))
        case TooMany():
            return trouble(429, str(fault))
        case StoreError():
            return trouble(503, str(fault))
        case RecursionError():
            return trouble(400, TOO_DEEP)
        case TimeoutError():
            return trouble(408, "the request took too long to arrive")
        case HTTPException():
            places = fault.extra if isinstance(fault.extra, list) else []
            where = ", ".join(str(one.get("key", "")) for one in places if isinstance(one, dict))
            return trouble(fault.status_code, fault.detail, where)
    LOG.error("a %s request failed", request.method, exc_info=fault)  # not its path: that may hold a token
    return trouble(500, OUR_FAULT)


def trouble(status: int, error: str, where: str = "") -> Response[Trouble]:
    return Response(Trouble(error, where), status_code=status, headers=PRIVATE)


# ---- the app


def lobby_of(request: Request[Any, Any, AppState]) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


def address_of(request: Request[Any, Any, AppState]) -> str:
    return request.client.host if request.client else ""


def create_app(url: str, limits: Limits | None = None, names: Iterable[str] = (), door: Door | None = None) -> Litestar:
    """`names`: the names of the server besides localhost and its addresses. `door`: what it listens on."""
    limits = limits or Limits()
    library.home_text()  # reads every rule set and scenario
    look_into_types()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        app.state.door = door or Door()
        app.state.lobby = Lobby(Store(url), Thinkers(), limits)
        await app.state.lobby.open()
        try:
            yield
        finally:
            await app.state.lobby.close()

    reading = [page, get_home, get_chapters, get_terms, find_clauses, get_clause, get_part, get_battles, get_battle]
    routes: list[Any] = [*reading, make_battle, make_file, get_reach, begin, bring, teach, play_on, get_save, sit]
    if STATIC.is_dir():
        # a built file's name changes with its content
        routes.append(create_static_files_router("/static", [STATIC], cache_control=CacheControlHeader(max_age=YEAR)))
    return Litestar(
        routes,
        lifespan=[life],
        exception_handlers={Exception: tell_fault},
        before_send=[be_safe],
        middleware=[DefineMiddleware(Guard, names=frozenset({"localhost", *names}), limits=limits)],
        request_max_body_size=MESSAGE,
        compression_config=CompressionConfig(backend="gzip"),
        openapi_config=None,
        logging_config=None,
    )


def look_into_types(of: type[Struct] = Struct) -> None:
    """Let msgspec inspect our types and those that a rule set makes from them, before there are threads.

    It inspects a type when it first decodes one, and crashes if two threads do so at the same time. Some types are
    never decoded, and some cannot be.
    """
    for one in of.__subclasses__():
        if any(base.__module__.startswith("sandtable.") for base in one.__mro__):
            with suppress(TypeError):
                Decoder(one)
        look_into_types(one)
