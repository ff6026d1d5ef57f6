"""Play published wargames exactly: every result and every refusal cites its rule."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sandtable.kernel.garbage import rare_collection

if TYPE_CHECKING:
    from sandtable.board.place import Place
    from sandtable.games import load_game, new_game, odds, read_scenario, save_game
    from sandtable.kernel.decision import Command, Decision, IllegalCommand, Option, Refusal, Resign
    from sandtable.kernel.events import Entry
    from sandtable.kernel.game import Game, NeedsConsent
    from sandtable.kernel.position import Position
    from sandtable.kernel.ruleset import RuleSet
    from sandtable.kernel.savefile import SaveError
    from sandtable.kernel.scenario import Scenario, ScenarioError
    from sandtable.kernel.seat import Seat
    from sandtable.kernel.state import State, Unit
    from sandtable.players import GreedyPlayer, Player, RandomPlayer
    from sandtable.rules import rule_sets
    from sandtable.tabletop import Table, table
    from sandtable.ways import Odds

__all__ = [
    "Command",
    "Decision",
    "Entry",
    "Game",
    "GreedyPlayer",
    "IllegalCommand",
    "NeedsConsent",
    "Odds",
    "Option",
    "Place",
    "Player",
    "Position",
    "RandomPlayer",
    "Refusal",
    "Resign",
    "RuleSet",
    "SaveError",
    "Scenario",
    "ScenarioError",
    "Seat",
    "State",
    "Table",
    "Unit",
    "load_game",
    "new_game",
    "odds",
    "read_scenario",
    "rule_sets",
    "save_game",
    "table",
]

# The module of each name. A name is imported at first use, so that the commands start quickly.
_HOMES = {
    "board.place": ("Place",),
    "ways": ("Odds",),
    "games": ("load_game", "new_game", "odds", "read_scenario", "save_game"),
    "kernel.decision": ("Command", "Decision", "IllegalCommand", "Option", "Refusal", "Resign"),
    "kernel.events": ("Entry",),
    "kernel.game": ("Game", "NeedsConsent"),
    "kernel.position": ("Position",),
    "kernel.ruleset": ("RuleSet",),
    "kernel.savefile": ("SaveError",),
    "kernel.scenario": ("Scenario", "ScenarioError"),
    "kernel.seat": ("Seat",),
    "kernel.state": ("State", "Unit"),
    "players": ("GreedyPlayer", "Player", "RandomPlayer"),
    "rules": ("rule_sets",),
    "tabletop": ("Table", "table"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            with rare_collection():
                value = globals()[name] = getattr(import_module(f"sandtable.{home}"), name)
            return value
    raise AttributeError(f"sandtable has no {name!r}")


def __dir__() -> list[str]:
    return __all__
