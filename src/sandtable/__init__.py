"""Play published wargames exactly: every result and every refusal cites the rule behind it."""

from collections.abc import Iterable
from pathlib import Path

from sandtable.board.place import Place
from sandtable.kernel.decision import Command, Decision, IllegalCommand, Option, Refusal, Resign
from sandtable.kernel.events import Entry
from sandtable.kernel.game import Game, NeedsConsent
from sandtable.kernel.position import Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.savefile import SaveError
from sandtable.kernel.savefile import load as _load
from sandtable.kernel.savefile import save as _save
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.seat import Seat
from sandtable.kernel.state import State, Unit
from sandtable.odds import Odds
from sandtable.odds import odds as _odds
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.player import Player
from sandtable.players.simple import RandomPlayer
from sandtable.rules import rule_sets

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
    "Unit",
    "load_game",
    "new_game",
    "odds",
    "rule_sets",
    "save_game",
]


def new_game(rules: str, scenario: str | Scenario, seed: str = "0", options: Iterable[str] | None = None) -> Game:
    """A battle about to begin. Options are the scenario's own unless others are given."""
    book = rule_sets()[rules]
    battle = scenario if isinstance(scenario, Scenario) else book.scenarios()[scenario]
    return Game(book, battle, seed, frozenset(battle.options if options is None else options))


def save_game(game: Game, file: str | Path) -> None:
    _save(game, Path(file))


def load_game(file: str | Path, *, check: bool = False) -> Game:
    """A saved battle, played again to where it was left. `check` proves every command as well as every die."""
    return _load(Path(file), rule_sets(), check=check)


def odds(game: Game, command: Command) -> Odds:
    """What a command would lead to, exactly, from the very rules that will carry it out."""
    return _odds(game.rules, game.position, command)
