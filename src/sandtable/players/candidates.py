"""Commands to try: every complete option, and for an open place as many places as there is time for."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

from msgspec.structs import replace

from sandtable.board.board import Landmarked, Region
from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Option, Placing

SAMPLES = 3  # random places in a region that cannot be counted
LANDMARKS = 40  # places tried in a region that names its important places


def candidates(options: Sequence[Option], rng: Random, places: int) -> Iterator[Command]:
    """Complete commands: at most so many places per region, but all its important ones."""
    found = False
    for option in options:
        if option.command.by_hand:
            continue
        for command in commands_of(option, rng, places):
            found = True
            yield command
    if not found:
        yield from (option.complete(rng) for option in options)


def commands_of(option: Option, rng: Random, places: int) -> Iterable[Command]:
    if option.region is None:
        return (option.command,)
    return (replace(option.command, to=place) for place in some_of(option.region, rng, places))


def some_of(region: Region, rng: Random, most: int) -> list[Place]:
    """The important places of a region, all of them if they can be counted, or a fair sample."""
    if isinstance(region, Landmarked):
        return list(islice(region.notable(), LANDMARKS))
    everywhere = region.places()
    if everywhere is None:
        return [region.sample(rng) for _ in range(min(most, SAMPLES))]
    return list(everywhere) if len(everywhere) <= most else rng.sample(everywhere, most)


def facings(options: Sequence[Option], command: Command) -> Iterator[Command]:
    """The same command with every other facing that a countable region allows there."""
    if not isinstance(command, Placing) or command.to is None:
        return
    spot = command.to.x, command.to.y
    for option in options:
        if option.region is not None and replace(command, to=None) == option.command:
            for place in option.region.places() or ():
                if (place.x, place.y) == spot:
                    yield replace(command, to=place)
