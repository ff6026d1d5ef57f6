"""Short functions to begin a battle, save it, load it, ask for odds and draw it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from sandtable.cli.drawing import drawn
from sandtable.cli.errors import Trouble
from sandtable.cli.find import scenario_in
from sandtable.forecast import ON_REQUEST, Oracle, as_known
from sandtable.forecast import odds as odds_at
from sandtable.kernel.decision import Command
from sandtable.kernel.game import Game
from sandtable.kernel.position import Position
from sandtable.kernel.ruleset import RuleSet
from sandtable.kernel.savefile import load, save
from sandtable.kernel.scenario import Scenario, ScenarioError
from sandtable.kernel.state import State
from sandtable.rules import rule_sets
from sandtable.telling.display import Display
from sandtable.ways import UNDECIDED, Odds

T = TypeVar("T")
WIDTH = 100  # columns of a picture


def new_game(rules: str, scenario: str | Scenario, seed: str = "0", options: Iterable[str] | None = None) -> Game:
    """A new battle. The options are the scenario's own unless others are given."""
    book = known("rule set", rules, rule_sets())
    battle = scenario if isinstance(scenario, Scenario) else known(f"{rules} scenario", scenario, book.scenarios())
    return Game(book, battle, seed, frozenset(battle.options if options is None else options))


def known(what: str, name: str, there: Mapping[str, T]) -> T:
    if name not in there:
        raise ScenarioError(f"there is no {what} {name!r}; there are {', '.join(there)}")
    return there[name]


def save_game(game: Game, file: str | Path) -> None:
    save(game, Path(file))


def load_game(file: str | Path, *, check: bool = False) -> Game:
    """A saved battle, played again to its last position. `check` proves every command as well as every die."""
    return load(Path(file), rule_sets(), check=check)


def odds(at: Game | Position, command: Command) -> Odds:
    """The odds of a command, from the same rules that carry it out. They are exact unless `tries` is set."""
    if isinstance(at, Game):
        return Oracle().ask(at, command, ON_REQUEST)
    rules = rule_sets()[at.state.rules]
    known = as_known(rules, at)
    return odds_at(rules, known, command, ON_REQUEST) if known else UNDECIDED


def read_scenario(file: str | Path) -> Scenario:
    """Read a scenario from a TOML file. ScenarioError says what is wrong and where."""
    try:
        return scenario_in(Path(file))[1]
    except Trouble as fault:
        raise ScenarioError(str(fault)) from None


def picture(rules: RuleSet, state: State) -> str:
    """The table as text, as in the terminal."""
    console = Console(width=WIDTH, color_system=None, force_terminal=False)
    with console.capture() as captured:
        for line in drawn(Display(rules, state), WIDTH):
            console.print(line)
    return captured.get()


Game.picture = staticmethod(picture)
