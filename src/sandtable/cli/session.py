"""A battle at the terminal: its players, what was shown and saved, and how the table is drawn."""

from pathlib import Path
from time import monotonic

from msgspec import Struct
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sandtable.board.grid import SquareGrid
from sandtable.board.place import Point
from sandtable.board.table import FreeTable
from sandtable.cli import frame
from sandtable.cli.board_view import BoardView
from sandtable.cli.chances_view import in_short
from sandtable.cli.drawing import legend
from sandtable.cli.log_view import story
from sandtable.cli.option_view import light, options, question
from sandtable.cli.roster_view import TableRoster, cut, heading, roster
from sandtable.cli.screen import DARK, DIM, Light
from sandtable.cli.table_view import MARGIN, TableView
from sandtable.forecast import Oracle
from sandtable.kernel.decision import Command, Decision
from sandtable.kernel.events import Entry
from sandtable.kernel.game import Game
from sandtable.kernel.state import Side, State, Step
from sandtable.players import PLAYERS
from sandtable.players.player import Player
from sandtable.telling.display import Display
from sandtable.telling.story import readable
from sandtable.ways import Odds

LOW = 30  # with fewer lines the letters stand only above the map
PANEL = 44  # columns beside the map of a free table, if the screen is wide enough
LEAST = 60  # columns that such a map needs; on a narrower screen the roster stands below it
ROOM = 14  # lines below the map of a free table for the question
DEPTHS = ((3, 3), (3, 2), (2, 2), (2, 1), (1, 1))  # lines per group in the roster of each side
PATIENCE = 1.0  # seconds for odds beside options; others come on request
NARROW = 22  # columns; a narrower roster beside the map would be useless


class Picture(Struct, frozen=True):
    """What the map of a free table showed, and to which side."""

    reader: Side | None
    units: tuple[object, ...]
    outlines: tuple[tuple[Point, ...], ...]

    def shows(self, other: "Picture") -> bool:
        """Whether the other picture has nothing new, except that a highlight may be gone."""
        alike = (self.reader, self.units) == (other.reader, other.units)
        return alike and (not other.outlines or self.outlines == other.outlines)


class Leave(Exception):
    """The player leaves. The battle stays as it is."""


class CutOff(Leave):
    """Ctrl+C or the end of the input. The player was not asked whether to save."""


class Autopilot(Struct, frozen=True):
    """The computer chooses for a side until the turn or the step is over."""

    side: Side
    turn: tuple[int, int]
    step: Step | None = None

    def goes_on(self, game: Game) -> bool:
        if turn_of(game) != self.turn:
            return False
        return self.step is None or step_of(game) == self.step


def turn_of(game: Game) -> tuple[int, int]:
    """The day and the turn of the day."""
    clock = game.rules.showing.clock(game.state)
    return clock.day, clock.now


def step_of(game: Game) -> Step | None:
    agenda = game.position.start.agenda
    return agenda[0] if agenda else None


