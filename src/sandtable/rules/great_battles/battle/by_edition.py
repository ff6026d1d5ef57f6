"""The forces of a battle, where the editions differ."""

from sandtable.rules.great_battles.edition import ByEdition


class BattleByEdition(ByEdition, frozen=True, kw_only=True):
    lingering: frozenset[str]  # transport that may stay on the table without its load
    most_armour: int  # armour stands attached to an infantry battalion
    rates_transport: bool  # whether the book gives trucks and tractors classes
