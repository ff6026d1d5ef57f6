"""Finds the units and sides that a fact or a command names, by the types of its fields."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from sandtable.kernel.state import Side, Unit, UnitId


def units_in(value: Struct) -> tuple[UnitId, ...]:
    """Each unit once, in the order of the fields."""
    plain = plain_names(type(value))
    found = named_in(value, UnitId) if plain is None else [getattr(value, field) for field in plain]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1024)
def plain_names(kind: type[Struct]) -> tuple[str, ...] | None:
    """The fields that hold a unit, if none of them may hold anything else."""
    fields = fields_with(kind, UnitId)
    return tuple(field for field, _ in fields) if all(hint is UnitId for _, hint in fields) else None


def sides_in(value: Struct) -> tuple[Side, ...]:
    return tuple(dict.fromkeys(named_in(value, Side)))


def named_in(value: Struct, wanted: object) -> Iterator[Any]:
    for field, hint in fields_with(type(value), wanted):
        yield from found_in(hint, getattr(value, field), wanted)


@lru_cache(maxsize=1024)
def fields_with(kind: type[Struct], wanted: object) -> tuple[tuple[str, Any], ...]:
    """The fields that may hold something of that type."""
    hints = get_type_hints(kind)
    return tuple((field, hints[field]) for field in kind.__struct_fields__ if holds(hints[field], wanted))


def holds(hint: Any, wanted: object) -> bool:
    if hint is wanted or (hint is Unit and wanted is UnitId):
        return True
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint is not Unit and bool(fields_with(hint, wanted))
    return get_origin(hint) is not frozenset and any(holds(inner, wanted) for inner in get_args(hint))


def found_in(hint: Any, value: Any, wanted: object) -> Iterator[Any]:
    if hint is wanted:
        yield value
    elif hint is Unit and wanted is UnitId:
        yield value.id
    elif isinstance(value, Struct):
        yield from named_in(value, wanted)
    elif get_origin(hint) in (Union, UnionType):
        if value is not None:
            yield from found_in(next(one for one in get_args(hint) if one is not NoneType), value, wanted)
    elif isinstance(value, Mapping):
        yield from (key for key in value if get_args(hint)[0] is wanted)
    elif isinstance(value, tuple):
        inner = get_args(hint)
        for number, one in enumerate(value):
            yield from found_in(inner[0] if Ellipsis in inner else inner[number], one, wanted)
