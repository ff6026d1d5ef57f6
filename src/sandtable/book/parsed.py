"""TOML files of a package, parsed once and kept beside them, as Python keeps bytecode."""

import marshal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

Content = dict[str, Any]


def parsed(package: str, name: str) -> Content:
    """The content of a file in a package. It is parsed again only if the file has changed."""
    file = Path(import_module(package).__path__[0]) / name
    kept = file.parent / "__pycache__" / f"{name}.{sys.implementation.cache_tag}.parsed"
    about = file.stat()
    stamp = about.st_mtime_ns, about.st_size
    with suppress(OSError, EOFError, ValueError, TypeError):  # not kept yet, or cut short
        of, content = marshal.loads(kept.read_bytes())
        if of == stamp:
            return dict(content)
    found = parse(file.read_text(encoding="utf-8"))
    if not sys.dont_write_bytecode:
        with suppress(OSError):  # where nobody may write, nothing is kept
            kept.parent.mkdir(exist_ok=True)
            kept.write_bytes(marshal.dumps((stamp, found)))
    return found


def parse(text: str) -> Content:
    """The content of a TOML text; ValueError if it is none."""
    import tomllib  # noqa: PLC0415  # this alone takes longer than to read what is kept

    return tomllib.loads(text)
