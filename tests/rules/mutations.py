"""Spoilt scenario files: our own, with a few random changes from a seed."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

from sandtable.rules import rule_sets

NUMBERS = (0, 1, -1, 2, 3, 7, 90, 0.5, 0.004, -0.01, 36.0, 1e-9, 1e7, 1e308, 10**4, 10**9, 2**63, 10**30)
WORDS = ("", " ", "draw", "any", "roll", "sky", "north", "a1", "z99", "²3", "Infantry", "HQ by truck", "x" * 5000,
         "\u202eabc", "a\nb", "\x00", "\x1b[2J", "İ", "ß", "𝔘nit", "e\u0301", "[red]", "'; --", "/")  # fmt: skip
MANY = 300  # copies of an entry


def battles() -> list[dict[str, Any]]:
    """The content of the file of each of our scenarios."""
    return [msgspec.to_builtins(one) for rules in rule_sets().values() for one in rules.scenarios().values()]


def spoilt(seed: int) -> dict[str, Any]:
    rng = Random(seed)
    content = deepcopy(rng.choice(ALL))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        spoil(content, rng)
    return content


def spoil(content: dict[str, Any], rng: Random) -> None:
    """One change anywhere. Whole sections are as likely as single numbers."""
    spots = list(spots_in(content))
    holder, key = rng.choice(spots if rng.random() < 0.7 else [spot for spot in spots if is_section(spot)])
    value = holder[key]
    if rng.random() < 0.15:
        remove(holder, key)
    elif rng.random() < 0.1:
        holder[key] = deepcopy(at(rng.choice(spots)))
    elif rng.random() < 0.1:
        swap((holder, key), rng.choice(spots))
    else:
        holder[key] = changed(value, content, rng)


def spots_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Everything inside: its container, and its key or number."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    for key, one in list(inside):
        if isinstance(value, list | dict):
            yield value, key
        if isinstance(one, tuple):
            one = value[key] = list(one)
        yield from spots_in(one)


def at(spot: tuple[Any, Any]) -> Any:
    return spot[0][spot[1]]


def is_section(spot: tuple[Any, Any]) -> bool:
    return isinstance(at(spot), dict | list)


def remove(holder: Any, key: Any) -> None:
    del holder[key]


def swap(one: tuple[Any, Any], other: tuple[Any, Any]) -> None:
    one[0][one[1]], other[0][other[1]] = deepcopy(at(other)), deepcopy(at(one))


def changed(value: Any, content: dict[str, Any], rng: Random) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            near = (value + 1, value - 1, value * 2, -value, value / 2, value + 0.005, value + rng.randint(-40, 40))
            return rng.choice(rng.choice((near, NUMBERS)))
        case str():
            others = [at(spot) for spot in spots_in(content) if isinstance(at(spot), str)]
            return rng.choice((rng.choice(WORDS), rng.choice(others), value + rng.choice(WORDS), value[:-1], value * 2))
        case list():
            return rearranged(value, rng)
        case dict():
            return {key: one for key, one in value.items() if rng.random() < 0.7}
    return value


def rearranged(values: list[Any], rng: Random) -> list[Any]:
    again = [deepcopy(rng.choice(values))] if values else [0]
    half = values[: len(values) // 2]
    return rng.choice(
        ([], values[::-1], [*values, *again], [*again, *values], half, values[1:], again * MANY, [values])
    )


ALL = battles()
