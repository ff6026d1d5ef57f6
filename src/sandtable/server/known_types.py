"""Types are looked into before there are threads.

msgspec works out what it knows of a type when it first reads one, and dies if two threads do so at the same time.
"""

from contextlib import suppress

from msgspec import Struct
from msgspec.json import Decoder


def look_into_types(of: type[Struct] = Struct) -> None:
    """All that are ours, or made from ours by a rule set; not every one is ever read, and some cannot be."""
    for one in of.__subclasses__():
        if any(base.__module__.startswith("sandtable.") for base in one.__mro__):
            with suppress(TypeError):
                Decoder(one)
        look_into_types(one)
