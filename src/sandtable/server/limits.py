"""How much a stranger may do before the server makes him wait."""

from asyncio import Semaphore
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from time import monotonic
from typing import Generic, TypeVar

from msgspec import Struct

MESSAGE = 64 * 1024  # bytes of one client message
UPLOAD = 4 * 1024 * 1024  # bytes of an uploaded save
FORGETFUL = 10_000  # addresses remembered
T = TypeVar("T")


class Allowance(Struct, frozen=True):
    """`burst` at once, and `a_second` more each second."""

    burst: float
    a_second: float


class Limits(Struct, frozen=True, kw_only=True):
    messages: Allowance = Allowance(300, 100)  # from one socket
    work: Allowance = Allowance(1.0, 0.25)  # seconds of work for the questions of one address
    reading: Allowance = Allowance(0.5, 0.1)  # seconds of work to read what one address sends
    talk: Allowance = Allowance(10, 0.5)  # remarks from one address
    requests: Allowance = Allowance(300, 30)  # for pages and lists, from one address
    games: Allowance = Allowance(30, 30 / 3600)  # begun from one address
    guesses: Allowance = Allowance(20, 20 / 60)  # wrong links, from one address
    sockets: int = 2000  # open at once
    sockets_an_address: int = 60
    sockets_a_seat: int = 20
    connections_an_address: int = 120  # sockets included
    silent: int = 500  # sockets without a first message; beyond this the oldest is closed
    head: float = 10.0  # seconds for the head of a request to arrive
    body: float = 60.0  # seconds for the rest of it
    hello: float = 20.0  # seconds for the first message of a socket
    questions: int = 4  # questions of one socket in work at once
    turns: int = 2  # questions of one address in work at once, here and in other processes
    unread: int = 256  # messages that wait for a slow client
    unread_bytes: int = 4 * 1024 * 1024  # bytes of these messages together
    sending: float = 30.0  # seconds for a client to receive one message
    uploads: int = 3  # uploaded saves that wait for their check
    idle: float = 600.0  # seconds until a room without visitors leaves memory


# For a server that only this machine can reach: everybody there has the same address.
AT_HOME = Limits(
    games=Allowance(300, 1),
    requests=Allowance(3000, 300),
    sockets_an_address=2000,
    connections_an_address=4000,
    turns=16,
    reading=Allowance(5.0, 0.5),
)


class Bucket:
    """An allowance that refills over time; each act takes some out."""

    __slots__ = ("_allowed", "_clock", "_left", "_seen")

    def __init__(self, allowed: Allowance, clock: Callable[[], float] = monotonic) -> None:
        self._allowed, self._clock = allowed, clock
        self._left, self._seen = allowed.burst, clock()

    def take(self) -> bool:
        """Take one; False if there is none."""
        if not self.has_some():
            return False
        self._left -= 1
        return True

    def has_some(self) -> bool:
        self._fill()
        return self._left >= 1

    def charge(self, cost: float) -> None:
        """Take a cost that is known only afterwards. It may leave a debt."""
        self._fill()
        self._left -= cost

    @property
    def debt(self) -> float:
        """Seconds until the debt is paid."""
        self._fill()
        return max(0.0, -self._left / self._allowed.a_second)

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._allowed.burst, self._left + (now - self._seen) * self._allowed.a_second)
        self._seen = now


class PerAddress(Generic[T]):
    """One value for each address. The addresses unused for longest are forgotten first."""

    def __init__(self, new: Callable[[], T]) -> None:
        self._new = new
        self._of: dict[str, T] = {}

    def of(self, address: str) -> T:
        whose = network_of(address)
        found = self._of.pop(whose, None) or self._new()
        self._of[whose] = found
        if len(self._of) > FORGETFUL:
            del self._of[next(iter(self._of))]
        return found


class AddressShare:
    """What all sockets of one address share: time for their questions, turns, and words."""

    def __init__(self, limits: Limits) -> None:
        self.work, self.talk = Bucket(limits.work), Bucket(limits.talk)
        self.asking, self.thinking = Semaphore(limits.turns), Semaphore(limits.turns)


class AddressCounts:
    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """False if the address has too many already."""
        whose = network_of(address)
        if self._here[whose] >= self._most:
            return False
        self._here[whose] += 1
        return True

    def leave(self, address: str) -> None:
        whose = network_of(address)
        self._here[whose] -= 1
        if self._here[whose] <= 0:
            del self._here[whose]


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """The address, or its IPv6 network: one customer has 2^64 such addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((found.packed[:8] + bytes(8), 64)))
