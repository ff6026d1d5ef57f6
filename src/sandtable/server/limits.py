"""What a stranger may do before he is asked to wait."""

from collections.abc import Callable
from math import inf
from time import monotonic

from msgspec import Struct

MESSAGE = 64 * 1024  # bytes of one message of a client
UPLOAD = 4 * 1024 * 1024  # bytes of a save that is brought along
FORGETFUL = 10_000  # addresses kept in mind


class Allowance(Struct, frozen=True):
    """So many at once, and as many more as time goes by."""

    burst: float
    a_second: float


class Limits(Struct, frozen=True, kw_only=True):
    messages: Allowance = Allowance(300, 100)  # of one socket
    games: Allowance = Allowance(30, 30 / 3600)  # begun from one address
    guesses: Allowance = Allowance(20, 20 / 60)  # links that lead nowhere, from one address
    sockets: int = 2000  # open at once
    sockets_a_seat: int = 20
    silent: int = 500  # sockets that have said nothing yet; past it the oldest has to go
    hello: float = 20.0  # seconds in which a socket must say something
    questions: int = 4  # of one socket, being answered at once
    unread: int = 256  # messages that wait for a slow client
    idle: float = 600.0  # seconds after which a room without visitors leaves memory


class Bucket:
    """Fills by itself; every act takes one out."""

    __slots__ = ("_allowed", "_clock", "_left", "_seen")

    def __init__(self, allowed: Allowance, clock: Callable[[], float] = monotonic) -> None:
        self._allowed, self._clock = allowed, clock
        self._left, self._seen = allowed.burst, clock()

    def take(self) -> bool:
        """False: not now."""
        if not self.has_some():
            return False
        self._left -= 1
        return True

    def has_some(self) -> bool:
        now = self._clock()
        self._left = min(self._allowed.burst, self._left + (now - self._seen) * self._allowed.a_second)
        self._seen = now
        return self._left >= 1


HOME = ("127.0.0.1", "::1")  # whoever sits at this machine is no stranger; a proxy here passes on who asks
BOTTOMLESS = Allowance(inf, inf)


class Buckets:
    """One for each address; the oldest are forgotten first."""

    def __init__(self, allowed: Allowance) -> None:
        self._allowed = allowed
        self._of: dict[str, Bucket] = {}

    def of(self, address: str) -> Bucket:
        if address in HOME:
            return Bucket(BOTTOMLESS)
        bucket = self._of.pop(address, None) or Bucket(self._allowed)
        self._of[address] = bucket
        if len(self._of) > FORGETFUL:
            del self._of[next(iter(self._of))]
        return bucket
