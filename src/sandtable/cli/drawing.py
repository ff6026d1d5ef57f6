"""Draws the board of a battle."""

from rich.style import Style
from rich.text import Text

from sandtable.board.grid import SquareGrid
from sandtable.board.table import FreeTable
from sandtable.cli import frame, ground, table_ground
from sandtable.cli.board_view import BoardView
from sandtable.cli.ground import OPEN
from sandtable.cli.table_view import MARGIN, TableView, letters
from sandtable.telling.display import Display

SMALL = 64, 24  # columns and lines of a map without a battle


def drawn(display: Display, width: int) -> list[Text]:
    """The map before the battle; empty for an unknown kind of board."""
    match board := display.state.board:
        case SquareGrid():
            return BoardView(display, board).lines()
        case FreeTable():
            columns, lines = SMALL
            small = frame.whole(board, min(columns, width - 2 * MARGIN), lines, least=lines)
            return TableView(display, small).lines()
    return []


def legend(display: Display) -> Text:
    """The signs of ground and models, in one line."""
    match board := display.state.board:
        case SquareGrid():
            looks = ground.legend(board)
        case FreeTable():
            looks = table_ground.legend(board)
        case _:
            looks = []
    line = Text()
    for name, look in looks:
        line.append(look.pattern, Style(color=look.ink, bgcolor=look.paper or OPEN.paper)).append(f" {name}   ")
    for kind, letter in letters(display).items():
        line.append(letter, "bold").append(f" {kind}   ")
    return line
