"""Values that are worked out at first use and kept."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Generic, TypeVar, TypeVarTuple, overload

T = TypeVar("T")
Key = TypeVarTuple("Key")
MOST = 50_000  # values that are recalled


class lazy(Generic[T]):
    """functools.cached_property without its lock, which is slow in Python 3.11."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out, self._name, self.__doc__ = work_out, work_out.__name__, work_out.__doc__

    @overload
    def __get__(self, of: None, owner: type) -> "lazy[T]": ...
    @overload
    def __get__(self, of: object, owner: type) -> T: ...
    def __get__(self, of: object | None, owner: type) -> "lazy[T] | T":
        if of is None:
            return self
        value = of.__dict__[self._name] = self._work_out(of)
        return value


class Remembered(Generic[T]):
    """What an iterator yields, for everybody who asks again; worked out as far as somebody has looked."""

    def __init__(self, source: Iterator[T]) -> None:
        self._found, self._rest = list[T](), source

    def __iter__(self) -> Iterator[T]:
        found, number = self._found, 0
        while number < len(found) or self._finds_more():
            yield found[number]
            number += 1

    def _finds_more(self) -> bool:
        before = len(self._found)
        self._found += islice(self._rest, 1)
        return len(self._found) > before


class Derives:
    """For boards: keeps what a rule set derives from the ground. Changed ground makes a new board."""

    __slots__ = ()

    def derived(self, work_out: Callable[[Any], T]) -> T:
        kept = self.__dict__
        try:
            value: T = kept["_derived"][work_out]
        except KeyError:
            value = kept.setdefault("_derived", {})[work_out] = work_out(self)
        return value

    def recall(self, work_out: Callable[[Any, *Key], T], *key: *Key) -> T:
        """What this ground has for a key, worked out once as long as there are not too many keys."""
        try:
            value: T = self.__dict__["_recalled"][work_out][key]
        except KeyError:
            known = self.__dict__.setdefault("_recalled", {}).setdefault(work_out, {})
            if len(known) == MOST:
                known.clear()
            value = known[key] = work_out(self, *key)
        return value
