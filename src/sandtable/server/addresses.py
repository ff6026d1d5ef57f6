"""The addresses at which other people reach this server."""

import socket
from collections.abc import Iterator
from ipaddress import ip_address

from msgspec import Struct

EVERYWHERE = {"0.0.0.0": 4, "::": 6}  # all addresses of this machine, of one version of the protocol
FAR = "203.0.113.1", "2001:db8::1"  # reserved for documentation; nothing is sent there
OPEN_COMMAND = "sandtable serve --host 0.0.0.0 --port {}"


class Door(Struct, frozen=True):
    """What the server listens on, and its own names."""

    host: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()


class Reachable(Struct, frozen=True):
    """Where a friend reaches this server. `command` opens a server that only its own machine can reach."""

    addresses: tuple[str, ...]
    command: str


def reachable(door: Door) -> Reachable:
    if is_home(door.host) and not door.names:
        return Reachable((), OPEN_COMMAND.format(door.port))
    named = tuple(f"https://{name}" for name in door.names)  # a name has a web server with HTTPS in front of it
    hosts = (
        () if is_home(door.host) else own_addresses(EVERYWHERE[door.host]) if door.host in EVERYWHERE else (door.host,)
    )
    return Reachable(named + tuple(f"http://{in_url(host)}:{door.port}" for host in hosts), "")


def in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def own_addresses(version: int) -> tuple[str, ...]:
    """The addresses of this machine on its networks, the one it uses most first."""
    found = map(ip_address, dict.fromkeys([*used_addresses(), *named_addresses()]))
    return tuple(str(one) for one in found if one.version == version and not (one.is_loopback or one.is_link_local))


def used_addresses() -> Iterator[str]:
    """From which address the machine would send to the Internet. To connect by UDP sends nothing."""
    for family, far in zip((socket.AF_INET, socket.AF_INET6), FAR, strict=True):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as line:
                line.connect((far, 9))
                yield line.getsockname()[0]
        except OSError:
            continue  # the machine has no such network


def named_addresses() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, proto=socket.IPPROTO_TCP)
    except OSError:
        return  # its own name is in no list
    yield from (str(one[4][0]).partition("%")[0] for one in found)


def is_home(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
