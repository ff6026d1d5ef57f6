"""Commands worth a look: every complete option, and of an open place as many as there is time for."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

from msgspec.structs import replace

from sandtable.board.board import Landmarked, Region
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option

SAMPLES = 3  # places picked at random where they cannot be counted


def candidates(options: Iterable[Option], rng: Random, places: int) -> Iterator[Command]:
    """Concrete commands; of a region at most so many places."""
    for option in options:
        if option.region is None:
            yield option.command
        else:
            for place in some_of(option.region, rng, places):
                yield replace(option.command, to=place)


def some_of(region: Region, rng: Random, most: int) -> list[Place]:
    """All places of a region that can be counted, or a fair sample of them."""
    everywhere = region.places()
    if everywhere is None:
        found = list(islice(region.notable(), most)) if isinstance(region, Landmarked) else []
        return found + [region.sample(rng) for _ in range(min(most - len(found), SAMPLES))]
    return list(everywhere) if len(everywhere) <= most else rng.sample(everywhere, most)
