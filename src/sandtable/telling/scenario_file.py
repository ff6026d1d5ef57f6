"""A scenario as a file that a person can edit."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.kernel.scenario import Scenario

WIDE = 100  # characters of a list on one line


def as_toml(scenario: Scenario) -> str:
    """Plain values first, then a table for each part. Reading it again gives the same scenario."""
    return "\n".join(tables(msgspec.json.decode(msgspec.json.encode(scenario)), ())) + "\n"


def tables(content: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    content = {key: value for key, value in content.items() if value is not None}
    plain = {key: value for key, value in content.items() if not is_table(value) and not is_tables(value, path)}
    yield from (f"{key} = {written(value)}" for key, value in plain.items())
    for key, value in content.items():
        if key in plain:
            continue
        below = (*path, key)
        for one in value if isinstance(value, list) else [value]:
            name = ".".join(below)
            yield ""
            yield f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            yield from tables(one, below)


def is_table(value: object) -> bool:
    return isinstance(value, dict)


def is_tables(value: object, path: tuple[str, ...]) -> bool:
    """Whether a list has tables of its own. Deep down they stand in one line each."""
    return isinstance(value, list) and bool(value) and all(map(is_table, value)) and len(path) < 2 and path != ("map",)


def written(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value)
        case dict():
            return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items() if one is not None) + " }"
        case list():
            parts = [written(one) for one in value]
            line = f"[{', '.join(parts)}]"
            deep = any(map(is_table, value))
            return "[\n" + "".join(f"  {part},\n" for part in parts) + "]" if deep and len(line) > WIDE else line
        case float():
            return f"{value:g}" if value % 1 else f"{value:.1f}"
    return str(value)


def quoted(text: str) -> str:
    """TOML and JSON quote alike, for what a scenario may hold."""
    return msgspec.json.encode(text).decode()
