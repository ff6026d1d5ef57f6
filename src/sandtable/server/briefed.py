"""A briefing, in the form of the wire."""

from msgspec import Struct

from sandtable.telling.forces import Troops


class SideBriefing(Struct, frozen=True):
    winning: str
    troops: tuple[Troops, ...]


class Briefing(Struct, frozen=True):
    """What a player should know before the battle. Of the enemy it has what is known at the start."""

    setting: str
    length: str
    victory: str
    sides: tuple[SideBriefing, ...]
