"""Steps through a saved battle, prints it, or proves it."""

import time
from pathlib import Path

from rich.rule import Rule
from rich.text import Text

from sandtable.cli.errors import Trouble
from sandtable.cli.find import open_save
from sandtable.cli.log_view import story
from sandtable.cli.screen import DIM, dress, interactive, open_console
from sandtable.cli.session import Leave, Session
from sandtable.kernel.decision import Command
from sandtable.kernel.game import Game, Stage, Undone
from sandtable.players import PLAYERS
from sandtable.telling.story import readable


def check(file: str) -> None:
    """Check every die against the seed and every command against the rules, also those taken back."""
    game = open_save(file, check=True)
    pages = [page for page in game.record if isinstance(page, tuple)]
    dice = sum(len(answer) for page in pages for answer in page if isinstance(answer, tuple))
    print(f"{len(pages) - 1} commands{taken_back(game)}, {dice} dice: all proven")
    print(origin(game))


def taken_back(game: Game) -> str:
    undone = sum(page.undone for page in game.record if isinstance(page, Undone))
    return f", {undone} of them taken back" if undone else ""


def origin(game: Game) -> str:
    """Say whether the scenario in the save is one of ours: anybody may have written it."""
    scenario = game.scenario
    shipped = game.rules.scenarios().get(scenario.id)
    if shipped is None:
        return f"The scenario {scenario.id} does not come with this program."
    same = "is the one" if shipped == scenario else "differs from the one"
    return f"The scenario {scenario.id} {same} that comes with this program."


def show(file: str, to: int | None, speed: float) -> None:
    game = open_save(file)
    last = len(game.stages) - 1
    if to is not None and not 0 <= to <= last:
        raise Trouble(f"{Path(file).name}: there is no command {to}; it has {last}")
    if interactive():
        Reel(game, speed).run(to or 0)
    else:
        whole(game, last if to is None else to)


def whole(game: Game, to: int) -> None:
    """The log up to a command."""
    console = open_console()
    entries = [entry for stage in game.stages[: to + 1] for entry in stage.leg.entries]
    console.print(story(readable(entries, None), game.rules, game.state))


class Reel:
    """Shows the battle command by command, forward and back."""

    def __init__(self, game: Game, speed: float) -> None:
        self.stages: list[Stage] = game.stages
        nobody = {side: PLAYERS["random"]("") for side in game.state.sides}  # without people the whole table is visible
        self.session = Session(game, nobody, open_console())
        self.game, self.speed = game, speed

    def run(self, start: int) -> None:
        at: int | None = start
        try:
            while at is not None:
                self.show(at)
                at = self.wait(at) if self.speed > 0 else self.ask(at)
        except (Leave, KeyboardInterrupt):
            pass

    def show(self, at: int) -> None:
        """Show the command, its results, and the table after it."""
        self.game.stages = self.stages[: at + 1]
        session, state = self.session, self.game.state
        session.say(Rule(Text(f"command {at} of {len(self.stages) - 1}", "bold"), style=DIM))
        if at:
            session.say(dress(f"{self.side(at)}: {self.command(at).tell()}", state))
        session.say(story(readable(self.stages[at].leg.entries, None), self.game.rules, state))
        session.show_table()

    def command(self, at: int) -> Command:
        first = self.stages[at].leg.answers[0]
        assert isinstance(first, Command)
        return first

    def side(self, at: int) -> str:
        question = self.stages[at - 1].leg.position.question
        return question.side if question else ""

    def wait(self, at: int) -> int | None:
        time.sleep(1 / self.speed)
        return at + 1 if at + 1 < len(self.stages) else None

    def ask(self, at: int) -> int | None:
        """Enter goes on, b back, a number jumps there, q ends."""
        last = len(self.stages) - 1
        while True:
            text = self.session.ask("Enter: next, b: back, a number: go there, q: quit: ").lower()
            if text in ("q", "quit") or (text == "" and at == last):
                return None
            if text == "":
                return at + 1
            if text == "b" and at > 0:
                return at - 1
            if text.isdecimal() and int(text) <= last:
                return int(text)
            self.session.say(f"{text!r}: type a number from 0 to {last}, b, q or Enter", "yellow")
