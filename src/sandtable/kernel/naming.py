"""Finds the units and sides that a fact or a command names, by the types of its fields."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from sandtable.kernel.state import Side, Unit, UnitId

Reader = Callable[[Any], Iterable[Any]]  # finds what a value names


def units_in(value: Struct) -> tuple[UnitId, ...]:
    """Each unit once, in the order of the fields."""
    plain = plain_names(type(value))
    found = named_in(value, UnitId) if plain is None else [getattr(value, field) for field in plain]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1024)
def plain_names(kind: type[Struct]) -> tuple[str, ...] | None:
    """The fields that hold a unit, if none of them may hold anything else."""
    hints, names = get_type_hints(kind), [field for field, _ in fields_with(kind, UnitId)]
    return tuple(names) if all(hints[name] is UnitId for name in names) else None


def sides_in(value: Struct) -> tuple[Side, ...]:
    return tuple(dict.fromkeys(named_in(value, Side)))


def named_in(value: Struct, wanted: object) -> list[Any]:
    return [one for field, read in fields_with(type(value), wanted) for one in read(getattr(value, field))]


@lru_cache(maxsize=1024)
def fields_with(kind: type[Struct], wanted: object) -> tuple[tuple[str, Reader], ...]:
    """The fields that may hold something of that type, and how to read them."""
    hints = get_type_hints(kind)
    fields = [field for field in kind.__struct_fields__ if holds(hints[field], wanted)]
    return tuple((field, reader_of(hints[field], wanted)) for field in fields)


def holds(hint: Any, wanted: object) -> bool:
    if hint is wanted or (hint is Unit and wanted is UnitId):
        return True
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint is not Unit and bool(fields_with(hint, wanted))
    return get_origin(hint) is not frozenset and any(holds(inner, wanted) for inner in get_args(hint))


def reader_of(hint: Any, wanted: object) -> Reader:
    """How to read a value of that type."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is wanted:
        return lambda value: (value,)
    if hint is Unit and wanted is UnitId:
        return lambda unit: (unit.id,)
    if origin in (Union, UnionType):
        return reader_of_any([one for one in inner if one is not NoneType], wanted)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return (lambda value: value) if inner[0] is wanted else nothing
    if origin is tuple and Ellipsis in inner:
        return reader_of_each(inner[0], wanted)
    if origin is tuple:
        reads = [reader_of(one, wanted) for one in inner]
        return lambda value: [one for read, part in zip(reads, value, strict=False) for one in read(part)]
    return partial(in_struct, wanted=wanted)


def reader_of_any(hints: Sequence[Any], wanted: object) -> Reader:
    """A struct is read by its own type, anything else by the first of these types."""
    read = reader_of(hints[0], wanted)
    return lambda value: () if value is None else named_in(value, wanted) if isinstance(value, Struct) else read(value)


def reader_of_each(hint: Any, wanted: object) -> Reader:
    if hint is wanted:
        return lambda value: value
    read = reader_of(hint, wanted)
    return lambda value: [one for part in value for one in read(part)]


def in_struct(value: Any, wanted: object) -> Iterable[Any]:
    return named_in(value, wanted) if isinstance(value, Struct) else ()


def nothing(value: Any) -> Iterable[Any]:
    return ()
