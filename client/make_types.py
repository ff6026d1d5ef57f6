"""Makes the client's types, client/src/messages.ts, from the server's, so that there is one definition of the wire."""

from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import get_args

from msgspec import Struct, inspect

from sandtable.kernel.decision import Manner
from sandtable.kernel.guide import Term
from sandtable.kernel.reckoning import Printed
from sandtable.kernel.showing import Badge, Feel, Gauge, Grade, Steps
from sandtable.server import (
    addresses,
    app,
    briefed,
    chances,
    figures,
    landscape,
    library,
    lobby,
    making,
    messages,
    results,
    scene,
)
from sandtable.telling.forces import Troops

FILE = Path(__file__).parent / "src" / "messages.ts"
HEAD = "// Made by client/make_types.py from the types in src/sandtable/server. Change those, then run this again.\n"
SOURCES = (landscape, results, briefed, scene, chances, messages, figures, library, making, lobby, addresses, app)
FROM_RULES = (Badge, Feel, Gauge, Grade, Manner, Printed, Steps, Term, Troops)  # go over the wire unchanged
HEARD = get_args(messages.Heard)  # over the socket, client to server
TAKEN = (*HEARD, lobby.Begin, lobby.PlayOn, library.Made)  # fields with defaults may be left out
UNSENT = (messages.Message, messages.Asking, scene.Shown, addresses.Door)  # bases, and what stays on the server
PLAIN = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def named(kind: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    match kind:
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.LiteralType():
            return " | ".join(repr(value) for value in kind.values)
        case inspect.UnionType():
            return " | ".join(named(one) for one in kind.types)
        case inspect.TupleType():
            return f"[{', '.join(named(one) for one in kind.item_types)}]"
        case inspect.DictType():
            return f"Record<{named(kind.key_type)}, {named(kind.value_type)}>"
        case inspect.VarTupleType() | inspect.ListType():
            item = named(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
    return PLAIN[type(kind)]


def interface(struct: inspect.StructType) -> str:
    tag = [f"  {struct.tag_field}: {struct.tag!r};"] if struct.tag_field else []
    may_lack = struct.cls.__struct_config__.omit_defaults or struct.cls in TAKEN
    fields = [
        f"  {one.encode_name}{'?' if may_lack and not one.required else ''}: {named(one.type)};"
        for one in struct.fields
    ]
    return "\n".join([f"export interface {struct.cls.__name__} {{", *tag, *fields, "}"])


def union(name: str, members: Iterable[type]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {one.__name__}" for one in members) + ";"


def structs() -> list[inspect.StructType]:
    """Every message and what it is made of, in the order of the modules."""
    kinds = [*FROM_RULES, *(kind for module in SOURCES for kind in made_in(module) if kind not in UNSENT)]
    return [inspect.type_info(kind) for kind in kinds]  # type: ignore[misc]


def made_in(module: ModuleType) -> list[type[Struct]]:
    found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Struct)]
    return [one for one in found if one.__module__ == module.__name__]


def types() -> str:
    said = [one.cls for one in structs() if one.tag and one.cls not in HEARD]
    parts = ["export type Point = [number, number];", "export type Spot = [number, number, number];"]
    parts += map(interface, structs())
    parts += [union("FromServer", said), union("ToServer", HEARD)]
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.write_text(types())