class Session:
    """One run of the program. `players` has no entry for a person's side."""

    def __init__(self, game: Game, players: dict[Side, Player], console: Console, file: Path | None = None) -> None:
        self.game, self.players, self.console = game, players, console
        self.oracle = Oracle()
        self.shown = 0 if file is None else len(game.log())  # entries of the log that were shown
        self.secret: list[Entry] = []  # those of them that the reader then could not see
        self.autopilot: Autopilot | None = None
        self.deputy: Player = PLAYERS["greedy"](f"{game.seed}/deputy")
        self.file = file  # the last save
        self.saved = self.stamp if file else None
        self.asked: Side | None = None  # the side that last saw the screen
        self.told: list[Entry] = []  # what that side has read since then
        self.lot = 0, 0  # the stages that one word of a person has made, from the first to behind the last
        self.prompts = 0
        self.pictured: Picture | None = None  # the last picture of a free table
        self.how = ""  # flags that seat the same players again

    @property
    def stamp(self) -> tuple[int, int]:
        """A value that changes with every command and every undo."""
        return len(self.game.stages), self.game.take

    def given_with(self, stage: int) -> int:
        """The first stage that the same word of a person has made."""
        first, end = self.lot
        return first if first <= stage < end else stage

    @property
    def people(self) -> list[Side]:
        return [side for side in self.game.state.sides if side not in self.players]

    @property
    def reader(self) -> Side | None:
        """The side that reads the screen; None if both sides may see it, as when computers play."""
        question = self.game.position.question
        if question is not None and question.side in self.people:
            return question.side
        return self.people[0] if len(self.people) == 1 else None

    @property
    def view(self) -> State:
        return self.game.view(self.reader) if self.reader else self.game.state

    @property
    def display(self) -> Display:
        """The tags come from the whole table, so that they do not change when a unit appears."""
        return Display(self.game.rules, self.view, Display(self.game.rules, self.game.state).tags)

    # ---- asking

    def ask(self, prompt: str) -> str:
        """One line from the keyboard."""
        self.console.file.flush()
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise CutOff from None

    def agree(self, prompt: str) -> bool:
        return self.ask(f"{prompt} [y/n] ").lower() in ("y", "yes")

    def say(self, words: str | RenderableType, style: str = "") -> None:
        self.console.print(Text(words, style) if isinstance(words, str) else words)

    # ---- showing

    def show_news(self) -> None:
        """Show what has happened since the last call."""
        log = self.game.log()
        new = [*self.secret, *log[self.shown :]]
        news = readable(new, self.reader)
        self.secret = [entry for entry in new if entry.known_to is not None and entry not in news]
        self.shown = len(log)
        self.told += news
        if news:
            self.say(story(news, self.game.rules, self.view))

    def show_table(self, decision: Decision | None = None) -> None:
        """Show the map and the roster, side by side if the screen is wide enough."""
        self.say(Rule(self.headline(), style=DIM, align="left"))
        lit = light(decision, self.view) if decision else DARK
        match self.view.board:
            case FreeTable() as board:
                self.show_free_table(board, lit)
            case SquareGrid() as board:
                self.show_grid(board, lit)
            case _:
                self.show_roster()

    def headline(self) -> Text:
        """The title, the turn, and the counts of the whole battle."""
        showing = self.game.rules.showing
        counts = [f"{one.label} {one.value}" for one in showing.tally(self.view) if one.side is None]
        words = [showing.clock(self.game.state).label, *counts]
        return Text(self.game.scenario.title, "bold").append("".join(f" · {one}" for one in words), "not bold")

    def show_grid(self, board: SquareGrid, lit: Light) -> None:
        drawing = BoardView(self.display, board, lit)
        lines = drawing.lines()
        shown = Group(*(lines[:-1] if self.console.height < LOW else lines))
        room = self.console.width - drawing.width - 2
        if room < NARROW:
            self.say(shown)
            return
        pair = Table.grid(padding=(0, 2, 0, 0))
        pair.add_row(shown, self.rosters_beside(board, room))
        self.say(pair)

    def rosters_beside(self, board: SquareGrid, room: int) -> RenderableType:
        """Both rosters side by side if there is room; otherwise one below the other, the asked side first."""
        first = self.reader or self.view.sides[0]
        sides = (first, self.view.foe(first))
        if room >= 2 * NARROW + 26:
            half = room // 2 - 1
            return Columns([self.one_roster(side, half, 1000) for side in sides], padding=(0, 1))
        height = max(board.ranks + 2, self.console.height - 18)
        own = self.one_roster(first, room, height)
        left = height - 1 - sum(unit.side == first for unit in self.display.units)
        return Group(own, self.one_roster(sides[1], room, left)) if left >= 3 else own

    def one_roster(self, side: Side, width: int, height: int) -> Group:
        display = self.display
        head = heading(display, side)
        head.truncate(width, overflow="ellipsis")
        return Group(head, roster(display, side, width, height - 1))

    # ---- a free table

    def show_free_table(self, board: FreeTable, lit: Light) -> None:
        """Draw the map only if it has changed: many questions in a row may share one picture."""
        picture = Picture(self.reader, tuple((u.id, u.place, u.marks) for u in self.view.units.values()), lit.outlines)
        if self.pictured is not None and self.pictured.shows(picture):
            return
        self.pictured = picture
        room = self.console.width - 2 * MARGIN
        columns = max(room - PANEL, min(room, LEAST))
        drawing = TableView(self.display, frame.whole(board, columns, self.console.height - ROOM), lit)
        beside = self.console.width - drawing.width - 2
        pair = Table.grid(padding=(0, 2, 0, 0))
        lines = drawing.lines()
        if beside < NARROW:
            pair.add_row(Group(*lines, *self.table_rosters(self.console.width, ROOM)))
        else:
            pair.add_row(Group(*lines), Group(*self.table_rosters(beside, len(lines))))
        self.say(pair)

    def table_rosters(self, width: int, height: int) -> list[Text]:
        """Both rosters, the asked side first, with as many lines per group as fit. Longer lines would break the map."""
        book = TableRoster(self.display)
        first = self.reader or self.view.sides[0]
        lines: list[Text] = []
        for deep in DEPTHS:
            both = zip((first, self.view.foe(first)), deep, strict=True)
            lines = [
                line
                for side, many in both
                for line in (cut(heading(book.display, side), width), *book.brief(side, width, many))
            ]
            if len(lines) <= height:
                return lines
        return [*lines[: height - 1], Text("more: roster", DIM)]

    def show_roster(self) -> None:
        if isinstance(self.view.board, FreeTable):
            book = TableRoster(self.display)
            for side in self.view.sides:
                self.say(Group(heading(book.display, side), book.full(side)))
            return
        for side in self.view.sides:
            self.say(self.one_roster(side, self.console.width, 1000))

    def show_legend(self) -> None:
        self.say(legend(self.display))

    def show_question(self, decision: Decision) -> None:
        self.say(question(decision, self.view))
        showing, view = self.game.rules.showing, self.view
        odds = {command: in_short(found, showing, view) for command, found in self.odds_of(decision).items()}
        self.say(options(decision, view, odds, self.console.width))

    def odds_of(self, decision: Decision) -> dict[Command, Odds]:
        """The odds of complete options with dice, as many as there is time for."""
        begun, found = monotonic(), dict[Command, Odds]()
        for option in decision.options:
            if option.region is None and monotonic() - begun < PATIENCE:
                found[option.command] = self.oracle.ask(self.game, option.command)
        return {command: odds for command, odds in found.items() if odds.outcomes}
