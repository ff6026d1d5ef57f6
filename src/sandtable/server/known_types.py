"""Lets msgspec inspect our types before there are threads.

msgspec inspects a type when it first decodes one, and crashes if two threads do so at the same time.
"""

from contextlib import suppress

from msgspec import Struct
from msgspec.json import Decoder


def look_into_types(of: type[Struct] = Struct) -> None:
    """Inspect our types and those that a rule set makes from them. Some are never decoded, and some cannot be."""
    for one in of.__subclasses__():
        if any(base.__module__.startswith("sandtable.") for base in one.__mro__):
            with suppress(TypeError):
                Decoder(one)
        look_into_types(one)
