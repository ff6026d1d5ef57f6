"""TOML files of a package, parsed once and kept beside them, as Python keeps bytecode."""

import marshal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.machinery import SourceFileLoader
from typing import Any

Content = dict[str, Any]


def parsed(package: str, name: str, tidy: Callable[[Content], Content] | None = None) -> Content:
    """The content of a file in a package, tidied. That is done again only if the file has changed."""
    folder, _, last = f"{import_module(package).__path__[0]}/{name}".rpartition("/")
    file, kept = f"{folder}/{last}", f"{folder}/__pycache__/{last}.{sys.implementation.cache_tag}.parsed"
    disk = SourceFileLoader(name, file)  # where nobody may write, it keeps nothing
    stamp = (*disk.path_stats(file).values(), tidy.__name__ if tidy else "")
    with suppress(OSError, EOFError, ValueError, TypeError):  # not kept yet, or cut short
        of, content = marshal.loads(disk.get_data(kept))
        if of == stamp:
            return dict(content)
    found = parse(disk.get_data(file).decode())
    found = tidy(found) if tidy else found
    if not sys.dont_write_bytecode:
        with suppress(ValueError):  # a date cannot be kept
            disk.set_data(kept, marshal.dumps((stamp, found)))
    return found


def parse(text: str) -> Content:
    """The content of a TOML text; ValueError if it is none."""
    import tomllib  # noqa: PLC0415  # this alone takes longer than to read what is kept

    return tomllib.loads(text)
